// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variant by wgmma and TMA.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_VARIANT_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_VARIANT_H

#include "../Variant.h"
#include "Kernel.h"

namespace fusion {

/// The function takes tensor maps of query, key and value, sizes that types leave open, and the outputs.
class AsyncAttentionVariant : public AttentionVariant {
public:
  AsyncAttentionVariant(KernelOp kernel, StringRef suffix, const AttentionSchedule &schedule);

  bool readsInputs() const override {
    return llvm::all_of(inputs,
                        [](const Input &input) { return async::isTMAType(cast<MemRefType>(input.memref.getType())); });
  }

private:
  const AttentionSpec &getSpec() const override { return spec; }
  AttentionGrid getGrid() const override {
    return {spec.schedule.threads(), spec.schedule.blocksPerSM, spec.layout.bytes};
  }
  void emitBlock(KernelBuilder &kb, Block::BlockArgListType arguments) override;

  Input addInput(Value tensor, const async::Multiplicand &multiplicand);
  AttentionInput getInput(Block::BlockArgListType arguments, const Input &input) const;

  AsyncAttentionSpec spec;
  SmallVector<Input, 4> inputs;  ///< query, key, value, and a staged operand of the scores
  std::optional<int64_t> staged; ///< which of the operands that is
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_VARIANT_H
