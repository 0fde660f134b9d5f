"""The benchmark of iapkit: `make bench`, or `.ci/bench/start PROGRAM [OPTIONS]`.

Prints one table to standard output, and what it does meanwhile to standard error. The status is 0; 1 where a run
failed or an output was refused by another program, and with --strict also where a floor was missed or a row left out;
2 where the command line is wrong or something is missing; 130 where it was interrupted, after the table so far.
"""
from __future__ import annotations

import argparse
import fcntl
import os
import platform
import signal
import sys
import time

import measure
import selftest
import table
import tools
from bench import Bench
from corpora import recipes
from corpora.cache import Corpora
from corpora.toolchain import ToolchainError, tag
from rows import codec, growth, many, packing, reading, starting

SEED = 20240601
# After three quarters of this, there is one round of each row; after all of it, rows are left out.
MINUTES = 14
BIG = 1024
MODULES = (many, packing, reading, codec, starting, growth)
NAMES = tuple(name for module in MODULES for name in module.NAMES)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Measures iapkit beside its peers.")
    parser.add_argument("iapkit", help="the release program")
    parser.add_argument("--folder", default=".build/bench", help="where corpora and outputs go (%(default)s)")
    parser.add_argument("--only", default="", metavar="ROW[,ROW]", help="of " + ", ".join(NAMES))
    parser.add_argument("--json", default="", metavar="FILE", help="also write every figure and run there")
    parser.add_argument("--quick", action="store_true", help="small corpora: shows that it works, measures nothing")
    parser.add_argument("--strict", action="store_true", help="a missed floor, or a row left out, makes the status 1")
    parser.add_argument("--seed", type=int, default=SEED, help="of the corpora (%(default)s)")
    parser.add_argument("--big", type=int, default=0, metavar="MIB",
                        help=f"size of the file of the row 'big', a multiple of 16 ({BIG})")
    parser.add_argument("--minutes", type=float, default=MINUTES,
                        help="how long this may take, give or take a row (%(default)s)")
    parser.add_argument("--self-test", action="store_true", help="check the counting and the table, and end")
    found = parser.parse_args()
    found.names = set(filter(None, found.only.replace(",", " ").split())) or set(NAMES)
    unknown = found.names - set(NAMES)
    if unknown:
        parser.error(f"no row is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    found.big = found.big or (64 if found.quick else BIG)
    if found.big % 16 or found.big < 16:
        parser.error("--big must be a multiple of 16")
    if not os.access(found.iapkit, os.X_OK) or os.path.isdir(found.iapkit):
        parser.error(f"there is no program '{found.iapkit}'; make build makes it")
    return found


def take(root: str):
    """Keeps this folder for one run at a time: two would measure each other, and share their outputs."""
    os.makedirs(root, exist_ok=True)
    lock = open(os.path.join(root, "lock"), "w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise measure.Failure("another run of the benchmark is at work here") from None
    return lock


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def about(options: argparse.Namespace) -> dict:
    """Where and with what this was measured."""
    return {
        "machine": {"system": platform.system(), "release": platform.release(), "architecture": platform.machine(),
                    "processors": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
                    "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
                    "busyBefore": measure.busy()},
        "iapkit": measure.output_of([options.iapkit, "--version"]).strip(), "toolchain": tag(), "seed": options.seed,
        "tools": tools.versions(), "jobs": tools.JOBS, "corpora": "quick" if options.quick else "full",
    }


def head(facts: dict) -> list:
    machine = facts["machine"]
    lines = [f"{facts['iapkit']} on {machine['system']} {machine['architecture']}, {machine['processors']} processors, "
             f"{machine['memory'] / (1 << 30):.0f} GiB; {facts['jobs']} jobs",
             f"corpora: {facts['corpora']}, seed {facts['seed']}, {facts['toolchain']}",
             ", ".join(f"{name} {version}" for name, version in facts["tools"].items()),
             f"measured in {facts['seconds'] / 60:.1f} minutes; no peer waits for the disk, so neither does iapkit, "
             "but in the row sync"]
    busy = max(machine["busyBefore"] or 0, machine["busyAfter"] or 0)
    if busy > 0.2:
        lines.append(f"CAUTION: other programs kept {busy:.1f} processors busy before or after: trust no seconds")
    if "interrupted" in facts:
        lines.append("CAUTION: interrupted: rows are missing")
    if facts["corpora"] == "quick":
        lines.append("CAUTION: quick, with small corpora: this shows that it works; the figures mean nothing")
    return lines


def main() -> int:
    start = time.monotonic()
    wrong = selftest.failures()
    if wrong:
        print(wrong, file=sys.stderr)
        return 2
    options = arguments()
    if options.self_test:
        return 0
    options.iapkit, root = os.path.abspath(options.iapkit), os.path.abspath(options.folder)
    scale = recipes.QUICK if options.quick else recipes.FULL
    try:
        lock = take(root)
        facts = about(options)
        corpora = Corpora(os.path.join(root, "corpora"), scale, options.seed, say)
        bench = Bench(options.iapkit, root, corpora, options.minutes, options.quick, say)
        try:
            for module in MODULES:
                module.measure(bench, options.names.intersection(module.NAMES), options.big)
        except KeyboardInterrupt:
            facts["interrupted"] = True
        finally:
            bench.clean()
            lock.close()
    except (ToolchainError, measure.Failure, OSError) as error:
        say(str(error))
        return 2
    facts["machine"]["busyAfter"], facts["seconds"] = measure.busy(), round(time.monotonic() - start, 1)
    for line in bench.lines:
        line.judged = not options.quick
    print(table.text(bench.lines, head(facts)))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.write(table.document(bench.lines, facts))
    failed = any(line.failure or (options.strict and (line.missed_floor or line.left_out)) for line in bench.lines)
    return 130 if "interrupted" in facts else 1 if failed else 0


def interrupt(*_) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(130)
