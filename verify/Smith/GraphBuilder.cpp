// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Draws axes, types and values, and keeps what there is to pick from.

#include "GraphBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion::smith;

/// What most graphs are made of, simple sizes first; some twice, to be likelier.
static constexpr int64_t kSmallSizes[] = {2, 3, 4, 8, 5, 16, 7, 1, 17, 32, 33, 8, 16, 64, 24, 13, 40, 9, 65, 0};
/// Sizes of real graphs, and their neighbours: for choices of schedules.
static constexpr int64_t kLargeSizes[] = {64, 128, 256, 512, 1024, 100, 768, 257, 1000, 2048, 3072, 4096, 513, 50257};

GraphBuilder::GraphBuilder(MLIRContext *context, Tape &tape, bool large, const std::map<int, int64_t> &sizes)
    : tape(tape), builder(context), loc(UnknownLoc::get(context)), large(large), sizes(sizes) {
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, loc, "graph", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
}

//===----------------------------------------------------------------------===//
// Axes and types
//===----------------------------------------------------------------------===//

int GraphBuilder::addAxis(Axis axis) {
  int index = axes.size();
  if (auto size = sizes.find(index); size != sizes.end())
    axis.size = size->second;
  axes.push_back(axis);
  return index;
}

int GraphBuilder::pickAxis(ArrayRef<int> besides) {
  SmallVector<int> known;
  for (int axis = 0, count = axes.size(); axis < count; ++axis)
    if (!axes[axis].repeated && !llvm::is_contained(besides, axis))
      known.push_back(axis);
  // Few axes, so that shapes agree often.
  uint32_t choice = tape.draw(known.size() < 3 ? 2 + known.size() : 8);
  if (choice < known.size() && !(known.size() > 8))
    return known[choice];
  if (!known.empty() && tape.draw(3) != 0)
    return known[tape.draw(known.size())];
  ArrayRef<int64_t> sizes = kSmallSizes;
  if (large)
    sizes = kLargeSizes;
  int64_t size = sizes[tape.draw(sizes.size())];
  return addAxis({size, tape.oneIn(4)});
}

void GraphBuilder::setMixed(ArrayRef<int> which) {
  for (int axis : which)
    axes[axis].mixed = true;
}

double GraphBuilder::countElements(ArrayRef<int> which) const {
  double count = 1;
  for (int axis : which)
    count *= axes[axis].size;
  return count;
}

RankedTensorType GraphBuilder::getType(ArrayRef<int> which, Type elementType) const {
  auto shape = llvm::map_to_vector(
      which, [&](int axis) -> int64_t { return axes[axis].dynamic ? ShapedType::kDynamic : axes[axis].size; });
  return RankedTensorType::get(shape, elementType);
}

SmallVector<OpFoldResult> GraphBuilder::getSizes(ArrayRef<int> which) {
  return llvm::map_to_vector(which, [&](int axis) -> OpFoldResult {
    if (!axes[axis].dynamic)
      return builder.getIndexAttr(axes[axis].size);
    for (const Node &node : nodes)
      for (auto [dim, own] : llvm::enumerate(node.axes))
        if (own == axis)
          return tensor::getMixedSize(builder, loc, node.value, dim);
    // Nothing has the axis yet.
    return tensor::getMixedSize(builder, loc, addArgument({axis}, builder.getF32Type()).value, 0);
  });
}

