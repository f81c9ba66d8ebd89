// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks a tensor and its box, and has the driver encode a tensor map.

#include "TensorMap.h"

#include "fusion/Runtime/Tensor.h"

using namespace fusion;
using namespace fusion::runtime;

// Limits are those of cuTensorMapEncodeTiled (CUDA Driver API, Tensor Map Object Management).
static constexpr int64_t alignment = 16; ///< of the address and of strides
static constexpr int64_t largestSize = int64_t(1) << 32;
static constexpr int64_t strideLimit = int64_t(1) << 40;

namespace {
/// A tensor as the driver takes it: dimensions innermost first, no stride of the innermost.
struct TensorLayout {
  uint64_t sizes[FUSION_TENSOR_MAP_RANK], strides[FUSION_TENSOR_MAP_RANK];
  uint32_t box[FUSION_TENSOR_MAP_RANK];
};
} // namespace

/// The type of the elements in memory.
static FusionDType storedType(int32_t dtype) {
  return dtype == FUSION_TENSOR_MAP_TF32 ? FUSION_F32 : static_cast<FusionDType>(dtype);
}

/// CUtensorMapDataType.
static int dataType(int32_t dtype) {
  if (dtype == FUSION_TENSOR_MAP_TF32)
    return 11;
  switch (static_cast<FusionDType>(dtype)) {
  case FUSION_F16:
    return 6;
  case FUSION_BF16:
    return 9;
  case FUSION_F32:
    return 7;
  case FUSION_F64:
    return 8;
  case FUSION_I1:
  case FUSION_I8:
  case FUSION_F8E4M3FN:
  case FUSION_F8E5M2:
    return 0;
  case FUSION_I16:
    return 1;
  case FUSION_I32:
    return 3;
  case FUSION_I64:
    return 5;
  }
  return -1;
}

static int64_t alignUp(int64_t value) { return (value + alignment - 1) / alignment * alignment; }

/// The stride of a tensor without gaps, for a dimension of size 1: nobody reads it, but the driver wants a right one.
static int64_t packedStride(const TensorLayout &layout, int32_t position, int64_t elementBytes) {
  if (position == 1)
    return alignUp(static_cast<int64_t>(layout.sizes[0]) * elementBytes);
  return static_cast<int64_t>(layout.strides[position - 2] * layout.sizes[position - 1]);
}

/// Checks dimension `dim`, counted from the outermost, and puts it where it belongs. Inner dimensions come first.
static Error setDimension(TensorLayout &layout, int32_t dim, int32_t rank, int64_t elementBytes, int64_t size,
                          int64_t stride) {
  int32_t position = rank - 1 - dim;
  if (size < 1 || size > largestSize)
    return Error::make("tensor map: size ", dim, " is ", size, ", it must be 1 to 2^32");
  layout.sizes[position] = static_cast<uint64_t>(size);
  if (position == 0) {
    if (size > 1 && stride != elementBytes)
      return Error::make("tensor map: the innermost stride is ", stride, " bytes, it must be that of an element, ",
                         elementBytes);
    return {};
  }
  if (size == 1)
    stride = packedStride(layout, position, elementBytes);
  if (stride % alignment != 0)
    return Error::make("tensor map: stride ", dim, " is ", stride, " bytes, it must be a multiple of ", alignment);
  if (stride < 0 || stride >= strideLimit)
    return Error::make("tensor map: stride ", dim, " is ", stride, " bytes, it must be 0 to 2^40 - 16");
  layout.strides[position - 1] = static_cast<uint64_t>(stride);
  return {};
}

Error runtime::encodeTensorMap(const cuda::Driver &driver, void *map, const FusionTensorMapSpec &spec, void *address,
                               const int64_t *sizes, const int64_t *byteStrides) {
  static constexpr uint32_t steps[FUSION_TENSOR_MAP_RANK] = {1, 1, 1, 1, 1};
  int type = dataType(spec.dtype);
  if (type < 0)
    return Error::make("tensor map: element type ", spec.dtype, " is unknown");
  if (spec.rank < 1 || spec.rank > FUSION_TENSOR_MAP_RANK)
    return Error::make("tensor map: rank is ", spec.rank, ", it must be 1 to ", FUSION_TENSOR_MAP_RANK);
  if (!driver.tensorMapEncodeTiled)
    return Error::make("the driver is too old for tensor maps, it lacks cuTensorMapEncodeTiled");
  if (reinterpret_cast<uintptr_t>(address) % alignment != 0)
    return Error::make("tensor map: address ", address, " is not a multiple of ", alignment);
  TensorLayout layout;
  auto elementBytes = static_cast<int64_t>(elementSize(storedType(spec.dtype)));
  for (int32_t dim = spec.rank - 1; dim >= 0; --dim) {
    layout.box[spec.rank - 1 - dim] = static_cast<uint32_t>(spec.box[dim]);
    if (Error error = setDimension(layout, dim, spec.rank, elementBytes, sizes[dim], byteStrides[dim]))
      return error;
  }
  constexpr int noInterleave = 0, fillZeros = 0;
  return driver.check(driver.tensorMapEncodeTiled(map, type, static_cast<uint32_t>(spec.rank), address, layout.sizes,
                                                  layout.strides, layout.box, steps, noInterleave, spec.swizzle,
                                                  spec.l2Promotion, fillZeros),
                      "cuTensorMapEncodeTiled");
}
