#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <stdio.h>
#include <unistd.h>

int iapkit_rename_exclusive(const char *from, const char *to) {
#if defined(__APPLE__)
    if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
    return errno;
#elif defined(RENAME_NOREPLACE)
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    // A file system that lacks the flag says EINVAL, a kernel that lacks the call ENOSYS.
    return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
#else
    (void)from;
    (void)to;
    return ENOTSUP;
#endif
}

int iapkit_rename_exchange(const char *one, const char *other) {
#if defined(__APPLE__)
    if (renamex_np(one, other, RENAME_SWAP) == 0) return 0;
    return errno;
#elif defined(RENAME_EXCHANGE)
    if (renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0) return 0;
    return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
#else
    (void)one;
    (void)other;
    return ENOTSUP;
#endif
}

int iapkit_sync_file_system(int descriptor) {
#if defined(__linux__)
    if (syncfs(descriptor) == 0) return 0;
    return errno == ENOSYS ? ENOTSUP : errno;
#else
    (void)descriptor;
    return ENOTSUP;
#endif
}

void iapkit_start_write_back(int descriptor, off_t offset, off_t length) {
#if defined(SYNC_FILE_RANGE_WRITE)
    (void)sync_file_range(descriptor, offset, length, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor;
    (void)offset;
    (void)length;
#endif
}

void iapkit_give_back_freed_memory(void) {
#if defined(__GLIBC__)
    (void)malloc_trim(0);
#endif
}

void iapkit_keep_freed_memory(int largest, int most) {
#if defined(__GLIBC__)
    (void)mallopt(M_MMAP_THRESHOLD, largest);
    (void)mallopt(M_TRIM_THRESHOLD, most);
    // Otherwise each thread keeps as much for itself.
    (void)mallopt(M_ARENA_MAX, 1);
#else
    (void)largest;
    (void)most;
#endif
}
