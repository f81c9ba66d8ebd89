// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which formulas of a kernel are attention, however they are spelled, and why others are not.

#include "fusion/Families/Attention/AttentionPlan.h"
#include "../Support/Printing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Types of a kernel of 2 x 4 matrices: Q 128 x 64, keys 96, V 96 x 32; S of scores, R of rows, O of the output.
std::string expandTypes(StringRef text) {
  std::string result;
  for (; !text.empty(); text = text.drop_front()) {
    if (!text.consume_front("$")) {
      result += text.front();
      continue;
    }
    switch (text.front()) {
    case 'Q':
      result += "tensor<2x4x128x64xbf16>";
      break;
    case 'K':
      result += "tensor<2x4x96x64xbf16>";
      break;
    case 'T':
      result += "tensor<2x4x64x96xbf16>";
      break;
    case 'V':
      result += "tensor<2x4x96x32xbf16>";
      break;
    case 'S':
      result += "tensor<2x4x128x96xf32>";
      break;
    case 'P':
      result += "tensor<2x4x128x96xbf16>";
      break;
    case 'R':
      result += "tensor<2x4x128x1xf32>";
      break;
    case 'O':
      result += "tensor<2x4x128x32xf32>";
      break;
    default:
      ADD_FAILURE() << "no type is called $" << text.front();
    }
  }
  return result;
}

struct Match {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  FusionVerdict verdict;
  std::optional<AttentionPlan> plan;

  /// The body of a kernel of %q, %k and %v, which yields %o.
  explicit Match(StringRef body, StringRef keyType = "$K", StringRef outputType = "$O") {
    context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect>();
    std::string types = ("$Q, " + keyType + ", $V").str();
    module = parseSourceString<ModuleOp>(
        expandTypes(("func.func @f(%a: $Q, %b: " + keyType + ", %c: $V) -> " + outputType +
                     " {\n%0 = fusion.kernel(%q = %a, %k = %b, %v = %c) : (" + types + ") -> " + outputType +
                     " {\n%scale = arith.constant dense<0.125> : tensor<f32>\n" + body +
                     "\nfusion.yield %o : " + outputType + "\n}\nreturn %0 : " + outputType + "\n}")
                        .str()),
        &context);
    EXPECT_TRUE(module);
    if (module)
      module->walk([&](KernelOp kernel) { plan = AttentionPlan::get(KernelPlan(kernel), verdict); });
  }
};

const std::string scores = "%s = fusion.matmul %q, %k {transpose_b} : ($Q, $K) -> $S\n";
const std::string scaled = scores + "%t = fusion.mul %s, %scale : ($S, tensor<f32>) -> $S\n";
const std::string shifted = scaled + "%m = fusion.reduce maximumf %t along [3] : $S -> $R\n"
                                     "%d = fusion.sub %t, %m : ($S, $R) -> $S\n%e = fusion.exp %d : $S\n";
const std::string summed = shifted + "%l = fusion.reduce addf %e along [3] : $S -> $R\n";
const std::string divided = "%w = fusion.div %e, %l : ($S, $R) -> $S\n%p = fusion.cast %w : $S to $P\n";
const std::string output = "%o = fusion.matmul %p, %v : ($P, $V) -> $O\n";
} // namespace

