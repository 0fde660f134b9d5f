#pragma once
#include <libxml/xmlversion.h>
// libxml2's headers would pull in the system's ICU headers, which define the same C types as the ICU inside
// Foundation, differently; a module that imports both would not compile.
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// `xmlFree` is a mutable global, which Swift 6 refuses to read.
static inline void iapkit_xml_free(void *pointer) { xmlFree(pointer); }
