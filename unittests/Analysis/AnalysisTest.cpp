// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operand kinds, kernels and the cost model on small graphs.

#include "../Support/Printing.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductType.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

namespace {
class AnalysisTest : public testing::Test {
protected:
  AnalysisTest() { context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect>(); }
  MLIRContext context;
};
} // namespace

TEST(Operands, Kinds) {
  using Kind = OperandKind;
  auto classify = [](SmallVector<int64_t> operand, SmallVector<int64_t> iteration) {
    return classifyOperand(operand, iteration);
  };
  EXPECT_EQ(classify({}, {4, 8}), Kind::Scalar);
  EXPECT_EQ(classify({1, 1}, {4, 8}), Kind::Scalar);
  EXPECT_EQ(classify({8}, {4, 8}), Kind::Row);
  EXPECT_EQ(classify({1, 8}, {4, 8}), Kind::Row);
  EXPECT_EQ(classify({4, 1}, {4, 8}), Kind::Column);
  EXPECT_EQ(classify({4, 8}, {4, 8}), Kind::Full);
  EXPECT_EQ(classify({kDynamic, 8}, {kDynamic, 8}), Kind::Full);
  EXPECT_EQ(classify({kDynamic, 1}, {kDynamic, 8}), Kind::Column);
  EXPECT_EQ(classify({8}, {1, 8}), Kind::Row);
  EXPECT_EQ(classify({2, 4, 8}, {2, 4, 8}), Kind::Full);
  EXPECT_EQ(classify({4, 8}, {2, 4, 8}), Kind::BatchBroadcast);
  EXPECT_EQ(classify({2, 1, 1}, {2, 4, 8}), Kind::Mixed);
  EXPECT_EQ(classify({2, 1, 8}, {2, 4, 8}), Kind::Mixed);
  EXPECT_FALSE(classify({4, 8}, {8}));
  EXPECT_FALSE(classify({3, 8}, {4, 8}));
  EXPECT_FALSE(classify({4, 8}, {1, 8}));
}

static OwningOpRef<ModuleOp> parse(MLIRContext &context, StringRef text) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  return module;
}

template <typename OpT> static OpT findFirst(ModuleOp module) {
  OpT found;
  module.walk([&](OpT op) { found = found ? found : op; });
  return found;
}

