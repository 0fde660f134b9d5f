"""The programs that iapkit is held against, and how each is called."""
from __future__ import annotations

import os
import re
import shutil
import sys

import measure
from measure import Failure

JOBS = 2
# Other names that systems give to a program.
ALIASES = {"7zz": ("7zz", "7z", "7za"), "bsdtar": ("bsdtar",)}
# How to ask a program for its version, and what stands before the number.
VERSIONS = {"zip": ("-v", "Zip "), "unzip": ("-v", "UnZip "), "7zz": ("i", r"7-Zip[^\d]*(?<=[ )])"),
            "bsdtar": ("--version", "bsdtar "), "pigz": ("--version", "pigz "), "cpio": ("--version", r"cpio\D*"),
            "xar": ("--version", r"xar\D*")}
BY_HAND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pkg-by-hand")


def find(name: str) -> str | None:
    return next(filter(None, map(shutil.which, ALIASES.get(name, (name,)))), None)


def need(name: str) -> str:
    path = find(name)
    if path is None:
        raise Failure(f"there is no {name}; .ci/setup bench installs it")
    return path


def versions() -> dict:
    """The version of each program that is there."""
    found = {}
    for name, (option, before) in VERSIONS.items():
        path = find(name)
        if path is not None:
            version = re.search(before + r"(\d[\w.]*\d)", measure.output_of([path, option]))
            found[name] = version.group(1) if version else "of unknown version"
    return found


def zip_command(level: int):
    def command(folder: str, out: str) -> list:
        target = os.path.join(out, os.path.basename(folder) + ".zip")
        return [need("zip"), "-r", "-q", f"-{level}", target, "."]
    return command


def seven_zip_command(level: int):
    def command(folder: str, out: str) -> list:
        target = os.path.join(out, os.path.basename(folder) + ".zip")
        return [need("7zz"), "a", "-tzip", f"-mx={level}", f"-mmt={JOBS}", "-bd", target, "."]
    return command


def by_hand_command(folder: str, out: str) -> list:
    for name in ("cpio", "pigz", "bsdtar"):
        need(name)
    return ["sh", BY_HAND, folder, os.path.join(out, os.path.basename(folder) + ".pkg"), str(JOBS)]


def by_hand_note() -> str | None:
    """What stands in for the programs of a package by hand that are missing."""
    notes = []
    if find("mkbom") is None:
        notes.append("no mkbom: cksum of every file, a part of its work, stands in for the Bom")
    if find("xar") is None:
        notes.append("no xar: bsdtar writes the xar archive")
    return "; ".join(notes) or None


def cat_command(folder: str, out: str) -> list:
    return ["sh", "-ec", "find . -type f -print0 | xargs -0 cat"]


def find_command(folder: str) -> list:
    if sys.platform == "darwin":
        return ["sh", "-ec", "find . -type f -exec stat -f '%z %Lp %N' {} + | sort"]
    return ["sh", "-ec", "find . -type f -printf '%s %m %p\\n' | sort"]


def heads_command(folder: str) -> list:
    """The bytes that sniffing reads: validate looks at the first 4,096 of every file."""
    return ["sh", "-ec", "find . -type f -print0 | xargs -0 head -qc 4096"]
