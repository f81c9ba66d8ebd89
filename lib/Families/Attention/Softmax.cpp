// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits maxima, exponentials and sums of accumulators.

#include "Softmax.h"

#include "Formula.h"
#include "Quad.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

void RowState::pack(SmallVectorImpl<Value> &values) const {
  for (const auto *list : {&largest, &sum, &growth})
    values.append(std::begin(*list), std::end(*list));
}

RowState RowState::unpack(ValueRange values) {
  return {{values[0], values[1]}, {values[2], values[3]}, {values[4], values[5]}};
}

RowState OnlineSoftmax::begin() {
  Value none = kb.cF32(-INFINITY), zero = kb.cF32(0), one = kb.cF32(1);
  return {{none, none}, {zero, zero}, {one, one}};
}

void OnlineSoftmax::maskBehind(MutableArrayRef<Value> elements, Value count) {
  Value none = kb.cF32(-INFINITY);
  for (auto [i, element] : llvm::enumerate(elements)) {
    int64_t column = 8 * (i / 4) + i % 2;
    element = kb.select(kb.lt(kb.c32(column), count), element, none);
  }
}

Value OnlineSoftmax::scale(Value largest) {
  Value none = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, largest, kb.cF32(-INFINITY));
  return kb.select(none, kb.cF32(0), kb.create<arith::MulFOp>(largest, kb.cF32(factor)));
}

// What is no number stays out of the maximum, and is in the sum.
void OnlineSoftmax::takeMaximum(ArrayRef<Value> elements, RowState &rows) {
  auto maximum = [&](Value a, Value b) -> Value { return kb.create<arith::MaxNumFOp>(a, b); };
  for (int64_t half = 0; half < 2; ++half) {
    Value largest;
    for (size_t i = 0; i < elements.size(); ++i)
      if (static_cast<int64_t>(i / 2 % 2) == half)
        largest = largest ? maximum(largest, elements[i]) : elements[i];
    largest = maximum(rows.largest[half], combineQuad(kb, largest, maximum));
    Value shift = kb.create<arith::NegFOp>(scale(largest));
    rows.growth[half] = emitExp2(kb, emitFma(kb, rows.largest[half], kb.cF32(factor), shift));
    rows.largest[half] = largest;
  }
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows) {
  SmallVector<Value> exponentials(elements.size());
  for (int64_t half = 0; half < 2; ++half) {
    Value shift = kb.create<arith::NegFOp>(scale(rows.largest[half])), sum;
    for (size_t i = 0; i < elements.size(); ++i) {
      if (static_cast<int64_t>(i / 2 % 2) != half)
        continue;
      exponentials[i] = emitExp2(kb, emitFma(kb, elements[i], kb.cF32(factor), shift));
      sum = sum ? kb.create<arith::AddFOp>(sum, exponentials[i]) : exponentials[i];
    }
    rows.sum[half] = emitFma(kb, rows.sum[half], rows.growth[half], sum);
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
  for (Value &sum : rows.sum)
    sum = combineQuad(kb, sum, [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); });
}
