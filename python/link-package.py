#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links what lies in the package's source folder into the build's, beside the extension: link-package.py FROM TO.

Beside TO it writes what an installed package has for others to find it by: PyTorch finds its backend there.
"""

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
    write_metadata(os.path.join(os.path.dirname(target), "fusion_compiler-0.dist-info"))


def write_metadata(folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    files = {"METADATA": "Metadata-Version: 2.1\nName: fusion-compiler\nVersion: 0\n",
             "entry_points.txt": "[torch_dynamo_backends]\nfusion = fusion.torch:backend\n"}
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
