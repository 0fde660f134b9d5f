"""The content folders that the benchmark packs, made from a seed and kept until the recipe changes.

Each is `ContentInfo.plist` beside `Contents/`. They need Python's numpy and Pillow, and a Swift toolchain to take real
text and machine code from.
"""
