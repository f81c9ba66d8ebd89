// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lowers fusion operations to linalg, and what of it others call.

#ifndef FUSION_CONVERSION_FUSIONTOLINALG_PASSES_H
#define FUSION_CONVERSION_FUSIONTOLINALG_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Conversion/FusionToLinalg/Passes.h.inc"

} // namespace fusion

#endif // FUSION_CONVERSION_FUSIONTOLINALG_PASSES_H
