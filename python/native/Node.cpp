// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The type Node, and the ways that nodes are made.

#include "Node.h"
#include "Tensors.h"

#include <structmember.h>

#include <algorithm>
#include <array>

using namespace fusion::python;

Array fusion::python::arrays;

static PyTypeObject *nodeType;

// ---- the type ------------------------------------------------------------------------------------------------------

static PyObject *share(PyObject *object) {
  Py_XINCREF(object);
  return object;
}

static PyObject *noOperands() {
  static PyObject *const empty = PyTuple_New(0);
  return empty;
}

/// A node of the type, with references of its own to what is given.
static PyObject *makeNode(PyTypeObject *type, PyObject *own, PyObject *operation, PyObject *operands, PyObject *value,
                          PyObject *flags) {
  PyObject *object = PyType_GenericAlloc(type, 0);
  if (!object)
    return nullptr;
  auto *node = reinterpret_cast<Node *>(object);
  node->type = share(own);
  node->operation = share(operation);
  node->operands = share(operands);
  node->value = share(value);
  node->flags = share(flags);
  node->module = share(Py_None);
  return object;
}

static PyObject *newNode(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *own = nullptr, *operation = nullptr, *operands = nullptr, *value = Py_None, *flags = arrays.flags;
  if (!PyArg_ParseTuple(args, "OOO!|OO", &own, &operation, &PyTuple_Type, &operands, &value, &flags))
    return nullptr;
  return makeNode(type, own, operation, operands, value, flags);
}

static int visitNode(PyObject *object, visitproc visit, void *arg) {
  auto *node = reinterpret_cast<Node *>(object);
  Py_VISIT(Py_TYPE(object));
  for (PyObject *part : {node->type, node->operation, node->operands, node->value, node->flags, node->module})
    Py_VISIT(part);
  return 0;
}

static int clearNode(PyObject *object) {
  auto *node = reinterpret_cast<Node *>(object);
  for (PyObject **part : {&node->type, &node->operation, &node->operands, &node->value, &node->flags, &node->module})
    Py_XDECREF(std::exchange(*part, nullptr));
  return 0;
}

