// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the two products, and what is done to their sums.

#include "Products.h"

#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AttentionProducts::AttentionProducts(const AsyncAttentionBlock &block, Value warpgroup) : block(block), kb(block.kb) {
  const AttentionLayout &layout = block.layout;
  query = emitDescriptor(kb, layout.query, kb.mad(warpgroup, 64 * 128, block.sharedAddress(layout.queryOffset)));
  key = emitDescriptor(kb, layout.key, block.sharedAddress(layout.keyOffset));
  value = emitDescriptor(kb, layout.value, block.sharedAddress(layout.valueOffset));
}

/// Of both products.
static ProductFormat getFormat(const AttentionSpec &spec) { return ProductFormat::get(*spec.plan.second.type); }

Value AttentionProducts::at(Value descriptor, const Multiplicand &multiplicand, Value stage) const {
  return kb.add(descriptor, kb.toI64(kb.mul(stage, AsyncAttentionBlock::getStageBytes(multiplicand) / 16)));
}

Value AttentionProducts::multiplyKeys(Value queryStage, Value stage) const {
  const Multiplicand &multiplicand = block.layout.key;
  fenceProducts(kb);
  Value rows = at(query, block.layout.query, queryStage), first = at(key, multiplicand, stage);
  Value sums = kb.create<LLVM::UndefOp>(block.accumulators.getAccumulatorType(kb.getF32Type(), block.schedule.keys));
  for (int64_t step = 0; step < multiplicand.tileK / 16; ++step)
    sums = multiply(kb, getFormat(block.spec), sums, kb.add(rows, getStepOffset(block.layout.query, step)), true,
                    kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor, /*starts=*/step == 0);
  commitProducts(kb);
  return sums;
}

Value AttentionProducts::multiplyValues(Value stage, Value sums, SmallVectorImpl<Value> &weights) const {
  const Multiplicand &multiplicand = block.layout.value;
  weights = copyRegisters(kb, weights);
  fenceProducts(kb);
  Value first = at(value, multiplicand, stage);
  for (int64_t step = 0; step < block.schedule.keys / 16; ++step)
    sums = multiplyRegisters(kb, getFormat(block.spec), sums, ArrayRef(weights).slice(4 * step, 4),
                             kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor,
                             /*starts=*/false);
  commitProducts(kb);
  return sums;
}

Value AttentionProducts::pack(ArrayRef<Value> sums) const {
  Value packed = kb.create<LLVM::UndefOp>(block.accumulators.getAccumulatorType(kb.getF32Type(), block.spec.columns));
  for (auto [i, sum] : llvm::enumerate(sums))
    packed = kb.create<LLVM::InsertValueOp>(packed, sum, static_cast<int64_t>(i));
  return packed;
}
