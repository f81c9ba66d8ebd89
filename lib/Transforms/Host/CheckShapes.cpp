// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds sizes that must be equal and are not known to be, and asserts that they are.

#include "CheckViews.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"

namespace fusion {
#define GEN_PASS_DEF_CHECKSHAPESPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// A size: a dimension of a value, or a number where `value` is null; or how many blocks it has, or the elements of
/// several dimensions.
struct Size {
  Value value;
  int64_t dim = 0;                     ///< the number where there is no value
  int64_t block = 1;                   ///< where there is a value
  SmallVector<int64_t, 0> others = {}; ///< dimensions whose sizes it is multiplied with, where there is a value

  static Size of(Value value, int64_t dim) {
    int64_t size = cast<ShapedType>(value.getType()).getDimSize(dim);
    return ShapedType::isDynamic(size) ? Size{value, dim} : Size{{}, size};
  }
  static Size ofAll(Value value, ArrayRef<int64_t> dims) {
    int64_t product = 1;
    for (int64_t dim : dims) {
      int64_t size = cast<ShapedType>(value.getType()).getDimSize(dim);
      if (ShapedType::isDynamic(size))
        return Size{value, dims.front(), 1, llvm::to_vector<0>(dims.drop_front())};
      product *= size;
    }
    return Size{{}, product};
  }
  /// How many blocks of so many a size has, the last of which may be shorter.
  Size inBlocks(int64_t size) const {
    return value ? Size{value, dim, size} : Size{{}, static_cast<int64_t>(llvm::divideCeil(dim, size))};
  }
  bool operator==(const Size &other) const {
    return value == other.value && dim == other.dim && block == other.block && others == other.others;
  }
};

/// A rule of one operation: two sizes must be equal.
struct Rule {
  Size lhs, rhs;
  std::string what;
};
} // namespace

static std::string describe(Operation *op, int64_t dim, unsigned operand, int64_t otherDim, unsigned otherOperand) {
  return ("'" + op->getName().getStringRef() + "' expects equal sizes in dimension " + Twine(dim) + " of operand " +
          Twine(operand) + " and dimension " + Twine(otherDim) + " of operand " + Twine(otherOperand))
      .str();
}

static std::string describe(Operation *op, int64_t dim, unsigned operand, ArrayRef<int64_t> otherDims,
                            unsigned otherOperand) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << op->getName() << "' expects dimension " << dim << " of operand " << operand
     << " to have all elements of dimensions ";
  llvm::interleaveComma(otherDims, os);
  os << " of operand " << otherOperand;
  return text;
}

/// A dimension of a value that must have the size that the type of a result says, where the value's own does not.
static void addStaticRule(Operation *op, Size size, int64_t dim, unsigned operand, int64_t expected,
                          SmallVectorImpl<Rule> &rules) {
  if (!ShapedType::isDynamic(expected))
    rules.push_back({size,
                     {{}, expected},
                     ("'" + op->getName().getStringRef() + "' expects size " + Twine(expected) + " in dimension " +
                      Twine(dim) + " of operand " + Twine(operand))
                         .str()});
}

/// Those whose dimensions are aligned with the result's: no tables.
static MutableArrayRef<OpOperand> getAlignedOperands(Operation *op) {
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  return op->getOpOperands().take_front(elementwise ? elementwise.getElementOperands().size() : op->getNumOperands());
}

/// Operands that broadcast: all dimensions at one place, but for static ones, and the result's.
static void collectBroadcastRules(Operation *op, int64_t skipLast, SmallVectorImpl<Rule> &rules) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (int64_t dim = 0; dim < result.getRank() - skipLast; ++dim) {
    std::optional<std::pair<Size, std::pair<int64_t, unsigned>>> first;
    for (OpOperand &operand : getAlignedOperands(op)) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      int64_t own = dim - (result.getRank() - type.getRank());
      if (own < 0 || type.getDimSize(own) == 1)
        continue;
      Size size = Size::of(operand.get(), own);
      if (!first) {
        first = {size, {own, operand.getOperandNumber()}};
        addStaticRule(op, size, own, operand.getOperandNumber(), result.getDimSize(dim), rules);
        continue;
      }
      rules.push_back({first->first, size,
                       describe(op, first->second.first, first->second.second, own, operand.getOperandNumber())});
    }
  }
}

