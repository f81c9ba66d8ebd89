// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations between what a kernel computes and its outputs.

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fusion;

#include "fusion/Dialect/Fusion/IR/FusionStoreInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionStoreOps.cpp.inc"

StoreOpInterface fusion::getStoreOp(KernelOp kernel, unsigned output) {
  // A kernel that is being made is asked for its effects before it has a body.
  Block *body = kernel.getBodyBlock();
  if (body->empty() || !isa<YieldOp>(body->back()))
    return {};
  return dyn_cast_or_null<StoreOpInterface>(kernel.getYield().getOperand(output).getDefiningOp());
}

bool fusion::storesElements(KernelOp kernel, unsigned output) {
  StoreOpInterface store = getStoreOp(kernel, output);
  return !store || store.storesElements();
}

bool fusion::keepsDimensions(StoreOpInterface store) {
  return llvm::all_of(store.getOutputDims(), [](const ReassociationIndices &dims) { return dims.size() == 1; });
}

SmallVector<int64_t> fusion::takePermutation(ScatterOp scatter) {
  if (!scatter || !scatter.getOrder() || !keepsDimensions(scatter))
    return {};
  auto permutation = llvm::map_to_vector(scatter.getOutputDims(), [](ArrayRef<int64_t> dims) { return dims.front(); });
  scatter.setDim(llvm::find(permutation, int64_t(scatter.getDim())) - permutation.begin());
  scatter.removeOrderAttr();
  RankedTensorType type = scatter.getType();
  scatter.getResult().setType(type.clone(applyPermutation(type.getShape(), permutation)));
  return permutation;
}

std::optional<unsigned> fusion::findElementOutput(KernelOp kernel) {
  for (unsigned output = 0; output < kernel.getYield().getNumOperands(); ++output)
    if (storesElements(kernel, output))
      return output;
  return std::nullopt;
}

std::optional<unsigned> fusion::findOutputOfSize(KernelOp kernel, int64_t dim) {
  for (unsigned output = 0; output < kernel.getYield().getNumOperands(); ++output) {
    StoreOpInterface store = getStoreOp(kernel, output);
    std::optional<int64_t> indexed = store ? store.getIndexedDim() : std::nullopt;
    if (storesElements(kernel, output) || (indexed && *indexed != dim && store.getOutputDims().empty()))
      return output;
  }
  return std::nullopt;
}

bool fusion::storesRows(KernelOp kernel, unsigned output) {
  StoreOpInterface store = getStoreOp(kernel, output);
  if (!store || !store.getIndexedDim())
    return storesElements(kernel, output);
  auto indices = cast<RankedTensorType>(store.getIndices().getType());
  auto type = cast<RankedTensorType>(store->getResult(0).getType());
  int64_t last = type.getRank() - 1, size = type.getShape().back();
  if (*store.getIndexedDim() == last || (indices.getRank() > 0 && indices.getShape().back() != 1))
    return false;
  SmallVector<ReassociationIndices> dims = store.getOutputDims();
  if (dims.empty())
    return true;
  bool isWhole = dims.back().size() == 1;
  return !dims.back().empty() && dims.back().back() == last &&
         (isWhole || (!ShapedType::isDynamic(size) && size % 8 == 0));
}

bool fusion::writesElements(KernelOp kernel, unsigned output) {
  StoreOpInterface store = getStoreOp(kernel, output);
  return storesElements(kernel, output) || store.getIndexedDim();
}

bool fusion::isKept(Value argument) {
  return llvm::any_of(argument.getUses(), [](OpOperand &use) {
    auto store = dyn_cast<StoreOpInterface>(use.getOwner());
    return store && store.getKept() && use.getOperandNumber() == store->getNumOperands() - 1;
  });
}

bool fusion::storesElementsAlone(KernelOp kernel) { return kernel.getBodyBlock()->getOps<StoreOpInterface>().empty(); }

//===----------------------------------------------------------------------===//
// fusion.amax
//===----------------------------------------------------------------------===//

void AmaxOp::build(OpBuilder &builder, OperationState &state, Value input) {
  SmallVector<int64_t> ones(cast<RankedTensorType>(input.getType()).getRank(), 1);
  build(builder, state, RankedTensorType::get(ones, builder.getF32Type()), input);
}

