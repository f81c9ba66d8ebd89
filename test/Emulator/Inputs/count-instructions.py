"""Prints the ratio of rcp to ex2 instructions in each entry of the PTX in argument 1."""
import re
import sys

for entry in open(sys.argv[1]).read().split(".entry ")[1:]:
    rcp, ex2 = (len(re.findall(rf"\b{what}\.approx", entry)) for what in ("rcp", "ex2"))
    print(f"{entry.split('(')[0]}: rcp / ex2 = {rcp / max(ex2, 1):.2f}")
