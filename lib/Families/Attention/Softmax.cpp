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

RowState OnlineSoftmax::begin() {
  Value none = kb.cF32(-INFINITY), zero = kb.cF32(0), one = kb.cF32(1);
  return {{none, none}, {none, none}, {zero, zero}, {one, one}, kb.cBool(false)};
}

void OnlineSoftmax::settle(RowState &rows) {
  rows.growth[0] = rows.growth[1] = kb.cF32(1);
  rows.grown = kb.cBool(false);
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
void OnlineSoftmax::takeMaximum(ArrayRef<Value> elements, RowState &rows) {
  auto maximum = [&](Value a, Value b) -> Value { return kb.create<arith::MaxNumFOp>(a, b); };
  Value grown;
  for (int64_t half = 0; half < 2; ++half) {
    Value largest;
    for (size_t i = 0; i < elements.size(); ++i)
      if (static_cast<int64_t>(i / 2 % 2) == half)
        largest = largest ? maximum(largest, elements[i]) : elements[i];
    rows.largest[half] = maximum(rows.largest[half], combineQuad(kb, largest, maximum));
    // Not so where both are -inf; so where the reference alone is.
    Value distance = kb.create<arith::SubFOp>(rows.largest[half], rows.reference[half]);
    Value isFar = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, distance, kb.cF32(kMostGrowth / factor));
    grown = grown ? kb.orI(grown, isFar) : isFar;
  }
  rows.grown = kb.create<NVVM::VoteSyncOp>(kb.getI1Type(), kb.c32(-1), grown, NVVM::VoteSyncKind::any);
  for (int64_t half = 0; half < 2; ++half) {
    Value reference = kb.select(rows.grown, rows.largest[half], rows.reference[half]);
    Value growth = emitExp2(kb, scale(kb.create<arith::SubFOp>(rows.reference[half], getFinite(reference))));
    rows.growth[half] = kb.select(rows.grown, growth, kb.cF32(1));
    rows.reference[half] = reference;
  }
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows, bool mayBeHuge) {
  SmallVector<Value> exponentials(elements.size());
  for (int64_t half = 0; half < 2; ++half) {
    Value reference = getFinite(rows.reference[half]), sum;
    Value shift = kb.create<arith::NegFOp>(scale(reference));
    for (size_t i = 0; i < elements.size(); ++i) {
      if (static_cast<int64_t>(i / 2 % 2) != half)
        continue;
      Value exponent = mayBeHuge ? scale(kb.create<arith::SubFOp>(elements[i], reference))
                                 : emitFma(kb, elements[i], kb.cF32(factor), shift);
      exponentials[i] = emitExp2(kb, exponent);
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
  auto add = [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); };
  for (int64_t half = 0; half < 2; ++half) {
    Value distance = kb.create<arith::SubFOp>(getFinite(rows.reference[half]), getFinite(rows.largest[half]));
    rows.growth[half] = emitExp2(kb, scale(distance));
    rows.sum[half] = kb.create<arith::MulFOp>(combineQuad(kb, rows.sum[half], add), rows.growth[half]);
    rows.reference[half] = rows.largest[half];
  }
}
