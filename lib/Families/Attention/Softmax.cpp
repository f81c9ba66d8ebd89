// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits maxima, exponentials and sums of accumulators.

#include "Softmax.h"

#include "Formula.h"
#include "Quad.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// In powers of two.
static constexpr double kMostGrowth = 8;

void RowState::pack(SmallVectorImpl<Value> &values) const {
  for (const auto *list : {&largest, &reference, &shift, &sum, &growth})
    values.append(std::begin(*list), std::end(*list));
  values.append({grown, isHuge});
}

RowState RowState::unpack(ValueRange values) {
  return {{values[0], values[1]},
          {values[2], values[3]},
          {values[4], values[5]},
          {values[6], values[7]},
          {values[8], values[9]},
          values[10],
          values[11]};
}

void OnlineSoftmax::maskBehind(MutableArrayRef<Value> elements, Value count) {
  Value none = kb.cF32(-INFINITY);
  for (auto [i, element] : llvm::enumerate(elements)) {
    int64_t column = 8 * (i / 4) + i % 2;
    element = kb.select(kb.lt(kb.c32(column), count), element, none);
  }
}

Value OnlineSoftmax::getFinite(Value reference) {
  Value none = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, reference, kb.cF32(-INFINITY));
  return kb.select(none, kb.cF32(0), reference);
}

Value OnlineSoftmax::scale(Value value) { return kb.create<arith::MulFOp>(value, kb.cF32(factor)); }

// What is no number stays out of the maximum, and is in the sum.
static Value emitMaximum(KernelBuilder &kb, Value a, Value b) { return kb.create<arith::MaxNumFOp>(a, b); }

/// The elements of row `half` of two, combined: even ones and odd ones, and these, so that two chains run at once.
static Value combineRow(ArrayRef<Value> elements, int64_t half, function_ref<Value(Value, Value)> combine) {
  Value results[2];
  for (size_t i = 2 * half; i < elements.size(); i += 4)
    for (size_t lane = 0; lane < 2; ++lane)
      results[lane] = results[lane] ? combine(results[lane], elements[i + lane]) : elements[i + lane];
  return combine(results[0], results[1]);
}

Value OnlineSoftmax::getLargest(ArrayRef<Value> elements, int64_t half) {
  auto maximum = [&](Value a, Value b) { return emitMaximum(kb, a, b); };
  return combineQuad(kb, combineRow(elements, half, maximum), maximum);
}

RowState OnlineSoftmax::begin(MutableArrayRef<Value> elements) {
  Value first = getLargest(elements, 0), second = getLargest(elements, 1), zero = kb.cF32(0), one = kb.cF32(1);
  RowState rows{{first, second}, {first, second}, {}, {zero, zero}, {one, one}, kb.cBool(false), {}};
  takeReferences(elements, rows);
  return rows;
}

Value fusion::emitAny(KernelBuilder &kb, Value condition) {
  return kb.create<NVVM::VoteSyncOp>(kb.getI1Type(), kb.c32(-1), condition, NVVM::VoteSyncKind::any);
}

Value OnlineSoftmax::emitIsHuge(ArrayRef<Value> references) {
  if (!mayBeHuge)
    return kb.cBool(false);
  Value any;
  for (Value reference : references) {
    Value size = kb.create<math::AbsFOp>(getFinite(reference));
    Value exceeds = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, size, kb.cF32(kMostExponent / factor));
    any = any ? kb.orI(any, exceeds) : exceeds;
  }
  return emitAny(kb, any);
}

// Where one is huge, scores less their reference take the place of scores, and nothing remains to be added.
void OnlineSoftmax::takeReferences(MutableArrayRef<Value> elements, RowState &rows) {
  rows.isHuge = emitIsHuge(rows.reference);
  Value references[2] = {getFinite(rows.reference[0]), getFinite(rows.reference[1])};
  SmallVector<Value> values(elements);
  for (Value reference : references)
    values.push_back(kb.create<arith::NegFOp>(scale(reference)));
  auto subtract = [&] {
    SmallVector<Value> differences;
    for (auto [i, element] : llvm::enumerate(elements))
      differences.push_back(kb.create<arith::SubFOp>(element, references[i / 2 % 2]));
    differences.append(2, kb.cF32(0));
    return differences;
  };
  if (mayBeHuge)
    values =
        kb.ifElse(rows.isHuge, SmallVector<Type>(values.size(), kb.getF32Type()), subtract, [&] { return values; });
  llvm::copy(ArrayRef(values).drop_back(2), elements.begin());
  llvm::copy(ArrayRef(values).take_back(2), rows.shift);
}

