"""twice.py FILE: prints the module twice, as fusion-opt --split-input-file takes it."""

import sys

text = open(sys.argv[1]).read()
print(text + "// -----\n" + text)
