// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What no kernel takes: why, how it runs instead, and how long that takes.

#include "fusion/Analysis/Leftovers.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/Initialization.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

double Leftover::predictMicroseconds(const ChipInfo &chip, std::optional<double> moved) const {
  double bytes = moved.value_or(this->bytes);
  return kLaunchMicroseconds + std::max(bytes / (chip.memoryGBs * 1e3), instructions / (chip.fp32TFlops / 2 * 1e6));
}

/// Whether the results are the operands' memory, or none.
static bool takesNoTime(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<ViewOp>(op) ||
         isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::ReshapeOp, tensor::ExtractSliceOp, tensor::CastOp,
             tensor::EmptyOp, tensor::DimOp, tensor::RankOp, tensor::ExtractOp>(op);
}

/// Whether all that reads the filled tensor is what begins with it.
static bool onlyBegins(linalg::FillOp fill) {
  return llvm::all_of(fill->getUses(), [](OpOperand &use) {
    auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return user && user.isDpsInit(&use) && user.getNumReductionLoops() > 0;
  });
}

static std::string spellElementTypes(linalg::LinalgOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  SetVector<Type> types;
  for (Value input : op.getDpsInputs())
    types.insert(getElementTypeOrSelf(input.getType()));
  llvm::interleave(types, os, " and ");
  return text;
}

static bool onlyCopies(linalg::LinalgOp op) {
  return llvm::hasSingleElement(*op.getBlock()) && op.hasOnlyProjectedPermutations();
}

/// Whether it is a matrix product, also as fusion-to-linalg writes one: with a fused multiply-add.
static bool isProduct(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) ||
         (op.getNumReductionLoops() && isa<math::FmaOp>(op.getBlock()->front()));
}

StringRef fusion::getLoopsName(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return isa<tensor::TensorDialect>(op->getDialect()) ? "copy" : op->getName().stripDialect();
  if (isProduct(structured))
    return "matmul";
  if (linalg::isaConvolutionOpInterface(structured))
    return "convolution";
  if (structured.getNumReductionLoops())
    return "reduce";
  return isa<linalg::FillOp>(op) ? "fill" : onlyCopies(structured) ? "copy" : "elementwise";
}

/// Whether it computes elementwise what was in one kernel with a product that has none on this chip.
static bool followsProduct(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    return producer && (isProduct(producer) || (!producer.getNumReductionLoops() && followsProduct(producer)));
  });
}

/// Why there is no kernel for it, and how it runs instead.
static std::string explainStructured(linalg::LinalgOp op, RemarkCode &code) {
  code = RemarkCode::NotImported;
  if (isProduct(op))
    return "products of " + spellElementTypes(op) + " have no kernel: each thread computes elements of the result";
  if (linalg::isaConvolutionOpInterface(op))
    return "convolutions and windows that overlap have no kernel: each thread computes elements of the result";
  if (unsigned loops = op.getNumReductionLoops())
    return llvm::formatv("reduces over {0} dimension(s) as no kernel does: each thread, or a block of them, computes "
                         "elements of the result",
                         loops);
  if (!onlyCopies(op) && getElementTypeOrSelf(op->getResult(0)).isF64() && followsProduct(op))
    return "it follows a product that has no kernel: each thread computes elements of the result";
  if (!onlyCopies(op))
    return "its body has no form as an operation of the fusion dialect: each thread computes elements of the result";
  code = RemarkCode::TransposedCopy;
  return isa<linalg::FillOp>(op) ? "the tensor is filled" : "the elements are copied to where they are read";
}

/// Of all iterations: operations of the body, and what is read and written in each.
static double countInstructions(linalg::LinalgOp op) {
  double each = llvm::range_size(op.getBlock()->without_terminator()) + op.getNumDpsInputs();
  return each * static_cast<double>(estimateElements(op.getStaticLoopRanges()));
}

/// Of tensors that an operation reads, and of its results. One that overwrites a part moves the part alone.
static double countBytes(Operation *op) {
  double bytes = 0;
  auto add = [&](Type type) { bytes += isa<RankedTensorType>(type) ? static_cast<double>(estimateBytes(type)) : 0; };
  auto style = dyn_cast<DestinationStyleOpInterface>(op);
  if (style && isa<OffsetSizeAndStrideOpInterface>(op)) {
    for (Value input : style.getDpsInputs())
      add(input.getType()), add(input.getType());
    return bytes;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (!style || style.isDpsInput(&operand))
      add(operand.get().getType());
  for (Type type : op->getResultTypes())
    add(type);
  return bytes;
}

/// Whether the host computes it, of numbers and sizes alone.
static bool isOfHost(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) && !isa<ShapedType>(value.getType());
  Operation *op = value.getDefiningOp();
  return isa<tensor::DimOp>(op) ||
         (isPure(op) && op->getNumRegions() == 0 && llvm::all_of(op->getOperands(), isOfHost));
}

/// Whether it makes a tensor of a number for kernels alone, which are passed the number (fusion-pass-numbers).
static bool isPassed(Operation *op) {
  auto number = dyn_cast<tensor::FromElementsOp>(op);
  return number && number.getType().getRank() == 0 && isOfHost(number.getElements().front()) &&
         !number.getType().getElementType().isInteger(1) && llvm::all_of(op->getUsers(), llvm::IsaPred<KernelOp>);
}

/// Nothing for what takes no time.
static std::optional<Leftover> describe(Operation *op) {
  if (takesNoTime(op) || isPassed(op) || llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
    return std::nullopt;
  if (auto fill = dyn_cast<linalg::FillOp>(op); fill && onlyBegins(fill))
    return std::nullopt;
  Leftover leftover{op, RemarkCode::NotImported, "", countBytes(op)};
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    leftover.reason = explainStructured(structured, leftover.code);
    leftover.instructions = countInstructions(structured);
  } else if (isa<tensor::TensorDialect>(op->getDialect())) {
    leftover.reason = "it moves elements, which no kernel does by itself";
  } else {
    leftover.reason = "it is no operation that the import knows";
  }
  return leftover;
}

SmallVector<Leftover> fusion::collectLeftovers(ModuleOp module) {
  SmallVector<Leftover> leftovers;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (isa<KernelOp>(op) || (function && getEntryOfStep(function)))
      return WalkResult::skip();
    if (isa<ModuleOp, FunctionOpInterface, RegionBranchOpInterface>(op))
      return WalkResult::advance();
    if (std::optional<Leftover> leftover = describe(op))
      leftovers.push_back(std::move(*leftover));
    return WalkResult::skip();
  });
  return leftovers;
}
