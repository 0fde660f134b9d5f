"""What reads: validate, inspect and unpack, beside the programs that do as much."""
from __future__ import annotations

import functools
import os

import measure as runner
import tools
import verify
from bench import Bench
from figures import Limit, Line, Run

NAMES = ("validate", "inspect", "unpack")
AS_FAST = (Limit("speed", at_least=1),)


def measure(bench: Bench, names: set, big: int) -> None:
    many = f"files-{bench.corpora.scale.file_counts[-1]}"
    if "validate" in names:
        bench.attempt("validate", many, _validate, bench, many)
    for kind in ("zip", "pkg") if "inspect" in names else ():
        bench.attempt("inspect", f"{many}, {kind}", _inspect, bench, many, kind)
    for corpus, seconds in (("levels", 10), ("photos", 8), ("mixed", 25)) if "unpack" in names else ():
        bench.attempt("unpack", corpus, _unpack, bench, corpus, seconds)


def _validate(bench: Bench, corpus: str) -> None:
    folder = bench.warm(corpus)
    found = bench.rounds("validate", {
        "iapkit": lambda: runner.run([bench.iapkit, "validate", "-q", "-j", str(tools.JOBS), folder]),
        "find | sort": lambda: runner.run(tools.find_command(folder), folder),
        "heads": lambda: runner.run(tools.heads_command(folder), folder),
    }, 7, 15)
    words = f"{bench.files(corpus):,} files: 2 x find | sort, and the heads"
    line = Line("validate", words, floor=(Limit("share", at_most=1),),
                note="the heads are the first 4,096 bytes of every file: what validate reads to know its kind")
    bench.compare(found, "iapkit", ("find | sort", "find | sort", "heads"), line)
    if "speed" in line.metrics:
        line.metrics["share"] = 1 / line.metrics["speed"]


def _inspect(bench: Bench, corpus: str, kind: str) -> None:
    package = bench.package(corpus, kind)
    listing = [tools.need("bsdtar"), "-tvf", package]
    if kind == "pkg":
        script = 'bsdtar -xOf "$1" "$(basename "$1")/Payload" | bsdtar -tvf -'
        listing = ["sh", "-ec", script, "sh", package]
    found = bench.rounds(f"inspect {kind}", {
        "iapkit": lambda: runner.run([bench.iapkit, "inspect", package]),
        "bsdtar -tv": lambda: runner.run(listing),
    }, 5, 10)
    words = f"{kind} of {bench.files(corpus):,} files: bsdtar -tv"
    bench.compare(found, "iapkit", ("bsdtar -tv",),
                  Line("inspect", words, floor=(Limit("seconds", at_most=1),)))


def _unpack(bench: Bench, corpus: str, seconds: float) -> None:
    archive, flat = bench.package(corpus, "zip"), bench.package(corpus, "pkg")
    # The payload out of the package, and the files out of the payload.
    from_payload = 'bsdtar -xOf "$1" "$(basename "$1")/Payload" | bsdtar -xf - -C "$2"'
    commands = {
        "iapkit zip": lambda out: [bench.iapkit, "unpack", archive, "-o", out, "-q", "--no-sync"],
        "bsdtar -xf": lambda out: [tools.need("bsdtar"), "-xf", archive, "-C", out],
        "unzip": lambda out: [tools.need("unzip"), "-q", archive, "-d", out],
        "iapkit pkg": lambda out: [bench.iapkit, "unpack", flat, "-o", out, "-q", "--no-sync"],
        "bsdtar x 2": lambda out: ["sh", "-ec", from_payload, "sh", flat, out],
    }
    source = bench.warm(corpus)
    seen: set = set()

    def unpack(name: str) -> Run:
        out = os.path.join(bench.empty_out(), "unpacked")
        os.mkdir(out)
        run = runner.run(commands[name](out))
        if name not in seen:
            verify.same_tree(out, source)
            seen.add(name)
        return run

    found = bench.rounds(f"unpack {corpus}", {name: functools.partial(unpack, name) for name in commands}, 3, seconds)
    for ours, peer in (("iapkit zip", "bsdtar -xf"), ("iapkit zip", "unzip"), ("iapkit pkg", "bsdtar x 2")):
        kind = ours.split()[1]
        bench.compare(found, ours, (peer,), Line("unpack", f"{corpus}, {kind}: {peer}", floor=AS_FAST))
