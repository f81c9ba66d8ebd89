// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds masks by position, and emits the ranges of keys that they leave.

#include "KeyRange.h"

#include "fusion/Analysis/PositionMask.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// `value` (i1) is `truth`.
struct Literal {
  Value value;
  bool truth;
};
} // namespace

/// Literals of which any makes `literal` hold.
static void collectDisjuncts(const ScalarFormula &formula, Literal literal, SmallVectorImpl<Literal> &disjuncts) {
  Operation *op = literal.value.getDefiningOp();
  auto isAlways = [&](Value value, bool truth) {
    return isPositional(value, formula.shape.size()) &&
           PositionCondition(formula, value).classify(getWholeBox(formula.shape)) ==
               (truth ? Truth::AlwaysTrue : Truth::AlwaysFalse);
  };
  if (isa_and_nonnull<arith::XOrIOp>(op)) {
    for (unsigned number : {0, 1})
      for (bool truth : {false, true})
        if (isAlways(op->getOperand(number), truth))
          return collectDisjuncts(formula, {op->getOperand(1 - number), literal.truth != truth}, disjuncts);
  } else if (isa_and_nonnull<arith::OrIOp, arith::AndIOp>(op)) {
    bool isOr = isa<arith::OrIOp>(op);
    if (isOr == literal.truth) {
      for (Value operand : op->getOperands())
        collectDisjuncts(formula, {operand, literal.truth}, disjuncts);
      return;
    }
    for (unsigned number : {0, 1})
      if (isAlways(op->getOperand(number), !isOr))
        return collectDisjuncts(formula, {op->getOperand(1 - number), literal.truth}, disjuncts);
  }
  disjuncts.push_back(literal);
}

/// The blocks where a literal does not hold somewhere; fails where they cannot be described.
static FailureOr<SmallVector<KeyInterval>> describeOthers(const ScalarFormula &formula, Literal literal,
                                                          ScoreBlocks blocks) {
  Value condition = literal.value;
  if (!literal.truth) {
    OpBuilder builder(condition.getContext());
    builder.setInsertionPointToEnd(&formula.getBlock());
    Location loc = condition.getLoc();
    Value always = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    condition = arith::XOrIOp::create(builder, loc, condition, always);
  }
  return describeKeyBlocks(PositionCondition(formula, condition), blocks);
}

//===----------------------------------------------------------------------===//
// Blocks that are visited
//===----------------------------------------------------------------------===//

/// The mask whose blocks add nothing: of -inf, or of numbers so low that they weigh nothing beside a key that each row
/// keeps.
static std::optional<PositionMask> findMask(const AttentionPlan &plan, ScoreBlocks blocks) {
  Value product = plan.first.getResult();
  // Exponents of other scores are taken to be higher than this by more than what exponentials can tell from zero.
  constexpr double lowExponent = -1e6;
  std::optional<PositionMask> low = findPositionMask(product, plan.weights.score, lowExponent / plan.weights.scale);
  if (low) {
    ArrayRef<int64_t> shape = low->masked.getFormula().shape;
    PositionBox box = getWholeBox(shape);
    // Of keys whose number is open the first is there.
    if (ShapedType::isDynamic(shape[blocks.keyDim]))
      box[blocks.keyDim] = {0, 0};
    if (keepsKeyInEachRow(low->masked, box, blocks.keyDim))
      return low;
  }
  return findPositionMask(product, plan.weights.score);
}

/// A block outside of all intervals of one of them has weight zero.
static SmallVector<SmallVector<KeyInterval>> describeVisited(const AttentionPlan &plan, ScoreBlocks blocks) {
  SmallVector<SmallVector<KeyInterval>> visited;
  std::optional<PositionMask> mask = findMask(plan, blocks);
  if (!mask)
    return visited;
  const ScalarFormula &formula = mask->masked.getFormula();
  SmallVector<Literal> disjuncts;
  collectDisjuncts(formula, {mask->masked.getCondition(), true}, disjuncts);
  for (Literal literal : disjuncts)
    if (FailureOr<SmallVector<KeyInterval>> others = describeOthers(formula, literal, blocks); succeeded(others))
      visited.push_back(std::move(*others));
  return visited;
}

