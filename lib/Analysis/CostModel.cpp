// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts flops, bytes and instructions of a kernel, and predicts its time by the chip's rates.

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/EqualLanes.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/LaneForms.h"
#include "fusion/Analysis/LookupRange.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/NarrowOutputs.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

static constexpr uint64_t kLimit = uint64_t(1) << 50;

int64_t fusion::estimateSize(int64_t size) { return ShapedType::isDynamic(size) ? kDynamicSizeEstimate : size; }

int64_t fusion::estimateElements(ArrayRef<int64_t> shape) {
  uint64_t elements = 1;
  for (int64_t size : shape)
    elements = std::min(llvm::SaturatingMultiply<uint64_t>(elements, estimateSize(size)), kLimit);
  return elements;
}

int64_t fusion::estimateBytes(Type tensorType) {
  auto type = cast<ShapedType>(tensorType);
  uint64_t width = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  return std::min(width * estimateElements(type.getShape()), kLimit);
}

/// The largest elementwise space of the body, where each operation is computed.
static int64_t getIterationElements(KernelOp kernel) {
  int64_t elements = 0;
  for (Value value : kernel.getComputed())
    elements = std::max(elements, estimateElements(cast<RankedTensorType>(value.getType()).getShape()));
  return elements;
}

int64_t fusion::getScalarCostPerElement(KernelOp kernel, ArrayRef<Operation *> except) {
  int64_t cost = 0;
  for (auto op : kernel.getBodyBlock()->getOps<ElementwiseOpInterface>())
    if (!llvm::is_contained(except, op))
      cost += op.getScalarCost();
  return cost;
}

int64_t fusion::getPreciseCostPerElement(KernelOp kernel, ArrayRef<Operation *> except) {
  if (hasNarrowOutputs(kernel) && getNumerics(kernel) != Numerics::Strict)
    return getScalarCostPerElement(kernel, except);
  int64_t cost = 0;
  for (auto op : kernel.getBodyBlock()->getOps<ElementwiseOpInterface>())
    if (!llvm::is_contained(except, op))
      cost += op.getPreciseScalarCost();
  return cost;
}

bool fusion::readsWindows(KernelOp kernel) {
  constexpr int64_t kFewest = 4;
  return kernel.isElementwise() && llvm::any_of(kernel.getBodyBlock()->getOps<MapOp>(), [](MapOp map) {
           llvm::SmallDenseMap<Value, int64_t> counts;
           return llvm::any_of(map.getBodyBlock()->getOps<LookupOp>(),
                               [&](LookupOp lookup) { return ++counts[lookup.getTable()] >= kFewest; });
         });
}

/// 2 M N K for each batch.
static double getFlops(const ProductSum &product) {
  double flops = 2.0 * estimateSize(product.rows) * estimateSize(product.columns) * estimateSize(product.k);
  for (int64_t size : product.batches)
    flops *= estimateSize(size);
  return flops;
}

/// Instructions that some lanes together take for an operation of a map: what is the same in all columns, or counts
/// them, is computed once, and so is what some lanes have in common. Of a division the others add a number.
static int64_t getInstructionsOfLanes(Operation &op, int64_t lanes, const LaneForms &forms, const EqualLanes &equal) {
  Value result = op.getResult(0);
  int64_t cost = isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) ? 0 : MapOp::getCost(op), sum = cost;
  for (int64_t lane = 1; lane < lanes && !forms.get(result); ++lane) {
    auto follows = [&](int64_t other) { return equal.getDistance(result, lane, other).has_value(); };
    if (equal.getFirst(result, lane) == lane)
      sum += llvm::any_of(llvm::seq<int64_t>(0, lane), follows) ? std::min<int64_t>(cost, 1) : cost;
  }
  return sum;
}

