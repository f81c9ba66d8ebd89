// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compares the marks of numbers that operands give with these operands.

#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

namespace {
/// The operands that give some of the numbers of an attribute, where it has the mark.
struct MixedList {
  StringLiteral name; ///< of the attribute
  ValueRange operands;
};
} // namespace

/// Of an operation that has all operands that it needs, in segments that add up to them.
static SmallVector<MixedList> getMixedLists(Operation *op) {
  using Lists = SmallVector<MixedList>;
  return llvm::TypeSwitch<Operation *, Lists>(op)
      .Case([](OffsetSizeAndStrideOpInterface op) {
        return Lists{
            {"static_offsets", op.getOffsets()}, {"static_sizes", op.getSizes()}, {"static_strides", op.getStrides()}};
      })
      .Case([](tensor::PadOp op) { return Lists{{"static_low", op.getLow()}, {"static_high", op.getHigh()}}; })
      .Case<linalg::PackOp, linalg::UnPackOp>([](auto op) { return Lists{{"static_inner_tiles", op.getInnerTiles()}}; })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [](auto op) { return Lists{{"static_output_shape", op.getOutputShape()}}; })
      .Case<affine::AffineDelinearizeIndexOp, affine::AffineLinearizeIndexOp>(
          [](auto op) { return Lists{{"static_basis", op.getDynamicBasis()}}; })
      .Case([](scf::ForallOp op) {
        return Lists{{"staticLowerBound", op.getDynamicLowerBound()},
                     {"staticUpperBound", op.getDynamicUpperBound()},
                     {"staticStep", op.getDynamicStep()}};
      })
      .Default([](Operation *) { return Lists(); });
}

/// Whether the operands can be asked for: an operation that was just parsed may lack some, which its verifier says.
static bool hasItsOperands(Operation *op) {
  if (!op->hasTrait<OpTrait::AttrSizedOperandSegments>())
    return op->getNumOperands() >= (isa<linalg::UnPackOp>(op) ? 2 : 1);
  auto segments = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  int64_t sum = 0;
  for (int32_t size : segments ? segments.asArrayRef() : ArrayRef<int32_t>()) {
    if (size < 0)
      return false;
    sum += size;
  }
  return segments && sum == op->getNumOperands();
}

/// Whether a constant is the mark.
static bool isMark(Value operand) {
  Operation *op = operand.getDefiningOp();
  auto value = op && op->hasTrait<OpTrait::ConstantLike>() ? op->getAttrOfType<IntegerAttr>("value") : IntegerAttr();
  return value && value.getValue().getSExtValue() == ShapedType::kDynamic;
}

static LogicalResult checkList(Operation *op, const MixedList &list) {
  auto numbers = op->getAttrOfType<DenseI64ArrayAttr>(list.name);
  if (!numbers)
    return success();
  int64_t marks = llvm::count(numbers.asArrayRef(), ShapedType::kDynamic), given = list.operands.size();
  if (marks != given)
    return op->emitOpError() << "has " << marks << " of " << ShapedType::kDynamic << " in '" << list.name
                             << "', each the mark of a number that an operand gives, and " << given
                             << " such operands; give both the same count";
  // Folded, it would be a mark without an operand.
  for (Value operand : list.operands)
    if (isMark(operand))
      return op->emitOpError() << "is given " << ShapedType::kDynamic << " for '" << list.name
                               << "', which is the mark of a number that is not known; give another one";
  return success();
}

LogicalResult fusion::checkDynamicMarks(Operation *op) {
  if (hasItsOperands(op))
    for (const MixedList &list : getMixedLists(op))
      if (failed(checkList(op, list)))
        return failure();
  // Permutations, strides, shapes of TOSA and the like have no operands.
  if (auto values = isa<tosa::ConstShapeOp>(op) ? op->getAttrOfType<DenseIntElementsAttr>("values") : nullptr;
      values && llvm::any_of(values.getValues<APInt>(), [](const APInt &n) { return n.isMinSignedValue(); }))
    return op->emitOpError() << "has " << ShapedType::kDynamic
                             << " in 'values', which is the mark of a number that is not known; give a number";
  for (NamedAttribute attr : op->getAttrs()) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(attr.getValue());
    bool isMixed = attr.getName().getValue().starts_with("static");
    if (numbers && !isMixed && llvm::is_contained(numbers.asArrayRef(), ShapedType::kDynamic))
      return op->emitOpError() << "has " << ShapedType::kDynamic << " in '" << attr.getName().getValue()
                               << "', which is the mark of a number that is not known; give a number";
  }
  return success();
}

LogicalResult fusion::verifyParsed(Operation *root) {
  WalkResult result = root->walk<WalkOrder::PreOrder>(
      [](Operation *op) { return failed(checkDynamicMarks(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
  return success(!result.wasInterrupted() && succeeded(verify(root)));
}
