# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command with standard error on a terminal, and its standard input from a pipe that a file comes out of late.

Usage: on-terminal.py FILE SECONDS COMMAND... Prints what the terminal got, escapes as \\x1b, and behind it what it
shows in the end.
"""

import os
import pty
import re
import subprocess
import sys
import time


def shown(received):
    """The lines of a terminal that got these bytes: a return goes to the line's start, ESC [2K empties the line, and
    colours are left out."""
    lines, column = [""], 0
    for part in re.findall(r"\x1b\[2K|\r|\n|[^\x1b\r\n]+", re.sub(r"\x1b\[[0-9;]*m", "", received)):
        if part == "\r":
            column = 0
        elif part == "\n":
            lines.append("")
            column = 0
        elif part == "\x1b[2K":
            lines[-1] = ""
        else:
            lines[-1] = lines[-1][:column].ljust(column) + part + lines[-1][column + len(part):]
            column += len(part)
    return lines


def main(path, seconds, *command):
    primary, secondary = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=secondary,
                               env={**os.environ, "TERM": "xterm"})
    os.close(secondary)
    time.sleep(float(seconds))
    process.stdin.write(open(path, "rb").read())
    process.stdin.close()
    received = b""
    while True:
        try:
            part = os.read(primary, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        received += part
    text = received.decode()
    print("got:", text.replace("\x1b", "\\x1b").replace("\r", "\\r").replace("\n", "\\n"))
    for line in shown(text):
        print(f"shown: {line}")
    return process.wait()


sys.exit(main(*sys.argv[1:]))