Type GraphBuilder::pickFloat() {
  switch (tape.draw(16)) {
  default:
    return builder.getF32Type();
  case 6 ... 10:
    return builder.getBF16Type();
  case 11 ... 14:
    return builder.getF16Type();
  case 15:
    return tape.oneIn(4) ? Type(builder.getF64Type()) : builder.getF32Type();
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Node GraphBuilder::add(Value value, ArrayRef<int> which) {
  addWork(countElements(which)); // it has to be made and stored
  return nodes.emplace_back(Node{value, Axes(which)});
}

Node GraphBuilder::addArgument(ArrayRef<int> which, Type elementType) {
  RankedTensorType type = getType(which, elementType);
  // An argument may know a size that others do not.
  if (type.getNumDynamicDims() > 0 && tape.oneIn(12)) {
    SmallVector<int64_t> shape(type.getShape());
    for (auto [size, axis] : llvm::zip_equal(shape, which))
      if (ShapedType::isDynamic(size) && !tape.oneIn(2)) {
        size = axes[axis].size;
        axes[axis].known = true;
      }
    type = RankedTensorType::get(shape, elementType);
  }
  Value argument = function.getBody().addArgument(type, loc);
  arguments.push_back({argument, Axes(which)});
  return add(argument, which);
}

/// Numbers that narrow types hold.
static double pickNumber(Tape &tape) {
  static constexpr double kNumbers[] = {0, 1, 2, 0.5, -1, 3, -0.5, -2, 0.25, 6, 1.5, -0.0, 0.1, 1e-3, 100};
  return kNumbers[tape.draw(std::size(kNumbers))];
}

static Attribute getNumber(Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, value);
  if (type.isInteger(1))
    return IntegerAttr::get(type, value != 0);
  return IntegerAttr::get(type, static_cast<int64_t>(value));
}

Node GraphBuilder::addConstant(ArrayRef<int> which, Type elementType) {
  bool isDynamic = getType(which, elementType).getNumDynamicDims() > 0;
  double count = countElements(which);
  bool splat = tape.draw(2) == 0;
  if (splat || isDynamic || count > 4096) {
    // A number in every place, in one of its spellings.
    Attribute number = getNumber(elementType, pickNumber(tape));
    RankedTensorType type = getType(which, elementType);
    if (!isDynamic && tape.draw(3) != 2)
      return add(arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, number)), which);
    Value scalar = arith::ConstantOp::create(builder, loc, cast<TypedAttr>(number));
    return add(linalg::FillOp::create(builder, loc, scalar, empty(which, elementType)).getResult(0), which);
  }
  SmallVector<Attribute> numbers;
  uint64_t state = tape.draw(1000);
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(getNumber(elementType, static_cast<int64_t>(nextRandom(state) % 17) / 4.0 - 2));
  if (count > 1)
    setMixed(which);
  return add(arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(getType(which, elementType), numbers)),
             which);
}

Node GraphBuilder::addRandomArgument() {
  Axes which = {pickAxis()};
  for (uint32_t rank = tape.draw(8) < 6 ? 2 : 1 + 2 * tape.draw(2); which.size() < rank;)
    which.push_back(pickAxis(which));
  return addArgument(which, pickFloat());
}

Node GraphBuilder::addPlainArgument() {
  while (axes.size() < 2)
    addAxis({2, /*dynamic=*/false});
  return addArgument({0, 1}, builder.getF32Type());
}

// Picking draws as many numbers whether there is something to pick or not, so that a tape that lost a piece is still
// read in the same way behind it.
Node GraphBuilder::pickNode(function_ref<bool(const Node &)> filter) {
  SmallVector<Node> known;
  for (const Node &node : llvm::reverse(nodes))
    if (filter(node))
      known.push_back(node);
  bool recent = tape.draw(3) < 2;
  uint32_t choice = tape.draw(1 << 16);
  if (known.empty())
    return addPlainArgument();
  return known[choice % (recent ? std::min<size_t>(known.size(), 3) : known.size())];
}

Node GraphBuilder::pickOperand(ArrayRef<int> which, Type elementType) {
  SmallVector<Node> known;
  for (const Node &node : llvm::reverse(nodes))
    if (ArrayRef<int>(node.axes) == which && node.getElementType() == elementType)
      known.push_back(node);
  uint32_t source = tape.draw(8), choice = tape.draw(1 << 16);
  if (source >= 3 && !known.empty())
    return known[choice % known.size()];
  return source == 2 ? addConstant(which, elementType) : addArgument(which, elementType);
}

