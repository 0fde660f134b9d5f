#pragma once
#include <openssl/evp.h>
#include <openssl/x509.h>

// `OPENSSL_free` is a macro with the file's name in it, which Swift can't see.
static inline void iapkit_free(void *memory) { OPENSSL_free(memory); }
