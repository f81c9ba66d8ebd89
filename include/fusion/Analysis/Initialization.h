// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The initialise step of an entry: values that follow from constants alone, computed once by a function beside it.
// Between the passes it is
//
//   func.func @f(inputs..., values... {fusion.constant, fusion.initialized}) -> ...
//   func.func @f.initialize(those inputs of f that carry fusion.constant, in their order) -> (values...)
//
// The values are one buffer only where C calls: fusion-emit-module lays them out.

#ifndef FUSION_ANALYSIS_INITIALIZATION_H
#define FUSION_ANALYSIS_INITIALIZATION_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {

/// "f.initialize".
std::string getInitializeName(func::FuncOp entry);

/// Whether argument `index` of an entry is a value of its initialise step.
bool isInitialized(func::FuncOp entry, unsigned index);
/// Whether it is an input that the step may read: the caller gives it, and promises that it is constant.
bool isStepInput(func::FuncOp entry, unsigned index);

/// The function of that name beside an entry that takes its values; null where there is none.
func::FuncOp getInitializeStep(func::FuncOp entry);
/// The entry that takes the values of `step`; null for other functions.
func::FuncOp getEntryOfStep(func::FuncOp step);

/// Where values lie in the buffer: each at a multiple of 256 bytes, in order.
struct InitializedLayout {
  SmallVector<int64_t> offsets;
  int64_t bytes = 0; ///< of all
};
InitializedLayout getInitializedLayout(TypeRange types);

} // namespace fusion

#endif // FUSION_ANALYSIS_INITIALIZATION_H
