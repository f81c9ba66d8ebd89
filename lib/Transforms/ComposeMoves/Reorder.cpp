// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the operations in front of a chain of moves, and computes them behind it.

#include "Reorder.h"

#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// Whether the elements of `op`'s result are computed of those of its operands at the same place, or of a row of them;
/// what is looked up beside stays where it is.
static bool keepsPlaces(Operation *op) {
  if (!op || op->hasAttr(kMustFuseAttrName) || op->getNumRegions() != (isa<MapOp>(op) ? 1 : 0))
    return false;
  auto reduce = dyn_cast<ReduceOp>(op);
  return (reduce && !reduce.getIndex()) || isa<ElementwiseOpInterface>(op);
}

/// The value of which `value` is a reshape.
static Value skipReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

namespace {
/// Operations that are computed in another order.
class Reordering {
public:
  /// All those in the block of `last` that `source` follows from and nothing else reads but `chain`, which ends with
  /// `last`. Empty if there are none.
  Reordering(const MoveChain &chain, Operation *last)
      : chain(chain), block(last->getBlock()), iteration(getTensorType(chain.source)),
        result(getTensorType(last->getResult(0))) {
    for (size_t i = 0; i < chain.moves.size(); ++i) {
      // The source's users are the first move alone, and each move's the next.
      Value moved = i + 1 < chain.moves.size() ? chain.moves[i + 1]->getResult(0) : chain.source;
      if (!moved.hasOneUse())
        return;
    }
    add(chain.source.getDefiningOp());
    for (size_t i = 0; i < order.size(); ++i)
      for (Value operand : getAlignedOperands(order[i]))
        if (Operation *op = operand.getDefiningOp();
            op && llvm::all_of(op->getUses(), [&](OpOperand &use) { return readsAligned(use); }))
          add(op);
  }

  bool isEmpty() const { return order.empty(); }
  bool reduces() const { return llvm::any_of(order, llvm::IsaPred<ReduceOp>); }
  /// Whether something that is read is the result of a product.
  bool standsBehindProduct() const {
    return llvm::any_of(order, [&](Operation *op) {
      return llvm::any_of(getAlignedOperands(op), [](Value operand) { return comesFromMatmul(operand, true); });
    });
  }

  /// Whether something looks up what a product gave at other places: the product's epilogue cannot compute it.
  bool looksUpProduct() const {
    return llvm::any_of(order, [](Operation *op) {
      auto map = dyn_cast<MapOp>(op);
      return map && llvm::any_of(map.getTables(), [](Value table) { return comesFromMatmul(table, true); });
    });
  }

  /// The source's elements in the other order; null where a reduction's rows would be taken apart.
  Value rebuild(RewriterBase &rewriter, Location loc);

private:
  /// Whether it is one of the operations that reads, and not by looking up.
  bool readsAligned(OpOperand &use) const {
    Operation *op = use.getOwner();
    auto map = dyn_cast<MapOp>(op);
    return ops.contains(op) && (!map || use.getOperandNumber() < map.getElements().size());
  }

  void add(Operation *op) {
    // What moves elements is read through. What stands in front of a loop or a branch stays there.
    if (!op || op->getBlock() != block || ops.contains(op) || !keepsPlaces(op) || getMoveAccess(op))
      return;
    auto fits = [&](Value value) {
      ArrayRef<int64_t> shape = getTensorType(value).getShape();
      auto sizes = iteration.getShape().take_back(shape.size());
      return getTensorType(value).hasStaticShape() && shape.size() <= iteration.getShape().size() &&
             llvm::all_of(llvm::zip_equal(shape, sizes),
                          [](auto pair) { return std::get<0>(pair) == 1 || std::get<0>(pair) == std::get<1>(pair); });
    };
    if (!llvm::all_of(getAlignedOperands(op), fits) || !fits(op->getResult(0)))
      return;
    ops.insert(op);
    order.push_back(op);
  }

