// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a kernel's elementwise operations, with their loads and stores, as an epilogue.

#ifndef FUSION_FAMILIES_COMMON_BODYEMITTER_H
#define FUSION_FAMILIES_COMMON_BODYEMITTER_H

#include "fusion/Families/Common/AmaxStore.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/EpilogueEmitter.h"
#include "fusion/Families/Common/ScatterStore.h"

namespace fusion {

/// Emits the elementwise operations of a kernel's body, from the product's accumulators (if it has a product) and the
/// kernel's inputs to its outputs. Positions are those of the kernel's iteration space [outer..., row, column].
class BodyEmitter : public EpilogueEmitter {
public:
  /// `inputs` and `outputs` are the kernel's memrefs in order; `iteration` is the static shape of its iteration space,
  /// of rank 2 at least. With `narrow`, each access is of one element, however wide a site is.
  BodyEmitter(KernelBuilder &kb, KernelOp kernel, ArrayRef<MemRefArgument> inputs, ArrayRef<MemRefArgument> outputs,
              ArrayRef<int64_t> iteration, bool narrow = false);

  /// Fixes the outer indices (i64), all but the last two, for what follows.
  void enterOuter(KernelBuilder &kb, ValueRange outer);

  void loadColumns(KernelBuilder &kb, Value col, int64_t width) override;
  SmallVector<Value> loadSite(KernelBuilder &kb, const EpilogueSite &site) override;
  void finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) override;
  void end(KernelBuilder &kb, Value thread) override;
  /// Instead, by all threads of a block of `warps` warps.
  void endBlock(KernelBuilder &kb, Value thread, int64_t warps, function_ref<Value()> getShared);

private:
  struct Access : OperandAccess {
    Value body;                   ///< what it is in the body; null for outputs
    SmallVector<Value> perColumn; ///< values that were loaded for all rows
  };
  using Lanes = BodyEvaluator::Lanes;

  Lanes load(KernelBuilder &kb, const Access &access, Value row, Value col, int64_t width);
  void store(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes);
  /// Lanes that lie beside each other from an address on.
  void storeRow(KernelBuilder &kb, const Access &access, ArrayRef<Value> lanes,
                function_ref<Value(int64_t)> getAddress);
  /// Each lane where its condition holds; all at once where all do.
  void storeKept(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes,
                 ArrayRef<Value> conditions);
  /// Each lane where its index says, or all at once where one index does.
  void storeScattered(KernelBuilder &kb, unsigned output, const EpilogueSite &site, ArrayRef<Value> lanes,
                      ArrayRef<Value> indices);
  /// Eight lanes as a byte.
  void storeBits(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes);

  KernelOp kernel;
  SmallVector<MemRefArgument> inputArguments, outputArguments;
  SmallVector<int64_t> iteration;
  bool narrow;
  BodyEvaluator evaluator;
  SmallVector<Access> inputs, outputs;
  SmallVector<std::pair<unsigned, AmaxStore>> maxima; ///< by their outputs
  SmallVector<std::optional<ScatterStore>> scattered; ///< of each output
  TableArguments tables;
  SmallVector<Value> outer;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BODYEMITTER_H
