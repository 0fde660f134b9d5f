"""Packing: iapkit beside every other way to make these files, with the floors and the goals of the project."""
from __future__ import annotations

import functools
from dataclasses import dataclass

import tools
from bench import Bench
from figures import Limit, Line, Run
from measure import Failure

BOTH = ("--format", "zip", "--format", "pkg")
# How a contender is called, from a corpus and a folder for its output.
PEERS = {
    "zip -6": tools.zip_command(6), "zip -0": tools.zip_command(0),
    "7zz -mx1": tools.seven_zip_command(1), "7zz -mx5": tools.seven_zip_command(5),
    "7zz -mx9": tools.seven_zip_command(9), "7zz -mx0": tools.seven_zip_command(0),
    "pkg by hand": tools.by_hand_command, "cat": tools.cat_command,
}
# Options of iapkit, number of jobs, and whether it waits for the disk.
OURS = {
    "iapkit": ((), tools.JOBS, False), "iapkit, synced": ((), tools.JOBS, True), "iapkit -j1": ((), 1, False),
    "iapkit store": (("--compression", "store"), tools.JOBS, False),
    "iapkit smallest": (("--compression", "smallest"), tools.JOBS, False),
    "iapkit zip and pkg": (BOTH, tools.JOBS, False),
}


@dataclass(frozen=True)
class Session:
    """Contenders that run in the same rounds: at most `most`, for about `seconds`."""
    corpus: str
    most: int
    seconds: float
    once: tuple = ()
    cold: bool = False


@dataclass(frozen=True)
class Row:
    name: str
    session: str
    what: str
    ours: str
    peers: tuple
    floor: tuple = ()
    goal: tuple = ()
    note: str | None = None


SESSIONS = {
    "levels": Session("levels", 5, 45),
    "photos": Session("photos", 5, 45),
    "store": Session("photos", 7, 8),
    # A round takes two minutes, and 7zz a good part of them.
    "mixed": Session("mixed", 2, 190, once=("7zz -mx5",)),
    "big": Session("file-{big}", 3, 30),
    "cold": Session("levels", 3, 25, cold=True),
    "sync": Session("mixed", 5, 20),
    "jobs": Session("mixed", 5, 20),
    "smallest": Session("levels", 1, 0),
}


def fast(times: float, size: float | None = None) -> tuple:
    """At least so many times as fast, and no larger than that share of the other's output."""
    limits = (Limit("speed", at_least=times),)
    return limits if size is None else limits + (Limit("size", at_most=size),)


def _rows() -> list:
    by_hand = tools.by_hand_note()
    both = ("zip -6", "pkg by hand")
    together = "zip and pkg: zip -6 + pkg by hand"
    return [
        Row("levels", "levels", "zip -r -6", "iapkit", ("zip -6",), fast(3.8, 0.96), fast(5, 0.96)),
        Row("levels", "levels", "7zz -mx5", "iapkit", ("7zz -mx5",), fast(8, 0.99), fast(10, 0.99)),
        Row("photos", "photos", "zip -r -6", "iapkit", ("zip -6",), fast(25, 1.0015), fast(40, 1.0015)),
        Row("photos", "photos", "--compression smallest: zip -r -6", "iapkit smallest", ("zip -6",),
            goal=fast(18, 1.0)),
        Row("store", "store", "photos, stored: zip -0", "iapkit store", ("zip -0",), fast(4), fast(6)),
        Row("store", "store", "photos, stored: 7zz -mx0", "iapkit store", ("7zz -mx0",), fast(4), fast(6)),
        Row("mixed", "mixed", "zip -r -6", "iapkit", ("zip -6",), fast(7.5, 1.0), fast(9.5, 1.0)),
        Row("mixed", "mixed", "7zz -mx5", "iapkit", ("7zz -mx5",), fast(11, 1.01), fast(14, 1.01)),
        Row("big", "big", "{big} MiB in one file: zip -6", "iapkit", ("zip -6",), fast(5.4, 1.0), fast(6.5, 1.0),
            "{big_note}"),
        Row("big", "big", "{big} MiB in one file: 7zz -mx1", "iapkit", ("7zz -mx1",), fast(3.8), fast(4.5)),
        Row("both", "levels", f"levels, {together}", "iapkit zip and pkg", both, fast(3.5), fast(5), by_hand),
        Row("both", "photos", f"photos, {together}", "iapkit zip and pkg", both, fast(22), fast(35)),
        Row("both", "mixed", f"mixed, {together}", "iapkit zip and pkg", both, fast(9), fast(12)),
        Row("cold", "cold", "levels, cold: zip -r -6", "iapkit", ("zip -6",), fast(3.5), fast(5), "{cold_note}"),
        Row("cold", "cold", "levels, cold: cat of all files", "iapkit", ("cat",), fast(1.5), fast(2)),
        Row("sync", "sync", "mixed, synced: --no-sync", "iapkit, synced", ("iapkit",),
            (Limit("overhead", at_most=0.15),)),
        Row("jobs", "jobs", "mixed, two jobs: one job", "iapkit", ("iapkit -j1",), fast(1.9)),
        Row("smallest", "smallest", "levels, smallest: 7zz -mx9", "iapkit smallest", ("7zz -mx9",)),
    ]


