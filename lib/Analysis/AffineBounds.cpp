// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Turns conditions into bounds: conjunctions, negations, comparisons of affine functions.

#include "AffineBounds.h"
#include "AffineForms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

using Bounds = SmallVector<BoundConjunction>;

namespace {
/// The term of `sum` that reads the key's position, null if none does, and the sum of the others; both are null if
/// there are several such terms.
std::pair<AffineExpr, AffineExpr> splitSum(AffineExpr sum) {
  AffineExpr ofKey, others = getAffineConstantExpr(0, sum.getContext());
  SmallVector<AffineExpr> left{sum};
  while (!left.empty()) {
    AffineExpr term = left.pop_back_val();
    if (term.getKind() == AffineExprKind::Add) {
      auto add = cast<AffineBinaryOpExpr>(term);
      left.append({add.getLHS(), add.getRHS()});
    } else if (!term.isFunctionOfDim(1)) {
      others = others + term;
    } else if (ofKey) {
      return {};
    } else {
      ofKey = term;
    }
  }
  return {ofKey, others};
}

/// Isolates the key's position in expr >= bound (isLower) or expr <= bound. `scale` is what divisors make of the bound.
std::optional<AffineBound> isolate(AffineExpr expr, AffineExpr bound, bool isLower, int64_t scale = 1) {
  if (isa<AffineDimExpr>(expr))
    return AffineBound{isLower ? AffineBound::Lower : AffineBound::Upper, simplifyAffineExpr(bound, 1, 0)};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add) {
    auto [ofKey, others] = splitSum(expr);
    return ofKey ? isolate(ofKey, bound - others, isLower, scale) : std::nullopt;
  }
  constexpr int64_t kMostScale = 1 << 24;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t number = constant ? constant.getValue() : 0;
  if (number == 0 || std::abs(number) > kMostScale / scale)
    return std::nullopt;
  scale *= std::abs(number);
  AffineExpr inner = binary.getLHS();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    if (number < 0)
      return isolate(inner, isLower ? (-bound).floorDiv(-number) : (-bound).ceilDiv(-number), !isLower, scale);
    return isolate(inner, isLower ? bound.ceilDiv(number) : bound.floorDiv(number), isLower, scale);
  case AffineExprKind::FloorDiv:
    return isolate(inner, isLower ? bound * number : bound * number + (number - 1), isLower, scale);
  case AffineExprKind::CeilDiv:
    return isolate(inner, isLower ? (bound - 1) * number + 1 : bound * number, isLower, scale);
  default:
    return std::nullopt;
  }
}

class BoundFinder {
public:
  BoundFinder(const PositionCondition &condition, int64_t queryDim, int64_t keyDim)
      : forms(condition, queryDim, keyDim), zero(getAffineConstantExpr(0, condition.getCondition().getContext())) {}

  FailureOr<Bounds> find(Value value, bool wanted) {
    // A value may be reached on many ways.
    if (++visits > kMostVisits)
      return failure();
    if (std::optional<bool> truth = forms.getRanges().getTruth(value))
      return *truth == wanted ? Bounds{BoundConjunction()} : Bounds();
    Operation *op = value.getDefiningOp();
    if (!op)
      return failure();
    auto at = [&](unsigned number, bool truth) { return find(op->getOperand(number), truth); };
    return llvm::TypeSwitch<Operation *, FailureOr<Bounds>>(op)
        .Case(
            [&](arith::AndIOp) { return wanted ? both(at(0, true), at(1, true)) : either(at(0, false), at(1, false)); })
        .Case(
            [&](arith::OrIOp) { return wanted ? either(at(0, true), at(1, true)) : both(at(0, false), at(1, false)); })
        .Case(
            [&](arith::XOrIOp) { return either(both(at(0, true), at(1, !wanted)), both(at(0, false), at(1, wanted))); })
        .Case([&](arith::SelectOp) {
          return either(both(at(0, true), at(1, wanted)), both(at(0, false), at(2, wanted)));
        })
        .Case([&](arith::CmpIOp compare) { return findCompare(compare, wanted); })
        .Case([&](arith::CmpFOp compare) { return findCompare(compare, wanted); })
        .Default(failure());
  }

private:
  static constexpr size_t kMostConjunctions = 8;
  static constexpr int64_t kMostVisits = 1024;

  static FailureOr<Bounds> either(FailureOr<Bounds> lhs, const FailureOr<Bounds> &rhs) {
    if (failed(lhs) || failed(rhs) || lhs->size() + rhs->size() > kMostConjunctions)
      return failure();
    lhs->append(*rhs);
    return lhs;
  }

  static FailureOr<Bounds> both(const FailureOr<Bounds> &lhs, const FailureOr<Bounds> &rhs) {
    // What never holds needs no other.
    if ((succeeded(lhs) && lhs->empty()) || (succeeded(rhs) && rhs->empty()))
      return Bounds();
    if (failed(lhs) || failed(rhs) || lhs->size() * rhs->size() > kMostConjunctions)
      return failure();
    Bounds product;
    for (const BoundConjunction &left : *lhs)
      for (const BoundConjunction &right : *rhs)
        llvm::append_range(product.emplace_back(left), right);
    return product;
  }

