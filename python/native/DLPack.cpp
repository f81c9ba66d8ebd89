// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors by DLPack: by a type's C functions, or by capsules.

#include "DLPack.h"
#include "Tensors.h"

using namespace fusion::python;

/// DLPACK_FLAG_BITMASK_READ_ONLY.
static constexpr uint64_t readOnlyFlag = 1;

/// Copies shape and strides, and finds whether they are row-major.
static void readLayout(const DLTensor &tensor, View &view) {
  int64_t expected = 1, count = 1;
  for (int32_t d = tensor.ndim; d-- > 0;) {
    view.shape[d] = tensor.shape[d];
    view.strides[d] = tensor.strides ? tensor.strides[d] : expected;
    view.isRowMajor &= tensor.shape[d] == 1 || view.strides[d] == expected;
    expected *= tensor.shape[d];
    count *= tensor.shape[d];
  }
  view.isRowMajor |= count == 0;
}

static bool readDLTensor(DLTensor tensor, View &view) {
  if (tensor.ndim > largestRank) {
    PyErr_Format(PyExc_ValueError, "a tensor has at most %d dimensions", int(largestRank));
    return false;
  }
  readLayout(tensor, view);
  view.elementKind = tensor.dtype.code << 8 | tensor.dtype.bits;
  tensor.shape = view.shape.data();
  tensor.strides = nullptr; // the caller looks at isRowMajor
  if (fusion_tensor_from_dlpack(&tensor, &view.tensor, &view.ordinal) == 0)
    return true;
  PyErr_SetString(PyExc_TypeError, fusion_last_error());
  return false;
}

namespace {
/// A type with DLPack's C functions: no Python object is made to look at a tensor.
class Exchange final : public Framework {
public:
  Exchange(const DLPackExchangeAPI *api, std::unique_ptr<TensorMaker> maker) : api(api), maker(std::move(maker)) {}

  bool read(PyObject *object, int32_t, View &view) override {
    DLTensor tensor = {};
    return api->dltensor_from_py_object_no_sync(object, &tensor) == 0 && readDLTensor(tensor, view);
  }
  bool isQuick() const override { return true; }
  Ref makeRowMajor(PyObject *object) override { return Ref(PyObject_CallMethod(object, "contiguous", nullptr)); }
  Ref make(const FusionTensor &prototype, int32_t ordinal, PyObject *like) override;
  bool getStream(int32_t ordinal, void *&stream) override {
    stream = nullptr;
    return ordinal == onHost || api->current_work_stream(kDLCUDA, ordinal, &stream) == 0;
  }

private:
  const DLPackExchangeAPI *api;
  std::unique_ptr<TensorMaker> maker; ///< or null
};

} // namespace

static void setError(void *, const char *kind, const char *message) {
  PyGILState_STATE state = PyGILState_Ensure();
  PyErr_Format(callError, "%s: %s", kind, message);
  PyGILState_Release(state);
}

Ref Exchange::make(const FusionTensor &prototype, int32_t ordinal, PyObject *) {
  if (maker && maker->knows(prototype.dtype))
    return maker->make(prototype, ordinal);
  DLTensor wanted = {};
  fusion_tensor_to_dlpack(&prototype, ordinal, &wanted);
  DLManagedTensorVersioned *made = nullptr;
  void *object = nullptr;
  if (api->managed_tensor_allocator(&wanted, &made, nullptr, setError) != 0 ||
      api->managed_tensor_to_py_object_no_sync(made, &object) != 0)
    return Ref();
  return Ref(static_cast<PyObject *>(object));
}

/// Takes the managed tensor out of a capsule. `used` is the name that says that it was taken.
template <typename Managed> static Managed *take(PyObject *capsule, const char *name, const char *used) {
  auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule, name));
  if (managed)
    PyCapsule_SetName(capsule, used);
  return managed;
}

template <typename Managed> static void destroyManaged(PyObject *capsule) {
  auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule, nullptr));
  if (managed && managed->deleter)
    managed->deleter(managed);
}

/// Looks at the tensor, which lives as long as the view.
template <typename Managed> static bool readManaged(PyObject *capsule, const char *name, const char *used, View &view) {
  auto *managed = take<Managed>(capsule, name, used);
  if (!managed)
    return false;
  view.owner = Ref(PyCapsule_New(managed, nullptr, destroyManaged<Managed>));
  return view.owner && readDLTensor(managed->dl_tensor, view);
}

bool fusion::python::readCapsule(PyObject *capsule, View &view) {
  if (!PyCapsule_IsValid(capsule, "dltensor_versioned"))
    return readManaged<DLManagedTensor>(capsule, "dltensor", "used_dltensor", view);
  auto *managed = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  view.isReadOnly = managed->flags & readOnlyFlag;
  return readManaged<DLManagedTensorVersioned>(capsule, "dltensor_versioned", "used_dltensor_versioned", view);
}

Framework *fusion::python::makeExchangeFramework(PyTypeObject *type) {
  Ref capsule(PyObject_GetAttrString(reinterpret_cast<PyObject *>(type), "__dlpack_c_exchange_api__"));
  if (!capsule) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError))
      PyErr_Clear();
    return nullptr;
  }
  const auto *api = static_cast<const DLPackExchangeAPI *>(PyCapsule_GetPointer(capsule.get(), "dlpack_exchange_api"));
  // Older interfaces than the one that is known hang behind newer ones.
  while (api && api->header.version.major > 1)
    api = reinterpret_cast<const DLPackExchangeAPI *>(api->header.prev_api);
  if (!api || api->header.version.major != 1 || !api->dltensor_from_py_object_no_sync) {
    PyErr_Clear();
    return nullptr;
  }
  return new Exchange(api, makeTorchMaker(type));
}
