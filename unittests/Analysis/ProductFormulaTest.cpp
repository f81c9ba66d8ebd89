// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops, factors and sums of kernels' products, and the elements of memory that they read.

#include "fusion/Analysis/ProductFormula.h"
#include "../Support/Printing.h"
#include "fusion/Analysis/KernelPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

namespace {
class ProductFormulaTest : public testing::Test {
protected:
  ProductFormulaTest() { context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect>(); }

  KernelOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    KernelOp kernel;
    module->walk([&](KernelOp op) { kernel = op; });
    return kernel;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

static std::string print(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

static std::string print(std::optional<AccessMap> access) {
  std::string text;
  if (access)
    llvm::raw_string_ostream(text) << Attribute(AccessAttr::get(*access));
  return text;
}

TEST_F(ProductFormulaTest, PlainProduct) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<?x6xbf16>, %w: tensor<8x6xbf16>) -> tensor<?x8xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x6xbf16>, tensor<8x6xbf16>) -> tensor<?x8xf32> {
        %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<?x6xbf16>, tensor<8x6xbf16>) -> tensor<?x8xf32>
        %2 = fusion.relu %1 : tensor<?x8xf32>
        fusion.yield %2 : tensor<?x8xf32>
      }
      return %0 : tensor<?x8xf32>
    })");
  std::optional<ProductSum> sum = ProductFormula::getPlain(kernel);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->type, lookupProductType("bf16"));
  EXPECT_TRUE(sum->batches.empty());
  EXPECT_EQ(sum->rows, ShapedType::kDynamic);
  EXPECT_EQ(sum->columns, 8);
  EXPECT_EQ(sum->k, 6);
  EXPECT_FALSE(sum->isTransposedA() || sum->isBlockScaled());
  EXPECT_TRUE(sum->isTransposedB());
  for (const ProductFactor &factor : {sum->lhs, sum->rhs})
    EXPECT_EQ(factor.kind, FactorKind::Tiled);
  EXPECT_EQ(sum->rhs.argument, kernel.getBodyArgument(1));
}

