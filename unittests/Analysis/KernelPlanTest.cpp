// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How kernels' formulas are split into anchors, prologues, epilogue and outputs.

#include "fusion/Analysis/KernelPlan.h"
#include "../Support/Printing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

namespace {
class KernelPlanTest : public testing::Test {
protected:
  KernelPlanTest() { context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect>(); }
  MLIRContext context;
};

struct Kernel {
  OwningOpRef<ModuleOp> module;
  KernelOp op;

  Kernel(MLIRContext &context, StringRef text) : module(parseSourceString<ModuleOp>(text, &context)) {
    EXPECT_TRUE(module);
    module->walk([&](KernelOp kernel) { op = kernel; });
    EXPECT_TRUE(op);
  }
};
} // namespace

/// "mul add", in their order.
static std::string nameOps(ArrayRef<Operation *> ops) {
  std::string names;
  for (Operation *op : ops)
    names += (names.empty() ? "" : " ") + op->getName().stripDialect().str();
  return names;
}

TEST_F(KernelPlanTest, Product) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xbf16>, %w: tensor<8x6xbf16>, %b: tensor<8xf32>) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
      %0:2 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
          : (tensor<4x6xbf16>, tensor<8x6xbf16>, tensor<8xf32>) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
        %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4x6xbf16>, tensor<8x6xbf16>) -> tensor<4x8xf32>
        %c = arith.constant dense<2.0> : tensor<f32>
        %2 = fusion.mul %b0, %c : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
        %3 = fusion.add %1, %2 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
        %4 = fusion.cast %3 : tensor<4x8xf32> to tensor<4x8xbf16>
        fusion.yield %4, %1 : tensor<4x8xbf16>, tensor<4x8xf32>
      }
      return %0#0, %0#1 : tensor<4x8xbf16>, tensor<4x8xf32>
    })");
  KernelPlan plan(kernel.op);
  ASSERT_EQ(plan.getAnchors().size(), 1);
  EXPECT_FALSE(plan.isElementwise());
  EXPECT_EQ(plan.getAnchorName(), "matmul");
  EXPECT_TRUE(plan.hasProduct());
  EXPECT_EQ(plan.getIterationType(), plan.getAnchors().front()->getResult(0).getType());
  EXPECT_EQ(nameOps(plan.getEpilogue()), "mul add cast");
  SmallVector<AnchorPlan> anchors = plan.getAnchorPlans();
  ASSERT_EQ(anchors.size(), 1);
  EXPECT_EQ(anchors[0].factors.size(), 2);
  for (const FactorPlan &factor : anchors[0].factors)
    EXPECT_TRUE(factor.isInput() && factor.prologue.empty() && factor.sources.empty());
  SmallVector<OutputPlan> outputs = plan.getOutputs();
  ASSERT_EQ(outputs.size(), 2);
  EXPECT_EQ(outputs[0].kind, OperandKind::Full);
  EXPECT_EQ(outputs[1].kind, OperandKind::Full);
}

TEST_F(KernelPlanTest, Elementwise) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %0 = fusion.kernel(%x0 = %x) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
        %1 = fusion.relu %x0 : tensor<4x6xf32>
        %2 = fusion.exp %1 : tensor<4x6xf32>
        fusion.yield %2 : tensor<4x6xf32>
      }
      return %0 : tensor<4x6xf32>
    })");
  KernelPlan plan(kernel.op);
  ASSERT_TRUE(plan.isElementwise());
  ASSERT_TRUE(plan.getAnchors().empty());
  EXPECT_FALSE(plan.hasProduct());
  EXPECT_EQ(plan.getAnchorName(), "elementwise");
  EXPECT_TRUE(plan.getAnchorPlans().empty());
  EXPECT_EQ(nameOps(plan.getEpilogue()), "relu exp");
  EXPECT_EQ(plan.getIterationType().getShape(), ArrayRef<int64_t>({4, 6}));
}

