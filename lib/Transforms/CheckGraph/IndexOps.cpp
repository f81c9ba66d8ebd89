// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The index dialect as arith, whose operations take an index as they take an integer of 64 bits.

#include "IndexOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Builds arith's operation of the same operands and result types.
template <typename ArithOp> static Value same(OpBuilder &b, Operation *op) {
  return ArithOp::create(b, op->getLoc(), op->getResultTypes(), op->getOperands()).getResult();
}

static Value build(OpBuilder &b, Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
  // clang-format off
#define FUSION_SAME(INDEX, ARITH) .Case<index::INDEX>([&](auto op) { return same<arith::ARITH>(b, op); })
      FUSION_SAME(AddOp, AddIOp)
      FUSION_SAME(SubOp, SubIOp)
      FUSION_SAME(MulOp, MulIOp)
      FUSION_SAME(DivSOp, DivSIOp)
      FUSION_SAME(DivUOp, DivUIOp)
      FUSION_SAME(CeilDivSOp, CeilDivSIOp)
      FUSION_SAME(CeilDivUOp, CeilDivUIOp)
      FUSION_SAME(FloorDivSOp, FloorDivSIOp)
      FUSION_SAME(RemSOp, RemSIOp)
      FUSION_SAME(RemUOp, RemUIOp)
      FUSION_SAME(MaxSOp, MaxSIOp)
      FUSION_SAME(MaxUOp, MaxUIOp)
      FUSION_SAME(MinSOp, MinSIOp)
      FUSION_SAME(MinUOp, MinUIOp)
      FUSION_SAME(ShlOp, ShLIOp)
      FUSION_SAME(ShrSOp, ShRSIOp)
      FUSION_SAME(ShrUOp, ShRUIOp)
      FUSION_SAME(AndOp, AndIOp)
      FUSION_SAME(OrOp, OrIOp)
      FUSION_SAME(XOrOp, XOrIOp)
      FUSION_SAME(CastSOp, IndexCastOp)
      FUSION_SAME(CastUOp, IndexCastUIOp)
#undef FUSION_SAME
                      // clang-format on
                      .Case([&](index::CmpOp op) { // the two dialects number their predicates alike
                        auto predicate = static_cast<arith::CmpIPredicate>(op.getPred());
                        return arith::CmpIOp::create(b, op.getLoc(), predicate, op.getLhs(), op.getRhs()).getResult();
                      })
                      .Case([&](index::ConstantOp op) {
                        return arith::ConstantOp::create(b, op.getLoc(), op.getValueAttr()).getResult();
                      })
                      .Case([&](index::BoolConstantOp op) {
                        return arith::ConstantOp::create(b, op.getLoc(), op.getValueAttr()).getResult();
                      })
                      .Case([&](index::SizeOfOp op) {
                        return arith::ConstantIndexOp::create(b, op.getLoc(), IndexType::kInternalStorageBitWidth)
                            .getResult();
                      })
                      .Default(Value());
}

bool fusion::replaceIndexOp(Operation *op) {
  OpBuilder builder(op);
  Value result = build(builder, op);
  if (!result)
    return false;
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}
