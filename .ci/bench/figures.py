"""What is counted from runs: ratios, medians, straight lines, and whether a limit holds. No run and no file here."""
from __future__ import annotations

import statistics
from dataclasses import dataclass, field

MIB = 1 << 20


@dataclass(frozen=True)
class Run:
    """One run of a program, or of several one after the other.

    `wall` and `cpu` are in seconds, `cpu` with all children; `peak` is the resident memory of the largest single
    process in bytes, `size` that of the output. None where it was not measured.
    """
    wall: float
    cpu: float
    peak: int | None = None
    size: int | None = None

    def after(self, other: "Run") -> "Run":
        """Both runs as one that did first the one and then the other."""
        peaks = [each.peak for each in (self, other) if each.peak is not None]
        sizes = [each.size for each in (self, other)]
        return Run(self.wall + other.wall, self.cpu + other.cpu, max(peaks) if peaks else None,
                   None if None in sizes else sum(sizes))


@dataclass(frozen=True)
class Limit:
    """That a figure must be at least or at most so large."""
    metric: str
    at_least: float | None = None
    at_most: float | None = None

    def holds(self, value: float) -> bool:
        return (self.at_least is None or value >= self.at_least) and (self.at_most is None or value <= self.at_most)


@dataclass
class Line:
    """One line of the table."""
    row: str
    what: str
    metrics: dict = field(default_factory=dict)
    rounds: int = 0
    floor: tuple = ()
    goal: tuple = ()
    # Why the line can't be trusted: a failed run, an output that a reader refused.
    failure: str | None = None
    # What the reader must know: a stand-in for a tool, say.
    note: str | None = None
    # Whether there was no time for it.
    left_out: bool = False
    # False where the figures mean nothing, as with small corpora.
    judged: bool = True
    runs: dict = field(default_factory=dict)

    def verdict(self, limits: tuple) -> str | None:
        """`pass` or `missed`; None where there is no limit, nothing was measured or nothing is judged."""
        if not limits or not self.judged or any(each.metric not in self.metrics for each in limits):
            return None
        return "pass" if all(each.holds(self.metrics[each.metric]) for each in limits) else "missed"

    def leave_out(self) -> "Line":
        """Says that there was no time for this line, and how to have it."""
        self.left_out = True
        self.note = f"left out, as the time is up: BENCH_ONLY={self.row} measures it"
        return self

    @property
    def missed_floor(self) -> bool:
        return bool(self.floor) and self.judged and self.verdict(self.floor) != "pass"


def compare(ours: list, peers: list) -> dict:
    """The medians of what each round gave: how many times as much wall time, CPU and memory the peer took, and how
    large our output is beside the peer's."""
    pairs = list(zip(ours, peers))
    figures = {
        "seconds": statistics.median(each.wall for each in ours),
        "peer_seconds": statistics.median(each.wall for each in peers),
        "speed": _median(pairs, lambda a, b: _ratio(b.wall, a.wall)),
        "cpu": _median(pairs, lambda a, b: _ratio(b.cpu, a.cpu)),
        "memory": _median(pairs, lambda a, b: _ratio(b.peak, a.peak)),
        "size": _median(pairs, lambda a, b: _ratio(a.size, b.size)),
        "peak": _median(pairs, lambda a, b: a.peak),
        "peer_peak": _median(pairs, lambda a, b: b.peak),
    }
    return {name: value for name, value in figures.items() if value is not None}


def alone(runs: list) -> dict:
    """The medians of runs that have no peer."""
    figures = {"seconds": statistics.median(each.wall for each in runs),
               "peak": _median([(each, each) for each in runs], lambda a, _: a.peak)}
    return {name: value for name, value in figures.items() if value is not None}


def from_straight_line(points: list) -> list:
    """How far each (amount, seconds) lies off the straight line through the first and the last, as a share of that
    line's value. The line need not begin at zero: a start costs what it costs."""
    (first, low), (last, high) = points[0], points[-1]
    slope = (high - low) / (last - first)
    return [seconds / (low + slope * (amount - first)) - 1 for amount, seconds in points]


def _ratio(value: float | None, by: float | None) -> float | None:
    return None if value is None or not by else value / by


def _median(pairs: list, figure) -> float | None:
    found = [value for value in (figure(*pair) for pair in pairs) if value is not None]
    return statistics.median(found) if found else None
