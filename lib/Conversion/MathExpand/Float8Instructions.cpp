// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions of 8-bit floats by instructions of NVIDIA GPUs (PTX ISA, cvt):
//
//   cvt.rn.satfinite.e4m3x2.f32 %pair, %high, %low;    two f32 to two bytes
//   cvt.rn.f16x2.e4m3x2 %halves, %pair;                two bytes to two f16
//
// The first one has no form that does not saturate: overflow is put right beside it, unless the operand is limited.

#include "Float8.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

static int64_t countOf(Expr x) {
  auto vector = dyn_cast<VectorType>(x.value.getType());
  return vector ? vector.getNumElements() : 1;
}

/// Element `i` of a vector: the scalar that was put there, if that is seen. A scalar is its own.
static Value elementOf(MathBuilder &b, Value x, int64_t i) {
  if (!isa<VectorType>(x.getType()))
    return x;
  if (auto elements = x.getDefiningOp<vector::FromElementsOp>())
    return elements.getElements()[i];
  for (auto insert = x.getDefiningOp<LLVM::InsertElementOp>(); insert;
       insert = insert.getVector().getDefiningOp<LLVM::InsertElementOp>()) {
    APInt position;
    if (!matchPattern(insert.getPosition(), m_ConstantInt(&position)))
      break;
    if (position == i)
      return insert.getValue();
  }
  return vector::ExtractOp::create(b, x, i);
}

/// The first `count` bytes of pairs (i16), the low byte first.
static Expr bytesOfPairs(MathBuilder &b, ArrayRef<Value> pairs, int64_t count) {
  int64_t size = pairs.size();
  Value packed = vector::FromElementsOp::create(b, VectorType::get(size, b.getI16Type()), pairs);
  Value bytes = vector::BitCastOp::create(b, VectorType::get(2 * size, b.getI8Type()), packed);
  if (count < 2 * size)
    bytes = vector::ExtractStridedSliceOp::create(b, bytes, 0, count, 1);
  return b.wrap(bytes);
}

namespace {
/// What is narrowed, and whether it may overflow.
struct Operand {
  Value value;
  bool mayOverflow = true;

  Operand(Value x, double largest) : value(x) {
    APFloat high(0.0f), low(0.0f);
    auto smaller = x.getDefiningOp<arith::MinimumFOp>();
    auto larger = smaller ? smaller.getLhs().getDefiningOp<arith::MaximumFOp>() : arith::MaximumFOp();
    if (!larger || !matchPattern(smaller.getRhs(), m_ConstantFloat(&high)) ||
        !matchPattern(larger.getRhs(), m_ConstantFloat(&low)))
      return;
    double most = high.convertToDouble(), least = low.convertToDouble();
    mayOverflow = most > largest || least < -largest;
    if (most == largest && least == -largest) // the instruction limits it
      value = larger.getLhs();
  }
};
} // namespace

/// f8E4M3FN has no number for what is beyond 464 in magnitude: NaN goes in its place.
static Value withoutOverflow(MathBuilder &b, Value x) {
  Expr number = b.wrap(x);
  return select(gt(abs(number), 464.0), kNaN, number).value;
}

/// `bit` where f8E5M2 has an infinity, else 0: infinity is the byte after that of the largest number.
static Expr carryOf(MathBuilder &b, Value x, int64_t bit) {
  auto constant = [&](int64_t value) { return b.wrap(arith::ConstantOp::create(b, b.getI16IntegerAttr(value))); };
  return select(ge(abs(b.wrap(x)), 61440.0), constant(bit), constant(0));
}

