// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A place outside of every module for kernels that are only asked about.

#ifndef FUSION_ANALYSIS_DETACHEDFUNCTION_H
#define FUSION_ANALYSIS_DETACHEDFUNCTION_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusion {

/// A function that no module has. Whoever asks what kernels would become puts copies of them here: the graph that they
/// are copied from does not know of them, so a question changes nothing. Several threads may ask about one graph at a
/// time, if its operations are numbered (Block::recomputeOpOrder), which MLIR otherwise does when it is asked.
///
/// The function tells what kernels look for around them: the target and the numerics that hold at a place of the graph,
/// and of each argument whether it stands for a constant (fusion.constant).
class DetachedFunction {
public:
  /// `site` is the place. Arguments have `types`; they stand for the values `origins`, if there are any.
  DetachedFunction(Operation *site, TypeRange types, ArrayRef<Value> origins = {});

  Block &getBlock() { return function->front(); }
  Block::BlockArgListType getArguments() { return function->getArguments(); }

private:
  OwningOpRef<func::FuncOp> function;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_DETACHEDFUNCTION_H
