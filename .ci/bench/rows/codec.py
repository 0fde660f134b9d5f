"""LZFSE, the codec of asset packs: iapkit's beside Apple's, one thread each, 4 MiB a piece as in an asset pack.

Apple's comes as a Python package; what Python itself takes is a few hundredths of a second of each run. iapkit's is
compiled into a small program here, since no command of iapkit does that alone. No floor is set on the time of packing:
Apple's looks at half as many matches, and makes larger packs.
"""
from __future__ import annotations

import filecmp
import functools
import glob
import os
import subprocess
import sys

import measure as runner
from bench import Bench
from figures import Limit, Line, Run
from measure import Failure

NAMES = ("lzfse",)
HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lzfse")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PIECE = 4 << 20
PIECES = 24
# Where the codec and what it needs of its neighbours lie, below Sources/ArchiveFormats.
SOURCES = ("Lzfse/*.swift", "Lzfse/*/*.swift", "Bytes/*.swift", "Deflate/Deflate.swift", "Deflate/DeflateSymbols.swift",
           "Deflate/HuffmanCode.swift", "Deflate/HuffmanLengths.swift", "Deflate/Inflating/InflatingEntry.swift",
           "Deflate/Inflating/InflatingLoop.swift", "Deflate/Inflating/InflatingTable.swift")
SMALLER = {"levels": 0.93, "photos": 1.0, "mixed": 0.99}


def measure(bench: Bench, names: set, big: int) -> None:
    if "lzfse" not in names:
        return
    for corpus in SMALLER:
        bench.attempt("lzfse", corpus, _corpus, bench, corpus)


@functools.lru_cache(maxsize=None)
def _ours(folder: str) -> str:
    """iapkit's codec as a program."""
    program = os.path.join(folder, "lzfse")
    sources = [path for each in SOURCES for path in glob.glob(os.path.join(ROOT, "Sources/ArchiveFormats", each))]
    swift = (os.environ.get("SWIFT") or "swift").split()
    compiler = [*swift[:-1], swift[-1] + "c"]
    command = [*compiler, "-O", "-wmo", "-swift-version", "6", "-package-name", "iapkit", "-module-name", "lzfse",
               "-enable-upcoming-feature", "InternalImportsByDefault", "-o", program, *sources,
               os.path.join(HERE, "main.swift")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        why = [line for line in found.stderr.splitlines() if "error:" in line] or ["no word why"]
        raise Failure(f"the codec can't be compiled alone: {why[0]}")
    return program


@functools.lru_cache(maxsize=None)
def _reference() -> list:
    """A Python that has Apple's codec."""
    for python in (os.path.join(ROOT, ".build/python/bin/python3"), sys.executable, "python3"):
        try:
            if subprocess.run([python, "-c", "import liblzfse"], capture_output=True, check=False).returncode == 0:
                return [python, "-B", os.path.join(HERE, "reference.py")]
        except OSError:
            pass
    raise Failure("no Python has liblzfse; .ci/setup bench gets it into .build/python")


def _sample(bench: Bench, corpus: str, target: str) -> None:
    """Pieces of a corpus, as far apart as may be."""
    folder = bench.corpora.folder(corpus)
    paths = sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
    total = sum(map(os.path.getsize, paths))
    step = max(1, total // PIECE // PIECES)
    with open(target, "wb") as out:
        number, left = 0, PIECE
        for path in paths:
            with open(path, "rb") as file:
                while data := file.read(left):
                    if number % step == 0:
                        out.write(data)
                    left -= len(data)
                    if left == 0:
                        number, left = number + 1, PIECE


def _corpus(bench: Bench, corpus: str) -> None:
    folder = os.path.join(bench.corpora.folder(corpus) + ".lzfse")
    os.makedirs(folder, exist_ok=True)
    source, packed = os.path.join(folder, "source"), os.path.join(folder, "packed")
    if not os.path.exists(source):
        _sample(bench, corpus, source + ".new")
        os.rename(source + ".new", source)
    ours, reference = [_ours(folder)], _reference()
    runner.run([*reference, "pack", source, packed], peak=False)

    def run(program: list, what: str, given: str) -> Run:
        target = os.path.join(bench.empty_out(), "out")
        found = bench.run([*program, what, given, target])
        if what == "unpack":
            return found if filecmp.cmp(target, source, shallow=False) else _refuse("unpacked other bytes")
        # Each must understand the other.
        other = reference if program is ours else ours
        back = os.path.join(folder, "back")
        runner.run([*other, "unpack", target, back], peak=False)
        if not filecmp.cmp(back, source, shallow=False):
            _refuse("packed what the other does not unpack")
        return found

    programs = {"iapkit": ours, "reference": reference}
    for what, given in (("pack", source), ("unpack", packed)):
        contenders = {name: functools.partial(run, program, what, given) for name, program in programs.items()}
        found = bench.rounds(f"lzfse {corpus}, {what}", contenders, 5, 12)
        floor = (Limit("size", at_most=SMALLER[corpus]),) if what == "pack" else (Limit("speed", at_least=1),)
        bench.compare(found, "iapkit", ("reference",),
                      Line("lzfse", f"{corpus}, {what}: Apple's reference", floor=floor))


def _refuse(what: str):
    raise Failure(what)
