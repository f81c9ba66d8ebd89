// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows that a kernel's reductions go along, and the steps in which these wait for each other.

#include "fusion/Analysis/RowSpace.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"

using namespace mlir;
using namespace fusion;

using Code = RemarkCode;

RowSpace RowSpace::get(ReduceOp reduce) {
  ArrayRef<int64_t> shape = reduce.getInput().getType().getShape(), reduced = reduce.getDimensions();
  SmallVector<int64_t> columns = llvm::filter_to_vector(reduced, [&](int64_t dim) { return shape[dim] != 1; });
  return {llvm::to_vector(shape), columns.empty() ? llvm::to_vector(reduced) : columns};
}

SmallVector<int64_t> RowSpace::getRowDims() const {
  return llvm::filter_to_vector(llvm::seq<int64_t>(0, shape.size()), [&](int64_t dim) { return !isColumn(dim); });
}

int64_t RowSpace::getRowPlace(int64_t dim) const {
  return dim - llvm::count_if(columnDims, [&](int64_t column) { return column < dim; });
}

int64_t RowSpace::getLastDim() const {
  for (int64_t dim = shape.size(); dim-- > 0;)
    if (shape[dim] != 1)
      return dim;
  return columnDims.back();
}

SmallVector<int64_t> RowSpace::getRowShape() const {
  return llvm::map_to_vector(getRowDims(), [&](int64_t dim) { return shape[dim]; });
}

SmallVector<int64_t> RowSpace::getColumnShape() const {
  return llvm::map_to_vector(columnDims, [&](int64_t dim) { return shape[dim]; });
}

int64_t RowSpace::getLength() const {
  int64_t length = 1;
  for (int64_t size : getColumnShape()) {
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    if (llvm::MulOverflow(length, size, length))
      return std::numeric_limits<int64_t>::max();
  }
  return length;
}

SmallVector<int64_t> RowSpace::getReducedShape() const {
  SmallVector<int64_t> reduced(shape);
  for (int64_t dim : columnDims)
    reduced[dim] = 1;
  return reduced;
}

bool RowSpace::isFull(RankedTensorType type) const {
  int64_t skipped = shape.size() - type.getRank();
  return llvm::any_of(columnDims, [&](int64_t dim) { return dim >= skipped && type.getDimSize(dim - skipped) != 1; });
}

bool RowSpace::variesByRow(RankedTensorType type) const {
  int64_t skipped = shape.size() - type.getRank();
  return llvm::any_of(getRowDims(), [&](int64_t dim) { return dim >= skipped && type.getDimSize(dim - skipped) != 1; });
}

bool RowSpace::crosses(const RowSpace &other) const {
  return shape == other.shape && llvm::all_of(llvm::seq<int64_t>(0, shape.size()), [&](int64_t dim) {
           return shape[dim] == 1 || isColumn(dim) != other.isColumn(dim);
         });
}

bool RowSpace::isStorable(RankedTensorType type) const {
  if (type.getRank() != static_cast<int64_t>(shape.size()))
    return false;
  bool full = isFull(type);
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    int64_t expected = full || !isColumn(dim) ? shape[dim] : 1;
    if (size != expected && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(expected))
      return false;
  }
  return true;
}

/// Why no kernel of rows takes a reduction, if none does.
static FusionVerdict checkReduce(ReduceOp reduce) {
  // Places in rows are 32 bits.
  constexpr int64_t kLongest = int64_t(1) << 30;
  int64_t length = RowSpace::get(reduce).getLength();
  if (length == 0)
    return FusionVerdict::no(Code::OtherRows, "the rows have no elements");
  if (length > kLongest)
    return FusionVerdict::no(Code::OtherRows, "the rows have more than 2^30 elements");
  if (reduce.getIndex() && reduce.getInput().getType().getElementTypeBitWidth() > 32)
    return FusionVerdict::no(Code::OtherRows, "a reduction gives positions of elements of 64 bits");
  return FusionVerdict::yes();
}

bool fusion::isOfRows(ReduceOp reduce) { return bool(checkReduce(reduce)); }

bool fusion::isReducing(KernelOp kernel) { return !kernel.getBodyBlock()->getOps<ReduceOp>().empty(); }

/// The values of a body that wait for some of these reductions.
static DenseSet<Value> getValuesBehind(KernelOp kernel, ArrayRef<ReduceOp> reduces) {
  DenseSet<Value> behind;
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    if (llvm::is_contained(reduces, dyn_cast<ReduceOp>(op)) ||
        llvm::any_of(op.getOperands(), [&](Value operand) { return behind.contains(operand); }))
      behind.insert_range(op.getResults());
  return behind;
}

/// Why crossings are not computed beside the rows of a kernel, if they are not.
static FusionVerdict checkCrossings(KernelOp kernel, ArrayRef<ReduceOp> crossings) {
  DenseSet<Value> behind = getValuesBehind(kernel, crossings);
  for (ReduceOp reduce : crossings)
    if (reduce.getIndex() || reduce.getAccumulatorType().getIntOrFloatBitWidth() != 32)
      return FusionVerdict::no(Code::OtherRows, "a reduction across the rows gives positions, or is none of 32 bits");
  for (auto reduce : kernel.getBodyBlock()->getOps<ReduceOp>())
    if (behind.contains(reduce.getInput()))
      return FusionVerdict::no(Code::OtherRows, "a reduction waits for one across its rows");
  RowSpace space = RowSpace::get(crossings.front());
  for (Value computed : kernel.getComputed()) {
    auto type = cast<RankedTensorType>(computed.getType());
    if (behind.contains(computed) && (space.isFull(type) || !space.isStorable(type)))
      return FusionVerdict::no(Code::OtherRows, "an output waits for a reduction across the rows");
  }
  if (getNumerics(kernel) == Numerics::Strict)
    return FusionVerdict::no(Code::OtherRows, "under strict numerics sums across the rows keep their order");
  return FusionVerdict::yes();
}

