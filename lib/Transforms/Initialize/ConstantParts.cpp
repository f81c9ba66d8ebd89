// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What of an entry follows from constants, and what of that is worth keeping.

#include "ConstantParts.h"
#include "NarrowFactors.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fusion;

/// Operands, and what regions read from outside.
static llvm::SetVector<Value> getReads(Operation *op) {
  llvm::SetVector<Value> reads;
  reads.insert_range(op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), reads);
  return reads;
}

static bool isSplat(Value value) { return matchPattern(value, m_Constant<SplatElementsAttr>(nullptr)); }

static bool isElementwise(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op);
  return kernel && kernel.isElementwise();
}

/// Whether the kernel makes elements wider and does nothing else: its readers do that as well.
static bool onlyCasts(KernelOp kernel) {
  return llvm::all_of(kernel.getBodyBlock()->without_terminator(), llvm::IsaPred<CastOp>);
}

/// Whether a value can be part of the buffer.
static bool isStorable(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && !type.getEncoding() && getDType(type.getElementType()) &&
         type.getNumElements() > 0;
}

static int64_t getElements(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type ? estimateElements(type.getShape()) : 1;
}

/// Whether `reader` wants `value`, which it reads, in memory: as a factor or a table, or because it is no kernel. What
/// is written into would be copied first, so it is computed where it is written.
static bool readsMemory(Operation *reader, Value value) {
  auto reads = [&](OpOperand &use) { return use.get() == value && !isWrittenInto(use); };
  if (isa<tensor::DimOp>(reader) || llvm::none_of(reader->getOpOperands(), reads))
    return false;
  if (isReshape(reader))
    return llvm::any_of(reader->getUsers(),
                        [&](Operation *behind) { return readsMemory(behind, reader->getResult(0)); });
  auto kernel = dyn_cast<KernelOp>(reader);
  if (!kernel)
    return true;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs())) {
    BlockArgument argument = kernel.getBodyArgument(number);
    if (input == value && (KernelOp::isTable(argument) || !KernelOp::isElementwiseOperand(argument)))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What is constant
//===----------------------------------------------------------------------===//

ConstantParts::ConstantParts(func::FuncOp entry, bool attends) : entry(entry), attends(attends) {
  for (Operation &op : entry.front())
    add(op);
  inProducts = findNarrowFactors(entry, [&](Operation *op) { return contains(op); });
}

bool ConstantParts::isConstant(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &entry.front() && entry.getArgAttr(argument.getArgNumber(), kConstantAttrName);
  return matchPattern(value, m_Constant()) || contains(value.getDefiningOp());
}

const ConstantParts::Part *ConstantParts::findPart(Value value) const {
  auto it = parts.find(value.getDefiningOp());
  return it == parts.end() ? nullptr : &it->second;
}

bool ConstantParts::comesFromMemory(Value value) const {
  if (!isa<RankedTensorType>(value.getType()) || isSplat(value))
    return false;
  const Part *part = findPart(value);
  return !part || part->fromMemory;
}

void ConstantParts::add(Operation &op) {
  // What is between boundaries waits until these are gone, so that no value is kept for them.
  if (op.getNumResults() == 0 || op.hasTrait<OpTrait::ConstantLike>() || !isMemoryEffectFree(&op) ||
      isa<BoundaryOp>(op))
    return;
  if (llvm::all_of(getReads(&op), [&](Value value) { return isConstant(value); }))
    parts[&op] = describe(op);
}

//===----------------------------------------------------------------------===//
// What is worth keeping
//===----------------------------------------------------------------------===//

ConstantParts::Part ConstantParts::describe(Operation &op) {
  Part part;
  llvm::SetVector<Value> reads = getReads(&op);
  part.fromMemory = llvm::any_of(reads, [&](Value value) { return comesFromMemory(value); });
  if (isElementwise(&op)) {
    judge(cast<KernelOp>(op), part);
    return part;
  }
  bool computesNumbers = !isa<ShapedType>(op.getResult(0).getType());
  part.isLayout = computesNumbers || isReshape(&op) ||
                  isa<tensor::EmptyOp, tensor::ExtractSliceOp, tensor::SplatOp, tensor::FromElementsOp, linalg::FillOp,
                      linalg::BroadcastOp>(op);
  // All other operations would be launches.
  part.worth = !part.isLayout;
  part.fromMemory |= part.worth;
  if (part.isLayout)
    for (Value read : reads)
      if (const Part *source = findPart(read))
        part.cost += source->worth ? 0 : source->cost;
  return part;
}

/// Marks what is cheaper to keep and read than to compute anew.
void ConstantParts::judge(KernelOp kernel, Part &part) {
  part.byPosition = llvm::any_of(kernel.getBodyBlock()->without_terminator(), [](Operation &op) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    return elementwise && elementwise.dependsOnPosition();
  });
  bool gathers = llvm::any_of(kernel.getBodyBlock()->getArguments(), KernelOp::isTable);
  int64_t read = 0, bytes = 0;
  bool readsKept = true;
  for (Value input : llvm::SmallSetVector<Value, 4>(kernel.getInputs().begin(), kernel.getInputs().end())) {
    const Part *source = findPart(skipReshapes(input));
    part.byPosition |= source && source->byPosition;
    if (!comesFromMemory(input))
      continue;
    readsKept &= source && source->worth;
    read += estimateBytes(input.getType());
  }
  for (Value result : kernel.getResults())
    bytes += estimateBytes(result.getType());
  limitCost(kernel, part);
  // What is narrower than it was, as a cast weight; and what follows from values that are kept alone.
  bool narrows = part.fromMemory && (bytes < read || (bytes == read && readsKept));
  part.worth |= gathers || narrows;
  if (part.worth)
    part.cost = 0;
}

