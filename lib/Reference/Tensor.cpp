// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes tensors of bytes and attributes, and views of them.

#include "fusion/Reference/Tensor.h"
#include "FloatFormat.h"
#include "Interval.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace mlir;
using namespace fusion::reference;

SmallVector<int64_t> fusion::reference::rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

void fusion::reference::forEachOffset(ArrayRef<int64_t> shape, ArrayRef<int64_t> stridesA, ArrayRef<int64_t> stridesB,
                                      function_ref<void(int64_t, int64_t)> fn) {
  if (llvm::is_contained(shape, 0))
    return;
  int64_t rank = shape.size(), a = 0, b = 0;
  SmallVector<int64_t> index(rank, 0);
  while (true) {
    fn(a, b);
    int64_t d = rank - 1;
    for (; d >= 0; --d) {
      a += stridesA[d];
      b += stridesB[d];
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
      a -= stridesA[d] * shape[d];
      b -= stridesB[d] * shape[d];
    }
    if (d < 0)
      return;
  }
}

int64_t Tensor::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

bool Tensor::isContiguous() const {
  int64_t expected = 1;
  for (int64_t d = getRank() - 1; d >= 0; --d) {
    if (shape[d] != 1 && strides[d] != expected)
      return false;
    expected *= shape[d];
  }
  return true;
}

bool Tensor::isSplat() const {
  return llvm::all_of(llvm::zip(shape, strides), [](auto pair) {
    auto [size, stride] = pair;
    return stride == 0 || size == 1;
  });
}

Tensor Tensor::allocate(Type elementType, ArrayRef<int64_t> shape, bool bounds) {
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.strides = rowMajorStrides(shape);
  tensor.buffer = std::make_shared<Buffer>();
  int64_t count = std::max<int64_t>(tensor.getNumElements(), 1);
  tensor.buffer->value.reset(new Scalar[count]);
  if (bounds) {
    tensor.buffer->lo.reset(new Scalar[count]);
    tensor.buffer->hi.reset(new Scalar[count]);
  }
  return tensor;
}

Tensor Tensor::splat(Type elementType, ArrayRef<int64_t> shape, Scalar value) {
  Tensor scalar = allocate(elementType, {}, /*bounds=*/false);
  *scalar.valueMut() = value;
  return scalar.view(shape, SmallVector<int64_t>(shape.size(), 0));
}

static int64_t decodeInteger(const char *data, unsigned width) {
  int64_t bits = 0;
  std::memcpy(&bits, data, (width + 7) / 8);
  if (width == 1)
    return bits & 1;
  return width == 64 ? bits : llvm::SignExtend64(bits, width);
}

/// Bits of an integer type that packed data can hold, or 0.
static unsigned getPackedWidth(Type type) {
  if (type.isIndex())
    return 64;
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth()) ? integer.getWidth() : 0;
  return 0;
}

FailureOr<Tensor> Tensor::fromBytes(Type elementType, ArrayRef<int64_t> shape, ArrayRef<char> bytes) {
  Tensor tensor = allocate(elementType, shape, /*bounds=*/false);
  int64_t count = tensor.getNumElements();
  Scalar *out = tensor.valueMut();
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    FloatFormat format = FloatFormat::get(floatType);
    if (floatType.getWidth() % 8 || floatType.getWidth() > 64 || bytes.size() != size_t(count) * format.bytes)
      return failure();
    for (int64_t i = 0; i < count; ++i)
      out[i].f = format.decode(bytes.data() + i * format.bytes);
    return tensor;
  }
  unsigned width = getPackedWidth(elementType), size = (width + 7) / 8;
  if (!width || bytes.size() != size_t(count) * size)
    return failure();
  for (int64_t i = 0; i < count; ++i)
    out[i].i = decodeInteger(bytes.data() + i * size, width);
  return tensor;
}

static Scalar decodeAPInt(const APInt &value) {
  if (value.getBitWidth() == 1)
    return makeInt(value.getBoolValue());
  return makeInt(value.sextOrTrunc(64).getSExtValue());
}

static Scalar decodeAPFloat(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return makeFloat(value.convertToDouble());
}