void OnlineSoftmax::takeMaximum(MutableArrayRef<Value> elements, RowState &rows) {
  takeLargest({getLargest(elements, 0), getLargest(elements, 1)}, rows, elements);
}

void OnlineSoftmax::takeLargest(ArrayRef<Value> largest, RowState &rows, MutableArrayRef<Value> elements) {
  Value grown = rows.isHuge;
  for (int64_t half = 0; half < 2; ++half) {
    rows.largest[half] = emitMaximum(kb, rows.largest[half], largest[half]);
    // Not so where both are -inf; so where the reference alone is.
    Value distance = kb.create<arith::SubFOp>(rows.largest[half], rows.reference[half]);
    Value isFar = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, distance, kb.cF32(kMostGrowth / factor));
    grown = kb.orI(grown, isFar);
  }
  rows.grown = emitAny(kb, grown);
  auto pack = [](const RowState &state, ArrayRef<Value> scores) {
    SmallVector<Value> values(scores);
    state.pack(values);
    return values;
  };
  // A branch, of the whole warp: ptxas keeps what stands in front of it there. It would move the end of a maximum to
  // behind a wait that follows, and to where nothing runs beside it. What huge references take is done here, too: a
  // branch of its own behind the wait costs up to 4 % of the kernel.
  auto grow = [&] {
    RowState state = rows;
    SmallVector<Value> scores(elements);
    for (int64_t half = 0; half < 2; ++half) {
      Value distance = kb.create<arith::SubFOp>(rows.reference[half], getFinite(rows.largest[half]));
      state.growth[half] = emitExp2(kb, scale(distance));
      state.sum[half] = kb.create<arith::MulFOp>(rows.sum[half], state.growth[half]);
      state.reference[half] = rows.largest[half];
    }
    takeReferences(scores, state);
    return pack(state, scores);
  };
  auto keep = [&] {
    RowState state = rows;
    state.growth[0] = state.growth[1] = kb.cF32(1);
    return pack(state, elements);
  };
  SmallVector<Value> values = pack(rows, elements);
  values = kb.ifElse(rows.grown, ValueRange(values).getTypes(), grow, keep);
  llvm::copy(ArrayRef(values).take_front(elements.size()), elements.begin());
  rows = RowState::unpack(ArrayRef(values).drop_front(elements.size()));
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows) {
  return takeWeights(elements.size(), rows,
                     [&](size_t i) { return emitFma(kb, elements[i], kb.cF32(factor), rows.shift[i / 2 % 2]); });
}

SmallVector<Value> OnlineSoftmax::takeWeights(size_t count, RowState &rows, function_ref<Value(size_t)> exponent) {
  auto add = [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); };
  SmallVector<Value> exponentials(count);
  for (int64_t half = 0; half < 2; ++half) {
    for (size_t i = 0; i < count; ++i)
      if (static_cast<int64_t>(i / 2 % 2) == half)
        exponentials[i] = emitExp2(kb, exponent(i));
    rows.sum[half] = kb.create<arith::AddFOp>(rows.sum[half], combineRow(exponentials, half, add));
  }
  SmallVector<Value> weights;
  auto pairType = VectorType::get(2, weightType);
  for (size_t i = 0; i < exponentials.size(); i += 2) {
    Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, kb.getF32Type()));
    for (size_t lane = 0; lane < 2; ++lane)
      pair = kb.create<LLVM::InsertElementOp>(pair, exponentials[i + lane], kb.c32(lane));
    weights.push_back(kb.create<LLVM::BitcastOp>(kb.getI32Type(), kb.create<arith::TruncFOp>(pairType, pair)));
  }
  return weights;
}

void OnlineSoftmax::finish(RowState &rows) {
  auto add = [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); };
  for (int64_t half = 0; half < 2; ++half) {
    Value distance = kb.create<arith::SubFOp>(getFinite(rows.reference[half]), getFinite(rows.largest[half]));
    rows.growth[half] = emitExp2(kb, scale(distance));
    rows.sum[half] = kb.create<arith::MulFOp>(combineQuad(kb, rows.sum[half], add), rows.growth[half]);
    rows.reference[half] = rows.largest[half];
  }
}
