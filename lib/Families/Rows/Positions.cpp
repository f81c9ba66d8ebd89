// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Packs a value and its position into one number that compares as both do, and unpacks the position.

#include "Positions.h"

using namespace mlir;
using namespace fusion;

Value fusion::rankOfPosition(KernelBuilder &kb, arith::AtomicRMWKind kind, Value value, Value position) {
  using Kind = arith::AtomicRMWKind;
  bool isLeast = llvm::is_contained({Kind::minimumf, Kind::minnumf, Kind::mins, Kind::minu}, kind);
  Type i32 = kb.getI32Type();
  Value ones = kb.c32(-1), top = kb.c32(std::numeric_limits<int32_t>::min()), rank;
  if (isa<FloatType>(value.getType())) {
    // Of positive numbers the bits are in order, of negative ones their complements; zeros are equal.
    Value zero = kb.cF32(0);
    Value bits = kb.create<arith::BitcastOp>(i32, kb.create<arith::AddFOp>(value, zero));
    Value negative = kb.cmp(arith::CmpIPredicate::slt, bits, kb.c32(0));
    rank = kb.select(negative, kb.xorI(bits, ones), kb.orI(bits, top));
    rank = isLeast ? kb.xorI(rank, ones) : rank;
    bool nanIsBest = kind == Kind::maximumf || kind == Kind::minimumf;
    Value isNaN = kb.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, value, value);
    rank = kb.select(isNaN, nanIsBest ? ones : kb.c32(0), rank);
  } else {
    bool isSigned = kind == Kind::maxs || kind == Kind::mins;
    rank = value;
    if (!value.getType().isInteger(32))
      rank = isSigned ? kb.create<arith::ExtSIOp>(i32, value).getResult()
                      : kb.create<arith::ExtUIOp>(i32, value).getResult();
    if (isSigned)
      rank = kb.xorI(rank, top);
    rank = isLeast ? kb.xorI(rank, ones) : rank;
  }
  Value high = kb.shl(kb.create<arith::ExtUIOp>(kb.getI64Type(), rank), kb.c64(32));
  return kb.orI(high, kb.create<arith::ExtUIOp>(kb.getI64Type(), kb.xorI(position, ones)));
}

Value fusion::positionOfRank(KernelBuilder &kb, Value rank, Type type) {
  Value position = kb.xorI(kb.create<arith::TruncIOp>(kb.getI32Type(), rank), kb.c32(-1));
  return type.isInteger(32) ? position : kb.create<arith::ExtUIOp>(type, position).getResult();
}
