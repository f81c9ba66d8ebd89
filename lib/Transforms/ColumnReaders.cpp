// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rebuilds kernels of heads in the rows and columns of the product that they look up.

#include "ColumnReaders.h"

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/MemoryLayout.h"
#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Rows of a kernel are counted in 32 bits.
static constexpr int64_t kMostRows = std::numeric_limits<int32_t>::max();

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::LookupTable, reason); }

static bool isOne(int64_t size) { return size == 1; }

ColumnReader::ColumnReader(KernelOp kernel, Value product) : kernel(kernel), product(product) {
  if (RankedTensorType type = KernelPlan(kernel).getIterationType())
    shape = llvm::to_vector(type.getShape());
}

FusionVerdict ColumnReader::check(KernelOp kernel, Value product) {
  ColumnReader reader(kernel, product);
  if (FusionVerdict groups = reader.findGroups(); !groups)
    return groups;
  return reader.checkBody();
}

//===----------------------------------------------------------------------===//
// Whether the kernel has a counterpart
//===----------------------------------------------------------------------===//

bool ColumnReader::isOfProduct(Value input) const { return skipReshapes(input) == product; }

/// Whether all but the first of some sizes are known, but for leading ones.
static bool hasKnownInnerSizes(ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> inner = sizes.drop_while(isOne);
  return inner.empty() || !ShapedType::isDynamicShape(inner.drop_front());
}

FusionVerdict ColumnReader::findGroups() {
  ArrayRef<int64_t> whole = getTensorType(product).getShape();
  FusionVerdict otherShape =
      refuse("the consumer looks up the value in a shape that is not its rows and columns, split");
  if (whole.size() != 2 || ShapedType::isDynamic(whole[1]) || shape.size() < 2)
    return otherShape;
  int64_t rank = shape.size(), first = rank, columns = 1;
  while (first > 1 && columns < whole[1] && !ShapedType::isDynamic(shape[first - 1]))
    columns *= shape[--first];
  groups = {llvm::to_vector<2>(llvm::seq<int64_t>(0, first)), llvm::to_vector<2>(llvm::seq<int64_t>(first, rank))};
  ArrayRef<int64_t> rows = ArrayRef(shape).take_front(first);
  if (columns != whole[1] || !hasKnownInnerSizes(rows))
    return otherShape;
  if (!ShapedType::isDynamic(whole[0]))
    return !ShapedType::isDynamicShape(rows) && llvm::product_of(rows) == whole[0] ? FusionVerdict::yes() : otherShape;
  // A reshape of the product tells that there are as many rows.
  bool tells = llvm::any_of(kernel.getInputs(), [&](Value input) {
    return isOfProduct(input) && getTensorType(input).getShape() == ArrayRef(shape);
  });
  return tells ? FusionVerdict::yes() : otherShape;
}

AffineExpr ColumnReader::getPlace(Value number, MapOp map) const {
  MLIRContext *context = number.getContext();
  APInt constant;
  if (matchPattern(number, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto *position = llvm::find(map.getPositions(), number); position != map.getPositions().end()) {
    int64_t dim = position - map.getPositions().begin();
    return isOne(shape[dim]) ? getAffineConstantExpr(0, context) : getAffineDimExpr(dim, context);
  }
  Operation *op = number.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) || !number.getType().isIndex())
    return {};
  AffineExpr lhs = getPlace(op->getOperand(0), map), rhs = getPlace(op->getOperand(1), map);
  if (!lhs || !rhs || (isa<arith::MulIOp>(op) && !isa<AffineConstantExpr>(lhs) && !isa<AffineConstantExpr>(rhs)))
    return {};
  return isa<arith::AddIOp>(op) ? lhs + rhs : isa<arith::SubIOp>(op) ? lhs - rhs : lhs * rhs;
}

AffineExpr ColumnReader::getRow() const {
  MLIRContext *context = product.getContext();
  AffineExpr row = getAffineConstantExpr(0, context);
  int64_t behind = 1;
  for (int64_t dim : llvm::reverse(groups[0])) {
    if (isOne(shape[dim]))
      continue;
    row = row + getAffineDimExpr(dim, context) * behind;
    behind *= shape[dim]; // of the first one it is not used
  }
  return row;
}

