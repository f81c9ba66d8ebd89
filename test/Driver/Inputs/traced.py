"""traced.py EXIT-CODE FOLDER COMMAND...: runs every command under strace on every .mlir file. Prints the files that
were written or made; fails if there are any for a command without -o, if files outside of the system's folders other
than the input were read, if a program other than linkers and assemblers was run, or at another exit code."""

import glob
import os
import re
import shutil
import subprocess
import sys

wanted, folder, commands = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
log = folder + ".strace"
system = ("/usr/", "/lib/", "/lib64/", "/etc/ld.so", "/proc/", "/sys/", "/dev/null", "/dev/urandom")
programs = ("ld.lld", "ld.lld-22", "ptxas")
changing = r"creat|mkdir|unlink|rename|link|symlink|truncate"
good = True


def bad(message):
    global good
    good = False
    print("BAD:", message)


for path in sorted(glob.glob(folder + "/*.mlir")):
    for command in commands:
        words = command.split()
        program = shutil.which(words[0])
        build = os.path.dirname(os.path.dirname(program))
        readable = system + (build + "/bin/", build + "/lib/")
        done = subprocess.run(
            ["strace", "-f", "-o", log, "-e", "trace=%file,%process,%network", program] + words[1:] + [path],
            capture_output=True, text=True, timeout=120,
        )
        if done.returncode != wanted:
            bad(f"{command} {path}: exit code {done.returncode}: {done.stderr[:500]}")
        written = []
        for line in open(log):
            call = re.match(r'\d+ +(\w+)\((.*)', line)
            if not call or "ENOENT" in line:
                continue
            name, rest = call.groups()
            file = (re.findall(r'"([^"]*)"', rest) or [""])[-1 if name.startswith("rename") else 0]
            if name == "execve" and file != program and os.path.basename(file) not in programs:
                bad(f"{command} {path}: {line}")
            if name in ("connect", "socket", "bind"):
                bad(f"{command} {path}: {line}")
            if re.search(r"O_CREAT|O_WRONLY|O_RDWR", rest) or re.match(changing, name):
                if not file.startswith(("/proc/self/fd/", "/dev/")):
                    written.append(file)
            elif name.startswith("open") and file != path and not file.startswith(readable):
                bad(f"{command} {path}: {line}")
        print(command, os.path.basename(path), *written)
        if written and "-o" not in words or any(not file.startswith(words[words.index("-o") + 1]) for file in written):
            bad(f"{command} {path}: {written}")
sys.exit(0 if good else 1)
