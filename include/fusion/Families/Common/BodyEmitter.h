// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a kernel's elementwise operations, with their loads and stores, as an epilogue.

#ifndef FUSION_FAMILIES_COMMON_BODYEMITTER_H
#define FUSION_FAMILIES_COMMON_BODYEMITTER_H

#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/EpilogueEmitter.h"
#include "fusion/Families/Common/OperandAccess.h"

namespace fusion {

/// Emits the elementwise operations of a kernel's body, from the product's accumulators (if it has a product) and the
/// kernel's inputs to its outputs. Positions are those of the kernel's iteration space [outer..., row, column].
class BodyEmitter : public EpilogueEmitter {
public:
  /// `inputs` and `outputs` are the kernel's memrefs in order; `iteration` is the static shape of its iteration space,
  /// of rank 2 at least.
  BodyEmitter(KernelOp kernel, ArrayRef<MemRefArgument> inputs, ArrayRef<MemRefArgument> outputs,
              ArrayRef<int64_t> iteration);

  /// Fixes the outer indices (i64), all but the last two, for what follows.
  void enterOuter(KernelBuilder &kb, ValueRange outer);

  void loadColumns(KernelBuilder &kb, Value col, int64_t width) override;
  SmallVector<Value> loadSite(KernelBuilder &kb, const EpilogueSite &site) override;
  void finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) override;

private:
  struct Access : OperandAccess {
    Value body;                   ///< what it is in the body; null for outputs
    SmallVector<Value> perColumn; ///< values that were loaded for all rows
  };
  using Lanes = BodyEvaluator::Lanes;

  Lanes load(KernelBuilder &kb, const Access &access, Value row, Value col, int64_t width);
  void store(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes);

  KernelOp kernel;
  SmallVector<MemRefArgument> inputArguments, outputArguments;
  SmallVector<int64_t> iteration;
  BodyEvaluator evaluator;
  SmallVector<Access> inputs, outputs;
  TableArguments tables;
  SmallVector<Value> outer;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BODYEMITTER_H
