// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recognises bodies that find an extremum and its position, by trying all cases of a comparison.

#include "ExtremumBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

namespace {
/// How the element compares with the best one so far.
enum class Case { Less, Equal, Greater, ElementNaN, BestNaN, BothNaN };

/// What a scalar of a body is in a case.
enum class Meaning { Element, Best, Either, Position, BestPosition, False, True };

/// Gives a body's scalars their meaning in one case.
class BodyCase {
public:
  BodyCase(linalg::GenericOp op, unsigned value, unsigned position, Case which, bool isAtBest)
      : op(op), which(which), isAtBest(isAtBest) {
    meanings[op.getRegionInputArgs().front()] = Meaning::Element;
    meanings[op.getRegionOutputArgs()[value]] = Meaning::Best;
    meanings[op.getRegionOutputArgs()[position]] = Meaning::BestPosition;
  }

  std::optional<Meaning> get(Value scalar) {
    if (auto known = meanings.find(scalar); known != meanings.end())
      return known->second;
    std::optional<Meaning> meaning = compute(scalar);
    meanings[scalar] = meaning;
    return meaning;
  }

  /// Whether integers were compared as signed and unsigned ones.
  bool sawSigned = false, sawUnsigned = false;

private:
  std::optional<Meaning> compute(Value scalar) {
    APInt constant;
    if (scalar.getType().isInteger(1) && matchPattern(scalar, m_ConstantInt(&constant)))
      return toMeaning(constant.isOne());
    Operation *inner = scalar.getDefiningOp();
    if (!inner || inner->getBlock() != op.getBody())
      return std::nullopt;
    if (isPosition(scalar))
      return Meaning::Position;
    if (auto select = dyn_cast<arith::SelectOp>(inner)) {
      std::optional<Meaning> condition = get(select.getCondition());
      if (!isTruth(condition))
        return std::nullopt;
      return get(*condition == Meaning::True ? select.getTrueValue() : select.getFalseValue());
    }
    if (inner->getNumOperands() != 2)
      return std::nullopt;
    std::optional<Meaning> lhs = get(inner->getOperand(0)), rhs = get(inner->getOperand(1));
    if (!lhs || !rhs)
      return std::nullopt;
    if (auto compare = dyn_cast<arith::CmpFOp>(inner))
      return compareFloats(compare.getPredicate(), *lhs, *rhs);
    if (auto compare = dyn_cast<arith::CmpIOp>(inner))
      return compareIntegers(compare.getPredicate(), *lhs, *rhs);
    if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(inner))
      return combineTruths(inner, *lhs, *rhs);
    return getExtremum(inner, *lhs, *rhs);
  }

  static Meaning toMeaning(bool truth) { return truth ? Meaning::True : Meaning::False; }
  static bool isTruth(std::optional<Meaning> meaning) { return meaning == Meaning::True || meaning == Meaning::False; }

