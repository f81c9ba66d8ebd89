// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors of the reference interpreter: float64 or int64 elements, each with an interval for what a compiled program
// may have computed instead.

#ifndef FUSION_REFERENCE_TENSOR_H
#define FUSION_REFERENCE_TENSOR_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace fusion::reference {

/// One element: `f` for float types, `i` for integers and index (i1 as 0 or 1, others sign-extended).
union Scalar {
  double f;
  int64_t i;
};

inline Scalar makeFloat(double value) {
  Scalar s;
  s.f = value;
  return s;
}
inline Scalar makeInt(int64_t value) {
  Scalar s;
  s.i = value;
  return s;
}

/// Storage that tensors share. `lo` and `hi` are null where every element is exact.
struct Buffer {
  std::unique_ptr<Scalar[]> value, lo, hi;
};

/// A strided view of a buffer. The shape is concrete; strides count elements and are 0 where a dimension is repeated,
/// so splats, broadcasts, transposes and slices cost nothing.
///
/// Element e is known to be value(e) when all arithmetic is done in float64. A compiled program's element is expected
/// in [lo(e), hi(e)]; floats where lo(e) > hi(e) in [hi(e), lo(e)], or to be NaN, and where both are NaN to be NaN.
/// With infinite ends and NaN nothing is known.
class Tensor {
public:
  Tensor() = default;

  /// A new row-major tensor whose elements are not set. With `bounds`, lo and hi exist too.
  static Tensor allocate(Type elementType, ArrayRef<int64_t> shape, bool bounds);
  /// Every element is `value`, exactly. Takes no memory.
  static Tensor splat(Type elementType, ArrayRef<int64_t> shape, Scalar value);
  /// Decodes packed row-major data: f16, bf16, f32, f64 and the other float types of whole bytes, integers of 8, 16, 32
  /// and 64 bits, index as 64 bits, i1 as one byte. Fails for any other element type.
  static FailureOr<Tensor> fromBytes(Type elementType, ArrayRef<int64_t> shape, ArrayRef<char> bytes);
  /// Decodes a dense, splat or resource constant. Fails for other attributes and for resources without data.
  static FailureOr<Tensor> fromAttribute(ElementsAttr attr);

  Type getElementType() const { return elementType; }
  bool isFloat() const { return isa<FloatType>(elementType); }
  ArrayRef<int64_t> getShape() const { return shape; }
  ArrayRef<int64_t> getStrides() const { return strides; }
  int64_t getOffset() const { return offset; }
  int64_t getRank() const { return shape.size(); }
  int64_t getDim(int64_t d) const { return shape[d]; }
  int64_t getNumElements() const;
  RankedTensorType getType() const { return RankedTensorType::get(shape, elementType); }
  explicit operator bool() const { return buffer != nullptr; }

  /// Whether no element carries an interval.
  bool isExact() const { return !buffer->lo; }
  bool isContiguous() const;
  /// Whether all strides are 0: one element stands for all.
  bool isSplat() const;

  /// First element of the view; index it with strides. `lo` and `hi` fall back to the values of exact tensors.
  const Scalar *value() const { return buffer->value.get() + offset; }
  const Scalar *lo() const { return (buffer->lo ? buffer->lo.get() : buffer->value.get()) + offset; }
  const Scalar *hi() const { return (buffer->hi ? buffer->hi.get() : buffer->value.get()) + offset; }
  /// The same, to be written. Only for tensors that `allocate` or `copy` has just made.
  Scalar *valueMut() { return buffer->value.get() + offset; }
  Scalar *loMut() { return buffer->lo.get() + offset; }
  Scalar *hiMut() { return buffer->hi.get() + offset; }

  /// Forgets lo and hi if they say no more than the values. Only for tensors that nothing shares yet.
  void dropTrivialBounds();

  /// Another view of the same elements.
  Tensor view(ArrayRef<int64_t> newShape, ArrayRef<int64_t> newStrides, int64_t addedOffset = 0) const;
  Tensor transpose(ArrayRef<int64_t> permutation) const;
  /// Numpy broadcasting to `newShape`, which must be possible.
  Tensor broadcast(ArrayRef<int64_t> newShape) const;
  /// The same elements in row-major order under another shape; copies where the view is not contiguous.
  Tensor reshape(ArrayRef<int64_t> newShape) const;
  /// The same elements under another element type of the same kind (integers, or floats).
  Tensor withElementType(Type type) const;
  /// A fresh row-major copy; with `bounds`, lo and hi exist in it even if this tensor is exact.
  Tensor copy(bool bounds = false) const;
  /// The same elements, of which nothing is known but the values.
  Tensor withoutBounds() const;
  Tensor contiguous() const { return isContiguous() ? *this : copy(); }

  /// Values rounded to nearest even to the element type and packed, in the format of `fromBytes`.
  SmallVector<char> toBytes() const;

private:
  Type elementType;
  SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
  std::shared_ptr<Buffer> buffer;
};

/// Calls `fn(offset of the element in each of two strided views)` in row-major order.
void forEachOffset(ArrayRef<int64_t> shape, ArrayRef<int64_t> stridesA, ArrayRef<int64_t> stridesB,
                   function_ref<void(int64_t, int64_t)> fn);

/// Row-major strides of `shape`.
SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape);

} // namespace fusion::reference

#endif // FUSION_REFERENCE_TENSOR_H
