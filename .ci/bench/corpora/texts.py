"""Small files of games and apps: JSON, property lists, CSV, plain text, 1 to 20 KB each.

The records are made once and drawn from a pool: a hundred thousand files then take seconds. A pool is a hundred times
what deflate can look back on, so that no packer gains by it.
"""
from __future__ import annotations

import functools
import json
import random

from corpora import toolchain

POOL = 30_000
WORDS = ("level tile layer spawn enemy coin platform camera parallax trigger checkpoint door key switch lava water "
         "grass stone crate ladder rope spike boss dialog quest item potion sword shield armor gem chest map zone "
         "music ambience loop fade intro outro sprite atlas frame anchor pivot collider sensor joint motor gravity "
         "velocity friction restitution density mask category group visible hidden locked opacity tint blend").split()
PLIST_HEAD = ('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
              '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n')
PLIST_TAIL = "</dict>\n</plist>\n"
SMALLEST, LARGEST = 1024, 20_480


def _object(r: random.Random) -> dict:
    return {"id": r.randrange(1, 99_999), "type": r.choice(WORDS), "x": round(r.uniform(0, 4096), 2),
            "y": round(r.uniform(0, 2160), 2), "rotation": r.choice([0, 90, 180, 270]), "visible": r.random() < 0.9,
            "properties": {r.choice(WORDS): r.randrange(500), r.choice(WORDS): r.choice(WORDS)}}


def _plist_entry(r: random.Random) -> str:
    kind = r.random()
    if kind < 0.4:
        return f"\t<key>{r.choice(WORDS)}{r.randrange(99)}</key>\n\t<integer>{r.randrange(100_000)}</integer>\n"
    if kind < 0.8:
        sentence = " ".join(r.choices(WORDS, k=r.randrange(1, 8)))
        return f"\t<key>{r.choice(WORDS)}{r.choice(WORDS).title()}</key>\n\t<string>{sentence}</string>\n"
    numbers = "".join(f"\t\t<real>{r.uniform(-1000, 1000):.4f}</real>\n" for _ in range(4))
    return f"\t<key>{r.choice(WORDS)}</key>\n\t<array>\n{numbers}\t</array>\n"


def _csv_row(r: random.Random) -> str:
    return (f"{r.randrange(100_000)},{r.choice(WORDS)},{r.uniform(0, 4096):.2f},{r.uniform(0, 2160):.2f},"
            f"{r.randrange(1, 1000)},{r.uniform(0, 9):.3f},{r.choice(WORDS)}\n")


def _nested(record: dict, indent: int) -> str:
    """`record` as it stands in a list of an indented document."""
    return json.dumps(record, indent=indent).replace("\n", "\n" + " " * 2 * indent)


@functools.lru_cache(maxsize=None)
def _pool(seed: int, kind: str) -> list[str]:
    r = random.Random(f"{seed}:pool:{kind}")
    if kind == "plist":
        return [_plist_entry(r) for _ in range(POOL)]
    if kind == "csv":
        return [_csv_row(r) for _ in range(POOL)]
    objects = [_object(r) for _ in range(POOL)]
    indent = int(kind[-1])
    return [_nested(each, indent) if indent else json.dumps(each) for each in objects]


def _draw(seed: int, kind: str, r: random.Random, size: int) -> list[str]:
    """Records of about `size` bytes in all."""
    pool = _pool(seed, kind)
    average = sum(map(len, pool[:500])) / 500
    return r.choices(pool, k=max(1, round(size / average)))


def json_objects(seed: int, r: random.Random, size: int) -> bytes:
    """A level of a game with its objects, in one of three ways to set JSON."""
    indent = r.choice([0, 1, 2, 2])
    between = ",\n" + " " * 2 * indent if indent else ", "
    head = {"version": 3, "name": f"{r.choice(WORDS)}_{r.randrange(99_999)}", "width": r.randrange(20, 400),
            "height": r.randrange(10, 200), "properties": {"difficulty": r.randrange(1, 10), "seed": r.getrandbits(48)}}
    opening = json.dumps(head, indent=indent or None)[:-1].rstrip()
    objects = between.join(_draw(seed, f"object{indent}", r, size - len(opening)))
    if indent:
        return f'{opening},\n{" " * indent}"objects": [\n{" " * 2 * indent}{objects}\n{" " * indent}]\n}}\n'.encode()
    return f'{opening}, "objects": [{objects}]}}'.encode()


def json_tiles(r: random.Random, size: int) -> bytes:
    """A layer of tiles, most of them the same."""
    usual = r.randrange(40)
    tiles = [usual if byte < 179 else r.randrange(256) for byte in r.randbytes(size // 4)]
    return json.dumps({"layer": r.choice(WORDS), "tiles": tiles}).encode()


def real(r: random.Random, size: int) -> bytes:
    """A slice of real text."""
    text = toolchain.text()
    start = r.randrange(len(text) - size)
    return text[start:start + size]


def small(seed: int, index: int) -> tuple[str, bytes]:
    """The suffix and the bytes of the small file with this number."""
    r = random.Random(f"{seed}:small:{index}")
    size = int(min(LARGEST, max(SMALLEST, r.lognormvariate(8.55, 0.75))))
    kind = r.random()
    if kind < 0.40:
        return "json", json_objects(seed, r, size)
    if kind < 0.50:
        return "json", json_tiles(r, size)
    if kind < 0.70:
        return "plist", (PLIST_HEAD + "".join(_draw(seed, "plist", r, size - 200)) + PLIST_TAIL).encode()
    if kind < 0.80:
        return "csv", ("id,name,x,y,hp,speed,loot\n" + "".join(_draw(seed, "csv", r, size))).encode()
    return "txt", real(r, size)


def warm(seed: int) -> None:
    """Makes what all files draw from, before workers are forked: they then share it."""
    toolchain.text()
    for kind in ("object0", "object1", "object2", "plist", "csv"):
        _pool(seed, kind)
