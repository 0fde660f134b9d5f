"""What the rows of the benchmark share: the program, the corpora, runs in rounds, and the lines they gave."""
from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass, field

import figures
import measure
import pages
from corpora.cache import Corpora
from figures import Line, Run
from measure import Failure
from tools import JOBS
from verify import Verifier


@dataclass
class Rounds:
    """The runs of each contender by round, and what went wrong."""
    runs: dict = field(default_factory=dict)
    failures: dict = field(default_factory=dict)

    def of(self, name: str, among: set) -> list:
        return [self.runs[name][each] for each in sorted(among)]

    def last(self, name: str) -> Run | None:
        return next(reversed(self.runs[name].values()), None)

    def common(self, names: list) -> set:
        """The rounds in which all of `names` ran."""
        return set.intersection(*(set(self.runs.get(each, {})) for each in names))


class Bench:
    """One run of the benchmark. `root` is a folder of its own that may be removed at any time."""

    def __init__(self, iapkit: str, root: str, corpora: Corpora, minutes: float, quick: bool, say):
        self.iapkit, self.corpora, self.quick, self.say = iapkit, corpora, quick, say
        self.lines: list = []
        self.verifier = Verifier()
        self._start, self._seconds = time.monotonic(), minutes * 60
        self._outs = os.path.join(root, "out")
        self._out, self._news = self._outs, 0
        self._packages = os.path.join(root, "packages")
        self._counts: dict = {}
        self._warm: str | None = None
        self.clean()

    def clean(self) -> None:
        for folder in (self._outs, self._packages):
            shutil.rmtree(folder, ignore_errors=True)

    # Corpora and packages

    def warm(self, name: str) -> str:
        """The corpus with this name, made and read into memory."""
        folder = self.corpora.folder(name)
        if self._warm != name:
            pages.read(folder)
            self._warm = name
        return folder

    def cold(self, name: str) -> bool:
        """Drops a corpus from memory; false if the system does not do so."""
        self._warm = None
        return pages.drop(self.corpora.folder(name))

    def files(self, name: str) -> int:
        """How many files a corpus has."""
        if name not in self._counts:
            self._counts[name] = sum(len(names) for _, _, names in os.walk(self.corpora.folder(name)))
        return self._counts[name]

    def package(self, name: str, kind: str) -> str:
        """iapkit's package of a corpus, made once and verified."""
        path = os.path.join(self._packages, f"{name}.{kind}")
        if not os.path.exists(path):
            os.makedirs(self._packages, exist_ok=True)
            measure.run(self.pack_command(self.warm(name), self._packages, "--format", kind), peak=False)
            self.verifier.package(path, self.files(name))
        return path

    def pack_command(self, folder: str, out: str, *options: str, jobs: int = JOBS, sync: bool = False) -> list:
        """No peer waits for the disk, so neither does iapkit unless that is what is measured."""
        waiting = [] if sync else ["--no-sync"]
        return [self.iapkit, "pack", folder, "-o", out, "-q", "-j", str(jobs), *waiting, *options]

    # Runs

    @property
    def late(self) -> bool:
        """Whether there is time for one round of each row only."""
        return time.monotonic() - self._start > 0.75 * self._seconds

    @property
    def over(self) -> bool:
        """Whether there is no time for another row."""
        return time.monotonic() - self._start > self._seconds

    def run(self, command: list, folder: str | None = None) -> Run:
        """Runs a command whose output goes to `self.empty_out()`, and tells how large that is."""
        found = measure.run(command, folder)
        return Run(found.wall, found.cpu, found.peak, sum(map(os.path.getsize, self.outputs())) or None)

    def empty_out(self) -> str:
        """An empty folder for the output of a run, with nothing left to be written to the disk."""
        shutil.rmtree(self._outs, ignore_errors=True)
        self._out = self._outs
        os.makedirs(self._out)
        # Else the next program pays for what the last one wrote.
        os.sync()
        return self._out

    def new_out(self) -> str:
        """A new folder for the output of a run, beside those of the runs before it, which stay until the row ends."""
        self._news += 1
        self._out = os.path.join(self._outs, str(self._news))
        os.makedirs(self._out)
        os.sync()
        return self._out

    def outputs(self) -> list:
        return sorted(os.path.join(self._out, name) for name in os.listdir(self._out)
                      if os.path.isfile(os.path.join(self._out, name)))

    def rounds(self, title: str, contenders: dict, most: int, seconds: float, once: tuple = ()) -> Rounds:
        """Runs each contender, a call that gives a Run, in turn: another one begins every round. At least one round,
        at most `most`, and none that would probably not end within `seconds` or before the benchmark's own end.
        Those in `once` are slow, and run in the first round only."""
        found = Rounds({name: {} for name in contenders})
        names, start = list(contenders), time.monotonic()
        for number in range(min(most, 2) if self.quick else most):
            for name in names[number % len(names):] + names[:number % len(names)]:
                if name in found.failures or (number > 0 and name in once):
                    continue
                self._run_one(title, number, name, contenders[name], found)
            again = sum(run.wall for name in names if name not in once for run in [found.last(name)] if run)
            if time.monotonic() - start + again > seconds or self.late:
                break
        shutil.rmtree(self._outs, ignore_errors=True)
        return found

    def _run_one(self, title: str, number: int, name: str, contender, found: Rounds) -> None:
        try:
            run = contender()
            found.runs[name][number] = run
            self.say(f"{title}, round {number + 1}: {name} {run.wall:.3f} s")
        except Failure as failure:
            found.failures[name] = str(failure)
            self.say(f"{title}, round {number + 1}: {name} failed: {failure}")

    # Lines

    def attempt(self, row: str, what: str, measure_it, *arguments) -> None:
        """Measures something that adds its own lines. A failure becomes a line of the table too, so that the other
        rows are measured all the same; where the time is up there is a line that says so."""
        if self.over:
            self.lines.append(Line(row, what).leave_out())
            return
        try:
            measure_it(*arguments)
        except (Failure, OSError) as failure:
            self.say(f"{row}: {failure}")
            self.lines.append(Line(row, what, failure=str(failure)))

    def compare(self, found: Rounds, ours: str, peers: tuple, line: Line) -> Line:
        """Adds a line that holds `ours` against `peers`, which together do the same work."""
        names = [ours, *peers]
        wrong = [found.failures[name] for name in names if name in found.failures]
        among = found.common(names)
        if wrong or not among:
            line.failure = "; ".join(wrong) or "nothing was measured"
        else:
            together = found.of(peers[0], among)
            for name in peers[1:]:
                together = [run.after(before) for run, before in zip(found.of(name, among), together)]
            line.metrics = figures.compare(found.of(ours, among), together)
            line.rounds = len(among)
            line.runs = {name: found.of(name, among) for name in names}
        self.lines.append(line)
        return line
