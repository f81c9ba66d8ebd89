// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Nodes of lazy expressions: what of them every warm call does. Rules and first times are in Python
// (fusion/_structure.py, fusion/_types.py), which this asks where it knows nothing.

#ifndef FUSION_PYTHON_NODE_H
#define FUSION_PYTHON_NODE_H

#include "Native.h"

#include <cstdint>

namespace fusion::python {

/// The base of fusion.Array. All members are owned; none is null once the constructor has run.
struct Node {
  PyObject_HEAD PyObject *type; ///< fusion._types.Type
  PyObject *operation;          ///< fusion._structure.Op, or None for an input
  PyObject *operands;           ///< a tuple of nodes
  PyObject *value;              ///< of an input
  PyObject *flags;              ///< fusion._structure.Flags
  PyObject *module;             ///< that computed the value, or None
  uint64_t visit;               ///< the trace that saw it last
  Py_ssize_t number;            ///< in that trace, by first use
};

/// What Python tells of its side, by set_array.
struct Array {
  PyTypeObject *type; ///< of nodes that functions here make
  PyObject *flags;    ///< of inputs of which nothing is said
  PyObject *describe; ///< (tensor) -> Type, for a tensor that is not quick to read, or new
  PyObject *infer;    ///< (operation, nodes) -> Type, for operands of types that are new to it
};
extern Array arrays;

bool addNodeType(PyObject *module);
/// The object as a node; null, with a TypeError, for another object.
Node *asNode(PyObject *object);

/// _native.set_array.
PyObject *setArray(PyObject *module, PyObject *const *args, Py_ssize_t count);
/// _native.input_of: a node for a tensor.
PyObject *inputOf(PyObject *module, PyObject *tensor);
/// _native.types_of: the types of tensors.
PyObject *typesOf(PyObject *module, PyObject *const *args, Py_ssize_t count);
/// _native.apply_op: the node of an operation on nodes; None where an operand is none.
PyObject *applyOp(PyObject *module, PyObject *const *args, Py_ssize_t count);
/// Makes of an operation's node an input.
void setValue(Node *node, PyObject *value, PyObject *computedBy);
/// _native.trace: structure, inputs and values of expressions.
PyObject *trace(PyObject *module, PyObject *const *args, Py_ssize_t count);
/// _native.run_known: the value of an expression whose structure was computed before.
PyObject *runKnown(PyObject *module, PyObject *const *args, Py_ssize_t count);

} // namespace fusion::python

#endif // FUSION_PYTHON_NODE_H
