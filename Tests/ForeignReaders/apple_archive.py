#!/usr/bin/env python3
"""A reader of Apple Archives that knows nothing of iapkit's: written from the description of the format alone.

    apple_archive.py list FILE            a line of JSON for each entry, in order
    apple_archive.py extract FILE DIR     what is in it, below a new folder
    apple_archive.py info FILE            a line of JSON on the file and its blocks

It holds all in memory and trusts nobody: whatever is odd ends it with a message and status 1. Blocks may be stored, or
packed with zlib, LZMA (xz) or, where the module liblzfse is installed, LZFSE; status 3 says that it is not.
"""

import json
import os
import struct
import sys
import zlib


class Bad(Exception):
    """The file is no Apple Archive, or a broken one."""


class Missing(Exception):
    """A module is not installed."""


def need(condition, text):
    if not condition:
        raise Bad(text)


# The framing


def unpack(letter, data, limit):
    if letter == "z":
        stream = zlib.decompressobj()
        output = stream.decompress(data, limit + 1)
        need(stream.eof and not stream.unused_data and not stream.unconsumed_tail, "a zlib block does not end where it should")
        return output
    if letter == "x":
        import lzma

        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        output = stream.decompress(data, limit + 1)
        need(stream.eof and not stream.unused_data, "an xz block does not end where it should")
        return output
    if letter == "e":
        try:
            import liblzfse
        except ImportError:
            raise Missing("liblzfse is not installed")
        need(data[:3] == b"bvx" and data[-4:] == b"bvx$", "a block is no LZFSE stream")
        return liblzfse.decompress(data)
    raise Bad("no way to unpack blocks of '%s'" % letter)


def stream_of(data):
    """The unpacked stream, and what the file says of its blocks."""
    magic = data[:4]
    if magic in (b"AA01", b"YAA1"):
        return data, {"container": None, "blockSize": None, "blocks": []}
    need(magic[:3] == b"pbz" and len(magic) == 4, "this is no Apple Archive")
    need(len(data) >= 12, "the file ends within its header")
    letter = chr(magic[3])
    block_size = int.from_bytes(data[4:12], "big")
    position, pieces, blocks = 12, [], []
    while position < len(data):
        need(position + 16 <= len(data), "the file ends within the header of a block")
        unpacked, packed = struct.unpack_from(">QQ", data, position)
        position += 16
        need(unpacked <= block_size, "a block is larger than the size of a block")
        need(packed <= unpacked, "a block is larger packed than unpacked")
        need(position + packed <= len(data), "the file ends within a block")
        piece = data[position : position + packed]
        position += packed
        if packed != unpacked:
            piece = unpack(letter, piece, unpacked)
        need(len(piece) == unpacked, "a block unpacks to another size than it says")
        pieces.append(piece)
        blocks.append([unpacked, packed])
    return b"".join(pieces), {"container": "pbz" + letter, "blockSize": block_size, "blocks": blocks}


# The entries

WIDTHS = {"1": 1, "2": 2, "4": 4, "8": 8}
DIGESTS = {"F": 4, "G": 20, "H": 32, "I": 48, "J": 64}
BLOBS = {"A": 2, "B": 4, "C": 8}


def fields_of(header):
    """Key, type and value of each field; of a blob, its length."""
    position = 0

    def take(count):
        nonlocal position
        need(position + count <= len(header), "a header ends within a field")
        position += count
        return header[position - count : position]

    def number(count):
        return int.from_bytes(take(count), "little")

    while position < len(header):
        key, kind = take(3).decode("ascii"), take(1).decode("ascii")
        if kind == "*":
            value = True
        elif kind in WIDTHS:
            value = number(WIDTHS[kind])
        elif kind == "P":
            value = take(number(2))
            need(b"\0" not in value, "a text holds a NUL")
        elif kind in DIGESTS:
            value = take(DIGESTS[kind]).hex()
        elif kind == "S":
            value = [int.from_bytes(take(8), "little", signed=True), 0]
        elif kind == "T":
            value = [int.from_bytes(take(8), "little", signed=True), number(4)]
            need(value[1] < 1000000000, "a time has too many nanoseconds")
        elif kind in BLOBS:
            value = number(BLOBS[kind])
        else:
            raise Bad("a field %s has the type %r" % (key, kind))
        yield key, kind, value


