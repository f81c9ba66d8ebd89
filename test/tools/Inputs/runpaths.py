"""runpaths.py FOLDER...: where the programs and libraries under each folder look for libraries. An element of a RUNPATH
must be absolute or begin with $ORIGIN: an empty or relative one is the current folder, in which anybody's files lie.
Prints each that is not so, and how many files were read."""

import os
import re
import subprocess
import sys


def is_elf(path: str) -> bool:
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


bad = count = 0
for folder in sys.argv[1:]:
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    for path in sorted(filter(is_elf, paths)):
        dynamic = subprocess.run(["llvm-readelf", "--dynamic", path], check=True, capture_output=True, text=True).stdout
        if "NEEDED" not in dynamic:  # an object file
            continue
        count += 1
        for runpath in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic):
            for element in runpath.split(":"):
                if not re.match(r"/|\$ORIGIN(/|$)", element):
                    print(f"BAD: {path}: RUNPATH {runpath!r} has the element {element!r}")
                    bad += 1
print(f"{count} programs and libraries read")
sys.exit(1 if bad or count == 0 else 0)