TEST_F(AnalysisTest, Product) {
  auto module = parse(context, R"(
    func.func @f(%a: tensor<3x1x8x?xbf16>, %b: tensor<5x16x8xbf16>) -> tensor<3x5x?x16xf32> {
      %0 = fusion.kernel(%a0 = %a, %b0 = %b) : (tensor<3x1x8x?xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x?x16xf32> {
        %1 = fusion.matmul %a0, %b0 {transpose_a, transpose_b}
            : (tensor<3x1x8x?xbf16>, tensor<5x16x8xbf16>) -> tensor<3x5x?x16xf32>
        fusion.yield %1 : tensor<3x5x?x16xf32>
      }
      return %0 : tensor<3x5x?x16xf32>
    })");
  auto matmul = findFirst<MatmulOp>(*module);
  EXPECT_EQ(matmul.getM(), kDynamic);
  EXPECT_EQ(matmul.getN(), 16);
  EXPECT_EQ(matmul.getK(), 8);
  EXPECT_EQ(matmul.getBatchShape(), (ArrayRef<int64_t>{3, 5}));
  EXPECT_TRUE(matmul.getInputElementType().isBF16());
  auto kernel = findFirst<KernelOp>(*module);
  EXPECT_EQ(getKernelCost(kernel).matmulFlops, 2.0 * kDynamicSizeEstimate * 16 * 8 * 15);
  EXPECT_EQ(kernel.getInputOf(matmul.getRhs()), kernel.getInputs()[1]);
  EXPECT_FALSE(kernel.getInputOf(matmul));
  EXPECT_FALSE(KernelOp::isElementwiseOperand(kernel.getBodyArgument(0)));
}

TEST_F(AnalysisTest, CostModel) {
  auto module = parse(context, R"(
    func.func @f(%x: tensor<4096x4096xf16>, %w: tensor<4096x4096xf16>, %b: tensor<4096xf16>) -> tensor<4096x4096xf16> {
      %0 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
          : (tensor<4096x4096xf16>, tensor<4096x4096xf16>, tensor<4096xf16>) -> tensor<4096x4096xf16> {
        %c = arith.constant dense<2.0> : tensor<f16>
        %1 = fusion.matmul %x0, %w0 : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
        %2 = fusion.mul %1, %c : (tensor<4096x4096xf16>, tensor<f16>) -> tensor<4096x4096xf16>
        %3 = fusion.add %2, %b0 : (tensor<4096x4096xf16>, tensor<4096xf16>) -> tensor<4096x4096xf16>
        fusion.yield %3 : tensor<4096x4096xf16>
      }
      return %0 : tensor<4096x4096xf16>
    })");
  auto kernel = findFirst<KernelOp>(*module);
  const int64_t full = 4096 * 4096 * 2;
  KernelCost cost = getKernelCost(kernel);
  EXPECT_EQ(cost.matmulFlops, 2.0 * 4096 * 4096 * 4096);
  EXPECT_EQ(cost.scalarInstructions, 2.0 * 4096 * 4096);
  EXPECT_EQ(cost.bytesRead, 2 * full + 4096 * 2);
  EXPECT_EQ(cost.bytesWritten, full);
  // The product and the scaled product are neither written nor read.
  EXPECT_EQ(getBytesSaved(kernel), 4 * full);
  EXPECT_EQ(nameKernels(kernel->getParentOp())[kernel], "f_k0");
  double sm80 = predictMicroseconds(kernel, *lookupChip("sm_80")),
         h200 = predictMicroseconds(kernel, *lookupChip("sm_90a"));
  EXPECT_GT(h200, 100);
  EXPECT_LT(h200, sm80);
  EXPECT_LT(sm80, 1000);
  double h100 = predictMicroseconds(kernel, *lookupChip("sm_90a", "H100 PCIe"));
  EXPECT_GT(h100, h200);
  EXPECT_LT(h100, sm80);
  // Sizes that do not fit into 64 bits saturate.
  EXPECT_EQ(estimateElements({int64_t(1) << 40, int64_t(1) << 40}), int64_t(1) << 50);
}

/// Rows of tables that adjacent columns look up cost a test and a load for all of them, if their number is a multiple
/// of 8.
TEST_F(AnalysisTest, CostOfLookups) {
  auto getInstructions = [&](int64_t columns) {
    std::string size = std::to_string(columns), type = "tensor<64x" + size + "xbf16>";
    auto module = parse(context, "func.func @f(%x: " + type + ") -> " + type + " { %0 = fusion.kernel(%x0 = %x) : (" +
                                     type + ") -> " + type + " { %1 = fusion.map() tables(%t = %x0) at(%i, %j) : (" +
                                     type + ") -> " + type + R"( {
          %half = arith.constant 8 : index
          %low = arith.cmpi ult, %j, %half : index
          %above = arith.addi %j, %half : index
          %v = fusion.lookup %t[%i, %above] if %low : )" +
                                     type + R"(
          %n = arith.negf %v : bf16
          fusion.yield %n : bf16
        }
        fusion.yield %1 : )" + type +
                                     " } return %0 : " + type + " }");
    auto kernel = findFirst<KernelOp>(*module);
    return getKernelCost(kernel).scalarInstructions / (64 * columns);
  };
  EXPECT_EQ(getInstructions(20), 11);
  EXPECT_EQ(getInstructions(24), 2);
}

/// What eight adjacent columns have in common is computed once for them; a remainder of the others is an addition.
TEST_F(AnalysisTest, CostOfRowsThatAreTakenApart) {
  auto getInstructions = [&](int64_t divisor) {
    std::string table = "tensor<3x" + std::to_string(divisor) + "xf32>";
    auto module =
        parse(context, "func.func @f(%x: " + table + ") -> tensor<64x120xf32> { %0 = fusion.kernel(%x0 = %x) : (" +
                           table + ") -> tensor<64x120xf32> { %1 = fusion.map() tables(%t = %x0) at(%i, %j) : (" +
                           table + ") -> tensor<64x120xf32> { %d = arith.constant " + std::to_string(divisor) +
                           R"( : i32
          %n = arith.index_castui %j : index to i32
          %q = arith.divui %n, %d : i32
          %m = arith.remui %n, %d : i32
          %row = arith.index_castui %q : i32 to index
          %column = arith.index_castui %m : i32 to index
          %v = fusion.lookup %t[%row, %column] : )" +
                           table + R"(
          fusion.yield %v : f32
        }
        fusion.yield %1 : tensor<64x120xf32>
      }
      return %0 : tensor<64x120xf32> })");
    return getKernelCost(findFirst<KernelOp>(*module)).scalarInstructions / (64 * 120);
  };
  // A lookup in range takes 4, and so do a division and a remainder, of eight lanes, four or two.
  EXPECT_EQ(getInstructions(57), 4 + 4 + 4);
  EXPECT_EQ(getInstructions(58), 4 + 4);
  EXPECT_EQ(getInstructions(60), 4 + 2);
}

