# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts the programs in fusion/bin, in the place of this process: pip puts these functions on the path.

The module is no part of the package, since importing that takes NumPy and loads the compiler.
"""

import os
import signal
import sys
from functools import partial
from pathlib import Path


def start(name: str) -> None:
    """Becomes the program."""
    # Python ignores these two, and a program would inherit that.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    os.execv(Path(__file__).parent / "fusion" / "bin" / name, [name, *sys.argv[1:]])


bench = partial(start, "fusion-bench")
cache = partial(start, "fusion-cache")
compile = partial(start, "fusion-compile")
lsp_server = partial(start, "fusion-lsp-server")
run = partial(start, "fusion-run")
runner = partial(start, "fusion-runner")
