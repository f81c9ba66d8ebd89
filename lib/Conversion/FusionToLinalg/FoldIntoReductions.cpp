// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Lowering.h"
#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Support/Remark.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SparseBitVector.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_FOLDINTOREDUCTIONSPASS
#include "fusion/Conversion/FusionToLinalg/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// Which products could have an operation in their epilogues: it depends on them, and on nothing else that does.
class ProductReach {
public:
  explicit ProductReach(Operation *root) {
    root->walk([&](Operation *op) { visit(op); });
  }
  bool isInReach(Operation *op) const {
    auto it = facts.find(op);
    return it != facts.end() && !it->second.reach.empty();
  }

private:
  /// Products: that may compute the operation behind them; that something between them and the operation depends on.
  struct Facts {
    llvm::SparseBitVector<> reach, behind;
  };

  void visit(Operation *op) {
    Facts own;
    for (Value operand : op->getOperands())
      if (auto it = facts.find(operand.getDefiningOp()); it != facts.end()) {
        own.reach |= it->second.reach;
        own.behind |= it->second.behind;
      }
    if (isa<ElementwiseOpInterface>(op))
      own.reach.intersectWithComplement(own.behind);
    else {
      own.behind |= own.reach;
      own.reach.clear();
    }
    // A kernel that is there already may be that of a product.
    if (isa<MatmulOp, KernelOp>(op))
      own.reach.set(products++);
    if (!own.reach.empty() || !own.behind.empty())
      facts[op] = std::move(own);
  }

  llvm::DenseMap<Operation *, Facts> facts;
  unsigned products = 0;
};

/// Computes what one reduction reads in its body.
class ReductionFolder {
public:
  ReductionFolder(RewriterBase &rewriter, const ProductReach &reach) : rewriter(rewriter), reach(reach) {}

  /// Folds until nothing is left that pays. Returns how many operations went in.
  int64_t fold(linalg::LinalgOp op);

private:
  /// More in a body costs a GPU more than reading the results would.
  static constexpr int64_t kMostFolded = 32;
  /// In instructions: sums, products, extrema, conversions and the like, which are also the same on every path.
  static constexpr int64_t kMostCost = 2;

  bool isFoldable(linalg::LinalgOp reduction, OpOperand &input);
  linalg::GenericOp foldInput(linalg::GenericOp reduction, unsigned number);

  RewriterBase &rewriter;
  const ProductReach &reach;
};
} // namespace

static bool isSplat(Value value) { return matchPattern(value, m_Constant<SplatElementsAttr>(nullptr)); }

/// Bits of an operand's elements for each element of the result; 0 for splats and what is repeated.
static int64_t getWidth(Value operand, RankedTensorType result) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (isSplat(operand) || type.getRank() < result.getRank() || type.getShape() != result.getShape())
    return 0;
  return type.getElementTypeBitWidth();
}

/// Whether `op` makes elements wider and does nothing else.
static bool isWidening(Operation *op) {
  auto width = [](Value value) { return cast<RankedTensorType>(value.getType()).getElementTypeBitWidth(); };
  return isa<CastOp>(op) && width(op->getOperand(0)) < width(op->getResult(0));
}

/// Whether a reduction moves fewer bytes, or as many, when it computes `op` itself. What nobody else needs is not
/// stored then; but what `op` reads is, if a kernel would have computed it too. A product computes what is behind it
/// for nothing, but stores what is narrow rather than what it is widened to.
static bool savesBytes(ElementwiseOpInterface op, bool behindProduct) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t read = 0, stored = 0;
  for (Value operand : llvm::SmallSetVector<Value, 4>(op->operand_begin(), op->operand_end())) {
    int64_t width = getWidth(operand, result);
    bool onlyHere = llvm::all_of(operand.getUsers(), [&](Operation *user) { return user == op; });
    if (width > 0 && onlyHere && behindProduct && !isWidening(op))
      return false;
    read += width;
    stored += onlyHere && operand.getDefiningOp<ElementwiseOpInterface>() ? width : 0;
  }
  int64_t own = result.getElementTypeBitWidth();
  bool single = llvm::all_equal(op->getUsers());
  return (single && !behindProduct ? stored <= own : read <= own) || seeded("reduction-folds-always");
}

/// Whether the sizes of all loops of `reduction` are known when it reads what `op` does, in place of `input`.
static bool keepsSizes(linalg::LinalgOp reduction, OpOperand &input, ElementwiseOpInterface op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return llvm::any_of(op->getOperands(), [&](Value operand) { return getWidth(operand, result) > 0; }) ||
         llvm::any_of(reduction.getDpsInputOperands(), [&](OpOperand *other) {
           return other != &input && reduction.getMatchingIndexingMap(other).isPermutation();
         });
}

bool ReductionFolder::isFoldable(linalg::LinalgOp reduction, OpOperand &input) {
  auto op = input.get().getDefiningOp<ElementwiseOpInterface>();
  if (!op || op->getBlock() != reduction->getBlock() || op->hasAttr(kMustFuseAttrName))
    return false;
  // The reduction's loops are not the operation's: it has no positions of it, and no tables.
  if (op.dependsOnPosition() || op.getElementOperands().size() != op->getNumOperands())
    return false;
  // Each element is computed once, and in its own type: there is no rounding that could be left out.
  Type element = cast<RankedTensorType>(input.get().getType()).getElementType();
  return reduction.getMatchingIndexingMap(&input).isPermutation() && getComputeType(element) == element &&
         keepsSizes(reduction, input, op) && op.getPreciseScalarCost() <= kMostCost &&
         savesBytes(op, reach.isInReach(op) && !seeded("reduction-folds-epilogues"));
}

