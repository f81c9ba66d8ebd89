// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Element types, views of tensors and tensors in host memory.

#ifndef FUSION_RUNTIME_TENSOR_H
#define FUSION_RUNTIME_TENSOR_H

#include "fusion/Runtime/ABI.h"
#include "fusion/Runtime/Error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fusion::runtime {

using Shape = std::vector<int64_t>;

/// A pointer and a count: the library's view of an array that somebody else owns.
template <typename T> class Span {
public:
  Span() = default;
  Span(T *data, size_t count) : first(data), count(count) {}
  template <typename Range> Span(Range &range) : first(range.data()), count(range.size()) {}

  T *data() const { return first; }
  T *begin() const { return first; }
  T *end() const { return first + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](size_t i) const { return first[i]; }

private:
  T *first = nullptr;
  size_t count = 0;
};

/// Bytes of one element.
int64_t elementSize(FusionDType dtype);
/// "f16", "bf16", "f32", "f64", "i1", "i8", ... as in MLIR.
const char *dtypeName(FusionDType dtype);
bool isFloat(FusionDType dtype);

/// The dimensions of a type; none of a number.
Span<const int64_t> shapeOf(const FusionTensorSpec &spec);
/// Whether an input is a number that the host reads.
bool isScalar(const FusionTensorSpec &spec);
/// The output that is written into the memory of an input, or the input of an output (FUSION_TENSOR_ALIASED).
std::optional<size_t> aliasOf(const FusionTensorSpec &spec);
/// Whether an input is one that an initialise step reads, and whether it is the buffer that a step fills.
bool isConstant(const FusionTensorSpec &spec);
bool isInitialized(const FusionTensorSpec &spec);
/// The inputs that a caller has: all but the buffer that the entry's initialise step fills.
int64_t countGiven(const FusionEntry &entry);

/// "2x?xf32"; "f32" for rank 0, "number of type f32" for FUSION_SCALAR.
std::string typeName(FusionDType dtype, Span<const int64_t> shape);
std::string typeName(const FusionTensorSpec &spec);
/// A tensor's sizes are numbers, be they sensible or not.
std::string typeName(const struct Tensor &tensor);

/// Product of the dimensions. Fails for a negative dimension, or where the bytes would not fit in 2^62.
Expected<int64_t> elementCount(FusionDType dtype, Span<const int64_t> shape);
Expected<int64_t> byteSize(FusionDType dtype, Span<const int64_t> shape);

/// A view of a tensor in host or device memory. `strides` are in elements; empty means row-major without gaps.
struct Tensor {
  void *data = nullptr;
  FusionDType dtype = FUSION_F32;
  Shape shape;
  Shape strides;
};

/// True if elements follow each other in row-major order (dimensions of size one may have any stride).
bool isRowMajor(const Tensor &tensor);

/// The one element of a tensor of rank 0 of integers, in host memory; i1 as 0 or 1.
int64_t integerAt(const Tensor &tensor);

/// A row-major tensor in host memory. Copies share the data.
class HostTensor {
public:
  HostTensor() = default;
  /// Zero-filled, 64-byte aligned. Fails where the size overflows or memory is short.
  static Expected<HostTensor> allocate(FusionDType dtype, Shape shape);

  FusionDType dtype() const { return view.dtype; }
  const Shape &shape() const { return view.shape; }
  int64_t elements() const { return count; }
  int64_t bytes() const { return count * elementSize(view.dtype); }
  void *data() { return view.data; }
  const void *data() const { return view.data; }
  template <typename T> T *as() { return static_cast<T *>(view.data); }
  template <typename T> const T *as() const { return static_cast<const T *>(view.data); }
  /// A view to pass to Context::invoke.
  const Tensor &tensor() const { return view; }

  /// Element `i` of the flat data, widened to double (i1 as 0 or 1).
  double valueAt(int64_t i) const;
  /// Stores `value` rounded to nearest even; integers are truncated toward zero.
  void setValue(int64_t i, double value);

private:
  std::shared_ptr<void> owner;
  Tensor view;
  int64_t count = 0;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_TENSOR_H
