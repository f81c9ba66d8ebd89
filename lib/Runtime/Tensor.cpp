// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Element types by name and size, shapes, and tensors on the host.

#include "fusion/Runtime/Tensor.h"
#include "HostMemory.h"
#include "fusion/Runtime/Float16.h"
#include "fusion/Runtime/Float8.h"

#include <cstdlib>
#include <cstring>

using namespace fusion;
using namespace fusion::runtime;

namespace {
struct TypeRow {
  const char *name;
  int64_t size;
  bool isFloat;
};
// Indexed by FusionDType.
constexpr TypeRow typeTable[] = {{"f16", 2, true},  {"bf16", 2, true},     {"f32", 4, true},   {"f64", 8, true},
                                 {"i1", 1, false},  {"i8", 1, false},      {"i16", 2, false},  {"i32", 4, false},
                                 {"i64", 8, false}, {"f8E4M3FN", 1, true}, {"f8E5M2", 1, true}};
static_assert(sizeof(typeTable) / sizeof(typeTable[0]) == FUSION_NUM_DTYPES);
constexpr int64_t largestBytes = int64_t(1) << 62;
} // namespace

int64_t runtime::elementSize(FusionDType dtype) { return typeTable[dtype].size; }
const char *runtime::dtypeName(FusionDType dtype) { return typeTable[dtype].name; }
bool runtime::isFloat(FusionDType dtype) { return typeTable[dtype].isFloat; }

std::string runtime::typeName(FusionDType dtype, Span<const int64_t> shape) {
  std::string text;
  for (int64_t dim : shape)
    text += (dim == FUSION_DYNAMIC ? "?" : std::to_string(dim)) + "x";
  return text + dtypeName(dtype);
}

Span<const int64_t> runtime::shapeOf(const FusionTensorSpec &spec) {
  return {spec.shape, static_cast<size_t>(spec.rank > 0 ? spec.rank : 0)};
}

bool runtime::isScalar(const FusionTensorSpec &spec) { return spec.rank == FUSION_SCALAR; }

std::optional<size_t> runtime::aliasOf(const FusionTensorSpec &spec) {
  if (!(spec.flags & FUSION_TENSOR_ALIASED))
    return std::nullopt;
  return static_cast<size_t>(spec.alias);
}

bool runtime::isConstant(const FusionTensorSpec &spec) { return (spec.flags & FUSION_TENSOR_CONSTANT) != 0; }

bool runtime::isInitialized(const FusionTensorSpec &spec) { return (spec.flags & FUSION_TENSOR_INITIALIZED) != 0; }

int64_t runtime::countGiven(const FusionEntry &entry) { return entry.numInputs - (entry.initialize ? 1 : 0); }

std::string runtime::typeName(const FusionTensorSpec &spec) {
  std::string type = typeName(static_cast<FusionDType>(spec.dtype), shapeOf(spec));
  return isScalar(spec) ? "number of type " + type : type;
}

std::string runtime::typeName(const Tensor &tensor) {
  std::string text;
  for (int64_t dim : tensor.shape)
    text += std::to_string(dim) + "x";
  return text + dtypeName(tensor.dtype);
}

Expected<int64_t> runtime::elementCount(FusionDType dtype, Span<const int64_t> shape) {
  // Zeros first: a tensor with a zero dimension is empty, but its other dimensions must be sensible too.
  int64_t count = 1;
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return Error::make("dimension ", dim, " of ", typeName(dtype, shape), " is negative");
    empty |= dim == 0;
    if (dim != 0 && __builtin_mul_overflow(count, dim, &count))
      return Error::make("size of ", typeName(dtype, shape), " overflows");
    if (count > largestBytes / elementSize(dtype))
      return Error::make("size of ", typeName(dtype, shape), " overflows");
  }
  return empty ? 0 : count;
}

