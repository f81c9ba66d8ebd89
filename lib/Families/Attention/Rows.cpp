// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits what becomes of scores: masks, maxima, exponentials, outputs.

#include "Rows.h"

#include "AnyShift.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

ScoreEmitter AttentionRows::getScores(const ScoreFormula &scores) {
  int64_t keys = block.spec.tiling.keys;
  Value row = tile.getFirstRow(block, consumer);
  ScorePlace place{tile.batch, {}, {}, block.arguments.rows, block.arguments.keys, hidesRows};
  for (int64_t number = 0; number < layout.countRows(); ++number)
    place.rows.push_back(kb.add(row, layout.getRowOffset(number)));
  for (int64_t number = 0; layout.getColumnOffset(number) < keys; ++number)
    place.keys.append({layout.getColumnOffset(number), layout.getColumnOffset(number) + 1});
  return ScoreEmitter(kb, scores, block.arguments.scoreOperands, std::move(place), registers);
}

// The last block of keys comes first. Keys behind the end are no keys.
void AttentionRows::maskKeys(MutableArrayRef<Value> elements, Value firstKey) {
  std::optional<int64_t> known = KernelBuilder::asConstant(block.arguments.keys);
  if (known && *known % block.spec.tiling.keys == 0)
    return;
  softmax.maskBehind(elements, kb.sub(block.arguments.keys, firstKey));
}

SmallVector<Value> AttentionRows::emitExponents(const SoftCap &cap, const CapPolynomial &polynomial,
                                                ArrayRef<Value> elements, const RowState &rows) {
  double factor = softmax.getFactor();
  Value offset = kb.cF32(factor * cap.offset);
  auto shifts =
      llvm::map_to_vector(rows.shift, [&](Value shift) -> Value { return kb.create<arith::AddFOp>(shift, offset); });
  SmallVector<Value> results;
  for (auto [i, element] : llvm::enumerate(elements))
    results.push_back(cap.emitExponent(kb, polynomial, element, factor, shifts[layout.getRow(i)]));
  return results;
}

SmallVector<Value> AttentionRows::emitExponents(ScoreEmitter &scores, ArrayRef<Value> elements,
                                                const ScoreEmitter::Block &operands, const RowState &rows) {
  SmallVector<Value> results(elements);
  scores.evaluate(results, operands);
  Value factor = kb.cF32(softmax.getFactor());
  for (auto [i, result] : llvm::enumerate(results))
    result = emitFma(kb, result, factor, rows.shift[layout.getRow(i)]);
  return results;
}

void AttentionRows::takeGrowing(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
                                const ScoreEmitter::Block &operands, RowState &rows) {
  double factor = softmax.getFactor();
  SmallVector<Value, 2> products, largest;
  for (int64_t row = 0; row < layout.countRows(); ++row) {
    products.push_back(softmax.getLargest(elements, row));
    largest.push_back(scores.getFormula().emit(kb, products.back()));
  }
  softmax.takeLargest(largest, rows);
  auto evaluate = [&] { return emitExponents(scores, elements, operands, rows); };
  std::optional<CapPolynomial> quintic = cap.getQuintic(factor);
  if (!quintic) {
    llvm::copy(evaluate(), elements.begin());
    return;
  }
  Value isNear;
  for (auto [product, reference] : llvm::zip_equal(products, rows.reference)) {
    Value isOwn = cap.isNear(kb, *quintic, product, reference, factor);
    isNear = isNear ? kb.andI(isNear, isOwn) : isOwn;
  }
  Value isFar = emitAny(kb, kb.xorI(isNear, kb.cBool(true)));
  auto approximate = [&] { return emitExponents(cap, *quintic, elements, rows); };
  SmallVector<Type> types(elements.size(), kb.getF32Type());
  llvm::copy(kb.ifElse(isFar, types, evaluate, approximate), elements.begin());
}