TEST(AttentionPlan, DivisionBeforeTheSecondProduct) {
  Match match(summed + divided + output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  AttentionPlan &plan = *match.plan;
  EXPECT_EQ(plan.query.getArgNumber(), 0u);
  EXPECT_EQ(plan.key.getArgNumber(), 1u);
  EXPECT_EQ(plan.value.getArgNumber(), 2u);
  EXPECT_EQ(plan.getDepth(), 64);
  EXPECT_EQ(plan.getColumns(), 32);
  EXPECT_TRUE(plan.isKeyByRows());
  EXPECT_EQ(plan.scoreFormula.size(), 1u);
  EXPECT_TRUE(plan.weights.isNatural());
  EXPECT_EQ(plan.weights.scale, 1);
  EXPECT_EQ(plan.weights.shift, plan.maximum.getResult());
  ASSERT_EQ(plan.weights.factors.size(), 1u);
  EXPECT_EQ(plan.weights.factors[0].kind, RowFactor::Divides);
  EXPECT_EQ(plan.weights.factors[0].value, plan.sum.getResult());
  EXPECT_TRUE(plan.summed.factors.empty());
  EXPECT_TRUE(plan.rowFormula.empty());
}

TEST(AttentionPlan, DivisionBehindTheSecondProduct) {
  Match match(summed + "%p = fusion.cast %e : $S to $P\n%u = fusion.matmul %p, %v : ($P, $V) -> $O\n"
                       "%o = fusion.div %u, %l : ($O, $R) -> $O");
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_TRUE(match.plan->weights.factors.empty());
  EXPECT_TRUE(match.plan->sum);
}

TEST(AttentionPlan, MultiplicationByTheReciprocal) {
  Match match(summed +
              "%one = arith.constant dense<1.0> : tensor<f32>\n"
              "%i = fusion.div %one, %l : (tensor<f32>, $R) -> $R\n"
              "%w = fusion.mul %i, %e : ($R, $S) -> $S\n%p = fusion.cast %w : $S to $P\n" +
              output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  ASSERT_EQ(match.plan->weights.factors.size(), 1u);
  EXPECT_EQ(match.plan->weights.factors[0].kind, RowFactor::Multiplies);
  EXPECT_EQ(match.plan->rowFormula.size(), 1u);
}

TEST(AttentionPlan, ScaleBehindTheMaximum) {
  Match match(scores +
              "%m = fusion.reduce maxnumf %s along [3] : $S -> $R\n%d = fusion.sub %s, %m : ($S, $R) -> $S\n"
              "%x = fusion.mul %scale, %d : (tensor<f32>, $S) -> $S\n%e = fusion.exp2 %x : $S\n"
              "%l = fusion.reduce addf %e along [3] : $S -> $R\n" +
              divided + output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_FALSE(match.plan->weights.isNatural());
  EXPECT_EQ(match.plan->weights.scale, 0.125);
  EXPECT_TRUE(match.plan->scoreFormula.empty());
}

TEST(AttentionPlan, ScaleInFrontOfTheProduct) {
  Match match("%f = fusion.cast %q : $Q to tensor<2x4x128x64xf32>\n"
              "%h = fusion.mul %f, %scale : (tensor<2x4x128x64xf32>, tensor<f32>) -> tensor<2x4x128x64xf32>\n"
              "%n = fusion.cast %h : tensor<2x4x128x64xf32> to $Q\n"
              "%s = fusion.matmul %n, %k {transpose_b} : ($Q, $K) -> $S\n%e = fusion.exp %s : $S\n"
              "%p = fusion.cast %e : $S to $P\n" +
              output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_EQ(match.plan->factorScale, 0.125);
}

TEST(AttentionPlan, ShiftByTheLogarithmOfTheSum) {
  Match match(summed +
              "%g = fusion.log %l : $R\n%z = fusion.add %m, %g : ($R, $R) -> $R\n"
              "%y = fusion.sub %t, %z : ($S, $R) -> $S\n%w = fusion.exp %y : $S\n"
              "%p = fusion.cast %w : $S to $P\n" +
              output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_NE(match.plan->weights.shift, match.plan->summed.shift);
  EXPECT_EQ(match.plan->weights.score, match.plan->summed.score);
  EXPECT_EQ(match.plan->rowFormula.size(), 2u);
}

TEST(AttentionPlan, KeysAcrossMemory) {
  Match match("%s = fusion.matmul %q, %k : ($Q, $T) -> $S\n"
              "%m = fusion.reduce maximumf %s along [3] : $S -> $R\n%d = fusion.sub %s, %m : ($S, $R) -> $S\n"
              "%e = fusion.exp %d : $S\n%l = fusion.reduce addf %e along [3] : $S -> $R\n" +
                  divided + output,
              "$T");
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_FALSE(match.plan->isKeyByRows());
}

TEST(AttentionPlan, WithoutMaximumOrSum) {
  Match match(scaled + "%e = fusion.exp %t : $S\n%p = fusion.cast %e : $S to $P\n" + output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  EXPECT_FALSE(match.plan->maximum || match.plan->sum || match.plan->weights.shift);
  EXPECT_EQ(match.plan->scoreFormula.size(), 1u);
}

TEST(AttentionPlan, WeightsOfRowsWithoutAKeyAreCleared) {
  Match match(
      summed +
      "%none = arith.constant dense<0xFF800000> : tensor<f32>\n%zero = arith.constant dense<0.0> : tensor<f32>\n"
      "%eq = fusion.compare oeq, %t, %none : ($S, tensor<f32>) -> tensor<2x4x128x96xi1>\n"
      "%h = fusion.reduce andi %eq along [3] : tensor<2x4x128x96xi1> -> tensor<2x4x128x1xi1>\n"
      "%x = fusion.div %e, %l : ($S, $R) -> $S\n"
      "%w = fusion.select %h, %zero, %x : (tensor<2x4x128x1xi1>, tensor<f32>, $S) -> $S\n"
      "%p = fusion.cast %w : $S to $P\n" +
      output);
  ASSERT_TRUE(match.plan) << match.verdict.reason;
  ASSERT_EQ(match.plan->hidden.size(), 1u);
  ASSERT_EQ(match.plan->weights.factors.size(), 2u);
  EXPECT_EQ(match.plan->weights.factors[0].kind, RowFactor::Clears);
  EXPECT_EQ(match.plan->weights.factors[0].value, match.plan->hidden[0].getResult());
  EXPECT_EQ(match.plan->weights.factors[1].kind, RowFactor::Divides);
}

TEST(AttentionPlan, Refused) {
  auto reason = [](const std::string &body, StringRef outputType = "$O") {
    Match match(body, "$K", outputType);
    EXPECT_FALSE(match.plan);
    return match.verdict.reason;
  };
  EXPECT_EQ(reason(shifted + "%o = fusion.cast %e : $S to $P\n", "$P"),
            "attention has two products, but the kernel has 1");
  EXPECT_EQ(reason(scaled + "%p = fusion.cast %t : $S to $P\n" + output),
            "weights are no exponentials of scores, times values of rows");
  EXPECT_EQ(reason(shifted + "%l = fusion.reduce addf %t along [3] : $S -> $R\n" + divided + output),
            "weights are no exponentials of scores, times values of rows");
  EXPECT_EQ(reason(scaled +
                   "%m = fusion.reduce maximumf %s along [3] : $S -> $R\n"
                   "%d = fusion.sub %t, %m : ($S, $R) -> $S\n%e = fusion.exp %d : $S\n"
                   "%l = fusion.reduce addf %e along [3] : $S -> $R\n" +
                   divided + output),
            "a maximum is not of the scores");
  EXPECT_EQ(reason(scaled +
                   "%m = fusion.reduce minimumf %t along [3] : $S -> $R\n"
                   "%d = fusion.sub %t, %m : ($S, $R) -> $S\n%e = fusion.exp %d : $S\n"
                   "%p = fusion.cast %e : $S to $P\n" +
                   output),
            "a reduction is neither the maximum of scores nor the sum of their exponentials");
  EXPECT_EQ(reason(scaled +
                   "%n = arith.constant dense<-1.0> : tensor<f32>\n"
                   "%m = fusion.reduce maximumf %t along [3] : $S -> $R\n"
                   "%d = fusion.sub %t, %m : ($S, $R) -> $S\n"
                   "%x = fusion.mul %d, %n : ($S, tensor<f32>) -> $S\n%e = fusion.exp %x : $S\n"
                   "%p = fusion.cast %e : $S to $P\n" +
                   output),
            "exponents fall where scores grow");
  EXPECT_EQ(reason(summed + "%r = fusion.reduce maximumf %e along [3] : $S -> $R\n" + divided + output),
            "a maximum is not of the scores");
  EXPECT_EQ(reason(summed +
                   "%j = fusion.mul %t, %m : ($S, $R) -> $S\n%y = fusion.exp %j : $S\n"
                   "%p = fusion.cast %y : $S to $P\n" +
                   output),
            "scores depend on values of their rows");
  EXPECT_EQ(reason(summed + divided + "%u = fusion.matmul %p, %v : ($P, $V) -> $O\n%o = fusion.log %l : $R\n", "$R"),
            "no output is computed of the second product");
  EXPECT_EQ(reason("%h = fusion.neg %q : $Q\n"
                   "%s = fusion.matmul %h, %k {transpose_b} : ($Q, $K) -> $S\n%e = fusion.exp %s : $S\n"
                   "%p = fusion.cast %e : $S to $P\n" +
                   output),
            "the query is computed in the kernel");
}
