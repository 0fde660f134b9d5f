"""Real text and machine code, from the Swift toolchain: every developer of iapkit has one.

Another toolchain holds other files, so it gives other corpora; the cache knows them apart by `tag`.
"""
from __future__ import annotations

import functools
import json
import os
import subprocess

MIB = 1 << 20
TEXT_SUFFIXES = (".h", ".swiftinterface", ".json", ".py", ".swift", ".def", ".inc", ".modulemap", ".txt", ".html",
                 ".md", ".rst", ".yaml")
CODE_SUFFIXES = (".so", ".dylib")
TEXT_LIMIT, CODE_LIMIT = 140 * MIB, 140 * MIB
# The long ones are lists that a generator wrote, and pack far better than what people write.
TEXT_OF_ONE_FILE = MIB // 8
# With less than this, slices of the same few pages would fill a corpus.
TEXT_LEAST, CODE_LEAST = 8 * MIB, 16 * MIB


class ToolchainError(Exception):
    """There is no toolchain, or it has too little in it."""


@functools.lru_cache(maxsize=None)
def _target_info() -> dict:
    program = os.environ.get("SWIFT") or "swift"
    try:
        answer = subprocess.run(program.split() + ["-print-target-info"], capture_output=True, check=True)
        return json.loads(answer.stdout)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise ToolchainError(f"'{program} -print-target-info' told nothing: {error}") from error


def tag() -> str:
    """What tells toolchains apart, fit for a file name."""
    info = _target_info()
    words = info.get("swiftCompilerTag") or info["compilerVersion"]
    return "".join(c if c.isalnum() or c in ".-" else "-" for c in f"{words}-{info['target']['arch']}")


def _root() -> str:
    """The toolchain's `usr`, two folders above its Swift resources."""
    return os.path.dirname(os.path.dirname(os.path.realpath(_target_info()["paths"]["runtimeResourcePath"])))


def _files(folder: str, wanted) -> list[str]:
    found = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(place, name) for name in sorted(names) if wanted(name)]
    return [path for path in found if os.path.isfile(path) and not os.path.islink(path)]


def _join(paths: list[str], most_each: int, limit: int) -> bytes:
    parts, total = [], 0
    for path in paths:
        with open(path, "rb") as file:
            parts.append(file.read(min(most_each, limit - total)))
        total += len(parts[-1])
        if total >= limit:
            break
    return b"".join(parts)


@functools.lru_cache(maxsize=None)
def text() -> bytes:
    """Headers, interfaces, scripts and documents, one after the other."""
    found = _join(_files(_root(), lambda name: name.endswith(TEXT_SUFFIXES)), TEXT_OF_ONE_FILE, TEXT_LIMIT)
    if len(found) < TEXT_LEAST:
        raise ToolchainError(f"only {len(found)} bytes of text in the toolchain at {_root()}")
    return found


@functools.lru_cache(maxsize=None)
def code() -> bytes:
    """The toolchain's libraries; where there are few, its compiler too."""
    libraries = _files(os.path.join(_root(), "lib", "swift"), lambda name: name.endswith(CODE_SUFFIXES))
    found = _join(libraries, CODE_LIMIT, CODE_LIMIT)
    if len(found) < CODE_LEAST:
        found += _join(_files(os.path.join(_root(), "bin"), lambda name: name == "swift-frontend"), 96 * MIB, 96 * MIB)
    if len(found) < CODE_LEAST:
        raise ToolchainError(f"only {len(found)} bytes of machine code in the toolchain at {_root()}")
    return found
