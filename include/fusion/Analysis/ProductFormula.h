// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The products of a kernel as a formula: loops, factors with the elements that they read, sums.

#ifndef FUSION_ANALYSIS_PRODUCTFORMULA_H
#define FUSION_ANALYSIS_PRODUCTFORMULA_H

#include "fusion/Analysis/ProductType.h"
#include "mlir/IR/AffineMap.h"
#include <optional>

namespace fusion {
class KernelPlan;

/// Scales of a factor's blocks of `rows` x `depth` elements: one for that many of its rows (columns, of the right
/// factor), and of k.
struct FactorScale {
  Value value;
  int64_t rows, depth;

  /// Whether there is one for all rows, for all of k.
  bool isOfAllRows() const { return cast<RankedTensorType>(value.getType()).getDimSize(0) == 1; }
  bool isOfAllK() const { return cast<RankedTensorType>(value.getType()).getDimSize(1) == 1; }
};

/// Where the elements of a factor come from.
enum class FactorKind {
  Tiled,   ///< memory, in tiles: an input of the kernel, or one with its dimensions in another order
  Mapped,  ///< memory, by any other access map
  Computed ///< what the kernel computes: of integers of a weight, of another product
};

/// What a product multiplies.
struct ProductFactor {
  FactorKind kind = FactorKind::Tiled;
  OpOperand *operand = nullptr; ///< of the anchor
  AffineMap map;                ///< from the loops to the dimensions of the operand
  BlockArgument argument;       ///< of the body, whose elements are read; null where they are computed
  /// Which elements of the argument the loops read; nothing where there is none, or where views of it are no one map.
  std::optional<AccessMap> access;
  std::optional<FactorScale> scale;

  Value getValue() const { return operand->get(); }
  RankedTensorType getType() const { return cast<RankedTensorType>(getValue().getType()); }
  /// The number of the loop along which elements of the operand are adjacent.
  unsigned getAdjacentLoop() const;
  /// The dimension of the operand along which a loop runs; nothing where none does.
  std::optional<unsigned> getDim(unsigned loop) const;
  /// The same of the argument.
  std::optional<unsigned> getArgumentDim(unsigned loop) const;
};

/// What a product sums up: [batch..., rows, columns] of it.
struct ProductSum {
  AnchorOpInterface anchor;
  const ProductType *type = nullptr;
  ProductFactor lhs, rhs;
  /// Sizes of the loops, ShapedType::kDynamic where they are not known: those of batches, then the three others.
  SmallVector<int64_t, 2> batches;
  int64_t rows = 0, columns = 0, k = 0;

  Value getResult() const { return anchor->getResult(0); }
  RankedTensorType getResultType() const { return cast<RankedTensorType>(getResult().getType()); }
  /// Numbers of the loops: behind those of batches, in this order.
  unsigned getRowLoop() const { return batches.size(); }
  unsigned getColumnLoop() const { return batches.size() + 1; }
  unsigned getKLoop() const { return batches.size() + 2; }
  /// Whether elements of the left factor are adjacent along the rows, and of the right one along k.
  bool isTransposedA() const { return lhs.getAdjacentLoop() == getRowLoop(); }
  bool isTransposedB() const { return rhs.getAdjacentLoop() == getKLoop(); }
  bool isBlockScaled() const { return lhs.scale || rhs.scale; }
  /// Dimensions of the arguments that factors are read from: along rows and k of the left one's, along columns of the
  /// right one's.
  unsigned getRowDim() const { return *lhs.getArgumentDim(getRowLoop()); }
  unsigned getKDim() const { return *lhs.getArgumentDim(getKLoop()); }
  unsigned getColumnDim() const { return *rhs.getArgumentDim(getColumnLoop()); }
  Type getAccumulatorType() const { return AnchorOpInterface(anchor).getAccumulatorType(); }
};

/// Two products with factors of their own, which an addition brings together before anything else depends on both: they
/// may be summed in one accumulator. With main + scale * added for the main product's result, and -0.0 for the other's,
/// the body computes what it computes of the two. In numerics that leave out roundings inside a kernel.
struct ProductAddition {
  unsigned main = 0; ///< its number among the two: the deeper one, if it can be
  double scale = 1;  ///< a number that f32 has
};

/// The products of a kernel, in the order of its body. Loops and maps are those that the anchors say
/// (AnchorOpInterface). The kernel's plan holds it (KernelPlan::getFormula).
class ProductFormula {
public:
  explicit ProductFormula(const KernelPlan &plan);
  /// The plain sum of a kernel that nobody has a plan of, nothing where that has none.
  static std::optional<ProductSum> getPlain(KernelOp kernel);
  /// That of a product, wherever it stands.
  static ProductSum getSum(MatmulOp product);

  ArrayRef<ProductSum> getSums() const { return sums; }
  /// The sum of the one anchor of the kernel, if that is a product of inputs: nothing is computed in front of it. Null
  /// where it is not.
  const ProductSum *getPlain() const { return numSiblings == 1 ? &sums.front() : nullptr; }
  /// The products of a kernel whose anchors are products of inputs alone: one (getPlain), or several with the same left
  /// factor, the same type of right factors and of sums, and no scales. A gated pair is two. Empty where anchors are
  /// others.
  ArrayRef<ProductSum> getSiblings() const { return ArrayRef(sums).take_front(numSiblings); }
  /// Of a kernel whose anchors are two products of inputs with different left factors, how they are added. Nothing
  /// where they do not meet in an addition, or whyNoAddition() says why they have no accumulator in common.
  const std::optional<ProductAddition> &getAddition() const { return addition; }
  StringRef whyNoAddition() const { return noAddition; }
  /// The product that is added to the main one; null where there is no addition.
  const ProductSum *getAdded() const { return addition ? &sums[1 - addition->main] : nullptr; }
  /// The products that have accumulators: siblings, or the main one of an addition. Empty where anchors are others.
  ArrayRef<ProductSum> getAccumulated() const {
    return addition ? ArrayRef(sums).slice(addition->main, 1) : getSiblings();
  }

private:
  SmallVector<ProductSum, 1> sums;
  size_t numSiblings = 0;
  std::optional<ProductAddition> addition;
  std::string noAddition;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_PRODUCTFORMULA_H
