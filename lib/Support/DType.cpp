// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of the runtime's names of element types.

#include "fusion/Support/DType.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

std::optional<FusionDType> fusion::getDType(Type type) {
  if (type.isF16())
    return FUSION_F16;
  if (type.isBF16())
    return FUSION_BF16;
  if (type.isF32())
    return FUSION_F32;
  if (type.isF64())
    return FUSION_F64;
  if (type.isSignlessInteger(1))
    return FUSION_I1;
  if (type.isSignlessInteger(8))
    return FUSION_I8;
  if (type.isSignlessInteger(16))
    return FUSION_I16;
  if (type.isSignlessInteger(32))
    return FUSION_I32;
  if (type.isSignlessInteger(64))
    return FUSION_I64;
  if (isa<Float8E4M3FNType>(type))
    return FUSION_F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return FUSION_F8E5M2;
  return std::nullopt;
}

std::optional<FusionDType> fusion::getScalarDType(Type type) { return type.isIndex() ? FUSION_I64 : getDType(type); }
