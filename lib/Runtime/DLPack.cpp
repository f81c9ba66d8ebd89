// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors as other libraries describe them, by DLPack's structures.

#include "DLPack.h"
#include "CApi.h"
#include "Limits.h"
#include "fusion/Runtime/Tensor.h"

#include <algorithm>
#include <iterator>

using namespace fusion;
using namespace fusion::runtime;

namespace {
struct TypeRow {
  uint8_t code, bits;
  FusionDType dtype;
};
} // namespace

/// The first row of a FusionDType is the one that it is written as.
static constexpr TypeRow typeTable[] = {{kDLFloat, 16, FUSION_F16},        {kDLBfloat, 16, FUSION_BF16},
                                        {kDLFloat, 32, FUSION_F32},        {kDLFloat, 64, FUSION_F64},
                                        {kDLBool, 8, FUSION_I1},           {kDLInt, 8, FUSION_I8},
                                        {kDLInt, 16, FUSION_I16},          {kDLInt, 32, FUSION_I32},
                                        {kDLInt, 64, FUSION_I64},          {kDLUInt, 8, FUSION_I8},
                                        {kDLUInt, 16, FUSION_I16},         {kDLUInt, 32, FUSION_I32},
                                        {kDLUInt, 64, FUSION_I64},         {kDLFloat8_e4m3fn, 8, FUSION_F8E4M3FN},
                                        {kDLFloat8_e5m2, 8, FUSION_F8E5M2}};

static Error checkRank(const DLTensor &tensor) {
  if (tensor.ndim < 0 || tensor.ndim > largestRank)
    return Error::make("rank ", tensor.ndim, " is not from 0 to the limit of ", largestRank);
  return tensor.ndim > 0 && !tensor.shape ? Error::make("a tensor of rank ", tensor.ndim, " without sizes") : Error();
}

static Error checkStrides(const DLTensor &tensor) {
  int64_t expected = 1;
  bool isEmpty = tensor.shape && std::find(tensor.shape, tensor.shape + tensor.ndim, 0) != tensor.shape + tensor.ndim;
  for (int32_t d = tensor.ndim; tensor.strides && !isEmpty && d-- > 0;) {
    if (tensor.shape[d] != 1 && tensor.strides[d] != expected)
      return Error::make("dimension ", d, " of size ", tensor.shape[d], " has the stride ", tensor.strides[d],
                         ", and row-major data the stride ", expected,
                         ": make the tensor contiguous, or compile a graph that transposes the input");
    if (__builtin_mul_overflow(expected, tensor.shape[d], &expected))
      return Error::make("the sizes are larger than any memory: their product overflows");
  }
  return {};
}

static Error findPlace(const DLTensor &tensor, int32_t &ordinal) {
  switch (tensor.device.device_type) {
  case kDLCPU:
  case kDLCUDAHost:
    ordinal = -1;
    return {};
  case kDLCUDA:
  case kDLCUDAManaged:
    ordinal = tensor.device.device_id;
    return {};
  default:
    return Error::make("the tensor is on a device of DLPack's number ", tensor.device.device_type,
                       ", and neither the host nor a CUDA GPU");
  }
}

static Error convert(const DLTensor &dlpack, FusionTensor *tensor, int32_t *ordinal) {
  const TypeRow *row = std::find_if(std::begin(typeTable), std::end(typeTable), [&](const TypeRow &candidate) {
    return candidate.code == dlpack.dtype.code && candidate.bits == dlpack.dtype.bits;
  });
  if (row == std::end(typeTable) || dlpack.dtype.lanes != 1)
    return Error::make("DLPack's type of code ", int(dlpack.dtype.code), ", ", int(dlpack.dtype.bits), " bits and ",
                       dlpack.dtype.lanes,
                       " lanes is none of f16, bf16, f32, f64, f8E4M3FN, f8E5M2, i1, i8, i16, i32, i64");
  if (Error error = checkRank(dlpack))
    return error;
  if (Error error = checkStrides(dlpack))
    return error;
  int32_t place = 0;
  if (Error error = findPlace(dlpack, place))
    return error;
  if (ordinal)
    *ordinal = place;
  if (tensor)
    *tensor = {static_cast<char *>(dlpack.data) + dlpack.byte_offset, row->dtype, dlpack.ndim, dlpack.shape};
  return {};
}

extern "C" int32_t fusion_tensor_from_dlpack(const DLTensor *dlpack, FusionTensor *tensor, int32_t *ordinal) {
  return guarded<int32_t>(1, [&] {
    Error error = convert(*dlpack, tensor, ordinal);
    return error ? fail(error) : 0;
  });
}

extern "C" int32_t fusion_tensor_to_dlpack(const FusionTensor *tensor, int32_t ordinal, DLTensor *dlpack) {
  return guarded<int32_t>(1, [&]() -> int32_t {
    const TypeRow *row = std::find_if(std::begin(typeTable), std::end(typeTable),
                                      [&](const TypeRow &candidate) { return candidate.dtype == tensor->dtype; });
    if (row == std::end(typeTable))
      return fail(Error::make("no FusionDType has the number ", tensor->dtype));
    DLDevice device = {ordinal < 0 ? kDLCPU : kDLCUDA, std::max(ordinal, 0)};
    *dlpack = {tensor->data, device, tensor->rank, {row->code, row->bits, 1}, const_cast<int64_t *>(tensor->shape),
               nullptr,      0};
    return 0;
  });
}