FusionVerdict ColumnReader::checkLookup(LookupOp lookup) {
  auto map = lookup->getParentOfType<MapOp>();
  auto table = cast<BlockArgument>(map->getOperand(lookup.getTableNumber()));
  if (!isOfProduct(kernel.getInputOf(table)))
    return FusionVerdict::yes();
  if (kernel.getInputOf(table) != product)
    return refuse("the consumer looks up the value in another shape");
  if (map.getPositions().empty() || map.getResultType().getShape() != ArrayRef(shape))
    return refuse("the consumer looks up elements of the value that do not depend on the position alone");
  AffineExpr row = getPlace(lookup.getIndices().front(), map);
  if (!row || simplifyAffineExpr(row - getRow(), shape.size(), 0) != 0)
    return refuse("the consumer looks up other rows of the value, which other tiles may have");
  return FusionVerdict::yes();
}

FusionVerdict ColumnReader::checkBody() {
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>() && getTensorType(op.getResult(0)).getRank() == 0)
      continue;
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    if (!elementwise || (elementwise.dependsOnPosition() && !isa<MapOp>(op)))
      return refuse(op.getName().getStringRef() + " has no counterpart in the shape of the product");
    if (auto map = dyn_cast<MapOp>(op))
      for (auto lookup : map.getBodyBlock()->getOps<LookupOp>())
        if (FusionVerdict verdict = checkLookup(lookup); !verdict)
          return verdict;
  }
  for (Value value : kernel.getYield().getOperands())
    if (!isa_and_present<ElementwiseOpInterface>(value.getDefiningOp()) ||
        getTensorType(value).getShape() != ArrayRef(shape))
      return refuse("the consumer has outputs that it does not compute in one shape");
  for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments())) {
    if (!KernelOp::isElementwiseOperand(argument) || getTensorType(argument).getShape() == ArrayRef(shape))
      continue;
    if (isOfProduct(input) || KernelOp::isTable(argument))
      return refuse("the consumer reads a tensor in two shapes");
    // Sizes of elements are compared at the launch, those of tables are not.
    if (!getTensorType(argument).hasStaticShape() && !isCollapsed(argument))
      return refuse("an operand whose size is known at the launch alone would be looked up");
  }
  return FusionVerdict::yes();
}

//===----------------------------------------------------------------------===//
// The counterpart
//===----------------------------------------------------------------------===//

static int64_t multiply(ArrayRef<int64_t> sizes) {
  return ShapedType::isDynamicShape(sizes) ? ShapedType::kDynamic : llvm::product_of(sizes);
}

SmallVector<int64_t> ColumnReader::getFlatShape(RankedTensorType type) const {
  FailureOr<SmallVector<ReassociationIndices>> plan = planCollapse(type, shape, groups);
  if (failed(plan))
    return llvm::to_vector(getTensorType(product).getShape());
  return llvm::map_to_vector(
      *plan, [&](ArrayRef<int64_t> group) { return multiply(type.getShape().slice(group.front(), group.size())); });
}

bool ColumnReader::isCollapsed(BlockArgument argument) {
  auto type = getTensorType(argument);
  FailureOr<SmallVector<ReassociationIndices>> plan = planCollapse(type, shape, groups);
  if (KernelOp::isTable(argument) || failed(plan))
    return false;
  // Of memory with gaps a reshape would be a copy.
  MemRefType layout = expectReadLayout(kernel.getInputs()[argument.getArgNumber()]);
  return int64_t(plan->size()) == type.getRank() || memref::CollapseShapeOp::isGuaranteedCollapsible(layout, *plan);
}