static Tensor fromDense(DenseElementsAttr dense) {
  Type type = dense.getElementType();
  ArrayRef<int64_t> shape = dense.getType().getShape();
  bool isFloat = isa<FloatType>(type);
  if (dense.isSplat())
    return Tensor::splat(type, shape,
                         isFloat ? decodeAPFloat(dense.getSplatValue<APFloat>())
                                 : decodeAPInt(dense.getSplatValue<APInt>()));
  Tensor tensor = Tensor::allocate(type, shape, /*bounds=*/false);
  Scalar *out = tensor.valueMut();
  if (isFloat) {
    for (APFloat value : dense.getValues<APFloat>())
      *out++ = decodeAPFloat(value);
  } else {
    for (APInt value : dense.getValues<APInt>())
      *out++ = decodeAPInt(value);
  }
  return tensor;
}

FailureOr<Tensor> Tensor::fromAttribute(ElementsAttr attr) {
  Type type = attr.getElementType();
  if (!isa<FloatType>(type) && !type.isIntOrIndex())
    return failure();
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return fromDense(dense);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return failure();
    return fromBytes(type, resource.getType().getShape(), blob->getData());
  }
  return failure();
}

void Tensor::dropTrivialBounds() {
  if (isExact())
    return;
  // Compares bits, so NaNs count as equal.
  for (int64_t i = 0, e = getNumElements(); i < e; ++i)
    if (lo()[i].i != value()[i].i || hi()[i].i != value()[i].i)
      return;
  buffer->lo.reset();
  buffer->hi.reset();
}

Tensor Tensor::view(ArrayRef<int64_t> newShape, ArrayRef<int64_t> newStrides, int64_t addedOffset) const {
  Tensor result = *this;
  result.shape.assign(newShape.begin(), newShape.end());
  result.strides.assign(newStrides.begin(), newStrides.end());
  result.offset += addedOffset;
  return result;
}

Tensor Tensor::transpose(ArrayRef<int64_t> permutation) const {
  SmallVector<int64_t> newShape, newStrides;
  for (int64_t d : permutation) {
    newShape.push_back(shape[d]);
    newStrides.push_back(strides[d]);
  }
  return view(newShape, newStrides);
}

Tensor Tensor::broadcast(ArrayRef<int64_t> newShape) const {
  SmallVector<int64_t> newStrides(newShape.size(), 0);
  int64_t lead = newShape.size() - getRank();
  for (int64_t d = 0; d < getRank(); ++d)
    newStrides[lead + d] = shape[d] == newShape[lead + d] ? strides[d] : 0;
  return view(newShape, newStrides);
}

Tensor Tensor::reshape(ArrayRef<int64_t> newShape) const {
  if (isSplat())
    return view(newShape, SmallVector<int64_t>(newShape.size(), 0));
  Tensor packed = contiguous();
  return packed.view(newShape, rowMajorStrides(newShape));
}

Tensor Tensor::withElementType(Type type) const {
  Tensor result = *this;
  result.elementType = type;
  return result;
}

Tensor Tensor::copy(bool bounds) const {
  bounds |= !isExact();
  Tensor result = allocate(elementType, shape, bounds);
  auto copyPart = [&](const Scalar *from, Scalar *to) {
    if (isContiguous()) {
      std::copy_n(from, getNumElements(), to);
      return;
    }
    forEachOffset(shape, strides, result.strides, [&](int64_t source, int64_t target) { to[target] = from[source]; });
  };
  copyPart(value(), result.valueMut());
  if (bounds) {
    copyPart(lo(), result.loMut());
    copyPart(hi(), result.hiMut());
  }
  return result;
}

Tensor Tensor::withoutBounds() const {
  Tensor result = copy(/*bounds=*/true);
  bool isBool = elementType.isInteger(1);
  for (int64_t i = 0, e = getNumElements(); i < e; ++i) {
    Scalar &lo = result.loMut()[i], &hi = result.hiMut()[i];
    if (isFloat())
      Interval::unknown(result.value()[i].f).encode(lo.f, hi.f);
    else
      lo = makeInt(isBool ? 0 : INT64_MIN), hi = makeInt(isBool ? 1 : INT64_MAX);
  }
  return result;
}

SmallVector<char> Tensor::toBytes() const {
  Tensor packed = contiguous();
  int64_t count = getNumElements();
  const Scalar *in = packed.value();
  SmallVector<char> bytes;
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    FloatFormat format = FloatFormat::get(floatType);
    bytes.resize_for_overwrite(count * format.bytes);
    for (int64_t i = 0; i < count; ++i)
      format.encode(format.round(in[i].f), bytes.data() + i * format.bytes);
    return bytes;
  }
  unsigned size = (getPackedWidth(elementType) + 7) / 8;
  bytes.resize_for_overwrite(count * size);
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(bytes.data() + i * size, &in[i].i, size);
  return bytes;
}
