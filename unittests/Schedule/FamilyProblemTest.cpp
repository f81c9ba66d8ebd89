// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each family's part of a problem: made of kernels, compared, printed and read.

#include "../Support/Printing.h"
#include "Unit.h"
#include "fusion/Schedule/KernelFamily.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace fusion;

/// What the families of `chip` add to the problem of a kernel; "" where they add nothing.
static std::string describe(const Twine &kernel, StringRef chip = "sm_90a") {
  MLIRContext &context = getTestContext();
  auto module = parseSourceString<ModuleOp>(kernel.str(), &context);
  EXPECT_TRUE(module);
  if (!module)
    return "?";
  (*module)->setAttr(kTargetAttrName, TargetAttr::get(&context, chip, ""));
  ScheduleProblem problem;
  module->walk([&](KernelOp op) { problem = ScheduleProblem::get(op); });
  return problem.family ? problem.family->print() : "";
}

/// Attention of 128 rows and 96 keys, and what is computed of scores %s as %t.
static std::string makeAttention(StringRef formula) {
  return (R"(func.func @f(%a: tensor<2x128x64xbf16>, %b: tensor<2x96x64xbf16>, %c: tensor<2x96x32xbf16>)
      -> tensor<2x128x32xf32> {
    %0 = fusion.kernel(%q = %a, %k = %b, %v = %c)
        : (tensor<2x128x64xbf16>, tensor<2x96x64xbf16>, tensor<2x96x32xbf16>) -> tensor<2x128x32xf32> {
      %s = fusion.matmul %q, %k {transpose_b}
          : (tensor<2x128x64xbf16>, tensor<2x96x64xbf16>) -> tensor<2x128x96xf32>
      )" + formula +
          R"(
      %m = fusion.reduce maximumf %t along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
      %d = fusion.sub %t, %m : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
      %e = fusion.exp %d : tensor<2x128x96xf32>
      %l = fusion.reduce addf %e along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
      %w = fusion.div %e, %l : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
      %p = fusion.cast %w : tensor<2x128x96xf32> to tensor<2x128x96xbf16>
      %o = fusion.matmul %p, %v : (tensor<2x128x96xbf16>, tensor<2x96x32xbf16>) -> tensor<2x128x32xf32>
      fusion.yield %o : tensor<2x128x32xf32>
    }
    return %0 : tensor<2x128x32xf32>
  })")
      .str();
}

TEST(FamilyProblem, Attention) {
  std::string plain = makeAttention("%t = fusion.abs %s : tensor<2x128x96xf32>");
  EXPECT_EQ(describe(plain), "attention<columns = 32, has_score_formula = true>");
  EXPECT_EQ(describe(makeAttention(R"(%x = arith.constant dense<0.125> : tensor<f32>
      %t = fusion.mul %s, %x : (tensor<2x128x96xf32>, tensor<f32>) -> tensor<2x128x96xf32>)")),
            "attention<columns = 32>");
  // A causal mask hides a quarter of the scores.
  EXPECT_EQ(describe(makeAttention(R"(
      %t = fusion.map(%i = %s) at(%z, %x, %y) : (tensor<2x128x96xf32>) -> tensor<2x128x96xf32> {
        %hidden = arith.constant 0xFF800000 : f32
        %sees = arith.cmpi sle, %y, %x : index
        %masked = arith.select %sees, %i, %hidden : f32
        fusion.yield %masked : f32
      })")),
            "attention<columns = 32, visible_share = 0.75, grows_with_rows = true>");
  // By mma.sync it is the same.
  EXPECT_EQ(describe(plain, "sm_80"), "attention<columns = 32, has_score_formula = true>");
}

/// Weights of 64 x 512 integers; of a row, `group` neighbours share a scale.
static std::string makeNarrow(int64_t group) {
  std::string scales = ("tensor<64x" + Twine(512 / group) + "xf32>").str();
  return ("func.func @f(%x: tensor<32x512xbf16>, %w: tensor<64x512xi8>, %s: " + scales + R"() -> tensor<32x64xf32> {
    %0 = fusion.kernel(%q = %w, %t = %s, %y = %x)
        : (tensor<64x512xi8>, )" +
          scales + R"(, tensor<32x512xbf16>) -> tensor<32x64xf32> {
      %1 = fusion.cast %q : tensor<64x512xi8> to tensor<64x512xf32>
      %2 = fusion.map() tables(%u = %t) at(%n, %k) : ()" +
          scales + R"() -> tensor<64x512xf32> {
        %g = arith.constant )" +
          Twine(group) + R"( : index
        %i = arith.divui %k, %g : index
        %e = fusion.lookup %u[%n, %i] : )" +
          scales + R"(
        fusion.yield %e : f32
      }
      %3 = fusion.mul %1, %2 : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xbf16>
      %4 = fusion.matmul %y, %3 {transpose_b} : (tensor<32x512xbf16>, tensor<64x512xbf16>) -> tensor<32x64xf32>
      fusion.yield %4 : tensor<32x64xf32>
    }
    return %0 : tensor<32x64xf32>
  })")
      .str();
}

