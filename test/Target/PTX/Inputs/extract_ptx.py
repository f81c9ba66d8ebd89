"""Prints the assembly of the first gpu.object in the MLIR text on the standard input."""

import re
import sys

match = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', sys.stdin.read())
if not match:
    sys.exit("no assembly in the input")
unescaped = re.sub(r"\\([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), match[1])
sys.stdout.write(unescaped.replace("\\\\", "\\"))
