// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Puts bytes in the place of pairs of integers, and maps in front of their readers.

#include "fusion/Dialect/Fusion/Transforms/UnpackIntegers.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/QuantOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

static RankedTensorType getNarrowType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isInteger(4) ? tensor : RankedTensorType();
}

/// The type of the bytes; fails where the last dimension does not fill them.
static FailureOr<RankedTensorType> getPackedType(RankedTensorType type, function_ref<InFlightDiagnostic()> emitError) {
  if (type.getRank() == 0)
    return emitError() << "expects tensors of i4 to have a dimension, along which a byte holds two of them";
  SmallVector<int64_t> shape(type.getShape());
  if (!ShapedType::isDynamic(shape.back())) {
    if (shape.back() % 2 != 0)
      return emitError() << "expects tensors of i4 to have an even last dimension, along which a byte holds two of "
                            "them, but has "
                         << type << "; pad it by one";
    shape.back() /= 2;
  }
  return RankedTensorType::get(shape, IntegerType::get(type.getContext(), 8));
}

/// tensor<..x(K/2)xi8>
///   ->
/// fusion.map() tables(%t = %packed) at(.., %k) : .. -> tensor<..xKxi8> {
///   %byte = fusion.lookup %t[.., %k / 2]; yield (%k odd ? %byte : %byte << 4) >> 4
/// }
static Value unpack(OpBuilder &builder, Location loc, Value packed, bool isUnsigned) {
  ImplicitLocOpBuilder b(loc, builder);
  auto type = cast<RankedTensorType>(packed.getType());
  SmallVector<int64_t> shape(type.getShape()), sizeShape;
  int64_t last = type.getRank() - 1;
  if (!ShapedType::isDynamic(shape[last]))
    shape[last] *= 2;
  SmallVector<Value> sizes, elements; // what gives sizes that are not known
  for (auto [dim, size] : llvm::enumerate(shape)) {
    sizeShape.push_back(ShapedType::isDynamic(size) ? size : 1);
    if (!ShapedType::isDynamic(size))
      continue;
    Value bytes = tensor::DimOp::create(b, packed, dim);
    if (static_cast<int64_t>(dim) == last)
      bytes = arith::MulIOp::create(b, bytes, arith::ConstantIndexOp::create(b, 2));
    sizes.push_back(bytes);
  }
  if (!sizes.empty())
    elements.push_back(tensor::EmptyOp::create(b, sizeShape, b.getI1Type(), sizes));
  auto map = MapOp::create(b, type.clone(shape), elements, ValueRange{packed}, /*positions=*/true);
  b.setInsertionPointToStart(map.getBodyBlock());
  SmallVector<Value> indices(map.getPositions().begin(), map.getPositions().end());
  Value position = indices[last], two = arith::ConstantIndexOp::create(b, 2);
  indices[last] = arith::DivUIOp::create(b, position, two);
  Value byte = LookupOp::create(b, b.getI8Type(), map.getTableArguments()[0], indices, Value());
  Value four = arith::ConstantIntOp::create(b, b.getI8Type(), 4);
  Value isOdd = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, arith::RemUIOp::create(b, position, two),
                                      arith::ConstantIndexOp::create(b, 0));
  Value placed = arith::SelectOp::create(b, isOdd, byte, arith::ShLIOp::create(b, byte, four));
  Value integer = isUnsigned ? arith::ShRUIOp::create(b, placed, four).getResult()
                             : arith::ShRSIOp::create(b, placed, four).getResult();
  YieldOp::create(b, integer);
  return map.getResult();
}

/// Whether an operation makes wider numbers of an integer: with its sign, without, or nothing if it is another.
static std::optional<bool> isUnsignedWidening(Operation *op) {
  if (isa<arith::UIToFPOp, arith::ExtUIOp>(op))
    return true;
  return isa<arith::SIToFPOp, arith::ExtSIOp>(op) ? std::optional(false) : std::nullopt;
}

/// Whether all that a body does with an argument is to widen it, with or without its sign; nothing if it does more.
static std::optional<bool> getWidening(BlockArgument argument) {
  std::optional<bool> all;
  for (Operation *user : argument.getUsers()) {
    std::optional<bool> own = isUnsignedWidening(user);
    if (!own || all.value_or(*own) != *own)
      return std::nullopt;
    all = own;
  }
  return all;
}

