// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds a kernel's formula from what its anchors say of loops and maps.

#include "fusion/Analysis/ProductFormula.h"

#include "ProductAddition.h"
#include "fusion/Analysis/KernelPlan.h"

using namespace mlir;
using namespace fusion;

unsigned ProductFactor::getAdjacentLoop() const {
  return cast<AffineDimExpr>(map.getResult(map.getNumResults() - 1)).getPosition();
}

std::optional<unsigned> ProductFactor::getDim(unsigned loop) const {
  return map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

std::optional<unsigned> ProductFactor::getArgumentDim(unsigned loop) const {
  return access ? access->getMemoryDim(loop) : std::nullopt;
}

/// What loops of `sizes` read by `map` of what the value is a view of.
static std::optional<AccessMap> getAccess(AffineMap map, ArrayRef<int64_t> sizes, Value value) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> ofLoops;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    std::optional<unsigned> dim = map.getResultPosition(getAffineDimExpr(loop, context));
    ofLoops.push_back(!ShapedType::isDynamic(size) ? getAffineConstantExpr(size, context)
                      : dim                        ? getAffineSymbolExpr(*dim, context)
                                                   : AccessMap::getAnySize(loop, map.getNumResults(), context));
  }
  AccessMap own = AccessMap::get(ofLoops, map.getResults(), context);
  auto view = value.getDefiningOp<ViewOp>();
  if (!view)
    return own;
  std::optional<AccessMap> ofView = view.getComposedAccess();
  return ofView ? ofView->compose(own) : std::nullopt;
}

static ProductFactor getFactor(OpOperand &operand, AffineMap map, Value scale, std::optional<ArrayRef<int64_t>> block) {
  ProductFactor factor{FactorKind::Computed, &operand, map, {}, {}, std::nullopt};
  if (auto argument = dyn_cast<BlockArgument>(skipViews(operand.get()))) {
    factor.argument = argument;
    factor.kind = FactorKind::Tiled;
    for (auto view = operand.get().getDefiningOp<ViewOp>(); view; view = view.getInput().getDefiningOp<ViewOp>())
      if (!view.getAsPermutation())
        factor.kind = FactorKind::Mapped;
  }
  if (scale)
    factor.scale = FactorScale{scale, block->front(), block->back()};
  return factor;
}

/// The size of a loop: that of a dimension along which it runs, a known one if there is one.
static int64_t getSize(unsigned loop, ArrayRef<const ProductFactor *> factors) {
  int64_t size = ShapedType::kDynamic;
  for (const ProductFactor *factor : factors)
    if (std::optional<unsigned> dim = factor->getDim(loop); dim && ShapedType::isDynamic(size))
      size = factor->getType().getDimSize(*dim);
  return size;
}

ProductSum ProductFormula::getSum(MatmulOp product) {
  SmallVector<AffineMap> maps = product.getIndexingMaps();
  MutableArrayRef<OpOperand> factors = product.getFactorOperands();
  ProductSum sum{product, &getProductType(product),
                 getFactor(factors[0], maps[0], product.getLhsScale(), product.getLhsBlock()),
                 getFactor(factors[1], maps[1], product.getRhsScale(), product.getRhsBlock()),
                 llvm::to_vector<2>(product.getBatchShape())};
  sum.rows = getSize(sum.getRowLoop(), {&sum.lhs});
  sum.columns = getSize(sum.getColumnLoop(), {&sum.rhs});
  sum.k = getSize(sum.getKLoop(), {&sum.lhs, &sum.rhs});
  SmallVector<int64_t> loops = llvm::to_vector(sum.batches);
  loops.append({sum.rows, sum.columns, sum.k});
  for (ProductFactor *factor : {&sum.lhs, &sum.rhs})
    if (factor->argument)
      factor->access = getAccess(factor->map, loops, factor->getValue());
  return sum;
}

/// Whether two products of inputs differ in the elements of the right factor alone.
static bool areSiblings(const ProductSum &a, const ProductSum &b) {
  return a.lhs.getValue() == b.lhs.getValue() && a.type == b.type && a.rhs.getType() == b.rhs.getType() &&
         a.rhs.map == b.rhs.map && a.getResultType() == b.getResultType() &&
         a.getAccumulatorType() == b.getAccumulatorType() && !a.isBlockScaled() && !b.isBlockScaled();
}

ProductFormula::ProductFormula(const KernelPlan &plan) {
  for (AnchorOpInterface anchor : plan.getAnchors())
    if (auto product = dyn_cast<MatmulOp>(anchor.getOperation()))
      sums.push_back(getSum(product));
  auto isInput = [](Value operand) { return isa<BlockArgument>(skipViews(operand)); };
  auto isOfInputs = [&](const ProductSum &sum) { return llvm::all_of(sum.anchor->getOperands(), isInput); };
  auto isSibling = [&](const ProductSum &sum) { return areSiblings(sums.front(), sum); };
  bool areOfInputs = plan.getAnchors().size() == sums.size() && llvm::all_of(sums, isOfInputs);
  if (!areOfInputs || plan.getKernel().getGeneralView())
    return;
  if (llvm::all_of(llvm::drop_begin(sums), isSibling)) {
    numSiblings = sums.size();
    return;
  }
  ProductAddition found;
  if (sums.size() != 2)
    return;
  if (FusionVerdict verdict = findProductAddition(plan.getKernel(), sums, found))
    addition = found;
  else
    noAddition = verdict.reason;
}

std::optional<ProductSum> ProductFormula::getPlain(KernelOp kernel) {
  const ProductSum *sum = KernelPlan(kernel).getFormula().getPlain();
  return sum ? std::optional(*sum) : std::nullopt;
}
