#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links what lies in the package's source folder into the build's, beside the extension: link-package.py FROM TO."""

import os
import sys


def main() -> None:
    source, target = (os.path.abspath(path) for path in sys.argv[1:])
    os.makedirs(target, exist_ok=True)
    for name in os.listdir(target):
        path = os.path.join(target, name)
        if os.path.islink(path):
            os.unlink(path)
    for name in sorted(os.listdir(source)):
        if name != "__pycache__":
            os.symlink(os.path.join(source, name), os.path.join(target, name))


if __name__ == "__main__":
    main()