LogicalResult AmaxOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  if (input.getRank() == 0)
    return emitOpError("expects an input with dimensions");
  if (result.getRank() == input.getRank() && llvm::all_of(result.getShape(), [](int64_t size) { return size == 1; }))
    return success();
  SmallVector<int64_t> ones(input.getRank(), 1);
  return emitOpError() << "expects a result of type " << result.clone(ones) << ", but it is " << result;
}

LogicalResult AmaxOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  dims.emplace_back(getInput().getType().getRank(), builder.getIndexAttr(1));
  return success();
}

Value AmaxOp::getStored() { return getInput(); }

// Maxima are of bits, as signed integers: those of -inf are less than those of all magnitudes.
IntegerAttr AmaxOp::getInitialBits() {
  APInt bits = APFloat::getInf(APFloat::IEEEsingle(), /*Negative=*/true).bitcastToAPInt();
  return IntegerAttr::get(IntegerType::get(getContext(), 32), bits);
}

ReduceOp AmaxOp::buildReduction(OpBuilder &builder, Value input) {
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, getInput().getType().getRank()));
  Value magnitudes = AbsOp::create(builder, getLoc(), input.getType(), input);
  return ReduceOp::create(builder, getLoc(), getResult().getType(), /*index=*/Type(), arith::AtomicRMWKind::maximumf,
                          magnitudes, all);
}

//===----------------------------------------------------------------------===//
// fusion.keep
//===----------------------------------------------------------------------===//

/// Whether `type` has the sizes of `to`, or 1 instead, in its dimensions, which are the last of those.
static bool broadcasts(RankedTensorType type, RankedTensorType to) {
  int64_t skipped = to.getRank() - type.getRank();
  return skipped >= 0 && llvm::all_of(llvm::enumerate(type.getShape()), [&](auto size) {
           return size.value() == 1 || size.value() == to.getDimSize(size.index() + skipped);
         });
}

LogicalResult KeepOp::verify() {
  RankedTensorType condition = getCondition().getType(), result = getResult().getType();
  if (getInput().getType() != result || (getKept() && getKept().getType() != result))
    return emitOpError() << "expects operands of the result's type " << result << " behind the condition";
  if (broadcasts(condition, result))
    return success();
  return emitOpError() << "expects a condition that broadcasts to " << result << ", but it is " << condition;
}

LogicalResult KeepOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(tensor::getMixedSizes(builder, getLoc(), getInput()));
  return success();
}

Value KeepOp::getStored() { return getInput(); }
bool KeepOp::storesElements() { return true; }
bool KeepOp::keepsElements() { return true; }

//===----------------------------------------------------------------------===//
// fusion.scatter
//===----------------------------------------------------------------------===//

void ScatterOp::build(OpBuilder &builder, OperationState &state, Type result, Value updates, Value indices, Value kept,
                      int64_t dim, bool unique) {
  build(builder, state, result, updates, indices, kept, dim, unique, /*order=*/ArrayAttr());
}

/// Whether each dimension of the result is listed once, and sizes that are known agree.
static LogicalResult verifyOrder(ScatterOp op) {
  RankedTensorType updates = op.getUpdates().getType(), result = op.getResult().getType();
  SmallVector<ReassociationIndices> order = op.getOutputDims();
  SmallVector<int64_t> listed;
  for (const ReassociationIndices &dims : order)
    llvm::append_range(listed, dims);
  llvm::sort(listed);
  if (static_cast<int64_t>(order.size()) != updates.getRank() ||
      !llvm::equal(listed, llvm::seq<int64_t>(0, result.getRank())))
    return op.emitOpError() << "expects an order with a list for each of the updates' " << updates.getRank()
                            << " dimensions, which has each of the result's " << result.getRank() << " once";
  for (auto [own, dims] : llvm::enumerate(order)) {
    int64_t size = updates.getDimSize(own), product = 1;
    bool indexed = llvm::is_contained(dims, static_cast<int64_t>(op.getDim()));
    for (int64_t dim : dims)
      if (dim != static_cast<int64_t>(op.getDim()))
        product = ShapedType::isDynamic(result.getDimSize(dim)) || ShapedType::isDynamic(product)
                      ? ShapedType::kDynamic
                      : product * result.getDimSize(dim);
    if (indexed && dims.front() != static_cast<int64_t>(op.getDim()) && ShapedType::isDynamic(op.getNumPlaces()))
      return op.emitOpError() << "expects to know the size of the updates along dim " << op.getDim()
                              << ", which stands behind others";
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(product))
      continue;
    if (indexed ? size != 0 && (product == 0 || size % product != 0) : size != product)
      return op.emitOpError() << "expects dimension " << own << " of the updates to have " << product
                              << (indexed ? " elements for each place" : " elements") << ", but it has " << size;
  }
  return success();
}