void KeyRanges::findVisited(const AttentionPlan &plan) { visited = describeVisited(plan, blocks); }

VisibleKeys fusion::getVisibleKeys(const AttentionPlan &plan, int64_t rows, int64_t keys) {
  constexpr int64_t size = 64, mostSamples = 32;
  int64_t rank = plan.first.getResultType().getRank();
  ScoreBlocks blocks{rank - 2, rank - 1, size, size};
  SmallVector<SmallVector<KeyInterval>> visited = describeVisited(plan, blocks);
  int64_t queryBlocks = llvm::divideCeil(rows, size), keyBlocks = llvm::divideCeil(keys, size);
  int64_t samples = std::min(queryBlocks, mostSamples);
  if (visited.empty() || keyBlocks == 0 || samples == 0)
    return {};
  double sum = 0, first = 0, last = 0;
  for (int64_t sample = 0; sample < samples; ++sample) {
    int64_t begin = 0, end = keyBlocks - 1;
    for (ArrayRef<KeyInterval> intervals : visited) {
      int64_t least = keyBlocks, most = -1;
      for (const KeyInterval &interval : intervals) {
        auto [from, to] = interval.evaluate(sample * queryBlocks / samples, rows, keys);
        least = std::min(least, from), most = std::max(most, to);
      }
      begin = std::max(begin, least), end = std::min(end, most);
    }
    // A tile visits a block at least.
    double share = double(std::max<int64_t>(1, end - begin + 1)) / double(keyBlocks);
    sum += share;
    first = sample == 0 ? share : first;
    last = share;
  }
  return {sum / double(samples), last > 1.5 * first};
}

//===----------------------------------------------------------------------===//
// Blocks without masks
//===----------------------------------------------------------------------===//

/// The truth of a select's condition with which it masks: that of the constant, or of the lesser of two.
static std::optional<bool> getMaskingTruth(arith::SelectOp select) {
  FloatAttr onTrue, onFalse;
  bool hasTrue = matchPattern(select.getTrueValue(), m_Constant(&onTrue));
  bool hasFalse = matchPattern(select.getFalseValue(), m_Constant(&onFalse));
  if (!hasTrue && !hasFalse)
    return std::nullopt;
  return hasTrue && (!hasFalse || onTrue.getValueAsDouble() < onFalse.getValueAsDouble());
}

void KeyRanges::findWhole(const ScoreFormula &scores) {
  ScoreFormula whole = scores.clone();
  const ScalarFormula &code = whole.getCode();
  SmallVector<Literal> literals;
  for (auto select : code.getBlock().getOps<arith::SelectOp>())
    if (std::optional<bool> truth = getMaskingTruth(select); truth && isa<FloatType>(select.getType()))
      collectDisjuncts(code, {select.getCondition(), *truth}, literals);
  bool drops = false;
  llvm::SmallPtrSet<Value, 4> seen;
  for (Literal literal : literals) {
    if (!seen.insert(literal.value).second || !isPositional(literal.value, whole.getRank()))
      continue;
    FailureOr<SmallVector<KeyInterval>> intervals = describeOthers(code, {literal.value, !literal.truth}, blocks);
    if (failed(intervals))
      continue;
    masked.append(*intervals);
    whole.assume(literal.value, !literal.truth);
    drops = true;
  }
  if (!drops)
    return;
  whole.simplify();
  wholeScores = std::move(whole);
}

/// Whether an interval begins at the first keys, wherever the tile is.
static bool beginsAtFirst(const KeyInterval &interval) {
  return llvm::all_of(interval.first.getResults(), [](AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() <= 0;
  });
}