SmallVector<Value> ColumnReader::getPositions(OpBuilder &body, Location loc, ArrayRef<int64_t> own,
                                              ValueRange flat) const {
  MLIRContext *context = product.getContext();
  int64_t rows = getTensorType(product).getDimSize(0), columns = getTensorType(product).getDimSize(1);
  AffineRanges ranges({getAffineConstantExpr(ShapedType::isDynamic(rows) ? kMostRows : rows, context),
                       getAffineConstantExpr(columns, context)});
  IndexEmitter emitter(body, loc, flat, ranges);
  SmallVector<Value> places(shape.size());
  for (auto [number, group] : llvm::enumerate(groups)) {
    int64_t behind = 1;
    for (int64_t dim : llvm::reverse(group)) {
      AffineExpr place = getAffineDimExpr(number, context).floorDiv(behind);
      bool isOutermost = llvm::all_of(ArrayRef(group).take_while([&](int64_t other) { return other != dim; }),
                                      [&](int64_t other) { return isOne(shape[other]); });
      if (!isOutermost)
        place = place % shape[dim];
      int64_t at = dim - static_cast<int64_t>(shape.size() - own.size());
      bool isRead = at >= 0 && !isOne(own[at]) && !isOne(shape[dim]);
      places[dim] = emitter.emit(isRead ? place : getAffineConstantExpr(0, context));
      if (!isOutermost)
        behind *= shape[dim];
    }
  }
  return SmallVector<Value>(ArrayRef(places).take_back(own.size()));
}

/// Reads an input that is repeated along a part of rows or columns. `sizes` has the shape of the result.
Value ColumnReader::lookUp(RewriterBase &rewriter, BlockArgument argument, Value table, Value sizes) const {
  Location loc = kernel->getLoc();
  auto type = getTensorType(argument);
  auto result = RankedTensorType::get(getTensorType(product).getShape(), type.getElementType());
  SmallVector<Value> elements;
  if (!result.hasStaticShape())
    elements.push_back(sizes);
  auto map = MapOp::create(rewriter, loc, result, elements, table, /*positions=*/true);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  SmallVector<Value> places = getPositions(body, loc, type.getShape(), ValueRange(map.getPositions()));
  Value element = LookupOp::create(body, loc, map.getTableArguments().front(), places, Value());
  YieldOp::create(body, loc, element);
  return map.getResult();
}

Value ColumnReader::rebuildMap(RewriterBase &rewriter, MapOp map, const IRMapping &mapping) {
  Location loc = map.getLoc();
  auto look = [&](Value value) { return mapping.lookup(value); };
  RankedTensorType type = map.getResultType();
  auto flat = MapOp::create(rewriter, loc, type.clone(getFlatShape(type)), llvm::map_to_vector(map.getElements(), look),
                            llvm::map_to_vector(map.getTables(), look), /*positions=*/true);
  flat->setDiscardableAttrs(map->getDiscardableAttrDictionary());
  OpBuilder body = OpBuilder::atBlockEnd(flat.getBodyBlock());
  // A shape that broadcasts has its own positions; where it is 1 they are 0.
  SmallVector<Value> own(flat.getPositions().begin(), flat.getPositions().end()), all;
  while (all.size() + own.size() < groups.size())
    all.push_back(arith::ConstantIndexOp::create(body, loc, 0));
  all.append(own);
  IRMapping inner;
  inner.map(map.getElementArguments(), flat.getElementArguments());
  inner.map(map.getTableArguments(), flat.getTableArguments());
  inner.map(map.getPositions(), getPositions(body, loc, type.getShape(), all));
  for (Operation &scalar : *map.getBodyBlock()) {
    Operation *copy = body.clone(scalar, inner);
    if (auto lookup = dyn_cast<LookupOp>(scalar);
        lookup && isOfProduct(kernel.getInputOf(map->getOperand(lookup.getTableNumber()))))
      cast<LookupOp>(copy).getIndicesMutable()[0].set(all.front());
  }
  return flat.getResult();
}

void ColumnReader::rebuild(RewriterBase &rewriter, Operation &op, IRMapping &mapping) {
  if (auto map = dyn_cast<MapOp>(op); map && !map.getPositions().empty()) {
    mapping.map(map.getResult(), rebuildMap(rewriter, map, mapping));
    return;
  }
  Operation *copy = rewriter.clone(op, mapping);
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(copy))
    elementwise.setResultShape(getFlatShape(getTensorType(op.getResult(0))));
}

