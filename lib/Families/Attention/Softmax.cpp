// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits maxima, exponentials and sums of accumulators.

#include "Softmax.h"

#include "Formula.h"
#include "Quad.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// In powers of two.
static constexpr double kMostGrowth = 8;

void RowState::pack(SmallVectorImpl<Value> &values) const {
  for (const auto *list : {&largest, &reference, &sum, &growth})
    values.append(std::begin(*list), std::end(*list));
  values.push_back(grown);
}

RowState RowState::unpack(ValueRange values) {
  return {{values[0], values[1]}, {values[2], values[3]}, {values[4], values[5]}, {values[6], values[7]}, values[8]};
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
  return {{first, second}, {first, second}, {zero, zero}, {one, one}, kb.cBool(false)};
}

void OnlineSoftmax::takeMaximum(ArrayRef<Value> elements, RowState &rows) {
  Value grown;
  for (int64_t half = 0; half < 2; ++half) {
    rows.largest[half] = emitMaximum(kb, rows.largest[half], getLargest(elements, half));
    // Not so where both are -inf; so where the reference alone is.
    Value distance = kb.create<arith::SubFOp>(rows.largest[half], rows.reference[half]);
    Value isFar = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, distance, kb.cF32(kMostGrowth / factor));
    grown = grown ? kb.orI(grown, isFar) : isFar;
  }
  rows.grown = kb.create<NVVM::VoteSyncOp>(kb.getI1Type(), kb.c32(-1), grown, NVVM::VoteSyncKind::any);
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
    return results;
  };
  auto keep = [&] {
    Value one = kb.cF32(1);
    return SmallVector<Value>{rows.reference[0], rows.reference[1], one, one, rows.sum[0], rows.sum[1]};
  };
  SmallVector<Value> results = kb.ifElse(rows.grown, SmallVector<Type>(6, kb.getF32Type()), grow, keep);
  for (int64_t half = 0; half < 2; ++half) {
    rows.reference[half] = results[half];
    rows.growth[half] = results[2 + half];
    rows.sum[half] = results[4 + half];
  }
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows, bool mayBeHuge) {
  auto add = [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); };
  SmallVector<Value> exponentials(elements.size());
  for (int64_t half = 0; half < 2; ++half) {
    Value reference = getFinite(rows.reference[half]);
    Value shift = kb.create<arith::NegFOp>(scale(reference));
    for (size_t i = 0; i < elements.size(); ++i) {
      if (static_cast<int64_t>(i / 2 % 2) != half)
        continue;
      Value exponent = mayBeHuge ? scale(kb.create<arith::SubFOp>(elements[i], reference))
                                 : emitFma(kb, elements[i], kb.cF32(factor), shift);
      exponentials[i] = emitExp2(kb, exponent);
    }
    Value sum = combineRow(exponentials, half, add);
    rows.sum[half] = kb.create<arith::AddFOp>(rows.sum[half], sum);
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
