#include "kernels.h"

// The library has a choice of kernels too, but some builds of it leave the upper halves of the registers in use, and then
// all that comes after runs at a quarter of its speed. Compiled here, it costs no library to load either.
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_AVX2
#include <xxhash.h>

void iapkit_content_hash_avx2(const void *bytes, size_t count, uint64_t hash[2]) {
    XXH128_hash_t result = XXH3_128bits(bytes, count);
    hash[0] = result.low64;
    hash[1] = result.high64;
}
#pragma clang attribute pop
#endif
