#pragma once
#include <zlib.h>

// The `…Init2` macros pass the size of the stream and the version, which Swift can't expand.
static inline int iapkit_deflateInit2(z_stream *stream, int level, int windowBits, int memLevel, int strategy) {
    return deflateInit2(stream, level, Z_DEFLATED, windowBits, memLevel, strategy);
}
static inline int iapkit_inflateInit2(z_stream *stream, int windowBits) { return inflateInit2(stream, windowBits); }
