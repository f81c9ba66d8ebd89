// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks and shapes of the operations, and broadcasting.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace fusion;

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// Size after broadcasting one pair of dimensions; fails where both are static, unequal and neither is 1.
static FailureOr<int64_t> broadcastDim(int64_t lhs, int64_t rhs) {
  if (lhs == 1)
    return rhs;
  if (rhs == 1 || lhs == rhs)
    return lhs;
  if (ShapedType::isDynamic(lhs))
    return rhs;
  if (ShapedType::isDynamic(rhs))
    return lhs;
  return failure();
}

FailureOr<SmallVector<int64_t>> fusion::broadcastShapes(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs,
                                                        int64_t *conflict) {
  size_t rank = std::max(lhs.size(), rhs.size());
  SmallVector<int64_t> shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    int64_t l = i < lhs.size() ? lhs[lhs.size() - 1 - i] : 1;
    int64_t r = i < rhs.size() ? rhs[rhs.size() - 1 - i] : 1;
    FailureOr<int64_t> size = broadcastDim(l, r);
    if (failed(size)) {
      if (conflict)
        *conflict = i;
      return failure();
    }
    shape[rank - 1 - i] = *size;
  }
  return shape;
}

/// Whether a result may have size `result` where the operands broadcast to `expected`.
static bool compatibleDim(int64_t expected, int64_t result) {
  return expected == result || ShapedType::isDynamic(expected) || ShapedType::isDynamic(result);
}

LogicalResult fusion::detail::verifyOperandsBroadcast(Operation *op) {
  SmallVector<int64_t> shape;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    ArrayRef<int64_t> next = cast<RankedTensorType>(operand.getType()).getShape();
    int64_t conflict = 0;
    FailureOr<SmallVector<int64_t>> joined = broadcastShapes(shape, next, &conflict);
    if (failed(joined))
      return op->emitOpError() << "expects operands that broadcast, but operand " << index << " has size "
                               << next[next.size() - 1 - conflict] << " where the ones before have "
                               << shape[shape.size() - 1 - conflict] << " (dimension " << conflict
                               << " from the right)";
    shape = std::move(*joined);
  }
  ArrayRef<int64_t> result = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  if (result.size() != shape.size())
    return op->emitOpError() << "expects a result of rank " << shape.size() << ", but it has rank " << result.size();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(shape, result)))
    if (!compatibleDim(std::get<0>(sizes), std::get<1>(sizes)))
      return op->emitOpError() << "expects result dimension " << dim << " to be " << std::get<0>(sizes)
                               << ", but it is " << std::get<1>(sizes);
  return success();
}

std::pair<Value, int64_t> fusion::getBroadcastSource(ValueRange operands, int64_t rank, int64_t dim) {
  std::pair<Value, int64_t> source;
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    int64_t own = dim - (rank - type.getRank());
    if (own < 0 || type.getDimSize(own) == 1)
      continue;
    if (!source.first || !type.isDynamicDim(own))
      source = {operand, own};
  }
  return source;
}

LogicalResult fusion::detail::reifyElementwiseShape(OpBuilder &builder, Operation *op,
                                                    ReifiedRankedShapedTypeDims &dims) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> &shape = dims.emplace_back();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    auto [source, own] = getBroadcastSource(cast<ElementwiseOpInterface>(op).getElementOperands(), type.getRank(), dim);
    if (!type.isDynamicDim(dim) || !source)
      shape.push_back(builder.getIndexAttr(type.isDynamicDim(dim) ? 1 : type.getDimSize(dim)));
    else
      shape.push_back(tensor::getMixedSize(builder, op->getLoc(), source, own));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

static bool isFloat8(Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8; }

/// Whether `type` has all numbers of `other`, a float or an integer of few bits.
static bool holds(FloatType type, Type other) {
  const llvm::fltSemantics &own = type.getFloatSemantics();
  using F = APFloat;
  if (!isa<FloatType>(other))
    return F::semanticsPrecision(own) >= other.getIntOrFloatBitWidth();
  const llvm::fltSemantics &their = cast<FloatType>(other).getFloatSemantics();
  auto least = [](const llvm::fltSemantics &semantics) {
    return F::semanticsMinExponent(semantics) - int(F::semanticsPrecision(semantics));
  };
  return F::semanticsPrecision(own) >= F::semanticsPrecision(their) &&
         F::semanticsMaxExponent(own) >= F::semanticsMaxExponent(their) && least(own) <= least(their);
}

