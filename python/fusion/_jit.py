# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""fusion.jit: a Python function of arrays, traced and compiled for the types of its arguments."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import threading
import types
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, overload

from fusion import _evaluate, _structure
from fusion._arguments import TENSORS, Arguments, map_results, replace_tensors
from fusion._dims import Size
from fusion._evaluate import Compiled, TracedError
from fusion._graph import Graph
from fusion._lazy import Array
from fusion._module import check_options
from fusion._native import Node, trace, types_of
from fusion._options import nearest
from fusion._structure import Flags
from fusion._symbolic import FixedSizeError, Guards, Place, specialise
from fusion._types import Type, common_device, type_of

if TYPE_CHECKING:
    from fusion._explain import Explanation
    from fusion._module import Module

Dynamic = Union[int, Sequence[int], Mapping[str, Union[int, Sequence[int]]]]


class _Trace:
    """What a function did with arguments: the arrays that it returned, and those that it took from elsewhere."""

    def __init__(self, parameters: list[Array], returned: Any) -> None:
        self.roots: list[Node] = []
        self.returned = map_results(returned, self._place)
        inputs = trace(None, *self.roots)[1]
        own = set(map(id, parameters))
        others = [node for node in inputs if id(node) not in own]
        if any(node._flags.is_traced for node in others):
            raise TracedError("a function of fusion.jit closes over an argument of another one that is traced: pass it")
        self.inputs: list[Node] = [*parameters, *others]
        self.captured = [node._value for node in others]

    def _place(self, array: Array) -> _Output:
        self.roots.append(array)
        return _Output(len(self.roots) - 1)


class _Output(int):
    """The number of an output, where a function returned it."""


class _Variant:
    """The function, compiled for some arguments."""

    def __init__(self, arguments: Arguments, guards: Guards, compiled: Compiled, trace: _Trace) -> None:
        self.guards, self.compiled, self.captured = guards, compiled, trace.captured
        self._returned, self._is_one = trace.returned, type(trace.returned) is _Output
        self._statics = [part for part in arguments.key if not isinstance(part, Type)]
        self._types = arguments.types

    def fits(self, arguments: Arguments) -> bool:
        """Whether it is right for these arguments."""
        types = arguments.types
        if len(types) != len(self._types) or self._statics != [
                part for part in arguments.key if not isinstance(part, Type)]:
            return False
        for number, (own, other) in enumerate(zip(self._types, types)):
            same_place = own.device is None or own.device == other.device
            if own.dtype is not other.dtype or len(own.shape) != len(other.shape) or not same_place:
                return False
            if any(size != wanted and (number, axis) not in self.guards.symbols
                   for axis, (size, wanted) in enumerate(zip(other.shape, own.shape))):
                return False
        shapes: list[Any] = [own.shape for own in types]
        return self.guards.hold(shapes)

    def run(self, inputs: list[Any], device: str | None) -> Any:
        """What the function returns for tensors, and what it closes over behind them."""
        outputs = self.compiled.run(inputs, device)
        return outputs[0] if self._is_one else _filled(self._returned, outputs)


def _filled(returned: Any, outputs: Sequence[Any]) -> Any:
    if type(returned) is _Output:
        return outputs[returned]
    if isinstance(returned, (tuple, list)):
        return type(returned)(_filled(part, outputs) for part in returned)
    if isinstance(returned, dict):
        return {entry: _filled(part, outputs) for entry, part in returned.items()}
    return returned


