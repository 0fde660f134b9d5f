// libxml2 and libarchive turn texts from one encoding into another by way of iconv and ICU. iapkit does not ask them to:
// what it reads is UTF-8 by then. In a program that holds its libraries, glibc's iconv would load modules of the system's
// glibc, which crashes where that is another version, and ICU would bring 30 MB of tables. So here both know no encoding,
// which libxml2 and libarchive are made to bear.
#ifdef IAPKIT_STATIC
#include <errno.h>
#include <iconv.h>
#include <libxml/xmlversion.h>
#include <stddef.h>

iconv_t iconv_open(const char *to, const char *from) {
    errno = EINVAL;
    return (iconv_t)-1;
}

size_t iconv(iconv_t converter, char **from, size_t *from_left, char **to, size_t *to_left) {
    errno = EBADF;
    return (size_t)-1;
}

int iconv_close(iconv_t converter) {
    errno = EBADF;
    return -1;
}

#ifdef LIBXML_ICU_ENABLED
#include <unicode/ucnv.h>

UConverter *ucnv_open(const char *name, UErrorCode *error) {
    *error = U_FILE_ACCESS_ERROR;
    return NULL;
}

// What follows needs a converter, so it is never called.
void ucnv_close(UConverter *converter) {}

void ucnv_convertEx(
    UConverter *to, UConverter *from, char **target, const char *target_limit, const char **source,
    const char *source_limit, UChar *pivot_start, UChar **pivot_source, UChar **pivot_target, const UChar *pivot_limit,
    UBool reset, UBool flush, UErrorCode *error
) {
    *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setToUCallBack(
    UConverter *converter, UConverterToUCallback action, const void *context, UConverterToUCallback *old_action,
    const void **old_context, UErrorCode *error
) {
    *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(
    UConverter *converter, UConverterFromUCallback action, const void *context, UConverterFromUCallback *old_action,
    const void **old_context, UErrorCode *error
) {
    *error = U_UNSUPPORTED_ERROR;
}

void UCNV_TO_U_CALLBACK_STOP(
    const void *context, UConverterToUnicodeArgs *arguments, const char *bytes, int32_t length,
    UConverterCallbackReason reason, UErrorCode *error
) {}

void UCNV_FROM_U_CALLBACK_STOP(
    const void *context, UConverterFromUnicodeArgs *arguments, const UChar *units, int32_t length, UChar32 character,
    UConverterCallbackReason reason, UErrorCode *error
) {}
#endif
#endif