def entries_of(stream):
    """For each entry: its fields in order, and the bytes of its blobs."""
    position = 0
    while position < len(stream):
        need(stream[position : position + 4] in (b"AA01", b"YAA1"), "no header at byte %d" % position)
        need(position + 6 <= len(stream), "the stream ends within a header")
        size = int.from_bytes(stream[position + 4 : position + 6], "little")
        need(size >= 6 and position + size <= len(stream), "the header at byte %d has a wrong size" % position)
        fields = list(fields_of(stream[position + 6 : position + size]))
        need(len({key for key, _, _ in fields}) == len(fields), "a header has a key twice")
        position += size
        blobs = {}
        for key, kind, value in fields:
            if kind in BLOBS:
                need(position + value <= len(stream), "the stream ends within a blob")
                blobs[key] = stream[position : position + value]
                position += value
        yield fields, blobs


def text(value):
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def described(fields, blobs):
    entry = {"fields": [key + kind for key, kind, _ in fields]}
    for key, _, value in fields:
        entry[key] = text(value)
    entry["TYP"] = chr(entry["TYP"])
    if "DAT" in blobs:
        entry["crc32"] = zlib.crc32(blobs["DAT"])
    return entry


# The commands


def checked(path):
    """A path that leads nowhere but down."""
    need(len(path) <= 1023 and not path.startswith(b"/"), "the path %r is no good" % path)
    names = path.split(b"/") if path else []
    need(all(name not in (b"", b".", b"..") for name in names), "the path %r is no good" % path)
    return os.path.join(*names) if names else b""


def extract(stream, folder):
    root = os.fsencode(folder)
    os.mkdir(root)
    folders = []
    for fields, blobs in entries_of(stream):
        values = {key: value for key, _, value in fields}
        kind, path = chr(values["TYP"]), checked(values["PAT"])
        target = os.path.join(root, path) if path else root
        # No link that came before may lead the way.
        parent = os.path.dirname(target) if path else root
        need(os.path.realpath(parent) == os.path.join(os.path.realpath(root), os.path.dirname(path)).rstrip(b"/"),
             "the path %r leads through a link" % path)
        times = [values.get("MTM", [0, 0])] * 2
        times = tuple(seconds * 1000000000 + nanoseconds for seconds, nanoseconds in times)
        if kind == "D":
            if path:
                os.mkdir(target)
            folders.append((target, values.get("MOD", 0o755), times))
        elif kind == "F":
            with open(target, "xb") as file:
                file.write(blobs["DAT"])
            os.chmod(target, values.get("MOD", 0o644) & 0o777)
            os.utime(target, ns=times)
        elif kind == "L":
            os.symlink(values["LNK"], target)
        else:
            raise Bad("the entry %r is of the kind %s" % (path, kind))
    for target, mode, times in reversed(folders):
        os.chmod(target, mode & 0o777)
        os.utime(target, ns=times)


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("list", "extract", "info"):
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1], "rb") as file:
        stream, info = stream_of(file.read())
    if arguments[0] == "info":
        print(json.dumps({**info, "size": len(stream)}, sort_keys=True))
    elif arguments[0] == "list":
        for fields, blobs in entries_of(stream):
            print(json.dumps(described(fields, blobs), sort_keys=True))
    else:
        need(len(arguments) == 3, "extract wants a folder")
        extract(stream, arguments[2])
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as fault:
        print("apple_archive: %s" % fault, file=sys.stderr)
        sys.exit(3)
    except (Bad, KeyError, ValueError, zlib.error, OSError) as fault:
        print("apple_archive: %s: %s" % (type(fault).__name__, fault), file=sys.stderr)
        sys.exit(1)