SmallVector<Value> ColumnReader::expandResults(RewriterBase &rewriter, KernelOp flat) {
  SmallVector<Value> results;
  for (Value result : flat.getResults()) {
    SmallVector<SmallVector<OpFoldResult>> sizes;
    for (auto [number, group] : llvm::enumerate(groups)) {
      SmallVector<OpFoldResult> &own = sizes.emplace_back();
      for (int64_t dim : group)
        own.push_back(rewriter.getIndexAttr(shape[dim]));
      auto dynamic = llvm::find_if(group, [&](int64_t dim) { return ShapedType::isDynamic(shape[dim]); });
      if (dynamic == group.end())
        continue;
      int64_t inner = 1;
      for (int64_t dim : ArrayRef(group).drop_front(dynamic - group.begin() + 1))
        inner *= shape[dim];
      OpFoldResult rows = tensor::getMixedSize(rewriter, kernel.getLoc(), product, number);
      AffineExpr size = getAffineSymbolExpr(0, rewriter.getContext()).floorDiv(inner);
      own[dynamic - group.begin()] = affine::makeComposedFoldedAffineApply(rewriter, kernel.getLoc(), size, {rows});
    }
    results.push_back(expandDims(rewriter, kernel.getLoc(), result, sizes));
  }
  return results;
}

/// Reshapes that nobody reads would keep the product's result in memory.
static void eraseUnusedReshapes(RewriterBase &rewriter, ArrayRef<Value> values) {
  for (Value value : values)
    while (Operation *op = value.getDefiningOp()) {
      if (!isReshape(op) || !op->use_empty())
        break;
      value = op->getOperand(0);
      rewriter.eraseOp(op);
    }
}

KernelOp ColumnReader::flatten(RewriterBase &rewriter, llvm::DenseMap<Operation *, Operation *> *rebuilt) {
  [[maybe_unused]] FusionVerdict found = findGroups();
  assert(found && "the kernel was checked");
  Location loc = kernel.getLoc();
  rewriter.setInsertionPoint(kernel);
  Block *body = kernel.getBodyBlock();
  SmallVector<Value> inputs;
  for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), body->getArguments()))
    inputs.push_back(isCollapsed(argument)
                         ? collapseDims(rewriter, loc, input, *planCollapse(getTensorType(input), shape, groups))
                         : input);
  SmallVector<Type> types = llvm::map_to_vector(kernel->getResultTypes(), [&](Type type) -> Type {
    return cast<RankedTensorType>(type).clone(getTensorType(product).getShape());
  });
  auto flat = KernelOp::create(rewriter, loc, types, inputs);
  flat->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  rewriter.setInsertionPointToStart(flat.getBodyBlock());
  auto *looked = llvm::find_if(flat.getBodyBlock()->getArguments(),
                               [&](BlockArgument argument) { return flat.getInputOf(argument) == product; });
  IRMapping mapping;
  for (auto [argument, own] : llvm::zip_equal(body->getArguments(), flat.getBodyBlock()->getArguments()))
    mapping.map(argument, isCollapsed(argument) || KernelOp::isTable(argument)
                              ? Value(own)
                              : lookUp(rewriter, argument, own, *looked));
  for (Operation &op : body->without_terminator()) {
    rebuild(rewriter, op, mapping);
    if (rebuilt)
      (*rebuilt)[&op] = mapping.lookup(op.getResult(0)).getDefiningOp();
  }
  YieldOp::create(rewriter, loc, llvm::map_to_vector(kernel.getYield().getOperands(), [&](Value value) {
                    return mapping.lookup(value);
                  }));
  rewriter.setInsertionPointAfter(flat);
  SmallVector<Value> before(kernel.getInputs());
  rewriter.replaceOp(kernel, expandResults(rewriter, flat));
  eraseUnusedReshapes(rewriter, before);
  kernel = flat;
  return flat;
}
