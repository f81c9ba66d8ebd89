// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps of known forms: what they compose to, what ranges settle, and how their addresses lie.

#include "AccessMapSupport.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace fusion;

namespace {
class AccessMapTest : public AccessMapTestBase {
protected:
  std::string compose(StringRef inner, StringRef outer) {
    std::optional<AccessMap> composed = parse(inner).compose(parse(outer));
    return composed ? print(*composed) : "nothing";
  }
  std::string simplify(StringRef text, ArrayRef<int64_t> shape) { return print(parse(text).simplify(shape)); }
  /// The loops of dense memory: "offset: loop x size by stride, ...".
  std::string walk(StringRef text, ArrayRef<int64_t> shape) {
    std::optional<StridedAccess> access = parse(text).getStrided(shape, AccessMap::getDenseStrides(shape));
    if (!access)
      return "nothing";
    std::string line = std::to_string(access->offset) + ":";
    for (const StridedLoop &loop : access->loops)
      line += " d" + std::to_string(loop.loop) + "x" + std::to_string(loop.size) + "by" + std::to_string(loop.stride);
    return line;
  }
  std::optional<LoopRun> getContiguousRun(StringRef text, ArrayRef<int64_t> shape) {
    return parse(text).getContiguousRun(shape, AccessMap::getDenseStrides(shape));
  }
  SmallVector<LoopRun> getSharedRuns(StringRef text, ArrayRef<int64_t> shape) {
    return parse(text).getSharedRuns(shape, AccessMap::getDenseStrides(shape));
  }
};
} // namespace

static constexpr int64_t kAny = ShapedType::kDynamic;

TEST_F(AccessMapTest, PrintsAsItParses) {
  for (StringRef text : {"(d0 in s1, d1 in s0) -> (d1, d0)", "() -> (0)", "(d0 in 4) -> ()",
                         "(d0 in ?, d1 in 8) -> (d1)", "(d0 in s0 * 6) -> (d0 floordiv 6, d0 mod 6)",
                         "(d0 in 8, d1 in 3) -> (d0 + d1 - 1) if (d0 + d1 - 1 in s0) else 0.000000e+00 : f32"})
    EXPECT_EQ(print(parse(text)), text);
}

TEST_F(AccessMapTest, SurvivesBytecode) {
  context.loadDialect<func::FuncDialect>();
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: tensor<?x8xf32>) -> tensor<?x4x3xf32> {
      %0 = fusion.kernel(%x0 = %x) : (tensor<?x8xf32>) -> tensor<?x4x3xf32> {
        %1 = fusion.view %x0 access <(d0 in s0, d1 in 4, d2 in 3) -> (d0, d1 * 2 + d2 - 1)
                                     if (d1 * 2 + d2 - 1 in s1) else 0.0 : f32> : tensor<?x8xf32> -> tensor<?x4x3xf32>
        fusion.yield %1 : tensor<?x4x3xf32>
      }
      return %0 : tensor<?x4x3xf32>
    })",
                                            &context);
  ASSERT_TRUE(module);
  std::string bytes, text, again;
  llvm::raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));
  auto read = parseSourceString<ModuleOp>(bytes, &context);
  ASSERT_TRUE(read);
  llvm::raw_string_ostream(text) << *module;
  llvm::raw_string_ostream(again) << *read;
  EXPECT_EQ(again, text);
}

TEST_F(AccessMapTest, SplitAndMergeAreNone) {
  EXPECT_EQ(compose("(d0 in s0 * 6) -> (d0 floordiv 6, d0 mod 6)", "(d0 in s0 floordiv 6, d1 in 6) -> (d0 * 6 + d1)"),
            "(d0 in s0, d1 in 6) -> (d0, d1)");
  EXPECT_EQ(compose("(d0 in 4, d1 in 6) -> (d0 * 6 + d1)", "(d0 in 24) -> (d0 floordiv 6, d0 mod 6)"),
            "(d0 in 24) -> (d0)");
}

TEST_F(AccessMapTest, SizesAreThoseOfMemory) {
  EXPECT_EQ(compose("(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 0 : i32", "(d0 in s0) -> (-d0 + s0 - 1)"),
            "(d0 in s0 + 2) -> (-d0 + s0) if (-d0 + s0 in s0) else 0 : i32");
  AccessMap map = parse("(d0 in s0 * 3, d1 in ?) -> (d0 floordiv 3)");
  EXPECT_EQ(map.getLoopSizes({5}), SmallVector<int64_t>({15, kAny}));
  EXPECT_EQ(map.getLoopSizes({kAny}), SmallVector<int64_t>({kAny, kAny}));
  EXPECT_FALSE(map.hasKnownSizes());
}