static void collectLinalgRules(linalg::LinalgOp op, SmallVectorImpl<Rule> &rules) {
  SmallVector<std::optional<std::pair<OpOperand *, int64_t>>> first(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      auto &known = first[loop.getPosition()];
      if (!known) {
        known = {&operand, dim};
        continue;
      }
      rules.push_back({Size::of(known->first->get(), known->second), Size::of(operand.get(), dim),
                       describe(op, known->second, known->first->getOperandNumber(), dim, operand.getOperandNumber())});
    }
  }
}

/// A GPU kernel runs over elements that all its outputs have. Outputs whose types differ in shape it refuses, the CPU's
/// takes them.
static void collectOutputRules(YieldOp yield, SmallVectorImpl<Rule> &rules) {
  SmallVector<Value> computed = cast<KernelOp>(yield->getParentOp()).getComputed();
  Value first = computed[0];
  auto shape = cast<RankedTensorType>(first.getType()).getShape();
  for (auto [number, output] : llvm::drop_begin(llvm::enumerate(computed))) {
    if (cast<RankedTensorType>(output.getType()).getShape() != shape)
      continue;
    for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim)
      rules.push_back({Size::of(first, dim), Size::of(output, dim), describe(yield, dim, 0, dim, number)});
  }
}

/// The scales of a product's operand: one for each block of its rows (columns) `outer`, and of `depth`, its K.
static void collectScaleRules(MatmulOp op, OpOperand &scale, ArrayRef<int64_t> block, Size outer, Size depth,
                              SmallVectorImpl<Rule> &rules) {
  auto type = cast<RankedTensorType>(scale.get().getType());
  const Size sizes[] = {outer, depth};
  for (int64_t dim = 0; dim < 2; ++dim)
    if (type.getDimSize(dim) != 1)
      rules.push_back(
          {Size::of(scale.get(), dim), sizes[dim].inBlocks(block[dim]),
           ("'" + op->getName().getStringRef() + "' expects a scale for each block of " + Twine(block[dim]) +
            " in dimension " + Twine(dim) + " of operand " + Twine(scale.getOperandNumber()))
               .str()});
}

static void collectScaleRules(MatmulOp op, SmallVectorImpl<Rule> &rules) {
  Size depth = Size::of(op.getLhs(), op.getLhsKDim());
  if (op.getLhsScale())
    collectScaleRules(op, *op.getLhsScaleMutable().begin(), *op.getLhsBlock(), Size::of(op.getLhs(), op.getLhsMDim()),
                      depth, rules);
  if (op.getRhsScale())
    collectScaleRules(op, *op.getRhsScaleMutable().begin(), *op.getRhsBlock(), Size::of(op.getRhs(), op.getRhsNDim()),
                      depth, rules);
}

static unsigned getStoredOperand(StoreOpInterface op) {
  return llvm::find(op->getOperands(), op.getStored()) - op->operand_begin();
}

/// What says where elements are stored, or which, has the sizes of the elements, or 1.
static void collectStoreRules(StoreOpInterface op, SmallVectorImpl<Rule> &rules) {
  Value stored = op.getStored();
  unsigned number = getStoredOperand(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() != op.getCondition() && operand.get() != op.getIndices())
      continue;
    auto type = cast<RankedTensorType>(operand.get().getType());
    int64_t skipped = cast<RankedTensorType>(stored.getType()).getRank() - type.getRank();
    for (int64_t own = 0; own < type.getRank(); ++own)
      if (type.getDimSize(own) != 1)
        rules.push_back({Size::of(stored, own + skipped), Size::of(operand.get(), own),
                         describe(op, own + skipped, number, own, operand.getOperandNumber())});
  }
}

