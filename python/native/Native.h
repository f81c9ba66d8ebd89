// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the files of the extension share. It keeps to the limited C API of Python 3.10: one binary serves all later
// versions.

#ifndef FUSION_PYTHON_NATIVE_H
#define FUSION_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030A0000
#include <Python.h>

#include "fusion-c/Fusion.h"
#include "fusion/Runtime/fusion_runtime.h"

#include <utility>

namespace fusion::python {

/// A new reference, given back at the end of the scope.
class Ref {
public:
  Ref() = default;
  explicit Ref(PyObject *owned) : object(owned) {}
  Ref(Ref &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  Ref &operator=(Ref &&other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~Ref() { Py_XDECREF(object); }

  static Ref share(PyObject *borrowed) {
    Py_XINCREF(borrowed);
    return Ref(borrowed);
  }
  PyObject *get() const { return object; }
  PyObject *release() { return std::exchange(object, nullptr); }
  explicit operator bool() const { return object != nullptr; }

private:
  PyObject *object = nullptr;
};

/// The exceptions of the package.
extern PyObject *compileError, *callError;

/// Sets a `callError` with the runtime's last error; returns null.
PyObject *failCall();

/// Names of element types as Python has them: "f16", "bf16", ..., in the order of FusionDType.
const char *dtypeName(int32_t dtype);

/// The type objects, made by the module's initialisation.
bool addCodeType(PyObject *module);
bool addProgramTypes(PyObject *module);

/// _native.compile.
PyObject *compile(PyObject *module, PyObject *const *args, Py_ssize_t count);
/// _native.check_options.
PyObject *checkOptions(PyObject *module, PyObject *options);
PyObject *reportPage(PyObject *module, PyObject *json);
/// _native.check_gradients.
PyObject *checkGradients(PyObject *module, PyObject *tensors);
/// The module in memory behind an object of type Code; null, with an exception, for another object.
const FusionModule *moduleOf(PyObject *code);

} // namespace fusion::python

#endif // FUSION_PYTHON_NATIVE_H