KeyRanges::KeyRanges(const AttentionPlan &plan, const ScoreFormula &scores, ScoreBlocks blocks) : blocks(blocks) {
  if (scores.isMultiple())
    return;
  findVisited(plan);
  findWhole(scores);
  masksFirst = llvm::any_of(masked, beginsAtFirst);
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Quotient by a positive constant, rounded down.
static Value emitFloorDiv(KernelBuilder &kb, Value value, int64_t divisor) {
  if (llvm::isPowerOf2_64(divisor))
    return kb.createOrFold<arith::ShRSIOp>(value, kb.c64(llvm::Log2_64(divisor)));
  Value down = kb.select(kb.lt(value, kb.c64(0)), kb.sub(value, divisor - 1), value);
  return kb.createOrFold<arith::DivSIOp>(down, kb.c64(divisor));
}

static Value emitExpr(KernelBuilder &kb, AffineExpr expr, Value dim, ArrayRef<Value> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return kb.c64(constant.getValue());
  if (isa<AffineDimExpr>(expr))
    return dim;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = emitExpr(kb, binary.getLHS(), dim, symbols);
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return emitFloorDiv(kb, lhs, divisor.getValue());
  case AffineExprKind::CeilDiv:
    return kb.sub(kb.c64(0), emitFloorDiv(kb, kb.sub(kb.c64(0), lhs), divisor.getValue()));
  case AffineExprKind::Mod:
    return kb.sub(lhs, kb.mul(emitFloorDiv(kb, lhs, divisor.getValue()), divisor.getValue()));
  case AffineExprKind::Mul:
    return kb.mul(lhs, emitExpr(kb, binary.getRHS(), dim, symbols));
  default:
    return kb.add(lhs, emitExpr(kb, binary.getRHS(), dim, symbols));
  }
}

namespace {
struct Interval {
  Value first, last;
};
} // namespace

static Interval emitInterval(KernelBuilder &kb, const KeyInterval &interval, Value dim, ArrayRef<Value> symbols) {
  Interval result;
  for (AffineExpr expr : interval.first.getResults()) {
    Value value = emitExpr(kb, expr, dim, symbols);
    result.first = result.first ? kb.maxS(result.first, value) : value;
  }
  for (AffineExpr expr : interval.last.getResults()) {
    Value value = emitExpr(kb, expr, dim, symbols);
    result.last = result.last ? kb.minS(result.last, value) : value;
  }
  return result;
}

KeyRange KeyRange::getPart(KernelBuilder &kb, Value number, int64_t parts) const {
  Value length = kb.ceilDiv(getCount(kb), parts), end = kb.sub(last, kb.mul(number, length));
  return {kb.maxS(first, kb.add(kb.sub(end, length), 1)), end, firstWhole, lastWhole};
}

KeyRange KeyRanges::emit(KernelBuilder &kb, Value queryBlock, Value rows, Value keys) const {
  Value dim = kb.toI64(queryBlock), zero = kb.c64(0);
  SmallVector<Value> sizes = {kb.toI64(rows), kb.toI64(keys)};
  Value first = zero, last = kb.toI64(kb.sub(kb.ceilDiv(keys, blocks.keys), 1));
  for (ArrayRef<KeyInterval> intervals : visited) {
    Interval hull{last, zero};
    for (const KeyInterval &interval : intervals) {
      Interval own = emitInterval(kb, interval, dim, sizes);
      hull = {kb.minS(hull.first, own.first), kb.maxS(hull.last, own.last)};
    }
    first = kb.maxS(first, hull.first);
    last = kb.minS(last, hull.last);
  }
  // A tile whose rows see no key visits a block all the same: its rows become what the formula says.
  first = kb.minS(first, last);
  Value firstWhole = first, lastWhole = last;
  for (const KeyInterval &interval : masked) {
    Interval own = emitInterval(kb, interval, dim, sizes);
    if (beginsAtFirst(interval))
      firstWhole = kb.maxS(firstWhole, kb.add(own.last, 1));
    else
      lastWhole = kb.select(kb.lt(own.last, own.first), lastWhole, kb.minS(lastWhole, kb.sub(own.first, 1)));
  }
  return {kb.toI32(first), kb.toI32(last), kb.toI32(firstWhole), kb.toI32(lastWhole)};
}