int64_t ScatterOp::getNumPlaces() {
  RankedTensorType updates = getUpdates().getType(), result = getResult().getType();
  auto dim = static_cast<int64_t>(getDim());
  if (!getOrder())
    return updates.getDimSize(dim);
  SmallVector<ReassociationIndices> order = getOutputDims();
  const auto *own = llvm::find_if(order, [&](const auto &dims) { return llvm::is_contained(dims, dim); });
  int64_t places = updates.getDimSize(own - order.begin());
  for (int64_t other : *own) {
    if (other == dim)
      continue;
    int64_t size = result.getDimSize(other);
    if (ShapedType::isDynamic(places) || ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    places = size == 0 ? 0 : places / size;
  }
  return places;
}

LogicalResult ScatterOp::verify() {
  RankedTensorType updates = getUpdates().getType(), indices = getIndices().getType(), result = getResult().getType();
  int64_t rank = result.getRank(), dim = getDim();
  if (dim < 0 || dim >= rank)
    return emitOpError() << "expects one of the result's " << rank << " dimensions, but dim is " << dim;
  if (getKept() && getKept().getType() != result)
    return emitOpError() << "expects to keep elements of the result's type " << result << ", but of "
                         << getKept().getType();
  SmallVector<int64_t> shape(result.getShape());
  if (updates.getRank() == rank)
    shape[dim] = updates.getDimSize(dim);
  if (getOrder()) {
    if (updates.getElementType() != result.getElementType())
      return emitOpError() << "expects updates of the result's element type " << result.getElementType();
    if (failed(verifyOrder(*this)))
      return failure();
  } else if (updates != result.clone(shape))
    return emitOpError() << "expects updates of the result's type " << result << ", of any size along dim " << dim
                         << ", but they are " << updates;
  if (broadcasts(indices, updates))
    return success();
  return emitOpError() << "expects indices that broadcast to the updates " << updates << ", but they are " << indices;
}

// Of no updates, all is kept. In a kernel the output is written into what is kept.
OpFoldResult ScatterOp::fold(FoldAdaptor) {
  bool isEmpty = llvm::is_contained(getUpdates().getType().getShape(), 0);
  return isEmpty && getKept() && !(*this)->getParentOfType<KernelOp>() ? getKept() : OpFoldResult();
}

LogicalResult ScatterOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  // In destination style the kernel knows them.
  if (!getKept())
    return failure();
  dims.push_back(tensor::getMixedSizes(builder, getLoc(), getKept()));
  return success();
}

Value ScatterOp::getStored() { return getUpdates(); }
bool ScatterOp::keepsElements() { return true; }
std::optional<int64_t> ScatterOp::getIndexedDim() { return getDim(); }

SmallVector<ReassociationIndices> ScatterOp::getOutputDims() {
  SmallVector<ReassociationIndices> order;
  if (std::optional<ArrayAttr> lists = getOrder())
    for (auto list : lists->getAsRange<ArrayAttr>())
      order.push_back(
          llvm::map_to_vector<2>(list.getAsRange<IntegerAttr>(), [](IntegerAttr dim) { return dim.getInt(); }));
  return order;
}

//===----------------------------------------------------------------------===//
// fusion.pack_bits
//===----------------------------------------------------------------------===//

LogicalResult PackBitsOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  if (input.getRank() == 0 || input.isDynamicDim(input.getRank() - 1) || input.getShape().back() % 8 != 0)
    return emitOpError() << "expects rows of a known multiple of 8 conditions, but the input is " << input;
  SmallVector<int64_t> shape(input.getShape());
  shape.back() /= 8;
  if (result.getShape() == ArrayRef(shape))
    return success();
  return emitOpError() << "expects a result of type " << result.clone(shape) << ", but it is " << result;
}

LogicalResult PackBitsOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> &shape = dims.emplace_back(tensor::getMixedSizes(builder, getLoc(), getInput()));
  shape.back() = builder.getIndexAttr(getResult().getType().getShape().back());
  return success();
}

Value PackBitsOp::getStored() { return getInput(); }