/// Two products that share their left factor, whose results meet.
TEST_F(KernelPlanTest, GatedPair) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xf32>, %g: tensor<6x8xf32>, %u: tensor<6x8xf32>) -> tensor<4x8xf32> {
      %0 = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u)
          : (tensor<4x6xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<4x8xf32> {
        %1 = fusion.matmul %x0, %g0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        %2 = fusion.matmul %x0, %u0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        %3 = fusion.silu %1 : tensor<4x8xf32>
        %4 = fusion.mul %3, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
        fusion.yield %4 : tensor<4x8xf32>
      }
      return %0 : tensor<4x8xf32>
    })");
  KernelPlan plan(kernel.op);
  ASSERT_EQ(plan.getAnchors().size(), 2);
  EXPECT_TRUE(plan.hasSeveralProducts());
  EXPECT_FALSE(plan.chainsProducts() || plan.hasProductAndReductions());
  EXPECT_EQ(nameOps(plan.getEpilogue()), "silu mul");
  ASSERT_TRUE(plan.getIterationType());
  EXPECT_EQ(plan.getIterationType().getShape(), ArrayRef<int64_t>({4, 8}));
}

/// The second product reads the first one, whose rows are reduced between them.
TEST_F(KernelPlanTest, ChainOfProducts) {
  Kernel kernel(context, R"(
    func.func @f(%q: tensor<4x6xf32>, %k: tensor<8x6xf32>, %v: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
          : (tensor<4x6xf32>, tensor<8x6xf32>, tensor<8x2xf32>) -> tensor<4x2xf32> {
        %1 = fusion.matmul %q0, %k0 {transpose_b} : (tensor<4x6xf32>, tensor<8x6xf32>) -> tensor<4x8xf32>
        %2 = fusion.reduce maximumf %1 along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
        %3 = fusion.sub %1, %2 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
        %4 = fusion.matmul %3, %v0 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
        fusion.yield %4 : tensor<4x2xf32>
      }
      return %0 : tensor<4x2xf32>
    })");
  KernelPlan plan(kernel.op);
  EXPECT_TRUE(plan.chainsProducts() && plan.hasSeveralProducts() && plan.hasProductAndReductions());
}

/// The second product reads what the rows of the first one come to, and that alone.
TEST_F(KernelPlanTest, ChainThroughReduction) {
  Kernel kernel(context, R"(
    func.func @f(%q: tensor<4x6xf32>, %k: tensor<8x6xf32>, %v: tensor<1x2xf32>) -> tensor<4x2xf32> {
      %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
          : (tensor<4x6xf32>, tensor<8x6xf32>, tensor<1x2xf32>) -> tensor<4x2xf32> {
        %1 = fusion.matmul %q0, %k0 {transpose_b} : (tensor<4x6xf32>, tensor<8x6xf32>) -> tensor<4x8xf32>
        %2 = fusion.reduce maximumf %1 along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
        %3 = fusion.matmul %2, %v0 : (tensor<4x1xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
        fusion.yield %3 : tensor<4x2xf32>
      }
      return %0 : tensor<4x2xf32>
    })");
  EXPECT_TRUE(KernelPlan(kernel.op).chainsProducts());
}

/// A reduction behind a product makes no chain of it, nor one in front of two products that do not read each other.
TEST_F(KernelPlanTest, ProductsAndReductions) {
  Kernel behind(context, R"(
    func.func @f(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>) -> tensor<4x1xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x1xf32> {
        %1 = fusion.matmul %x0, %w0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        %2 = fusion.reduce addf %1 along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
        fusion.yield %2 : tensor<4x1xf32>
      }
      return %0 : tensor<4x1xf32>
    })");
  KernelPlan one(behind.op);
  EXPECT_TRUE(one.hasProductAndReductions());
  EXPECT_FALSE(one.chainsProducts() || one.hasSeveralProducts());
  Kernel inFront(context, R"(
    func.func @f(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
      %0:2 = fusion.kernel(%x0 = %x, %w0 = %w)
          : (tensor<4x6xf32>, tensor<6x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
        %1 = fusion.reduce maximumf %x0 along [1] : tensor<4x6xf32> -> tensor<4x1xf32>
        %2 = fusion.sub %x0, %1 : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
        %3 = fusion.matmul %2, %w0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        %4 = fusion.matmul %x0, %w0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        fusion.yield %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>
      }
      return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
    })");
  KernelPlan two(inFront.op);
  EXPECT_TRUE(two.hasProductAndReductions() && two.hasSeveralProducts());
  EXPECT_FALSE(two.chainsProducts());
}

