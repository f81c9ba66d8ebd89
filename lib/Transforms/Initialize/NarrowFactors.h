// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weights of integers that products dequantise themselves.

#ifndef FUSION_LIB_TRANSFORMS_INITIALIZE_NARROWFACTORS_H
#define FUSION_LIB_TRANSFORMS_INITIALIZE_NARROWFACTORS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace fusion {

/// The elementwise kernels of an entry, of those that are constant, that make floats of integers of 8 bits, or of words
/// of several, for one product, whose family takes them into its kernel: floats would be kept in more memory, and read
/// from it at each call.
llvm::DenseSet<Operation *> findNarrowFactors(func::FuncOp entry, function_ref<bool(Operation *)> isConstant);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_INITIALIZE_NARROWFACTORS_H
