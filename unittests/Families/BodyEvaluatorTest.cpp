// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's operations on scalars: each product of a body has accumulators of its own.

#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/InitAll.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace fusion;

namespace {
constexpr StringLiteral twoProducts = R"(
func.func @gate(%gate: f32, %up: f32) { return }
func.func @f(%x: tensor<8x16xbf16>, %g: tensor<16x8xbf16>, %u: tensor<16x8xbf16>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%a = %x, %b = %g, %c = %u)
      : (tensor<8x16xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>) -> tensor<8x8xf32> {
    %p = fusion.matmul %a, %b : (tensor<8x16xbf16>, tensor<16x8xbf16>) -> tensor<8x8xf32>
    %q = fusion.matmul %a, %c : (tensor<8x16xbf16>, tensor<16x8xbf16>) -> tensor<8x8xf32>
    %r = fusion.sub %p, %q : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %r : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
)";

/// The place of a body that asks for none.
struct NoPlace : BodyPlace {
  Value getPosition(KernelBuilder &, int64_t, int64_t) override { return {}; }
  Value getTableSize(KernelBuilder &, BlockArgument, int64_t) override { return {}; }
  Value loadFromTable(KernelBuilder &, BlockArgument, ValueRange, int64_t, Value) override { return {}; }
};

TEST(BodyEvaluator, GivesEachProductItsOwnAccumulators) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(twoProducts, &context);
  ASSERT_TRUE(module);
  KernelOp kernel;
  module->walk([&](KernelOp op) { kernel = op; });
  auto around = module->lookupSymbol<func::FuncOp>("gate");
  KernelBuilder kb(around.getLoc(), &around.front(), around.front().begin());
  Value gate = around.getArgument(0), up = around.getArgument(1);

  NoPlace place;
  BodyEvaluator::Results results = BodyEvaluator(kernel).evaluate(kb, {}, {{gate}, {up}}, 1, place);
  ASSERT_EQ(results.values.size(), 1u);
  auto difference = results.values[0][0].getDefiningOp<arith::SubFOp>();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference.getLhs(), gate);
  EXPECT_EQ(difference.getRhs(), up);
}
} // namespace