/// The dimensions of the output that each dimension of what is stored stands for.
static SmallVector<ReassociationIndices> getOutputDims(StoreOpInterface op) {
  SmallVector<ReassociationIndices> groups = op.getOutputDims();
  if (groups.empty())
    for (int64_t dim = 0; dim < cast<RankedTensorType>(op.getStored().getType()).getRank(); ++dim)
      groups.push_back({dim});
  return groups;
}

/// Elements fill what is kept, but for the dimension in which indices give them places.
static void collectKeptRules(StoreOpInterface op, SmallVectorImpl<Rule> &rules) {
  unsigned number = getStoredOperand(op), last = op->getNumOperands() - 1;
  for (auto [own, group] : llvm::enumerate(getOutputDims(op))) {
    Size size = Size::of(op.getStored(), own);
    ReassociationIndices dims = group;
    if (std::optional<int64_t> indexed = op.getIndexedDim(); indexed && llvm::is_contained(group, *indexed)) {
      int64_t places = cast<ScatterOp>(op.getOperation()).getNumPlaces();
      dims.erase(llvm::find(dims, *indexed));
      // Where the number of places is open, positions along the other dimensions are remainders, and in range.
      if (ShapedType::isDynamic(places) || places == 0)
        continue;
      size = size.inBlocks(places);
    }
    if (dims.size() == 1)
      rules.push_back({size, Size::of(op.getKept(), dims[0]), describe(op, own, number, dims[0], last)});
    if (dims.size() > 1)
      rules.push_back({size, Size::ofAll(op.getKept(), dims), describe(op, own, number, dims, last)});
  }
}

static void collectRules(Operation *op, SmallVectorImpl<Rule> &rules) {
  if (auto matmul = dyn_cast<MatmulOp>(op)) {
    rules.push_back({Size::of(matmul.getLhs(), matmul.getLhsKDim()), Size::of(matmul.getRhs(), matmul.getRhsKDim()),
                     describe(op, matmul.getLhsKDim(), 0, matmul.getRhsKDim(), 1)});
    int64_t lhsM = matmul.getLhsMDim(), rhsN = matmul.getRhsNDim();
    ArrayRef<int64_t> tile = matmul.getType().getShape().take_back(2);
    addStaticRule(op, Size::of(matmul.getLhs(), lhsM), lhsM, 0, tile[0], rules);
    addStaticRule(op, Size::of(matmul.getRhs(), rhsN), rhsN, 1, tile[1], rules);
    collectBroadcastRules(op, /*skipLast=*/2, rules);
    collectScaleRules(matmul, rules);
  } else if (auto yield = dyn_cast<YieldOp>(op); yield && yield.getNumOperands() > 1) {
    collectOutputRules(yield, rules);
  } else if (isa<ElementwiseOpInterface>(op)) {
    collectBroadcastRules(op, 0, rules);
  } else if (auto store = dyn_cast<StoreOpInterface>(op)) {
    collectStoreRules(store, rules);
    if (store.getKept())
      collectKeptRules(store, rules);
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    collectLinalgRules(linalgOp, rules);
  } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    auto from = dyn_cast<RankedTensorType>(cast.getSource().getType()), to = dyn_cast<RankedTensorType>(cast.getType());
    for (int64_t dim = 0; from && to && dim < to.getRank(); ++dim)
      if (from.isDynamicDim(dim) && !to.isDynamicDim(dim))
        rules.push_back(
            {Size::of(cast.getSource(), dim),
             {{}, to.getDimSize(dim)},
             ("'tensor.cast' expects size " + Twine(to.getDimSize(dim)) + " in dimension " + Twine(dim)).str()});
  }
}

