"""tosa.rescale of rescale.mlir, against apply_scale_32 and apply_scale_16 of the TOSA specification (1.0, section 4.3).

rescale.py write DIR           x.npy, of i32, and bytes.npy
rescale.py ENTRY DIR OUT       OUT/output.0.npy is that of the entry
"""

import random
import sys

from float8 import compare, read
from quantize import save

CHANNELS = 8
DOUBLE = ([1431655765, 1073741824, 2147483647, 1300000001, 1073741825, 1999999999, 1500000000, 1073741824],
          [37, 31, 36, 40, 32, 38, 50, 35])
# multipliers, shifts, rounds twice, zero points of input and output, ends, bytes of the result
ENTRIES = {"single": ([1431655765], [37], False, 0, -5, -128, 127, 1), "double": (*DOUBLE, True, 0, 7, -128, 127, 1),
           "bytes": ([1800000000], [11], True, -128, 0, -(2**31), 2**31 - 1, 4),
           "narrow": ([21845], [21], False, 0, 128, 0, 255, 1)}


def apply_scale(value, multiplier, shift, double_round):
    """Of the specification, word by word; Python's integers have all bits."""
    round_ = 1 << (shift - 1)
    if double_round and shift > 31:
        round_ += (1 << 30) if value >= 0 else -(1 << 30)
    return (value * multiplier + round_) >> shift


def values():
    draw = random.Random(11)
    near = [0, 1, -1, 2, -2, 3, -3, 95, 96, 97, -95, -96, -97, 2**30 - 1, -(2**30)]
    wide = near + [draw.randint(-40000, 40000) for _ in range(400)]
    wide += [draw.randint(-(2**30), 2**30 - 1) for _ in range(201)]
    return {"x": ("i", wide, (len(wide) // CHANNELS, CHANNELS)), "bytes": ("b", list(range(-128, 128)), (32, CHANNELS))}


def check(name, out):
    multipliers, shifts, double_round, zero_in, zero_out, least, most, size = ENTRIES[name]
    source = values()["bytes" if name == "bytes" else "x"][1]
    expected = []
    for i, value in enumerate(source):
        channel = i % CHANNELS if len(multipliers) > 1 else 0
        scaled = apply_scale(value - zero_in, multipliers[channel], shifts[channel], double_round)
        expected.append(min(max(scaled + zero_out, least), most) % (1 << 8 * size))
    compare(name, source, read(f"{out}/output.0.npy", size), expected)


if __name__ == "__main__":
    command, *folders = sys.argv[1:]
    if command == "write":
        for name, entry in values().items():
            save(f"{folders[0]}/{name}.npy", *entry)
    else:
        check(command, folders[1])
