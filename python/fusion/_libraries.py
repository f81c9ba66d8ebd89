# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Libraries of tensors: whose a tensor is, what is known of it, how it lends its memory, how new ones are made.

`of` gives the library of a tensor. PyTorch's tensors and NumPy's arrays are read and made by C++ in calls
(python/native/Tensors.h); calls ask the objects here for those of all other libraries.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fusion import _dtypes, _native

CPU, CUDA = 1, 2  # DLDeviceType of dlpack.h
_HOST = (CPU, 0)
_ALIGNMENT = 64   # of new memory on the host, in bytes: XLA copies what is aligned to less


class Library:
    """A library whose tensors have DLPack and, where they are inputs, the functions of Python's array API standard."""

    is_immutable = False
    """Whether nobody may write to a tensor: what `make` gives is then memory, and `hand_over` makes a tensor of it."""

    def facts(self, tensor: Any) -> tuple[Any, Any, Any]:
        """(the library's dtype, shape, device as ``__dlpack_device__`` gives it); AttributeError for what is none."""
        return tensor.dtype, tensor.shape, tensor.__dlpack_device__()

    def lend(self, tensor: Any) -> Any:
        """The memory, as a capsule of DLPack's or a NumPy array, ready for the stream of `stream`."""
        try:
            return tensor.__dlpack__(max_version=(1, 0))
        except TypeError:  # a library from before versions
            return tensor.__dlpack__()

    def make(self, dtype: str, shape: tuple[int, ...], like: Any) -> Any:
        """A tensor of the package's type `dtype`, not filled, on the device of `like`."""
        space = getattr(like, "__array_namespace__", None)
        own = getattr(space(), name_of(dtype), None) if space else None
        if own is None:
            kind = type(like)
            raise TypeError(f"results of {dtype} cannot be made beside a tensor of {kind.__module__}.{kind.__name__}, "
                            f"which has {'no ' + dtype if space else 'no __array_namespace__'}: pass out=, or a tensor "
                            "of NumPy, PyTorch, CuPy or JAX")
        return space().empty(shape, dtype=own, device=like.device)

    def hand_over(self, made: Any, like: Any) -> Any:
        """What `make` gave for `like`, and a call has written, as a tensor of the library."""
        return made

    def row_major(self, tensor: Any) -> Any:
        """A copy that is row-major."""
        space = getattr(tensor, "__array_namespace__", None)
        if space is None:
            raise ValueError("the tensor is not row-major: copy it first")
        return space().asarray(tensor, copy=True)

    def stream(self, ordinal: int) -> int:
        """The address of the CUDA stream on which the library works on this GPU; 0 is the default one."""
        return 0

    def view(self, tensor: Any, storage: str) -> Any:
        """The same memory as NumPy's type `storage`, which is as wide."""
        return tensor.view(storage)

    def to_numpy(self, tensor: Any) -> np.ndarray[Any, Any]:
        """The elements on the host; of types that NumPy has not, bits or ml_dtypes' types."""
        return np.asarray(tensor) if hasattr(tensor, "__array__") else np.from_dlpack(tensor)


class _NumPy(Library):
    def facts(self, tensor: Any) -> tuple[Any, Any, Any]:
        return tensor.dtype, tensor.shape, _HOST


class _PyTorch(Library):
    def facts(self, tensor: Any) -> tuple[Any, Any, Any]:
        # __dlpack_device__ takes longer.
        if str(tensor.layout) != "torch.strided":
            raise TypeError(f"the tensor of PyTorch is of the layout {tensor.layout}: x.to_dense() is taken")
        if tensor.is_cuda:
            return tensor.dtype, tensor.shape, (CUDA, tensor.get_device())
        if tensor.is_meta:
            raise TypeError("the tensor of PyTorch is on the device 'meta', and has no elements: make one on the CPU "
                            "or on a GPU")
        return tensor.dtype, tensor.shape, _HOST if tensor.is_cpu else tensor.__dlpack_device__()

    def view(self, tensor: Any, storage: str) -> Any:
        import torch

        return tensor.view(getattr(torch, storage))

    def to_numpy(self, tensor: Any) -> np.ndarray[Any, Any]:
        narrow = _dtypes.BY_ML_DTYPES.get(str(tensor.dtype).removeprefix("torch."))
        value = tensor.detach().cpu()
        array: np.ndarray[Any, Any] = (self.view(value, narrow.storage.removeprefix("u")) if narrow else value).numpy()
        return array


class _CuPy(Library):
    def lend(self, tensor: Any) -> Any:
        return tensor.__dlpack__(stream=-1)  # calls are put on the stream that CuPy works on

    def make(self, dtype: str, shape: tuple[int, ...], like: Any) -> Any:
        import cupy

        with cupy.cuda.Device(like.device.id):
            return cupy.empty(shape, name_of(dtype))

    def row_major(self, tensor: Any) -> Any:
        import cupy

        return cupy.ascontiguousarray(tensor)

    def stream(self, ordinal: int) -> int:
        import cupy

        return int(cupy.cuda.get_current_stream(ordinal).ptr)

    def to_numpy(self, tensor: Any) -> np.ndarray[Any, Any]:
        array: np.ndarray[Any, Any] = tensor.get()
        return array


