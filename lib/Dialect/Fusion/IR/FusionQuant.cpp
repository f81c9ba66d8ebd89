// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Quantisation in elementwise operations, and the shapes of scales.

#include "fusion/Dialect/Fusion/IR/QuantOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace fusion;

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionQuantOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// How many neighbours along a dimension of `size` share a number of an operand that has `own` there; 0 if that cannot
/// be. Sizes that are not known are equal.
static int64_t getGroupSize(int64_t size, int64_t own) {
  if (own == size || ShapedType::isDynamic(own) || ShapedType::isDynamic(size))
    return 1;
  return own > 0 && size % own == 0 ? size / own : 0;
}

/// Checks that `operand` has a number for each element, group or row of the tensor that is quantised.
static LogicalResult verifyNumbers(Operation *op, StringRef name, RankedTensorType operand, RankedTensorType input) {
  if (operand.getRank() > input.getRank())
    return op->emitOpError() << "expects " << name << " of at most the rank of its input, " << input.getRank()
                             << ", but it has rank " << operand.getRank();
  for (int64_t dim = 0; dim < operand.getRank(); ++dim) {
    int64_t size = input.getDimSize(input.getRank() - operand.getRank() + dim), own = operand.getDimSize(dim);
    if (own != 1 && getGroupSize(size, own) == 0)
      return op->emitOpError() << "expects dimension " << dim << " of " << name << " to be 1 or to divide the input's, "
                               << size << ", but it is " << own << "; pad the input to whole groups";
  }
  return success();
}

/// Checks what both operations have; `quantized` is the integer or 8-bit float.
template <typename OpT> static LogicalResult verifyQuantization(OpT op, RankedTensorType quantized) {
  RankedTensorType input = op.getInput().getType(), result = op.getResult().getType();
  if (input.getShape() != result.getShape())
    return op.emitOpError() << "expects a result of its input's shape, but they are " << result << " and " << input;
  if (failed(verifyNumbers(op, "the scale", op.getScale().getType(), input)))
    return failure();
  Type element = quantized.getElementType();
  bool isSmall = element.isInteger(8) || element.isInteger(4);
  if (op.getIsUnsigned() && !isSmall)
    return op.emitOpError() << "expects 'is_unsigned' of i8 alone, but it quantises " << element;
  if (!op.getZeroPoint())
    return success();
  if (!isSmall)
    return op.emitOpError() << "expects a zero point of i8 alone, but it quantises " << element
                            << (element.isInteger(32) ? "; subtract it from the sums before" : "; leave it out");
  return verifyNumbers(op, "the zero point", op.getZeroPoint().getType(), input);
}

LogicalResult QuantizeOp::verify() { return verifyQuantization(*this, getResult().getType()); }
LogicalResult DequantizeOp::verify() { return verifyQuantization(*this, getInput().getType()); }

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

namespace {
/// Builds the operations that one stands for: where that has to be in a kernel with a product, so have they.
class PartBuilder : public ImplicitLocOpBuilder {
public:
  PartBuilder(OpBuilder &builder, Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), builder), mustFuse(op->getAttrOfType<UnitAttr>(kMustFuseAttrName)) {}

  template <class Op, class... Args> Value make(Args &&...args) {
    auto op = Op::create(*this, std::forward<Args>(args)...);
    if (mustFuse)
      op->setAttr(kMustFuseAttrName, mustFuse);
    return op.getResult();
  }

  /// `numbers`, a scale or zero point of a tensor `like`, so that it broadcasts to that.
  Value repeatGroups(TypedValue<RankedTensorType> numbers, TypedValue<RankedTensorType> like);

private:
  UnitAttr mustFuse;
};
} // namespace

