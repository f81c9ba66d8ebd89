# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-pipeline.py GRAPH OPTION...: runs fusion-compile, and what its --print-pipeline says in fusion-opt.

Prints how many lines both gave, or exits 1 where they differ. With --named=NAME{...} the pipeline of that name has to
give the same too; PLUGIN and MLIR_OPT in the environment: as a plugin of mlir-opt.
"""

import os
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


graph, options = sys.argv[1], sys.argv[2:]
named = [option.removeprefix("--named=") for option in options if option.startswith("--named=")]
options = [option for option in options if not option.startswith("--named=")]
compiled = run("fusion-compile", graph, *options)
pipelines = [run("fusion-compile", "--print-pipeline", *options).strip()]
pipelines += [f"builtin.module({name})" for name in named]
for pipeline in pipelines:
    tools = [["fusion-opt"]]
    if "PLUGIN" in os.environ:
        plugin = os.environ["PLUGIN"]
        tools.append([os.environ["MLIR_OPT"], "--load-dialect-plugin=" + plugin, "--load-pass-plugin=" + plugin])
    for tool in tools:
        if run(*tool, graph, "--pass-pipeline=" + pipeline) != compiled:
            sys.exit(f"{tool[0]} makes something else of {os.path.basename(graph)} by {pipeline}")
print(os.path.basename(graph), len(compiled.splitlines()), "lines")
