// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts the operations of a body into fusion operations and maps, or says what stands in the way.

#include "BodyPlan.h"
#include "Operands.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace fusion;

bool fusion::isReadAligned(linalg::LinalgOp op, BlockArgument argument) {
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  return isSimpleMap(op.getMatchingIndexingMap(&operand), operand.get().getType());
}

//===----------------------------------------------------------------------===//
// Assertions that a lookup makes itself
//===----------------------------------------------------------------------===//

static Value skipIndexCasts(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return value;
}

/// The least size of the dimensions that `value` is an index of, of tensors that the body extracts elements of;
/// dynamic if it is none or a size is not known.
static int64_t getLeastIndexed(Block *body, Value value) {
  int64_t least = ShapedType::kDynamic;
  body->walk([&](tensor::ExtractOp extract) {
    for (auto [index, size] : llvm::zip_equal(extract.getIndices(), extract.getTensor().getType().getShape()))
      if (skipIndexCasts(index) == skipIndexCasts(value) && !ShapedType::isDynamic(size))
        least = ShapedType::isDynamic(least) ? size : std::min(least, size);
  });
  return least;
}

/// Whether `condition` says no more than that an index of an extracted element is in range: `i >= 0`, `i < size`; or
/// nothing, where the index turned out to be a constant.
static bool isOfRange(Block *body, Value condition) {
  if (matchPattern(condition, m_One()))
    return true;
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return isOfRange(body, both.getLhs()) && isOfRange(body, both.getRhs());
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  APInt bound;
  if (!compare || !matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
    return false;
  int64_t size = getLeastIndexed(body, compare.getLhs()), limit = bound.getSExtValue();
  if (ShapedType::isDynamic(size))
    return false;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sge:
    return limit <= 0;
  case arith::CmpIPredicate::sgt:
    return limit < 0;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return limit >= size;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return limit >= size - 1;
  default:
    return false;
  }
}