/// Siblings with outputs of other widths have no one iteration space.
TEST_F(KernelPlanTest, Siblings) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xf32>, %q: tensor<6x8xf32>, %k: tensor<6x2xf32>) -> (tensor<4x8xf32>, tensor<4x2xf32>) {
      %0:2 = fusion.kernel(%x0 = %x, %q0 = %q, %k0 = %k)
          : (tensor<4x6xf32>, tensor<6x8xf32>, tensor<6x2xf32>) -> (tensor<4x8xf32>, tensor<4x2xf32>) {
        %1 = fusion.matmul %x0, %q0 : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
        %2 = fusion.matmul %x0, %k0 : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
        fusion.yield %1, %2 : tensor<4x8xf32>, tensor<4x2xf32>
      }
      return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x2xf32>
    })");
  KernelPlan plan(kernel.op);
  ASSERT_EQ(plan.getAnchors().size(), 2);
  EXPECT_FALSE(plan.getIterationType());
  EXPECT_TRUE(plan.getEpilogue().empty());
  for (const OutputPlan &output : plan.getOutputs())
    EXPECT_FALSE(output.kind);
}

/// What lies between two products is the prologue of the second, and an input's own work that of the first.
TEST_F(KernelPlanTest, Prologues) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xf32>, %k: tensor<5x6xf32>, %v: tensor<5x8xf32>) -> tensor<4x8xf32> {
      %0 = fusion.kernel(%x0 = %x, %k0 = %k, %v0 = %v)
          : (tensor<4x6xf32>, tensor<5x6xf32>, tensor<5x8xf32>) -> tensor<4x8xf32> {
        %s = fusion.sigmoid %x0 : tensor<4x6xf32>
        %1 = fusion.matmul %s, %k0 {transpose_b} : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
        %2 = fusion.exp %1 : tensor<4x5xf32>
        %3 = fusion.matmul %2, %v0 : (tensor<4x5xf32>, tensor<5x8xf32>) -> tensor<4x8xf32>
        %4 = fusion.relu %3 : tensor<4x8xf32>
        fusion.yield %4 : tensor<4x8xf32>
      }
      return %0 : tensor<4x8xf32>
    })");
  KernelPlan plan(kernel.op);
  EXPECT_EQ(nameOps(plan.getEpilogue()), "relu");
  SmallVector<AnchorPlan> anchors = plan.getAnchorPlans();
  EXPECT_EQ(anchors.size(), 2);
  const FactorPlan &scores = anchors[0].factors[0], &weights = anchors[1].factors[0];
  EXPECT_EQ(nameOps(scores.prologue), "sigmoid");
  ASSERT_TRUE(scores.sources.empty());
  EXPECT_FALSE(scores.isInput());
  EXPECT_EQ(nameOps(weights.prologue), "exp");
  ASSERT_EQ(weights.sources.size(), 1);
  EXPECT_EQ(weights.sources[0], anchors[0].op);
  EXPECT_TRUE(anchors[1].factors[1].isInput());
}

