#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls kernels of attention many times: each result is right, and bitwise the first one.

    repeat.py RUNTIME.so --times=1000 [--only=pairs,...] [--large]

RUNTIME.so is libfusion_runtime.so.0. Programs are found on the path, the driver as libcuda.so.1.
"""

import argparse
import ctypes
import os
import random
import subprocess
import sys
import tempfile

import kernels

TYPES = {"f16": (0, 2), "bf16": (1, 2), "f32": (2, 4), "i1": (4, 1)}  # number, bytes
NUMBERS = bytes(b"\x3e\x3f\xbe\xbf"[byte % 4] for byte in range(256))  # first bytes of numbers about 1


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("shape", ctypes.POINTER(ctypes.c_int64))]


def count(value):
    elements = 1
    for size in value.shape:
        elements *= int(size)
    return elements * TYPES[value.element][1]


def draw(value, draws):
    data = bytearray(draws.randbytes(count(value)))
    size = TYPES[value.element][1]
    data[size - 1::size] = data[size - 1::size].translate(NUMBERS if size > 1 else bytes(byte % 8 == 0
                                                                                        for byte in range(256)))
    return bytes(data)


class Device:
    """Memory and calls."""

    def __init__(self, path):
        self.driver, self.runtime = ctypes.CDLL("libcuda.so.1"), ctypes.CDLL(path)
        self.runtime.fusion_last_error.restype = ctypes.c_char_p
        for name in ("fusion_open", "fusion_find_entry"):
            getattr(self.runtime, name).restype = ctypes.c_void_p
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        if status := getattr(self.driver, name)(*arguments):
            raise RuntimeError(f"{name} failed with {status}")

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(size, 256)))
        return pointer.value

    def write(self, pointer, data):
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(pointer), data, ctypes.c_size_t(len(data)))

    def read(self, pointer, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuStreamSynchronize", None)
        self.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(pointer), ctypes.c_size_t(size))
        return data.raw

    def tensors(self, values):
        tensors = (Tensor * len(values))()
        for at, value in enumerate(values):
            shape = (ctypes.c_int64 * len(value.shape))(*map(int, value.shape))
            tensors[at] = Tensor(self.allocate(count(value)), TYPES[value.element][0], len(value.shape), shape)
        return tensors


def repeat(device, module, inputs, outputs, times):
    """How many results differ from the first."""
    runtime, draws = device.runtime, random.Random(1)
    loaded = ctypes.c_void_p(runtime.fusion_open(module.encode(), 0))
    if not loaded:
        raise RuntimeError(runtime.fusion_last_error().decode())
    entry = ctypes.c_void_p(runtime.fusion_find_entry(loaded, None))
    given, results = device.tensors(inputs), device.tensors(outputs)
    for tensor, value in zip(given, inputs):
        device.write(tensor.data, draw(value, draws))
    size = ctypes.c_uint64()
    if runtime.fusion_plan(entry, given, None, ctypes.byref(size)):
        raise RuntimeError(runtime.fusion_last_error().decode())
    workspace, first, differ = device.allocate(size.value), None, 0
    poison = [b"\xff" * count(value) for value in outputs]
    for _ in range(times):
        for tensor, nothing in zip(results, poison):
            device.write(tensor.data, nothing)
        if runtime.fusion_call(loaded, entry, given, results, ctypes.c_void_p(workspace), size, None):
            raise RuntimeError(runtime.fusion_last_error().decode())
        data = [device.read(tensor.data, count(value)) for tensor, value in zip(results, outputs)]
        first = first or data
        differ += data != first
    return differ


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runtime")
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--only", default=",".join(kernels.KINDS))
    parser.add_argument("--large", action="store_true", help="tiles for a whole GPU")
    options = parser.parse_args()
    device, faults = Device(options.runtime), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only.split(","):
            text, inputs, outputs = kernels.build(name, kernels.LARGE if options.large else kernels.SMALL)
            graph, module = os.path.join(folder, name + ".mlir"), os.path.join(folder, name + ".so")
            with open(graph, "w") as file:
                file.write(text)
            subprocess.run(["fusion-compile", graph, "--target=sm_90a", "--emit=so", "-o", module], check=True)
            checked = subprocess.run(["fusion-run", graph, "--device=cuda", "--random=1", "--verify=graph"],
                                     capture_output=True, text=True)
            differ = repeat(device, module, inputs, outputs, options.times)
            right = "right" if checked.returncode == 0 else checked.stdout + checked.stderr
            faults += differ > 0 or checked.returncode != 0
            print(f"{name}: {right}, {differ} of {options.times} results differ from the first", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
