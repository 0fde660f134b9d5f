"""Packs or unpacks a file as LZFSE with Apple's implementation, as main.swift does with iapkit's."""
import sys

import liblzfse

PIECE = 4 << 20


def main() -> None:
    what, source, target = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    with open(target, "wb") as out:
        if what == "pack":
            for start in range(0, len(data), PIECE):
                stream = liblzfse.compress(data[start:start + PIECE])
                out.write(len(stream).to_bytes(8, "little"))
                out.write(stream)
            return
        place = 0
        while place < len(data):
            count = int.from_bytes(data[place:place + 8], "little")
            out.write(liblzfse.decompress(data[place + 8:place + 8 + count]))
            place += 8 + count


main()