  /// expr >= 0
  static FailureOr<Bounds> isPositive(AffineExpr expr) {
    auto [ofKey, others] = splitSum(simplifyAffineExpr(expr, 2, 0));
    if (!ofKey && others)
      return Bounds{{AffineBound{AffineBound::OfQuery, others}}};
    std::optional<AffineBound> bound;
    if (ofKey)
      bound = isolate(ofKey, -others, /*isLower=*/true);
    if (!bound)
      return failure();
    return Bounds{{*bound}};
  }

  enum Relation : unsigned { Equal = 1, Greater = 2, Less = 4 };

  /// One of the relations holds between lhs and rhs.
  static FailureOr<Bounds> relate(AffineExpr lhs, AffineExpr rhs, unsigned relations) {
    if (!lhs || !rhs)
      return failure();
    switch (relations) {
    case Equal:
      return both(isPositive(lhs - rhs), isPositive(rhs - lhs));
    case Greater:
      return isPositive(lhs - rhs - 1);
    case Greater | Equal:
      return isPositive(lhs - rhs);
    case Less:
      return isPositive(rhs - lhs - 1);
    case Less | Equal:
      return isPositive(rhs - lhs);
    case Less | Greater:
      return either(isPositive(lhs - rhs - 1), isPositive(rhs - lhs - 1));
    default:
      return failure();
    }
  }

  /// The same between numbers of which the left one may be an extremum of two, as an absolute value is.
  FailureOr<Bounds> relate(Value lhs, Value rhs, unsigned relations) {
    Operation *op = lhs.getDefiningOp();
    bool isAbs = isa_and_present<math::AbsIOp, math::AbsFOp>(op);
    bool isMax = isAbs || isa_and_present<arith::MaxSIOp, arith::MaximumFOp, arith::MaxNumFOp>(op);
    bool isMin = isa_and_present<arith::MinSIOp, arith::MinimumFOp, arith::MinNumFOp>(op);
    AffineExpr bound = forms.get(rhs);
    if (!isMax && !isMin)
      return relate(forms.get(lhs), bound, relations);
    if (relations == Equal || relations == (Less | Greater))
      return failure();
    AffineExpr first = forms.get(op->getOperand(0)), second = isAbs ? first : forms.get(op->getOperand(1));
    if (isAbs && first)
      second = -first;
    FailureOr<Bounds> ofFirst = relate(first, bound, relations), ofSecond = relate(second, bound, relations);
    return isMax == bool(relations & Less) ? both(ofFirst, ofSecond) : either(ofFirst, ofSecond);
  }

  FailureOr<Bounds> findCompare(arith::CmpFOp compare, bool wanted) {
    // A number that has an affine form is no NaN.
    unsigned relations = FloatRange::getRelations(compare.getPredicate()) & 7;
    return relate(compare.getLhs(), compare.getRhs(), wanted ? relations : 7 & ~relations);
  }

  FailureOr<Bounds> findCompare(arith::CmpIOp compare, bool wanted) {
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = wanted ? compare.getPredicate() : arith::invertPredicate(compare.getPredicate());
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    auto isNegative = [&](Value v) { return forms.getRanges().getIntegers(v).smin().isNegative(); };
    bool isUnsigned = predicate >= Predicate::ult;
    if (isUnsigned && isNegative(rhs))
      return failure();
    unsigned relations = getRelations(predicate);
    FailureOr<Bounds> bounds = relate(lhs, rhs, relations);
    if (!isUnsigned || !isNegative(lhs))
      return bounds;
    // What is negative is large.
    AffineExpr form = forms.get(lhs);
    if (relations & Less)
      return both(relate(form, zero, Greater | Equal), bounds);
    return either(relate(form, zero, Less), bounds);
  }

  static unsigned getRelations(arith::CmpIPredicate predicate) {
    using Predicate = arith::CmpIPredicate;
    switch (predicate) {
    case Predicate::eq:
      return Equal;
    case Predicate::ne:
      return Less | Greater;
    case Predicate::slt:
    case Predicate::ult:
      return Less;
    case Predicate::sle:
    case Predicate::ule:
      return Less | Equal;
    case Predicate::sgt:
    case Predicate::ugt:
      return Greater;
    case Predicate::sge:
    case Predicate::uge:
      return Greater | Equal;
    }
    llvm_unreachable("all predicates");
  }

  AffineForms forms;
  AffineExpr zero;
  int64_t visits = 0;
};
} // namespace

FailureOr<Bounds> fusion::getAffineBounds(const PositionCondition &condition, bool wanted, int64_t queryDim,
                                          int64_t keyDim) {
  return BoundFinder(condition, queryDim, keyDim).find(condition.getCondition(), wanted);
}

std::optional<int> fusion::getDirection(AffineExpr expr) {
  if (isa<AffineConstantExpr>(expr))
    return 0;
  if (isa<AffineDimExpr>(expr))
    return 1;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  std::optional<int> lhs = binary ? getDirection(binary.getLHS()) : std::nullopt;
  if (!lhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<int> rhs = getDirection(binary.getRHS());
    if (!rhs || *lhs * *rhs < 0)
      return std::nullopt;
    return *lhs ? lhs : rhs;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || expr.getKind() == AffineExprKind::Mod)
    return std::nullopt;
  return constant.getValue() < 0 ? -*lhs : *lhs;
}
