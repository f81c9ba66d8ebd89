// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors of libraries that Python describes (fusion/_libraries.py): an object for each library says how its tensors
// lend their memory and how new ones are made.

#include "Tensors.h"

using namespace fusion::python;

static PyObject *libraryOf; ///< of set_libraries, or null

PyObject *fusion::python::setLibraries(PyObject *, PyObject *function) {
  Py_INCREF(function);
  Py_XDECREF(std::exchange(libraryOf, function));
  Py_RETURN_NONE;
}

namespace {
class Library final : public Framework {
public:
  Library(Ref object, bool isImmutable) : object(std::move(object)), isImmutable(isImmutable) {}

  bool read(PyObject *tensor, int32_t wanted, View &view) override;
  Ref makeRowMajor(PyObject *tensor) override { return call("row_major", tensor); }
  Ref make(const FusionTensor &prototype, int32_t ordinal, PyObject *like) override;
  bool getStream(int32_t ordinal, void *&stream) override;
  bool handsOver() const override { return isImmutable; }
  Ref handOver(PyObject *made, PyObject *like) override {
    return Ref(PyObject_CallMethod(object.get(), "hand_over", "OO", made, like));
  }

private:
  Ref call(const char *method, PyObject *tensor) { return Ref(PyObject_CallMethod(object.get(), method, "O", tensor)); }

  Ref object;
  bool isImmutable;
};
} // namespace

bool Library::read(PyObject *tensor, int32_t wanted, View &view) {
  Ref lent = call("lend", tensor);
  bool isCapsule = lent && PyCapsule_CheckExact(lent.get());
  Framework *numpy = lent && !isCapsule ? numpyFramework() : nullptr;
  if (!isCapsule && !numpy)
    return false;
  bool isRead = isCapsule ? readCapsule(lent.get(), view) : numpy->read(lent.get(), wanted, view);
  view.isReadOnly |= isImmutable;
  return isRead;
}

Ref Library::make(const FusionTensor &prototype, int32_t, PyObject *like) {
  Ref shape(PyTuple_New(prototype.rank));
  for (int32_t d = 0; shape && d < prototype.rank; ++d)
    PyTuple_SetItem(shape.get(), d, PyLong_FromLongLong(prototype.shape[d]));
  const char *dtype = dtypeName(prototype.dtype);
  return Ref(shape ? PyObject_CallMethod(object.get(), "make", "sOO", dtype, shape.get(), like) : nullptr);
}

bool Library::getStream(int32_t ordinal, void *&stream) {
  stream = nullptr;
  if (ordinal == onHost)
    return true;
  Ref address(PyObject_CallMethod(object.get(), "stream", "i", int(ordinal)));
  stream = address ? PyLong_AsVoidPtr(address.get()) : nullptr;
  return !PyErr_Occurred();
}

Framework *fusion::python::makeLibrary(PyObject *tensor) {
  Ref object(libraryOf ? PyObject_CallFunctionObjArgs(libraryOf, tensor, nullptr) : nullptr);
  Ref immutable(object ? PyObject_GetAttrString(object.get(), "is_immutable") : nullptr);
  int isImmutable = immutable ? PyObject_IsTrue(immutable.get()) : -1;
  return isImmutable < 0 ? nullptr : new Library(std::move(object), isImmutable > 0);
}