/// Follows a size inside a kernel's body to one outside of it; nothing where it cannot.
static std::optional<Size> traceOut(Size size, KernelOp kernel) {
  while (size.value) {
    if (auto view = size.value.getDefiningOp<ViewOp>()) {
      AffineExpr from = view.getAccess().getMap().getSizes()[size.dim];
      if (auto constant = dyn_cast<AffineConstantExpr>(from))
        return Size{{}, constant.getValue()};
      auto symbol = dyn_cast<AffineSymbolExpr>(from);
      if (!symbol)
        return std::nullopt;
      size = Size::of(view.getInput(), symbol.getPosition());
      continue;
    }
    if (Value input = kernel.getInputOf(size.value))
      return Size::of(input, size.dim);
    Operation *op = size.value.getDefiningOp();
    if (op->getBlock() != kernel.getBodyBlock())
      return size;
    Size next;
    bool found = false;
    auto result = cast<RankedTensorType>(size.value.getType());
    if (auto matmul = dyn_cast<MatmulOp>(op); matmul && size.dim >= result.getRank() - 2) {
      bool isM = size.dim == result.getRank() - 2;
      next = isM ? Size::of(matmul.getLhs(), matmul.getLhsMDim()) : Size::of(matmul.getRhs(), matmul.getRhsNDim());
      found = true;
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      next = Size::of(reduce.getInput(), size.dim); // what is reduced is 1 in the result's type
      found = true;
    } else if (isa<ElementwiseOpInterface, MatmulOp>(op)) {
      for (OpOperand &use : getAlignedOperands(op)) {
        Value operand = use.get();
        auto type = cast<RankedTensorType>(operand.getType());
        int64_t own = size.dim - (result.getRank() - type.getRank());
        if (found || own < 0 || type.getDimSize(own) == 1)
          continue;
        next = Size::of(operand, own);
        found = true;
      }
    }
    if (!found)
      return std::nullopt;
    size = next;
  }
  return size;
}

static Value buildSize(OpBuilder &builder, Location loc, Size size) {
  if (!size.value)
    return arith::ConstantIndexOp::create(builder, loc, size.dim);
  Value elements = tensor::DimOp::create(builder, loc, size.value, size.dim);
  for (int64_t dim : size.others)
    elements =
        arith::MulIOp::create(builder, loc, elements, tensor::DimOp::create(builder, loc, size.value, dim).getResult());
  if (size.block == 1)
    return elements;
  return arith::CeilDivUIOp::create(builder, loc, elements,
                                    arith::ConstantIndexOp::create(builder, loc, size.block).getResult());
}

namespace {
struct CheckShapes : fusion::impl::CheckShapesPassBase<CheckShapes> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      SmallVector<Rule> rules;
      collectRules(op, rules);
      for (const Rule &rule : rules)
        insertCheck(op, rule);
      if (!op->getParentOfType<KernelOp>())
        numChecks += insertViewChecks(op);
    }
  }

private:
  void insertCheck(Operation *op, const Rule &rule) {
    std::optional<Size> lhs = rule.lhs, rhs = rule.rhs;
    auto kernel = op->getParentOfType<KernelOp>();
    if (kernel) {
      lhs = traceOut(rule.lhs, kernel);
      rhs = traceOut(rule.rhs, kernel);
      if (lhs && rhs) {
        lhs = lhs->inBlocks(rule.lhs.block);
        rhs = rhs->inBlocks(rule.rhs.block);
        // Of what is kept, which is an input.
        rhs->others = rule.rhs.others;
      }
    }
    // Two static sizes were compared by the verifier.
    if (!lhs || !rhs || *lhs == *rhs || (!lhs->value && !rhs->value))
      return;
    Operation *place = kernel ? kernel.getOperation() : op;
    OpBuilder builder(place);
    Value same = arith::CmpIOp::create(builder, op->getLoc(), arith::CmpIPredicate::eq,
                                       buildSize(builder, op->getLoc(), *lhs), buildSize(builder, op->getLoc(), *rhs));
    cf::AssertOp::create(builder, op->getLoc(), same, rule.what);
    ++numChecks;
  }
};
} // namespace