TEST_F(AccessMapTest, PaddingOfTwoMapsIsTheSame) {
  StringRef zero = "(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 0 : i32";
  EXPECT_EQ(compose(zero, zero), "(d0 in s0 + 4) -> (d0 - 2) if (d0 - 1 in s0 + 2, d0 - 2 in s0) else 0 : i32");
  EXPECT_EQ(compose(zero, "(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 1 : i32"), "nothing");
}

TEST_F(AccessMapTest, RangesSettleDivisions) {
  EXPECT_EQ(simplify("(d0 in 4, d1 in 2) -> ((d0 * 2 + d1) floordiv 4, (d0 * 2 + d1) mod 4)", {2, 4}),
            "(d0 in 4, d1 in 2) -> (d0 floordiv 2, d1 + (d0 mod 2) * 2)");
  EXPECT_EQ(simplify("(d0 in 4) -> (d0 mod 4, (d0 + 8) floordiv 4)", {4, 3}), "(d0 in 4) -> (d0, 2)");
  EXPECT_EQ(simplify("(d0 in s0) -> (d0 mod 8)", {8}), "(d0 in 8) -> (d0)");
  EXPECT_EQ(simplify("(d0 in s0) -> (d0 mod 8)", {kAny}), "(d0 in s0) -> (d0 mod 8)");
}

TEST_F(AccessMapTest, RangesSettleGuards) {
  StringRef text = "(d0 in 4, d1 in 3) -> (d0 + d1 - 1) if (d0 + d1 - 1 in s0, d0 in s0) else 0 : i32";
  EXPECT_EQ(simplify(text, {8}), "(d0 in 4, d1 in 3) -> (d0 + d1 - 1) if (d0 + d1 - 1 in 8) else 0 : i32");
  EXPECT_EQ(simplify("(d0 in s0) -> (d0) if (d0 in s0) else 0 : i32", {kAny}), "(d0 in s0) -> (d0)");
}

TEST_F(AccessMapTest, StridedLoops) {
  EXPECT_EQ(walk("(d0 in 3, d1 in 4) -> (d0 * 2 + 1, d1)", {8, 4}), "4: d0x3by8 d1x4by1");
  EXPECT_EQ(walk("(d0 in 8) -> (7 - d0)", {8}), "7: d0x8by-1");
  // Merged dimensions that lie in one piece are one loop, others two.
  EXPECT_EQ(walk("(d0 in 24) -> (d0 floordiv 6, d0 mod 6)", {4, 6}), "0: d0x24by1");
  EXPECT_EQ(walk("(d0 in 24) -> (d0 floordiv 6, d0 mod 6)", {4, 8}), "0: d0x4by8 d0x6by1");
  EXPECT_EQ(walk("(d0 in 24) -> (d0 floordiv 12, (d0 floordiv 3) mod 4, d0 mod 3)", {2, 8, 4}),
            "0: d0x2by32 d0x4by4 d0x3by1");
  EXPECT_EQ(walk("(d0 in 2, d1 in 5, d2 in 1) -> (d0, d2)", {2, 3}), "0: d0x2by3 d1x5by0");
  EXPECT_EQ(walk("(d0 in s0, d1 in 4) -> (d0, d1)", {kAny, 4}), "0: d0x" + std::to_string(kAny) + "by4 d1x4by1");
  // A roll is none, nor is half of a group.
  EXPECT_EQ(walk("(d0 in 8) -> ((d0 + 3) mod 8)", {8}), "nothing");
  EXPECT_EQ(walk("(d0 in 20) -> (d0 floordiv 8, d0 mod 8)", {3, 9}), "nothing");
  EXPECT_EQ(walk("(d0 in s0, d1 in s1) -> (d0, d1)", {4, kAny}), "nothing");
}

