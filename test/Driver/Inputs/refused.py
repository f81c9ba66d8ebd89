"""refused.py FOLDER COMMAND...: runs every command on every .mlir file; each must exit with 1 and say the same. Prints
what the first one says."""

import glob
import subprocess
import sys

good = True
for path in sorted(glob.glob(sys.argv[1] + "/*.mlir"), key=lambda path: path[: -len(".mlir")]):
    messages = []
    for command in sys.argv[2:]:
        done = subprocess.run(command.split() + [path], capture_output=True, text=True, timeout=60)
        first = done.stderr.split("\n")[0]
        messages.append(first)
        if done.returncode != 1 or first != messages[0]:
            print(f"BAD: {command} {path}: exit code {done.returncode}: {done.stderr[:500]}")
            good = False
    print(messages[0])
sys.exit(0 if good else 1)