FusionVerdict fusion::checkRows(const KernelPlan &plan) {
  std::optional<RowSpace> first, crossing;
  for (AnchorOpInterface anchor : plan.getAnchors()) {
    auto reduce = dyn_cast<ReduceOp>(anchor.getOperation());
    if (!reduce)
      return FusionVerdict::no(Code::ForeignConsumer, "the kernel has a product", "");
    if (FusionVerdict taken = checkReduce(reduce); !taken)
      return taken;
    RowSpace own = RowSpace::get(reduce);
    if (!first)
      first = own;
    else if (!(own == *first) && !crossing && own.crosses(*first))
      crossing = own;
    else if (!(own == *first) && !(crossing && own == *crossing))
      return FusionVerdict::no(Code::OtherRows, "its reductions are of different rows");
  }
  if (!first)
    return FusionVerdict::no(Code::ForeignConsumer, "the kernel reduces nothing", "");
  KernelOp kernel = plan.getKernel();
  RowSpace space = getRowSpace(plan);
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    for (Value value : op.getResults())
      if (!isa<ViewOp, StoreOpInterface>(op) &&
          !classifyOperand(cast<RankedTensorType>(value.getType()).getShape(), space.shape))
        return FusionVerdict::no(Code::ShapeChange, "a value does not broadcast to the rows");
  SmallVector<ReduceOp> crossings = getCrossings(kernel);
  DenseSet<Value> behind = getValuesBehind(kernel, crossings);
  for (Value computed : kernel.getComputed())
    if (!behind.contains(computed) && !space.isStorable(cast<RankedTensorType>(computed.getType())))
      return FusionVerdict::no(Code::ShapeChange, "an output has neither the shape of the rows nor one value for each");
  return crossings.empty() ? FusionVerdict::yes() : checkCrossings(kernel, crossings);
}

/// Of each value of a kernel that waits for reductions, how many of these wait for each other.
static DenseMap<Value, size_t> countSteps(KernelOp kernel) {
  DenseMap<Value, size_t> steps;
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    size_t before = 0;
    for (Value operand : op.getOperands())
      before = std::max(before, steps.lookup(operand));
    for (Value result : op.getResults())
      steps[result] = before + (isa<ReduceOp>(op) ? 1 : 0);
  }
  return steps;
}

SmallVector<SmallVector<ReduceOp>> fusion::getRowSteps(KernelOp kernel) {
  SmallVector<SmallVector<ReduceOp>> steps;
  DenseMap<Value, size_t> counts = countSteps(kernel);
  SmallVector<ReduceOp> crossings = getCrossings(kernel);
  for (auto reduce : kernel.getBodyBlock()->getOps<ReduceOp>()) {
    if (llvm::is_contained(crossings, reduce))
      continue;
    steps.resize(std::max(steps.size(), counts.lookup(reduce.getResult())));
    steps[counts.lookup(reduce.getResult()) - 1].push_back(reduce);
  }
  return steps;
}

SmallVector<size_t> fusion::getStepsBeforeOutputs(KernelOp kernel) {
  DenseMap<Value, size_t> counts = countSteps(kernel);
  return llvm::map_to_vector(kernel.getYield().getOperands(), [&](Value value) { return counts.lookup(value); });
}

SmallVector<size_t> fusion::getStepsBeforeCrossings(KernelOp kernel) {
  DenseMap<Value, size_t> counts = countSteps(kernel);
  return llvm::map_to_vector(getCrossings(kernel), [&](ReduceOp reduce) { return counts.lookup(reduce.getInput()); });
}

RowSpace fusion::getRowSpace(const KernelPlan &plan) {
  SmallVector<RowSpace, 1> spaces;
  for (AnchorOpInterface anchor : plan.getAnchors())
    spaces.push_back(RowSpace::get(cast<ReduceOp>(anchor.getOperation())));
  auto *along = llvm::find_if(spaces, [](const RowSpace &space) { return !space.liesAcross(); });
  return along == spaces.end() ? spaces.front() : *along;
}

SmallVector<ReduceOp> fusion::getCrossings(KernelOp kernel) {
  RowSpace space = getRowSpace(KernelPlan(kernel));
  return llvm::filter_to_vector(kernel.getBodyBlock()->getOps<ReduceOp>(),
                                [&](ReduceOp reduce) { return !(RowSpace::get(reduce) == space); });
}

SmallVector<bool> fusion::getOutputsOfCrossings(KernelOp kernel) {
  DenseSet<Value> behind = getValuesBehind(kernel, getCrossings(kernel));
  return llvm::map_to_vector(kernel.getYield().getOperands(), [&](Value value) { return behind.contains(value); });
}

RowSpace fusion::getCrossingSpace(KernelOp kernel) { return RowSpace::get(getCrossings(kernel).front()); }
