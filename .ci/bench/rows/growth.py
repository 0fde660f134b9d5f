"""Growth with the number of files and with the size of one file, and how much memory it takes."""
from __future__ import annotations

import statistics
import time

import figures
from bench import Bench
from figures import MIB, Limit, Line
from measure import Failure
from rows.packing import BOTH

NAMES = ("memory", "growth")
STRAIGHT = (Limit("deviation", at_most=0.15),)
MOST = 5
# A point of a line is measured again until this is used up.
SECONDS = 8
# The largest file takes minutes to make, pack and verify: this one is left out where the time is up.
LONG = 4096


def measure(bench: Bench, names: set, big: int) -> None:
    scale = bench.corpora.scale
    if "memory" in names:
        # Both kinds of package in one run.
        size, count = min(1024, scale.file_sizes[-1]), scale.file_counts[-1]
        for jobs, most in ((2, 32), (16, 64)):
            words = f"{size:,} MiB in one file, {jobs} jobs"
            bench.attempt("memory", words, _memory, bench, f"file-{size}", words, jobs, most)
        for jobs in (2, 16):
            words = f"{count:,} files, {jobs} jobs"
            bench.attempt("memory", words, _memory, bench, f"files-{count}", words, jobs, 80)
    if "growth" in names:
        _grow(bench, "files", scale.file_counts, "{:,} files, both kinds", BOTH)
        _grow(bench, "file", scale.file_sizes, "{:,} MiB in one file, zip", ())


def _grow(bench: Bench, kind: str, amounts: tuple, words: str, options: tuple) -> None:
    """A line for each amount, and how far the inner ones lie off the straight line through the outer ones."""
    lines, points = [], []
    for amount in amounts:
        line = Line("growth", words.format(amount))
        lines.append(line)
        if bench.over or (kind == "file" and amount > LONG and bench.late):
            line.leave_out()
            continue
        try:
            runs = _repeat(bench, f"{kind}-{amount}", options)
        except (Failure, OSError) as failure:
            line.failure = str(failure)
            continue
        line.metrics, line.rounds, line.runs = figures.alone(runs), len(runs), {"iapkit": runs}
        points.append((amount, statistics.median(run.wall for run in runs)))
    bench.lines += lines
    if len(points) < 3:
        return
    # The lines of the points lie side by side with them: one that failed or was left out has no metrics.
    measured = [line for line in lines if line.metrics]
    first, last = points[0][0], points[-1][0]
    for line, deviation in list(zip(measured, figures.from_straight_line(points)))[1:-1]:
        line.metrics["deviation"], line.floor = abs(deviation), STRAIGHT
        line.note = f"{deviation:+.1%} off the straight line through {first:,} and {last:,}"


def _repeat(bench: Bench, corpus: str, options: tuple) -> list:
    folder, files = bench.warm(corpus), bench.files(corpus)
    runs, start = [], time.monotonic()
    while len(runs) < MOST:
        runs.append(bench.run(bench.pack_command(folder, bench.empty_out(), *options)))
        bench.say(f"growth, {corpus}: {runs[-1].wall:.3f} s")
        for path in bench.outputs() if len(runs) == 1 else ():
            bench.verifier.package(path, files)
        if bench.late or time.monotonic() - start + runs[-1].wall > SECONDS:
            break
    return runs


def _memory(bench: Bench, corpus: str, words: str, jobs: int, most: int) -> None:
    run = bench.run(bench.pack_command(bench.warm(corpus), bench.empty_out(), *BOTH, jobs=jobs))
    bench.say(f"memory, {words}: {(run.peak or 0) / MIB:.1f} MiB")
    for path in bench.outputs():
        bench.verifier.package(path, bench.files(corpus))
    bench.lines.append(Line("memory", words, figures.alone([run]), 1, (Limit("peak", at_most=most * MIB),),
                            runs={"iapkit": [run]}))
