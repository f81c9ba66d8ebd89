// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Exact arithmetic on constants, which exported masks, scales and shapes are full of: MLIR's own folders on the scalar
// form of an operation.

#include "fusion/Dialect/Fusion/IR/ScalarContext.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Most scalar operations that are evaluated for one constant: more is faster on the device, in an initialise step.
static constexpr int64_t kMaxEvaluations = 16384;

/// Whether folding gives what every device computes: exact, or rounded once. Functions are not: a host's library
/// rounds some of them otherwise.
static bool isExact(Operation *op) {
  return isa<arith::ArithDialect>(op->getDialect()) ||
         isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp, math::FloorOp, math::RoundOp,
             math::RoundEvenOp, math::SqrtOp, math::TruncOp>(op);
}

/// To nearest, ties to even; MLIR's own folder declines where the value changes.
static Attribute truncate(arith::TruncFOp op, Attribute operand) {
  auto number = dyn_cast_or_null<FloatAttr>(operand);
  if (!number)
    return nullptr;
  APFloat value = number.getValue();
  bool loses;
  value.convert(cast<FloatType>(op.getType()).getFloatSemantics(), APFloat::rmNearestTiesToEven, &loses);
  return FloatAttr::get(op.getType(), value);
}

namespace {
/// The scalar form of an elementwise operation, from elements of its operands to one of its result.
class ScalarForm {
public:
  explicit ScalarForm(ElementwiseOpInterface op, bool strict) {
    OpBuilder builder(op.getContext());
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (Value operand : op.getElementOperands()) {
      Type type = getElementTypeOrSelf(operand.getType());
      Value element = block.addArgument(type, loc);
      builder.setInsertionPointToEnd(&block);
      operands.push_back(isa<FloatType>(type) ? convertFloat(builder, loc, element, getComputeType(type)) : element);
    }
    ScalarContext context;
    context.strict = strict;
    result = op.buildScalar(builder, loc, operands, context);
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    if (isa<FloatType>(type))
      result = convertFloat(builder, loc, result, type);
  }

  int64_t size() { return static_cast<int64_t>(block.getOperations().size()) + 1; }

  /// Null if something has no exact value.
  Attribute evaluate(ArrayRef<Attribute> elements) {
    llvm::DenseMap<Value, Attribute> known;
    for (auto [argument, element] : llvm::zip_equal(block.getArguments(), elements))
      known[argument] = element;
    for (Operation &op : block)
      if (!evaluate(&op, known))
        return nullptr;
    return known.lookup(result);
  }

private:
  static bool evaluate(Operation *op, llvm::DenseMap<Value, Attribute> &known) {
    if (!isExact(op) || op->getNumRegions())
      return false;
    auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) { return known.lookup(operand); });
    if (auto narrow = dyn_cast<arith::TruncFOp>(op)) {
      known[narrow] = truncate(narrow, operands[0]);
      return known[narrow] != nullptr;
    }
    SmallVector<OpFoldResult> folded;
    if (failed(op->fold(operands, folded)) || folded.size() != op->getNumResults())
      return false;
    for (auto [value, result] : llvm::zip_equal(op->getResults(), folded)) {
      auto attribute = dyn_cast<Attribute>(result);
      if (!attribute)
        attribute = known.lookup(cast<Value>(result));
      if (!isa_and_present<FloatAttr, IntegerAttr>(attribute))
        return false;
      known[value] = attribute;
    }
    return true;
  }

  Block block;
  Value result;
};

/// %a = arith.constant dense<1.0> : tensor<f32>
/// %b = arith.constant dense<0.25> : tensor<f32>
/// %0 = fusion.sub %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
///   ->
/// %0 = arith.constant dense<0.75> : tensor<f32>
struct EvaluateConstants : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    RankedTensorType type = getTensorType(op->getResult(0));
    SmallVector<DenseElementsAttr> constants;
    if (!type.hasStaticShape() || op.dependsOnPosition() || op->getNumOperands() == 0 ||
        op.getElementOperands().size() != op->getNumOperands())
      return rewriter.notifyMatchFailure(op, "the result is dynamic, or depends on positions, sizes or tables");
    for (Value operand : op->getOperands())
      if (!matchPattern(operand, m_Constant(&constants.emplace_back())))
        return rewriter.notifyMatchFailure(op, "an operand is not constant");
    bool equal = llvm::all_of(constants, [](DenseElementsAttr constant) { return constant.isSplat(); });
    int64_t elements = equal ? 1 : type.getNumElements();
    ScalarForm form(op, getNumerics(op) == Numerics::Strict);
    if (elements * form.size() > kMaxEvaluations)
      return rewriter.notifyMatchFailure(op, "there are many elements: an initialise step computes them");
    SmallVector<Attribute> results;
    for (int64_t i = 0; i < elements; ++i) {
      auto operands = llvm::map_to_vector(constants, [&](DenseElementsAttr constant) {
        return equal ? constant.getSplatValue<Attribute>() : getElement(constant, type.getShape(), i);
      });
      Attribute result = form.evaluate(operands);
      if (!result)
        return rewriter.notifyMatchFailure(op, "an operation has no exact value");
      results.push_back(result);
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, DenseElementsAttr::get(type, results));
    return success();
  }

private:
  /// Of a constant that broadcasts to `shape`: the element that belongs to the one of row-major number `index` there.
  static Attribute getElement(DenseElementsAttr constant, ArrayRef<int64_t> shape, int64_t index) {
    if (constant.isSplat())
      return constant.getSplatValue<Attribute>();
    ArrayRef<int64_t> own = constant.getType().getShape();
    int64_t number = 0, stride = 1;
    for (int64_t dim = static_cast<int64_t>(own.size()) - 1, of = static_cast<int64_t>(shape.size()) - 1; dim >= 0;
         --dim, --of) {
      number += own[dim] == 1 ? 0 : index % shape[of] * stride;
      stride *= own[dim];
      index /= shape[of];
    }
    return constant.getValues<Attribute>()[number];
  }
};
} // namespace

void fusion::populateEvaluateConstantsPatterns(RewritePatternSet &patterns) {
  patterns.add<EvaluateConstants>(patterns.getContext());
}
