// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Turns a module into operations that the interpreter knows.

#include "RoundingModel.h"
#include "fusion/Dialect/Fusion/IR/BlockScales.h"
#include "fusion/Dialect/Fusion/IR/QuantOps.h"
#include "fusion/Dialect/Fusion/Transforms/UnpackIntegers.h"
#include "fusion/Reference/Interpreter.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fusion;

/// A constant of ones or zeros that broadcasts to `like`.
static Value createUnit(OpBuilder &builder, Location loc, RankedTensorType like, bool one) {
  Type element = like.getElementType();
  auto type = RankedTensorType::get(SmallVector<int64_t>(like.getRank(), 1), element);
  Attribute attr = isa<FloatType>(element) ? Attribute(builder.getFloatAttr(element, one ? 1.0 : 0.0))
                                           : Attribute(builder.getIntegerAttr(element, one ? 1 : 0));
  return tosa::ConstOp::create(builder, loc, type, DenseElementsAttr::get(type, attr));
}

/// tosa.cast(x: i1)       ->  tosa.select(x, 1, 0)
/// tosa.cast(x: f) : i1   ->  not tosa.equal(x, 0)
/// The folder of the cast takes true for -1, and clamps what it casts to a boolean.
static void replaceBooleanCasts(ModuleOp module) {
  SmallVector<tosa::CastOp> casts;
  module->walk([&](tosa::CastOp op) { casts.push_back(op); });
  for (tosa::CastOp op : casts) {
    auto from = dyn_cast<RankedTensorType>(op.getInput().getType()), to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to || from.getElementType() == to.getElementType())
      continue;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value result;
    if (from.getElementType().isInteger(1)) {
      Value one = createUnit(builder, loc, to, true), zero = createUnit(builder, loc, to, false);
      result = tosa::SelectOp::create(builder, loc, to, op.getInput(), one, zero);
    } else if (to.getElementType().isInteger(1) && isa<FloatType>(from.getElementType())) {
      Value equal = tosa::EqualOp::create(builder, loc, to, op.getInput(), createUnit(builder, loc, from, false));
      result = tosa::LogicalNotOp::create(builder, loc, to, equal);
    } else {
      continue;
    }
    op.replaceAllUsesWith(result);
    op.erase();
  }
}

static bool holdsTosa(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        return isa_and_nonnull<tosa::TosaDialect>(op->getDialect()) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// linalg.softmax, linalg.pack and their like into structured ops.
static LogicalResult decomposeAggregates(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module->walk([&](Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto pack = dyn_cast<linalg::PackOp>(op))
      (void)linalg::lowerPack(rewriter, pack, /*lowerPadLikeWithInsertSlice=*/false);
    else if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
      (void)linalg::lowerUnPack(rewriter, unpack, /*lowerUnpadLikeWithExtractSlice=*/false);
  });
  SmallVector<linalg::AggregatedOpInterface> aggregates;
  module->walk([&](linalg::AggregatedOpInterface op) { aggregates.push_back(op); });
  for (linalg::AggregatedOpInterface op : aggregates) {
    OpBuilder builder(op);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(builder);
    if (failed(results))
      return op->emitOpError("cannot be decomposed for the reference interpreter");
    op->replaceAllUsesWith(*results);
    op->erase();
  }
  return success();
}

static bool isFloat8(Value value) {
  Type type = getElementTypeOrSelf(value);
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

/// Whether a factor of a product is 8-bit floats, widened or dequantised.
static bool isOfFloat8(Value factor) {
  Operation *op = factor.getDefiningOp();
  return isa_and_present<DequantizeOp, CastOp>(op) && isFloat8(op->getOperand(0));
}

/// Whether `value`, a factor whose dimension `k` is contracted, is dequantised with more than one scale along it.
static bool hasScalesAlong(Value value, int64_t k) {
  auto dequantize = value.getDefiningOp<DequantizeOp>();
  if (!dequantize)
    return false;
  RankedTensorType scale = dequantize.getScale().getType();
  int64_t dim = k - (cast<RankedTensorType>(value.getType()).getRank() - scale.getRank());
  return dim >= 0 && scale.getDimSize(dim) != 1;
}

/// Marks products of 8-bit floats with scales per block along K, whose sums GPUs may make before they multiply with the
/// scales, and writes the scales as operations.
static void replaceBlockScales(ModuleOp module) {
  SmallVector<MatmulOp> scaled;
  module->walk([&](MatmulOp product) {
    bool isOfBytes = isOfFloat8(product.getLhs()) && isOfFloat8(product.getRhs());
    bool dequantised = hasScalesAlong(product.getLhs(), product.getLhsKDim()) ||
                       hasScalesAlong(product.getRhs(), product.getRhsKDim());
    if (product.isBlockScaled() || (isOfBytes && dequantised))
      product->setAttr(reference::kBlockScaledAttrName, UnitAttr::get(module.getContext()));
    if (product.isBlockScaled())
      scaled.push_back(product);
  });
  for (MatmulOp product : scaled) {
    OpBuilder builder(product);
    product.replaceAllUsesWith(expandBlockScales(builder, product));
    product.erase();
  }
}

/// Globals that keep their value are constants.
static void replaceGlobals(ModuleOp module) {
  SymbolTableCollection symbols;
  module->walk([&](Operation *op) {
    if (!isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
      return;
    auto global = symbols.lookupNearestSymbolFrom<ml_program::GlobalOp>(op, op->getAttrOfType<SymbolRefAttr>("global"));
    auto value = global && !global.getIsMutable() ? dyn_cast_or_null<ElementsAttr>(global.getValueAttr()) : nullptr;
    if (!value || value.getType() != op->getResult(0).getType())
      return;
    OpBuilder builder(op);
    op->replaceAllUsesWith(arith::ConstantOp::create(builder, op->getLoc(), value));
    op->erase();
  });
}

/// Casts between two floats of one width go through f32: upstream's lowering makes them one operation that arith lacks.
static void widenCasts(ModuleOp module) {
  module->walk([](tosa::CastOp cast) {
    auto from = cast.getInput().getType(), to = cast.getType();
    auto isFloat = [](ShapedType type) { return isa<FloatType>(type.getElementType()); };
    if (!isFloat(from) || !isFloat(to) || from.getElementType() == to.getElementType() ||
        from.getElementTypeBitWidth() != to.getElementTypeBitWidth())
      return;
    OpBuilder builder(cast);
    Type wide = from.clone(builder.getF32Type());
    cast.getInputMutable().assign(tosa::CastOp::create(builder, cast.getLoc(), wide, cast.getInput()));
  });
}

LogicalResult fusion::reference::prepareForInterpreter(ModuleOp module) {
  int64_t packed = 0;
  if (failed(unpackIntegers(module, packed)))
    return failure();
  replaceGlobals(module);
  replaceBooleanCasts(module);
  replaceBlockScales(module);
  if (failed(decomposeAggregates(module)))
    return failure();
  if (!holdsTosa(module))
    return success();
  widenCasts(module);
  // The canonicalizer is only safe on reshapes with the patterns of the dialect (populateReshapePatterns).
  module.getContext()->loadDialect<FusionDialect>();
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(tosa::createTosaInferShapesPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(createTosaToSCFPass());
  functions.addPass(tosa::createTosaOptionalDecompositionsPass());
  functions.addPass(tosa::createTosaToLinalgNamed());
  functions.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(tosa::createTosaToLinalg());
  functions.addPass(createTosaToTensorPass());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  functions.addPass(createTosaToArithPass(arith));
  functions.addPass(createCanonicalizerPass()); // removes what only carried shapes
  return manager.run(module);
}
