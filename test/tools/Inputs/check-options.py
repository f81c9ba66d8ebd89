"""check-options.py PROGRAM...: compares what the programs declare (--help=json) with their --help and their parsers."""

import json
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


for program in sys.argv[1:]:
    command = json.loads(run(program, "--help=json").stdout)
    text = run(program, "--help").stdout
    options = [option for group in command["groups"] for option in group["options"]]
    for option in options:
        name = option["name"]
        if not re.search(rf"^ +{re.escape(option['spelling'])}(?: |$)", text, re.MULTILINE) and not (
            command["options_of_llvm"] and re.search(rf"^ +{name} ", text, re.MULTILINE)
        ):
            print(f"{command['name']}: --help lacks {option['spelling']}")
        if not option["help"]:
            print(f"{command['name']}: {name} has no help")
        if len(name) < 6 or command["options_of_llvm"]:
            continue
        # The last letter but one is missing.
        result = run(program, name[:-2] + name[-1])
        if result.returncode != 2 or f"(did you mean {name}?)" not in result.stderr:
            print(f"{command['name']}: {name[:-2] + name[-1]}: {result.returncode}, {result.stderr.strip()}")
        if option["closed"] and not option["optional_value"]:
            result = run(program, *(["x.mlir"] if command["arguments"] else []), name + "=nonsense")
            if result.returncode != 2 or "nonsense" not in result.stderr:
                print(f"{command['name']}: {name}=nonsense: {result.returncode}, {result.stderr.strip()}")
    for row in command["exit_codes"]:
        if not row["help"]:
            print(f"{command['name']}: exit code {row['name']} has no help")
    print(f"{command['name']}: {len(options)} options")
