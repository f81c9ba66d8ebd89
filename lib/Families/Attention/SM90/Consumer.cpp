// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the steps of a consumer warpgroup over blocks of keys.

#include "Consumer.h"

#include "AnyShift.h"
#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

ScoreEmitter AttentionConsumer::getScores(const ScoreFormula &scores) {
  const AttentionSchedule &schedule = block.spec.schedule;
  Value row = tile.getFirstRow(block, consumer);
  ScorePlace place{tile.batch, {}, {}, block.arguments.rows, block.arguments.keys};
  for (int64_t number = 0; number < layout.countRows(); ++number)
    place.rows.push_back(kb.add(row, layout.getRowOffset(number)));
  for (int64_t number = 0; layout.getColumnOffset(number) < schedule.keys; ++number)
    place.keys.append({layout.getColumnOffset(number), layout.getColumnOffset(number) + 1});
  int64_t spare = schedule.mostRegisters() - schedule.neededRegisters(block.spec.columns);
  return ScoreEmitter(kb, scores, block.arguments.scoreOperands, std::move(place), spare);
}

void AttentionConsumer::release(const Pipeline &ring, Value stage) {
  kb.ifThen(consumer.lead, [&] { arrive(kb, ring.emptyBarrier(kb, stage)); });
}

SmallVector<Value> AttentionConsumer::readOperand(RingPlaces &places) {
  if (!block.hasOperandRing())
    return {};
  const Multiplicand &operand = block.spec.layout.operand;
  block.operandRing.waitFull(kb, places.operand);
  Value stage = kb.offsetPtr(block.part(block.spec.layout.operandOffset),
                             kb.mul(places.operand.stage, AttentionBlock::getStageBytes(operand)));
  SmallVector<Value> pairs = block.accumulators.loadOperand(kb, consumer, stage, operand, block.spec.schedule.keys);
  syncWarp(kb);
  kb.ifThen(kb.eq(consumer.lane, 0), [&] { arrive(kb, block.operandRing.emptyBarrier(kb, places.operand.stage)); });
  places.operand = block.operandRing.advance(kb, places.operand);
  return pairs;
}

// The last block of keys comes first. Keys behind the end are no keys.
void AttentionConsumer::maskKeys(MutableArrayRef<Value> elements, Value firstKey) {
  std::optional<int64_t> known = KernelBuilder::asConstant(block.arguments.keys);
  if (known && *known % block.spec.schedule.keys == 0)
    return;
  softmax.maskBehind(elements, kb.sub(block.arguments.keys, firstKey));
}

void AttentionConsumer::takeTurn() {
  if (block.spec.schedule.pingPong)
    syncThreads(kb, consumer.namedBarrier, 2 * ConsumerPosition::kThreads);
}

void AttentionConsumer::passTurn() {
  const AttentionSchedule &schedule = block.spec.schedule;
  if (!schedule.pingPong)
    return;
  Value isLast = kb.eq(consumer.warpgroup, schedule.warpgroups - 1);
  Value next = kb.select(isLast, kb.c32(1), kb.add(consumer.namedBarrier, 1));
  arriveThreads(kb, next, 2 * ConsumerPosition::kThreads);
}

ConsumerState AttentionConsumer::start(const RingPlaces &places) {
  ScoreEmitter scores = getScores(block.scores);
  Value firstKey = getFirstKey(tile.keys.last);
  block.queryRing.waitFull(kb, places.query);
  ScoreEmitter::Block operands = scores.load(firstKey, /*clamps=*/true);
  keyRing.waitFull(kb, places.key);
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  ConsumerState state{places, products.getZeros(), {}, {}};
  SmallVector<Value> operand = readOperand(state.places);
  SmallVector<Value> elements = kb.extractAll(waitProducts(kb, 0, results).front());
  release(keyRing, places.key.stage);
  scores.evaluate(elements, operands, operand);
  maskKeys(elements, firstKey);
  state.rows = softmax.begin(elements);
  state.places.key = keyRing.advance(kb, places.key);
  state.weights = softmax.takeExponentials(elements, state.rows);
  return state;
}

AttentionConsumer::Beside AttentionConsumer::multiplyBoth(ConsumerState &state) {
  RingPlaces &places = state.places;
  keyRing.waitFull(kb, places.key);
  takeTurn();
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  // Beside the product of the keys.
  Value sums = products.rescale(state.sums, state.rows);
  valueRing.waitFull(kb, places.value);
  sums = products.multiplyValues(places.value.stage, sums, state.weights);
  passTurn();
  // It is in registers when scores are there.
  SmallVector<Value> operand = readOperand(places);
  results = waitProducts(kb, 1, results).front();
  release(keyRing, places.key.stage);
  places.key = keyRing.advance(kb, places.key);
  return {kb.extractAll(results), operand, sums};
}

void AttentionConsumer::waitSums(ConsumerState &state, Value sums) {
  state.sums = waitProducts(kb, 0, sums, state.weights).front();
  release(valueRing, state.places.value.stage);
  state.places.value = valueRing.advance(kb, state.places.value);
}