static void destroyNode(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  clearNode(object);
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

bool fusion::python::addNodeType(PyObject *module) {
  static PyMemberDef members[] = {{"_type", T_OBJECT_EX, offsetof(Node, type), 0, nullptr},
                                  {"_op", T_OBJECT_EX, offsetof(Node, operation), 0, nullptr},
                                  {"_operands", T_OBJECT_EX, offsetof(Node, operands), 0, nullptr},
                                  {"_value", T_OBJECT_EX, offsetof(Node, value), 0, nullptr},
                                  {"_flags", T_OBJECT_EX, offsetof(Node, flags), 0, nullptr},
                                  {"_module", T_OBJECT_EX, offsetof(Node, module), 0, nullptr},
                                  {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(newNode)},
                                {Py_tp_dealloc, reinterpret_cast<void *>(destroyNode)},
                                {Py_tp_traverse, reinterpret_cast<void *>(visitNode)},
                                {Py_tp_clear, reinterpret_cast<void *>(clearNode)},
                                {Py_tp_members, members},
                                {Py_tp_doc, const_cast<char *>("A value of an expression.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"fusion._native.Node", sizeof(Node), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  PyObject *made = PyType_FromModuleAndSpec(module, &spec, nullptr);
  nodeType = reinterpret_cast<PyTypeObject *>(made);
  arrays = {nodeType, Py_None, Py_None, Py_None};
  return made && PyModule_AddObjectRef(module, "Node", made) == 0;
}

Node *fusion::python::asNode(PyObject *object) {
  if (PyObject_TypeCheck(object, nodeType))
    return reinterpret_cast<Node *>(object);
  PyErr_SetString(PyExc_TypeError, "expected an array of fusion.lazy");
  return nullptr;
}

PyObject *fusion::python::setArray(PyObject *, PyObject *const *args, Py_ssize_t count) {
  if (count != 4 || !PyType_Check(args[0])) {
    PyErr_SetString(PyExc_TypeError, "set_array(type, flags, describe, infer)");
    return nullptr;
  }
  for (Py_ssize_t i = 0; i < count; ++i)
    Py_INCREF(args[i]); // for the process
  arrays = {reinterpret_cast<PyTypeObject *>(args[0]), args[1], args[2], args[3]};
  Py_RETURN_NONE;
}

void fusion::python::setValue(Node *node, PyObject *value, PyObject *computedBy) {
  // Members are replaced before the old ones are given back: that may run Python code.
  Ref parts[] = {Ref(std::exchange(node->value, share(value))), Ref(std::exchange(node->module, share(computedBy))),
                 Ref(std::exchange(node->operation, share(Py_None))),
                 Ref(std::exchange(node->operands, share(noOperands())))};
}

// ---- inputs --------------------------------------------------------------------------------------------------------

namespace {
/// Types by what they follow from. A place holds the last that fell on it: shapes may change at each call.
class KnownTypes {
public:
  struct Place {
    int64_t facts[3]; ///< element kind, device, rank
    std::array<int64_t, largestRank> shape;
    Ref type;
  };
  /// Where the type of such a tensor is kept; it `holds` it, or another one, or none.
  Place &find(const View &view) {
    uint64_t hash = static_cast<uint64_t>(view.elementKind) << 8 ^ view.ordinal;
    for (int32_t d = 0; d < view.tensor.rank; ++d)
      hash = (hash ^ static_cast<uint64_t>(view.shape[d])) * 0x9E3779B97F4A7C15u; // 2^64 over the golden ratio
    return places[hash >> 56];
  }
  static bool holds(const Place &place, const View &view) {
    return place.type && place.facts[0] == view.elementKind && place.facts[1] == view.ordinal &&
           place.facts[2] == view.tensor.rank &&
           std::equal(view.shape.begin(), view.shape.begin() + view.tensor.rank, place.shape.begin());
  }
  static void keep(Place &place, const View &view, Ref type) {
    place = {{view.elementKind, view.ordinal, view.tensor.rank}, view.shape, std::move(type)};
  }

private:
  std::array<Place, 256> places = {};
};
} // namespace

/// The Type of a tensor; TypeError for what is none.
static Ref typeOf(PyObject *tensor) {
  static auto *const known = new KnownTypes;
  View view;
  Framework *framework = frameworkOf(tensor);
  if (!framework || !framework->isQuick() || !framework->read(tensor, anyType, view)) {
    PyErr_Clear(); // `describe` says what is wrong
    return Ref(PyObject_CallFunctionObjArgs(arrays.describe, tensor, nullptr));
  }
  KnownTypes::Place &place = known->find(view);
  if (!KnownTypes::holds(place, view)) {
    Ref made(PyObject_CallFunctionObjArgs(arrays.describe, tensor, nullptr));
    if (!made)
      return made;
    KnownTypes::keep(place, view, std::move(made));
  }
  return Ref::share(place.type.get());
}

PyObject *fusion::python::inputOf(PyObject *, PyObject *tensor) {
  if (PyObject_TypeCheck(tensor, nodeType))
    return share(tensor);
  Ref own = typeOf(tensor);
  return own ? makeNode(arrays.type, own.get(), Py_None, noOperands(), tensor, arrays.flags) : nullptr;
}

PyObject *fusion::python::typesOf(PyObject *, PyObject *const *args, Py_ssize_t argCount) {
  Py_ssize_t count = argCount == 2 ? PyTuple_Size(args[0]) : -1;
  if (count < 0) {
    PyErr_SetString(PyExc_TypeError, "types_of(objects, kinds)");
    return nullptr;
  }
  Ref types(PyTuple_New(count));
  for (Py_ssize_t i = 0; types && i < count; ++i) {
    PyObject *object = PyTuple_GetItem(args[0], i);
    int isTensor = PySet_Contains(args[1], reinterpret_cast<PyObject *>(Py_TYPE(object)));
    if (isTensor == 0)
      Py_RETURN_NONE;
    Ref own = isTensor > 0 ? typeOf(object) : Ref();
    if (!own)
      return nullptr;
    PyTuple_SetItem(types.get(), i, own.release());
  }
  return types.release();
}

// ---- results -------------------------------------------------------------------------------------------------------

/// The Type of the result by those of the operands, of which the operation keeps a dictionary.
static Ref resultType(PyObject *operation, PyObject *operands) {
  static PyObject *const typesName = PyUnicode_InternFromString("types");
  Py_ssize_t count = PyTuple_Size(operands);
  Ref known(PyObject_GetAttr(operation, typesName)), key(PyTuple_New(count));
  if (!known || !key)
    return Ref();
  for (Py_ssize_t i = 0; i < count; ++i)
    PyTuple_SetItem(key.get(), i, share(reinterpret_cast<Node *>(PyTuple_GetItem(operands, i))->type));
  PyObject *found = PyDict_GetItemWithError(known.get(), key.get());
  if (found || PyErr_Occurred())
    return Ref::share(found);
  return Ref(PyObject_CallFunctionObjArgs(arrays.infer, operation, operands, nullptr));
}

PyObject *fusion::python::applyOp(PyObject *, PyObject *const *args, Py_ssize_t count) {
  if (count < 1) {
    PyErr_SetString(PyExc_TypeError, "apply_op(operation, *operands)");
    return nullptr;
  }
  Ref operands(PyTuple_New(count - 1));
  for (Py_ssize_t i = 1; operands && i < count; ++i) {
    if (!PyObject_TypeCheck(args[i], nodeType))
      Py_RETURN_NONE;
    PyTuple_SetItem(operands.get(), i - 1, share(args[i]));
  }
  Ref own = operands ? resultType(args[0], operands.get()) : Ref();
  return own ? makeNode(arrays.type, own.get(), args[0], operands.get(), Py_None, arrays.flags) : nullptr;
}
