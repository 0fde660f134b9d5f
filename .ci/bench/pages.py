"""Reading files into memory before a warm run, and out of it before a cold one."""
from __future__ import annotations

import ctypes
import mmap
import os

# Of this many files it is looked up whether they are still in memory.
SAMPLE = 40


def _files(folder: str) -> list:
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


def read(folder: str) -> None:
    """Reads every file, so that the first run has no other disk than the last."""
    buffer = bytearray(1 << 20)
    for path in _files(folder):
        with open(path, "rb", buffering=0) as file:
            while file.readinto(buffer):
                pass


def drop(folder: str) -> bool:
    """Asks that no page of the files stay in memory; false if the file system does not do so, or the system has no
    way to ask. The names and inodes stay, so this is cold, not ice cold."""
    if not hasattr(os, "posix_fadvise"):
        return False
    files = _files(folder)
    # Only what is on the disk is let go.
    os.sync()
    for path in files:
        descriptor = os.open(path, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
    sample = files[::max(1, len(files) // SAMPLE)]
    return sum(map(_is_resident, sample)) <= len(sample) // 10


def _is_resident(path: str) -> bool:
    """Whether the first page of a file is in memory."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return False
        with mmap.mmap(file.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE) as mapped:
            first = ctypes.c_char.from_buffer(mapped)
            state = ctypes.create_string_buffer(1)
            answer = ctypes.CDLL(None, use_errno=True).mincore(
                ctypes.c_void_p(ctypes.addressof(first)), ctypes.c_size_t(mmap.PAGESIZE), state)
            # The map can't be closed while something points into it.
            del first
            return answer != 0 or bool(state.raw[0] & 1)