/// Batches that broadcast, transposes, and a size of k that only one factor knows.
TEST_F(ProductFormulaTest, LoopsOfBatches) {
  KernelOp kernel = parse(R"(
    func.func @f(%a: tensor<3x1x?x4xbf16>, %b: tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32> {
      %0 = fusion.kernel(%a0 = %a, %b0 = %b) : (tensor<3x1x?x4xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32> {
        %1 = fusion.matmul %a0, %b0 {transpose_a, transpose_b}
            : (tensor<3x1x?x4xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x4x16xf32>
        fusion.yield %1 : tensor<3x5x4x16xf32>
      }
      return %0 : tensor<3x5x4x16xf32>
    })");
  std::optional<ProductSum> sum = ProductFormula::getPlain(kernel);
  ASSERT_TRUE(sum);
  EXPECT_EQ(ArrayRef(sum->batches), ArrayRef<int64_t>({3, 5}));
  EXPECT_EQ(sum->k, 8);
  EXPECT_EQ(print(sum->lhs.access),
            "#fusion.access<(d0 in 3, d1 in 5, d2 in 4, d3 in 16, d4 in 8) -> (d0, 0, d4, d2)>");
  EXPECT_TRUE(sum->isTransposedA() && sum->isTransposedB());
  EXPECT_EQ(sum->lhs.getArgumentDim(sum->getRowLoop()), 3u);
  EXPECT_EQ(sum->rhs.getArgumentDim(sum->getRowLoop()), std::nullopt);
}

/// Heads that lie beside each other in memory: what a loop runs along there is another dimension than in the product.
TEST_F(ProductFormulaTest, AccessGoesThroughViews) {
  KernelOp kernel = parse(R"(
    func.func @f(%q: tensor<8x128x12x64xbf16>, %k: tensor<12x64x8x32xbf16>) -> tensor<8x12x128x32xf32> {
      %0 = fusion.kernel(%q0 = %q, %k0 = %k)
          : (tensor<8x128x12x64xbf16>, tensor<12x64x8x32xbf16>) -> tensor<8x12x128x32xf32> {
        %1 = fusion.view %q0 permute [0, 2, 1, 3] : tensor<8x128x12x64xbf16> -> tensor<8x12x128x64xbf16>
        %2 = fusion.view %k0 permute [2, 0, 1, 3] : tensor<12x64x8x32xbf16> -> tensor<8x12x64x32xbf16>
        %3 = fusion.matmul %1, %2 : (tensor<8x12x128x64xbf16>, tensor<8x12x64x32xbf16>) -> tensor<8x12x128x32xf32>
        fusion.yield %3 : tensor<8x12x128x32xf32>
      }
      return %0 : tensor<8x12x128x32xf32>
    })");
  std::optional<ProductSum> sum = ProductFormula::getPlain(kernel);
  ASSERT_TRUE(sum);
  EXPECT_EQ(print(sum->lhs.map), "(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)");
  EXPECT_EQ(print(sum->lhs.access),
            "#fusion.access<(d0 in 8, d1 in 12, d2 in 128, d3 in 32, d4 in 64) -> (d0, d2, d1, d4)>");
  EXPECT_EQ(print(sum->rhs.access),
            "#fusion.access<(d0 in 8, d1 in 12, d2 in 128, d3 in 32, d4 in 64) -> (d1, d4, d0, d3)>");
  EXPECT_EQ(sum->lhs.getArgumentDim(sum->getRowLoop()), 1u);
}

/// Sizes that are not known are those of memory, or none.
TEST_F(ProductFormulaTest, LoopsOfDynamicSizes) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<6x?xbf16>, %w: tensor<6x?xbf16>) -> tensor<?x?xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<6x?xbf16>, tensor<6x?xbf16>) -> tensor<?x?xf32> {
        %1 = fusion.view %x0 permute [1, 0] : tensor<6x?xbf16> -> tensor<?x6xbf16>
        %2 = fusion.matmul %1, %w0 : (tensor<?x6xbf16>, tensor<6x?xbf16>) -> tensor<?x?xf32>
        fusion.yield %2 : tensor<?x?xf32>
      }
      return %0 : tensor<?x?xf32>
    })");
  std::optional<ProductSum> sum = ProductFormula::getPlain(kernel);
  ASSERT_TRUE(sum);
  EXPECT_EQ(print(sum->lhs.access), "#fusion.access<(d0 in s1, d1 in ?, d2 in 6) -> (d2, d0)>");
  EXPECT_EQ(print(sum->rhs.access), "#fusion.access<(d0 in ?, d1 in s1, d2 in 6) -> (d2, d1)>");
}

/// A convolution: k runs over a window of three and its channels. The kernel is a product that no family takes.
TEST_F(ProductFormulaTest, WindowsAreNoTiles) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<16x4xbf16>, %w: tensor<8x12xbf16>) -> tensor<16x8xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x4xbf16>, tensor<8x12xbf16>) -> tensor<16x8xf32> {
        %1 = fusion.view %x0 access <(d0 in s0, d1 in 12) -> (d0 + d1 floordiv 4 - 1, d1 mod 4)
            if (d0 + d1 floordiv 4 - 1 in s0) else 0.0 : bf16> : tensor<16x4xbf16> -> tensor<16x12xbf16>
        %2 = fusion.matmul %1, %w0 {transpose_b} : (tensor<16x12xbf16>, tensor<8x12xbf16>) -> tensor<16x8xf32>
        fusion.yield %2 : tensor<16x8xf32>
      }
      return %0 : tensor<16x8xf32>
    })");
  EXPECT_FALSE(ProductFormula::getPlain(kernel));
  KernelPlan plan(kernel);
  const ProductSum &sum = plan.getFormula().getSums().front();
  EXPECT_EQ(sum.lhs.kind, FactorKind::Mapped);
  EXPECT_EQ(sum.rhs.kind, FactorKind::Tiled);
  EXPECT_EQ(print(sum.lhs.access), "#fusion.access<(d0 in 16, d1 in 8, d2 in 12) -> (d0 + d2 floordiv 4 - 1, d2 mod 4) "
                                   "if (d0 + d2 floordiv 4 - 1 in 16) else 0.000000e+00 : bf16>");
  EXPECT_EQ(sum.lhs.getArgumentDim(sum.getRowLoop()), std::nullopt);
  EXPECT_EQ(sum.lhs.access->getContiguousRun({16, 4}, {4, 1}), LoopRun({2, 12}));
}

