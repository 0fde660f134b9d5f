"""The figures as a table for people and as JSON for programs."""
from __future__ import annotations

import json

from figures import MIB, Limit, Line

COLUMNS = ("row", "against", "n", "s", "time", "CPU", "memory", "MiB", "size", "floor", "goal")
LEGEND = """\
n: rounds. s, MiB: iapkit's own seconds and peak memory. time, CPU, memory: how many times as much the other takes, so
more is better. size: iapkit's output divided by the other's, so less is better. All are medians; a ratio is taken
within one round. Peak memory is that of the largest single process."""
WORDS = {"speed": "{:.4g}x", "size": "size {:.5g}", "peak": "{:.0f} MiB", "seconds": "{:.4g} s",
         "deviation": "{:.0%} off", "overhead": "{:.0%} more", "share": "{:.4g} of it", "versions": "{:.0f} version"}
# Metrics that have no column of their own stand beside their limit.
WITHOUT_COLUMN = {"deviation": "{:.1%}", "overhead": "{:.1%}", "share": "{:.2f}"}


def limits(wanted: tuple, line: Line) -> str:
    """The limits in words, and whether they hold: `3.8x, size 0.96: pass`."""
    if not wanted:
        return ""
    words = ", ".join(_words(each, line) for each in wanted)
    return f"{words}: {line.verdict(wanted) or '-'}"


def _words(limit: Limit, line: Line) -> str:
    if limit.metric == "peak":
        bound = limit.at_most / MIB
    else:
        bound = limit.at_least if limit.at_least is not None else limit.at_most
    words = WORDS[limit.metric].format(bound)
    if limit.metric in WITHOUT_COLUMN and limit.metric in line.metrics:
        words += f" (is {WITHOUT_COLUMN[limit.metric].format(line.metrics[limit.metric])})"
    return words


def _cells(line: Line) -> list:
    got = line.metrics

    def show(metric: str, form: str, scale: float = 1) -> str:
        return form.format(got[metric] / scale) if metric in got else ""

    if line.failure:
        return [line.row, line.what, "", "", "", "", "", "", "", f"FAILED: {line.failure}", ""]
    return [line.row, line.what, str(line.rounds or ""), show("seconds", "{:.3f}"), show("speed", "{:.2f}x"),
            show("cpu", "{:.2f}x"), show("memory", "{:.2f}x"), show("peak", "{:.1f}", MIB), show("size", "{:.4f}"),
            limits(line.floor, line), limits(line.goal, line)]


def text(lines: list, head: list) -> str:
    """The whole table; `head` are lines about the run, printed above it."""
    rows = [list(COLUMNS)] + [_cells(line) for line in lines]
    # What a failure says may be long, and stands last in its line.
    fitting = [row for row in rows if not row[9].startswith("FAILED")]
    widths = [max(len(row[column]) for row in (rows if column < 2 else fitting)) for column in range(len(COLUMNS))]
    out = list(head) + [""]
    before = None
    for row, line in zip(rows, [None] + lines):
        cells = [cell.ljust(width) if column in (0, 1, 9, 10) else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        # A row's name stands once.
        if line and line.row == before:
            cells[0] = " " * widths[0]
        before = line.row if line else None
        out.append("  ".join(cells).rstrip())
        if line is None:
            out.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
        elif line.note:
            out.append(" " * (widths[0] + 2) + f"({line.note})")
    return "\n".join(out + ["", LEGEND, "", summary(lines)])


def summary(lines: list) -> str:
    failed = sum(1 for line in lines if line.failure)
    floors = [line for line in lines if line.floor and line.judged and not line.failure]
    goals = [line for line in lines if line.goal and line.judged and not line.failure]
    reached = sum(line.verdict(line.goal) == "pass" for line in goals)
    held = sum(not line.missed_floor for line in floors)
    left_out = sum(line.left_out for line in lines)
    return (f"floors held: {held} of {len(floors)}; goals reached: {reached} of {len(goals)}; failed: {failed}; "
            f"left out: {left_out}")


def document(lines: list, about: dict) -> str:
    """One JSON document: what was measured, where, and each line with all its runs."""
    def limit(each: Limit) -> dict:
        bounds = {"atLeast": each.at_least, "atMost": each.at_most}
        return {"metric": each.metric, **{name: value for name, value in bounds.items() if value is not None}}

    def line_of(line: Line) -> dict:
        found = {
            "row": line.row, "against": line.what, "rounds": line.rounds, "metrics": line.metrics,
            "floor": [limit(each) for each in line.floor], "floorVerdict": line.verdict(line.floor),
            "goal": [limit(each) for each in line.goal], "goalVerdict": line.verdict(line.goal),
            "failure": line.failure, "note": line.note, "leftOut": line.left_out or None,
            "runs": {name: [vars(run) for run in runs] for name, runs in line.runs.items()},
        }
        return {name: value for name, value in found.items() if value not in (None, [], {})}

    whole = {"schemaVersion": "1.0", **about, "lines": [line_of(line) for line in lines]}
    return json.dumps(whole, indent=2, sort_keys=True) + "\n"