/// A linalg.generic that widens the elements of an operand widens bytes.
static LogicalResult replaceWidened(OpOperand &use, Value packed) {
  auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!generic || !generic.isDpsInput(&use))
    return failure();
  BlockArgument element = generic.getMatchingBlockArgument(&use);
  std::optional<bool> isUnsigned = getWidening(element);
  if (!isUnsigned)
    return failure();
  OpBuilder builder(generic);
  use.set(unpack(builder, generic.getLoc(), packed, *isUnsigned));
  element.setType(builder.getI8Type());
  for (Operation *user : llvm::make_early_inc_range(element.getUsers()))
    if (user->getResult(0).getType() == element.getType()) {
      user->getResult(0).replaceAllUsesWith(element);
      user->erase();
    }
  return success();
}

/// Gives readers of `narrow` what they need of `packed`. Calls hand the bytes on.
static LogicalResult replaceReaders(Value narrow, Value packed) {
  for (OpOperand &use : llvm::make_early_inc_range(narrow.getUses())) {
    if (isa<func::CallOp>(use.getOwner())) {
      use.set(packed);
      continue;
    }
    if (succeeded(replaceWidened(use, packed)))
      continue;
    auto reader = dyn_cast<DequantizeOp>(use.getOwner());
    if (!reader)
      return use.getOwner()->emitOpError() << "reads " << narrow.getType()
                                           << ", which fusion.dequantize and a linalg.generic that widens each element "
                                              "do; widen it first, or make it a tensor of i8";
    OpBuilder builder(reader);
    use.set(unpack(builder, reader.getLoc(), packed, reader.getIsUnsigned()));
  }
  return success();
}

static LogicalResult unpackArguments(func::FuncOp function, int64_t &count) {
  for (BlockArgument argument : function.getArguments()) {
    RankedTensorType type = getNarrowType(argument.getType());
    if (!type)
      continue;
    FailureOr<RankedTensorType> packed = getPackedType(type, [&] { return function.emitOpError(); });
    if (failed(packed))
      return failure();
    // The readers' new operands are found by a value that keeps the old type until then.
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    auto standIn = UnrealizedConversionCastOp::create(builder, function.getLoc(), type, argument);
    argument.replaceAllUsesExcept(standIn.getResult(0), standIn);
    argument.setType(*packed);
    LogicalResult replaced = replaceReaders(standIn.getResult(0), argument);
    if (failed(replaced))
      return failure();
    standIn.erase();
    ++count;
  }
  if (function.isDeclaration())
    return success();
  function.setType(FunctionType::get(function.getContext(), function.getBody().front().getArgumentTypes(),
                                     function.getResultTypes()));
  return success();
}

static LogicalResult unpackConstant(arith::ConstantOp constant, int64_t &count) {
  RankedTensorType type = getNarrowType(constant.getType());
  if (!type)
    return success();
  FailureOr<RankedTensorType> packedType = getPackedType(type, [&] { return constant.emitOpError(); });
  if (failed(packedType))
    return failure();
  auto values = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!values)
    return constant.emitOpError() << "expects numbers of i4 as dense<...>; make the weight an argument";
  SmallVector<int8_t> bytes(packedType->getNumElements());
  for (auto [number, value] : llvm::enumerate(values.getValues<APInt>()))
    bytes[number / 2] |= static_cast<int8_t>(value.getZExtValue() << (number % 2 * 4));
  OpBuilder builder(constant);
  Value packed = arith::ConstantOp::create(builder, constant.getLoc(),
                                           DenseElementsAttr::get(*packedType, ArrayRef<int8_t>(bytes)));
  if (failed(replaceReaders(constant, packed)))
    return failure();
  constant.erase();
  ++count;
  return success();
}

LogicalResult fusion::unpackIntegers(ModuleOp module, int64_t &count) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    for (Type type : function.getResultTypes())
      if (getNarrowType(type))
        return function.emitOpError() << "returns " << type << ", but tensors of i4 are arguments and constants alone";
    if (failed(unpackArguments(function, count)))
      return failure();
  }
  SmallVector<arith::ConstantOp> constants;
  module.walk([&](arith::ConstantOp constant) { constants.push_back(constant); });
  for (arith::ConstantOp constant : constants)
    if (failed(unpackConstant(constant, count)))
      return failure();
  return success();
}
