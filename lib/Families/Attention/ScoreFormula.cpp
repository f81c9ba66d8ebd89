// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds the scalar code of scores, and takes a factor off them.

#include "ScoreFormula.h"

#include "Formula.h"
#include "fusion/Dialect/Fusion/Utils/NarrowOutputs.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusion;

bool fusion::isPositional(Value value, int64_t rank) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber() < rank && argument.getOwner()->getParentOp() == nullptr;
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isPositional(operand, rank); });
}

ScoreOperands ScoreOperands::get(const AttentionPlan &plan) {
  ScoreOperands operands;
  auto add = [](SmallVector<BlockArgument> &list, Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value); argument && !llvm::is_contained(list, argument))
      list.push_back(argument);
  };
  for (Operation *op : plan.scoreFormula) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    if (!elementwise)
      continue;
    unsigned elements = elementwise.getElementOperands().size();
    for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
      if (number >= elements)
        add(operands.tables, operand);
      else if (elementwise.readsElement(number))
        add(operands.elements, operand);
    }
  }
  if (auto argument = dyn_cast<BlockArgument>(plan.weights.score))
    operands.elements.push_back(argument);
  return operands;
}

std::optional<int64_t> ScoreOperands::findForTiles() const {
  for (auto [number, operand] : llvm::enumerate(elements)) {
    auto type = cast<RankedTensorType>(operand.getType());
    int64_t rank = type.getRank();
    if (rank < 2 || rank > 5 || !(type.getElementType().isF16() || type.getElementType().isBF16()))
      continue;
    int64_t rows = type.getDimSize(rank - 2), keys = type.getDimSize(rank - 1);
    if (rows != 1 && keys != 1 && !ShapedType::isDynamic(keys) && keys % 8 == 0)
      return number;
  }
  return std::nullopt;
}

namespace {

/// The place that arguments of the code stand for.
class CodePlace : public BodyPlace {
public:
  CodePlace(Block &block, int64_t rank, const TableArguments *tables) : block(block), rank(rank), tables(tables) {}

  /// The operation that is evaluated next: its result may be repeated along dimensions.
  void enter(Operation &op) { type = cast<RankedTensorType>(op.getResult(0).getType()); }

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t) override {
    if (type.getDimSize(type.getRank() - 1 - fromLast) == 1)
      return kb.create<arith::ConstantIndexOp>(0);
    return block.getArgument(rank - 1 - fromLast);
  }
  Value isInside(KernelBuilder &, int64_t) override { return block.getArgument(rank); }
  Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) override {
    return tables ? tables->getSize(kb, table, dim) : block.addArgument(kb.getIndexType(), kb.getLoc());
  }
  Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices, int64_t count, Value asked) override {
    if (tables)
      return tables->load(kb, table, indices, count, asked);
    return block.addArgument(storedType(getElementTypeOrSelf(table.getType())), kb.getLoc());
  }

private:
  Block &block;
  int64_t rank;
  const TableArguments *tables;
  RankedTensorType type;
};

/// A value is `scale` times that of the code, and `offset`.
struct ScaledValue {
  double scale;
  Value value;
  double offset = 0;

  /// What the code has to give for a number. The lowest numbers, which are masks, stay finite, though another number.
  double invert(double number) const {
    constexpr double most = std::numeric_limits<float>::max();
    return std::isinf(number) ? number : std::clamp((number - offset) / scale, -most, most);
  }
};

class CodeBuilder {
public:
  CodeBuilder(KernelOp kernel, const AttentionPlan &plan, Block &block, int64_t rank, const TableArguments *tables)
      : plan(plan), usesApproxTanh(getNumerics(kernel) == Numerics::Fast && hasNarrowOutputs(kernel)),
        product(block.getArgument(rank + 1)), kb(kernel.getLoc(), kernel.getContext()), evaluator(kernel),
        place(block, rank, tables) {
    kb.setInsertionPointToEnd(&block);
  }

  void define(Value tensor, Value stored) {
    values[tensor] = {BodyEvaluator::fromStored(kb, stored, getElementTypeOrSelf(tensor.getType()))};
  }

  /// The value of a tensor, and that without a positive factor that can be taken off it. The result is multiplied by
  /// `factor` in the end.
  Value get(Value tensor);
  ScaledValue getScaled(Value tensor, double factor = 1);

