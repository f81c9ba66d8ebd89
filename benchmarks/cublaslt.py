# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuBLASLt's products of 8-bit floats with its own epilogue, bias and gelu, which PyTorch does not offer."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any

# Of cublasLt.h and library_types.h.
COMPUTE_32F, R_32F, R_16BF, R_8F_E4M3 = 68, 0, 14, 28
TRANSPOSE_A, EPILOGUE, BIAS_POINTER, FAST_ACCUM, BIAS_DATA_TYPE = 3, 7, 8, 25, 26
MAX_WORKSPACE_BYTES = 1
GELU_BIAS = 36
WORKSPACE = 64 << 20


class Algorithm(ctypes.Structure):
    _fields_ = [("data", ctypes.c_uint64 * 8)]


class Heuristic(ctypes.Structure):
    _fields_ = [
        ("algo", Algorithm),
        ("workspace", ctypes.c_size_t),
        ("state", ctypes.c_int),
        ("waves", ctypes.c_float),
        ("reserved", ctypes.c_int * 4),
    ]


def load() -> ctypes.CDLL:
    for name in ("libcublasLt.so.13", "libcublasLt.so.12", ctypes.util.find_library("cublasLt")):
        try:
            return ctypes.CDLL(name or "libcublasLt.so")
        except OSError:
            continue
    raise RuntimeError("no cuBLASLt: libcublasLt.so.13 and .12 are not where libraries are looked for")


def check(status: int, what: str) -> None:
    if status:
        raise RuntimeError(f"{what} failed with status {status}")


class GeluProduct:
    """gelu(a @ w.T + bias) in bf16, by the fastest of the algorithms that the library proposes.

    a is M x K and w N x K, of torch.float8_e4m3fn and contiguous; bias has N elements of bf16. `fast`: sums are not
    promoted (CUBLASLT_MATMUL_DESC_FAST_ACCUM).
    """

    def __init__(self, torch: Any, fast: bool) -> None:
        self.torch, self.fast = torch, fast
        self.handle: ctypes.c_void_p | None = None
        self.plans: dict[Any, Any] = {}
        self.outputs: dict[int, Any] = {}

    def _open(self) -> None:
        self.library, self.handle = load(), ctypes.c_void_p()
        check(self.library.cublasLtCreate(ctypes.byref(self.handle)), "cublasLtCreate")
        self.workspace = self.torch.empty(WORKSPACE, device="cuda", dtype=self.torch.uint8)

    def _set(self, descriptor: ctypes.c_void_p, attribute: int, value: Any) -> None:
        setter = self.library.cublasLtMatmulDescSetAttribute
        check(setter(descriptor, attribute, ctypes.byref(value), ctypes.sizeof(value)), f"attribute {attribute}")

    def _layout(self, kind: int, rows: int, columns: int) -> ctypes.c_void_p:
        layout = ctypes.c_void_p()
        arguments = kind, ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(rows)
        check(self.library.cublasLtMatrixLayoutCreate(ctypes.byref(layout), *arguments), "a layout")
        return layout

    def _plan(self, m: int, n: int, k: int, bias: Any) -> dict[str, Any]:
        """The product as the library sees it, by columns: N x M."""
        descriptor = ctypes.c_void_p()
        create = self.library.cublasLtMatmulDescCreate
        check(create(ctypes.byref(descriptor), COMPUTE_32F, R_32F), "cublasLtMatmulDescCreate")
        self._set(descriptor, TRANSPOSE_A, ctypes.c_int32(1))
        self._set(descriptor, EPILOGUE, ctypes.c_uint32(GELU_BIAS))
        self._set(descriptor, BIAS_DATA_TYPE, ctypes.c_int32(R_16BF))
        self._set(descriptor, BIAS_POINTER, ctypes.c_void_p(bias.data_ptr()))
        self._set(descriptor, FAST_ACCUM, ctypes.c_int8(self.fast))
        layouts = (self._layout(R_8F_E4M3, k, n), self._layout(R_8F_E4M3, k, m), self._layout(R_16BF, n, m))
        preference, found = ctypes.c_void_p(), (Heuristic * 16)()
        check(self.library.cublasLtMatmulPreferenceCreate(ctypes.byref(preference)), "a preference")
        size, count = ctypes.c_size_t(WORKSPACE), ctypes.c_int()
        setter = self.library.cublasLtMatmulPreferenceSetAttribute
        check(setter(preference, MAX_WORKSPACE_BYTES, ctypes.byref(size), ctypes.sizeof(size)), "the workspace")
        arguments = (self.handle, descriptor, *layouts, layouts[2], preference, len(found), found)
        check(self.library.cublasLtMatmulAlgoGetHeuristic(*arguments, ctypes.byref(count)), "the heuristic")
        algorithms = [found[i].algo for i in range(count.value) if found[i].state == 0]
        return {"descriptor": descriptor, "layouts": layouts, "algorithms": algorithms, "best": None}

    def _run(self, plan: dict[str, Any], algorithm: Algorithm, a: Any, w: Any, out: Any) -> None:
        one, zero = ctypes.c_float(1), ctypes.c_float(0)
        left, right, result = plan["layouts"]
        pointer = lambda x: ctypes.c_void_p(x.data_ptr())
        stream = ctypes.c_void_p(self.torch.cuda.current_stream().cuda_stream)
        factors = (pointer(w), left, pointer(a), right)
        results = (pointer(out), result, pointer(out), result)
        memory = (pointer(self.workspace), ctypes.c_size_t(WORKSPACE), stream)
        status = self.library.cublasLtMatmul(
            self.handle, plan["descriptor"], ctypes.byref(one), *factors, ctypes.byref(zero), *results,
            ctypes.byref(algorithm), *memory,
        )
        check(status, "cublasLtMatmul")

    def _choose(self, plan: dict[str, Any], a: Any, w: Any, out: Any) -> None:
        times = []
        for number, algorithm in enumerate(plan["algorithms"]):
            start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            self._run(plan, algorithm, a, w, out)
            start.record()
            for _ in range(8):
                self._run(plan, algorithm, a, w, out)
            end.record()
            self.torch.cuda.synchronize()
            times.append((start.elapsed_time(end), number))
        plan["best"] = plan["algorithms"][min(times)[1]]

    def __call__(self, a: Any, w: Any, bias: Any, *_: Any) -> Any:
        if not self.handle:
            self._open()
        key = (*a.shape, w.shape[0], bias.data_ptr())
        if (out := self.outputs.get(a.data_ptr())) is None:
            out = self.torch.empty((a.shape[0], w.shape[0]), device="cuda", dtype=self.torch.bfloat16)
            self.outputs[a.data_ptr()] = out
        if key not in self.plans:
            plan = self.plans[key] = self._plan(a.shape[0], w.shape[0], a.shape[1], bias)
            best = next((p["best"] for k, p in self.plans.items() if k[:3] == key[:3] and p["best"]), None)
            if best:
                plan["best"] = best
            else:
                self._choose(plan, a, w, out)
        plan = self.plans[key]
        self._run(plan, plan["best"], a, w, out)
        return out
