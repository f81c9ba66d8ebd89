// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BlockReduction.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fusion;

/// Whether the order of the terms is free, but for rounding.
static bool isAssociative(Operation *op) {
  return isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::MaximumFOp, arith::MaxNumFOp,
             arith::MinimumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

/// Clones the combiner. A sum that is said not to overflow may do so in another order: it wraps then.
static Operation *cloneCombiner(OpBuilder &builder, Operation *combiner, IRMapping &mapping) {
  Operation *clone = builder.clone(*combiner, mapping);
  auto limited = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone);
  if (limited)
    clone->setAttr(limited.getIntegerOverflowAttrName(),
                   arith::IntegerOverflowFlagsAttr::get(builder.getContext(), arith::IntegerOverflowFlags::none));
  return clone;
}

/// Whether threads can exchange values of the type: floats of 16 to 64 bits, truth values and integers of whole bytes.
static bool isExchanged(Type type) {
  if (isa<IntegerType>(type))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
  return type.isF64() || type.isF32() || type.isF16() || type.isBF16();
}

/// The extremum that is the greater, or the less, of its operands; of integers if `integers` says how they are
/// compared.
static arith::AtomicRMWKind getExtremum(bool greatest, std::optional<arith::CmpIPredicate> integers) {
  using Kind = arith::AtomicRMWKind;
  if (!integers)
    return greatest ? Kind::maximumf : Kind::minimumf;
  using P = arith::CmpIPredicate;
  bool isSigned = llvm::is_contained({P::sgt, P::sge, P::slt, P::sle}, *integers);
  if (greatest)
    return isSigned ? Kind::maxs : Kind::maxu;
  return isSigned ? Kind::mins : Kind::minu;
}

/// Whether a comparison holds where its first operand is greater, or where it is less; nothing if it is another.
static std::optional<bool> asksForGreater(Operation *comparison) {
  if (auto floats = dyn_cast<arith::CmpFOp>(comparison)) {
    using P = arith::CmpFPredicate;
    bool greater = llvm::is_contained({P::OGT, P::OGE, P::UGT, P::UGE}, floats.getPredicate());
    bool less = llvm::is_contained({P::OLT, P::OLE, P::ULT, P::ULE}, floats.getPredicate());
    return greater || less ? std::optional(greater) : std::nullopt;
  }
  using P = arith::CmpIPredicate;
  auto integers = dyn_cast<arith::CmpIOp>(comparison);
  if (!integers || llvm::is_contained({P::eq, P::ne}, integers.getPredicate()))
    return std::nullopt;
  return llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, integers.getPredicate());
}

/// select(result > term, result, term) and the like: an extremum, but for the order of what is unordered or equal.
static std::optional<Reduction> matchComparison(linalg::GenericOp op, BlockArgument carried) {
  auto select = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp<arith::SelectOp>();
  Operation *comparison = select ? select.getCondition().getDefiningOp() : nullptr;
  if (!comparison || comparison->getNumOperands() != 2 || !isExchanged(carried.getType()))
    return std::nullopt;
  Value lhs = comparison->getOperand(0), rhs = comparison->getOperand(1);
  bool takesLeft = select.getTrueValue() == lhs && select.getFalseValue() == rhs;
  bool takesRight = select.getTrueValue() == rhs && select.getFalseValue() == lhs;
  std::optional<bool> greater = asksForGreater(comparison);
  if (takesLeft == takesRight || (lhs == carried) == (rhs == carried) || !greater || !comparison->hasOneUse() ||
      !carried.hasNUses(2))
    return std::nullopt;
  auto integers = dyn_cast<arith::CmpIOp>(comparison);
  arith::AtomicRMWKind kind =
      getExtremum(*greater == takesLeft, integers ? std::optional(integers.getPredicate()) : std::nullopt);
  OpBuilder builder(op);
  TypedAttr neutral = arith::getIdentityValueAttr(kind, carried.getType(), builder, op.getLoc());
  return Reduction{select, carried, neutral, comparison, kind};
}

std::optional<Reduction> mlir::fusion::matchBlockReduction(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return std::nullopt;
  BlockArgument carried = op.getRegionOutputArgs().front();
  if (std::optional<Reduction> comparison = matchComparison(op, carried))
    return comparison;
  SmallVector<Operation *> combiners;
  if (!matchReduction({carried}, 0, combiners) || combiners.size() != 1)
    return std::nullopt;
  Operation *combiner = combiners.front();
  if (!isAssociative(combiner) || !isExchanged(carried.getType()) || !carried.hasOneUse() ||
      *carried.user_begin() != combiner || op.getBlock()->getTerminator()->getOperand(0) != combiner->getResult(0))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral)
    return std::nullopt;
  return Reduction{combiner, carried, *neutral, {}, {}};
}

Value mlir::fusion::combine(OpBuilder &builder, Location loc, const Reduction &reduction, Value result, Value term) {
  if (reduction.extremum)
    return arith::getReductionOp(*reduction.extremum, builder, loc, result, term);
  IRMapping mapping;
  for (Value operand : reduction.combiner->getOperands())
    mapping.map(operand, operand == reduction.carried ? result : term);
  return cloneCombiner(builder, reduction.combiner, mapping)->getResult(0);
}
