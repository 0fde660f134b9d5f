"""Runs programs and measures them."""
from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from figures import Run

# A program that takes longer than this hangs.
LONGEST = 900
# On Linux a process passes the peak of what it was forked from on to the program it runs: run from here, each program
# would seem to need what Python does. GNU time is tiny, and stands between.
LAUNCHER = shutil.which("time") if sys.platform != "darwin" else None


class Failure(Exception):
    """A program failed, or its output is wrong. The text says which and how."""


def environment() -> dict:
    """Nothing of the user's settings reaches a program: no options of zip, no locale, no time for packages."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "LC_ALL": "C"}


def run(command: list, folder: str | None = None, peak: bool = True) -> Run:
    """Runs `command` and waits for it. Its output is thrown away; one that does not end with status 0 is a failure.

    `peak` is whether to measure memory, which on Linux costs the start of one more program.
    """
    with tempfile.TemporaryFile() as errors, tempfile.NamedTemporaryFile() as report:
        launched = [LAUNCHER, "-f", "%M", "-o", report.name] if peak and LAUNCHER else []
        start = time.monotonic()
        process = subprocess.Popen(launched + command, cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        wall, usage, status = _wait(process, start)
        if status != 0:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip().split("\n")[-1]
            raise Failure(f"{_name(command)} ended with status {status}" + (f": {said}" if said else ""))
        return Run(wall, usage.ru_utime + usage.ru_stime, _peak(report, usage) if peak else None)


def _wait(process: subprocess.Popen, start: float) -> tuple:
    """The seconds until the end, what it used, and its status."""
    guard = threading.Timer(LONGEST, _stop, [process.pid])
    guard.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
    except BaseException:
        # An interrupt: nothing is to write on while its output is removed.
        _stop(process.pid)
        process.wait()
        raise
    finally:
        guard.cancel()
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
    process.returncode = code
    return wall, usage, code


def _stop(process: int) -> None:
    """Ends a run and its children, which are a process group of their own."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _peak(report, usage) -> int | None:
    if LAUNCHER:
        # GNU time says more before it where the program failed.
        return int(report.read().split()[-1]) * 1024
    # macOS counts in bytes, and from the start of the program.
    return usage.ru_maxrss if sys.platform == "darwin" else None


def _name(command: list) -> str:
    """What to call a command in a message: the program, and what it is to do."""
    if os.path.basename(command[0]) == "sh":
        return f"'{command[2].strip()[:60]}'"
    return " ".join([os.path.basename(command[0])] + command[1:2])


def busy() -> float | None:
    """How many processors others keep busy, watched for a second; None where the system does not tell."""
    def ticks() -> tuple:
        with open("/proc/stat", encoding="ascii") as file:
            fields = [int(word) for word in file.readline().split()[1:9]]
        # Idle, and waiting for a disk, which is idle too.
        return sum(fields), fields[3] + fields[4]

    try:
        before = ticks()
        time.sleep(1)
        after = ticks()
    except OSError:
        return None
    return (1 - (after[1] - before[1]) / max(1, after[0] - before[0])) * (os.cpu_count() or 1)


def output_of(command: list) -> str:
    """Standard output of a program that tells of itself; empty where it fails."""
    try:
        return subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                              check=False).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""