  std::optional<SoftCap> softCap; ///< what `capped` is of the first product
  Value capped;

private:
  std::optional<ScaledValue> getScaledSelect(SelectOp select, double factor);
  std::optional<ScaledValue> getScaledSum(AddOp add, double factor);
  std::optional<ScaledValue> getScaledTanh(TanhOp tanh, double factor);
  bool isOfProduct(Value tensor);
  /// `value` is gain tanh(tensor) + offset.
  void noteSoftCap(Value value, Value tensor, double gain, double offset);

  const AttentionPlan &plan;
  bool usesApproxTanh;
  Value product;
  KernelBuilder kb;
  BodyEvaluator evaluator;
  CodePlace place;
  DenseMap<Value, BodyEvaluator::Lanes> values;
};

} // namespace

/// Whether a factor is one that exponentials can take.
static bool isFoldable(double factor) { return factor > 1e-30 && factor < 1e30; }

Value CodeBuilder::get(Value tensor) {
  if (auto known = values.find(tensor); known != values.end())
    return known->second.front();
  if (tensor == plan.first.getResult()) {
    Value value = product;
    if (plan.factorScale != 1)
      value = kb.create<arith::MulFOp>(product, kb.cF32(plan.factorScale));
    values[tensor] = {value};
    return value;
  }
  Operation *op = tensor.getDefiningOp();
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  unsigned elements = elementwise ? elementwise.getElementOperands().size() : 0;
  for (unsigned number = 0; number < elements; ++number)
    if (elementwise.readsElement(number))
      get(op->getOperand(number));
  place.enter(*op);
  BodyEvaluator::Lanes lanes = evaluator.evaluateOp(kb, *op, values, 1, place);
  values[tensor] = lanes;
  return lanes.front();
}

bool fusion::isMaskNumber(double number) { return number == 0 || std::abs(number) >= 1e30; }

bool CodeBuilder::isOfProduct(Value tensor) {
  if (tensor == plan.first.getResult())
    return true;
  Operation *op = tensor.getDefiningOp();
  return op && !op->hasTrait<OpTrait::ConstantLike>() && llvm::is_contained(plan.scoreFormula, op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return isOfProduct(operand); });
}

// A constant in the place of a score, divided by the score's factor: -inf, or a number that stays one.
std::optional<ScaledValue> CodeBuilder::getScaledSelect(SelectOp select, double factor) {
  for (bool truth : {false, true}) {
    Value score = truth ? select.getOnTrue() : select.getOnFalse();
    Value other = truth ? select.getOnFalse() : select.getOnTrue();
    std::optional<double> constant = getSplatNumber(other);
    if (!constant || !isOfProduct(score))
      continue;
    ScaledValue scaled = getScaled(score, factor);
    // Values of rows would show it.
    if (plan.hasRowOutputs() && scaled.invert(*constant) * scaled.scale + scaled.offset != *constant)
      return std::nullopt;
    Value replacement = kb.cF32(scaled.invert(*constant)), condition = get(select.getCondition());
    Value onTrue = truth ? scaled.value : replacement, onFalse = truth ? replacement : scaled.value;
    return ScaledValue{scaled.scale, kb.create<arith::SelectOp>(condition, onTrue, onFalse), scaled.offset};
  }
  return std::nullopt;
}

// A mask of zero and -inf, or another number that is as good.
std::optional<ScaledValue> CodeBuilder::getScaledSum(AddOp add, double factor) {
  for (auto [score, other] : {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())}) {
    if (!isOfProduct(score) || isOfProduct(other) || plan.hasRowOutputs())
      continue;
    auto mask = get(other).getDefiningOp<arith::SelectOp>();
    FloatAttr onTrue, onFalse;
    if (!mask || !matchPattern(mask.getTrueValue(), m_Constant(&onTrue)) ||
        !matchPattern(mask.getFalseValue(), m_Constant(&onFalse)))
      continue;
    double ifTrue = onTrue.getValueAsDouble(), ifFalse = onFalse.getValueAsDouble();
    if (!isMaskNumber(ifTrue) || !isMaskNumber(ifFalse))
      continue;
    ScaledValue scaled = getScaled(score, factor);
    // What is added is no offset.
    ScaledValue term{scaled.scale, {}};
    term.value =
        kb.create<arith::SelectOp>(mask.getCondition(), kb.cF32(term.invert(ifTrue)), kb.cF32(term.invert(ifFalse)));
    return ScaledValue{scaled.scale, kb.create<arith::AddFOp>(scaled.value, term.value), scaled.offset};
  }
  return std::nullopt;
}