///   tensor<?x4xf32>, for tensor<?x512xf16>
///     ->
///   fusion.map(%size) tables(%t = %numbers) at(%i, %j) : .. -> tensor<?x512xf32> { yield lookup %t[%i, %j / 128] }
///
/// A reshape of the tensor to ?x4x128 would say the same, but stands between it and the product that it comes from.
Value PartBuilder::repeatGroups(TypedValue<RankedTensorType> numbers, TypedValue<RankedTensorType> like) {
  RankedTensorType type = numbers.getType();
  int64_t first = like.getType().getRank() - type.getRank();
  SmallVector<int64_t> shape, groups, sizeShape;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t own = type.getDimSize(dim), size = own == 1 ? 1 : like.getType().getDimSize(first + dim);
    shape.push_back(size);
    groups.push_back(own == 1 ? 1 : getGroupSize(size, own));
    sizeShape.push_back(ShapedType::isDynamic(size) ? size : 1);
    if (ShapedType::isDynamic(size))
      sizes.push_back(tensor::DimOp::create(*this, like, first + dim));
  }
  if (llvm::all_of(groups, [](int64_t group) { return group == 1; }))
    return numbers;
  SmallVector<Value> elements; // gives the sizes that are not known
  if (!sizes.empty())
    elements.push_back(tensor::EmptyOp::create(*this, sizeShape, getI1Type(), sizes));
  auto map = MapOp::create(*this, type.clone(shape), elements, ValueRange{numbers}, /*positions=*/true);
  if (mustFuse)
    map->setAttr(kMustFuseAttrName, mustFuse);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(map.getBodyBlock());
  SmallVector<Value> indices;
  for (auto [dim, position] : llvm::enumerate(map.getPositions())) {
    Value index = position;
    if (type.getDimSize(dim) == 1)
      index = arith::ConstantIndexOp::create(*this, 0);
    else if (groups[dim] != 1)
      index = arith::DivUIOp::create(*this, position, arith::ConstantIndexOp::create(*this, groups[dim]).getResult());
    indices.push_back(index);
  }
  Value number = LookupOp::create(*this, type.getElementType(), map.getTableArguments()[0], indices, Value());
  YieldOp::create(*this, number);
  return map.getResult();
}

/// The type that numbers are scaled in.
static Type getScalingType(Builder &builder, TypeRange types) {
  bool wide = llvm::any_of(types, [](Type type) { return getElementTypeOrSelf(type).isF64(); });
  return wide ? builder.getF64Type() : Type(builder.getF32Type());
}

/// The zero point as a float.
template <typename OpT> static Value buildZeroPoint(PartBuilder &b, OpT op, Type element) {
  Value number = b.repeatGroups(op.getZeroPoint(), op.getInput());
  auto type = cast<RankedTensorType>(number.getType());
  bool isUnsigned = op.getIsUnsigned() && type.getElementType().isInteger(8);
  return b.make<CastOp>(type.clone(element), number, /*saturate=*/false, isUnsigned);
}

/// fusion.quantize %x, %s, %z {is_unsigned}
///   ->
/// fusion.cast (fusion.add (fusion.roundeven (fusion.div %x, %s)), (fusion.cast %z)) {saturate, is_unsigned}
FailureOr<SmallVector<Value>> QuantizeOp::decomposeOperation(OpBuilder &builder) {
  PartBuilder b(builder, *this);
  RankedTensorType result = getResult().getType();
  Type element = getScalingType(b, {getInput().getType(), getScale().getType()});
  auto type = result.clone(element);
  Value scale = b.repeatGroups(getScale(), getInput());
  Value value = b.make<DivOp>(type, getInput(), scale);
  if (isa<IntegerType>(result.getElementType()))
    value = b.make<RoundEvenOp>(type, value);
  if (getZeroPoint())
    value = b.make<AddOp>(type, value, buildZeroPoint(b, *this, element));
  return SmallVector<Value>{b.make<CastOp>(result, value, /*saturate=*/true, getIsUnsigned())};
}

/// fusion.dequantize %q, %s, %z {is_unsigned}
///   ->
/// fusion.mul (fusion.sub (fusion.cast %q {is_unsigned}), (fusion.cast %z {is_unsigned})), %s
FailureOr<SmallVector<Value>> DequantizeOp::decomposeOperation(OpBuilder &builder) {
  // Their bytes are the module's (UnpackIntegers).
  if (getInput().getType().getElementType().isInteger(4))
    return failure();
  PartBuilder b(builder, *this);
  RankedTensorType result = getResult().getType();
  Type element = getScalingType(b, {result, getScale().getType()});
  auto type = result.clone(element);
  Value scale = b.repeatGroups(getScale(), getInput());
  Value value = b.make<CastOp>(type, getInput(), /*saturate=*/false, getIsUnsigned());
  if (getZeroPoint())
    value = b.make<SubOp>(type, value, buildZeroPoint(b, *this, element));
  return SmallVector<Value>{b.make<MulOp>(result, value, scale)};
}
