// libcrypto can load engines and providers. A program that holds its libraries would load the system's glibc with them,
// which crashes where that is another version. So here nothing can be loaded.
#ifdef IAPKIT_STATIC
#include <dlfcn.h>
#include <stddef.h>

void *dlopen(const char *path, int mode) { return NULL; }
#endif
