// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Folds scalar operations of known operands, and follows single bits through those of others.

#include "KnownScalars.h"

#include "fusion/Dialect/Fusion/Utils/FoldCopy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;
using llvm::KnownBits;

std::optional<unsigned> fusion::getIntegerWidth(Type type) {
  type = getElementTypeOrSelf(type);
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? std::optional(integer.getWidth()) : std::nullopt;
}

KnownBits KnownScalars::getBits(Value value) const {
  if (auto number = dyn_cast_or_null<IntegerAttr>(getNumber(value)))
    return KnownBits::makeConstant(number.getValue());
  auto it = bits.find(value);
  return it == bits.end() ? KnownBits(*getIntegerWidth(value.getType())) : it->second;
}

void KnownScalars::setBits(Value value, const KnownBits &own) {
  if (own.isConstant())
    setNumber(value, IntegerAttr::get(getElementTypeOrSelf(value.getType()), own.getConstant()));
  else
    bits.try_emplace(value, own);
}

void KnownScalars::copy(Value from, Value to) {
  if (Attribute number = getNumber(from))
    setNumber(to, number);
  else if (getIntegerWidth(from.getType()))
    setBits(to, getBits(from));
}

/// The bits of an operation's result, as far as they follow from those of its operands.
static std::optional<KnownBits> computeBits(Operation &op, ArrayRef<KnownBits> of) {
  using Result = std::optional<KnownBits>;
  unsigned width = *getIntegerWidth(op.getResult(0).getType());
  // What is shifted by more than its bits, or divided by zero, is anything.
  if (isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op) && of[1].getMaxValue().uge(width))
    return std::nullopt;
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) && !of[1].isNonZero())
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](arith::AndIOp) { return of[0] & of[1]; })
      .Case([&](arith::OrIOp) { return of[0] | of[1]; })
      .Case([&](arith::XOrIOp) { return of[0] ^ of[1]; })
      .Case([&](arith::ShLIOp) { return KnownBits::shl(of[0], of[1]); })
      .Case([&](arith::ShRUIOp) { return KnownBits::lshr(of[0], of[1]); })
      .Case([&](arith::ShRSIOp) { return KnownBits::ashr(of[0], of[1]); })
      .Case([&](arith::AddIOp) { return KnownBits::add(of[0], of[1]); })
      .Case([&](arith::SubIOp) { return KnownBits::sub(of[0], of[1]); })
      .Case([&](arith::MulIOp) { return KnownBits::mul(of[0], of[1]); })
      .Case([&](arith::DivUIOp) { return KnownBits::udiv(of[0], of[1]); })
      .Case([&](arith::RemUIOp) { return KnownBits::urem(of[0], of[1]); })
      .Case([&](arith::TruncIOp) { return of[0].trunc(width); })
      .Case([&](arith::ExtUIOp) { return of[0].zext(width); })
      .Case([&](arith::ExtSIOp) { return of[0].sext(width); })
      .Case([&](arith::IndexCastOp) { return of[0].sextOrTrunc(width); })
      .Case([&](arith::IndexCastUIOp) { return of[0].zextOrTrunc(width); })
      .Case([&](arith::SelectOp) -> Result {
        if (of[0].isConstant())
          return of[0].getConstant().isZero() ? of[2] : of[1];
        return of[1].intersectWith(of[2]);
      })
      .Default([](Operation *) { return std::nullopt; });
}

void KnownScalars::evaluate(Operation &op) {
  auto operands = llvm::map_to_vector(op.getOperands(), [&](Value operand) { return getNumber(operand); });
  for (auto [result, folded] : llvm::zip(op.getResults(), foldCopy(op, operands))) {
    if (auto number = dyn_cast<Attribute>(folded))
      setNumber(result, number);
    else
      copy(cast<Value>(folded), result);
  }
  auto isInteger = [](Type type) { return getIntegerWidth(type).has_value(); };
  if (op.getNumResults() != 1 || contains(op.getResult(0)) || !isInteger(op.getResult(0).getType()) ||
      !llvm::all_of(op.getOperandTypes(), isInteger))
    return;
  auto known = llvm::map_to_vector(op.getOperands(), [&](Value operand) { return getBits(operand); });
  if (std::optional<KnownBits> own = computeBits(op, known))
    setBits(op.getResult(0), *own);
}