/// A plan reads its formula off the body once, and copies of the plan share it.
TEST_F(ProductFormulaTest, IsBuiltOnce) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<4x6xbf16>, %w: tensor<6x8xbf16>) -> tensor<4x8xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x6xbf16>, tensor<6x8xbf16>) -> tensor<4x8xf32> {
        %1 = fusion.matmul %x0, %w0 : (tensor<4x6xbf16>, tensor<6x8xbf16>) -> tensor<4x8xf32>
        fusion.yield %1 : tensor<4x8xf32>
      }
      return %0 : tensor<4x8xf32>
    })");
  KernelPlan plan(kernel);
  const ProductFormula *formula = &plan.getFormula();
  KernelPlan copy = plan;
  EXPECT_EQ(formula, &plan.getFormula());
  EXPECT_EQ(formula, &copy.getFormula());
  EXPECT_EQ(plan.getPlainProduct(), &formula->getSums().front());
}

/// The second product reads the first: both are of the formula, and neither is the kernel's one product.
TEST_F(ProductFormulaTest, SeveralProducts) {
  KernelOp kernel = parse(R"(
    func.func @f(%q: tensor<4x6xbf16>, %k: tensor<8x6xbf16>, %v: tensor<8x2xbf16>) -> tensor<4x2xf32> {
      %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
          : (tensor<4x6xbf16>, tensor<8x6xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32> {
        %1 = fusion.matmul %q0, %k0 {transpose_b} : (tensor<4x6xbf16>, tensor<8x6xbf16>) -> tensor<4x8xf32>
        %2 = fusion.cast %1 : tensor<4x8xf32> to tensor<4x8xbf16>
        %3 = fusion.matmul %2, %v0 : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
        fusion.yield %3 : tensor<4x2xf32>
      }
      return %0 : tensor<4x2xf32>
    })");
  EXPECT_FALSE(ProductFormula::getPlain(kernel));
  KernelPlan plan(kernel);
  ArrayRef<ProductSum> sums = plan.getFormula().getSums();
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].columns, 8);
  EXPECT_EQ(sums[1].columns, 2);
  EXPECT_EQ(sums[1].lhs.kind, FactorKind::Computed);
  EXPECT_FALSE(sums[1].lhs.argument || sums[1].lhs.access);
  EXPECT_EQ(sums[1].lhs.getArgumentDim(0), std::nullopt);
}

TEST_F(ProductFormulaTest, ScalesOfBlocks) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<4x256xf8E4M3FN>, %w: tensor<512x256xf8E4M3FN>, %s: tensor<1x2xf32>, %t: tensor<4x2xf32>)
        -> tensor<4x512xf32> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w, %s0 = %s, %t0 = %t)
          : (tensor<4x256xf8E4M3FN>, tensor<512x256xf8E4M3FN>, tensor<1x2xf32>, tensor<4x2xf32>) -> tensor<4x512xf32> {
        %1 = fusion.matmul %x0, %w0 lhs_scale %s0 rhs_scale %t0
            {transpose_b, lhs_block = array<i64: 4, 128>, rhs_block = array<i64: 128, 128>}
            : (tensor<4x256xf8E4M3FN>, tensor<512x256xf8E4M3FN>, tensor<1x2xf32>, tensor<4x2xf32>) -> tensor<4x512xf32>
        fusion.yield %1 : tensor<4x512xf32>
      }
      return %0 : tensor<4x512xf32>
    })");
  std::optional<ProductSum> sum = ProductFormula::getPlain(kernel);
  ASSERT_TRUE(sum && sum->isBlockScaled());
  EXPECT_TRUE(sum->lhs.scale->isOfAllRows());
  EXPECT_FALSE(sum->rhs.scale->isOfAllRows());
  EXPECT_EQ(sum->rhs.scale->rows, 128);
  EXPECT_EQ(sum->rhs.scale->depth, 128);
}

