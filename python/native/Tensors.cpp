// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which library a Python type belongs to, found once for each type.

#include "Tensors.h"

#include <unordered_map>

using namespace fusion::python;

static constexpr const char *dtypeNames[] = {"f16", "bf16", "f32", "f64",      "i1",    "i8",
                                             "i16", "i32",  "i64", "f8e4m3fn", "f8e5m2"};
static_assert(sizeof(dtypeNames) / sizeof(dtypeNames[0]) == FUSION_NUM_DTYPES);

const char *fusion::python::dtypeName(int32_t dtype) { return dtypeNames[dtype]; }

Framework *fusion::python::numpyFramework() {
  // No initialiser: NumPy's import lets in other threads, which would wait for the static and keep the lock.
  static Framework *framework;
  if (!framework) {
    Framework *made = makeNumpyFramework();
    framework = framework ? framework : made;
  }
  if (!framework && !PyErr_Occurred())
    PyErr_SetString(PyExc_ImportError, "NumPy is not installed: pip install numpy");
  return framework;
}

static Framework *find(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  if (Framework *exchange = makeExchangeFramework(type))
    return exchange;
  if (PyErr_Occurred())
    return nullptr;
  if (PyObject_HasAttrString(object, "__array_struct__"))
    return numpyFramework();
  return makeLibrary(object);
}

Framework *fusion::python::frameworkOf(PyObject *object) {
  // Types are kept alive by the reference, so that an address stays what it is. The global interpreter lock guards it.
  static auto *known = new std::unordered_map<PyTypeObject *, Framework *>;
  auto place = known->find(Py_TYPE(object));
  if (place != known->end())
    return place->second;
  Framework *framework = find(object);
  if (framework) {
    Py_INCREF(Py_TYPE(object));
    known->emplace(Py_TYPE(object), framework);
  }
  return framework;
}

PyObject *fusion::python::bytesBeside(PyObject *, PyObject *arguments) {
  PyObject *tensor = nullptr;
  long long count = 0;
  if (!PyArg_ParseTuple(arguments, "OL", &tensor, &count))
    return nullptr;
  Framework *framework = frameworkOf(tensor);
  View view;
  if (!framework || !framework->read(tensor, anyType, view))
    return nullptr;
  int64_t size = count;
  FusionTensor prototype = {nullptr, FUSION_I8, 1, &size};
  return framework->make(prototype, view.ordinal, tensor).release();
}
