#pragma once
#include <sys/types.h>

// Calls that the C library declares only where `_GNU_SOURCE` is defined, which Swift's own import of it is not.

/// Renames `from` to `to` unless `to` exists (then `EEXIST`).
///
/// @return 0, or an `errno` value; `ENOTSUP` where the system or the file system has no such call.
int iapkit_rename_exclusive(const char *from, const char *to);

/// Asks the system to begin writing these bytes to the disk, and does not wait for it. Only ever a hint.
void iapkit_start_write_back(int descriptor, off_t offset, off_t length);
