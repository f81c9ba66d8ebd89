# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python3 docs/images/draw/draw.py [FOLDER]: draws the pictures of docs/images but for those of fusion-bench."""

import importlib
import pathlib
import sys

PICTURES = ["stages", "kernel_plan", "graph_and_kernels", "wgmma_block", "shared_memory", "dependent_launch", "variants",
            "fused_roofline"]

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True
folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent
for name in PICTURES:
    picture = importlib.import_module(name).draw()
    (folder / f"{picture.name}.svg").write_text(picture.svg(), encoding="utf-8")
