// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Evaluates a body operation by operation, rounded as its numerics say.

#include "fusion/Families/Common/BodyEvaluator.h"

#include "MapLanes.h"
#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/LookupRange.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Dialect/Fusion/IR/AlwaysRounded.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/NarrowOutputs.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

namespace {

/// In a relaxed kernel a product may be fused into a sum; approximate functions will do where every result is rounded
/// to 16 bits.
arith::FastMathFlags chooseFastMath(bool strict, bool narrow) {
  if (strict)
    return arith::FastMathFlags::none;
  return narrow ? arith::FastMathFlags::contract | arith::FastMathFlags::afn : arith::FastMathFlags::contract;
}

/// Puts flags on the arithmetic that is built while it lives, and says where the approximate tanh will do and where
/// quotients may share reciprocals.
class FastMathMarker : public OpBuilder::Listener {
public:
  FastMathMarker(KernelBuilder &kb, arith::FastMathFlags flags, bool approxTanh, bool shares)
      : kb(kb), flags(flags), approxTanh(approxTanh), shares(shares), previous(kb.getListener()) {
    if (flags != arith::FastMathFlags::none)
      kb.setListener(this);
  }
  ~FastMathMarker() override { kb.setListener(previous); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
    if (!isMath && !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
      return;
    if (auto interface = dyn_cast<arith::ArithFastMathInterface>(op))
      op->setAttr(interface.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
    if (approxTanh)
      op->setAttr(kApproxTanhAttrName, UnitAttr::get(op->getContext()));
    if (shares && isa<arith::DivFOp>(op))
      op->setAttr(kShareReciprocalsAttrName, UnitAttr::get(op->getContext()));
  }

private:
  KernelBuilder &kb;
  arith::FastMathFlags flags;
  bool approxTanh, shares;
  OpBuilder::Listener *previous;
};

/// The values of a body that depend on nothing but constants.
DenseSet<Value> findOfConstants(KernelOp kernel) {
  DenseSet<Value> values;
  auto isKnown = [&](Value operand) { return values.contains(operand); };
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    if (!isa<AnchorOpInterface>(op) && llvm::all_of(op.getOperands(), isKnown))
      values.insert_range(op.getResults());
  return values;
}

/// What is computed for factors of anchors alone: not for the epilogue.
DenseSet<Operation *> findPrologues(KernelOp kernel) {
  DenseSet<Operation *> prologues;
  for (Operation &op : llvm::reverse(kernel.getBodyBlock()->without_terminator()))
    if (!isa<AnchorOpInterface>(op) &&
        llvm::all_of(op.getUsers(), [&](Operation *user) { return isProduct(user) || prologues.contains(user); }))
      prologues.insert(&op);
  return prologues;
}

DenseSet<Operation *> findInRange(KernelOp kernel) {
  DenseSet<Operation *> lookups;
  for (auto map : kernel.getBodyBlock()->getOps<MapOp>())
    for (auto lookup : map.getBodyBlock()->getOps<LookupOp>())
      if (isa<BlockArgument>(map->getOperand(lookup.getTableNumber())) && isSurelyInRange(lookup))
        lookups.insert(lookup);
  return lookups;
}

} // namespace

bool fusion::isReadByEpilogue(KernelOp kernel, BlockArgument argument) {
  DenseSet<Operation *> prologues = findPrologues(kernel);
  return llvm::any_of(argument.getUses(), [&](OpOperand &use) {
    unsigned number = use.getOperandNumber();
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner()))
      return !prologues.contains(elementwise) && number < elementwise.getElementOperands().size() &&
             elementwise.readsElement(number);
    return !isProduct(use.getOwner()) && !isa<ViewOp>(use.getOwner());
  });
}

Value BodyEvaluator::fromStored(KernelBuilder &kb, Value value, Type elementType) {
  if (elementType.isInteger(1))
    return kb.cmp(arith::CmpIPredicate::ne, value, kb.create<arith::ConstantOp>(kb.getI8IntegerAttr(0)));
  if (value.getType() != elementType)
    value = kb.create<arith::BitcastOp>(elementType, value);
  if (isa<FloatType>(elementType))
    return convertFloat(kb, kb.getLoc(), value, getComputeType(elementType));
  return value;
}

