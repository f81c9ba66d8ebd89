// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the two products: fragments by ldmatrix, and mma.sync.

#include "Products.h"

#include "fusion/Families/SM80/MmaStep.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

static sm80::ThreadPosition getLanes(KernelBuilder &kb, const async::ThreadPosition &position) {
  return {position.thread, position.lane, {}, {}, kb.div(position.lane, 4), kb.rem(position.lane, 4)};
}

/// Of a multiplicand whose panel a warp reads from `origin` on.
static FragmentLoader getLoader(KernelBuilder &kb, const Panels &panels, OperandRole role, Value origin,
                                const async::ThreadPosition &position) {
  return {kb, panels.panel, role, /*warpTile=*/16, origin, getLanes(kb, position)};
}

MmaProducts::MmaProducts(KernelBuilder &kb, const MmaAttentionSpec &spec, const async::ThreadPosition &position,
                         Value shared)
    : kb(kb), spec(spec), query(shared),
      queryLoader(getLoader(kb, spec.layout.query, OperandRole::A,
                            kb.mul(position.warp, 16 * spec.schedule.rowBlocks()), position)),
      keyLoader(getLoader(kb, spec.layout.key, OperandRole::B, kb.c32(0), position)),
      valueLoader(getLoader(kb, spec.layout.value, OperandRole::B, kb.c32(0), position)),
      operandLoader(getLoader(kb, spec.layout.operand, OperandRole::A,
                              kb.mul(position.warp, 16 * spec.schedule.rowBlocks()), position)) {}

/// The 16 rows or columns of number `part` and the step `step` along k of a multiplicand at `shared`.
static SmallVector<Value> loadPart(KernelBuilder &kb, const Panels &panels, const FragmentLoader &loader, Value shared,
                                   int64_t step, int64_t part) {
  const SharedTile &panel = panels.panel;
  int64_t ofPanel = panel.rowBytes() / (panel.kMajor ? 32 : 16 * panel.elementBytes);
  int64_t &along = panel.kMajor ? step : part, number = along / ofPanel;
  along %= ofPanel;
  return loader.loadPart(kb, kb.offsetPtr(shared, number * panel.bytes()), step, part);
}

SmallVector<Value> MmaProducts::getQuery(int64_t step) const {
  if (!kept.empty())
    return kept[step];
  SmallVector<Value> fragments;
  for (int64_t block = 0; block < spec.schedule.rowBlocks(); ++block)
    llvm::append_range(fragments, loadPart(kb, spec.layout.query, queryLoader, query, step, block));
  return fragments;
}

// A fragment has rows t / 4 and t / 4 + 8 of lane t, and for either half of the step the k that the lane has of its
// row. Of 16 bits these are two adjacent scores, of 8 keys each: the order of scores. Of 32 bits they are one, t % 4
// and t % 4 + 4: the two adjacent scores of a lane are taken for these, and values have the same order.
SmallVector<Value> MmaProducts::getWeights(ArrayRef<Value> weights, int64_t step) const {
  int64_t blocks = spec.schedule.rowBlocks();
  ArrayRef<Value> own = weights.slice(4 * blocks * step, 4 * blocks);
  SmallVector<Value> left;
  for (int64_t block = 0; block < blocks; ++block) {
    if (spec.sizes.type->elementBytes == 4)
      left.append({own[4 * block], own[4 * block + 2], own[4 * block + 1], own[4 * block + 3]});
    else
      left.append({own[2 * block], own[2 * block + 1], own[2 * (blocks + block)], own[2 * (blocks + block) + 1]});
  }
  return left;
}

void MmaProducts::loadQuery() {
  if (!spec.schedule.keepsQuery(spec.sizes))
    return;
  SmallVector<SmallVector<Value>> fragments;
  for (int64_t step = 0; step < spec.sizes.countSteps(spec.depth); ++step)
    fragments.push_back(getQuery(step));
  kept = std::move(fragments);
}

void MmaProducts::multiply(ArrayRef<Value> left, ArrayRef<Value> right, MutableArrayRef<Value> sums) const {
  int64_t blocks = spec.schedule.rowBlocks();
  for (size_t eight = 0; 4 * blocks * eight < sums.size(); ++eight)
    emitMmaStep(kb, *spec.sizes.type, /*widens=*/false, kb.getF32Type(), blocks, 1, left, right.slice(2 * eight, 2),
                sums.slice(4 * blocks * eight, 4 * blocks));
}

void MmaProducts::addChains(int64_t steps, MutableArrayRef<Value> sums,
                            function_ref<void(int64_t step, MutableArrayRef<Value> sums)> addStep) const {
  int64_t perChain = spec.sizes.chainSteps();
  if (perChain == 0)
    perChain = steps;
  for (int64_t first = 0; first < steps; first += perChain) {
    SmallVector<Value> partial(sums.size(), kb.cF32(0));
    MutableArrayRef<Value> added = spec.sizes.type->chain > 0 ? MutableArrayRef<Value>(partial) : sums;
    for (int64_t step = first; step < std::min(first + perChain, steps); ++step)
      addStep(step, added);
    for (size_t i = 0; spec.sizes.type->chain > 0 && i < sums.size(); ++i)
      sums[i] = kb.addSums(sums[i], partial[i]);
  }
}

// A fragment of a left factor has the places of two adjacent accumulators.
SmallVector<Value> MmaProducts::loadOperand(Value shared, int64_t part) const {
  int64_t blocks = spec.schedule.rowBlocks();
  SmallVector<Value> fragments, pairs;
  for (int64_t block = 0; block < blocks; ++block)
    llvm::append_range(fragments, loadPart(kb, spec.layout.operand, operandLoader, shared, part, block));
  for (int64_t half : {0, 2})
    for (int64_t block = 0; block < blocks; ++block)
      pairs.append({fragments[4 * block + half], fragments[4 * block + half + 1]});
  return pairs;
}

SmallVector<Value> MmaProducts::multiplyKeys(Value keys) const {
  int64_t perSixteen = 8 * spec.schedule.rowBlocks();
  SmallVector<Value> scores(spec.schedule.keys / 16 * perSixteen, kb.cF32(0));
  addChains(spec.sizes.countSteps(spec.depth), scores, [&](int64_t step, MutableArrayRef<Value> sums) {
    SmallVector<Value> left = getQuery(step);
    for (int64_t part = 0; part < spec.schedule.keys / 16; ++part)
      multiply(left, loadPart(kb, spec.layout.key, keyLoader, keys, step, part),
               sums.slice(part * perSixteen, perSixteen));
  });
  return scores;
}

void MmaProducts::multiplyValues(Value values, ArrayRef<Value> weights, MutableArrayRef<Value> sums) const {
  int64_t perSixteen = 8 * spec.schedule.rowBlocks();
  addChains(spec.sizes.countSteps(spec.schedule.keys), sums, [&](int64_t step, MutableArrayRef<Value> added) {
    SmallVector<Value> left = getWeights(weights, step);
    for (int64_t part = 0; part * perSixteen < static_cast<int64_t>(added.size()); ++part)
      multiply(left, loadPart(kb, spec.layout.value, valueLoader, values, step, part),
               added.drop_front(part * perSixteen).take_front(perSixteen));
  });
}
