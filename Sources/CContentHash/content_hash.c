#include "content_hash.h"
#include "kernels.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void iapkit_content_hash(const void *bytes, size_t count, uint64_t hash[2]) {
#if defined(__x86_64__)
    // Shorter ones take another way, which has no use for wide registers.
    if (count > XXH3_MIDSIZE_MAX && __builtin_cpu_supports("avx2")) {
        iapkit_content_hash_avx2(bytes, count, hash);
        return;
    }
#endif
    XXH128_hash_t result = XXH3_128bits(bytes, count);
    hash[0] = result.low64;
    hash[1] = result.high64;
}