TEST_F(AccessMapTest, ContiguousRuns) {
  EXPECT_EQ(getContiguousRun("(d0 in 4, d1 in 8) -> (d0, d1)", {4, 8}), LoopRun({1, 8}));
  EXPECT_EQ(getContiguousRun("(d0 in 8, d1 in 4) -> (d1, d0)", {4, 8}), LoopRun({0, 8}));
  EXPECT_EQ(getContiguousRun("(d0 in s1, d1 in s0) -> (d1, d0)", {4, kAny}), LoopRun({0, kAny}));
  EXPECT_EQ(getContiguousRun("(d0 in 24) -> (d0 floordiv 6, d0 mod 6)", {4, 8}), LoopRun({0, 6}));
  // A roll by 4 of 12: runs of 4 stay together.
  EXPECT_EQ(getContiguousRun("(d0 in 12) -> ((d0 + 4) mod 12)", {12}), LoopRun({0, 4}));
  EXPECT_EQ(getContiguousRun("(d0 in 4) -> (d0 * 2)", {8}), std::nullopt);
}

TEST_F(AccessMapTest, Alignment) {
  AccessMap map = parse("(d0 in 4, d1 in 16) -> (d0 + 1, d1 + 8)");
  SmallVector<int64_t> shape = {8, 24}, strides = AccessMap::getDenseStrides(shape);
  EXPECT_EQ(map.getAlignment(1, 1, shape, strides), 1);
  EXPECT_EQ(map.getAlignment(1, 4, shape, strides), 4);
  EXPECT_EQ(map.getAlignment(1, 16, shape, strides), 8);
  EXPECT_EQ(parse("(d0 in 4) -> (0)").getAlignment(0, 1, {8}, {1}), 0);
}

TEST_F(AccessMapTest, PointsThatShareAnAddress) {
  EXPECT_EQ(getSharedRuns("(d0 in 4, d1 in 8) -> (d1)", {8}), SmallVector<LoopRun>({{0, 4}}));
  EXPECT_EQ(getSharedRuns("(d0 in ?, d1 in 8) -> (d1)", {8}), SmallVector<LoopRun>({{0, kAny}}));
  // Heads that share keys, four each.
  EXPECT_EQ(getSharedRuns("(d0 in 32, d1 in 64) -> (d0 floordiv 4, d1)", {8, 64}), SmallVector<LoopRun>({{0, 4}}));
  EXPECT_TRUE(getSharedRuns("(d0 in 8) -> (d0)", {8}).empty());
  // The second of two points is padding where the first is not.
  EXPECT_TRUE(getSharedRuns("(d0 in 8) -> (d0 floordiv 2) if (d0 - 1 in 8) else 0 : i32", {8}).empty());
}

TEST_F(AccessMapTest, Permutations) {
  auto getPermutation = [&](StringRef text, ArrayRef<int64_t> shape) { return parse(text).getAsPermutation(shape); };
  EXPECT_EQ(getPermutation("(d0 in s1, d1 in s0) -> (d1, d0)", {kAny, 4}), SmallVector<int64_t>({1, 0}));
  EXPECT_EQ(getPermutation("(d0 in 4, d1 in 2) -> (d1 mod 2, d0)", {2, 4}), SmallVector<int64_t>({1, 0}));
  EXPECT_EQ(getPermutation("(d0 in 4, d1 in 1) -> (d1, d0)", {2, 4}), std::nullopt);
  // Dimensions of one element.
  EXPECT_EQ(getPermutation("(d0 in s1, d1 in s0) -> (d1, d0)", {1, 1}), SmallVector<int64_t>({1, 0}));
  EXPECT_EQ(getPermutation("(d0 in 1, d1 in 4, d2 in 1) -> (0, 0, d1)", {1, 1, 4}), SmallVector<int64_t>({0, 2, 1}));
  EXPECT_EQ(getPermutation("(d0 in 2, d1 in 4) -> (0, d1)", {1, 4}), std::nullopt);
  EXPECT_EQ(getPermutation("(d0 in 4) -> (d0) if (d0 - 1 in 8) else 0 : i32", {4}), std::nullopt);
  EXPECT_EQ(print(AccessMap::getPermutation({2, 0, 1}, &context)), "(d0 in s2, d1 in s0, d2 in s1) -> (d1, d2, d0)");
  EXPECT_EQ(parse("(d0 in s1, d1 in s0) -> (d1, d0)").getMemoryDim(0), 1u);
  EXPECT_EQ(parse("(d0 in 2, d1 in s0) -> (d1, d0 * 2)").getMemoryDim(0), std::nullopt);
}