/// The first float that has all numbers of both.
static FloatType getCommonFloat(Type a, Type b) {
  MLIRContext *context = a.getContext();
  for (Type type : {a, b, Type(Float16Type::get(context)), Type(Float32Type::get(context))})
    if (auto floatType = dyn_cast<FloatType>(type); floatType && holds(floatType, a) && holds(floatType, b))
      return floatType;
  return Float64Type::get(context);
}

/// Which element types can be multiplied: floats of one type, or of 8 bits, into one that is as wide; i8 into i32.
static LogicalResult verifyElementTypes(MatmulOp op) {
  Type lhs = op.getLhs().getType().getElementType(), rhs = op.getRhs().getType().getElementType(),
       result = op.getType().getElementType();
  if (lhs != rhs && !(isFloat8(lhs) && isFloat8(rhs)))
    return op.emitOpError() << "expects operands of one element type, or of two 8-bit floats, but they have " << lhs
                            << " and " << rhs << ": cast to " << getCommonFloat(lhs, rhs)
                            << ", which has all numbers of both";
  if (lhs.isInteger(8) != result.isInteger(32))
    return op.emitOpError() << "expects operands of i8 exactly where results are i32, but they are " << lhs << " and "
                            << result;
  if (lhs.isInteger(8))
    return success();
  if (op.getUnsignedA() || op.getUnsignedB())
    return op.emitOpError() << "expects '" << (op.getUnsignedA() ? "unsigned_a" : "unsigned_b")
                            << "' on operands of i8 alone, but they are " << lhs;
  unsigned inBits = lhs.getIntOrFloatBitWidth(), outBits = result.getIntOrFloatBitWidth();
  if (outBits < inBits || (outBits == inBits && lhs != result && rhs != result))
    return op.emitOpError() << "expects a result element type at least as wide as " << lhs << ", but it is " << result;
  return success();
}

/// Checks the scales of an operand whose matrix is `outer` (rows or columns) by `depth`, as far as sizes are known.
static LogicalResult verifyBlockScale(MatmulOp op, StringRef name, Value scale, std::optional<ArrayRef<int64_t>> block,
                                      ArrayRef<int64_t> sizes) {
  if (!scale && !block)
    return success();
  if (!scale || !block)
    return op.emitOpError() << "expects '" << name << "_scale' and '" << name << "_block' together";
  if (block->size() != 2 || llvm::any_of(*block, [](int64_t size) { return size < 1; }))
    return op.emitOpError() << "expects two sizes of at least 1 in '" << name << "_block'";
  auto type = cast<RankedTensorType>(scale.getType());
  for (auto [dim, own, size, group] : llvm::enumerate(type.getShape(), sizes, *block)) {
    bool known = !ShapedType::isDynamic(own) && !ShapedType::isDynamic(size) && own != 1;
    int64_t expected = known ? llvm::divideCeil(size, group) : own;
    if (own != expected)
      return op.emitOpError() << "expects dimension " << dim << " of '" << name << "_scale' to be 1 or " << expected
                              << ", for blocks of " << group << " of " << size << ", but it is " << own;
  }
  return success();
}

/// Scales are those of matrices of 8-bit floats.
static LogicalResult verifyBlockScales(MatmulOp op) {
  if (failed(verifyBlockScale(op, "lhs", op.getLhsScale(), op.getLhsBlock(), {op.getM(), op.getK()})) ||
      failed(verifyBlockScale(op, "rhs", op.getRhsScale(), op.getRhsBlock(), {op.getN(), op.getK()})))
    return failure();
  if (!op.isBlockScaled())
    return success();
  if (Type type = op.getInputElementType(); !isFloat8(type))
    return op.emitOpError() << "expects scales of 8-bit floats alone, but operands are of " << type
                            << ": multiply these with their scales";
  if (op.getType().getRank() != 2)
    return op.emitOpError() << "expects scales of matrices alone, but the result has rank " << op.getType().getRank()
                            << ": make batches rows, or multiply the operands with their scales";
  return success();
}