  /// The place of dimension `dim` of the iteration.
  AffineExpr getPlace(int64_t dim) const { return chain.access.getPlaces()[dim]; }
  /// Whether an element of a value of `type` is another one along `loop`.
  bool variesAlong(unsigned loop, RankedTensorType type) const {
    int64_t skipped = iteration.getRank() - type.getRank();
    return llvm::any_of(llvm::seq<int64_t>(0, type.getRank()), [&](int64_t dim) {
      return type.getDimSize(dim) != 1 && getPlace(dim + skipped).isFunctionOfDim(loop);
    });
  }
  /// The shape that a value of `type` has in the other order, of all dimensions.
  SmallVector<int64_t> getShape(RankedTensorType type) const {
    SmallVector<int64_t> shape;
    for (auto [loop, size] : llvm::enumerate(result.getShape()))
      shape.push_back(variesAlong(loop, type) ? size : 1);
    return shape;
  }
  /// The loop that runs along a dimension that is reduced, and along no other; nothing where there is none.
  std::optional<int64_t> findLoop(int64_t dim) const {
    auto loop = dyn_cast<AffineDimExpr>(getPlace(dim));
    if (!loop || result.getDimSize(loop.getPosition()) != iteration.getDimSize(dim))
      return std::nullopt;
    for (int64_t other = 0; other < iteration.getRank(); ++other)
      if (other != dim && getPlace(other).isFunctionOfDim(loop.getPosition()))
        return std::nullopt;
    return loop.getPosition();
  }

  Value read(RewriterBase &rewriter, Location loc, Value value);
  Value rebuildMap(RewriterBase &rewriter, MapOp map, const IRMapping &built);
  Value rebuildOp(RewriterBase &rewriter, Operation *op, const IRMapping &built);

  const MoveChain &chain;
  Block *block;
  RankedTensorType iteration, result;
  llvm::SmallDenseSet<Operation *> ops;
  SmallVector<Operation *> order; ///< users first
};
} // namespace

/// Whether `value` is what was reduced of rows, which the kernel of the rows computes: read by another order it would
/// be stored for that, and the rows be read twice.
static bool isOfRows(Value value) {
  auto linalg = value.getDefiningOp<linalg::LinalgOp>();
  return comesFromReduce(value) || (linalg && linalg.getNumReductionLoops() != 0 && !comesFromMatmul(value) &&
                                    !linalg::isaContractionOpInterface(linalg));
}

/// What stands in front of the operations, in the other order.
Value Reordering::read(RewriterBase &rewriter, Location loc, Value value) {
  if (isOfRows(skipReshapes(value)))
    return {};
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape = getShape(type);
  unsigned units = 0;
  while (units < shape.size() && shape[units] == 1)
    ++units;
  // Leading dimensions of size 1 go.
  MLIRContext *context = rewriter.getContext();
  SmallVector<AffineExpr> loops, sizes, places;
  for (auto [loop, size] : llvm::enumerate(shape)) {
    loops.push_back(loop < units ? getAffineConstantExpr(0, context) : getAffineDimExpr(loop - units, context));
    if (loop >= units)
      sizes.push_back(getAffineConstantExpr(size, context));
  }
  int64_t skipped = iteration.getRank() - type.getRank();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    places.push_back(type.getDimSize(dim) == 1 ? getAffineConstantExpr(0, context)
                                               : getPlace(dim + skipped).replaceDims(loops));
  // A value that is moved itself is read where it was moved from, and one that is joined, in its parts.
  std::optional<MoveChain> before = MoveChain::get(value);
  if (isJoin((before ? before->source : value).getDefiningOp())) {
    ArrayRef<int64_t> own = ArrayRef(shape).drop_front(units);
    return readThrough(rewriter, loc, type.clone(own), value, places);
  }
  AccessMap access = AccessMap::get(sizes, places, context).simplify(type.getShape());
  Value source = value;
  if (std::optional<AccessMap> all = before ? before->access.compose(access) : std::nullopt) {
    source = before->source;
    access = all->simplify(getTensorType(source).getShape());
  }
  return lookUp(rewriter, loc, source, access);
}

