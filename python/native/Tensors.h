// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors of other libraries: how those of one Python type are read and made.

#ifndef FUSION_PYTHON_TENSORS_H
#define FUSION_PYTHON_TENSORS_H

#include "Native.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace fusion::python {

constexpr int32_t largestRank = 32;
constexpr int32_t onHost = -1;  ///< in the place of a GPU's number
constexpr int32_t anyType = -1; ///< in the place of a FusionDType

/// The memory of a tensor, and what keeps it there.
struct View {
  FusionTensor tensor = {};
  int32_t ordinal = onHost;
  int32_t elementKind = 0; ///< the library's own name of the element type: it tells apart what FusionDType does not
  bool isRowMajor = true;
  bool isReadOnly = false;
  std::array<int64_t, largestRank> shape;   ///< what `tensor.shape` points to, where its owner might not keep it
  std::array<int64_t, largestRank> strides; ///< in elements
  Ref owner;
};

/// The tensors of one Python type. Functions that fail have set an exception.
class Framework {
public:
  virtual ~Framework() = default;
  /// `wanted` is the FusionDType that the entry expects, or anyType: it tells apart types that the library has no name
  /// for.
  virtual bool read(PyObject *object, int32_t wanted, View &view) = 0;
  /// Whether `read` takes less than to ask the tensor for its dtype and shape: it makes no Python object.
  virtual bool isQuick() const { return false; }
  /// The same tensor, row-major without gaps; a copy.
  virtual Ref makeRowMajor(PyObject *object) = 0;
  /// A tensor, not filled, in the memory of the GPU of that number or of the host; `like` is one of its kind.
  virtual Ref make(const FusionTensor &prototype, int32_t ordinal, PyObject *like) = 0;
  /// The stream that the library works on now.
  virtual bool getStream(int32_t ordinal, void *&stream) = 0;
  /// Whether what `make` gives becomes a tensor of the library by `handOver`, once it is written: no tensor of the
  /// library may be.
  virtual bool handsOver() const { return false; }
  virtual Ref handOver(PyObject *made, PyObject *like) {
    (void)like;
    return Ref::share(made);
  }
};

/// That of the object's type; null, with a TypeError, where its type has no tensors.
Framework *frameworkOf(PyObject *object);
/// NumPy's, which is also that of calls without tensors; null, with an exception, where NumPy is missing.
Framework *numpyFramework();

/// _native.set_libraries: who describes libraries that are read by neither DLPack's C functions nor NumPy's structure.
PyObject *setLibraries(PyObject *module, PyObject *function);

/// _native.bytes_beside: memory where a tensor is.
PyObject *bytesBeside(PyObject *module, PyObject *arguments);

/// Makes the tensors of a library by a function of its own, where it takes less time than DLPack's allocator.
class TensorMaker {
public:
  virtual ~TensorMaker() = default;
  virtual bool knows(int32_t dtype) const = 0;
  /// As Framework::make, of a type that it knows.
  virtual Ref make(const FusionTensor &prototype, int32_t ordinal) = 0;
};
/// PyTorch's, for its types of tensors; else null, without an exception.
std::unique_ptr<TensorMaker> makeTorchMaker(PyTypeObject *type);

/// What the libraries share: the parts of frameworkOf.
Framework *makeNumpyFramework();
/// Null without an exception where the type has no such functions.
Framework *makeExchangeFramework(PyTypeObject *type);
/// That of Python's description of the tensor's library.
Framework *makeLibrary(PyObject *tensor);
/// Looks at a tensor in a capsule of DLPack's, which lives as long as the view.
bool readCapsule(PyObject *capsule, View &view);

} // namespace fusion::python

#endif // FUSION_PYTHON_TENSORS_H