/// Instructions of each element that a map of a kernel without anchors takes.
static int64_t getInstructions(MapOp map, bool readsWindows) {
  constexpr int64_t lanes = 8, lookup = 8, inRange = 4; // MapOp::getScalarCost() counts `lookup`
  int64_t size = map.getResultType().getRank() ? map.getResultType().getShape().back() : 1;
  int64_t cost = map.getScalarCost();
  if (map.getTables().empty() || ShapedType::isDynamic(size) || size % lanes != 0)
    return cost;
  LaneForms forms(map, lanes, lanes);
  auto isShared = [&](LookupOp op) { return forms.isUniform(op.getResult()) || forms.getRowLookup(op); };
  auto lookups = map.getBodyBlock()->getOps<LookupOp>();
  // Of windows that adjacent elements share, what is left of a lookup is that it is widened, multiplied and added.
  if (readsWindows)
    return llvm::accumulate(lookups, int64_t(0),
                            [&](int64_t sum, LookupOp op) { return sum + (isShared(op) ? 1 : 2); });
  // A row of the table is tested and loaded at once, and what is in range is not tested.
  int64_t saved = 0;
  for (LookupOp op : lookups)
    saved += lanes * (lookup - (isShared(op) ? 1 : isSurelyInRange(op) ? inRange : lookup));
  EqualLanes equal(map, lanes, lanes, forms);
  for (Operation &op : map.getBodyBlock()->without_terminator())
    if (!isa<LookupOp>(op) && op.getNumResults() == 1)
      saved += lanes * MapOp::getCost(op) - getInstructionsOfLanes(op, lanes, forms, equal);
  return cost - std::min<int64_t>(llvm::divideCeil(saved, lanes), cost - 1);
}

/// Bytes that are read of an input: of a table, no more than are looked up.
static double getBytesRead(KernelOp kernel, Value input, BlockArgument argument) {
  double bytes = estimateBytes(input.getType()), asked = 0;
  for (OpOperand &use : argument.getUses()) {
    auto map = dyn_cast<MapOp>(use.getOwner());
    if (!map || use.getOperandNumber() < map.getElements().size())
      return bytes;
    auto lookups = map.getBodyBlock()->getArgument(use.getOperandNumber()).getUses();
    asked += double(std::distance(lookups.begin(), lookups.end())) * estimateElements(map.getResultType().getShape()) *
             llvm::divideCeil(getElementTypeOrSelf(input.getType()).getIntOrFloatBitWidth(), 8);
  }
  return argument.use_empty() ? bytes : std::min(bytes, asked);
}

/// Bytes that a value of a body takes. Of what keeps elements no more is written than is stored.
static int64_t getBytesWritten(Value value) {
  auto store = dyn_cast_or_null<StoreOpInterface>(value.getDefiningOp());
  return estimateBytes((store && store.keepsElements() ? store.getStored() : value).getType());
}

static KernelCost getCost(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  KernelCost cost;
  for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if (!isKept(argument) || !argument.hasOneUse())
      cost.bytesRead += getBytesRead(kernel, input, argument);
  for (Value output : kernel.getYield().getOperands())
    cost.bytesWritten += getBytesWritten(output);
  for (const ProductSum &product : plan.getFormula().getSums())
    cost.matmulFlops += getFlops(product);
  int64_t instructions = getScalarCostPerElement(kernel);
  if (kernel.isElementwise())
    for (auto map : kernel.getBodyBlock()->getOps<MapOp>())
      instructions += getInstructions(map, readsWindows(kernel)) - map.getScalarCost();
  cost.scalarInstructions = static_cast<double>(instructions) * getIterationElements(kernel);
  return cost;
}

KernelCost fusion::getKernelCost(KernelOp kernel) { return getCost(KernelPlan(kernel)); }

int64_t fusion::getBytesSaved(KernelOp kernel) {
  int64_t alone = 0;
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    llvm::SmallDenseSet<Value> operands;
    auto store = dyn_cast<StoreOpInterface>(op);
    if (Value kept = store ? store.getKept() : Value())
      operands.insert(kept);
    for (Value operand : op.getOperands())
      if (!operand.getDefiningOp() || !operand.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
        if (operands.insert(operand).second)
          alone += estimateBytes(operand.getType());
    for (Value result : op.getResults())
      alone += getBytesWritten(result);
  }
  KernelCost cost = getKernelCost(kernel);
  return std::max<int64_t>(0, alone - cost.bytesRead - cost.bytesWritten);
}

double fusion::predictMicroseconds(KernelOp kernel, const ChipInfo &chip) {
  KernelPlan plan(kernel);
  KernelCost cost = getCost(plan);
  double memory = (cost.bytesRead + cost.bytesWritten) / (chip.memoryGBs * 1e3);
  // A fused multiply-add counts as two flops, but each scalar instruction as one slot.
  double scalar = cost.scalarInstructions / (chip.fp32TFlops / 2 * 1e6);
  double tensor = 0;
  for (const ProductSum &product : plan.getFormula().getSums())
    tensor += getFlops(product) / (product.type->getTFlops(chip) * 1e6);
  return kLaunchMicroseconds + std::max({memory, scalar, tensor});
}