LogicalResult MatmulOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType(), result = getResult().getType();
  if (lhs.getRank() < 2 || rhs.getRank() < 2)
    return emitOpError() << "expects operands of rank 2 or more, but they have rank " << lhs.getRank() << " and "
                         << rhs.getRank();
  if (failed(verifyElementTypes(*this)))
    return failure();
  int64_t lhsK = lhs.getDimSize(getLhsKDim()), rhsK = rhs.getDimSize(getRhsKDim());
  if (!compatibleDim(lhsK, rhsK))
    return emitOpError() << "expects equal contraction sizes, but lhs has " << lhsK << " and rhs has " << rhsK;
  FailureOr<SmallVector<int64_t>> batch = broadcastShapes(lhs.getShape().drop_back(2), rhs.getShape().drop_back(2));
  if (failed(batch))
    return emitOpError() << "expects batch dimensions that broadcast, but lhs is " << lhs << " and rhs is " << rhs;
  SmallVector<int64_t> expected = std::move(*batch);
  expected.append({getM(), getN()});
  if (static_cast<int64_t>(expected.size()) != result.getRank())
    return emitOpError() << "expects a result of rank " << expected.size() << ", but it has rank " << result.getRank();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(expected, result.getShape())))
    if (!compatibleDim(std::get<0>(sizes), std::get<1>(sizes)))
      return emitOpError() << "expects result dimension " << dim << " to be " << std::get<0>(sizes) << ", but it is "
                           << std::get<1>(sizes);
  return verifyBlockScales(*this);
}

MatmulOp MatmulOp::createLike(OpBuilder &builder, MatmulOp like, RankedTensorType type, Value lhs, Value rhs) {
  return create(builder, like.getLoc(), type, lhs, rhs, like.getLhsScale(), like.getRhsScale(), like.getTransposeA(),
                like.getTransposeB(), like.getUnsignedA(), like.getUnsignedB(), like.getLhsBlockAttr(),
                like.getRhsBlockAttr());
}

// A scale's place is that of rows (columns) and K, however the operand is stored.
MatmulOp MatmulOp::createTransposed(OpBuilder &builder, MatmulOp like, RankedTensorType type, Value rhs, Value lhs) {
  return create(builder, like.getLoc(), type, rhs, lhs, like.getRhsScale(), like.getLhsScale(),
                /*transpose_a=*/!like.getTransposeB(), /*transpose_b=*/!like.getTransposeA(), like.getUnsignedB(),
                like.getUnsignedA(), like.getRhsBlockAttr(), like.getLhsBlockAttr());
}

LogicalResult MatmulOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  RankedTensorType type = getResult().getType();
  SmallVector<OpFoldResult> &shape = dims.emplace_back();
  for (int64_t dim = 0; dim < getNumBatchDims(); ++dim) {
    auto [source, own] = getBroadcastSource(getFactors(), type.getRank(), dim);
    shape.push_back(source ? tensor::getMixedSize(builder, getLoc(), source, own)
                           : OpFoldResult(builder.getIndexAttr(1)));
  }
  shape.push_back(tensor::getMixedSize(builder, getLoc(), getLhs(), getLhsMDim()));
  shape.push_back(tensor::getMixedSize(builder, getLoc(), getRhs(), getRhsNDim()));
  return success();
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

LogicalResult GeluOp::verify() {
  if (getCubic() && getApproximate() != GeluApproximation::Tanh)
    return emitOpError("expects 'cubic' only with approximate = \"tanh\"");
  return success();
}

LogicalResult ClampOp::verify() {
  if (getMin().isNaN() || getMax().isNaN())
    return emitOpError("expects limits that are not NaN");
  if (getMin() > getMax())
    return emitOpError() << "expects min at most max, but they are " << getMin().convertToDouble() << " and "
                         << getMax().convertToDouble();
  return success();
}

LogicalResult CastOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType()), to = cast<RankedTensorType>(getResult().getType());
  if (from.getShape() != to.getShape())
    return emitOpError() << "expects input and result of one shape, but they are " << from << " and " << to;
  bool fromFloat = isa<FloatType>(from.getElementType()), toFloat = isa<FloatType>(to.getElementType());
  if (getSaturate() && (!fromFloat || to.getElementType().isInteger(1)))
    return emitOpError() << "expects a float input and a float or integer result of more than one bit with "
                            "'saturate', but they are "
                         << from << " and " << to;
  Type integer = fromFloat ? to.getElementType() : from.getElementType();
  if (getIsUnsigned() && (fromFloat == toFloat || integer.isInteger(1)))
    return emitOpError() << "expects a float and an integer of more than one bit with 'is_unsigned', but has " << from
                         << " and " << to;
  return success();
}
