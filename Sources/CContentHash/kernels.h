#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
void iapkit_content_hash_avx2(const void *bytes, size_t count, uint64_t hash[2]);
#endif
