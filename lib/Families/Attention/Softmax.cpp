// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits maxima, exponentials and sums of accumulators.

#include "Softmax.h"

#include "Formula.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// In powers of two.
static constexpr double kMostGrowth = 8;

void RowState::pack(SmallVectorImpl<Value> &values) const {
  for (const Rows *list : {&largest, &reference, &shift, &sum, &growth})
    llvm::append_range(values, *list);
  values.append({grown, isHuge});
}

RowState RowState::unpack(ValueRange values) {
  size_t rows = (values.size() - 2) / 5;
  RowState state;
  for (Rows *list : {&state.largest, &state.reference, &state.shift, &state.sum, &state.growth}) {
    llvm::append_range(*list, values.take_front(rows));
    values = values.drop_front(rows);
  }
  state.grown = values[0], state.isHuge = values[1];
  return state;
}

void OnlineSoftmax::maskBehind(MutableArrayRef<Value> elements, Value count) {
  Value none = kb.cF32(-INFINITY);
  for (Pair pair : layout.getPairs(0, static_cast<int64_t>(elements.size())))
    for (int64_t lane = 0; lane < 2; ++lane) {
      Value &element = elements[pair.first + lane], column = kb.c32(layout.getColumnOffset(pair.column) + lane);
      element = kb.select(kb.lt(column, count), element, none);
    }
}

Value OnlineSoftmax::getFinite(Value reference) {
  Value none = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, reference, kb.cF32(-INFINITY));
  return kb.select(none, kb.cF32(0), reference);
}

Value OnlineSoftmax::scale(Value value) { return kb.create<arith::MulFOp>(value, kb.cF32(factor)); }

// What is no number stays out of the maximum, and is in the sum.
static Value emitMaximum(KernelBuilder &kb, Value a, Value b) { return kb.create<arith::MaxNumFOp>(a, b); }

Value OnlineSoftmax::combineElements(ArrayRef<Value> elements, int64_t row, function_ref<Value(Value, Value)> combine) {
  Value results[2];
  for (size_t i = 0; i < elements.size(); ++i)
    if (layout.getRow(i) == row) {
      Value &result = results[i % 2];
      result = result ? combine(result, elements[i]) : elements[i];
    }
  return combine(results[0], results[1]);
}

Value OnlineSoftmax::getLargest(ArrayRef<Value> elements, int64_t row) {
  auto maximum = [&](Value a, Value b) { return emitMaximum(kb, a, b); };
  return layout.combineRow(kb, combineElements(elements, row, maximum), maximum);
}

RowState::Rows OnlineSoftmax::getLargest(ArrayRef<Value> elements) {
  RowState::Rows largest;
  for (int64_t row = 0; row < layout.countRows(); ++row)
    largest.push_back(getLargest(elements, row));
  return largest;
}

RowState OnlineSoftmax::begin(MutableArrayRef<Value> elements) {
  RowState::Rows largest = getLargest(elements);
  RowState::Rows zeros(largest.size(), kb.cF32(0)), ones(largest.size(), kb.cF32(1));
  RowState rows{largest, largest, {}, zeros, ones, kb.cBool(false), {}};
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
  auto references = llvm::map_to_vector(rows.reference, [&](Value reference) { return getFinite(reference); });
  SmallVector<Value> values(elements);
  for (Value reference : references)
    values.push_back(kb.create<arith::NegFOp>(scale(reference)));
  auto subtract = [&] {
    SmallVector<Value> differences;
    for (auto [i, element] : llvm::enumerate(elements))
      differences.push_back(kb.create<arith::SubFOp>(element, references[layout.getRow(i)]));
    differences.append(references.size(), kb.cF32(0));
    return differences;
  };
  if (mayBeHuge)
    values =
        kb.ifElse(rows.isHuge, SmallVector<Type>(values.size(), kb.getF32Type()), subtract, [&] { return values; });
  llvm::copy(ArrayRef(values).take_front(elements.size()), elements.begin());
  rows.shift.assign(values.begin() + elements.size(), values.end());
}

void OnlineSoftmax::takeMaximum(MutableArrayRef<Value> elements, RowState &rows) {
  takeLargest(getLargest(elements), rows, elements);
}

void OnlineSoftmax::takeLargest(ArrayRef<Value> largest, RowState &rows, MutableArrayRef<Value> elements) {
  Value grown = rows.isHuge;
  for (size_t row = 0; row < largest.size(); ++row) {
    rows.largest[row] = emitMaximum(kb, rows.largest[row], largest[row]);
    // Not so where both are -inf; so where the reference alone is.
    Value distance = kb.create<arith::SubFOp>(rows.largest[row], rows.reference[row]);
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
    for (size_t row = 0; row < largest.size(); ++row) {
      Value distance = kb.create<arith::SubFOp>(rows.reference[row], getFinite(rows.largest[row]));
      state.growth[row] = emitExp2(kb, scale(distance));
      state.sum[row] = kb.create<arith::MulFOp>(rows.sum[row], state.growth[row]);
      state.reference[row] = rows.largest[row];
    }
    takeReferences(scores, state);
    return pack(state, scores);
  };
  auto keep = [&] {
    RowState state = rows;
    state.growth.assign(largest.size(), kb.cF32(1));
    return pack(state, elements);
  };
  SmallVector<Value> values = pack(rows, elements);
  values = kb.ifElse(rows.grown, ValueRange(values).getTypes(), grow, keep);
  llvm::copy(ArrayRef(values).take_front(elements.size()), elements.begin());
  rows = RowState::unpack(ArrayRef(values).drop_front(elements.size()));
}

SmallVector<Value> OnlineSoftmax::takeExponentials(ArrayRef<Value> elements, RowState &rows) {
  if (isWide()) {
    auto references = llvm::map_to_vector(rows.reference, [&](Value reference) { return getFinite(reference); });
    return takeWeights(elements.size(), rows, [&](size_t i) {
      return scale(kb.create<arith::SubFOp>(elements[i], references[layout.getRow(i)]));
    });
  }
  return takeWeights(elements.size(), rows,
                     [&](size_t i) { return emitFma(kb, elements[i], kb.cF32(factor), rows.shift[layout.getRow(i)]); });
}

SmallVector<Value> OnlineSoftmax::takeWeights(size_t count, RowState &rows, function_ref<Value(size_t)> exponent) {
  auto add = [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); };
  SmallVector<Value> exponentials(count);
  for (int64_t row = 0; row < layout.countRows(); ++row) {
    for (size_t i = 0; i < count; ++i)
      if (layout.getRow(i) == row)
        exponentials[i] = emitExp2(kb, exponent(i));
    rows.sum[row] = kb.create<arith::AddFOp>(rows.sum[row], combineElements(exponentials, row, add));
  }
  if (isWide())
    return llvm::map_to_vector(exponentials, [&](Value exponential) -> Value {
      return kb.create<LLVM::BitcastOp>(kb.getI32Type(), exponential);
    });
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
  for (int64_t row = 0; row < layout.countRows(); ++row) {
    Value distance = kb.create<arith::SubFOp>(getFinite(rows.reference[row]), getFinite(rows.largest[row]));
    rows.growth[row] = emitExp2(kb, scale(distance));
    rows.sum[row] = kb.create<arith::MulFOp>(layout.combineRow(kb, rows.sum[row], add), rows.growth[row]);
    rows.reference[row] = rows.largest[row];
  }
}
