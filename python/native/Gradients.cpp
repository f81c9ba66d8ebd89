// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Refuses tensors of PyTorch that require a gradient, of which a call would make none.

#include "Native.h"

using namespace fusion::python;

/// torch.is_grad_enabled, looked for until torch is imported; null, perhaps with an exception, where it is not.
static PyObject *gradientMode() {
  static PyObject *function;
  if (function)
    return function;
  PyObject *torch = PyDict_GetItemString(PyImport_GetModuleDict(), "torch");
  return function = torch ? PyObject_GetAttrString(torch, "is_grad_enabled") : nullptr;
}

/// 1 or 0 for a truth; -1 with an exception.
static int isTrue(const Ref &object) { return object ? PyObject_IsTrue(object.get()) : -1; }

static int requiresGradient(PyObject *tensor) {
  static PyObject *const name = PyUnicode_InternFromString("requires_grad");
  int found = isTrue(Ref(PyObject_GetAttr(tensor, name)));
  if (found >= 0 || !PyErr_ExceptionMatches(PyExc_AttributeError))
    return found;
  PyErr_Clear(); // a tensor of another library, or a number
  return 0;
}

PyObject *fusion::python::checkGradients(PyObject *, PyObject *tensors) {
  PyObject *mode = gradientMode();
  int isEnabled = mode ? isTrue(Ref(PyObject_CallFunctionObjArgs(mode, nullptr))) : PyErr_Occurred() ? -1 : 0;
  Py_ssize_t count = isEnabled > 0 ? PySequence_Size(tensors) : 0;
  if (isEnabled < 0 || count < 0)
    return nullptr;
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref tensor(PySequence_GetItem(tensors, i));
    int isRequired = tensor ? requiresGradient(tensor.get()) : -1;
    if (isRequired > 0)
      PyErr_Format(PyExc_ValueError,
                   "input %zd requires a gradient, and a compiled module computes none: call it under torch.no_grad(), "
                   "pass tensor.detach(), or use torch.compile(model, backend='fusion')",
                   i);
    if (isRequired != 0)
      return nullptr;
  }
  Py_RETURN_NONE;
}
