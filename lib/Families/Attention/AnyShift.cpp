// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows the maximum of a row through what is computed of it.

#include "AnyShift.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {

/// What becomes of a value if z stands for the maximum m.
enum class Change {
  None,
  Shift,   ///< z in the place of m
  Factor,  ///< b^(m - z) times as much
  Inverse, ///< b^(z - m) times as much
  Other,
};

class Follower {
public:
  explicit Follower(const AttentionPlan &plan) : plan(plan) {}

  void visit(Operation &op);
  Change get(Value value) const { return changes.lookup_or(value, Change::None); }

private:
  Change getChange(Operation &op) const;
  Change getExponential(const RowExponential &exponential) const;
  static Change getProduct(Change a, Change b);
  Change getSelect(SelectOp select) const;

  const AttentionPlan &plan;
  DenseMap<Value, Change> changes;
};

} // namespace

static Change invert(Change change) {
  return change == Change::Factor ? Change::Inverse : change == Change::None ? change : Change::Other;
}

Change Follower::getProduct(Change a, Change b) {
  if (a == Change::None || b == Change::None) {
    Change change = a == Change::None ? b : a;
    return change == Change::Factor || change == Change::Inverse ? change : Change::Other;
  }
  bool isSame = (a == Change::Factor && b == Change::Inverse) || (a == Change::Inverse && b == Change::Factor);
  return isSame ? Change::None : Change::Other;
}

Change Follower::getExponential(const RowExponential &exponential) const {
  Change change = Change::None;
  if (exponential.shift && get(exponential.shift) != Change::None) {
    if (get(exponential.shift) != Change::Shift)
      return Change::Other;
    change = Change::Factor;
  }
  for (const RowFactor &factor : llvm::reverse(exponential.factors)) {
    Change other = get(factor.value);
    if (other == Change::None)
      continue;
    if (factor.kind != RowFactor::Divides && factor.kind != RowFactor::Multiplies)
      return Change::Other;
    change = getProduct(change, factor.kind == RowFactor::Divides ? invert(other) : other);
  }
  return change;
}

// A finite number where all scores are -inf.
Change Follower::getSelect(SelectOp select) const {
  Change onTrue = get(select.getOnTrue()), onFalse = get(select.getOnFalse());
  if (get(select.getCondition()) != Change::None)
    return Change::Other;
  if (onTrue == onFalse)
    return onTrue;
  bool isShift = (onTrue == Change::Shift && getSplatNumber(select.getOnFalse())) ||
                 (onFalse == Change::Shift && getSplatNumber(select.getOnTrue()));
  return isShift ? Change::Shift : Change::Other;
}

Change Follower::getChange(Operation &op) const {
  if (&op == plan.maximum)
    return Change::Shift;
  if (&op == plan.sum)
    return getExponential(plan.summed);
  if (&op == plan.second.anchor)
    return getExponential(plan.weights);
  if (llvm::all_of(op.getOperands(), [&](Value operand) { return get(operand) == Change::None; }))
    return Change::None;
  return llvm::TypeSwitch<Operation *, Change>(&op)
      .Case([&](CastOp cast) {
        // Sums may be far larger than those of exponentials up to 1.
        bool mayOverflow = get(cast.getInput()) == Change::Factor && getElementTypeOrSelf(cast.getType()).isF16();
        return mayOverflow ? Change::Other : get(cast.getInput());
      })
      .Case([&](ViewOp view) { return get(view->getOperand(0)); })
      .Case([&](DivOp div) { return getProduct(get(div.getLhs()), invert(get(div.getRhs()))); })
      .Case([&](MulOp mul) { return getProduct(get(mul.getLhs()), get(mul.getRhs())); })
      .Case([&](SelectOp select) { return getSelect(select); })
      .Case([&](CompareOp compare) {
        bool isOfHidden = get(compare.getLhs()) == Change::Shift && getSplatNumber(compare.getRhs()) == -INFINITY;
        return isOfHidden ? Change::None : Change::Other;
      })
      .Default([](Operation *) { return Change::Other; });
}

void Follower::visit(Operation &op) {
  Change change = getChange(op);
  for (Value result : op.getResults())
    changes[result] = change;
}

bool fusion::allowsAnyShift(KernelOp kernel, const AttentionPlan &plan) {
  if (plan.hasRowOutputs())
    return false;
  Follower follower(plan);
  // What varies along the keys is in the plan's exponentials.
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    follower.visit(op);
  return llvm::all_of(kernel.getComputed(), [&](Value output) { return follower.get(output) == Change::None; });
}