void AttentionRows::takeCapped(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
                               const ScoreEmitter::Block &operands, RowState &rows) {
  double factor = softmax.getFactor(), mostGrowth = softmax.getMostGrowth();
  std::optional<CapPolynomial> cubic = cap.getCubic(factor, mostGrowth);
  if (!cubic || !allowsAnyShift(block.kernel, block.spec.plan)) {
    takeGrowing(cap, scores, elements, operands, rows);
    return;
  }
  Value isInside = cap.isInside(kb, *cubic, elements, rows.reference, factor, mostGrowth);
  Value isFar = emitAny(kb, kb.xorI(isInside, kb.cBool(true)));
  auto pack = [](SmallVector<Value> exponents, const RowState &state) {
    state.pack(exponents);
    return exponents;
  };
  auto grow = [&] {
    SmallVector<Value> exponents(elements);
    RowState grown = rows;
    takeGrowing(cap, scores, exponents, operands, grown);
    return pack(exponents, grown);
  };
  auto keep = [&] {
    RowState kept = rows;
    kept.grown = kb.cBool(false);
    return pack(emitExponents(cap, *cubic, elements, rows), kept);
  };
  SmallVector<Value> packed(elements);
  rows.pack(packed);
  SmallVector<Value> results = kb.ifElse(isFar, ValueRange(packed).getTypes(), grow, keep);
  llvm::copy(ArrayRef(results).take_front(elements.size()), elements.begin());
  rows = RowState::unpack(ArrayRef(results).drop_front(elements.size()));
}

std::optional<SoftCap> AttentionRows::getCap(const ScoreEmitter &scores) const {
  std::optional<SoftCap> cap = scores.getFormula().getSoftCap();
  bool isHuge = cap && OnlineSoftmax::isHuge(softmax.getFactor() * cap->getMost());
  bool isStaged =
      llvm::any_of(block.arguments.scoreOperands, [](const ScoreOperand &operand) { return operand.staged; });
  return isHuge || isStaged || softmax.isWide() ? std::nullopt : cap;
}

Value AttentionRows::getFirstKey(Value number) {
  Value threadOfRow = layout.getThreadOfRow(kb, consumer), ofBlock = kb.mul(number, block.spec.tiling.keys);
  return kb.add(layout.getFirstColumn(kb, threadOfRow), ofBlock);
}

RowState AttentionRows::begin(ScoreEmitter &scores, const ScoreEmitter::Block &operands,
                              MutableArrayRef<Value> elements, ScoreEmitter::Staged staged) {
  scores.evaluate(elements, operands, staged);
  maskKeys(elements, operands.first);
  return softmax.begin(elements);
}

void AttentionRows::takeScores(ScoreEmitter &scores, const ScoreEmitter::Block &operands,
                               MutableArrayRef<Value> elements, ScoreEmitter::Staged staged, RowState &rows) {
  if (std::optional<SoftCap> cap = getCap(scores))
    return takeCapped(*cap, scores, elements, operands, rows);
  scores.evaluate(elements, operands, staged);
  softmax.takeMaximum(elements, rows);
}

SmallVector<Value> AttentionRows::takeWeights(const ScoreEmitter &scores, ArrayRef<Value> elements, RowState &rows) {
  if (getCap(scores))
    return softmax.takeWeights(elements.size(), rows, [&](size_t i) { return elements[i]; });
  return softmax.takeExponentials(elements, rows);
}

void AttentionRows::finish(ArrayRef<Value> sums, RowState &rows) {
  softmax.finish(rows);
  emitStores(block, tile, formula, sums, rows, consumer);
}

SmallVector<Value> AttentionRows::rescale(ArrayRef<Value> sums, const RowState &rows) {
  auto multiply = [&] {
    SmallVector<Value> scaled;
    for (auto [i, value] : llvm::enumerate(sums))
      scaled.push_back(kb.create<arith::MulFOp>(value, rows.growth[layout.getRow(i)]));
    return scaled;
  };
  return kb.ifElse(rows.grown, SmallVector<Type>(sums.size(), kb.getF32Type()), multiply,
                   [&] { return llvm::to_vector(sums); });
}

// Blocks that need masks by position, blocks that need none, and those of the first keys of a window.
void AttentionRows::forEachRange(function_ref<void(ScoreEmitter &scores, Value from, Value to)> visit) {
  ScoreEmitter scores = getScores(block.scores);
  const KeyRange &keys = tile.keys;
  Value one = kb.c32(1), count = keys.getCount(kb);
  const ScoreFormula *whole = block.ranges.getWholeScores();
  if (!whole)
    return visit(scores, one, count);
  ScoreEmitter wholeScores = getScores(*whole);
  Value wholeBegin = kb.minS(kb.maxS(kb.sub(keys.last, keys.lastWhole), one), count);
  Value wholeEnd = count;
  if (block.ranges.masksFirstKeys()) {
    Value end = kb.add(kb.sub(keys.last, keys.firstWhole), 1);
    wholeEnd = kb.maxS(kb.minS(end, count), wholeBegin);
  }
  visit(scores, one, wholeBegin);
  visit(wholeScores, wholeBegin, wholeEnd);
  if (block.ranges.masksFirstKeys())
    visit(scores, wholeEnd, count);
}