  /// The position in the only loop that reduces, as an integer.
  bool isPosition(Value scalar) {
    while (Operation *inner = scalar.getDefiningOp()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        return op.getIteratorTypesArray()[index.getDim()] == utils::IteratorType::reduction;
      if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp, arith::ExtSIOp>(inner))
        return false;
      // Fewer bits than the position at last would wrap sooner.
      if (scalar.getType().isInteger() && scalar.getType().getIntOrFloatBitWidth() < 32)
        return false;
      scalar = inner->getOperand(0);
    }
    return false;
  }

  /// Whether lhs is less than, equal to and greater than rhs; none if one is NaN. Of Element and Best.
  struct Order {
    bool less = false, equal = false, greater = false;
    bool isUnordered() const { return !less && !equal && !greater; }
  };
  std::optional<Order> getOrder(Meaning lhs, Meaning rhs) const {
    auto isElement = [](Meaning meaning) { return meaning == Meaning::Element || meaning == Meaning::Best; };
    if (!isElement(lhs) || !isElement(rhs))
      return std::nullopt;
    if (lhs == rhs) {
      Case other = lhs == Meaning::Element ? Case::ElementNaN : Case::BestNaN;
      return Order{false, which != other && which != Case::BothNaN, false};
    }
    bool less = which == Case::Less, greater = which == Case::Greater;
    if (lhs == Meaning::Best)
      std::swap(less, greater);
    return Order{less, which == Case::Equal, greater};
  }

  std::optional<Meaning> compareFloats(arith::CmpFPredicate predicate, Meaning lhs, Meaning rhs) const {
    std::optional<Order> order = getOrder(lhs, rhs);
    if (!order)
      return std::nullopt;
    switch (predicate) {
    case arith::CmpFPredicate::AlwaysFalse:
      return Meaning::False;
    case arith::CmpFPredicate::AlwaysTrue:
      return Meaning::True;
    case arith::CmpFPredicate::OEQ:
      return toMeaning(order->equal);
    case arith::CmpFPredicate::OGT:
      return toMeaning(order->greater);
    case arith::CmpFPredicate::OGE:
      return toMeaning(order->greater || order->equal);
    case arith::CmpFPredicate::OLT:
      return toMeaning(order->less);
    case arith::CmpFPredicate::OLE:
      return toMeaning(order->less || order->equal);
    case arith::CmpFPredicate::ONE:
      return toMeaning(order->less || order->greater);
    case arith::CmpFPredicate::ORD:
      return toMeaning(!order->isUnordered());
    case arith::CmpFPredicate::UEQ:
      return toMeaning(order->equal || order->isUnordered());
    case arith::CmpFPredicate::UGT:
      return toMeaning(order->greater || order->isUnordered());
    case arith::CmpFPredicate::UGE:
      return toMeaning(!order->less);
    case arith::CmpFPredicate::ULT:
      return toMeaning(order->less || order->isUnordered());
    case arith::CmpFPredicate::ULE:
      return toMeaning(!order->greater);
    case arith::CmpFPredicate::UNE:
      return toMeaning(!order->equal);
    case arith::CmpFPredicate::UNO:
      return toMeaning(order->isUnordered());
    }
    return std::nullopt;
  }

  std::optional<Meaning> compareIntegers(arith::CmpIPredicate predicate, Meaning lhs, Meaning rhs) {
    std::optional<Order> order = getOrder(lhs, rhs);
    bool isOfPositions = (lhs == Meaning::Position || lhs == Meaning::BestPosition) &&
                         (rhs == Meaning::Position || rhs == Meaning::BestPosition);
    // Positions are not negative, so they compare alike as signed and unsigned ones.
    if (isOfPositions)
      order = isAtBest || lhs == rhs     ? Order{false, true, false}
              : lhs == Meaning::Position ? Order{false, false, true}
                                         : Order{true, false, false};
    if (!order)
      return std::nullopt;
    bool isSignless = predicate == arith::CmpIPredicate::eq || predicate == arith::CmpIPredicate::ne;
    bool isOfUnsigned = predicate >= arith::CmpIPredicate::ult;
    if (!isOfPositions && !isSignless)
      (isOfUnsigned ? sawUnsigned : sawSigned) = true;
    switch (predicate) {
    case arith::CmpIPredicate::eq:
      return toMeaning(order->equal);
    case arith::CmpIPredicate::ne:
      return toMeaning(!order->equal);
    case arith::CmpIPredicate::slt:
    case arith::CmpIPredicate::ult:
      return toMeaning(order->less);
    case arith::CmpIPredicate::sle:
    case arith::CmpIPredicate::ule:
      return toMeaning(!order->greater);
    case arith::CmpIPredicate::sgt:
    case arith::CmpIPredicate::ugt:
      return toMeaning(order->greater);
    case arith::CmpIPredicate::sge:
    case arith::CmpIPredicate::uge:
      return toMeaning(!order->less);
    }
    return std::nullopt;
  }

  static std::optional<Meaning> combineTruths(Operation *inner, Meaning lhs, Meaning rhs) {
    if (!isTruth(lhs) || !isTruth(rhs))
      return std::nullopt;
    bool a = lhs == Meaning::True, b = rhs == Meaning::True;
    return toMeaning(isa<arith::AndIOp>(inner) ? a && b : isa<arith::OrIOp>(inner) ? a || b : a != b);
  }

  /// max(element, best) and the like.
  std::optional<Meaning> getExtremum(Operation *inner, Meaning lhs, Meaning rhs) {
    bool isOfMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp, arith::MaxUIOp>(inner);
    bool keepsNaN = isa<arith::MaximumFOp, arith::MinimumFOp>(inner);
    if (!isOfMaximum && !keepsNaN && !isa<arith::MinNumFOp, arith::MinSIOp, arith::MinUIOp>(inner))
      return std::nullopt;
    if (!getOrder(lhs, rhs) || lhs == rhs)
      return std::nullopt;
    sawSigned |= isa<arith::MaxSIOp, arith::MinSIOp>(inner);
    sawUnsigned |= isa<arith::MaxUIOp, arith::MinUIOp>(inner);
    switch (which) {
    case Case::Less:
      return isOfMaximum ? Meaning::Best : Meaning::Element;
    case Case::Greater:
      return isOfMaximum ? Meaning::Element : Meaning::Best;
    case Case::ElementNaN:
      return keepsNaN ? Meaning::Element : Meaning::Best;
    case Case::BestNaN:
      return keepsNaN ? Meaning::Best : Meaning::Element;
    case Case::Equal:
    case Case::BothNaN:
      return Meaning::Either;
    }
    return std::nullopt;
  }

  linalg::GenericOp op;
  Case which;
  bool isAtBest; ///< the element is the first one, and the best position is that it begins with, 0
  llvm::DenseMap<Value, std::optional<Meaning>> meanings;
};

