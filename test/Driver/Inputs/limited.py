"""limited.py COMMAND...: runs the command with ever more memory until it is good. Prints each other thing that it said
on the way, once (the loader's of a library that does not fit aside)."""

import resource
import subprocess
import sys

MEGABYTE = 1 << 20

said = []
for megabytes in range(300, 2000, 4):
    done = subprocess.run(
        sys.argv[1:], capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE)),
    )  # fmt: skip
    text = done.stderr.splitlines()[0] if done.stderr else f"exit code {done.returncode}"
    if done.returncode == 0:
        print("good")
        break
    if "shared librar" not in text and text not in said:
        said.append(text)
        print(text)
