#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
"""Writes quern/bed/default_tuning.cpp, the compiled-in tuning, from data/tuning/*.toml.

    tools/embed_tuning.py           write the file
    tools/embed_tuning.py --check   exit 1 when it is not what would be written

Names and structure only: ranges and types are checked by quern/formats/tuning_file.cpp, whose test reads the same
files and compares every bit.
"""
import pathlib
import struct
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "data" / "tuning"
TARGET = ROOT / "quern" / "bed" / "default_tuning.cpp"

# Fields whose name in a file carries a unit that the C++ member leaves to its comment.
MEMBER_OF_FIELD = {
    "attack_s": "attack", "sustain_s": "sustain", "release_s": "release", "window_s": "window",
    "drift_position": "drift", "turn_rise_per_call": "turn_rise", "turn_fall_per_call": "turn_fall",
    "brake_step_per_call": "brake_step", "b_behind_a_position": "b_behind_a", "doppler_mps": "doppler",
    "click_gain": "gain", "seam_min_speed_mps": "seam_min_speed",
}
# Wobbles name their gains; in the C++ type the whole struct is about gain.
MEMBER_OF_WOBBLE = {"gain_low": "low", "gain_high": "high"}
NOTES = ("class", "key")  # names of the original, ignored by the engine


def fail(message):
    sys.exit(f"embed_tuning: {message}")


def merge(into, table, file, path=""):
    """Adds a file's tables; the same value in two files is an error, as in the reader."""
    for name, value in table.items():
        where = f"{path}.{name}".lstrip(".")
        if isinstance(value, dict) and "value" not in value:
            merge(into.setdefault(name, {}), value, file, where)
        elif name in into and name not in NOTES:
            fail(f"{file}: {where} is set in another file too")
        else:
            into[name] = value


def single(value):
    """The single-precision number nearest to a double, as an exact C++ literal and as a readable comment."""
    bits = struct.unpack("<f", struct.pack("<f", value))[0]
    mantissa, exponent = bits.hex().split("p")
    return mantissa.rstrip("0").rstrip(".") + "p" + exponent + "F"


def literal(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return single(value)
    if isinstance(value, str):
        return f"Member::{value}"
    return "{" + ", ".join(literal(v) for v in value) + "}"


def readable(value):
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, list):
        return ", ".join(readable(v) for v in value)
    return str(value)


def has_float(value):
    return isinstance(value, float) or isinstance(value, list) and any(has_float(v) for v in value)


def assignments(table, target, renames=MEMBER_OF_FIELD):
    lines = []
    for name, value in table.items():
        if name in NOTES:
            continue
        if isinstance(value, dict) and "value" in value:
            value = value["value"]
        member = f"{target}.{renames.get(name, name)}"
        if isinstance(value, dict):
            lines += assignments(value, member, MEMBER_OF_WOBBLE if "wobble" in name else MEMBER_OF_FIELD)
        elif isinstance(value, list) and len(value) > 8:
            rows = [value[i:i + 8] for i in range(0, len(value), 8)]
            notes = [f" // {readable(row)}" if has_float(row) else "" for row in rows]
            lines += [f"{member} = {{"]
            lines += [f"    {', '.join(map(literal, row))},{note}" for row, note in zip(rows, notes)] + ["};"]
        else:
            note = f" // {readable(value)}" if has_float(value) else ""
            lines.append(f"{member} = {literal(value)};{note}")
    return lines


def function(kind, name, lines, start="{}"):
    start = start if start == "{}" else f" = {start}"
    body = "".join(f"    {line}\n" for line in lines)
    return f"constexpr {kind} {name}()\n{{\n    {kind} t{start};\n{body}    return t;\n}}\n"


def generate():
    data = {}
    for file in sorted(SOURCE.glob("*.toml")):
        with open(file, "rb") as stream:
            merge(data, tomllib.load(stream), file.name)
    known = ["surface", "owner", "map", "seam", "mix", "layers"]
    if sorted(data) != sorted(known):
        fail(f"found the tables {sorted(data)}, expected {sorted(known)}")

    surfaces = dict(data["surface"])
    parts = [function("SurfaceTuning", "surface_default", assignments(surfaces.pop("default"), "t"))]
    for name, table in surfaces.items():
        parts.append(function("SurfaceTuning", name, assignments(table, "t"), "surface_default()"))
    parts.append(function("OwnerTuning", "owner", assignments(data["owner"], "t")))

    rows = data["map"].pop("surface")
    of_material = assignments(data["map"], "t")
    lines = [line for number in sorted(rows, key=int)
             for line in assignments(rows[number], f"t[{number}]")]
    kind = "std::array<SurfaceRow, kSurfaces>"
    parts.append(function(kind, "surface_rows", lines))
    lines = [line for number in sorted(data["seam"], key=int)
             for line in assignments(data["seam"][number], f"t[{number}]")]
    kind = "std::array<SeamRow, kSeamPatterns>"
    parts.append(function(kind, "seams", lines))
    parts.append(function("CurveTuning", "curves", assignments(data["mix"], "t")))
    parts.append(function("LayerTuning", "layers", assignments(data["layers"], "t")))

    whole = ["t.fallback = surface_default();", "t.surface.fill(surface_default());"]
    whole += [f"t.surface[static_cast<std::size_t>(Member::{name})] = {name}();" for name in surfaces]
    whole += ["t.owner = owner();", *of_material, "t.surfaces = surface_rows();", "t.seams = seams();",
              "t.curves = curves();", "t.layers = layers();"]
    parts.append(function("Tuning", "whole", whole))
    return HEAD + "\n".join(parts) + TAIL


HEAD = """\
// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Generated by tools/embed_tuning.py from data/tuning/*.toml: change the data and run the script.
#include "quern/bed/tuning.hpp"

// clang-format off
namespace quern::bed {
namespace {

"""
TAIL = """
constexpr Tuning kDefault = whole();

} // namespace

const Tuning& default_tuning() noexcept
{
    return kDefault;
}

} // namespace quern::bed
"""


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    text = generate()
    if not arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        print("embed_tuning: default_tuning.cpp is current")
        return 0
    print("embed_tuning: quern/bed/default_tuning.cpp differs from data/tuning; run tools/embed_tuning.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
