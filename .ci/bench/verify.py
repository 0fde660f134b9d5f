"""Whether other programs read what was packed, and find every file in it."""
from __future__ import annotations

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import measure
import tools
from measure import Failure


def digest(path: str) -> str:
    """SHA-256 of a file."""
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while data := file.read(1 << 20):
            found.update(data)
    return found.hexdigest()


class Verifier:
    """Reads packages with unzip, bsdtar and 7zz. The same bytes are read once."""

    def __init__(self):
        self._known: set = set()

    def package(self, path: str, files: int) -> None:
        """Fails unless each reader accepts the package, and it holds `files` files."""
        known = (digest(path), files)
        if known in self._known:
            return
        checks = [lambda: measure.run([tools.need("7zz"), "t", "-bd", path], peak=False)]
        if path.endswith(".pkg"):
            checks.append(lambda: self._flat_package(path, files))
        else:
            checks += [lambda: measure.run([tools.need("unzip"), "-tqq", path], peak=False),
                       lambda: self._count(path, "{bsdtar} -tvf {path}", files)]
        self._all(checks)
        self._known.add(known)

    def peer(self, path: str, files: int) -> None:
        """The same for what a peer wrote, with fewer readers: ours is on trial."""
        if path.endswith(".pkg"):
            self._flat_package(path, files)
        else:
            self._all([lambda: self._count(path, "{bsdtar} -tvf {path}", files),
                       lambda: measure.run([tools.need("7zz"), "t", "-bd", path], peak=False)])

    def _all(self, checks: list) -> None:
        """Runs all checks at once, as nothing is measured meanwhile; the first that failed is raised."""
        with ThreadPoolExecutor(len(checks)) as pool:
            for each in [pool.submit(check) for check in checks]:
                each.result()

    def _flat_package(self, path: str, files: int) -> None:
        component = os.path.basename(path)
        self._count(path, "{bsdtar} -xOf {path} " + component + "/Payload | {bsdtar} -tvf -", files)

    def _count(self, path: str, script: str, files: int) -> None:
        """Fails unless the listing has as many files as were packed. Folders and links do not count."""
        script = script.format(bsdtar=tools.need("bsdtar"), path='"$1"')
        # The status of the last program is that of the script: a package that bsdtar can't read gives no list.
        listing = subprocess.run(["sh", "-c", script, "sh", path], env=measure.environment(), capture_output=True,
                                 check=False)
        if listing.returncode != 0:
            raise Failure(f"bsdtar refuses {os.path.basename(path)}: {listing.stderr.decode(errors='replace').strip()}")
        found = sum(line.startswith((b"-", b"h")) for line in listing.stdout.split(b"\n"))
        if found != files:
            raise Failure(f"bsdtar lists {found} files in {os.path.basename(path)}, not {files}")


def same_tree(unpacked: str, source: str) -> None:
    """Fails unless both folders hold the same files with the same bytes."""
    found = subprocess.run(["diff", "-r", "-q", source, unpacked], env=measure.environment(), capture_output=True,
                           check=False)
    if found.returncode != 0:
        first = (found.stdout or found.stderr).decode(errors="replace").split("\n")[0]
        raise Failure(f"what was unpacked differs from the source: {first}")
