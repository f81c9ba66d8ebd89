// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the two products, and what is done to their sums.

#include "Products.h"

#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AttentionProducts::AttentionProducts(const AttentionBlock &block, Value warpgroup)
    : kb(block.kb), spec(block.spec), layout(block.accumulators) {
  const AttentionLayout &layout = spec.layout;
  query = emitDescriptor(kb, layout.query, kb.mad(warpgroup, 64 * 128, block.sharedAddress(layout.queryOffset)));
  key = emitDescriptor(kb, layout.key, block.sharedAddress(layout.keyOffset));
  value = emitDescriptor(kb, layout.value, block.sharedAddress(layout.valueOffset));
}

/// Of both products.
static ProductFormat getFormat(const AttentionSpec &spec) { return ProductFormat::get(*spec.plan.second.type); }

Value AttentionProducts::at(Value descriptor, const Multiplicand &multiplicand, Value stage) const {
  return kb.add(descriptor, kb.toI64(kb.mul(stage, AttentionBlock::getStageBytes(multiplicand) / 16)));
}

Value AttentionProducts::multiplyKeys(Value queryStage, Value stage) const {
  const Multiplicand &multiplicand = spec.layout.key;
  fenceProducts(kb);
  Value rows = at(query, spec.layout.query, queryStage), first = at(key, multiplicand, stage);
  Value sums = kb.create<LLVM::UndefOp>(layout.getAccumulatorType(kb.getF32Type(), spec.schedule.keys));
  for (int64_t step = 0; step < multiplicand.tileK / 16; ++step)
    sums = multiply(kb, getFormat(spec), sums, kb.add(rows, getStepOffset(spec.layout.query, step)), true,
                    kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor, /*starts=*/step == 0);
  commitProducts(kb);
  return sums;
}

Value AttentionProducts::multiplyValues(Value stage, Value sums, SmallVectorImpl<Value> &weights) const {
  const Multiplicand &multiplicand = spec.layout.value;
  weights = copyRegisters(kb, weights);
  fenceProducts(kb);
  Value first = at(value, multiplicand, stage);
  for (int64_t step = 0; step < spec.schedule.keys / 16; ++step)
    sums = multiplyRegisters(kb, getFormat(spec), sums, ArrayRef(weights).slice(4 * step, 4),
                             kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor,
                             /*starts=*/false);
  commitProducts(kb);
  return sums;
}

Value AttentionProducts::getZeros() const {
  Value sums = kb.create<LLVM::UndefOp>(layout.getAccumulatorType(kb.getF32Type(), spec.columns));
  for (int64_t i = 0; i < layout.countRegisters(spec.columns); ++i)
    sums = kb.create<LLVM::InsertValueOp>(sums, kb.cF32(0), i);
  return sums;
}

Value AttentionProducts::rescale(Value sums, const RowState &rows) const {
  auto multiply = [&] {
    Value scaled = sums;
    for (auto [i, value] : llvm::enumerate(kb.extractAll(sums))) {
      Value product = kb.create<arith::MulFOp>(value, rows.growth[layout.getRow(i)]);
      scaled = kb.create<LLVM::InsertValueOp>(scaled, product, static_cast<int64_t>(i));
    }
    return SmallVector<Value>{scaled};
  };
  return kb.ifElse(rows.grown, sums.getType(), multiply, [&] { return SmallVector<Value>{sums}; }).front();
}
