// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// New tensors of PyTorch by its own function, which takes a third of the time of DLPack's allocator there (two tensors,
// one of which lends its memory to the other).

#include "Tensors.h"

#include <map>

using namespace fusion::python;

static constexpr const char *dtypeNames[] = {"float16", "bfloat16", "float32", "float64", "bool",
                                             "int8",    "int16",    "int32",   "int64"};

namespace {
class Torch final : public TensorMaker {
public:
  explicit Torch(PyObject *torch)
      : emptyStrided(PyObject_GetAttrString(torch, "empty_strided")), device(PyObject_GetAttrString(torch, "device")) {
    for (const char *name : dtypeNames)
      dtypes.push_back(PyObject_GetAttrString(torch, name));
  }

  bool knows(int32_t dtype) const override { return static_cast<size_t>(dtype) < dtypes.size(); }
  Ref make(const FusionTensor &prototype, int32_t ordinal) override;

private:
  /// The keyword arguments of a type and a place, made once for each.
  PyObject *getOptions(int32_t dtype, int32_t ordinal);

  PyObject *emptyStrided, *device;
  std::vector<PyObject *> dtypes;
  std::map<std::pair<int32_t, int32_t>, PyObject *> options;
};
} // namespace

PyObject *Torch::getOptions(int32_t dtype, int32_t ordinal) {
  PyObject *&known = options[{dtype, ordinal}];
  if (known)
    return known;
  Ref place(ordinal == onHost ? PyObject_CallFunction(device, "s", "cpu")
                              : PyObject_CallFunction(device, "si", "cuda", int(ordinal)));
  return known = place ? Py_BuildValue("{s:O,s:O}", "dtype", dtypes[dtype], "device", place.get()) : nullptr;
}

Ref Torch::make(const FusionTensor &prototype, int32_t ordinal) {
  PyObject *named = getOptions(prototype.dtype, ordinal);
  Ref shape(PyTuple_New(prototype.rank)), strides(PyTuple_New(prototype.rank)), both(PyTuple_New(2));
  if (!named || !shape || !strides || !both)
    return Ref();
  int64_t stride = 1;
  for (int32_t d = prototype.rank; d-- > 0; stride *= prototype.shape[d] ? prototype.shape[d] : 1) {
    PyTuple_SetItem(shape.get(), d, PyLong_FromLongLong(prototype.shape[d]));
    PyTuple_SetItem(strides.get(), d, PyLong_FromLongLong(stride));
  }
  PyTuple_SetItem(both.get(), 0, shape.release());
  PyTuple_SetItem(both.get(), 1, strides.release());
  return Ref(PyObject_Call(emptyStrided, both.get(), named));
}

std::unique_ptr<TensorMaker> fusion::python::makeTorchMaker(PyTypeObject *type) {
  PyObject *torch = PyDict_GetItemString(PyImport_GetModuleDict(), "torch"); // borrowed
  Ref tensor(torch ? PyObject_GetAttrString(torch, "Tensor") : nullptr);
  if (!tensor || !PyType_IsSubtype(type, reinterpret_cast<PyTypeObject *>(tensor.get()))) {
    PyErr_Clear();
    return nullptr;
  }
  auto maker = std::make_unique<Torch>(torch);
  if (!PyErr_Occurred())
    return maker;
  PyErr_Clear(); // an older or newer PyTorch: DLPack does
  return nullptr;
}
