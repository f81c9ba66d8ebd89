// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takes dequantised factors apart, and puts zero points and scales behind the product of their integers.

#include "IntegerFactors.h"

#include "fusion/Analysis/IntegersAsFloats.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

static Type getElementType(Value value) { return getTensorType(value).getElementType(); }

static bool isScale(Value value) {
  Type type = getElementType(value);
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 32;
}

namespace {
/// A factor of a product: (integers - zero) · scale.
struct DequantizedFactor {
  Value integers;          ///< bytes
  bool isUnsigned = false; ///< they reach from 0 to 255
  Value scale;             ///< floats; null: 1
  Value zero;              ///< bytes, or integers of 32 or 64 bits; null: `number` is the zero point
  bool zeroIsUnsigned = false;
  int64_t number = 0;
  int64_t depth; ///< dimension along K, from the end: 1 or 2

  static std::optional<DequantizedFactor> get(Value value, int64_t depth);

  bool hasZero() const { return zero || number != 0; }
  /// Whether a zero point may be any number.
  bool hasWideZero() const { return zero && !getElementType(zero).isInteger(8); }
  int64_t getLeast() const { return isUnsigned ? 0 : -128; }
  int64_t getMost() const { return isUnsigned ? 255 : 127; }
  /// The largest magnitude of an integer.
  int64_t getLargest() const { return std::max(-getLeast(), getMost()); }
  /// The same of integers less a zero point that is no wide one.
  int64_t getLargestDifference() const {
    int64_t leastZero = zero ? (zeroIsUnsigned ? 0 : -128) : number;
    int64_t mostZero = zero ? (zeroIsUnsigned ? 255 : 127) : number;
    return std::max(getMost() - leastZero, mostZero - getLeast());
  }

private:
  bool takeZero(Value &value);
  bool varies(Value numbers) const;
};
} // namespace

/// Whether numbers differ along K.
bool DequantizedFactor::varies(Value numbers) const {
  RankedTensorType type = getTensorType(numbers);
  return type.getRank() >= depth && type.getDimSize(type.getRank() - depth) != 1;
}

/// Takes what is subtracted from floats that are integers, if anything is. False where it is no zero point.
bool DequantizedFactor::takeZero(Value &value) {
  auto difference = value.getDefiningOp<SubOp>();
  if (!difference)
    return true;
  Value subtracted = difference.getRhs();
  value = difference.getLhs();
  if (std::optional<int64_t> whole = getWholeNumber(subtracted)) {
    number = *whole;
    return true;
  }
  std::tie(zero, zeroIsUnsigned) = getIntegers(subtracted);
  if (!zero || varies(zero))
    return false;
  Type type = getElementType(zero);
  return type.isInteger(8) || (!zeroIsUnsigned && (type.isInteger(32) || type.isInteger(64)));
}

std::optional<DequantizedFactor> DequantizedFactor::get(Value value, int64_t depth) {
  DequantizedFactor factor;
  factor.depth = depth;
  RankedTensorType type = getTensorType(value);
  auto product = value.getDefiningOp<MulOp>();
  for (unsigned number : {1, 0})
    if (product && !factor.scale && isScale(product->getOperand(number)) &&
        !factor.varies(product->getOperand(number)) && product->getOperand(1 - number).getType() == type) {
      factor.scale = product->getOperand(number);
      value = product->getOperand(1 - number);
    }
  if (!type.getElementType().isF32() || !factor.takeZero(value) || value.getType() != type)
    return std::nullopt;
  std::tie(factor.integers, factor.isUnsigned) = getIntegers(value);
  if (!factor.integers || !getElementType(factor.integers).isInteger(8) ||
      getTensorType(factor.integers).getShape() != type.getShape())
    return std::nullopt;
  return factor;
}

/// Numbers of rows of a factor (columns, of the right one) as they broadcast to the product. K stands where the other
/// factor's dimension is there, or has to change places with the one before.
static Value alignToProduct(OpBuilder &builder, Value numbers, bool isTransposed) {
  int64_t rank = getTensorType(numbers).getRank();
  if (!isTransposed || rank == 0)
    return numbers;
  Location loc = numbers.getLoc();
  if (rank == 1) {
    llvm::SmallBitVector inserted(2);
    inserted.set(0);
    numbers = insertUnitDims(builder, loc, numbers, inserted);
    rank = 2;
  }
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[rank - 2], permutation[rank - 1]);
  return transposeDims(builder, loc, numbers, permutation);
}

