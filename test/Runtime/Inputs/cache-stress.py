"""cache-stress.py PROGRAM FOLDER: 32 processes on one cache, 50 of them killed with SIGKILL and started again, while
entries are damaged under their hands. No load may give what was not stored."""

import os
import random
import subprocess
import sys
import time

program, folder = sys.argv[1:]
random.seed(1)


def start():
    return subprocess.Popen([program, folder, str(random.randrange(1 << 30)), "600"])


processes = [start() for _ in range(32)]
damaged = 0
for _ in range(50):
    time.sleep(random.uniform(0.05, 0.15))
    victim = random.randrange(len(processes))
    processes[victim].kill()
    code = processes[victim].wait()
    if code != -9:
        sys.exit(f"a process ended with {code}")
    processes[victim] = start()
    for name in random.sample(os.listdir(folder), min(5, len(os.listdir(folder)))):
        try:
            with open(f"{folder}/{name}", "r+b") as file:
                size = os.fstat(file.fileno()).st_size
                if random.random() < 0.3:
                    file.truncate(random.randrange(size + 1))
                else:
                    file.seek(random.randrange(max(size, 1)))
                    file.write(bytes([random.randrange(256)]))
                damaged += 1
        except FileNotFoundError:
            pass
for process in processes:
    code = process.poll()
    if code is not None:
        sys.exit(f"a process ended with {code}")
    process.kill()
    process.wait()
entries = [name for name in os.listdir(folder) if len(name) == 64]
print(f"{len(entries)} entries, {damaged} damaged, 50 kills, no bad load")
