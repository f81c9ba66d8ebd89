// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that makes arithmetic of math functions.

#ifndef FUSION_CONVERSION_MATHEXPAND_PASSES_H
#define FUSION_CONVERSION_MATHEXPAND_PASSES_H

#include "fusion/Conversion/MathExpand/MathExpand.h"
#include "mlir/Pass/Pass.h"

namespace mlir::arith {
class ArithDialect;
} // namespace mlir::arith
namespace mlir::math {
class MathDialect;
} // namespace mlir::math
namespace mlir::vector {
class VectorDialect;
} // namespace mlir::vector
namespace mlir::LLVM {
class LLVMDialect;
} // namespace mlir::LLVM

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Conversion/MathExpand/Passes.h.inc"

} // namespace fusion

#endif // FUSION_CONVERSION_MATHEXPAND_PASSES_H