TEST_F(ProductFormulaTest, NoProduct) {
  KernelOp kernel = parse(R"(
    func.func @f(%x: tensor<4x6xf32>) -> tensor<4x1xf32> {
      %0 = fusion.kernel(%x0 = %x) : (tensor<4x6xf32>) -> tensor<4x1xf32> {
        %1 = fusion.reduce addf %x0 along [1] : tensor<4x6xf32> -> tensor<4x1xf32>
        fusion.yield %1 : tensor<4x1xf32>
      }
      return %0 : tensor<4x1xf32>
    })");
  EXPECT_TRUE(KernelPlan(kernel).getFormula().getSums().empty());
  EXPECT_FALSE(ProductFormula::getPlain(kernel));
}

/// Two products that meet in an addition: the one whose sums need no number is the main one, else the deeper one.
TEST_F(ProductFormulaTest, Addition) {
  auto getFormula = [&](StringRef of, StringRef firstScale, StringRef secondScale) {
    std::string text = R"(
      func.func @f(%x: tensor<4x6xbf16>, %w: tensor<6x8xbf16>, %t: tensor<4x2xbf16>, %v: tensor<8x2xbf16>)
          -> tensor<4x8xf32> attributes {fusion.numerics = #fusion.numerics<NUMERICS>} {
        %0 = fusion.kernel(%x0 = %x, %w0 = %w, %t0 = %t, %v0 = %v)
            : (tensor<4x6xbf16>, tensor<6x8xbf16>, tensor<4x2xbf16>, tensor<8x2xbf16>) -> tensor<4x8xf32> {
          %c = arith.constant dense<FIRST> : tensor<f32>
          %d = arith.constant dense<SECOND> : tensor<f32>
          %1 = fusion.matmul %x0, %w0 : (tensor<4x6xbf16>, tensor<6x8xbf16>) -> tensor<4x8xf32>
          %2 = fusion.mul %1, %c : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
          %3 = fusion.matmul %t0, %v0 {transpose_b} : (tensor<4x2xbf16>, tensor<8x2xbf16>) -> tensor<4x8xf32>
          %4 = fusion.mul %d, %3 : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
          %5 = fusion.add %4, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
          fusion.yield %5 : tensor<4x8xf32>
        }
        return %0 : tensor<4x8xf32>
      })";
    for (auto [name, value] : {std::pair(StringRef("NUMERICS"), of), {"FIRST", firstScale}, {"SECOND", secondScale}})
      text.replace(text.find(name), name.size(), value);
    return KernelPlan(parse(text)).getFormula();
  };
  ProductFormula formula = getFormula("relaxed", "1.0", "0.75");
  ASSERT_TRUE(formula.getAddition());
  EXPECT_EQ(formula.getAddition()->main, 0u);
  EXPECT_EQ(formula.getAddition()->scale, 0.75);
  EXPECT_EQ(formula.getAdded()->k, 2);
  ASSERT_EQ(formula.getAccumulated().size(), 1u);
  EXPECT_EQ(formula.getAccumulated().front().k, 6);
  EXPECT_TRUE(formula.getSiblings().empty());
  EXPECT_FALSE(formula.getPlain());

  EXPECT_EQ(getFormula("fast", "-2.0", "3.0").getAddition()->scale, -1.5);
  ProductFormula scaled = getFormula("relaxed", "0.75", "1.0");
  ASSERT_TRUE(scaled.getAddition());
  EXPECT_EQ(scaled.getAddition()->main, 1u);
  EXPECT_EQ(scaled.getAddition()->scale, 0.75);
  for (auto [numerics, first, second] : {std::tuple("strict", "1.0", "1.0"),
                                         {"relaxed", "3.0", "5.0"},
                                         {"relaxed", "0.0", "0.0"},
                                         {"relaxed", "1.0", "1.0e20"}}) {
    ProductFormula none = getFormula(numerics, first, second);
    EXPECT_FALSE(none.getAddition());
    EXPECT_FALSE(none.getAdded());
    EXPECT_TRUE(none.getAccumulated().empty());
    EXPECT_FALSE(none.whyNoAddition().empty());
  }
}