TEST(FamilyProblem, Narrow) {
  EXPECT_EQ(describe(makeNarrow(512)), "narrow<bits = 8, group = 512>");
  EXPECT_EQ(describe(makeNarrow(128)), "narrow<bits = 8, group = 128>");
}

/// Of [N, M] the reduction along one dimension.
static std::string makeReduction(StringRef type, StringRef result, int64_t dim) {
  return ("func.func @f(%x: " + type + ") -> " + result + " {\n%0 = fusion.kernel(%a = %x) : (" + type + ") -> " +
          result + " {\n%1 = fusion.reduce maximumf %a along [" + Twine(dim) + "] : " + type + " -> " + result +
          "\nfusion.yield %1 : " + result + "\n}\nreturn %0 : " + result + "\n}")
      .str();
}

TEST(FamilyProblem, Rows) {
  EXPECT_EQ(describe(makeReduction("tensor<8192x768xbf16>", "tensor<8192x1xbf16>", 1)),
            "rows<rows = 8192, length = 768, element_bytes = 2, read_bytes = 2, read_bytes_of_row = 2, steps = 1, "
            "values = 1, passes = 1>");
  EXPECT_EQ(describe(makeReduction("tensor<8192x768xf32>", "tensor<1x768xf32>", 0)),
            "rows<rows = 768, length = 8192, across = true, adjacent_rows = 768, element_bytes = 4, read_bytes = 4, "
            "read_bytes_of_row = 4, steps = 1, values = 1, passes = 1>");
  std::string open = describe(makeReduction("tensor<?x768xf32>", "tensor<?x1xf32>", 1));
  EXPECT_TRUE(StringRef(open).contains("dynamic_rows = true"));
  EXPECT_TRUE(lookupKernelFamily("rows")->parseProblem(open)->hasDynamicSizes());
}

TEST(FamilyProblem, NothingToAdd) {
  EXPECT_EQ(describe(R"(func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
    %0 = fusion.kernel(%a = %x) : (tensor<64xf32>) -> tensor<64xf32> {
      %1 = fusion.exp %a : tensor<64xf32>
      fusion.yield %1 : tensor<64xf32>
    }
    return %0 : tensor<64xf32>
  })"),
            "");
  EXPECT_EQ(describe(R"(func.func @f(%x: tensor<64x32xbf16>, %w: tensor<32x64xbf16>) -> tensor<64x64xf32> {
    %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32> {
      %1 = fusion.matmul %a, %b : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>
      fusion.yield %1 : tensor<64x64xf32>
    }
    return %0 : tensor<64x64xf32>
  })"),
            "");
}

