# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-vscode.py TASKS FILE: runs each task for a file, as the editor does; prints its exit code and its problems."""

import json
import pathlib
import re
import subprocess
import sys

tasks = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
target = tasks["inputs"][0]["default"]
assert target in tasks["inputs"][0]["options"]
for task in tasks["tasks"]:
    assert task["type"] == "process"  # no shell reads the file's name
    words = [task["command"], *task["args"]]
    command = [word.replace("${file}", sys.argv[2]).replace("${input:target}", target) for word in words]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(f"{task['label']}: exit code {run.returncode}")
    matcher = task["problemMatcher"]
    for line in run.stdout.splitlines() if matcher else []:
        pattern = matcher["pattern"]
        if found := re.match(pattern["regexp"], line):
            severity = found[pattern["severity"]] if "severity" in pattern else matcher["severity"]
            place = f"{pathlib.Path(found[pattern['file']]).name} {found[pattern['line']]} {found[pattern['column']]}"
            print(f"{place} {severity}: {found[pattern['message']]}")
