"""Assembles what the compiler chooses for lists of problems, and reports every kernel that spills or is warned of.

shipped.py PTXAS FOLDER TUNING SHARE OPTION...    OPTION: of fusion-bench, names problems

Each problem is compiled with the compiler's own choice, and with each tuning file in the folder TUNING, if there is
one; equal code is assembled once. Of these pairs every SHAREth is taken: 1 takes all.
"""

import concurrent.futures
import glob
import hashlib
import os
import re
import subprocess
import sys

ptxas, folder, tuning, share, *problems = sys.argv[1:]
databases = sorted(glob.glob(os.path.join(tuning, "*.json")))


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
    return done


def compile_ptx(job):
    """The name of the file with the PTX of a graph."""
    number, ((graph, precision), database) = job
    path = os.path.join(folder, f"{number}.mlir")
    with open(path, "w") as file:
        file.write(graph)
    options = ["--tuning-db=" + database] if database else []
    options += ["--f32-precision=" + precision] if precision else []
    run("fusion-compile", path, "--target=sm_90a", "--emit=ptx", "-o", path + ".ptx", *options)
    return path + ".ptx"


def assemble(path):
    """Of a file with PTX: its kernels, and what ptxas has to say against them."""
    log = run(ptxas, "-arch=sm_90a", "-v", path, "-o", path + ".cubin").stderr
    kernels, complaints = [], []
    for line in log.splitlines():
        if entry := re.search("Compiling entry function '(.*?)'", line):
            kernels.append(entry[1])
        if "C75" in line or re.search("[1-9][0-9]* bytes spill", line):
            complaints.append(f"{kernels[-1] if kernels else ''}: {line.strip()}")
    if not kernels or log.count("bytes spill stores") < len(kernels):
        sys.exit(f"{path}: ptxas does not report spills:\n{log}")
    return kernels, complaints


emitted = run("fusion-bench", "--emit-graph", *problems).stdout
graphs = {}  # text and precision of f32: the problem's name
for name, graph in re.findall(r"^// (.*)\n((?:(?!//).*\n)+)", emitted, re.MULTILINE):
    precision = {"tf32", "tf32x3", "ieee"}.intersection(name.split(":"))
    graphs.setdefault((graph, "".join(precision)), name)
jobs = [(graph, database) for graph in graphs for database in [None, *databases]][:: int(share)]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    codes = {}  # digest of the PTX: its file, and whose it is
    for path, (graph, database) in zip(pool.map(compile_ptx, enumerate(jobs)), jobs):
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).digest()
        codes.setdefault(digest, (path, graphs[graph] + (f" with {database}" if database else "")))
    reports = list(pool.map(assemble, [path for path, _ in codes.values()]))

wgmma = bad = 0
for (path, name), (kernels, complaints) in zip(codes.values(), reports):
    with open(path) as file:
        wgmma += "wgmma" in file.read()
    bad += bool(complaints)
    for complaint in complaints:
        print(f"{name}: {complaint}")
count = len({graph for graph, _ in jobs})
print(f"{count} problems, {len(codes)} programs, {wgmma} with wgmma, {sum(len(k) for k, _ in reports)} kernels")
print(f"{bad} programs with spills or C75")