SmallVector<Value> AttentionConsumer::emitExponents(const SoftCap &cap, const CapPolynomial &polynomial,
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

SmallVector<Value> AttentionConsumer::emitExponents(ScoreEmitter &scores, ArrayRef<Value> elements,
                                                    const ScoreEmitter::Block &operands, const RowState &rows) {
  SmallVector<Value> results(elements);
  scores.evaluate(results, operands);
  Value factor = kb.cF32(softmax.getFactor());
  for (auto [i, result] : llvm::enumerate(results))
    result = emitFma(kb, result, factor, rows.shift[layout.getRow(i)]);
  return results;
}

void AttentionConsumer::takeGrowing(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
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

void AttentionConsumer::takeCapped(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
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

ConsumerState AttentionConsumer::turn(ConsumerState state, ScoreEmitter &scores, Value number) {
  ScoreEmitter::Block operands = scores.load(getFirstKey(number), /*clamps=*/false);
  Beside beside = multiplyBoth(state);
  SmallVector<Value> &elements = beside.elements;
  // Beside the product of the values. The polynomials of a cap take no difference to a huge reference first.
  std::optional<SoftCap> cap = scores.getFormula().getSoftCap();
  bool isHuge = cap && OnlineSoftmax::isHuge(softmax.getFactor() * cap->getMost());
  if (cap && !isHuge && !block.hasOperandRing()) {
    takeCapped(*cap, scores, elements, operands, state.rows);
    waitSums(state, beside.sums);
    state.weights = softmax.takeWeights(elements.size(), state.rows, [&](size_t i) { return elements[i]; });
    return state;
  }
  scores.evaluate(elements, operands, beside.operand);
  softmax.takeMaximum(elements, state.rows);
  waitSums(state, beside.sums);
  state.weights = softmax.takeExponentials(elements, state.rows);
  return state;
}

ConsumerState AttentionConsumer::change(ConsumerState state, AttentionConsumer &next) {
  ScoreEmitter scores = next.getScores(block.scores);
  Value firstKey = getFirstKey(next.tile.keys.last);
  ScoreEmitter::Block operands = scores.load(firstKey, /*clamps=*/true);
  state.places.query = block.queryRing.advance(kb, state.places.query);
  block.queryRing.waitFull(kb, state.places.query);
  auto [elements, operand, sums] = multiplyBoth(state);
  scores.evaluate(elements, operands, operand);
  maskKeys(elements, firstKey);
  RowState rows = softmax.begin(elements);
  waitSums(state, sums);
  softmax.finish(state.rows);
  emitStores(block, tile, formula, state.sums, state.rows, consumer);
  state.sums = products.getZeros();
  state.rows = rows;
  state.weights = softmax.takeExponentials(elements, state.rows);
  return state;
}

ConsumerState AttentionConsumer::turns(const ConsumerState &state, ScoreEmitter &scores, Value from, Value to) {
  auto unpack = [&](ValueRange values) { return ConsumerState::unpack(values, layout.countRows()); };
  return unpack(kb.forLoop(from, to, 1, state.pack(), [&](Value number, ValueRange carried) {
    return turn(unpack(carried), scores, kb.sub(tile.keys.last, number)).pack();
  }));
}

// Blocks that need masks by position, blocks that need none, and those of the first keys of a window.
ConsumerState AttentionConsumer::walkKeys(ConsumerState state) {
  ScoreEmitter scores = getScores(block.scores);
  const KeyRange &keys = tile.keys;
  Value one = kb.c32(1), count = keys.getCount(kb);
  const ScoreFormula *whole = block.ranges.getWholeScores();
  if (!whole)
    return turns(state, scores, one, count);
  ScoreEmitter wholeScores = getScores(*whole);
  Value wholeBegin = kb.minS(kb.maxS(kb.sub(keys.last, keys.lastWhole), one), count);
  Value wholeEnd = count;
  if (block.ranges.masksFirstKeys()) {
    Value end = kb.add(kb.sub(keys.last, keys.firstWhole), 1);
    wholeEnd = kb.maxS(kb.minS(end, count), wholeBegin);
  }
  state = turns(state, scores, one, wholeBegin);
  state = turns(state, wholeScores, wholeBegin, wholeEnd);
  return block.ranges.masksFirstKeys() ? turns(state, scores, wholeEnd, count) : state;
}

ConsumerState AttentionConsumer::walk(const ConsumerState &start) {
  ConsumerState state = walkKeys(start);
  if (block.spec.schedule.isPersistent())
    release(block.queryRing, state.places.query.stage);
  return state;
}

RingPlaces AttentionConsumer::finish(ConsumerState state) {
  valueRing.waitFull(kb, state.places.value);
  Value sums = products.rescale(state.sums, state.rows);
  waitSums(state, products.multiplyValues(state.places.value.stage, sums, state.weights));
  state.places.query = block.queryRing.advance(kb, state.places.query);
  softmax.finish(state.rows);
  emitStores(block, tile, formula, state.sums, state.rows, consumer);
  return state.places;
}