/// Two reductions over one row space, one of which reads the other's result.
TEST_F(KernelPlanTest, Softmax) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>) {
      %0:2 = fusion.kernel(%x0 = %x) : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>) {
        %m = fusion.reduce maximumf %x0 along [1] : tensor<4x6xf32> -> tensor<4x1xf32>
        %d = fusion.sub %x0, %m : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
        %e = fusion.exp %d : tensor<4x6xf32>
        %s = fusion.reduce addf %e along [1] : tensor<4x6xf32> -> tensor<4x1xf32>
        %r = fusion.div %e, %s : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
        fusion.yield %r, %s : tensor<4x6xf32>, tensor<4x1xf32>
      }
      return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x1xf32>
    })");
  KernelPlan plan(kernel.op);
  ASSERT_EQ(plan.getAnchors().size(), 2);
  EXPECT_EQ(plan.getAnchorName(), "reduce");
  EXPECT_FALSE(plan.hasProduct());
  EXPECT_EQ(plan.getIterationType().getShape(), ArrayRef<int64_t>({4, 6}));
  SmallVector<AnchorPlan> anchors = plan.getAnchorPlans();
  ASSERT_EQ(anchors[0].factors.size(), 1);
  EXPECT_TRUE(anchors[0].factors[0].isInput());
  EXPECT_EQ(nameOps(anchors[1].factors[0].prologue), "sub exp");
  EXPECT_EQ(anchors[1].factors[0].sources.size(), 1);
  // What both need is in both.
  EXPECT_EQ(nameOps(plan.getEpilogue()), "sub exp div");
  SmallVector<OutputPlan> outputs = plan.getOutputs();
  EXPECT_EQ(outputs[0].kind, OperandKind::Full);
  EXPECT_EQ(outputs[1].kind, OperandKind::Column);
}

/// Loops and maps of a reduction.
TEST_F(KernelPlanTest, ReduceInterface) {
  Kernel kernel(context, R"(
    func.func @f(%x: tensor<3x4x5xbf16>) -> tensor<1x4x1xf32> {
      %0 = fusion.kernel(%x0 = %x) : (tensor<3x4x5xbf16>) -> tensor<1x4x1xf32> {
        %1 = fusion.reduce addf %x0 along [0, 2] : tensor<3x4x5xbf16> -> tensor<1x4x1xf32>
        fusion.yield %1 : tensor<1x4x1xf32>
      }
      return %0 : tensor<1x4x1xf32>
    })");
  AnchorOpInterface anchor = KernelPlan(kernel.op).getAnchors().front();
  SmallVector<utils::IteratorType> loops = anchor.getIteratorTypes();
  ASSERT_EQ(loops.size(), 5);
  EXPECT_EQ(llvm::count(loops, utils::IteratorType::reduction), 2);
  std::string maps;
  for (AffineMap map : anchor.getIndexingMaps())
    llvm::raw_string_ostream(maps) << map << '\n';
  EXPECT_EQ(maps, "(d0, d1, d2, d3, d4) -> (d3, d1, d4)\n"
                  "(d0, d1, d2, d3, d4) -> (d0, d1, d2)\n");
  ASSERT_TRUE(anchor.getAccumulatorType().isF32());
  EXPECT_EQ(anchor.getCombiner(), arith::AtomicRMWKind::addf);
}

/// Loops and maps of a product with broadcast batches and transposes.
TEST_F(KernelPlanTest, AnchorInterface) {
  Kernel kernel(context, R"(
    func.func @f(%a: tensor<3x1x8x4xbf16>, %b: tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32> {
      %0 = fusion.kernel(%a0 = %a, %b0 = %b) : (tensor<3x1x8x4xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32> {
        %1 = fusion.matmul %a0, %b0 {transpose_a, transpose_b}
            : (tensor<3x1x8x4xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32>
        fusion.yield %1 : tensor<3x5x4x16xf32>
      }
      return %0 : tensor<3x5x4x16xf32>
    })");
  AnchorOpInterface anchor = KernelPlan(kernel.op).getAnchors().front();
  SmallVector<utils::IteratorType> loops = anchor.getIteratorTypes();
  ASSERT_EQ(loops.size(), 5);
  EXPECT_EQ(loops.back(), utils::IteratorType::reduction);
  EXPECT_EQ(llvm::count(loops, utils::IteratorType::parallel), 4);
  std::string maps;
  for (AffineMap map : anchor.getIndexingMaps())
    llvm::raw_string_ostream(maps) << map << '\n';
  EXPECT_EQ(maps, "(d0, d1, d2, d3, d4) -> (d0, 0, d4, d2)\n"
                  "(d0, d1, d2, d3, d4) -> (d1, d3, d4)\n"
                  "(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)\n");
  ASSERT_TRUE(anchor.getAccumulatorType().isF32());
  EXPECT_EQ(anchor.getCombiner(), arith::AtomicRMWKind::addf);
  EXPECT_EQ(anchor.getFactors().size(), 2);
}
