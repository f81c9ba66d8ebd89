// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's formula, split once: anchors, prologues, epilogue, outputs.

#ifndef FUSION_ANALYSIS_KERNELPLAN_H
#define FUSION_ANALYSIS_KERNELPLAN_H

#include "fusion/Analysis/OperandKind.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <memory>

namespace fusion {
class ProductFormula;
struct ProductSum;

/// Whether an operation is an anchor whose terms are products: of elements of several factors. Null is none.
bool isProduct(Operation *op);

/// A factor of an anchor.
struct FactorPlan {
  OpOperand *operand;
  /// What is computed in front of it from inputs and results of earlier anchors, in the order of the body; constants
  /// and views are none. What several factors read is in the prologue of each.
  SmallVector<Operation *> prologue;
  /// The earlier anchors whose results reach it.
  SmallVector<AnchorOpInterface, 1> sources;

  /// Whether it is an input of the kernel, or a view of one.
  bool isInput() const { return isa<BlockArgument>(skipViews(operand->get())); }
};

struct AnchorPlan {
  AnchorOpInterface op;
  SmallVector<FactorPlan, 2> factors;
};

/// An output, before a view puts it in another order of dimensions.
struct OutputPlan {
  Value computed;
  /// How it is spread over the iteration space: nothing where there is none, or it is larger.
  std::optional<OperandKind> kind;
};

/// How the formula of a kernel is split:
///
///   inputs -> prologues -> anchor -> prologues -> anchor -> ... -> epilogue -> outputs
///
/// What is computed for a factor is that factor's prologue; all other elementwise operations are the epilogue, also
/// those of a kernel without an anchor. What both need is in both.
class KernelPlan {
public:
  /// Of a kernel that nobody has a plan of yet. Whoever has one hands it on: it holds the formula.
  KernelPlan(KernelOp kernel);

  KernelOp getKernel() const { return kernel; }

  /// Anchors in the order of the body.
  ArrayRef<AnchorOpInterface> getAnchors() const { return anchors; }
  bool isElementwise() const { return anchors.empty(); }
  bool hasProduct() const;
  /// Whether a product reads what is computed of another: attention.
  bool chainsProducts() const;
  bool hasSeveralProducts() const;
  /// Whether there is a product, and a reduction in front of it, behind it or of other values.
  bool hasProductAndReductions() const;
  /// "matmul" or another first anchor's name, or "elementwise".
  StringRef getAnchorName() const;

  /// The space in which the kernel's loops run: [batch..., M, N], that of the anchors, which must agree
  /// (AnchorOpInterface::getIterationType); of the outputs where there is no anchor. The element type is of the first
  /// of them. Null where shapes differ.
  RankedTensorType getIterationType() const;

  /// The products, which are read off the body when they are first asked for: whoever has a plan hands it on.
  const ProductFormula &getFormula() const;
  /// ProductFormula::getPlain of it.
  const ProductSum *getPlainProduct() const;
  /// ProductFormula::getSiblings of it.
  ArrayRef<ProductSum> getSiblingProducts() const;
  /// ProductFormula::getAccumulated of it.
  ArrayRef<ProductSum> getAccumulatedProducts() const;
  /// The tensor that these have as their left factor; null where there are none, or the kernel computes it.
  Value getLeftFactor() const;

  /// The anchors with prologues.
  SmallVector<AnchorPlan> getAnchorPlans() const;
  /// The elementwise operations that outputs are computed by, behind the anchors.
  SmallVector<Operation *> getEpilogue() const;
  SmallVector<OutputPlan> getOutputs() const;

private:
  KernelOp kernel;
  SmallVector<AnchorOpInterface, 2> anchors;
  mutable std::shared_ptr<const ProductFormula> formula;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_KERNELPLAN_H
