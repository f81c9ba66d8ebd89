// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What problems are called, their types, and the graphs that they stand for.

#include "fusion/Bench/Problem.h"
#include "../Support/Errors.h"
#include "ProblemOf.h"
#include "fusion/Analysis/ProductType.h"
#include "fusion/Bench/LtProduct.h"
#include "fusion/Bench/ProblemGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace fusion::runtime;
using namespace fusion::bench;

TEST(Problem, IsNamedAsItIsParsed) {
  for (const char *name : {"128x256x64:bf16:nk:none", "1x2x3:tf32:km:kn:bias+relu", "8x8x8:f16:nk:dynamic-m:silu",
                           "8x8x8:ieee:nk:bias+gelu+residual+tanh", "12x1x2x3:bf16:kn:bias", "8x8x8:i8:nk:none",
                           "8x8x8:i8:su:nk:none", "8x8x8:f8E4M3FN:e5m2:km:kn:bias", "8x8x8:f8E5M2:nk:none:fast",
                           "8x8x64:bf16:w4g32:nk:bias", "8x8x8:f16:w8:nk:none"})
    EXPECT_EQ(problemOf(name).name(), name);
  EXPECT_EQ(problemOf("8x8x8:f32").typeName(), "tf32x3");
  Problem problem = problemOf("16x32x64:bias+residual");
  EXPECT_EQ(problem.bytes(), 2 * (16 * 64 + 32 * 64 + 16 * 32 + 32 + 16 * 32));
  EXPECT_EQ(problem.flops(), 2.0 * 16 * 32 * 64);
  Problem batched = problemOf("3x16x32x64:km:bias+residual"); // one bias for all
  EXPECT_EQ(batched.bytes(), 2 * (3 * (16 * 64 + 32 * 64 + 16 * 32 + 16 * 32) + 32));
  EXPECT_EQ(batched.flops(), 3 * problem.flops());
  EXPECT_EQ(batched.shapeA(), (Shape{3, 64, 16}));
  EXPECT_EQ(batched.operandShape(EpilogueOp::Row), Shape{32});
  EXPECT_EQ(problemOf("1x16x32x64").sizes(), "16x32x64");
}

/// Each row of the table that has kernels can be named, and is the one that the compiler takes for the graph.
TEST(Problem, MayHaveEachProductType) {
  for (const fusion::ProductType &type : fusion::getProductTypes()) {
    if (type.unit == fusion::ProductUnit::None) {
      EXPECT_ERROR(Problem::parse(("8x8x8:" + type.name).str(), {}).error(), "'f64' is no type");
      continue;
    }
    Problem problem = problemOf(("8x8x8:" + type.name).str().c_str());
    EXPECT_EQ(problem.type, &type) << type.name.str();
    EXPECT_EQ(problemOf(problem.name().c_str()).type, &type) << problem.name();
    mlir::MLIRContext context;
    context.loadDialect<fusion::FusionDialect, mlir::func::FuncDialect>();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(problemGraph(problem), &context);
    ASSERT_TRUE(module) << problemGraph(problem);
    // A problem's precision is an option of the compiler.
    if (type.precision)
      (*module)->setAttr(fusion::kF32PrecisionAttrName,
                         fusion::F32PrecisionAttr::get(module->getContext(), *type.precision));
    module->walk([&](fusion::MatmulOp product) { EXPECT_EQ(&fusion::getProductType(product), &type); });
  }
}

TEST(Problem, WordsOfTypesAreEnoughWhereTheySayWhich) {
  EXPECT_EQ(problemOf("8x8x8:e5m2").typeName(), "f8E4M3FN:e5m2");
  EXPECT_EQ(problemOf("8x8x8:f32:ieee").typeName(), "ieee");
  Problem defaults = problemOf("8x8x8:fast");
  defaults.f32Precision = "tf32";
  EXPECT_EQ(Problem::parse("8x8x8:f32", defaults)->typeName(), "tf32");
  EXPECT_EQ(Problem::parse("8x8x8:f32:ieee", defaults)->typeName(), "ieee");
  EXPECT_TRUE(*Problem::parse("8x8x8:f8E4M3FN", defaults)->type->isFast);
  EXPECT_ERROR(Problem::parse("8x8x8:bf16:tf32", {}).error(),
               "'bf16:tf32' is no product type; known are bf16, f16, f32:tf32x3");
}

TEST(Problem, EightBitsAreSummedAndGivenInMore) {
  Problem bytes = problemOf("16x32x64:i8:bias"), floats = problemOf("16x32x64:f8E5M2:residual");
  EXPECT_EQ(bytes.sumType(), FUSION_I32);
  EXPECT_EQ(bytes.resultType(), FUSION_BF16);
  EXPECT_EQ(bytes.bytes(), 16 * 64 + 32 * 64 + 2 * (16 * 32 + 32));
  EXPECT_EQ(floats.sumType(), FUSION_BF16);
  EXPECT_EQ(floats.bytes(), 16 * 64 + 32 * 64 + 2 * 2 * 16 * 32);
  EXPECT_EQ(LtEpilogue::match(bytes).fused, 0u); // cuBLASLt gives the sums alone
  EXPECT_EQ(LtEpilogue::match(floats).fused, 1u);
}

TEST(Problem, IntegersOfWeightsAreCounted) {
  Problem problem = problemOf("16x32x128:w4g64");
  EXPECT_EQ(problem.storedShapeW(), (Shape{32, 64}));
  EXPECT_EQ(problem.scaleShape(), (Shape{32, 2}));
  EXPECT_EQ(problem.bytes(), 32 * 64 + 2 * (16 * 128 + 32 * 2 + 16 * 32));
  EXPECT_EQ(problemOf("16x32x128:w8").scaleShape(), (Shape{32, 1}));
}
