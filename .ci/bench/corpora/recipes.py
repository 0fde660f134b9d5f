"""What is in each corpus: which files, how many, how large.

A recipe is a list of parts. Every part has random generators of its own, so that workers may make them in any order.
"""
from __future__ import annotations

import random
from dataclasses import dataclass

from corpora import bundle, media, texts

MIB = 1 << 20
# How many bytes a second of sound takes: 44,100 samples of four bytes.
SECOND = 176_400
FILES_A_FOLDER = 10
CONTENT_INFO = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>IAPProductIdentifier</key>
	<string>com.example.bench.{name}</string>
	<key>ContentVersion</key>
	<string>1.0</string>
</dict>
</plist>
"""


@dataclass(frozen=True)
class Part:
    """A file of a corpus, or a block of its big file. `size` is in bytes and 0 where the number decides it."""
    kind: str
    number: int
    size: int = 0


@dataclass(frozen=True)
class Scale:
    """How large the corpora are. MiB for `mixed`, and for each of `file_sizes`."""
    name: str
    levels: int
    photos: int
    mixed: int
    file_counts: tuple
    file_sizes: tuple
    catalogue: int

    @property
    def seconds_of_sound(self) -> tuple:
        return (6, 90) if self.mixed > 200 else (3, 9)


FULL = Scale("full", levels=20_000, photos=300, mixed=1_000, file_counts=(1_000, 10_000, 100_000),
             file_sizes=(1, 16, 256, 1024, 4608), catalogue=2_000)
QUICK = Scale("quick", levels=1_000, photos=20, mixed=50, file_counts=(100, 1_000, 10_000),
              file_sizes=(1, 16, 64), catalogue=100)


def content_info(name: str) -> bytes:
    return CONTENT_INFO.format(name=name).encode()


def plan(name: str, scale: Scale, seed: int) -> list:
    """The parts of the corpus with this name."""
    kind, _, number = name.partition("-")
    if kind == "levels":
        return [Part("small", each) for each in range(scale.levels)]
    if kind == "photos":
        return [Part("photo", each) for each in range(scale.photos)]
    if kind == "mixed":
        return _mixed(seed, scale)
    if kind == "files":
        return [Part("small", each) for each in range(int(number))]
    if kind == "file":
        return [Part("bundle", each, size) for each, size in bundle.blocks(int(number))]
    if kind == "catalogue":
        return [Part("product", each) for each in range(scale.catalogue)] + _catalogue(scale)
    if kind == "joined":
        return _catalogue(scale)
    if kind == "tiny":
        return [Part("small", each) for each in range(5)]
    raise ValueError(f"no corpus is called {name}")


def _catalogue(scale: Scale) -> list:
    return [Part("entry", each) for each in range(scale.catalogue * FILES_A_FOLDER)]


def _mixed(seed: int, scale: Scale) -> list:
    """Text, JSON, sound, pictures, small files and one bundle."""
    r = random.Random(f"{seed}:mixed")
    total = scale.mixed * MIB
    parts = []

    def fill(kind: str, share: float, size) -> None:
        number, done = 0, 0
        while done < total * share:
            parts.append(Part(kind, number, size()))
            done += parts[-1].size
            number += 1

    fill("text", 0.13, lambda: int(min(2 * MIB, max(4096, r.lognormvariate(11.5, 1.3)))))
    fill("json", 0.10, lambda: int(min(3 * MIB, max(20_000, r.lognormvariate(12.5, 1.2)))))
    fill("sound", 0.16, lambda: r.randrange(*scale.seconds_of_sound) * SECOND)
    # Pictures are about 1 MB each: how large one gets is seen only once it is made.
    fill("picture", 0.17, lambda: MIB)
    parts += [Part("little", number) for number in range(2 * scale.mixed)]
    return parts + [Part("bundle", number, size) for number, size in bundle.blocks(scale.mixed * 2 // 5 // 16 * 16)]


def make(name: str, seed: int, part: Part) -> tuple:
    """The path inside the corpus, the offset in that file, and the bytes of a part."""
    number, size = part.number, part.size
    if part.kind == "small":
        suffix, data = texts.small(seed, number)
        path = f"Contents/world{number // 5000:02d}/stage{number // 500 % 10:02d}/item_{number:06d}.{suffix}"
    elif part.kind == "photo":
        suffix = "png" if number % 5 == 4 else "jpg"
        path, data = f"Contents/album{number // 50:02d}/IMG_{number:04d}.{suffix}", media.picture(seed, number, suffix)
    elif part.kind == "text":
        path, data = f"Contents/text/doc_{number:05d}.txt", texts.real(_own_random(seed, part), size)
    elif part.kind == "json":
        data = texts.json_objects(seed, _own_random(seed, part), size)
        path = f"Contents/json/data_{number:05d}.json"
    elif part.kind == "sound":
        path, data = f"Contents/audio/track_{number:03d}.wav", media.wav(seed, number, size // SECOND)
    elif part.kind == "picture":
        suffix = "png" if number % 2 else "jpg"
        path, data = f"Contents/images/img_{number:04d}.{suffix}", media.picture(seed, 10_000 + number, suffix)
    elif part.kind == "little":
        suffix, data = texts.small(seed, 1_000_000 + number)
        path = f"Contents/small/f{number // 250}/s_{number:05d}.{suffix}"
    elif part.kind == "product":
        path, data = f"Pack{number:04d}/ContentInfo.plist", content_info(f"pack{number}")
    elif part.kind == "entry":
        suffix, data = texts.small(seed, number)
        pack, file = f"Pack{number // FILES_A_FOLDER:04d}", f"item_{number:06d}.{suffix}"
        path = f"{pack}/Contents/{file}" if name == "catalogue" else f"Contents/{pack}/{file}"
    else:
        return "Contents/data/bundle.dat", number * bundle.BLOCK, bundle.block(seed, number, size)
    return path, 0, data


def _own_random(seed: int, part: Part) -> random.Random:
    return random.Random(f"{seed}:mixed:{part.kind}:{part.number}")


def warm(name: str, seed: int) -> None:
    """Makes what the parts of a corpus draw from, before workers are forked: they then share it."""
    kind = name.partition("-")[0]
    if kind in ("photos", "mixed"):
        media.warm(seed)
    if kind != "photos":
        texts.warm(seed)
    if kind in ("file", "mixed"):
        bundle.warm(seed)