Expr emitToFloat8ByInstructions(Expr x, const Float8 &format) {
  MathBuilder &b = *x.b;
  int64_t count = countOf(x);
  std::string name = ("llvm.nvvm.ff.to." + format.name + ".rn").str();
  SmallVector<Value> pairs;
  for (int64_t i = 0; i < count; i += 2) {
    SmallVector<Value> halves;
    SmallVector<Expr> carries;
    for (int64_t k = 0; k < 2; ++k) {
      if (i + k == count) {
        halves.push_back(b.constant(0, b.wrap(halves[0])).value);
        continue;
      }
      Operand operand(elementOf(b, x.value, i + k), format.hasInfinity ? 57344 : 448);
      if (operand.mayOverflow && format.hasInfinity)
        carries.push_back(carryOf(b, operand.value, int64_t(1) << (8 * k)));
      else if (operand.mayOverflow)
        operand.value = withoutOverflow(b, operand.value);
      halves.push_back(operand.value);
    }
    Expr pair = b.wrap(
        LLVM::CallIntrinsicOp::create(b, b.getLoc(), b.getI16Type(), b.getStringAttr(name), {halves[1], halves[0]})
            .getResult(0));
    for (Expr carry : carries)
      pair = pair + carry;
    pairs.push_back(pair.value);
  }
  if (!isa<VectorType>(x.value.getType()))
    return b.wrap(arith::TruncIOp::create(b, b.getI8Type(), pairs[0]));
  return bytesOfPairs(b, pairs, count);
}

/// Two f16 of two bytes.
static Value widenPair(MathBuilder &b, Value pair, const Float8 &format) {
  std::string name = ("llvm.nvvm." + format.name + ".to.f16x2.rn").str();
  return LLVM::CallIntrinsicOp::create(b, b.getLoc(), VectorType::get(2, b.getF16Type()), b.getStringAttr(name), pair)
      .getResult(0);
}

/// The pair that has element `position` of a vector of bytes of even number, and which of the two it is: the other one
/// is wanted too, as a rule, and the conversion is made once.
static std::pair<Value, int64_t> pairOf(MathBuilder &b, Value byte) {
  auto extract = byte.getDefiningOp<LLVM::ExtractElementOp>();
  APInt position;
  auto vector = extract ? dyn_cast<VectorType>(extract.getVector().getType()) : VectorType();
  if (vector && vector.getNumElements() % 2 == 0 && matchPattern(extract.getPosition(), m_ConstantInt(&position))) {
    auto type = VectorType::get(vector.getNumElements() / 2, b.getI16Type());
    Value pairs = vector::BitCastOp::create(b, type, extract.getVector());
    int64_t i = position.getSExtValue();
    return {vector::ExtractOp::create(b, pairs, i / 2), i % 2};
  }
  return {arith::ExtUIOp::create(b, b.getI16Type(), byte), 0};
}

static Value toFloat32(MathBuilder &b, Value half) { return arith::ExtFOp::create(b, b.getF32Type(), half); }

Expr emitFromFloat8ByInstructions(Expr bytes, const Float8 &format) {
  MathBuilder &b = *bytes.b;
  auto vector = dyn_cast<VectorType>(bytes.value.getType());
  if (!vector) {
    auto [pair, place] = pairOf(b, bytes.value);
    return b.wrap(toFloat32(b, vector::ExtractOp::create(b, widenPair(b, pair, format), place)));
  }
  int64_t count = vector.getNumElements();
  SmallVector<Value> results;
  Value pairs =
      count % 2 == 0 ? vector::BitCastOp::create(b, VectorType::get(count / 2, b.getI16Type()), bytes.value) : Value();
  for (int64_t i = 0; i < count; i += pairs ? 2 : 1) {
    Value pair = pairs ? vector::ExtractOp::create(b, pairs, i / 2).getResult()
                       : arith::ExtUIOp::create(b, b.getI16Type(), vector::ExtractOp::create(b, bytes.value, i));
    Value halves = widenPair(b, pair, format);
    for (int64_t k = 0; k < (pairs ? 2 : 1); ++k)
      results.push_back(toFloat32(b, vector::ExtractOp::create(b, halves, k)));
  }
  return b.wrap(vector::FromElementsOp::create(b, vector.clone(b.getF32Type()), results));
}

} // namespace fusion::mathexpand
