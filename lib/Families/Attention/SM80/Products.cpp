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
      valueLoader(getLoader(kb, spec.layout.value, OperandRole::B, kb.c32(0), position)) {}

/// The 16 rows or columns of number `part` and the 16 k of number `step` of a multiplicand at `shared`.
static SmallVector<Value> loadPart(KernelBuilder &kb, const Panels &panels, const FragmentLoader &loader, Value shared,
                                   int64_t step, int64_t part) {
  constexpr int64_t ofPanel = 4;
  int64_t &along = panels.panel.kMajor ? step : part, number = along / ofPanel;
  along %= ofPanel;
  return loader.loadPart(kb, kb.offsetPtr(shared, number * panels.panel.bytes()), step, part);
}

SmallVector<Value> MmaProducts::getQuery(int64_t step) const {
  if (!kept.empty())
    return kept[step];
  SmallVector<Value> fragments;
  for (int64_t block = 0; block < spec.schedule.rowBlocks(); ++block)
    llvm::append_range(fragments, loadPart(kb, spec.layout.query, queryLoader, query, step, block));
  return fragments;
}

void MmaProducts::loadQuery() {
  if (!spec.schedule.keepsQuery(spec.depth, spec.columns))
    return;
  SmallVector<SmallVector<Value>> fragments;
  for (int64_t step = 0; step < countSixteens(spec.depth); ++step)
    fragments.push_back(getQuery(step));
  kept = std::move(fragments);
}

void MmaProducts::multiply(ArrayRef<Value> left, ArrayRef<Value> right, MutableArrayRef<Value> sums) const {
  int64_t blocks = spec.schedule.rowBlocks();
  for (size_t eight = 0; 4 * blocks * eight < sums.size(); ++eight)
    emitMmaStep(kb, *spec.plan.second.type, kb.getF32Type(), blocks, 1, left, right.slice(2 * eight, 2),
                sums.slice(4 * blocks * eight, 4 * blocks));
}

SmallVector<Value> MmaProducts::multiplyKeys(Value keys) const {
  int64_t perSixteen = 8 * spec.schedule.rowBlocks();
  SmallVector<Value> scores(spec.schedule.keys / 16 * perSixteen, kb.cF32(0));
  for (int64_t step = 0; step < countSixteens(spec.depth); ++step) {
    SmallVector<Value> left = getQuery(step);
    for (int64_t part = 0; part < spec.schedule.keys / 16; ++part)
      multiply(left, loadPart(kb, spec.layout.key, keyLoader, keys, step, part),
               MutableArrayRef(scores).slice(part * perSixteen, perSixteen));
  }
  return scores;
}

// The scores of 8 keys are, in pairs, half of the left factor's fragment.
void MmaProducts::multiplyValues(Value values, ArrayRef<Value> weights, MutableArrayRef<Value> sums) const {
  int64_t blocks = spec.schedule.rowBlocks(), perSixteen = 8 * blocks;
  for (int64_t step = 0; step < spec.schedule.keys / 16; ++step) {
    ArrayRef<Value> own = weights.slice(4 * blocks * step, 4 * blocks);
    SmallVector<Value> left;
    for (int64_t block = 0; block < blocks; ++block)
      left.append({own[2 * block], own[2 * block + 1], own[2 * (blocks + block)], own[2 * (blocks + block) + 1]});
    for (int64_t part = 0; part < countSixteens(spec.columns); ++part)
      multiply(left, loadPart(kb, spec.layout.value, valueLoader, values, step, part),
               sums.drop_front(part * perSixteen).take_front(perSixteen));
  }
}