/// A card is known by what the driver calls it, in whole words, and by its multiprocessors.
TEST(Cards, AreKnownByTheDriversName) {
  const ChipInfo &hopper = *lookupChip("sm_90a"), &ada = *lookupChip("sm_89");
  EXPECT_EQ(findCard(hopper, "NVIDIA H100 80GB HBM3")->name, "H100 80GB HBM3");
  EXPECT_EQ(findCard(hopper, "NVIDIA H200 NVL", 132)->name, "H200");
  EXPECT_EQ(findCard(ada, "NVIDIA L40")->name, "L40");
  EXPECT_EQ(findCard(ada, "NVIDIA L4")->name, "L4");
  EXPECT_FALSE(findCard(hopper, ""));
  EXPECT_FALSE(findCard(hopper, "H100"));
  EXPECT_FALSE(findCard(hopper, "NVIDIA H2000"));
  EXPECT_FALSE(findCard(hopper, "NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16));
  EXPECT_FALSE(lookupChip("sm_90a", "L40"));
  // Code for an earlier chip has its limits on a later card, and the rates of mma.sync there.
  const ChipInfo &earlier = *lookupChip("sm_80", "H200");
  EXPECT_EQ(findCard(*lookupChip("sm_80"), "NVIDIA H200", 132)->name, "H200");
  EXPECT_EQ(earlier.sharedPerBlock, lookupChip("sm_80")->sharedPerBlock);
  EXPECT_EQ(earlier.sms, 132);
  EXPECT_EQ(earlier.tensorTFlops, 531);
  EXPECT_FALSE(lookupChip("sm_120", "H200"));
  EXPECT_FALSE(lookupChip("sm_1", "H200"));
  // A card that is the row's example says nothing else.
  const ChipInfo &h200 = *lookupChip("sm_90a", "H200");
  EXPECT_EQ(h200.sms, hopper.sms);
  EXPECT_EQ(h200.l2Bytes, hopper.l2Bytes);
  EXPECT_EQ(h200.memoryGBs, hopper.memoryGBs);
  EXPECT_EQ(h200.tensorTFlops, hopper.tensorTFlops);
  EXPECT_EQ(h200.tf32TFlops, hopper.tf32TFlops);
  EXPECT_EQ(h200.fp32TFlops, hopper.fp32TFlops);
  EXPECT_EQ(h200.sharedPerBlock, hopper.sharedPerBlock);
}

TEST(ProductType, RatesOf8BitFloats) {
  const ChipInfo &hopper = *lookupChip("sm_90a"), &ampere = *lookupChip("sm_80"), &ada = *lookupChip("sm_89");
  for (StringRef name : {"f8E4M3FN", "f8E5M2", "f8E4M3FN:e5m2", "f8E5M2:e4m3", "f8E4M3FN:fast"}) {
    const ProductType &type = *lookupProductType(name);
    EXPECT_EQ(type.getTFlops(hopper), 2 * hopper.tensorTFlops);
    EXPECT_EQ(type.getTFlops(ampere), ampere.tensorTFlops); // of f16: the kernels widen
    EXPECT_EQ(type.getTFlops(ada), 2 * ada.tensorTFlops);
    EXPECT_EQ(type.getTFlops(*lookupChip("sm_89", "L4")), 242);
    EXPECT_EQ(type.getTFlops(*lookupChip("sm_89", "H200")), 531); // of f16, by the driver
  }
}

/// The costs of an epilogue that adds and takes exp, with outputs of `type`, under `attributes` of its function.
static std::pair<int64_t, int64_t> getCosts(MLIRContext &context, StringRef type, StringRef attributes) {
  std::string text = llvm::formatv(R"(
    func.func @f(%x: tensor<64x64x{0}>, %w: tensor<64x64x{0}>) -> tensor<64x64x{0}> {1} {{
      %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x64x{0}>, tensor<64x64x{0}>) -> tensor<64x64x{0}> {{
        %1 = fusion.matmul %x0, %w0 : (tensor<64x64x{0}>, tensor<64x64x{0}>) -> tensor<64x64x{0}>
        %2 = fusion.add %1, %1 : (tensor<64x64x{0}>, tensor<64x64x{0}>) -> tensor<64x64x{0}>
        %3 = fusion.exp %2 : tensor<64x64x{0}>
        fusion.yield %3 : tensor<64x64x{0}>
      }
      return %0 : tensor<64x64x{0}>
    })",
                                   type, attributes);
  auto module = parse(context, text);
  auto kernel = findFirst<KernelOp>(*module);
  return {getScalarCostPerElement(kernel), getPreciseCostPerElement(kernel)};
}

TEST_F(AnalysisTest, PreciseCost) {
  auto [exp, approximate] = getCosts(context, "bf16", "");
  EXPECT_GT(exp, 1);
  EXPECT_EQ(approximate, exp);
  auto [same, precise] = getCosts(context, "f32", "");
  EXPECT_EQ(same, exp);
  EXPECT_EQ(precise, 1 + 5 * (exp - 1) / 2);
  EXPECT_EQ(getCosts(context, "bf16", "attributes {fusion.numerics = #fusion.numerics<strict>}").second, precise);
}
