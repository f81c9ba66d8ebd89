// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recognises how a reduction combines terms, and what it begins with.

#include "Combination.h"
#include "Operands.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

using arith::AtomicRMWKind;

static std::optional<AtomicRMWKind> getKind(Operation *combiner) {
  return llvm::TypeSwitch<Operation *, std::optional<AtomicRMWKind>>(combiner)
      .Case([](arith::AddFOp) { return AtomicRMWKind::addf; })
      .Case([](arith::AddIOp) { return AtomicRMWKind::addi; })
      .Case([](arith::MulFOp) { return AtomicRMWKind::mulf; })
      .Case([](arith::MulIOp) { return AtomicRMWKind::muli; })
      .Case([](arith::MaximumFOp) { return AtomicRMWKind::maximumf; })
      .Case([](arith::MinimumFOp) { return AtomicRMWKind::minimumf; })
      .Case([](arith::MaxNumFOp) { return AtomicRMWKind::maxnumf; })
      .Case([](arith::MinNumFOp) { return AtomicRMWKind::minnumf; })
      .Case([](arith::MaxSIOp) { return AtomicRMWKind::maxs; })
      .Case([](arith::MinSIOp) { return AtomicRMWKind::mins; })
      .Case([](arith::MaxUIOp) { return AtomicRMWKind::maxu; })
      .Case([](arith::MinUIOp) { return AtomicRMWKind::minu; })
      .Case([](arith::AndIOp) { return AtomicRMWKind::andi; })
      .Case([](arith::OrIOp) { return AtomicRMWKind::ori; })
      .Case([](arith::XOrIOp) { return AtomicRMWKind::xori; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Combination> Combination::match(linalg::LinalgOp op, unsigned number) {
  Block *body = op.getBlock();
  BlockArgument carried = op.getRegionOutputArgs()[number];
  Operation *combiner = body->getTerminator()->getOperand(number).getDefiningOp();
  std::optional<AtomicRMWKind> kind =
      combiner && combiner->getBlock() == body && combiner->hasOneUse() ? getKind(combiner) : std::nullopt;
  // Where each result is read by its own combiner alone, no term depends on one.
  if (!kind || !carried.hasOneUse() || *carried.user_begin() != combiner)
    return std::nullopt;
  return Combination{*kind, combiner, combiner->getOperand(combiner->getOperand(0) == carried ? 1 : 0)};
}

TypedAttr fusion::getInitialNumber(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    TypedAttr value;
    return matchPattern(fill.value(), m_Constant(&value)) ? value : TypedAttr();
  }
  SplatElementsAttr splat;
  return matchPattern(init, m_Constant(&splat)) ? splat.getSplatValue<TypedAttr>() : TypedAttr();
}

bool fusion::isNeutral(AtomicRMWKind kind, TypedAttr value, OpBuilder &builder, Location loc) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    const APFloat &initial = number.getValue();
    switch (kind) {
    case AtomicRMWKind::addf:
      // A sum that begins with -0.0 is -0.0 where all terms are.
      return initial.isPosZero();
    case AtomicRMWKind::mulf:
      return initial.isExactlyValue(1.0);
    case AtomicRMWKind::maximumf:
      return initial.isInfinity() && initial.isNegative();
    case AtomicRMWKind::minimumf:
      return initial.isInfinity() && !initial.isNegative();
    case AtomicRMWKind::maxnumf:
    case AtomicRMWKind::minnumf:
      return initial.isNaN();
    default:
      return false;
    }
  }
  return value == arith::getIdentityValueAttr(kind, value.getType(), builder, loc);
}

StringRef fusion::findObstacleOfInitial(Operation *op, AtomicRMWKind kind, Value init) {
  if (TypedAttr number = getInitialNumber(init)) {
    OpBuilder builder(op);
    if (isNeutral(kind, number, builder, op->getLoc()))
      return "";
    // A sum of -0.0 is known by its sign.
    auto initial = dyn_cast<FloatAttr>(number);
    return initial && initial.getValue().isNegZero() ? "it begins with -0.0" : "";
  }
  // Sums and products of floats that begin with a tensor's elements would have these at the end.
  bool isOrdered = kind == AtomicRMWKind::addf || kind == AtomicRMWKind::mulf;
  return isOrdered && getNumerics(op) == Numerics::Strict ? "it begins with a tensor that strict numerics combine first"
                                                          : "";
}

bool fusion::writesEachOnce(linalg::LinalgOp op, AffineMap map, Type type) {
  if (!isSimpleMap(map, type))
    return false;
  return llvm::all_of(llvm::enumerate(op.getIteratorTypesArray()), [&](auto loop) {
    return map.isFunctionOfDim(loop.index()) == (loop.value() == utils::IteratorType::parallel);
  });
}