Node GraphBuilder::pickBroadcastable(ArrayRef<int> which, Type elementType) {
  Axes part(which);
  switch (which.empty() ? 0 : tape.draw(8)) {
  default: // the whole
    break;
  case 3: // a row: what a bias is
  case 4:
    part = {which.back()};
    break;
  case 5: // a scalar
    part.clear();
    break;
  case 6: // some dimensions repeated
    for (int &axis : part)
      if (tape.draw(2) == 1)
        axis = addAxis({1, /*dynamic=*/false, /*mixed=*/true, /*known=*/false, /*repeated=*/true});
    break;
  case 7: // leading dimensions missing
    part.erase(part.begin(), part.begin() + tape.draw(part.size() + 1));
    break;
  }
  return pickOperand(part, elementType);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Value GraphBuilder::create(StringRef name, ValueRange operands, Type resultType, ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name, operands, resultType, attributes);
  return builder.create(state)->getResult(0);
}

Value GraphBuilder::empty(ArrayRef<int> which, Type elementType) {
  SmallVector<Value> dynamicSizes;
  for (auto [axis, size] : llvm::zip_equal(which, getSizes(which)))
    if (axes[axis].dynamic)
      dynamicSizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, getType(which, elementType), dynamicSizes);
}

Value GraphBuilder::zeros(ArrayRef<int> which, Type elementType) {
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(elementType));
  return linalg::FillOp::create(builder, loc, zero, empty(which, elementType)).getResult(0);
}

Value GraphBuilder::getConformed(const Node &node) {
  RankedTensorType type = getType(node.axes, node.getElementType());
  if (type == node.getType())
    return node.value;
  return tensor::CastOp::create(builder, loc, type, node.value);
}

SmallVector<Value> GraphBuilder::createGeneric(ArrayRef<Node> inputs, ArrayRef<Value> inits, ArrayRef<int> result,
                                               ArrayRef<int> space,
                                               function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  auto getMap = [&](ArrayRef<int> which) {
    auto exprs = llvm::map_to_vector(which, [&](int axis) -> AffineExpr {
      const int *loop = llvm::find(space, axis);
      return loop == space.end() ? builder.getAffineConstantExpr(0) : builder.getAffineDimExpr(loop - space.begin());
    });
    return AffineMap::get(space.size(), 0, exprs, builder.getContext());
  };
  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  for (const Node &input : inputs) {
    maps.push_back(getMap(input.axes));
    values.push_back(input.value);
  }
  maps.append(inits.size(), getMap(result));
  auto iterators = llvm::map_to_vector(space, [&](int axis) {
    return llvm::is_contained(result, axis) ? utils::IteratorType::parallel : utils::IteratorType::reduction;
  });
  return linalg::GenericOp::create(builder, loc, ValueRange(inits).getTypes(), values, inits, maps, iterators, body)
      .getResults();
}

Node GraphBuilder::createTranspose(const Node &node, ArrayRef<int> order) {
  if (order == ArrayRef<int>(node.axes))
    return node;
  auto permutation =
      llvm::map_to_vector(order, [&](int axis) -> int64_t { return llvm::find(node.axes, axis) - node.axes.begin(); });
  Value init = empty(order, node.getElementType());
  return add(linalg::TransposeOp::create(builder, loc, getConformed(node), init, permutation)->getResult(0), order);
}

Axes GraphBuilder::shuffle(ArrayRef<int> which) {
  Axes left(which), order;
  while (!left.empty()) {
    uint32_t next = tape.draw(left.size());
    order.push_back(left[next]);
    left.erase(left.begin() + next);
  }
  return order;
}

OwningOpRef<ModuleOp> GraphBuilder::finish(ArrayRef<Node> results) {
  auto values = llvm::map_to_vector(results, [](const Node &node) { return node.value; });
  func::ReturnOp::create(builder, loc, values);
  function.setType(builder.getFunctionType(function.getBody().getArgumentTypes(), ValueRange(values).getTypes()));
  return std::move(module);
}
