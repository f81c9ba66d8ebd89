// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds elements that a tensor surely does not have.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
/// The least and the largest of the values that an index takes, both surely taken.
struct Extremes {
  int64_t least, most;
};
} // namespace

static std::optional<Extremes> getRange(DenseIntElementsAttr values) {
  if (!values || values.empty() || values.getElementType().getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  Extremes range = {INT64_MAX, INT64_MIN};
  for (const APInt &value : values.getValues<APInt>())
    range = {std::min(range.least, value.getSExtValue()), std::max(range.most, value.getSExtValue())};
  return range;
}

/// The values of a tensor that is a constant.
static std::optional<Extremes> getTensorRange(Value tensor) {
  DenseIntElementsAttr values;
  if (!matchPattern(tensor, m_Constant(&values)) || values.getElementType().isInteger(1))
    return std::nullopt;
  return getRange(values);
}

/// Whether the body of a loop nest runs at all, and so for each element of an operand.
static bool surelyRuns(Operation *loops) {
  auto isFilled = [](Type type) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    return shaped && shaped.hasStaticShape() && shaped.getNumElements() > 0;
  };
  return !loops->getResults().empty() && llvm::all_of(loops->getOperandTypes(), isFilled) &&
         llvm::all_of(loops->getResultTypes(), isFilled);
}

static std::optional<Extremes> getRange(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return Extremes{*constant, *constant};
  // All of these keep the number.
  if (Operation *op = index.getDefiningOp(); isa_and_nonnull<arith::IndexCastOp, arith::ExtSIOp>(op))
    return getRange(op->getOperand(0));
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument)
    return std::nullopt;
  Operation *loops = argument.getOwner()->getParentOp();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(loops)) {
    OpOperand *operand = linalgOp.getMatchingOpOperand(argument);
    return linalgOp.isDpsInput(operand) && linalgOp.getMatchingIndexingMap(operand).isProjectedPermutation()
               ? getTensorRange(operand->get())
               : std::nullopt;
  }
  auto map = dyn_cast<MapOp>(loops);
  return map && argument.getArgNumber() < map.getElements().size()
             ? getTensorRange(map.getElements()[argument.getArgNumber()])
             : std::nullopt;
}

/// Whether nothing around the operation decides if it runs.
static bool isUnconditional(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<func::FuncOp>(parent))
      return op->getBlock()->isEntryBlock();
    if (!isa<KernelOp>(parent) && !(isa<linalg::LinalgOp, MapOp>(parent) && surelyRuns(parent)))
      return false;
    op = parent;
  }
  return false;
}

/// Emits the error where `index` leaves dimension `dim` of `type`.
static LogicalResult checkIndex(Operation *op, std::optional<Extremes> range, Type type, int64_t dim) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (!range || !shaped || dim >= shaped.getRank() || shaped.isDynamicDim(dim))
    return success();
  int64_t size = shaped.getDimSize(dim);
  if (range->least >= 0 && range->most < size)
    return success();
  return op->emitOpError() << "has the index " << (range->least < 0 ? range->least : range->most) << " for dimension "
                           << dim << " of " << shaped << ", which has " << size
                           << (size == 1 ? " element" : " elements") << " from 0; give an index in range";
}

static LogicalResult checkIndices(Operation *op, ValueRange indices, Type type) {
  for (auto [dim, index] : llvm::enumerate(indices))
    if (failed(checkIndex(op, getRange(index), type, dim)))
      return failure();
  return success();
}

/// The elements from `first` on, `stride` apart; of a size that is not known the first, if it is there at all.
static std::optional<Extremes> getExtremes(int64_t first, int64_t size, int64_t stride) {
  int64_t span = 0, last = 0;
  if (size <= 0)
    return std::nullopt;
  if (llvm::MulOverflow<int64_t>(size - 1, stride, span) || llvm::AddOverflow<int64_t>(first, span, last))
    return Extremes{first, INT64_MAX};
  return Extremes{std::min(first, last), std::max(first, last)};
}

/// A slice of TOSA, whose verifier leaves -1 to later stages.
static LogicalResult checkSlice(tosa::SliceOp op) {
  DenseIntElementsAttr starts, sizes;
  auto type = dyn_cast<RankedTensorType>(op.getInput1().getType());
  if (!type || !matchPattern(op.getStart(), m_Constant(&starts)) || !matchPattern(op.getSize(), m_Constant(&sizes)) ||
      starts.size() != type.getRank() || sizes.size() != type.getRank())
    return success();
  for (auto [dim, start, size] : llvm::enumerate(starts.getValues<APInt>(), sizes.getValues<APInt>()))
    if (failed(checkIndex(op, getExtremes(start.getSExtValue(), size.getSExtValue(), 1), type, dim)))
      return failure();
  return success();
}

/// A window whose numbers are operands that are constants; of attributes the verifier has said it.
static LogicalResult checkWindow(OffsetSizeAndStrideOpInterface op, Type type) {
  for (auto [dim, offset, size, stride] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    std::optional<int64_t> first = getConstantIntValue(offset), count = getConstantIntValue(size),
                           step = getConstantIntValue(stride);
    if (first && count && step && failed(checkIndex(op, getExtremes(*first, *count, *step), type, dim)))
      return failure();
  }
  return success();
}

LogicalResult fusion::checkConstantIndices(Operation *op) {
  if (!isa<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::InsertOp, tensor::InsertSliceOp, LookupOp, tosa::GatherOp,
           tosa::ScatterOp, tosa::SliceOp>(op) ||
      !isUnconditional(op))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](tensor::ExtractOp op) { return checkIndices(op, op.getIndices(), op.getTensor().getType()); })
      .Case([](tensor::InsertOp op) { return checkIndices(op, op.getIndices(), op.getDest().getType()); })
      .Case([](LookupOp op) {
        return op.getCondition() ? success() : checkIndices(op, op.getIndices(), op.getTable().getType());
      })
      .Case([](tensor::ExtractSliceOp op) { return checkWindow(op, op.getSourceType()); })
      .Case([](tensor::InsertSliceOp op) { return checkWindow(op, op.getDestType()); })
      .Case([](tosa::SliceOp op) { return checkSlice(op); })
      .Case([](tosa::GatherOp op) {
        return checkIndex(op, getTensorRange(op.getIndices()), op.getValues().getType(), /*dim=*/1);
      })
      .Case([](tosa::ScatterOp op) {
        return checkIndex(op, getTensorRange(op.getIndices()), op.getValuesIn().getType(), /*dim=*/1);
      })
      .Default(success());
}