/// What is read is what was printed, and is another problem wherever a field differs.
TEST(FamilyProblem, Comparison) {
  struct {
    StringRef family, first;       ///< what all texts begin with
    SmallVector<StringRef> others; ///< of problems that differ
  } cases[] = {
      {"attention",
       "attention<columns = 32",
       {"", ", visible_share = 0.5", ", visible_share = 0.33333333333333331", ", grows_with_rows = true",
        ", has_score_formula = true", ", has_operand_tiles = true"}},
      {"attention", "attention<columns = 64", {""}},
      {"narrow", "narrow<bits = 4", {"", ", group = 128", ", words_along_n = true"}},
      {"narrow", "narrow<bits = 8", {""}},
      {"rows",
       "rows<length = 64",
       {"", ", dynamic_length = true", ", dynamic_rows = true", ", across = true", ", adjacent_rows = 8",
        ", element_bytes = 2", ", read_bytes = 2", ", read_bytes_of_row = 2", ", steps = 1", ", values = 1",
        ", value_bytes = 8", ", passes = 1", ", crossings = 1"}},
      {"rows", "rows<rows = 8, length = 64", {""}},
      {"columns", "rows<rows = 8, length = 32", {""}},
  };
  (void)getTestContext(); // which makes families known
  std::vector<std::shared_ptr<const FamilyProblem>> all;
  for (const auto &[name, first, others] : cases)
    for (StringRef other : others) {
      std::string text = (first + other + ">").str();
      const KernelFamily *family = lookupKernelFamily(name);
      auto problem = family->parseProblem(text), again = family->parseProblem(text);
      ASSERT_TRUE(problem) << text;
      EXPECT_EQ(problem->print(), text);
      EXPECT_TRUE(*problem == *again);
      for (const auto &other : all)
        EXPECT_FALSE(*problem == *other) << text << " and " << other->print();
      all.push_back(problem);
    }
  // Problems of kernels are equal where their families' are.
  ScheduleProblem one = makeProblem(64, 64, 64), other = one;
  EXPECT_TRUE(one == other);
  one.family = lookupKernelFamily("narrow")->parseProblem("narrow<bits = 4>");
  EXPECT_FALSE(one == other);
  other.family = lookupKernelFamily("narrow")->parseProblem("narrow<bits = 4>");
  EXPECT_TRUE(one == other);
  other.family = lookupKernelFamily("narrow")->parseProblem("narrow<bits = 8>");
  EXPECT_FALSE(one == other);
}

/// A problem that was read has the schedules of a kernel that printed it, and each of them can be read too.
TEST(FamilyProblem, SchedulesOfText) {
  struct {
    StringRef family, text;
  } cases[] = {{"attention", "2x128x96x64 bf16 nt attention<columns = 32>"},
               {"narrow", "8x4096x4096 bf16 nt narrow<bits = 4, group = 128>"},
               {"rows", "rows<rows = 8192, length = 768, element_bytes = 2, read_bytes = 2, steps = 1, values = 1>"},
               {"columns", "rows<rows = 768, length = 8192, across = true, adjacent_rows = 768, element_bytes = 4>"},
               {"sm90", "?x4096x4096 bf16 nt"}};
  MLIRContext &context = getTestContext();
  for (auto [name, text] : cases) {
    std::string error;
    std::optional<ScheduleProblem> problem = ScheduleProblem::parse(text, getHopper(), error);
    ASSERT_TRUE(problem) << error;
    EXPECT_EQ(problem->print(), text);
    const KernelFamily *family = lookupKernelFamily(name);
    SmallVector<ScheduleAttr> schedules = family->enumerate(*problem, getHopper(), &context);
    EXPECT_FALSE(schedules.empty());
    for (ScheduleAttr schedule : schedules) {
      std::string spelled;
      llvm::raw_string_ostream(spelled) << schedule;
      EXPECT_EQ(parseAttribute(spelled, &context), schedule) << spelled;
      EXPECT_TRUE(family->check(schedule, *problem, getHopper())) << spelled;
    }
  }
}

/// Two products of one left factor have a further letter.
TEST(FamilyProblem, Pair) {
  MLIRContext &context = getTestContext();
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: tensor<?x32xbf16>, %g: tensor<64x32xbf16>, %u: tensor<64x32xbf16>) -> tensor<?x64xf32> {
      %0 = fusion.kernel(%a = %x, %b = %g, %c = %u)
          : (tensor<?x32xbf16>, tensor<64x32xbf16>, tensor<64x32xbf16>) -> tensor<?x64xf32> {
        %1 = fusion.matmul %a, %b {transpose_b} : (tensor<?x32xbf16>, tensor<64x32xbf16>) -> tensor<?x64xf32>
        %2 = fusion.matmul %a, %c {transpose_b} : (tensor<?x32xbf16>, tensor<64x32xbf16>) -> tensor<?x64xf32>
        %3 = fusion.mul %1, %2 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
        fusion.yield %3 : tensor<?x64xf32>
      }
      return %0 : tensor<?x64xf32>
    })",
                                            &context);
  ASSERT_TRUE(module);
  std::string text;
  module->walk([&](KernelOp kernel) { text = ScheduleProblem::get(kernel).print(); });
  EXPECT_EQ(text, "?x64x32 bf16 ntt");
  const ChipInfo &chip = *lookupChip("sm_90a");
  std::string error;
  std::optional<ScheduleProblem> pair = ScheduleProblem::parse(text, chip, error);
  ASSERT_TRUE(pair) << error;
  EXPECT_EQ(pair->products, 2);
  EXPECT_TRUE(pair->transposeB);
  EXPECT_EQ(ScheduleProblem::parse("64x64x32 bf16 nn", chip, error)->products, 1);
  for (StringRef other : {"64x64x32 bf16 ntn", "64x64x32 bf16 n"})
    EXPECT_FALSE(ScheduleProblem::parse(other, chip, error = {})) << other.str();
}

