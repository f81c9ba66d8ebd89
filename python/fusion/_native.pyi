# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C libraries of the compiler and of the runtime: what python/native makes."""

from collections.abc import Callable, Sequence
from typing import Any

from fusion._libraries import Library
from fusion._structure import Flags, Op
from fusion._types import Type

# (dtype, shape, flags, alias): see Entry.inputs.
_Spec = tuple[str, tuple[int | None, ...] | None, int, int]

version: str

class CompileError(RuntimeError): ...
class CallError(RuntimeError): ...

class Code:
    """A compiled module in this process."""

    @property
    def ptx(self) -> str: ...
    @property
    def kernels(self) -> tuple[str, ...]: ...
    @property
    def device(self) -> str: ...

class Program:
    """A module made ready on a device: a Code, or the path of a shared object."""

    def __new__(cls, code: Code | str, ordinal: int = 0, /) -> Program: ...
    @property
    def device(self) -> str: ...
    def entry(self, name: str | None, /) -> Entry: ...
    def synchronize(self, stream: int | None, /) -> None: ...

class Entry:
    """A function of a program.

    `inputs` and `outputs` describe each tensor: the dtype's name ("bf16"), the shape (None for a size that is known
    at the call; None in place of the shape for a number), flags of FusionTensorFlags, and the number of the output
    (input) that is the same memory.
    """

    @property
    def name(self) -> str: ...
    @property
    def inputs(self) -> tuple[_Spec, ...]: ...
    @property
    def outputs(self) -> tuple[_Spec, ...]: ...
    @property
    def initialize(self) -> Entry | None: ...
    def run(self, inputs: Sequence[Any], outs: Sequence[Any] | None = None, stream: int | None = None, /) -> list[Any]:
        """Puts one call on the stream: that of the tensors' library, or the one at that address.

        Tensors that are not row-major are copied first. Raises TypeError, ValueError or CallError.
        """

def compile(
    source: bytes, name: str, bytecode: bool, options: Sequence[tuple[str, str]], kinds: Sequence[str], /
) -> tuple[list[Any], str]:
    """Compiles a graph once into each of the kinds; returns the results and the warnings, a line each.

    Kinds: "module" gives a Code; "fusion", "gpu", "nvvm", "llvm", "ptx" and "report" text; "cubin" and "so" bytes.
    Raises CompileError, or ValueError for an option.
    """

def begin_trace() -> None:
    """Notes phases and launches from here on. CallError where that is done already."""

def end_trace(path: str | None, /) -> None:
    """Writes what was noted, or drops it for None. CallError where nothing was, or the file cannot be written."""

def check_options(options: Sequence[tuple[str, str]], /) -> None:
    """ValueError, as `compile` raises it, for an option that is not known or does not take its value."""

def report_page(report: str, /) -> str:
    """The page of a report in JSON, or of several (`fusion_report_page` in C), as HTML; ValueError if it is none."""

def device_of(tensor: Any, /) -> int:
    """The number of the GPU whose memory the tensor is in, or -1 for the host. TypeError for what is no tensor."""

def key_of(*tensors: Any) -> bytes:
    """Element types, shapes, strides, devices and whether NumPy's, of tensors or None: what a call may depend on."""

class Node:
    """A value of an expression: an input (`_op` is None), or the result of an operation.

    An operation's node becomes an input, with a value, once that is computed. `_module` is what computed it.
    """

    _type: Type
    _op: Op | None
    _operands: tuple[Node, ...]
    _value: Any
    _flags: Flags
    _module: Any

    def __new__(
        cls, own: Type, operation: Op | None, operands: tuple[Node, ...], value: Any = None, flags: Flags = ..., /
    ) -> Node: ...

def set_array(
    type: type[Node],
    flags: Flags,
    describe: Callable[[Any], Type],
    infer: Callable[[Op, Sequence[Node]], Type],
    /,
) -> None:
    """Tells the class and the flags of nodes that the functions below make, and whom they ask for types that are new.

    `describe` gives the type of a tensor, `infer` that of an operation's result, which it adds to `Op.types`.
    """

def input_of(tensor: Any, /) -> Any:
    """An input of an expression; a node is given back. TypeError for what is no tensor."""

def types_of(objects: tuple[Any, ...], kinds: set[type], /) -> tuple[Type, ...] | None:
    """The types of tensors; None if one is of a Python type that is not among `kinds`. TypeError for what is none."""

def apply_op(operation: Op, /, *operands: Any) -> Any:
    """The node of an operation on nodes; None where an operand is no node."""

def trace(last: Any, /, *roots: Node) -> tuple[tuple[Any, ...], list[Node], list[Any]]:
    """(structure, inputs, their values) of expressions: equal structures have equal operations on inputs of equal types.

    The inputs are in the order of their first use, from left to right. In the structure each operation is followed by
    its operands, and what occurred before is its number; it begins with the number of roots and ends with `last`.
    """

def run_known(
    known: dict[tuple[Any, ...], Any], root: Node, stream: int | None, last: Any, /
) -> bool:
    """Computes an expression if `known` has its structure (`trace`), as a tuple: what runs it, as `Entry.run` does, and
    what `_module` will be.

    False if it is not known. Raises what `check_gradients` and `Entry.run` do.
    """

def check_gradients(tensors: Sequence[Any], /) -> None:
    """ValueError where a tensor of PyTorch requires a gradient, and gradients are recorded."""

def set_cache(place: str, /) -> None: ...
def bytes_beside(tensor: Any, count: int, /) -> Any:
    """`count` bytes, not filled, as an i8 tensor of the library of `tensor`, in the same memory."""

def set_libraries(function: Callable[[Any], Library], /) -> None:
    """Tells who describes libraries whose tensors neither DLPack's C functions nor NumPy's array structure read.

    It is asked once for each Python type of tensors, with one of them; its TypeErrors go to the caller.
    """