Expected<int64_t> runtime::byteSize(FusionDType dtype, Span<const int64_t> shape) {
  auto count = elementCount(dtype, shape);
  if (!count)
    return count.takeError();
  return *count * elementSize(dtype);
}

bool runtime::isRowMajor(const Tensor &tensor) {
  if (tensor.strides.empty())
    return true;
  if (tensor.strides.size() != tensor.shape.size())
    return false;
  int64_t expected = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return false;
    expected *= tensor.shape[i];
  }
  return true;
}

Expected<HostTensor> HostTensor::allocate(FusionDType dtype, Shape shape) {
  auto count = elementCount(dtype, shape);
  if (!count)
    return count.takeError();
  constexpr size_t alignment = 64;
  auto bytes = static_cast<size_t>(*count * elementSize(dtype));
  auto data = allocateHostMemory(bytes, alignment);
  if (!data)
    return Error::make(typeName(dtype, shape), ": ", data.error().message());
  std::memset(*data, 0, bytes);

  HostTensor tensor;
  tensor.owner = std::shared_ptr<void>(*data, std::free);
  tensor.view = {*data, dtype, std::move(shape), {}};
  tensor.count = *count;
  return tensor;
}

int64_t runtime::integerAt(const Tensor &tensor) {
  switch (tensor.dtype) {
  case FUSION_I1:
    return *static_cast<const uint8_t *>(tensor.data) & 1;
  case FUSION_I8:
    return *static_cast<const int8_t *>(tensor.data);
  case FUSION_I16:
    return *static_cast<const int16_t *>(tensor.data);
  case FUSION_I32:
    return *static_cast<const int32_t *>(tensor.data);
  case FUSION_I64:
    return *static_cast<const int64_t *>(tensor.data);
  default:
    return 0;
  }
}

double HostTensor::valueAt(int64_t i) const {
  switch (dtype()) {
  case FUSION_F16:
    return halfToFloat(as<uint16_t>()[i]);
  case FUSION_BF16:
    return bfloat16ToFloat(as<uint16_t>()[i]);
  case FUSION_F32:
    return as<float>()[i];
  case FUSION_F64:
    return as<double>()[i];
  case FUSION_I1:
    return as<uint8_t>()[i] != 0;
  case FUSION_I8:
    return as<int8_t>()[i];
  case FUSION_I16:
    return as<int16_t>()[i];
  case FUSION_I32:
    return as<int32_t>()[i];
  case FUSION_I64:
    return static_cast<double>(as<int64_t>()[i]);
  case FUSION_F8E4M3FN:
    return f8E4M3FNToFloat(as<uint8_t>()[i]);
  case FUSION_F8E5M2:
    return f8E5M2ToFloat(as<uint8_t>()[i]);
  }
  return 0;
}

void HostTensor::setValue(int64_t i, double value) {
  switch (dtype()) {
  case FUSION_F16:
    as<uint16_t>()[i] = doubleToHalf(value);
    break;
  case FUSION_BF16:
    as<uint16_t>()[i] = doubleToBFloat16(value);
    break;
  case FUSION_F32:
    as<float>()[i] = static_cast<float>(value);
    break;
  case FUSION_F64:
    as<double>()[i] = value;
    break;
  case FUSION_I1:
    as<uint8_t>()[i] = value != 0;
    break;
  case FUSION_I8:
    as<int8_t>()[i] = static_cast<int8_t>(value);
    break;
  case FUSION_I16:
    as<int16_t>()[i] = static_cast<int16_t>(value);
    break;
  case FUSION_I32:
    as<int32_t>()[i] = static_cast<int32_t>(value);
    break;
  case FUSION_I64:
    as<int64_t>()[i] = static_cast<int64_t>(value);
    break;
  case FUSION_F8E4M3FN:
    as<uint8_t>()[i] = doubleToF8E4M3FN(value);
    break;
  case FUSION_F8E5M2:
    as<uint8_t>()[i] = doubleToF8E5M2(value);
    break;
  }
}
