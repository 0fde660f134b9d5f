"""Many folders at once.

Measured first of all, and nothing is deleted meanwhile. An ext4 without a journal does not use an inode again that was
freed within the last minute, and for each new file looks at all of those: after thousands of files were deleted,
thousands of new ones take a second or two of nothing else, whoever makes them. A journal, or a minute's rest, and it is
gone. One folder's package is one file, so only the other side would pay. Where something else has deleted files just
before, this waits.
"""
from __future__ import annotations

import os
import time

from bench import Bench
from figures import Limit, Line, Run
from measure import Failure

NAMES = ("catalogue",)


def measure(bench: Bench, names: set, big: int) -> None:
    if "catalogue" in names:
        bench.attempt("catalogue", "many folders", _catalogue, bench)


# A new file takes 20 us, and hundreds where freed inodes are in the way.
QUICK_FILE = 0.0001
LONGEST_REST = 75


def _rest(bench: Bench) -> None:
    """Waits until new files are made quickly again."""
    end = time.monotonic() + LONGEST_REST
    while True:
        folder = bench.new_out()
        start = time.monotonic()
        for number in range(50):
            os.close(os.open(os.path.join(folder, str(number)), os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        if (time.monotonic() - start) / 50 < QUICK_FILE:
            return
        if time.monotonic() > end:
            bench.say("catalogue: files are made slowly here, as after many were deleted; the row suffers from that")
            return
        time.sleep(5)


def _catalogue(bench: Bench) -> None:
    catalogue, joined = bench.warm("catalogue"), bench.warm("joined")
    count = bench.corpora.scale.catalogue
    first: list = []
    _rest(bench)

    def pack_all() -> Run:
        run = bench.run(bench.pack_command(catalogue, bench.new_out()))
        outputs = bench.outputs()
        if len(outputs) != count:
            raise Failure(f"iapkit wrote {len(outputs)} packages of {count} folders")
        if not first:
            # Three readers for each of thousands of packages take minutes: some stand for all.
            for path in outputs[::max(1, count // 20)]:
                files = len(os.listdir(os.path.join(catalogue, os.path.basename(path)[:-4], "Contents"))) + 1
                bench.verifier.package(path, files)
            first.append(run)
        return run

    def pack_one() -> Run:
        run = bench.run(bench.pack_command(joined, bench.new_out()))
        for path in bench.outputs():
            bench.verifier.package(path, bench.files("joined"))
        return run

    found = bench.rounds("catalogue", {"catalogue": pack_all, "one folder": pack_one}, 5, 15)
    # Two runs of one program differ by about 5 % even where they do the same.
    bench.compare(found, "catalogue", ("one folder",),
                  Line("catalogue", f"{count:,} folders: one, same bytes",
                       floor=(Limit("speed", at_least=0.95),)))
