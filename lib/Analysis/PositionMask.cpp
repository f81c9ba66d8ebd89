// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds selects and sums by which a formula masks scores.

#include "fusion/Analysis/PositionMask.h"
#include "ScalarRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Builds the condition under which a value of a formula is low. A null condition never holds.
class LowFinder {
public:
  explicit LowFinder(const ScalarFormula &formula)
      : builder(formula.result.getContext()), ops(collectOps(formula)),
        ranges(formula, ops, getWholeBox(formula.shape)) {
    builder.setInsertionPointToEnd(&formula.getBlock());
    for (size_t dim = 0; dim < formula.shape.size(); ++dim)
      positional.insert(formula.getPosition(dim));
    for (Operation *op : ops)
      if (llvm::all_of(op->getOperands(), [&](Value operand) { return positional.contains(operand); }))
        positional.insert_range(op->getResults());
  }

  /// When `value` is at most `atMost`.
  Value find(Value value, double atMost) {
    // A value may be reached on many ways.
    if (++visits > kMostVisits)
      return {};
    Operation *op = value.getDefiningOp();
    // The condition of a choice is one that can be described, a comparison of what is chosen is not.
    if (positional.contains(value) && !isa_and_nonnull<arith::SelectOp, arith::ExtFOp, arith::TruncFOp>(op))
      return compare(value, atMost);
    if (!op)
      return {};
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<arith::ExtFOp, arith::TruncFOp>([&](Operation *cast) { return find(cast->getOperand(0), atMost); })
        .Case([&](arith::SelectOp select) { return findSelect(select, atMost); })
        .Case([&](arith::AddFOp add) {
          return either(findSum(add.getLhs(), add.getRhs(), /*isMinus=*/false, atMost),
                        findSum(add.getRhs(), add.getLhs(), /*isMinus=*/false, atMost));
        })
        .Case([&](arith::SubFOp sub) { return findSum(sub.getLhs(), sub.getRhs(), /*isMinus=*/true, atMost); })
        .Case([&](arith::MulFOp mul) {
          return either(findScaled(mul.getLhs(), mul.getRhs(), /*isQuotient=*/false, atMost),
                        findScaled(mul.getRhs(), mul.getLhs(), /*isQuotient=*/false, atMost));
        })
        .Case([&](arith::DivFOp div) { return findScaled(div.getLhs(), div.getRhs(), /*isQuotient=*/true, atMost); })
        .Default(Value());
  }

  bool assumesData = false;

private:
  static SmallVector<Operation *> collectOps(const ScalarFormula &formula) {
    return llvm::map_to_vector(formula.getBlock(), [](Operation &op) { return &op; });
  }

  Value compare(Value value, double atMost) {
    FloatRange range = ranges.getFloats(value);
    if (range.low.convertToDouble() > atMost)
      return {};
    Location loc = value.getLoc();
    // Never holds for NaN, of which nothing is known.
    auto type = cast<FloatType>(value.getType());
    Value bound = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, atMost));
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, value, bound);
  }

  Value findSelect(arith::SelectOp select, double atMost) {
    Location loc = select.getLoc();
    Value condition = select.getCondition();
    Value onTrue = find(select.getTrueValue(), atMost), onFalse = find(select.getFalseValue(), atMost);
    if (onTrue)
      onTrue = arith::AndIOp::create(builder, loc, condition, onTrue);
    if (onFalse) {
      Value always = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
      Value otherwise = arith::XOrIOp::create(builder, loc, condition, always);
      onFalse = arith::AndIOp::create(builder, loc, otherwise, onFalse);
    }
    return either(onTrue, onFalse);
  }

  /// When value + other is low because `value` is: what else is added is finite, or taken for it.
  Value findSum(Value value, Value other, bool isMinus, double atMost) {
    double most = 0;
    bool known = positional.contains(other);
    if (known) {
      FloatRange range = isMinus ? -ranges.getFloats(other) : ranges.getFloats(other);
      if (range.nan || range.high.isPosInfinity())
        return {};
      most = std::max(range.high.convertToDouble(), 0.0);
    }
    Value low = find(value, atMost - most);
    if (low && !known)
      assumesData = true;
    return low;
  }

  Value findScaled(Value value, Value factor, bool isQuotient, double atMost) {
    FloatAttr constant;
    if (!matchPattern(factor, m_Constant(&constant)))
      return {};
    APFloat number = constant.getValue();
    if (!number.isFiniteNonZero() || number.isNegative())
      return {};
    double scale = number.convertToDouble();
    return find(value, isQuotient ? atMost * scale : atMost / scale);
  }

  Value either(Value lhs, Value rhs) {
    if (!lhs || !rhs)
      return lhs ? lhs : rhs;
    return arith::OrIOp::create(builder, lhs.getLoc(), lhs, rhs);
  }

  static constexpr int64_t kMostVisits = 1024;
  OpBuilder builder;
  SmallVector<Operation *> ops;
  ScalarRanges ranges;
  llvm::DenseSet<Value> positional;
  int64_t visits = 0;
};
} // namespace

std::optional<PositionMask> fusion::findPositionMask(Value scores, Value reduced, double atMost) {
  ScalarFormula formula = ScalarFormula::build(reduced, scores);
  if (!isa<FloatType>(formula.result.getType()))
    return std::nullopt;
  LowFinder finder(formula);
  Value low = finder.find(formula.result, atMost);
  if (!low)
    return std::nullopt;
  return PositionMask{PositionCondition(std::move(formula), low), atMost, finder.assumesData};
}

/// Whether some key is kept, the same one for all of the box. Looks at few boxes unless it is of one row.
static bool keepsOneKey(const PositionCondition &masked, PositionBox box, int64_t keyDim, int64_t most) {
  SmallVector<PositionRange> left{box[keyDim]};
  while (!left.empty() && most-- > 0) {
    PositionRange keys = left.pop_back_val();
    box[keyDim] = keys;
    Truth truth = masked.classify(box);
    if (truth == Truth::AlwaysFalse)
      return true;
    if (truth == Truth::AlwaysTrue || keys.size() == 1)
      continue;
    int64_t middle = keys.first + (keys.size() - 1) / 2;
    left.push_back(PositionRange{middle + 1, keys.last});
    left.push_back(PositionRange{keys.first, middle});
  }
  return false;
}

bool fusion::keepsKeyInEachRow(const PositionCondition &masked, ArrayRef<PositionRange> box, int64_t keyDim) {
  constexpr int64_t kMostBoxes = 1 << 14, kMostKeys = 64, kMostKeysOfRow = 1 << 14;
  SmallVector<PositionBox> left{PositionBox(box)};
  for (int64_t boxes = 0; !left.empty(); ++boxes) {
    PositionBox rows = left.pop_back_val();
    std::optional<size_t> longest;
    for (size_t dim = 0; dim < rows.size(); ++dim)
      if (int64_t(dim) != keyDim && masked.dependsOn(dim) && rows[dim].size() > (longest ? rows[*longest].size() : 1))
        longest = dim;
    if (keepsOneKey(masked, rows, keyDim, longest ? kMostKeys : kMostKeysOfRow))
      continue;
    if (!longest || boxes > kMostBoxes)
      return false;
    PositionBox upper = rows;
    rows[*longest].last = rows[*longest].first + (rows[*longest].size() - 1) / 2;
    upper[*longest].first = rows[*longest].last + 1;
    left.push_back(std::move(upper));
    left.push_back(std::move(rows));
  }
  return true;
}
