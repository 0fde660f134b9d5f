"""Makes corpora where they are missing, and keeps them outside what git tracks."""
from __future__ import annotations

import multiprocessing
import os
import shutil
import time

from corpora import recipes, toolchain
from corpora.recipes import Scale

# Counts up with every change of what comes out of a seed.
VERSION = 1
# Every file's modification time: that of no particular moment.
TIME = 1_717_200_000


class Corpora:
    """The corpora of one seed, scale and toolchain below `root`."""

    def __init__(self, root: str, scale: Scale, seed: int, say):
        self.scale, self.seed, self._say = scale, seed, say
        for old in os.listdir(root) if os.path.isdir(root) else ():
            # They take gigabytes, and nothing asks for them any more.
            if not old.startswith(f"{VERSION}-"):
                shutil.rmtree(os.path.join(root, old))
        self._root = os.path.join(root, f"{VERSION}-{seed}-{scale.name}-{toolchain.tag()}")

    def folder(self, name: str) -> str:
        """The corpus with this name, made if it is missing."""
        path = os.path.join(self._root, name)
        if not os.path.isdir(path):
            self._make(name, path)
        return path

    def _make(self, name: str, path: str) -> None:
        start = time.monotonic()
        # Under another name until all is there: half a corpus is never taken for one.
        partial = path + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        os.makedirs(partial)
        parts = recipes.plan(name, self.scale, self.seed)
        recipes.warm(name, self.seed)
        # Ends meet: the costly kinds stand together in a plan, and each worker is to have its share of them.
        batches = [(name, self.seed, partial, parts[each::64]) for each in range(64)]
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            for _ in pool.imap_unordered(_write, batches):
                pass
        if name != "catalogue":
            _put(os.path.join(partial, "ContentInfo.plist"), 0, recipes.content_info(name))
        os.rename(partial, path)
        # Nothing of it is to be written back while something is measured.
        os.sync()
        self._say(f"made the corpus {name} in {time.monotonic() - start:.1f} s")


def _write(batch: tuple) -> None:
    name, seed, folder, parts = batch
    for part in parts:
        path, offset, data = recipes.make(name, seed, part)
        _put(os.path.join(folder, path), offset, data)


def _put(path: str, offset: int, data: bytes) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        # One call writes at most 2 GiB; no part is as large.
        if os.pwrite(descriptor, data, offset) != len(data):
            raise OSError(f"the disk took only a part of {path}")
    finally:
        os.close(descriptor)
    os.utime(path, (TIME, TIME))
