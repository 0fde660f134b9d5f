"""Start time, and the same bytes for any number of jobs."""
from __future__ import annotations

import measure as runner
import tools
import verify
from bench import Bench
from figures import Limit, Line, Run
from rows.packing import BOTH

NAMES = ("start", "bytes")
STARTS = 100


def measure(bench: Bench, names: set, big: int) -> None:
    if "start" in names:
        bench.attempt("start", "--version", _start, bench)
    for corpus in ("levels", "mixed") if "bytes" in names else ():
        bench.attempt("bytes", corpus, _same_bytes, bench, corpus)


def _start(bench: Bench) -> None:
    folder = bench.warm("tiny")
    # GNU time in between would be a good part of what is measured here.
    commands = {
        "iapkit --version": [bench.iapkit, "--version"],
        "iapkit validate": [bench.iapkit, "validate", folder],
        "bsdtar --version": [tools.need("bsdtar"), "--version"],
    }

    def several(command: list) -> Run:
        """The median of some runs, as one."""
        runs = sorted((runner.run(command, peak=False) for _ in range(10)), key=lambda run: run.wall)
        return Run(runs[5].wall, sum(run.cpu for run in runs) / len(runs))

    contenders = {name: lambda command=command: several(command) for name, command in commands.items()}
    found = bench.rounds("start", contenders, STARTS // 10, 20)
    bench.compare(found, "iapkit --version", ("bsdtar --version",),
                  Line("start", "--version: bsdtar --version", floor=(Limit("speed", at_least=2),)))
    bench.compare(found, "iapkit validate", ("bsdtar --version",),
                  Line("start", "validate: bsdtar --version", floor=(Limit("speed", at_least=1),)))


def _same_bytes(bench: Bench, corpus: str) -> None:
    """Both packages with 1, 2 and 8 jobs. That they are the same is no figure: if not, the run has failed."""
    folder, digests = bench.warm(corpus), set()
    for jobs in (1, 2, 8):
        runner.run(bench.pack_command(folder, bench.empty_out(), *BOTH, jobs=jobs))
        digests.add(tuple(map(verify.digest, bench.outputs())))
        bench.say(f"bytes, {corpus}: packed with {jobs} jobs")
    for path in bench.outputs():
        bench.verifier.package(path, bench.files(corpus))
    line = Line("bytes", f"{corpus}: the same with 1, 2 and 8 jobs", {"versions": len(digests)}, 1,
                floor=(Limit("versions", at_most=1),))
    if len(digests) != 1:
        line.failure = f"{len(digests)} different packages from 1, 2 and 8 jobs"
    bench.lines.append(line)