/// Which element and position a body keeps in each case.
struct Choices {
  Meaning value[6], position[6];

  bool isValue(Case which, Meaning meaning) const { return value[unsigned(which)] == meaning; }
  bool isPosition(Case which, Meaning meaning) const { return position[unsigned(which)] == meaning; }
};
} // namespace

/// Fills in the case; fails where the body does not choose, or chooses otherwise at the first element.
static bool addCase(linalg::GenericOp op, ExtremumBody &body, Case which, Choices &choices, bool &sawSigned,
                    bool &sawUnsigned) {
  Operation *yield = op.getBody()->getTerminator();
  BodyCase later(op, body.value, body.position, which, /*isAtBest=*/false),
      first(op, body.value, body.position, which, /*isAtBest=*/true);
  std::optional<Meaning> value = later.get(yield->getOperand(body.value)),
                         position = later.get(yield->getOperand(body.position));
  // At the first element both positions are 0, so that it does not matter which of them is kept.
  std::optional<Meaning> firstPosition = first.get(yield->getOperand(body.position));
  auto isElement = [](Meaning meaning) { return meaning <= Meaning::Either; };
  auto isPosition = [](std::optional<Meaning> meaning) {
    return meaning == Meaning::Position || meaning == Meaning::BestPosition;
  };
  if (!value || !isElement(*value) || !isPosition(position) || !isPosition(firstPosition) ||
      first.get(yield->getOperand(body.value)) != value)
    return false;
  choices.value[unsigned(which)] = *value;
  choices.position[unsigned(which)] = *position;
  sawSigned |= later.sawSigned;
  sawUnsigned |= later.sawUnsigned;
  return true;
}

/// What becomes of NaN, if it is something that there is a fusion.reduce for.
static std::optional<ExtremumBody::NaN> getNaN(const Choices &is) {
  bool staysPut = is.isPosition(Case::BothNaN, Meaning::BestPosition);
  if (is.isValue(Case::ElementNaN, Meaning::Element) && is.isValue(Case::BestNaN, Meaning::Best) && staysPut &&
      is.isPosition(Case::BestNaN, Meaning::BestPosition))
    return is.isPosition(Case::ElementNaN, Meaning::Position) ? ExtremumBody::NaN::First : ExtremumBody::NaN::OfValue;
  if (!is.isValue(Case::ElementNaN, Meaning::Best) || !is.isPosition(Case::ElementNaN, Meaning::BestPosition))
    return std::nullopt;
  bool isReplaced =
      is.isValue(Case::BestNaN, Meaning::Element) && is.isPosition(Case::BestNaN, Meaning::Position) && staysPut;
  return isReplaced ? ExtremumBody::NaN::Replaced : ExtremumBody::NaN::Ignored;
}

std::optional<ExtremumBody> ExtremumBody::match(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 2 || op.getNumReductionLoops() != 1)
    return std::nullopt;
  Type element = op.getRegionInputArgs().front().getType();
  ExtremumBody body;
  // The position is the one that is said to begin with an integer, and is chosen from positions.
  for (body.position = 0; body.position < 2; ++body.position) {
    body.value = 1 - body.position;
    if (op.getRegionOutputArgs()[body.value].getType() != element)
      continue;
    Choices is;
    bool sawSigned = false, sawUnsigned = false;
    auto add = [&](Case which) { return addCase(op, body, which, is, sawSigned, sawUnsigned); };
    if (!add(Case::Less) || !add(Case::Equal) || !add(Case::Greater) || (sawSigned && sawUnsigned))
      continue;
    body.isSigned = !sawUnsigned;
    body.isMaximum = is.isValue(Case::Greater, Meaning::Element);
    Case better = body.isMaximum ? Case::Greater : Case::Less, worse = body.isMaximum ? Case::Less : Case::Greater;
    if (!is.isValue(better, Meaning::Element) || !is.isPosition(better, Meaning::Position) ||
        !is.isValue(worse, Meaning::Best) || !is.isPosition(worse, Meaning::BestPosition) ||
        !is.isPosition(Case::Equal, Meaning::BestPosition))
      return std::nullopt;
    body.keepsFirst = is.isValue(Case::Equal, Meaning::Best);
    body.nan = NaN::First;
    if (!isa<FloatType>(element))
      return body;
    if (!add(Case::ElementNaN) || !add(Case::BestNaN) || !add(Case::BothNaN))
      return std::nullopt;
    std::optional<NaN> nan = getNaN(is);
    if (!nan)
      return std::nullopt;
    body.nan = *nan;
    return body;
  }
  return std::nullopt;
}
