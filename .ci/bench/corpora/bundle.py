"""One big file, as bundles of assets are: runs of machine code, text, sound, textures and packed media.

It is made of blocks that all hold the same share of each kind. So a file of 16 MiB costs a packer a sixteenth of what
one of 256 MiB does, and a line of growth tells of the packer and not of what happened to be in the file.
"""
from __future__ import annotations

import functools
import random

import numpy

from corpora import media, texts, toolchain

MIB = 1 << 20
BLOCK = 16 * MIB
# Sixteenths of a block.
SHARES = {"code": 5, "text": 2, "sound": 2, "texture": 3, "packed": 4}


@functools.lru_cache(maxsize=None)
def _sound(seed: int) -> bytes:
    return media.wav(seed, 1_000_000, 60)


def _texture(r: random.Random, size: int) -> bytes:
    """Records of eight bytes, few of them, with two bytes of noise: what compressed textures look like."""
    source = numpy.random.Generator(numpy.random.PCG64(r.getrandbits(64)))
    records = source.integers(0, 256, (64, 8), dtype=numpy.uint8)[source.integers(0, 64, size // 8 + 1)]
    records[:, 4:6] = source.integers(0, 256, (len(records), 2), dtype=numpy.uint8)
    return records.tobytes()[:size]


def _run(seed: int, r: random.Random, kind: str, size: int) -> bytes:
    if kind == "texture":
        return _texture(r, size)
    if kind == "packed":
        return r.randbytes(size)
    if kind == "text":
        return texts.real(r, size)
    source = toolchain.code() if kind == "code" else _sound(seed)
    start = r.randrange(len(source) - size) & ~3
    return source[start:start + size]


def block(seed: int, index: int, size: int = BLOCK) -> bytes:
    """The block with this number: runs of a 64th to an eighth of it, shuffled."""
    r = random.Random(f"{seed}:bundle:{index}:{size}")
    runs = []
    for kind, share in SHARES.items():
        left = size * share // 16
        while left:
            length = min(left, r.randrange(size // 64, size // 8) & ~7)
            runs.append((kind, length))
            left -= length
    r.shuffle(runs)
    return b"".join(_run(seed, r, kind, length) for kind, length in runs)


def blocks(mib: int) -> list[tuple[int, int]]:
    """The number and the size of each block of a file of `mib` MiB: a power of two below 16, or a multiple of 16."""
    return [(0, mib * MIB)] if mib < 16 else [(number, BLOCK) for number in range(mib // 16)]


def warm(seed: int) -> None:
    """Reads and makes what all blocks draw from, before workers are forked."""
    toolchain.text()
    toolchain.code()
    _sound(seed)
