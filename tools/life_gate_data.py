#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
"""Writes data/life/gate, what `quern life gate` holds every back end against, from tests/data/life.

The columns of the golden files, checksums alone where those list every event: crc32_events is the CRC-32 of the
event words of a generation, little-endian, births before deaths, each row by row. Run it in the root of the tree;
a test compares the two folders."""
import gzip
import struct
import zlib
from pathlib import Path

SOURCE = Path("tests/data/life")
TARGET = Path("data/life/gate")
GENERATIONS = {
    "soup30_seed1": 300,
    "soup30_256x128_seed7": 64,
    "glider_seam": 64,
    "glider_bucket": 32,
    "still_life": 100,
}


def lines_of(name):
    with gzip.open(SOURCE / f"{name}.csv.gz", "rt") as file:
        return [line.rstrip("\n").split(",") for line in file if not line.startswith("#")]


def events_of(name):
    """The words of each generation."""
    if not (SOURCE / f"{name}_events.csv.gz").exists():
        return {}
    words = {}
    for generation, _, _, _, word in lines_of(f"{name}_events"):
        words.setdefault(int(generation), []).append(int(word))
    return words


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, last in GENERATIONS.items():
        events = events_of(name)
        rows = ["generation,births,deaths,crc32_masks,crc32_state,crc32_events"]
        for generation, _, births, deaths, masks, state in lines_of(name):
            if int(generation) > last:
                break
            words = events.get(int(generation))
            checksum = f"{zlib.crc32(struct.pack(f'<{len(words)}I', *words)):08x}" if words else ""
            rows.append(",".join([generation, births, deaths, masks, state, checksum]))
        (TARGET / f"{name}.csv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