class _JAX(Library):
    """Its arrays are immutable, and computed on streams of its own: calls wait for inputs and, on GPUs, for results."""

    is_immutable = True

    def facts(self, tensor: Any) -> tuple[Any, Any, Any]:
        self._check(tensor)
        return tensor.dtype, tensor.shape, tensor.__dlpack_device__()

    def _check(self, tensor: Any) -> None:
        """TypeError where an array has no numbers on one device."""
        import jax

        if isinstance(tensor, jax.core.Tracer):
            raise TypeError("JAX traces a function, in which arrays have no values: call fusion outside of jax.jit, "
                            "jax.grad and jax.vmap, or compile the function with fusion.from_jax")
        if len(tensor.devices()) > 1:
            raise TypeError(f"the array of JAX lies on {len(tensor.devices())} devices, and fusion computes on one: "
                            "move it, as by jax.device_put(x, jax.devices()[0])")
        if jax.dtypes.issubdtype(tensor.dtype, jax.dtypes.prng_key):
            raise TypeError("keys of jax.random are no numbers: pass jax.random.key_data(key)")

    def lend(self, tensor: Any) -> Any:
        self._check(tensor)
        return np.asarray(tensor) if _is_on_host(tensor) else tensor.block_until_ready().__dlpack__()

    def make(self, dtype: str, shape: tuple[int, ...], like: Any) -> Any:
        import jax

        own = np.dtype(name_of(dtype))
        if _is_on_host(like):
            return aligned(shape, own, _ALIGNMENT)
        with jax.enable_x64(True):
            return _Memory(jax.numpy.empty(shape, own, device=like.device).block_until_ready())

    def hand_over(self, made: Any, like: Any) -> Any:
        import jax

        value = made.array if isinstance(made, _Memory) else made
        if like.committed:
            return jax.device_put(value, like.sharding, may_alias=True)
        with jax.default_device(like.device):
            return jax.device_put(value, may_alias=True)

    def row_major(self, tensor: Any) -> Any:
        return np.ascontiguousarray(tensor)

    def view(self, tensor: Any, storage: str) -> Any:
        import jax

        return tensor.view(jax.dtypes.canonicalize_dtype(storage))


class _Memory:
    """An array of JAX on a GPU that nobody knows, to be written by a call."""

    def __init__(self, array: Any) -> None:
        self.array = array


class _Memories(Library):
    def lend(self, tensor: Any) -> Any:
        return tensor.array.__dlpack__()


def aligned(shape: tuple[int, ...], dtype: Any, alignment: int) -> np.ndarray[Any, Any]:
    """An array of the host, not filled, that starts at a multiple of `alignment` bytes."""
    own = np.dtype(dtype)
    count = math.prod(shape) * own.itemsize
    memory = np.empty(count + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    array: np.ndarray[Any, Any] = memory[start:start + count].view(own).reshape(shape)
    return array


def name_of(dtype: str) -> str:
    """What the array API's standard, PyTorch and ml_dtypes call a type of the package."""
    own = _dtypes.by_name(dtype)
    return _dtypes.name_in_torch(own) if own.is_held_as_bits else own.storage


def _is_on_host(tensor: Any) -> bool:
    return bool(tensor.__dlpack_device__()[0] == CPU)


BY_PACKAGE: dict[str, Library] = {"numpy": _NumPy(), "torch": _PyTorch(), "cupy": _CuPy()}
"""By the package that a type of tensors, or a type that it inherits from, is defined in."""
BY_PACKAGE["jax"] = BY_PACKAGE["jaxlib"] = _JAX()

_others = Library()
_by_type: dict[type, Library] = {np.ndarray: BY_PACKAGE["numpy"], _Memory: _Memories()}


def of(tensor: Any) -> Library:
    """The library of a tensor; TypeError for what cannot be one."""
    kind = type(tensor)
    found = _by_type.get(kind)
    if found is None:
        found = _by_type[kind] = _find(kind)
    return found


def _find(kind: type) -> Library:
    for base in kind.__mro__:
        found = BY_PACKAGE.get(base.__module__.partition(".")[0])
        if found is not None:
            return found
    if hasattr(kind, "__dlpack__"):
        return _others
    raise no_tensor(kind)


_ELSE = {kind: "; numpy.asarray makes an array of it" for kind in ("list", "tuple", "int", "float", "bool")}
_ELSE |= {"Spec": "; a Spec stands for a tensor in the method compile of a fusion.jit function alone",
          "Dim": "; a size that is marked as dynamic is no number of an expression: leave the mark out"}
"""What to do with objects that are no tensors, by the name of their type."""


def no_tensor(kind: type) -> TypeError:
    """The exception for an object of a type that has no tensors."""
    near = _ELSE.get(kind.__name__, "")
    return TypeError("expected a tensor (a NumPy array, or a tensor of PyTorch, CuPy, JAX or another library with "
                     f"DLPack), got {kind.__name__}{near}")


_native.set_libraries(of)