/// Adds up what it costs to compute the kernel's results, and keeps them, or what they follow from, where that is more
/// than one would do again for each reader.
void ConstantParts::limitCost(KernelOp kernel, Part &part) {
  int64_t own = getScalarCostPerElement(kernel), elements = getElements(kernel);
  SmallVector<Operation *> sources;
  bool smaller = true;
  part.cost = own;
  for (Value input : kernel.getInputs()) {
    Value source = skipReshapes(input);
    const Part *known = findPart(source);
    if (!known || known->worth || known->cost == 0)
      continue;
    part.cost += known->cost;
    sources.push_back(source.getDefiningOp());
    smaller &= !known->isLayout && isStorable(source) && 4 * getElements(source.getDefiningOp()) <= elements;
  }
  if (part.cost <= kMaxFormulaCost)
    return;
  // A cheap combination of rows and columns is made of them again: they are smaller.
  if (own <= kMaxFormulaCost && smaller) {
    for (Operation *source : sources)
      parts[source].worth = true;
    part.cost = own;
    return;
  }
  part.worth = true;
}

bool ConstantParts::isKept(Operation *op, const Demand &demand) const {
  const Part &part = parts.find(op)->second;
  if (part.isLayout || inProducts.contains(op))
    return false;
  if (part.worth || demand.inMemory)
    return true;
  // It would be computed for one of its readers and stored for the others.
  return part.fromMemory && demand.readers.size() > 1 && !onlyCasts(cast<KernelOp>(op)) && !isMask(op, demand);
}

bool ConstantParts::isMask(Operation *op, const Demand &demand) const {
  const Part &part = parts.find(op)->second;
  return attends && part.byPosition && llvm::all_of(demand.readers, [&](Operation *reader) {
           return isElementwise(reader) && getElements(reader) > getElements(op);
         });
}

SmallVector<Value> ConstantParts::chooseValues() const {
  llvm::DenseMap<Value, Demand> demands;
  SmallVector<Value> values;
  Block &block = entry.front();
  for (Operation &op : llvm::reverse(block)) {
    bool isPart = contains(&op);
    if (isPart) {
      Demand demand;
      bool storable = true;
      for (Value result : op.getResults())
        if (auto it = demands.find(result); it != demands.end()) {
          demand.readers.insert_range(it->second.readers);
          demand.inMemory |= it->second.inMemory;
          storable &= isStorable(result);
        }
      if (demand.readers.empty())
        continue;
      if (storable && isKept(&op, demand)) {
        for (Value result : llvm::reverse(op.getResults()))
          if (demands.contains(result))
            values.push_back(result);
        continue;
      }
    }
    for (Value read : getReads(&op))
      if (findPart(read)) {
        Demand &demand = demands[read];
        demand.readers.insert(&op);
        demand.inMemory |= readsMemory(&op, read);
      }
  }
  std::reverse(values.begin(), values.end());
  return values;
}