Value Reordering::rebuildOp(RewriterBase &rewriter, Operation *op, const IRMapping &built) {
  auto get = [&](Value value) { return built.lookup(value); };
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<int64_t> dimensions, shape = getShape(reduce.getInput().getType());
    int64_t skipped = iteration.getRank() - reduce.getInput().getType().getRank();
    for (int64_t dim : reduce.getDimensions()) {
      std::optional<int64_t> loop = findLoop(dim + skipped);
      if (!loop)
        return {};
      dimensions.push_back(*loop);
    }
    Value input = get(reduce.getInput());
    // Dimensions are counted among those of the operand.
    int64_t dropped = result.getRank() - getTensorType(input).getRank();
    for (int64_t &dim : dimensions)
      dim -= dropped;
    llvm::sort(dimensions);
    if (dimensions.empty() || dimensions.front() < 0)
      return {};
    SmallVector<int64_t> reduced(getTensorType(input).getShape());
    for (int64_t dim : dimensions)
      reduced[dim] = 1;
    return ReduceOp::create(rewriter, op->getLoc(), reduce.getResult().getType().clone(reduced), Type(),
                            reduce.getKind(), input, dimensions)
        .getResult();
  }
  if (auto map = dyn_cast<MapOp>(op); map && !map.getPositions().empty())
    return rebuildMap(rewriter, map, built);
  SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), get);
  SmallVector<int64_t> shape = getShape(getTensorType(op->getResult(0)));
  int64_t rank = 0;
  for (Value operand : operands)
    rank = std::max(rank, getTensorType(operand).getRank());
  return rebuildElementwise(rewriter, op, operands, ArrayRef(shape).take_back(rank));
}

/// The map at the positions that its elements had.
Value Reordering::rebuildMap(RewriterBase &rewriter, MapOp map, const IRMapping &built) {
  RankedTensorType type = map.getResultType();
  MLIRContext *context = rewriter.getContext();
  int64_t skipped = iteration.getRank() - type.getRank();
  SmallVector<AffineExpr> sizes, places;
  for (int64_t size : getShape(type))
    sizes.push_back(getAffineConstantExpr(size, context));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    places.push_back(type.getDimSize(dim) == 1 ? getAffineConstantExpr(0, context) : getPlace(dim + skipped));
  AccessMap access = AccessMap::get(sizes, places, context).simplify(type.getShape());
  SmallVector<Value> elements =
      llvm::map_to_vector(map.getElements(), [&](Value element) { return built.lookup(element); });
  auto copy = MapOp::create(rewriter, map.getLoc(), type.clone(getShape(type)), elements, map.getTables(), true);
  OpBuilder body = OpBuilder::atBlockEnd(copy.getBodyBlock());
  SmallVector<Value> positions(copy.getPositions().begin(), copy.getPositions().end());
  FailureOr<SmallVector<Value>> before = emitPlaces(body, map.getLoc(), access, positions);
  if (failed(before)) {
    copy.erase();
    return {};
  }
  IRMapping mapping;
  mapping.map(map.getElementArguments(), copy.getElementArguments());
  mapping.map(map.getTableArguments(), copy.getTableArguments());
  mapping.map(map.getPositions(), *before);
  for (Operation &op : *map.getBodyBlock())
    body.clone(op, mapping);
  return copy.getResult();
}

Value Reordering::rebuild(RewriterBase &rewriter, Location loc) {
  IRMapping built;
  SmallVector<Value> made;
  auto fail = [&] {
    for (Value value : llvm::reverse(made))
      if (value.use_empty() && value.getDefiningOp())
        rewriter.eraseOp(value.getDefiningOp());
    return Value();
  };
  // In the order of the graph.
  SmallVector<Operation *> sorted(order);
  llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : sorted) {
    for (Value operand : getAlignedOperands(op)) {
      if (built.contains(operand))
        continue;
      Value value = read(rewriter, loc, operand);
      if (!value)
        return fail();
      if (value.getDefiningOp<MapOp>() && value != operand)
        made.push_back(value);
      built.map(operand, value);
    }
    Value value = rebuildOp(rewriter, op, built);
    if (!value)
      return fail();
    made.push_back(value);
    built.map(op->getResult(0), value);
  }
  return built.lookup(chain.source);
}

bool fusion::canReorder(Operation *op, const MoveChain &chain) {
  Reordering reordering(chain, op);
  // What stands behind a product is its epilogue, unless a reduction or a rotation is among it.
  return !reordering.isEmpty() &&
         (reordering.reduces() || reordering.looksUpProduct() || !reordering.standsBehindProduct());
}

Value fusion::reorderSource(RewriterBase &rewriter, Operation *op, const MoveChain &chain) {
  RankedTensorType type = getTensorType(op->getResult(0));
  rewriter.setInsertionPoint(op);
  Value value = Reordering(chain, op).rebuild(rewriter, op->getLoc());
  return value && getTensorType(value) == type ? value : Value();
}