/// Whether `condition` says no more than that a float is not zero that something is divided by: `x != 0`. A quotient by
/// zero has a value, the one that frameworks give; torch-mlir asserts it for reciprocals.
static bool isOfDivisor(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  if (!compare ||
      (compare.getPredicate() != arith::CmpFPredicate::ONE && compare.getPredicate() != arith::CmpFPredicate::UNE))
    return false;
  for (auto [divisor, zero] : {std::pair(compare.getLhs(), compare.getRhs()), {compare.getRhs(), compare.getLhs()}})
    if (matchPattern(zero, m_AnyZeroFloat()) && llvm::any_of(divisor.getUsers(), [&, by = divisor](Operation *user) {
          auto quotient = dyn_cast<arith::DivFOp>(user);
          return quotient && quotient.getRhs() == by && quotient->getBlock() == compare->getBlock();
        }))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What can be mapped
//===----------------------------------------------------------------------===//

static std::string spell(Operation *op) { return op->getName().getStringRef().str(); }

/// Why `op` cannot stand in the region of a map; empty if it can.
static std::string findObstacle(linalg::LinalgOp root, Operation *op) {
  if (isa<linalg::IndexOp, affine::AffineApplyOp, arith::ConstantOp>(op))
    return "";
  auto isOutside = [&](Value value) { return !root->isAncestor(value.getParentBlock()->getParentOp()); };
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (!isOutside(extract.getTensor()))
      return "tensor.extract reads a tensor that the body makes";
    return isSupportedElement(extract.getType()) ? "" : "tensor.extract reads an element type that is not supported";
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return isOutside(dim.getSource()) && dim.getConstantIndex() ? "" : "tensor.dim asks for a size of the body";
  if (auto either = dyn_cast<scf::IfOp>(op)) {
    for (Region &region : either->getRegions())
      for (Block &block : region)
        for (Operation &inner : block.without_terminator())
          if (std::string obstacle = findObstacle(root, &inner); !obstacle.empty())
            return obstacle;
    return either->getNumResults() > 0 ? "" : "scf.if has no result";
  }
  return MapOp::isAllowed(op) ? "" : "there is no elementwise operation for " + spell(op);
}

namespace {
/// Sorts the operations of a body into named ones and others, and finds the values that maps must give.
class BodyPlanner {
public:
  explicit BodyPlanner(linalg::LinalgOp op) : op(op), body(op.getBlock()) {}

  BodyPlan run() {
    BodyPlan plan;
    plan.reason = sort();
    if (!plan.reason.empty())
      return plan;
    collectNeeded();
    for (BlockArgument argument : body->getArguments())
      if (needed.contains(argument))
        plan.steps.push_back({argument, nullptr, {}});
    for (Operation &inner : body->without_terminator()) {
      if (auto form = forms.find(&inner); form != forms.end())
        plan.steps.push_back({inner.getResult(0), form->second, {}});
      for (Value result : inner.getResults())
        if (needed.contains(result))
          addMap(plan, result);
    }
    return plan;
  }

private:
  /// Returns why the body cannot be converted, or nothing.
  std::string sort() {
    for (Operation &inner : body->without_terminator()) {
      if (inner.hasTrait<OpTrait::ConstantLike>())
        continue;
      if (auto assertion = dyn_cast<cf::AssertOp>(inner)) {
        if (!isOfRange(body, assertion.getArg()) && !isOfDivisor(assertion.getArg()))
          return "cf.assert asks for more than that the indices of elements are in range, or a divisor not zero";
        continue;
      }
      std::string reason;
      if (TensorFormBuilder form = lookupTensorForm(&inner, reason)) {
        forms[&inner] = std::move(form);
        continue;
      }
      if (std::string obstacle = findObstacle(op, &inner); !obstacle.empty())
        return isa<arith::ArithDialect, math::MathDialect>(inner.getDialect()) ? reason : obstacle;
    }
    for (Type type : body->getTerminator()->getOperandTypes())
      if (!isSupportedElement(type))
        return ("element type " + llvm::to_string(type) + " is not supported");
    for (BlockArgument argument : body->getArguments())
      if (!argument.use_empty() && !isSupportedElement(argument.getType()))
        return ("element type " + llvm::to_string(argument.getType()) + " is not supported");
    return "";
  }

  /// Whether nothing but a map gives `value`.
  bool isMapped(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == body && !isReadAligned(op, argument);
    Operation *owner = value.getDefiningOp();
    return owner->getBlock() == body && !owner->hasTrait<OpTrait::ConstantLike>() && !forms.contains(owner);
  }

  void collectNeeded() {
    auto need = [&](Value value) {
      if (isMapped(value))
        needed.insert(value);
    };
    for (Operation &inner : body->without_terminator())
      if (forms.contains(&inner))
        llvm::for_each(inner.getOperands(), need);
    llvm::for_each(body->getTerminator()->getOperands(), need);
  }

  /// The operations that `value` takes, from others that are tensors.
  SmallVector<Operation *> getSlice(Value value) const {
    llvm::SmallSetVector<Operation *, 16> slice;
    slice.insert(value.getDefiningOp());
    for (size_t next = 0; next < slice.size(); ++next) {
      llvm::SetVector<Value> read(slice[next]->operand_begin(), slice[next]->operand_end());
      getUsedValuesDefinedAbove(slice[next]->getRegions(), read);
      for (Value operand : read)
        if (isMapped(operand) && operand.getDefiningOp() && !needed.contains(operand))
          slice.insert(operand.getDefiningOp());
    }
    SmallVector<Operation *> ordered = slice.takeVector();
    llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return ordered;
  }

  /// A long chain becomes several maps, of which one reads what another gives.
  void addMap(BodyPlan &plan, Value value) {
    constexpr size_t kMost = MapOp::kMaxOperations / 4; // an operation may become several
    for (SmallVector<Operation *> slice = getSlice(value);;) {
      if (slice.size() <= kMost) {
        plan.steps.push_back({value, nullptr, std::move(slice)});
        return;
      }
      auto isStorable = [](Operation *inner) {
        return inner->getNumResults() == 1 && isSupportedElement(inner->getResult(0).getType());
      };
      auto middle = std::find_if(slice.begin() + kMost / 2, slice.end() - 1, isStorable);
      if (middle == slice.end() - 1) {
        plan.reason = "it has more operations than a map takes, of types that no tensor has";
        return;
      }
      Value part = (*middle)->getResult(0);
      needed.insert(part);
      addMap(plan, part);
      slice = getSlice(value);
    }
  }

  linalg::LinalgOp op;
  Block *body;
  llvm::DenseMap<Operation *, TensorFormBuilder> forms;
  llvm::SetVector<Value> needed;
};
} // namespace

BodyPlan BodyPlan::get(linalg::LinalgOp op) { return BodyPlanner(op).run(); }
