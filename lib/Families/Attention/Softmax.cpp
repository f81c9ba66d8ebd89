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
/// An exponent whose rounding changes weights by 2e-5 at most.
static constexpr double kMostExponent = 1024;

void RowState::pack(SmallVectorImpl<Value> &values) const {
  for (const auto *list : {&largest, &reference, &sum, &growth})
    values.append(std::begin(*list), std::end(*list));
  values.append({grown, isHuge});
}

RowState RowState::unpack(ValueRange values) {
  return {{values[0], values[1]},
          {values[2], values[3]},
          {values[4], values[5]},
          {values[6], values[7]},
          values[8],
          values[9]};
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

RowState OnlineSoftmax::begin(ArrayRef<Value> elements) {
  Value first = getLargest(elements, 0), second = getLargest(elements, 1), zero = kb.cF32(0), one = kb.cF32(1);
  return {{first, second}, {first, second}, {zero, zero}, {one, one}, kb.cBool(false), emitIsHuge({first, second})};
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
    Value isHuge = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, size, kb.cF32(kMostExponent / factor));
    any = any ? kb.orI(any, isHuge) : isHuge;
  }
  return emitAny(kb, any);
}

void OnlineSoftmax::takeMaximum(ArrayRef<Value> elements, RowState &rows) {
  takeLargest({getLargest(elements, 0), getLargest(elements, 1)}, rows);
}

void OnlineSoftmax::takeLargest(ArrayRef<Value> largest, RowState &rows) {
  Value grown;
  for (int64_t half = 0; half < 2; ++half) {
    rows.largest[half] = emitMaximum(kb, rows.largest[half], largest[half]);
    // Not so where both are -inf; so where the reference alone is.
    Value distance = kb.create<arith::SubFOp>(rows.largest[half], rows.reference[half]);
    Value isFar = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, distance, kb.cF32(kMostGrowth / factor));
    grown = grown ? kb.orI(grown, isFar) : isFar;
  }
  rows.grown = emitAny(kb, grown);
  // A branch, of the whole warp: ptxas keeps what stands in front of it there. It would move the end of a maximum to
  // behind a wait that follows, and to where nothing runs beside it.
  auto grow = [&] {
    SmallVector<Value> results(rows.largest, rows.largest + 2);
    for (int64_t half = 0; half < 2; ++half) {
      Value distance = kb.create<arith::SubFOp>(rows.reference[half], getFinite(rows.largest[half]));
      results.push_back(emitExp2(kb, scale(distance)));
    }
    for (int64_t half = 0; half < 2; ++half)
      results.push_back(kb.create<arith::MulFOp>(rows.sum[half], results[2 + half]));
    results.push_back(emitIsHuge(rows.largest));
    return results;
  };
  auto keep = [&] {
    Value one = kb.cF32(1);
    return SmallVector<Value>{rows.reference[0], rows.reference[1], one, one, rows.sum[0], rows.sum[1], rows.isHuge};
  };
  SmallVector<Type> types(6, kb.getF32Type());
  types.push_back(kb.getI1Type());
  SmallVector<Value> results = kb.ifElse(rows.grown, types, grow, keep);
  rows.isHuge = results.back();
  for (int64_t half = 0; half < 2; ++half) {
    rows.reference[half] = results[half];
    rows.growth[half] = results[2 + half];
    rows.sum[half] = results[4 + half];
  }
}

// Scores less their reference, and behind these what remains to be subtracted: nothing.
SmallVector<Value> OnlineSoftmax::emitDifferences(ArrayRef<Value> elements, ArrayRef<Value> references) {
  SmallVector<Value> results;
  for (auto [i, element] : llvm::enumerate(elements))
    results.push_back(kb.create<arith::SubFOp>(element, references[i / 2 % 2]));
  results.append(2, kb.cF32(0));
  return results;
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows, bool canBeHuge) {
  Value references[2] = {getFinite(rows.reference[0]), getFinite(rows.reference[1])};
  SmallVector<Value> scores(elements);
  llvm::append_range(scores, references);
  if (mayBeHuge && canBeHuge)
    scores = kb.ifElse(
        rows.isHuge, SmallVector<Type>(scores.size(), kb.getF32Type()),
        [&] { return emitDifferences(elements, references); }, [&] { return scores; });
  Value shifts[2];
  for (int64_t half = 0; half < 2; ++half)
    shifts[half] = kb.create<arith::NegFOp>(scale(scores[elements.size() + half]));
  return takeWeights(elements.size(), rows,
                     [&](size_t i) { return emitFma(kb, scores[i], kb.cF32(factor), shifts[i / 2 % 2]); });
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