NAMES = tuple(dict.fromkeys(row.name for row in _rows()))


def measure(bench: Bench, names: set, big: int) -> None:
    """Adds the lines of the rows that were asked for. Rows of one session share its rounds."""
    rows = [row for row in _rows() if row.name in names]
    for session in dict.fromkeys(row.session for row in rows):
        together = [row for row in rows if row.session == session]
        bench.attempt(together[0].name, session, _measure_session, bench, session, together, big)
    order = {name: place for place, name in enumerate(NAMES)}
    bench.lines.sort(key=lambda line: order.get(line.row, -1))


def _measure_session(bench: Bench, name: str, rows: list, big: int) -> None:
    session = SESSIONS[name]
    corpus = session.corpus.format(big=big)
    wanted = dict.fromkeys(each for row in rows for each in (row.ours, *row.peers))
    ignored: list = []
    contenders = {each: functools.partial(_pack, bench, corpus, each, session.cold, ignored) for each in wanted}
    bench.warm(corpus)
    found = bench.rounds(name, contenders, session.most, session.seconds, session.once)
    notes = {
        "big": big,
        "big_note": "" if big >= 4608 else "the floor is for 4.5 GiB, which takes minutes: BENCH_BIG=4608",
        "cold_note": "this file system keeps what it was asked to drop: not cold" if ignored else "",
    }
    for row in rows:
        note = row.note.format(**notes) if row.note else None
        line = Line(row.name, row.what.format(**notes), floor=row.floor, goal=row.goal, note=note or None)
        bench.compare(found, row.ours, row.peers, line)
        if row.name == "sync" and "speed" in line.metrics:
            line.metrics["overhead"] = 1 / line.metrics["speed"] - 1


def _pack(bench: Bench, corpus: str, contender: str, cold: bool, ignored: list) -> Run:
    """One run of a contender, whose output is then verified."""
    folder, out = bench.corpora.folder(corpus), bench.empty_out()
    if cold and not bench.cold(corpus):
        ignored.append(contender)
    if contender in OURS:
        options, jobs, sync = OURS[contender]
        run = bench.run(bench.pack_command(folder, out, *options, jobs=jobs, sync=sync), folder)
        outputs = bench.outputs()
        if len(outputs) != (2 if options == BOTH else 1):
            raise Failure(f"{contender} wrote {len(outputs)} packages")
        for path in outputs:
            bench.verifier.package(path, bench.files(corpus))
    else:
        run = bench.run(PEERS[contender](folder, out), folder)
        for path in bench.outputs():
            bench.verifier.peer(path, bench.files(corpus))
    return run
