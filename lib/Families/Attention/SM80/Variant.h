// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variant by mma.sync.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_VARIANT_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_VARIANT_H

#include "../Variant.h"
#include "Kernel.h"

namespace fusion {

/// The function takes query, key and value by addresses and strides.
class MmaAttentionVariant : public AttentionVariant {
public:
  MmaAttentionVariant(KernelOp kernel, StringRef suffix, const MmaAttentionSchedule &schedule);

private:
  const AttentionSpec &getSpec() const override { return spec; }
  AttentionGrid getGrid() const override {
    return {spec.schedule.threads(), spec.schedule.blocksPerSM, spec.layout.bytes};
  }
  void emitBlock(KernelBuilder &kb, Block::BlockArgListType arguments) override;

  unsigned addInput(Value tensor);

  MmaAttentionSpec spec;
  unsigned query, key, value;    ///< parameters
  std::optional<int64_t> staged; ///< which operand of the scores is copied in tiles
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_VARIANT_H
