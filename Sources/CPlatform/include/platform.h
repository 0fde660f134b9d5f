#pragma once
#include <sys/types.h>

// Calls that Swift's own import of the C library lacks: what it declares only where `_GNU_SOURCE` is defined, and what
// only one C library has.

/// Renames `from` to `to` unless `to` exists (then `EEXIST`).
///
/// @return 0, or an `errno` value; `ENOTSUP` where the system or the file system has no such call.
int iapkit_rename_exclusive(const char *from, const char *to);

/// Exchanges what stands at the two paths, at one go: nobody ever sees one of them missing.
///
/// @return 0, or an `errno` value; `ENOTSUP` where the system or the file system has no such call.
int iapkit_rename_exchange(const char *one, const char *other);

/// Waits until everything written to the file system that the file lies on is on the disk.
///
/// @return 0, or an `errno` value; `ENOTSUP` where the system has no such call that waits.
int iapkit_sync_file_system(int descriptor);

/// Asks the system to begin writing these bytes to the disk, and does not wait for it. Only ever a hint.
void iapkit_start_write_back(int descriptor, off_t offset, off_t length);

/// Gives freed memory back to the system wherever a whole page is free. Does nothing where the C library is not glibc.
void iapkit_give_back_freed_memory(void);

/// Keeps freed memory for the next use, rather than giving it to the system, in pieces of up to `largest` bytes and up to
/// `most` bytes in all. Does nothing where the C library is not glibc.
void iapkit_keep_freed_memory(int largest, int most);