/// A product that is added has its depth and its layout behind those of the first.
TEST(FamilyProblem, Sum) {
  MLIRContext &context = getTestContext();
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: tensor<?x32xbf16>, %w: tensor<64x32xbf16>, %t: tensor<?x12xbf16>, %v: tensor<12x64xbf16>)
        -> tensor<?x64xf32> {
      %0 = fusion.kernel(%a = %x, %b = %w, %c = %t, %d = %v)
          : (tensor<?x32xbf16>, tensor<64x32xbf16>, tensor<?x12xbf16>, tensor<12x64xbf16>) -> tensor<?x64xf32> {
        %two = arith.constant dense<2.0> : tensor<f32>
        %1 = fusion.matmul %a, %b {transpose_b} : (tensor<?x32xbf16>, tensor<64x32xbf16>) -> tensor<?x64xf32>
        %2 = fusion.matmul %c, %d : (tensor<?x12xbf16>, tensor<12x64xbf16>) -> tensor<?x64xf32>
        %3 = fusion.mul %2, %two : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
        %4 = fusion.add %1, %3 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
        fusion.yield %4 : tensor<?x64xf32>
      }
      return %0 : tensor<?x64xf32>
    })",
                                            &context);
  ASSERT_TRUE(module);
  ScheduleProblem problem;
  module->walk([&](KernelOp kernel) { problem = ScheduleProblem::get(kernel); });
  EXPECT_EQ(problem.print(), "?x64x32+12 bf16 nt+nn");
  EXPECT_EQ(problem.products, 1);
  EXPECT_EQ(problem.added.accessA, 8);
  EXPECT_EQ(problem.added.accessB, 16);
  EXPECT_TRUE(problem.added.isScaled);
  const ChipInfo &chip = *lookupChip("sm_90a");
  std::string error;
  std::optional<ScheduleProblem> sum = ScheduleProblem::parse("64x64x32+16 bf16 nt+tn", chip, error);
  ASSERT_TRUE(sum) << error;
  EXPECT_EQ(sum->added.k, 16);
  EXPECT_TRUE(sum->added.transposeA);
  EXPECT_FALSE(sum->added.transposeB);
  for (StringRef other :
       {"64x64x32+16 bf16 nt", "64x64x32 bf16 nt+nt", "64x64x32+0 bf16 nt+nt", "64x64x32+16 bf16 nt+n"})
    EXPECT_FALSE(ScheduleProblem::parse(other, chip, error = {})) << other.str();
}

/// Nothing is read but what a family prints.
TEST(FamilyProblem, OtherTexts) {
  (void)getTestContext();
  for (StringRef text :
       {"", "narrow", "narrow<", "narrow<bits = 4> ", "rows<bits = 4>", "narrow<bits = -4>", "narrow<bits = 0>",
        "narrow<bits = 4x>", "narrow<bits>", "narrow<bits = 4, bits = 8>", "narrow<group = 32, bits = 4>",
        "narrow<bits = 04>", "narrow<bits = 4, words_along_n = 1>", "narrow<bits = 4, words_along_n = false>",
        "narrow<words = 4>", "narrow<bits = 99999999999999999999>", "narrow<bits = 3>", "narrow<bits = 4, group = 48>"})
    EXPECT_FALSE(lookupKernelFamily("narrow")->parseProblem(text)) << text.str();
  for (StringRef text :
       {"attention<>", "attention<columns = 12>", "attention<columns = 264>",
        "attention<columns = 64, visible_share = many>", "attention<columns = 64, visible_share = 0x1p-1>",
        "attention<columns = 64, visible_share = 1.5>", "attention<columns = 64, visible_share = -0.5>"})
    EXPECT_FALSE(lookupKernelFamily("attention")->parseProblem(text)) << text.str();
  for (StringRef text :
       {"rows<>", "rows<rows = 8>", "rows<length = 8, value_bytes = 0>", "rows<length = 8, steps = 99999>"})
    EXPECT_FALSE(lookupKernelFamily("rows")->parseProblem(text)) << text.str();
  EXPECT_FALSE(lookupKernelFamily("sm90")->parseProblem("narrow<bits = 4>"));
}
