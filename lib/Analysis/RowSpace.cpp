// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Analysis/RowSpace.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/OperandKind.h"

using namespace mlir;
using namespace mlir::fusion;

using Code = RemarkCode;

std::optional<RowSpace> RowSpace::get(ReduceOp reduce) {
  ArrayRef<int64_t> shape = reduce.getInput().getType().getShape(), dims = reduce.getDimensions();
  int64_t rank = shape.size(), first = rank - dims.size();
  if (dims.front() != first)
    return std::nullopt;
  if (llvm::all_of(shape.drop_front(first), [](int64_t size) { return size == 1; }))
    return std::nullopt;
  return RowSpace{llvm::to_vector(shape), first};
}

int64_t RowSpace::getLength() const {
  int64_t length = 1;
  for (int64_t size : getColumnShape())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(length, size, length))
      return ShapedType::kDynamic;
  return length;
}

SmallVector<int64_t> RowSpace::getReducedShape() const {
  SmallVector<int64_t> reduced(shape);
  for (int64_t &size : MutableArrayRef(reduced).drop_front(numRowDims))
    size = 1;
  return reduced;
}

bool RowSpace::isFull(RankedTensorType type) const {
  int64_t columns = std::min<int64_t>(type.getRank(), shape.size() - numRowDims);
  return llvm::any_of(type.getShape().take_back(columns), [](int64_t size) { return size != 1; });
}

bool RowSpace::isStorable(RankedTensorType type) const {
  if (type.getRank() != static_cast<int64_t>(shape.size()))
    return false;
  bool full = isFull(type);
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    int64_t expected = static_cast<int64_t>(dim) < numRowDims || full ? shape[dim] : 1;
    if (size != expected && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(expected))
      return false;
  }
  return true;
}

bool mlir::fusion::isOfRows(ReduceOp reduce) {
  // A block takes a row, so that long ones must be many.
  constexpr int64_t kLongest = 1 << 16, kShort = 1 << 14, kMany = 128;
  std::optional<RowSpace> space = RowSpace::get(reduce);
  if (!space || reduce.getIndex())
    return false;
  int64_t length = space->getLength(), rows = estimateElements(space->getRowShape());
  return !ShapedType::isDynamic(length) && length > 0 && length <= kLongest && (length <= kShort || rows >= kMany);
}

bool mlir::fusion::isReducing(KernelOp kernel) { return !kernel.getBodyBlock()->getOps<ReduceOp>().empty(); }

FusionVerdict mlir::fusion::checkRows(const KernelPlan &plan) {
  std::optional<RowSpace> space;
  for (AnchorOpInterface anchor : plan.getAnchors()) {
    auto reduce = dyn_cast<ReduceOp>(anchor.getOperation());
    if (!reduce)
      return FusionVerdict::no(Code::ForeignConsumer, "the kernel has a product", "");
    std::optional<RowSpace> own = RowSpace::get(reduce);
    if (!own)
      return FusionVerdict::no(Code::OtherRows, "a reduction is not along the last dimensions");
    if (reduce.getIndex())
      return FusionVerdict::no(Code::OtherRows, "a reduction gives positions");
    if (ShapedType::isDynamic(own->getLength()))
      return FusionVerdict::no(Code::OtherRows, "the length of the rows is known at run time alone");
    if (own->getLength() == 0)
      return FusionVerdict::no(Code::OtherRows, "the rows have no elements");
    if (space && !(*space == *own))
      return FusionVerdict::no(Code::OtherRows, "its reductions are of different rows");
    space = own;
  }
  if (!space)
    return FusionVerdict::no(Code::ForeignConsumer, "the kernel reduces nothing", "");
  for (Operation &op : plan.getKernel().getBodyBlock()->without_terminator())
    for (Value value : op.getResults())
      if (!isa<ViewOp>(op) && !classifyOperand(cast<RankedTensorType>(value.getType()).getShape(), space->shape))
        return FusionVerdict::no(Code::ShapeChange, "a value does not broadcast to the rows");
  for (Value computed : plan.getKernel().getComputed())
    if (!space->isStorable(cast<RankedTensorType>(computed.getType())))
      return FusionVerdict::no(Code::ShapeChange, "an output has neither the shape of the rows nor one value for each");
  return FusionVerdict::yes();
}

SmallVector<SmallVector<ReduceOp>> mlir::fusion::getRowSteps(KernelOp kernel) {
  SmallVector<SmallVector<ReduceOp>> steps;
  DenseMap<Value, size_t> ready; // the steps that must be done before
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    size_t step = 0;
    for (Value operand : op.getOperands())
      step = std::max(step, ready.lookup(operand));
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce) {
      if (step == steps.size())
        steps.emplace_back();
      steps[step].push_back(reduce);
    }
    for (Value result : op.getResults())
      ready[result] = step + (reduce ? 1 : 0);
  }
  return steps;
}

RowSpace mlir::fusion::getRowSpace(const KernelPlan &plan) {
  AnchorOpInterface first = plan.getAnchors().front();
  return *RowSpace::get(cast<ReduceOp>(first.getOperation()));
}
