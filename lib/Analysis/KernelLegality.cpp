// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether a kernel can be lowered: its body, its shapes, and a family of the chip that takes it.

#include "fusion/Analysis/KernelLegality.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/ProductType.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Most dimensions of a tensor in a GPU kernel: an index is computed for each of them.
static constexpr int64_t kMaxRank = 8;

/// The body holds anchors, elementwise operations, views and splat constants.
static LogicalResult verifyBody(KernelOp kernel) {
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (matchPattern(&op, m_Constant())) {
      SplatElementsAttr splat;
      if (!matchPattern(&op, m_Constant(&splat)))
        return op.emitOpError("in a kernel expects a splat value; pass other constants as inputs");
      continue;
    }
    if (!isa<AnchorOpInterface, ElementwiseOpInterface, StoreOpInterface, ViewOp>(op))
      return op.emitOpError("in a kernel is neither an anchor (a product or a reduction) nor an elementwise operation");
  }
  return success();
}

/// All outputs have the shape of the product, or one shape if there is none, and other values broadcast to it.
static LogicalResult verifyShapes(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  RankedTensorType iteration = plan.getIterationType();
  if (!iteration)
    return kernel.emitOpError("expects outputs of one shape");
  for (auto [index, output] : llvm::enumerate(kernel.getComputed())) {
    auto type = cast<RankedTensorType>(output.getType());
    if (type.getShape() != iteration.getShape())
      return kernel.emitOpError() << "expects outputs of the product's shape " << iteration << ", but output " << index
                                  << " is " << type;
  }
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    for (Value value : op.getResults())
      if (!isa<ViewOp, StoreOpInterface>(op) &&
          !classifyOperand(cast<RankedTensorType>(value.getType()).getShape(), iteration.getShape()))
        return op.emitOpError() << "computes " << value.getType() << ", which does not broadcast to the kernel's "
                                << iteration;
  return success();
}

/// Of a kernel that no family takes: what is wrong with its anchors, where it is.
static LogicalResult refuseAnchors(const KernelPlan &plan, StringRef chip, const FusionVerdict &families) {
  ArrayRef<AnchorOpInterface> anchors = plan.getAnchors();
  if (isReducing(plan.getKernel())) {
    if (FusionVerdict rows = checkRows(plan); !rows)
      return plan.getKernel().emitOpError()
             << "reduces, but kernels for " << chip << " compute rows of one space: " << rows.reason;
  }
  if (anchors.size() > 1) {
    InFlightDiagnostic error = anchors[1]->emitOpError()
                               << "is a second product in its kernel, but kernels for " << chip
                               << " have one, two of one left factor, or two that are added";
    return error.attachNote(anchors[0]->getLoc()) << "the first product";
  }
  for (const AnchorPlan &anchor : plan.getAnchorPlans())
    for (auto [index, factor] : llvm::enumerate(anchor.factors))
      if (!factor.isInput())
        return anchor.op->emitOpError() << "in kernels for " << chip
                                        << " expects operands that are inputs of the kernel, but operand " << index
                                        << " is computed in it";
  return plan.getKernel().emitOpError() << "cannot be lowered: " << families.reason;
}

/// What the GPU lowering takes.
static LogicalResult verifyForChip(const KernelPlan &plan, StringRef chip, const FusionVerdict &families) {
  KernelOp kernel = plan.getKernel();
  if (const ProductSum *product = plan.getPlainProduct()) {
    Type type = product->lhs.getType().getElementType();
    if (product->type->unit == ProductUnit::None)
      return product->anchor->emitOpError() << "of " << type << " needs a tensor-core kernel for " << type << ", but "
                                            << chip << " has kernels for " << listMultipliedTypes();
    if (product->getResultType().getElementType().isF64())
      return product->anchor->emitOpError()
             << "needs to accumulate in f64, but kernels for " << chip << " accumulate in f32";
  }
  if (ViewOp view = kernel.getGeneralView(); view && !families)
    return view.emitOpError() << "has an access map, but kernels for " << chip
                              << " read and write permuted dimensions alone";
  if (!families)
    return refuseAnchors(plan, chip, families);
  for (ViewOp view : kernel.getBodyBlock()->getOps<ViewOp>())
    if (!view.getType().hasStaticShape())
      return view.emitOpError() << "of " << view.getType() << " needs sizes that are known, but kernels for " << chip
                                << " would learn them at the launch alone";
  int64_t bytes = 0;
  for (Type type : llvm::concat<const Type>(kernel.getInputs().getTypes(), kernel.getYield().getOperandTypes()))
    bytes += getArgumentBytes(cast<ShapedType>(type).getRank());
  if (bytes > kMaxArgumentBytes)
    return kernel.emitOpError() << "needs " << bytes << " bytes of arguments, but kernels for " << chip
                                << " take at most " << kMaxArgumentBytes;
  auto checkRank = [&](Type type) -> LogicalResult {
    if (cast<ShapedType>(type).getRank() <= kMaxRank)
      return success();
    return kernel.emitOpError() << "has a tensor of rank " << cast<ShapedType>(type).getRank() << ", but kernels for "
                                << chip << " take at most " << kMaxRank << " dimensions";
  };
  for (Value value : kernel->getOperands())
    if (failed(checkRank(value.getType())))
      return failure();
  for (Type type : kernel.getYield().getOperandTypes())
    if (failed(checkRank(type)))
      return failure();
  return success();
}

LogicalResult fusion::verifyKernel(KernelOp kernel, StringRef chip, const FusionVerdict &families) {
  if (kernel.getYield().getNumOperands() == 0)
    return kernel.emitOpError("expects at least one output");
  if (failed(verifyBody(kernel)))
    return failure();
  // Anchors of one kernel may differ in their columns, and so may outputs.
  KernelPlan plan(kernel);
  if ((plan.isElementwise() || plan.getPlainProduct()) && failed(verifyShapes(plan)))
    return failure();
  return chip.empty() ? success() : verifyForChip(plan, chip, families);
}
