// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds choices that LLVM would make instructions with another zero of, and hides them.

#include "ZeroSigns.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownFPClass.h"

using namespace llvm;

/// The zeros that `value` may be: some of fcPosZero and fcNegZero.
static FPClassTest getZeros(Value *value, const DataLayout &layout) {
  return computeKnownFPClass(value, fcZero, SimplifyQuery(layout)).KnownFPClasses & fcZero;
}

/// Whether an instruction for the minimum or maximum gives the same zero as the choice. `ordersZeros`: it takes -0.0
/// for less than +0.0; others give either.
static bool agreesOnZeros(SelectInst &select, bool isMaximum, bool ordersZeros) {
  const DataLayout &layout = select.getModule()->getDataLayout();
  bool thenIfEqual = CmpInst::isTrueWhenEqual(cast<CmpInst>(select.getCondition())->getPredicate());
  Value *chosen = thenIfEqual ? select.getTrueValue() : select.getFalseValue();
  Value *other = thenIfEqual ? select.getFalseValue() : select.getTrueValue();
  FPClassTest zeros = getZeros(chosen, layout), otherZeros = getZeros(other, layout);
  if (zeros == fcNone || otherZeros == fcNone)
    return true;
  if (zeros == otherZeros && zeros != fcZero)
    return true;
  // Of two zeros that differ a maximum is +0.0, and a minimum -0.0.
  return ordersZeros && zeros == (isMaximum ? fcPosZero : fcNegZero);
}

/// A choice between the bits.
static void hide(SelectInst &select) {
  Type *type = select.getType();
  auto *vector = dyn_cast<VectorType>(type);
  Type *bits = vector ? static_cast<Type *>(VectorType::getInteger(vector))
                      : IntegerType::get(select.getContext(), type->getScalarSizeInBits());
  IRBuilder<> builder(&select);
  Value *onTrue = builder.CreateBitCast(select.getTrueValue(), bits);
  Value *onFalse = builder.CreateBitCast(select.getFalseValue(), bits);
  Value *chosen = builder.CreateSelect(select.getCondition(), onTrue, onFalse);
  select.replaceAllUsesWith(builder.CreateBitCast(chosen, type));
  select.eraseFromParent();
}

/// Whether `select` is an extremum that gives another zero as an instruction; nothing where it is no extremum.
static std::optional<bool> isInexact(SelectInst &select, bool ordersZeros) {
  Value *a = nullptr, *b = nullptr;
  if (!isa<FCmpInst>(select.getCondition()))
    return std::nullopt;
  SelectPatternFlavor flavor = matchSelectPattern(&select, a, b).Flavor;
  if (flavor != SPF_FMINNUM && flavor != SPF_FMAXNUM)
    return std::nullopt;
  return !agreesOnZeros(select, flavor == SPF_FMAXNUM, ordersZeros);
}

/// Whether `select` compares with zero and may choose one: it may be an extremum as soon as its operands are the same.
static bool choosesZero(SelectInst &select) {
  auto *compare = dyn_cast<FCmpInst>(select.getCondition());
  auto isZero = [](Value *value) { return PatternMatch::match(value, PatternMatch::m_AnyZeroFP()); };
  return compare && (isZero(compare->getOperand(0)) || isZero(compare->getOperand(1))) &&
         (isZero(select.getTrueValue()) || isZero(select.getFalseValue()));
}

/// The choices of a function for which `predicate` holds.
static SmallVector<SelectInst *> findChoices(Function &function, function_ref<bool(SelectInst &)> predicate) {
  SmallVector<SelectInst *> found;
  for (Instruction &instruction : instructions(function))
    if (auto *select = dyn_cast<SelectInst>(&instruction); select && predicate(*select))
      found.push_back(select);
  return found;
}

/// Lets `select` compare a fenced value.
static void fence(SelectInst &select) {
  auto *compare = cast<FCmpInst>(select.getCondition());
  IRBuilder<> builder(&select);
  Value *x = compare->getOperand(0), *y = compare->getOperand(1);
  Value *&fenced = isa<Constant>(x) ? y : x;
  fenced = builder.CreateArithmeticFence(fenced, fenced->getType());
  select.setCondition(builder.CreateFCmp(compare->getPredicate(), x, y));
}

PreservedAnalyses fusion::FenceZeroSignsPass::run(Function &function, FunctionAnalysisManager &) {
  auto changes = [](SelectInst &select) {
    return isInexact(select, /*ordersZeros=*/true).value_or(choosesZero(select));
  };
  for (SelectInst *select : findChoices(function, changes))
    fence(*select);
  return PreservedAnalyses::none();
}

/// Takes the fences away.
static void removeFences(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::arithmetic_fence) {
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
}

PreservedAnalyses fusion::ZeroSignsPass::run(Function &function, FunctionAnalysisManager &) {
  removeFences(function);
  bool ordersZeros = function.getParent()->getTargetTriple().isNVPTX();
  auto changes = [&](SelectInst &select) { return isInexact(select, ordersZeros).value_or(false); };
  for (SelectInst *select : findChoices(function, changes))
    hide(*select);
  return PreservedAnalyses::none();
}