/// A map of `elements` to integers, of the type `type`.
static Value mapTo(RankedTensorType type, OpBuilder &builder, Location loc, ValueRange elements,
                   function_ref<Value(OpBuilder &, ValueRange)> build) {
  auto map = MapOp::create(builder, loc, type, elements, ValueRange(), /*positions=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(map.getBodyBlock());
  YieldOp::create(builder, loc, build(builder, map.getBodyBlock()->getArguments()));
  return map.getResult();
}

static Value extend(OpBuilder &builder, Location loc, Value integer, Type type, bool isUnsigned) {
  if (integer.getType() == type)
    return integer;
  return isUnsigned ? arith::ExtUIOp::create(builder, loc, type, integer).getResult()
                    : arith::ExtSIOp::create(builder, loc, type, integer).getResult();
}

static Value widen(OpBuilder &builder, Value integers, bool isUnsigned, Type type) {
  Location loc = integers.getLoc();
  if (getElementType(integers) == type)
    return integers;
  return mapTo(getTensorType(integers).clone(type), builder, loc, integers,
               [&](OpBuilder &b, ValueRange elements) { return extend(b, loc, elements[0], type, isUnsigned); });
}

namespace {
/// The product of two such factors.
class IntegerProduct {
public:
  IntegerProduct(RewriterBase &rewriter, MatmulOp product, const DequantizedFactor &lhs, const DequantizedFactor &rhs)
      : rewriter(rewriter), loc(product.getLoc()), product(product), lhs(lhs), rhs(rhs),
        type(lhs.hasWideZero() || rhs.hasWideZero() ? rewriter.getI64Type() : rewriter.getI32Type()) {}

  Value build() {
    Type sumType = product.getType().clone(rewriter.getI32Type());
    auto sums = MatmulOp::create(rewriter, loc, sumType, lhs.integers, rhs.integers, product.getTransposeA(),
                                 product.getTransposeB(), lhs.isUnsigned, rhs.isUnsigned);
    sums->setDiscardableAttrs(product->getDiscardableAttrDictionary());
    Value result = CastOp::create(rewriter, loc, product.getType(), subtractZeros(sums));
    for (auto [scale, isTransposed] :
         {std::pair(lhs.scale, product.getTransposeA()), {rhs.scale, product.getTransposeB()}})
      if (scale)
        result = MulOp::create(rewriter, loc, product.getType(), result, alignToProduct(rewriter, scale, isTransposed));
    return result;
  }

private:
  Value getZero(const DequantizedFactor &factor, bool isTransposed) {
    if (factor.zero)
      return alignToProduct(rewriter, widen(rewriter, factor.zero, factor.zeroIsUnsigned, type), isTransposed);
    auto number = DenseElementsAttr::get(RankedTensorType::get({}, type), rewriter.getIntegerAttr(type, factor.number));
    return arith::ConstantOp::create(rewriter, loc, number);
  }

  /// Of a factor along K.
  Value sumIntegers(const DequantizedFactor &factor, bool isTransposed) {
    Value wide = widen(rewriter, factor.integers, factor.isUnsigned, rewriter.getI32Type());
    SmallVector<int64_t> shape(getTensorType(wide).getShape());
    int64_t dim = static_cast<int64_t>(shape.size()) - factor.depth;
    shape[dim] = 1;
    Value sums = ReduceOp::create(rewriter, loc, getTensorType(wide).clone(shape), Type(), arith::AtomicRMWKind::addi,
                                  wide, ArrayRef<int64_t>(dim))
                     .getResult();
    return alignToProduct(rewriter, sums, isTransposed);
  }

  /// In i32 where the result fits, in whatever steps; else in i64, where zero points of 22 bits are exact.
  Value subtractZeros(Value sums) {
    if (!lhs.hasZero() && !rhs.hasZero())
      return sums;
    bool a = product.getTransposeA(), b = product.getTransposeB();
    SmallVector<Value> elements = {sums};
    if (rhs.hasZero())
      elements.append({getZero(rhs, b), sumIntegers(lhs, a)});
    if (lhs.hasZero())
      elements.append({getZero(lhs, a), sumIntegers(rhs, b)});
    return mapTo(getTensorType(sums).clone(type), rewriter, loc, elements,
                 [&](OpBuilder &builder, ValueRange scalars) { return subtractZeros(builder, scalars); });
  }
  /// Of elements: a sum, and pairs of zero points and sums of the other factor.
  Value subtractZeros(OpBuilder &b, ValueRange elements) {
    auto scalars = llvm::map_to_vector(
        elements, [&](Value element) { return extend(b, loc, element, type, /*isUnsigned=*/false); });
    Value total = scalars[0];
    for (size_t zero = 1; zero < scalars.size(); zero += 2)
      total = arith::SubIOp::create(b, loc, total,
                                    arith::MulIOp::create(b, loc, scalars[zero], scalars[zero + 1]).getResult());
    if (scalars.size() < 5)
      return total;
    Value terms = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, product.getK()));
    Value zeros = arith::MulIOp::create(b, loc, scalars[1], scalars[3]);
    return arith::AddIOp::create(b, loc, total, arith::MulIOp::create(b, loc, zeros, terms).getResult());
  }

  RewriterBase &rewriter;
  Location loc;
  MatmulOp product;
  const DequantizedFactor &lhs, &rhs;
  Type type; ///< in which zero points are subtracted
};
} // namespace

/// Whether sums of so many terms fit 32 bits: those of differences, or where these may be any, those of integers.
static bool fits(int64_t terms, const DequantizedFactor &lhs, const DequantizedFactor &rhs) {
  bool isWide = lhs.hasWideZero() || rhs.hasWideZero();
  int64_t largest =
      isWide ? lhs.getLargest() * rhs.getLargest() : lhs.getLargestDifference() * rhs.getLargestDifference();
  return terms <= std::numeric_limits<int32_t>::max() / largest;
}

LogicalResult fusion::multiplyIntegers(RewriterBase &rewriter, MatmulOp product) {
  if (!product.getType().getElementType().isF32() || product.isBlockScaled())
    return rewriter.notifyMatchFailure(product, "it is no product of f32");
  if (ShapedType::isDynamic(product.getK()))
    return rewriter.notifyMatchFailure(product, "the number of terms is open, whose sum may not fit 32 bits");
  auto lhs = DequantizedFactor::get(product.getLhs(), product.getTransposeA() ? 2 : 1);
  auto rhs = DequantizedFactor::get(product.getRhs(), product.getTransposeB() ? 1 : 2);
  if (!lhs || !rhs)
    return rewriter.notifyMatchFailure(product, "its factors are not both dequantised from bytes");
  if (!fits(product.getK(), *lhs, *rhs))
    return rewriter.notifyMatchFailure(product, "sums of as many terms may not fit 32 bits");
  rewriter.setInsertionPoint(product);
  rewriter.replaceOp(product, IntegerProduct(rewriter, product, *lhs, *rhs).build());
  return success();
}