void CodeBuilder::noteSoftCap(Value value, Value tensor, double gain, double offset) {
  // At most a quarter of what weights are rounded by; tanh.approx is further off.
  constexpr double log2E = 1.4426950408889634;
  double mostError = plan.second.lhs.getType().getElementType().isF16() ? log2E / 8192
                     : usesApproxTanh                                   ? log2E / 1024
                                                                        : 1.0 / 4096;
  double factor = plan.factorScale;
  for (Value next = skipCasts(tensor); next; next = skipScale(next, factor))
    if (next == plan.first.getResult() && factor > 0)
      softCap = SoftCap{factor, gain, offset, mostError}, capped = value;
}

// tanh(x) = 2 / (1 + 2^(-2 x log2(e))) - 1. Its error is absolute, 2.4e-7: it does for scores that this makes hardly
// wrong.
std::optional<ScaledValue> CodeBuilder::getScaledTanh(TanhOp tanh, double factor) {
  constexpr double mostError = 1.0 / 4096, error = 2.4e-7;
  if (usesApproxTanh || !isOfProduct(tanh.getInput()) || factor * error > mostError)
    return std::nullopt;
  constexpr double exponentFactor = -2 * 1.4426950408889634;
  ScaledValue input = getScaled(tanh.getInput());
  Value exponent = kb.create<arith::MulFOp>(input.value, kb.cF32(exponentFactor * input.scale));
  if (input.offset != 0)
    exponent = kb.create<arith::AddFOp>(exponent, kb.cF32(exponentFactor * input.offset));
  Value sum = kb.create<arith::AddFOp>(emitExp2(kb, exponent), kb.cF32(1));
  auto reciprocal = kb.create<LLVM::CallIntrinsicOp>(kb.getF32Type(), kb.getStringAttr("llvm.nvvm.rcp.approx.ftz.f"),
                                                     ValueRange(sum));
  noteSoftCap(reciprocal.getResult(0), tanh.getInput(), 0.5, 0.5);
  return ScaledValue{2, reciprocal.getResult(0), -1};
}

ScaledValue CodeBuilder::getScaled(Value tensor, double factor) {
  if (tensor == plan.first.getResult() && isFoldable(plan.factorScale))
    return {plan.factorScale, product};
  double own = 1;
  if (Value next = skipScale(tensor, own)) {
    if (isFoldable(own))
      if (ScaledValue scaled = getScaled(next, own * factor); isFoldable(own * scaled.scale))
        return {own * scaled.scale, scaled.value, own * scaled.offset};
  } else if (Value next = skipCasts(tensor); next != tensor) {
    return getScaled(next, factor);
  } else if (auto select = tensor.getDefiningOp<SelectOp>()) {
    if (std::optional<ScaledValue> scaled = getScaledSelect(select, factor))
      return *scaled;
  } else if (auto add = tensor.getDefiningOp<AddOp>()) {
    if (std::optional<ScaledValue> scaled = getScaledSum(add, factor))
      return *scaled;
  } else if (auto tanh = tensor.getDefiningOp<TanhOp>()) {
    if (std::optional<ScaledValue> scaled = getScaledTanh(tanh, factor))
      return *scaled;
    noteSoftCap(get(tensor), tanh.getInput(), 1, 0);
  }
  return {1, get(tensor)};
}