/// `value`, an element of an operand, as buildScalar takes it.
static Value toComputeType(OpBuilder &builder, Location loc, Value value) {
  return isa<FloatType>(value.getType()) ? convertFloat(builder, loc, value, getComputeType(value.getType())) : value;
}

linalg::GenericOp ReductionFolder::foldInput(linalg::GenericOp reduction, unsigned number) {
  OpOperand &input = *reduction.getDpsInputOperand(number);
  auto op = input.get().getDefiningOp<ElementwiseOpInterface>();
  auto result = cast<RankedTensorType>(input.get().getType());
  // Loop of each dimension of the operation's result.
  AffineMap map = reduction.getMatchingIndexingMap(&input);
  SmallVector<unsigned> loops;
  for (AffineExpr expr : map.getResults())
    loops.push_back(cast<AffineDimExpr>(expr).getPosition());

  // The inputs that stay, and those of the operation; each value that is read at one place is one input.
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  auto addInput = [&](Value value, AffineMap valueMap) -> unsigned {
    for (auto [index, known, knownMap] : llvm::enumerate(inputs, maps))
      if (known == value && knownMap == valueMap)
        return index;
    inputs.push_back(value);
    maps.push_back(valueMap);
    return inputs.size() - 1;
  };
  SmallVector<unsigned> numbers; // of the reduction's inputs, 0 for what is folded
  for (OpOperand *other : reduction.getDpsInputOperands())
    numbers.push_back(other == &input ? 0 : addInput(other->get(), reduction.getMatchingIndexingMap(other)));
  SmallVector<unsigned> own; // of the operation's operands, 0 for splats
  for (Value operand : op->getOperands())
    own.push_back(isSplat(operand) ? 0
                                   : addInput(operand, getBroadcastMap(rewriter.getContext(),
                                                                       cast<RankedTensorType>(operand.getType()),
                                                                       result.getShape(), loops, map.getNumDims())));
  for (OpOperand &init : reduction.getDpsInitsMutable())
    maps.push_back(reduction.getMatchingIndexingMap(&init));

  rewriter.setInsertionPoint(reduction);
  auto build = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    SmallVector<Value> scalars;
    for (auto [operand, argument] : llvm::zip_equal(op->getOperands(), own)) {
      SplatElementsAttr splat;
      Value scalar = matchPattern(operand, m_Constant(&splat))
                         ? Value(arith::ConstantOp::create(b, loc, splat.getSplatValue<TypedAttr>()))
                         : arguments[argument];
      scalars.push_back(toComputeType(b, loc, scalar));
    }
    if (seeded("reduction-operands-swapped"))
      std::swap(scalars.front(), scalars.back());
    Value folded = op.buildScalar(b, loc, scalars, ScalarContext());
    IRMapping mapping;
    for (auto [index, argument] : llvm::enumerate(reduction.getRegionInputArgs()))
      mapping.map(argument, index == number ? folded : arguments[numbers[index]]);
    for (auto [index, argument] : llvm::enumerate(reduction.getRegionOutputArgs()))
      mapping.map(argument, arguments[inputs.size() + index]);
    for (Operation &inner : *reduction.getBody())
      b.clone(inner, mapping);
  };
  auto folded = linalg::GenericOp::create(rewriter, reduction.getLoc(), reduction.getResultTypes(), inputs,
                                          reduction.getOutputs(), maps, reduction.getIteratorTypesArray(), build,
                                          linalg::getPrunedAttributeList(reduction));
  rewriter.replaceOp(reduction, folded);
  emitPassed(op, RemarkCode::Folded,
             (op->getName().getStringRef() + " is computed by the reduction that reads it").str());
  return folded;
}

int64_t ReductionFolder::fold(linalg::LinalgOp op) {
  int64_t count = 0;
  for (; count < kMostFolded; ++count) {
    SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
    auto *it = llvm::find_if(inputs, [&](OpOperand *input) { return isFoldable(op, *input); });
    if (it == inputs.end())
      break;
    unsigned number = it - inputs.begin();
    Operation *producer = (*it)->get().getDefiningOp();
    auto generic = dyn_cast<linalg::GenericOp>(*op);
    if (!generic) {
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
      if (failed(made))
        break;
      generic = *made;
    }
    op = cast<linalg::LinalgOp>(foldInput(generic, number).getOperation());
    if (producer->use_empty())
      rewriter.eraseOp(producer);
  }
  return count;
}

namespace {
struct FoldIntoReductionsPass : fusion::impl::FoldIntoReductionsPassBase<FoldIntoReductionsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> reductions;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
          linalgOp && linalgOp.hasPureTensorSemantics() && linalgOp.getNumReductionLoops() > 0)
        reductions.push_back(linalgOp);
      return WalkResult::advance();
    });
    if (reductions.empty())
      return markAllAnalysesPreserved();
    ProductReach reach(getOperation());
    IRRewriter rewriter(&getContext());
    // Users first: what only they needed is gone then.
    for (linalg::LinalgOp reduction : llvm::reverse(reductions))
      numOps += ReductionFolder(rewriter, reach).fold(reduction);
  }
};
} // namespace