class JitFunction:
    """A function that `fusion.jit` compiles. Calls take tensors, and give tensors of the first one's library.

    >>> double = fusion.jit(lambda x: x * 2)
    >>> double(np.float32([1, 2]))
    array([2., 4.], dtype=float32)
    >>> double
    <fusion.jit <lambda>(x): compiled for 1 set of arguments>
    """

    __name__: str
    __wrapped__: Callable[..., Any]

    def __init__(self, function: Callable[..., Any], dynamic: Dynamic = (), numerics: str | None = None,
                 target: str = "auto", options: Mapping[str, Any] | None = None) -> None:
        if not callable(function):
            raise TypeError(f"fusion.jit expects a function of arrays, got {type(function).__name__}")
        self.__name__ = self.__qualname__ = type(function).__name__  # of what has no name
        functools.update_wrapper(self, function)
        check_options(target, {**(options or {}), "numerics": numerics}, ("dynamic",))
        self._function, self._numerics, self._target = function, numerics, target
        self._options = dict(options or {})
        self._signature = inspect.signature(function)
        self._names = list(self._signature.parameters)
        self._dynamic = dynamic
        for axes in dynamic.values() if isinstance(dynamic, Mapping) else (dynamic,):
            for axis in axes if isinstance(axes, Sequence) and not isinstance(axes, str) else (axes,):
                if not isinstance(axis, int):
                    raise TypeError("dynamic of fusion.jit expects an axis or several, or those of parameters, as in "
                                    f"{{'{self._names[0] if self._names else 'x'}': 0}}, but is {dynamic!r}")
        for name in dynamic if isinstance(dynamic, Mapping) else ():
            if name not in self._names:
                raise ValueError(f"'{name}' is marked as dynamic, but {self.__name__} has no such parameter; it has "
                                 f"{', '.join(self._names)}{nearest(name, self._names)}")
        self._exact: dict[Hashable, _Variant] = {}
        self._variants: list[_Variant] = []
        self._last: _Variant | None = None
        self._compiling = threading.RLock()

    # A copy in another process is what the name of the function gives there, or is traced and compiled there.

    def __reduce__(self) -> Any:
        found: Any = sys.modules.get(self.__module__)
        for name in self.__qualname__.split("."):
            found = getattr(found, name, None)
        if found is self:
            return self.__qualname__
        return JitFunction, (self._function, self._dynamic, self._numerics, self._target, self._options)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        count = len(self._variants)
        compiled = f"compiled for {count} set{'s' if count > 1 else ''} of arguments" if count else "not compiled yet"
        return f"<fusion.jit {self.__name__}{self._signature}: {compiled}>"

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if args and not keywords:
            key = types_of(args, TENSORS)
            variant = self._exact.get(key)
            if key is not None and variant is not None:
                self._last = variant
                return variant.run([*args, *variant.captured], key[0].device)
        return self._call(args, keywords)

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """A call with arguments of any kind, or for the first time."""
        arguments = self._read(args, keywords)
        values = arguments.values
        if arguments.specs:
            name = arguments.names[next(iter(arguments.specs))]
            raise TypeError(f"argument '{name}' of {self.__name__} is a Spec, which has no elements: its method compile "
                            "takes Specs, and a call takes tensors")
        try:
            for i, value in enumerate(values):
                if type(value) is Array:
                    values[i] = value.result()
        except TracedError:  # another function is traced, which this one becomes a part of
            return self._function(*args, **keywords)
        variant = self._exact.get(tuple(arguments.key)) or self._find(args, keywords, arguments)
        self._last = variant
        return variant.run([*values, *variant.captured], arguments.device())

    def compile(self, *args: Any, **keywords: Any) -> Module:
        """Compiles it without a call. Each argument is what a call takes, or a `Spec` of a tensor."""
        arguments = self._read(args, keywords)
        self._last = self._exact.get(tuple(arguments.key)) or self._find(args, keywords, arguments)
        return self._last.compiled.module

    def _read(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Arguments:
        arguments = Arguments()
        named: Iterable[tuple[str, Any]] = zip(self._names, args)
        if keywords or len(args) > len(self._names):
            try:
                named = self._signature.bind(*args, **keywords).arguments.items()
            except TypeError as error:
                raise TypeError(f"{self.__name__}{self._signature}: {error}") from None
        for name, value in named:
            arguments.add(value, name)
        return arguments

    def _find(self, args: tuple[Any, ...], keywords: dict[str, Any], arguments: Arguments) -> _Variant:
        with self._compiling:
            found = next((variant for variant in self._variants if variant.fits(arguments)), None)
            if found is None:
                found = self._compile(args, keywords, arguments)
                self._variants.append(found)
            if len(self._exact) >= _structure.MOST_ENTRIES:
                self._exact.clear()
            self._exact[tuple(arguments.key)] = found
            return found

    def _compile(self, args: tuple[Any, ...], keywords: dict[str, Any], arguments: Arguments) -> _Variant:
        marked, must_stay = self._marked(arguments)
        shapes: list[Any] = [own.shape for own in arguments.types]

        def build(sizes: list[tuple[Size, ...]]) -> tuple[Graph, _Trace]:
            parameters = [Array(type_of(own.dtype, shape, own.device, own.is_number), None, (), None,
                                Flags((), is_traced=True)) for own, shape in zip(arguments.types, sizes)]
            rest = iter(parameters)
            placed = [replace_tensors(value, lambda tensor: next(rest)) for value in args]
            named = {name: replace_tensors(value, lambda tensor: next(rest)) for name, value in keywords.items()}
            trace = _Trace(parameters, self._function(*placed, **named))
            captured: list[Any] = [node._type.shape for node in trace.inputs[len(parameters):]]
            return _structure.build(trace.roots, trace.inputs, [*sizes, *captured]), trace

        try:
            (graph, trace), guards = specialise(build, shapes, marked, must_stay, arguments.names)
        except FixedSizeError as error:
            raise ValueError(f"axis {error.place[1]} of '{arguments.names[error.place[0]]}' is marked as dynamic, but "
                             f"{self.__name__} needs it to be {error.value}: an operation takes that number, "
                             "or puts it beside a static size; leave the mark out") from None
        device = common_device([node._type for node in trace.inputs])
        target = self._target
        names = [*arguments.names, *(f"captured {number}" for number in range(len(trace.captured)))]
        if target == "auto" and not (device is None and arguments.specs):
            target = _evaluate.target_of(device)
        return _Variant(arguments, guards, 
                        _evaluate.compile_graph(graph, target, self._numerics, self._options, names), trace)

    def _marked(self, arguments: Arguments) -> tuple[list[Place], bool]:
        """The axes that are to be dynamic, and whether it is an error if they cannot be."""
        places: list[Place] = []
        for number, (own, name) in enumerate(zip(arguments.types, arguments.names)):
            rank = len(own.shape)
            axes = self._axes(name)
            spec = arguments.specs.get(number)
            for axis in [*axes, *(spec.free_axes() if spec else ())]:
                if isinstance(self._dynamic, Mapping) and not -rank <= axis < rank:
                    raise IndexError(f"axis {axis} of '{name}' is marked as dynamic, but it is {own}")
                if -rank <= axis < rank and (number, axis % rank) not in places:
                    places.append((number, axis % rank))
        return places, isinstance(self._dynamic, Mapping) or bool(arguments.specs)

    def _axes(self, name: str) -> Sequence[int]:
        axes = self._dynamic
        if isinstance(axes, Mapping):
            axes = axes.get(name.partition("[")[0], ())
        return (axes,) if isinstance(axes, int) else axes

    # What it was compiled to, for the last arguments.

    @property
    def module(self) -> Module:
        """The module of the last call, or of the last `compile`; RuntimeError if there was none."""
        if self._last is None:
            raise RuntimeError(f"{self.__name__} is not compiled yet: call it, or its method compile")
        return self._last.compiled.module

    @property
    def mlir(self) -> str:
        """The graph with its kernels formed, fused and scheduled."""
        return self.module.mlir

    @property
    def ptx(self) -> str:
        """The kernels as PTX; empty for the CPU."""
        return self.module.ptx

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """The kernels, one dictionary for each (docs/CommandLine.md, The report)."""
        return self.module.kernels

    def explain(self) -> Explanation:
        """What it was compiled to: kernels, and what is not fused with the reason."""
        return self.module.explain()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a shared object for the runtime library (docs/Runtime.md)."""
        self.module.save(path)


@overload
def jit(function: Callable[..., Any], *, dynamic: Dynamic = (), numerics: str | None = None, target: str = "auto",
        **options: Any) -> JitFunction: ...
@overload
def jit(*, dynamic: Dynamic = (), numerics: str | None = None, target: str = "auto",
        **options: Any) -> Callable[[Callable[..., Any]], JitFunction]: ...


def jit(function: Callable[..., Any] | None = None, *, dynamic: Dynamic = (), numerics: str | None = None,
        target: str = "auto", **options: Any) -> JitFunction | Callable[[Callable[..., Any]], JitFunction]:
    """Compiles a function of arrays, once for the types and shapes of its arguments; a decorator, with or without ().

    ::

        @fusion.jit(dynamic={"x": 0})
        def layer(x, w, b):
            return fusion.relu(x @ w + b)

    The function is called with an `Array` in place of each tensor, and its operations become one graph. Numbers,
    strings and None are static: other ones are another compile. Tensors that it closes over are read at each call, as
    inputs are.

    Args:
        dynamic: axes whose size may change without another compile: of a parameter, ``{"x": 0, "y": (0, 1)}``, which is
            an error where the function needs a number; or of all tensors, ``0``, as far as the function allows.
            Inside of the function a dynamic size is no int, but can be computed with, and given to reshape.
        numerics: ``"relaxed"`` (the default), ``"strict"`` or ``"fast"`` (docs/Numerics.md).
        target: what it is compiled for: ``"auto"``, where the arguments are, or a chip such as ``"sm_90a"``, which need
            not be there for `JitFunction.compile`.
        options: others of `fusion.compile`, such as ``f32_precision="ieee"``.

    >>> @fusion.jit
    ... def layer(x, w):
    ...     return fusion.relu(x @ w)
    >>> layer(np.float32([[1, 2]]), np.float32([[3], [-1]]))
    array([[1.]], dtype=float32)
    """
    if function is None:
        return lambda own: JitFunction(own, dynamic, numerics, target, options)
    return JitFunction(function, dynamic, numerics, target, options)