ScoreFormula::ScoreFormula(KernelOp kernel, const AttentionPlan &plan, const TableArguments *tables)
    : operands(ScoreOperands::get(plan)), code{std::make_shared<Region>(), {}, {}} {
  Location loc = kernel.getLoc();
  Builder builder(kernel.getContext());
  llvm::append_range(code.shape, plan.first.getResultType().getShape());
  Block &block = code.region->emplaceBlock();
  for (int64_t dim = 0; dim < getRank(); ++dim)
    block.addArgument(builder.getIndexType(), loc);
  block.addArgument(builder.getI1Type(), loc);
  block.addArgument(builder.getF32Type(), loc);
  block.addArgument(builder.getIndexType(), loc);
  block.addArgument(builder.getF32Type(), loc);
  block.addArgument(builder.getIndexType(), loc);
  for (BlockArgument operand : operands.elements)
    block.addArgument(storedType(getElementTypeOrSelf(operand.getType())), loc);
  CodeBuilder codeBuilder(kernel, plan, block, getRank(), tables);
  for (auto [number, operand] : llvm::enumerate(operands.elements))
    codeBuilder.define(operand, getElement(number));
  ScaledValue scaled = codeBuilder.getScaled(plan.weights.score);
  scale = scaled.scale;
  offset = scaled.offset;
  code.result = scaled.value;
  softCap = codeBuilder.softCap;
  capped = codeBuilder.capped;
  assumeKnown();
  if (!plan.hasRowOutputs())
    dropRowTerms();
  splitDistances();
  simplify();
}

void ScoreFormula::assumeKnown() {
  SmallVector<Operation *> ops = llvm::map_to_vector(code.getBlock(), [](Operation &op) { return &op; });
  for (Operation *op : ops) {
    if (op->getNumResults() != 1 || !op->getResult(0).getType().isInteger(1) ||
        !isPositional(op->getResult(0), getRank()))
      continue;
    Truth truth = PositionCondition(code, op->getResult(0)).classify(getWholeBox(code.shape));
    if (truth != Truth::Mixed)
      assume(op->getResult(0), truth == Truth::AlwaysTrue);
  }
}

double ScoreFormula::getMost() const {
  std::optional<SoftCap> cap = getSoftCap();
  return cap ? cap->getMost() : std::numeric_limits<double>::infinity();
}

ScoreFormula ScoreFormula::clone() const {
  ScalarFormula copy{std::make_shared<Region>(), code.shape, {}};
  IRMapping mapping;
  code.region->cloneInto(copy.region.get(), mapping);
  copy.result = mapping.lookup(code.result);
  ScoreFormula formula(operands, std::move(copy), scale, offset);
  formula.softCap = softCap;
  formula.capped = mapping.lookupOrNull(capped);
  return formula;
}

std::optional<SoftCap> ScoreFormula::getSoftCap() const {
  bool traps = llvm::any_of(code.getBlock(), [](Operation &op) { return op.getNumRegions() != 0; });
  return code.result == capped && !traps ? softCap : std::nullopt;
}

Value ScoreFormula::emit(KernelBuilder &kb, Value product) const {
  IRMapping mapping;
  mapping.map(getProduct(), product);
  for (Operation &op : code.getBlock())
    kb.clone(op, mapping);
  return mapping.lookup(code.result);
}

void ScoreFormula::assume(Value condition, bool truth) {
  OpBuilder builder(condition.getContext());
  builder.setInsertionPointToStart(&code.getBlock());
  Value constant = arith::ConstantOp::create(builder, condition.getLoc(), builder.getBoolAttr(truth));
  condition.replaceAllUsesWith(constant);
}

/// What an operation gives without being computed; null if that is not known.
static Value fold(OpBuilder &builder, Operation &op) {
  FloatAttr number;
  // The sign of a zero is nothing to a softmax.
  if (auto add = dyn_cast<arith::AddFOp>(op))
    for (auto [term, other] : {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())})
      if (matchPattern(other, m_Constant(&number)) && number.getValue().isZero())
        return term;
  SmallVector<OpFoldResult> results;
  if (op.getNumResults() != 1 || op.hasTrait<OpTrait::ConstantLike>() || failed(op.fold(results)) || results.empty())
    return {};
  if (auto value = dyn_cast<Value>(results.front()))
    return value;
  builder.setInsertionPoint(&op);
  return arith::ConstantOp::create(builder, op.getLoc(), cast<TypedAttr>(cast<Attribute>(results.front())));
}

void ScoreFormula::simplify() {
  OpBuilder builder(code.result.getContext());
  for (Operation &op : code.getBlock())
    if (Value folded = fold(builder, op); folded && folded != op.getResult(0)) {
      if (code.result == op.getResult(0))
        code.result = folded;
      op.getResult(0).replaceAllUsesWith(folded);
    }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(code.getBlock())))
    if (isOpTriviallyDead(&op) && op.getResults() != ValueRange(code.result)) {
      if (op.getResults() == ValueRange(capped))
        capped = {};
      op.erase();
    }
}