Type fusion::storedType(Type elementType) {
  bool isByte = elementType.isInteger(1) || (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() == 8);
  return isByte ? IntegerType::get(elementType.getContext(), 8) : elementType;
}

Value fusion::toStored(KernelBuilder &kb, Value value, Type elementType) {
  auto vector = dyn_cast<VectorType>(value.getType());
  Type stored = storedType(elementType), storedLike = vector ? vector.clone(stored) : stored;
  if (elementType.isInteger(1))
    return kb.create<arith::ExtUIOp>(storedLike, value);
  if (isa<FloatType>(elementType))
    value = convertFloat(kb, kb.getLoc(), value, elementType);
  return stored == elementType ? value : kb.create<arith::BitcastOp>(storedLike, value);
}

static Operation *findAdded(KernelOp kernel) {
  KernelPlan plan(kernel);
  const ProductSum *added = plan.hasSeveralProducts() ? plan.getFormula().getAdded() : nullptr;
  return added ? AnchorOpInterface(added->anchor).getOperation() : nullptr;
}

BodyEvaluator::BodyEvaluator(KernelOp kernel, bool shares)
    : kernel(kernel), anchors(kernel.getBodyBlock()->getOps<AnchorOpInterface>()), added(findAdded(kernel)),
      ofConstants(findOfConstants(kernel)), prologues(findPrologues(kernel)), inRange(findInRange(kernel)),
      strict(getNumerics(kernel) == Numerics::Strict),
      approxTanh(getNumerics(kernel) == Numerics::Fast && hasNarrowOutputs(kernel)), shares(shares),
      fastMath(chooseFastMath(strict, hasNarrowOutputs(kernel))) {}

static SmallVector<Value> getMagnitudes(KernelBuilder &kb, ArrayRef<Value> elements) {
  return llvm::map_to_vector(elements, [&](Value element) -> Value { return kb.create<math::AbsFOp>(element); });
}

/// Whether the kernel computes on with `value`; what it stores is rounded there.
static bool isReadInKernel(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) { return !isa<YieldOp, StoreOpInterface>(user); });
}

BodyEvaluator::Lanes BodyEvaluator::evaluateOp(KernelBuilder &kb, Operation &op, DenseMap<Value, Lanes> &values,
                                               int64_t width, BodyPlace &place) {
  Type elementType = getElementTypeOrSelf(op.getResult(0).getType());
  DenseElementsAttr constant;
  if (matchPattern(&op, m_Constant(&constant))) {
    auto value = cast<TypedAttr>(constant.getSplatValue<Attribute>());
    return Lanes(width, fromStored(kb, kb.create<arith::ConstantOp>(value), elementType));
  }
  auto elementwise = cast<ElementwiseOpInterface>(op);
  // What a map computes may decide an index or a condition: approximations are for functions that do not.
  bool isExact = isa<MapOp>(op) && !op.hasAttr(kApproximableAttrName);
  arith::FastMathFlags flags = isExact ? fastMath & ~arith::FastMathFlags::afn : fastMath;
  FastMathMarker marker(kb, flags, approxTanh && elementwise.hasApproxForm(), shares);
  // A kernel of its own would store it: what comes after is computed by the GPU, not by who compiles. The two differ.
  bool hides = strict && ofConstants.contains(op.getResult(0));
  bool rounds = strict ? isa<FloatType>(elementType) : isAlwaysRounded(elementType) && isReadInKernel(op.getResult(0));
  SmallVector<SmallVector<Value>> operands(width);
  for (int64_t lane = 0; lane < width; ++lane)
    for (auto [number, operand] : llvm::enumerate(elementwise.getElementOperands())) {
      // What gives a size alone is not there.
      bool read = elementwise.readsElement(number);
      operands[lane].push_back(read ? values[operand][lane] : Value());
    }
  Lanes results;
  if (auto map = dyn_cast<MapOp>(op))
    llvm::append_range(
        results, MapLanes(kb, map, width, place, strict, inRange, [&](Value table, function_ref<Value(Value)> getLeaf) {
                   return evaluateElement(kb, table, getLeaf, place);
                 }).build(operands));
  else
    for (ArrayRef<Value> own : operands)
      results.push_back(elementwise.buildScalar(kb, kb.getLoc(), own, {nullptr, nullptr, strict}));
  if (rounds)
    for (Value &result : results)
      result = convertFloat(kb, kb.getLoc(), convertFloat(kb, kb.getLoc(), result, elementType), result.getType());
  for (Value &result : results)
    if (hides && result.getType().isF32())
      result = kb.hide(result);
  return results;
}

