// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds constant factors whose kernels would gain if they lay transposed, by asking the chip's families.

#include "TransposeFactors.h"

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Whether the kernel of a product of f32 would gain if a factor lay transposed: it copies it first, because its family
/// reads it in another order, or a family that goes before did not take the product for that.
static bool copiesFactor(const ScheduleProblem &problem, KernelOp kernel, const ChipInfo &chip) {
  ScheduleAttr schedule = selectSchedule(kernel, chip);
  const KernelFamily *family = schedule ? lookupKernelFamily(schedule.getFamily()) : nullptr;
  if (!family)
    return false;
  return family != getSupportingFamilies(KernelPlan(kernel), chip).front() ||
         family->gainsByTranspose(schedule, problem, 0) || family->gainsByTranspose(schedule, problem, 1);
}

static bool isConstant(func::FuncOp entry, Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op))
      return matchPattern(op, m_Constant());
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == &entry.front() && entry.getArgAttr(argument.getArgNumber(), kConstantAttrName);
}

/// The argument of the body that is `factor`, if nothing else reads it and TMA could read the rows of its transpose.
static BlockArgument getMovable(KernelOp kernel, Value factor) {
  auto argument = dyn_cast<BlockArgument>(factor);
  if (!argument || !argument.hasOneUse())
    return {};
  auto type = cast<RankedTensorType>(argument.getType());
  constexpr int64_t rowUnit = 4; // elements of f32 in 16 bytes
  return type.hasStaticShape() && type.getDimSize(type.getRank() - 2) % rowUnit == 0 ? argument : BlockArgument();
}

namespace {
class FactorTransposer {
public:
  FactorTransposer(RewriterBase &rewriter, func::FuncOp entry) : rewriter(rewriter), entry(entry) {}

  /// Hands the kernel the transpose of an input; false where that is not constant.
  bool transpose(KernelOp kernel, Value factor) {
    BlockArgument argument = getMovable(kernel, factor);
    Value input = argument ? kernel.getInputs()[argument.getArgNumber()] : Value();
    if (!input || !isConstant(entry, input))
      return false;
    Value &known = transposed[input];
    if (!known)
      known = build(kernel.getLoc(), input);
    rewriter.modifyOpInPlace(kernel, [&] {
      kernel.getInputsMutable()[argument.getArgNumber()].set(known);
      argument.setType(cast<RankedTensorType>(known.getType()));
    });
    return true;
  }

private:
  Value build(Location loc, Value input) {
    auto type = cast<RankedTensorType>(input.getType());
    auto permutation = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
    std::swap(permutation.end()[-1], permutation.end()[-2]);
    SmallVector<int64_t> shape(type.getShape());
    std::swap(shape.end()[-1], shape.end()[-2]);
    rewriter.setInsertionPointAfterValue(input);
    Value init = tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
    return linalg::TransposeOp::create(rewriter, loc, input, init, permutation)->getResult(0);
  }

  RewriterBase &rewriter;
  func::FuncOp entry;
  llvm::DenseMap<Value, Value> transposed; ///< products share them
};
} // namespace

/// Transposes a factor of the kernel's product, if one of them is constant and that saves a copy.
static bool transposeFactor(FactorTransposer &transposer, KernelOp kernel, const ChipInfo &chip) {
  std::optional<ProductSum> product = ProductFormula::getPlain(kernel);
  if (!product || kernel.getScheduleAttr() || !kernel.getOuts().empty())
    return false;
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  bool needsA = problem.needsTransposeA(), needsB = problem.needsTransposeB();
  if (!problem.type->usesTensorCores() || (!needsA && !needsB) || !copiesFactor(problem, kernel, chip))
    return false;
  auto matmul = cast<MatmulOp>(product->anchor.getOperation());
  // One is enough: the other comes from registers.
  if (needsB && transposer.transpose(kernel, matmul.getRhs())) {
    matmul.setTransposeB(true);
    return true;
  }
  if (needsA && transposer.transpose(kernel, matmul.getLhs())) {
    matmul.setTransposeA(false);
    return true;
  }
  return false;
}

int64_t fusion::transposeConstantFactors(RewriterBase &rewriter, func::FuncOp entry) {
  const ChipInfo &chip = getTargetChip(entry);
  FactorTransposer transposer(rewriter, entry);
  int64_t transposed = 0;
  entry.walk([&](KernelOp kernel) { transposed += transposeFactor(transposer, kernel, chip); });
  return transposed;
}
