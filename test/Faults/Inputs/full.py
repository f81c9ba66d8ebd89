"""full.py COMMAND...: runs it with a standard output that takes nothing; prints its standard error and exit code."""

import subprocess
import sys

with open("/dev/full", "w") as full:
    result = subprocess.run(sys.argv[1:], stdout=full, stderr=subprocess.PIPE, text=True)
print(result.stderr)
print("exit code", result.returncode)
