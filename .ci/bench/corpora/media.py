"""Photographs and sound, synthetic: JPEG and PNG files as libjpeg and zlib write them, and PCM in WAV files."""
from __future__ import annotations

import functools
import io
import struct

import numpy
from PIL import Image

RATE = 44_100
NOISE = 24 << 20


def _random(*seed: int) -> numpy.random.Generator:
    return numpy.random.Generator(numpy.random.PCG64(list(seed)))


@functools.lru_cache(maxsize=None)
def _sensor_noise(seed: int) -> numpy.ndarray:
    """What a sensor adds to each value; a picture takes it from some place in here."""
    return numpy.rint(_random(seed, 11).standard_normal(NOISE, dtype=numpy.float32) * 5).astype(numpy.int8)


def _smooth(random: numpy.random.Generator, height: int, width: int) -> Image.Image:
    """Octaves of smooth noise, as clouds and foliage have. Made at a quarter of the size: nothing in it is finer."""
    small = (max(1, width // 4), max(1, height // 4))
    total = numpy.zeros((small[1], small[0], 3), numpy.float32)
    for octave in range(2, 8):
        cells = 1 << octave
        grid = numpy.rint(numpy.clip(random.standard_normal((cells, cells, 3)) * 42 + 128, 0, 255)).astype(numpy.uint8)
        layer = Image.fromarray(grid).resize(small, Image.BILINEAR)
        total += (numpy.asarray(layer, numpy.float32) - 128) / octave ** 1.1
    pixels = numpy.clip(total * (38 / 42) + 128, 0, 255).astype(numpy.uint8)
    return Image.fromarray(pixels).resize((width, height), Image.BICUBIC)


def picture(seed: int, index: int, kind: str) -> bytes:
    """A `jpg` of about 6 megapixels at quality 92, or a `png` of about a tenth of that; each about 1 MB."""
    random = _random(seed, 1, index)
    large = kind == "jpg"
    height = 1560 + int(random.integers(300)) if large else 600 + int(random.integers(160))
    width = 2080 + int(random.integers(400)) if large else 800 + int(random.integers(200))
    pixels = numpy.asarray(_smooth(random, height, width)).astype(numpy.int16).reshape(-1)
    start = int(random.integers(NOISE - pixels.size))
    pixels += _sensor_noise(seed)[start:start + pixels.size]
    numpy.clip(pixels, 0, 255, out=pixels)
    image = Image.fromarray(pixels.astype(numpy.uint8).reshape(height, width, 3))
    out = io.BytesIO()
    if large:
        image.save(out, "JPEG", quality=92)
    else:
        image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def wav(seed: int, index: int, seconds: int) -> bytes:
    """Seven voices that swell and fade, and a little hiss, in 16-bit stereo."""
    random = _random(seed, 2, index)
    count = RATE * seconds
    time = numpy.arange(count, dtype=numpy.float32) / RATE
    sound = numpy.zeros((count, 2), numpy.float32)
    beats = numpy.arange(0, seconds + 1, 0.5)
    for _ in range(7):
        pitch = 55 * 2 ** (int(random.integers(48)) / 12)
        swell = numpy.interp(time, beats, random.random(len(beats))).astype(numpy.float32)
        phase = random.random() * 6.28
        for channel in range(2):
            loudness = numpy.float32(random.random())
            sound[:, channel] += swell * numpy.sin(numpy.float32(6.2831853 * pitch) * time
                                                   + numpy.float32(phase + 0.3 * channel)) * loudness
    sound += random.standard_normal((count, 2), dtype=numpy.float32) * numpy.float32(0.004)
    fade = numpy.clip(numpy.minimum(time, seconds - time) * 2, 0, 1)[:, None]
    samples = (numpy.clip(sound / 6 * fade, -1, 1) * 30_000).astype("<i2").tobytes()
    form = struct.pack("<IHHIIHH", 16, 1, 2, RATE, RATE * 4, 4, 16)
    return b"".join([b"RIFF", struct.pack("<I", 36 + len(samples)), b"WAVEfmt ", form, b"data",
                     struct.pack("<I", len(samples)), samples])


def warm(seed: int) -> None:
    """Makes what all pictures draw from, before workers are forked."""
    _sensor_noise(seed)
