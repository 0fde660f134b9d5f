#pragma once
#include <libxml/xmlversion.h>
// libxml2's headers would pull in the system's ICU headers, which define the same C types as the ICU inside
// Foundation, differently; a module that imports both would not compile.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <stddef.h>
#include <string.h>

// A narrow face over libxml2's event interface, the same from 2.9 to 2.14. It is C because the parser's context
// changed between those versions (fields became deprecated, the error's type became const), and because here, in one
// function, the context is made, used and freed.

// Who is told what the parser meets. Offsets are in bytes of the text given. A callback that returns something other
// than 0 ends the parse; it may be called again a few times all the same.
typedef struct iapkit_xml_receiver {
    void *context;
    // The offset is that of the `>` or `/>`; attributes are name, value, name, value, NULL; or NULL.
    int (*start_element)(void *context, long offset, const char *name, const char *const *attributes);
    // The offset is just behind the tag.
    int (*end_element)(void *context, long offset);
    // The text between two tags may come in several pieces.
    int (*text)(void *context, const char *bytes, int count);
    // A comment or a processing instruction; the offset is just behind it.
    int (*other)(void *context, long offset);
    int (*entity_declaration)(void *context, long offset);
    // A libxml2 error code; the name is that of what it is about, or NULL.
    int (*fault)(void *context, long offset, int code, int is_fatal, const char *name);
} iapkit_xml_receiver;

static inline const iapkit_xml_receiver *iapkit_xml_receiver_of(void *data) {
    return (const iapkit_xml_receiver *)((xmlParserCtxtPtr)data)->_private;
}

static inline void iapkit_xml_on_start(void *data, const xmlChar *name, const xmlChar **attributes) {
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    long offset = xmlByteConsumed((xmlParserCtxtPtr)data);
    if (receiver->start_element(receiver->context, offset, (const char *)name, (const char *const *)attributes))
        xmlStopParser((xmlParserCtxtPtr)data);
}

static inline void iapkit_xml_on_end(void *data, const xmlChar *name) {
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    if (receiver->end_element(receiver->context, xmlByteConsumed((xmlParserCtxtPtr)data)))
        xmlStopParser((xmlParserCtxtPtr)data);
}

static inline void iapkit_xml_on_text(void *data, const xmlChar *bytes, int count) {
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    if (receiver->text(receiver->context, (const char *)bytes, count))
        xmlStopParser((xmlParserCtxtPtr)data);
}

static inline void iapkit_xml_on_comment(void *data, const xmlChar *text) {
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    if (receiver->other(receiver->context, xmlByteConsumed((xmlParserCtxtPtr)data)))
        xmlStopParser((xmlParserCtxtPtr)data);
}

static inline void iapkit_xml_on_instruction(void *data, const xmlChar *target, const xmlChar *text) {
    iapkit_xml_on_comment(data, text);
}

static inline void iapkit_xml_on_entity(
    void *data, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id, xmlChar *content
) {
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    if (receiver->entity_declaration(receiver->context, xmlByteConsumed((xmlParserCtxtPtr)data)))
        xmlStopParser((xmlParserCtxtPtr)data);
}

static inline void iapkit_xml_on_unparsed_entity(
    void *data, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id, const xmlChar *notation
) {
    iapkit_xml_on_entity(data, name, 0, public_id, system_id, NULL);
}

#if LIBXML_VERSION >= 21200
static inline void iapkit_xml_on_error(void *data, const xmlError *error) {
#else
static inline void iapkit_xml_on_error(void *data, xmlErrorPtr error) {
#endif
    xmlParserCtxtPtr context = (xmlParserCtxtPtr)data;
    const iapkit_xml_receiver *receiver = iapkit_xml_receiver_of(data);
    if (error->level == XML_ERR_WARNING) return;
    if (receiver->fault(
            receiver->context, xmlByteConsumed(context), error->code, error->level == XML_ERR_FATAL, error->str1)) {
        // `xmlStopParser` is not for here: the parser still holds pointers into the text, which that would free. These
        // are the marks it leaves for the parser's loops, and without them each of a million faults would be worded.
        context->disableSAX = 2;
        context->instate = XML_PARSER_EOF;
    }
}

// Parses a text, which must be UTF-8 without NUL and without a byte-order mark; an encoding that it declares is
// ignored. Nothing else is ever opened. Returns 0 only where there is not the memory to start.
static inline int iapkit_xml_parse(const char *bytes, int count, const iapkit_xml_receiver *receiver) {
    xmlParserCtxtPtr context = xmlCreateMemoryParserCtxt(bytes, count);
    if (context == NULL) return 0;
    // HUGE lifts libxml2's own limits, since the receiver has its own. With RECOVER events go on behind a fault, so
    // that the receiver can end the parse in the next one.
    xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC | XML_PARSE_RECOVER);
    context->_private = (void *)receiver;
    context->userData = context;
    xmlSAXHandler *handler = context->sax;
    memset(handler, 0, sizeof(*handler));
    // Without libxml2's magic number here it takes this for a handler of the first version of the interface, and
    // leaves name spaces alone, whose look-up takes quadratic time on a hostile text.
    handler->initialized = 1;
    handler->startElement = iapkit_xml_on_start;
    handler->endElement = iapkit_xml_on_end;
    handler->characters = iapkit_xml_on_text;
    handler->ignorableWhitespace = iapkit_xml_on_text;
    handler->cdataBlock = iapkit_xml_on_text;
    handler->comment = iapkit_xml_on_comment;
    handler->processingInstruction = iapkit_xml_on_instruction;
    handler->entityDecl = iapkit_xml_on_entity;
    handler->unparsedEntityDecl = iapkit_xml_on_unparsed_entity;
    // Such a handler has no structured errors of its own. These two values are the thread's.
    xmlStructuredErrorFunc former = xmlStructuredError;
    void *former_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(context, iapkit_xml_on_error);
    xmlParseDocument(context);
    xmlSetStructuredErrorFunc(former_context, former);
    if (context->myDoc != NULL) {
        xmlFreeDoc(context->myDoc);
        context->myDoc = NULL;
    }
    xmlFreeParserCtxt(context);
    return 1;
}
