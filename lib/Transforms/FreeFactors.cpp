// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that frees factors of products from what one number does to all of their elements.

#include "IntegerFactors.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Moves.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
#define GEN_PASS_DEF_FREEFACTORSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Scales between this and its reciprocal stay far from where f32 overflows.
static constexpr double kLeastScale = 0x1p-32;

static bool isNarrow(Type type) { return type.isF16() || type.isBF16(); }
static Type getElementType(Value value) { return getTensorType(value).getElementType(); }

/// The number that `value` has everywhere, if it is a positive one that products can be multiplied with instead.
static std::optional<double> getScale(Value value) {
  SplatElementsAttr splat;
  while (auto cast = value.getDefiningOp<CastOp>()) {
    if (!isa<FloatType>(getElementType(cast.getInput())))
      return std::nullopt;
    value = cast.getInput();
  }
  if (!matchPattern(value, m_Constant(&splat)) || !isa<FloatType>(splat.getElementType()))
    return std::nullopt;
  double number = splat.getSplatValue<APFloat>().convertToDouble();
  if (number >= kLeastScale && number <= 1 / kLeastScale)
    return number;
  return std::nullopt;
}

/// The operand that `op` multiplies with one number, or null. Its type is the result's.
static Value getScaled(Operation *op, double &scale) {
  auto take = [&](Value factor, Value other, bool divides) {
    std::optional<double> number = getScale(other);
    if (!number || factor.getType() != op->getResult(0).getType())
      return Value();
    scale = divides ? scale / *number : scale * *number;
    return factor;
  };
  if (auto mul = dyn_cast<MulOp>(op)) {
    Value left = take(mul.getLhs(), mul.getRhs(), false);
    return left ? left : take(mul.getRhs(), mul.getLhs(), false);
  }
  auto div = dyn_cast<DivOp>(op);
  return div ? take(div.getLhs(), div.getRhs(), true) : Value();
}

namespace {
/// What a factor of a product is without scales and widening casts:
///
///   origin -> moves -> source -> scales, a cast, moves -> factor
struct FreeFactor {
  Value origin, source;
  double scale = 1;               ///< by which it was multiplied
  bool isScaled = false;          ///< so that it can be read without
  bool isRounded = false;         ///< to 16 bits
  bool widens = false;            ///< 16 bits to f32
  SmallVector<Operation *> moves; ///< all of them, the last one first
  size_t numBehind = 0;           ///< of them, those behind the source

  static FreeFactor get(Value value) {
    FreeFactor factor;
    factor.origin = factor.source = value;
    while (Operation *op = factor.origin.getDefiningOp()) {
      if (op->hasAttr(kMustFuseAttrName))
        break;
      if (Value moved = getMovedOperand(op)) {
        factor.origin = moved;
        factor.moves.push_back(op);
        continue;
      }
      Value before;
      auto cast = dyn_cast<CastOp>(op);
      if (cast && !factor.widens && getElementType(cast.getResult()).isF32() &&
          isNarrow(getElementType(cast.getInput()))) {
        before = cast.getInput();
        factor.widens = true;
      } else if (Value scaled = getScaled(op, factor.scale)) {
        before = scaled;
        factor.isScaled = true;
      } else {
        break;
      }
      factor.origin = factor.source = before;
      factor.numBehind = factor.moves.size();
    }
    return factor;
  }

  /// Whether rebuild() gives anything else than the factor.
  bool changes(bool narrow) const { return isScaled || isRounded || (widens && (narrow || moves.size() > numBehind)); }

  /// The source moved as the factor was, or the origin widened and moved.
  Value rebuild(RewriterBase &rewriter, bool narrow) const {
    bool widened = widens && !narrow;
    Value value = widened ? origin : source;
    if (widened)
      value = CastOp::create(rewriter, value.getLoc(), getTensorType(value).clone(rewriter.getF32Type()), value);
    for (Operation *op : llvm::reverse(widened ? ArrayRef(moves) : ArrayRef(moves).take_front(numBehind)))
      value = repeatMove(rewriter, op, value);
    return value;
  }
};

/// Whether `value` is computed of exponentials, elementwise: weights, at most one in size.
static bool isOfExponentials(Value value) {
  // What divides exponentials by their sum, and chooses zero for rows without a key, are a few operations.
  constexpr size_t limit = 16;
  llvm::SmallSetVector<Operation *, 8> ops;
  auto insert = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp())
      ops.insert(op);
  };
  insert(value);
  for (size_t i = 0; i < ops.size() && i < limit; ++i) {
    if (isa<ExpOp, Exp2Op>(ops[i]))
      return true;
    if (getMovedOperand(ops[i]) || isa<DivOp, MulOp, SelectOp, CastOp>(ops[i]))
      llvm::for_each(ops[i]->getOperands(), insert);
  }
  return false;
}

struct FreeFactorsPass : fusion::impl::FreeFactorsPassBase<FreeFactorsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<MatmulOp> products;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (auto product = dyn_cast<MatmulOp>(op))
        products.push_back(product);
      return WalkResult::advance();
    });
    for (MatmulOp product : products)
      free(product);
  }

  /// Rounds weights to the type of values that are widened from 16 bits.
  bool roundWeights(RewriterBase &rewriter, MatmulOp product, FreeFactor &weights, const FreeFactor &values) {
    if (!values.widens || !getElementType(weights.source).isF32() || !isOfExponentials(weights.source))
      return false;
    Type narrow = getElementType(values.source);
    Value source = weights.source;
    weights.source = CastOp::create(rewriter, product.getLoc(), getTensorType(source).clone(narrow), source);
    weights.isRounded = true;
    return true;
  }

  /// Whether the product may be multiplied in the place of its factors: its type has the range of f32.
  static bool mayBeFreed(MatmulOp product) {
    return getNumerics(product) != Numerics::Strict &&
           (getElementType(product).isF32() || getElementType(product).isBF16());
  }

  void free(MatmulOp product) {
    if (!mayBeFreed(product))
      return;
    if (IRRewriter rewriter(product);
        getElementType(product).isF32() && succeeded(multiplyIntegers(rewriter, product))) {
      ++numIntegerProducts;
      return;
    }
    FreeFactor lhs = FreeFactor::get(product.getLhs()), rhs = FreeFactor::get(product.getRhs());
    bool narrow = isNarrow(getElementType(lhs.source)) && getElementType(lhs.source) == getElementType(rhs.source);
    IRRewriter rewriter(product);
    if (getNumerics(product) == Numerics::Fast)
      narrow |= roundWeights(rewriter, product, lhs, rhs) || roundWeights(rewriter, product, rhs, lhs);
    for (auto [factor, operand] :
         {std::pair(&lhs, &product.getLhsMutable()), std::pair(&rhs, &product.getRhsMutable())}) {
      if (!factor->changes(narrow))
        continue;
      Value rebuilt = factor->rebuild(rewriter, narrow);
      rewriter.modifyOpInPlace(product, [&, operand = operand] { operand->set(rebuilt); });
      ++numFreed;
    }
    double scale = lhs.scale * rhs.scale;
    if (scale == 1)
      return;
    rewriter.setInsertionPointAfter(product);
    Location loc = product.getLoc();
    auto number = DenseElementsAttr::get(RankedTensorType::get({}, rewriter.getF32Type()), static_cast<float>(scale));
    Value constant = arith::ConstantOp::create(rewriter, loc, number);
    auto scaled = MulOp::create(rewriter, loc, product.getType(), product, constant);
    rewriter.replaceAllUsesExcept(product, scaled, scaled);
  }
};
} // namespace