BodyEvaluator::Lanes BodyEvaluator::roundSums(KernelBuilder &kb, AnchorOpInterface anchor, ArrayRef<Value> sums) const {
  Type own = getElementTypeOrSelf(anchor->getResult(0).getType());
  if (isa<IntegerType>(own))
    return Lanes(sums);
  Type rounded = strict || isAlwaysRounded(own) ? own : kb.getF32Type();
  return llvm::map_to_vector(sums, [&](Value value) {
    return convertFloat(kb, kb.getLoc(), convertFloat(kb, kb.getLoc(), value, rounded), kb.getF32Type());
  });
}

Value BodyEvaluator::evaluateElement(KernelBuilder &kb, Value value, function_ref<Value(Value)> getLeaf,
                                     BodyPlace &place) {
  DenseMap<Value, Lanes> values;
  for (Operation *op : getComputation(value)) {
    if (auto anchor = dyn_cast<AnchorOpInterface>(op)) {
      values[op->getResult(0)] = roundSums(kb, anchor, getLeaf(op->getResult(0)));
      continue;
    }
    for (Value operand : op->getOperands())
      if (isa<BlockArgument>(operand) && !values.contains(operand))
        values[operand] = {fromStored(kb, getLeaf(operand), getElementTypeOrSelf(operand.getType()))};
    values[op->getResult(0)] = evaluateOp(kb, *op, values, /*width=*/1, place);
  }
  return values[value].front();
}

BodyEvaluator::Results BodyEvaluator::evaluate(KernelBuilder &kb, ArrayRef<std::pair<Value, Lanes>> stored,
                                               ArrayRef<Lanes> accumulators, int64_t width, BodyPlace &place) {
  assert(accumulators.size() + (added ? 1 : 0) == anchors.size() && "each other anchor has accumulators of its own");
  FastMathMarker marker(kb, fastMath, /*approxTanh=*/false, shares);
  DenseMap<Value, Lanes> values;
  for (auto &[argument, lanes] : stored) {
    Type elementType = getElementTypeOrSelf(argument.getType());
    values[argument] = llvm::map_to_vector(lanes, [&](Value value) { return fromStored(kb, value, elementType); });
  }
  // What is looked up at positions alone is under way while the rest is computed.
  if (anchors.empty())
    for (auto map : kernel.getBodyBlock()->getOps<MapOp>())
      if (map.getElements().empty() && !map.getTables().empty() && !prologues.contains(map))
        values[map.getResult()] = evaluateOp(kb, *map, values, width, place);
  const Lanes *nextSums = accumulators.begin();
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (values.contains(op.getResult(0)) || prologues.contains(&op))
      continue;
    // Its sums are in those of the other product: x + -0.0 is x.
    if (&op == added) {
      values[op.getResult(0)] = Lanes(width, kb.create<arith::ConstantOp>(kb.getF32FloatAttr(-0.0f)));
      continue;
    }
    if (auto anchor = dyn_cast<AnchorOpInterface>(op)) {
      values[op.getResult(0)] = roundSums(kb, anchor, *nextSums++);
      continue;
    }
    if (auto store = dyn_cast<StoreOpInterface>(op))
      values[op.getResult(0)] = values[store.getStored()];
    else
      values[op.getResult(0)] = evaluateOp(kb, op, values, width, place);
  }
  Results results;
  for (Value output : kernel.getYield().getOperands()) {
    auto store = dyn_cast_or_null<StoreOpInterface>(output.getDefiningOp());
    bool isAmax = isa_and_nonnull<AmaxOp>(output.getDefiningOp());
    Value condition = store ? store.getCondition() : Value(), indices = store ? store.getIndices() : Value();
    results.values.push_back(isAmax ? getMagnitudes(kb, values[output]) : values[output]);
    results.conditions.push_back(condition ? values[condition] : Lanes());
    results.indices.push_back(indices ? values[indices] : Lanes());
  }
  return results;
}
