// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The structure of an expression, which its compiled code is found by.

#include "Node.h"

#include <vector>

using namespace fusion::python;

namespace {
/// One walk from the roots, each operation before its operands, from left to right.
class Walk {
public:
  /// False, with an exception, where a root is no node.
  bool run(PyObject *const *roots, Py_ssize_t count);
  /// What `run` found; null with an exception. Once each.
  Ref takeStructure(PyObject *last);
  Ref takeInputs();
  Ref values() const;

private:
  bool visit(Node *node);
  void push(PyObject *borrowed) { structure.push_back(Ref::share(borrowed)); }
  bool pushNumber(Py_ssize_t number) {
    structure.emplace_back(PyLong_FromSsize_t(number));
    return bool(structure.back());
  }

  uint64_t walk = 0;
  Py_ssize_t count = 0;
  std::vector<Node *> stack;
  std::vector<Ref> structure;
  std::vector<Ref> inputs;
};
} // namespace

bool Walk::visit(Node *node) {
  if (node->visit == walk)
    return pushNumber(node->number);
  node->visit = walk;
  node->number = count++;
  if (node->operation == Py_None) {
    push(node->type);
    if (node->flags != arrays.flags)
      push(node->flags);
    inputs.push_back(Ref::share(reinterpret_cast<PyObject *>(node)));
    return true;
  }
  push(node->operation);
  for (Py_ssize_t i = PyTuple_Size(node->operands); i-- > 0;) {
    Node *operand = asNode(PyTuple_GetItem(node->operands, i));
    if (!operand)
      return false;
    stack.push_back(operand);
  }
  return true;
}

bool Walk::run(PyObject *const *roots, Py_ssize_t rootCount) {
  static uint64_t walks = 0; // the global interpreter lock guards it: a walk runs no Python code
  walk = ++walks;
  constexpr size_t usual = 32; // entries: most expressions of a line or two take no further memory
  structure.reserve(usual);
  stack.reserve(usual);
  inputs.reserve(usual);
  for (Py_ssize_t i = rootCount; i-- > 0;) {
    Node *root = asNode(roots[i]);
    if (!root)
      return false;
    stack.push_back(root);
  }
  if (!pushNumber(rootCount))
    return false;
  while (!stack.empty()) {
    Node *node = stack.back();
    stack.pop_back();
    if (!visit(node))
      return false;
  }
  return true;
}

Ref Walk::takeStructure(PyObject *last) {
  push(last);
  Ref tuple(PyTuple_New(static_cast<Py_ssize_t>(structure.size())));
  for (size_t i = 0; tuple && i < structure.size(); ++i)
    PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(i), structure[i].release());
  return tuple;
}

Ref Walk::takeInputs() {
  Ref list(PyList_New(static_cast<Py_ssize_t>(inputs.size())));
  for (size_t i = 0; list && i < inputs.size(); ++i)
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), inputs[i].release());
  return list;
}

Ref Walk::values() const {
  Ref list(PyList_New(static_cast<Py_ssize_t>(inputs.size())));
  for (size_t i = 0; list && i < inputs.size(); ++i) {
    PyObject *value = reinterpret_cast<Node *>(inputs[i].get())->value;
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), Ref::share(value).release());
  }
  return list;
}

PyObject *fusion::python::trace(PyObject *, PyObject *const *args, Py_ssize_t count) {
  Walk walk;
  if (count < 1) {
    PyErr_SetString(PyExc_TypeError, "trace(last, *roots)");
    return nullptr;
  }
  if (!walk.run(args + 1, count - 1))
    return nullptr;
  Ref values = walk.values(), structure = walk.takeStructure(args[0]), inputs = walk.takeInputs();
  return values && structure && inputs ? PyTuple_Pack(3, structure.get(), inputs.get(), values.get()) : nullptr;
}

PyObject *fusion::python::runKnown(PyObject *module, PyObject *const *args, Py_ssize_t count) {
  if (count != 4 || !asNode(args[1])) {
    PyErr_SetString(PyExc_TypeError, "run_known(known, root, stream, last)");
    return nullptr;
  }
  Walk walk;
  Ref structure(walk.run(args + 1, 1) ? walk.takeStructure(args[3]).release() : nullptr);
  PyObject *found = structure ? PyDict_GetItemWithError(args[0], structure.get()) : nullptr;
  if (!found)
    return PyErr_Occurred() ? nullptr : Ref::share(Py_False).release();
  Ref run = Ref::share(PyTuple_GetItem(found, 0)), computedBy = Ref::share(PyTuple_GetItem(found, 1));
  Ref values = walk.values();
  if (!run || !computedBy || !values || !Ref(checkGradients(module, values.get())))
    return nullptr;
  Ref outputs(PyObject_CallFunctionObjArgs(run.get(), values.get(), Py_None, args[2], nullptr));
  Ref output(outputs ? PySequence_GetItem(outputs.get(), 0) : nullptr);
  if (!output)
    return nullptr;
  setValue(asNode(args[1]), output.get(), computedBy.get());
  return Ref::share(Py_True).release();
}
