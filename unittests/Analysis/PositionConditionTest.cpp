// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What conditions of positions give for blocks of them, and which blocks of keys are visited.

#include "PositionSupport.h"
#include "fusion/Analysis/KeyBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fusion;

namespace {
class PositionConditionTest : public MaskTest {
protected:
  static constexpr int64_t kQueries = 100, kKeys = 120;

  /// A map of [queries, keys] with positions %i and %j whose region is `body`.
  PositionCondition condition(const std::string &body) {
    return PositionCondition::get(parse("%m = fusion.map() at(%i, %j) : () -> tensor<100x120xi1> {" + body + "}"));
  }

  /// The table skips exactly what brute force does, and the intervals hold what it visits; whether they hold no more.
  void expectBlocks(const std::string &body, llvm::function_ref<bool(int64_t, int64_t)> isMasked,
                    bool describes = true) {
    SCOPED_TRACE(body);
    PositionCondition masked = condition(body);
    for (auto [queries, keys] : {std::pair(16, 16), {32, 8}, {8, 48}, {100, 120}, {1, 1}}) {
      ScoreBlocks blocks{0, 1, queries, keys};
      std::optional<KeyBlockTable> table = tabulateKeyBlocks(masked, blocks);
      ASSERT_TRUE(table);
      FailureOr<SmallVector<KeyInterval>> intervals = describeKeyBlocks(masked, blocks);
      EXPECT_EQ(succeeded(intervals), describes);
      for (int64_t q = 0; q < table->getQueryBlocks(); ++q)
        for (int64_t k = 0; k < table->getKeyBlocks(); ++k) {
          BlockUse expected = useByForce(blocks, q, k, isMasked);
          EXPECT_EQ(table->get(q, k), expected) << "block " << q << ", " << k;
          if (succeeded(intervals))
            EXPECT_EQ(holds(*intervals, q, k), expected != BlockUse::Skip) << "block " << q << ", " << k;
        }
    }
  }

private:
  static BlockUse useByForce(ScoreBlocks blocks, int64_t q, int64_t k,
                             llvm::function_ref<bool(int64_t, int64_t)> isMasked) {
    bool some = false, all = true;
    for (int64_t i = q * blocks.queries; i < std::min((q + 1) * blocks.queries, kQueries); ++i)
      for (int64_t j = k * blocks.keys; j < std::min((k + 1) * blocks.keys, kKeys); ++j) {
        some |= isMasked(i, j);
        all &= isMasked(i, j);
      }
    return all ? BlockUse::Skip : some ? BlockUse::Mask : BlockUse::Whole;
  }

  static bool holds(ArrayRef<KeyInterval> intervals, int64_t q, int64_t k) {
    return llvm::any_of(intervals, [&](const KeyInterval &interval) {
      auto [first, last] = interval.evaluate(q, kQueries, kKeys);
      return first <= k && k <= last;
    });
  }
};
} // namespace

using Blocks = std::pair<int64_t, int64_t>;

static bool isLater(int64_t i, int64_t j) { return j > i; }

TEST_F(PositionConditionTest, ClassifiesBlocks) {
  PositionCondition later = condition("%c = arith.cmpi sgt, %j, %i : index  fusion.yield %c : i1");
  EXPECT_TRUE(later.isPositional());
  EXPECT_EQ(later.classify({{0, 9}, {10, 19}}), Truth::AlwaysTrue);
  EXPECT_EQ(later.classify({{9, 20}, {0, 9}}), Truth::AlwaysFalse);
  EXPECT_EQ(later.classify({{0, 9}, {9, 19}}), Truth::Mixed);
}

TEST_F(PositionConditionTest, SkipsBlocksBehindTheDiagonal) {
  for (const char *compare : {"sgt, %j, %i", "ugt, %j, %i", "slt, %i, %j", "ult, %i, %j"})
    expectBlocks(std::string("%c = arith.cmpi ") + compare + " : index  fusion.yield %c : i1", isLater);
}

TEST_F(PositionConditionTest, ReadsNegatedConditions) {
  expectBlocks(R"(%kept = arith.cmpi sge, %i, %j : index  %true = arith.constant true
    %c = arith.xori %kept, %true : i1  fusion.yield %c : i1)",
               isLater);
  expectBlocks(R"(%kept = arith.cmpi sge, %i, %j : index  %true = arith.constant true  %false = arith.constant false
    %c = arith.select %kept, %false, %true : i1  fusion.yield %c : i1)",
               isLater);
}

TEST_F(PositionConditionTest, ReadsDifferences) {
  expectBlocks(R"(%d = arith.subi %j, %i : index  %zero = arith.constant 0 : index
    %c = arith.cmpi sgt, %d, %zero : index  fusion.yield %c : i1)",
               isLater);
}

TEST_F(PositionConditionTest, ReadsOffsetsAndCasts) {
  expectBlocks(R"(%a = arith.index_cast %i : index to i64  %b = arith.index_cast %j : index to i64
    %o = arith.constant 20 : i64  %s = arith.addi %a, %o : i64  %c = arith.cmpi slt, %s, %b : i64
    fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return i + 20 < j; });
}

TEST_F(PositionConditionTest, ReadsFloatsOfPositions) {
  expectBlocks(R"(%a = arith.index_cast %i : index to i32  %b = arith.index_cast %j : index to i32
    %x = arith.sitofp %a : i32 to f32  %y = arith.sitofp %b : i32 to f32
    %c = arith.cmpf ogt, %y, %x : f32  fusion.yield %c : i1)",
               isLater);
  expectBlocks(R"(%a = arith.index_cast %i : index to i32  %b = arith.index_cast %j : index to i32
    %x = arith.sitofp %a : i32 to f32  %y = arith.sitofp %b : i32 to f32
    %d = arith.subf %x, %y : f32  %zero = arith.constant 0.0 : f32  %kept = arith.cmpf uge, %d, %zero : f32
    %true = arith.constant true  %c = arith.xori %kept, %true : i1  fusion.yield %c : i1)",
               isLater);
}

TEST_F(PositionConditionTest, ComparesFloatsByAllPredicates) {
  for (int64_t number = 0; number < 16; ++number) {
    auto predicate = static_cast<arith::CmpFPredicate>(number);
    std::string name = stringifyCmpFPredicate(predicate).str();
    PositionCondition known = condition(R"(%a = arith.index_cast %i : index to i32  %x = arith.sitofp %a : i32 to f32
      %y = arith.constant 1.0 : f32  %c = arith.cmpf )" +
                                        name + ", %x, %y : f32  fusion.yield %c : i1");
    for (int64_t i = 0; i < 3; ++i) {
      bool expected = arith::applyCmpPredicate(predicate, APFloat(float(i)), APFloat(1.0f));
      EXPECT_EQ(known.classify({{i, i}, {0, 0}}), expected ? Truth::AlwaysTrue : Truth::AlwaysFalse) << name << i;
    }
    // Infinity less itself is NaN, of which nothing is known.
    PositionCondition unknown = condition(R"(%x = arith.constant 0x7F800000 : f32  %d = arith.subf %x, %x : f32
      %y = arith.constant 1.0 : f32  %c = arith.cmpf )" +
                                          name + ", %d, %y : f32  fusion.yield %c : i1");
    if (number != 0 && number != 15)
      EXPECT_EQ(unknown.classify({{0, 0}, {0, 0}}), Truth::Mixed) << name;
  }
}

TEST_F(PositionConditionTest, RoundsFloatsOutward) {
  // 257 and 258 are 256 or 258 in bf16, or stay as they are.
  PositionCondition equal = PositionCondition::get(parse(R"(
    %m = fusion.map() at(%i) : () -> tensor<1024xi1> {
      %a = arith.index_cast %i : index to i32  %x = arith.sitofp %a : i32 to f32  %h = arith.truncf %x : f32 to bf16
      %y = arith.extf %h : bf16 to f32  %k = arith.constant 258.0 : f32
      %c = arith.cmpf oge, %y, %k : f32  fusion.yield %c : i1
    })"));
  EXPECT_EQ(equal.classify({{0, 256}}), Truth::AlwaysFalse);
  EXPECT_EQ(equal.classify({{257, 257}}), Truth::Mixed);
  EXPECT_EQ(equal.classify({{258, 1023}}), Truth::AlwaysTrue);
}

TEST_F(PositionConditionTest, VisitsWindows) {
  auto isOutside = [](int64_t i, int64_t j) { return j > i || i - j >= 24; };
  expectBlocks(R"(%w = arith.constant 24 : index  %later = arith.cmpi sgt, %j, %i : index
    %d = arith.subi %i, %j : index  %far = arith.cmpi sge, %d, %w : index
    %c = arith.ori %later, %far : i1  fusion.yield %c : i1)",
               isOutside);
  // As one unsigned comparison.
  expectBlocks(R"(%w = arith.constant 24 : index  %d = arith.subi %i, %j : index
    %c = arith.cmpi uge, %d, %w : index  fusion.yield %c : i1)",
               isOutside);
  // On both sides.
  expectBlocks(R"(%a = arith.index_cast %i : index to i32  %b = arith.index_cast %j : index to i32
    %w = arith.constant 9 : i32  %d = arith.subi %a, %b : i32  %n = math.absi %d : i32
    %c = arith.cmpi sgt, %n, %w : i32  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return std::abs(i - j) > 9; });
}

TEST_F(PositionConditionTest, VisitsPrefixes) {
  expectBlocks(R"(%p = arith.constant 40 : index  %later = arith.cmpi sgt, %j, %i : index
    %behind = arith.cmpi sge, %j, %p : index  %c = arith.andi %later, %behind : i1  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return j > i && j >= 40; });
}

TEST_F(PositionConditionTest, VisitsDiagonalBlocks) {
  expectBlocks(R"(%s = arith.constant 24 : index  %a = arith.floordivsi %i, %s : index
    %b = arith.divui %j, %s : index  %c = arith.cmpi ne, %a, %b : index  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return i / 24 != j / 24; });
}

TEST_F(PositionConditionTest, VisitsStrides) {
  expectBlocks(
      R"(%s = arith.constant 40 : index  %zero = arith.constant 0 : index
    %r = arith.remsi %j, %s : index  %c = arith.cmpi ne, %r, %zero : index  fusion.yield %c : i1)",
      [](int64_t, int64_t j) { return j % 40 != 0; }, /*describes=*/false);
}

TEST_F(PositionConditionTest, VisitsLocalAndGlobalKeys) {
  expectBlocks(R"(%w = arith.constant 12 : index  %g = arith.constant 4 : index
    %d = arith.subi %i, %j : index  %near = arith.cmpi ult, %d, %w : index
    %first = arith.cmpi slt, %j, %g : index  %kept = arith.ori %near, %first : i1
    %true = arith.constant true  %c = arith.xori %kept, %true : i1  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return (j > i || i - j >= 12) && j >= 4; });
}

TEST_F(PositionConditionTest, VisitsAllKeysFromGlobalQueries) {
  expectBlocks(R"(%w = arith.constant 12 : index  %g = arith.constant 4 : index
    %d = arith.subi %i, %j : index  %far = arith.cmpi uge, %d, %w : index
    %other = arith.cmpi sge, %i, %g : index  %c = arith.andi %far, %other : i1  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return (j > i || i - j >= 12) && i >= 4; });
}

TEST_F(PositionConditionTest, VisitsSlopes) {
  expectBlocks(R"(%two = arith.constant 2 : index  %three = arith.constant 3 : index
    %a = arith.muli %i, %three : index  %b = arith.muli %j, %two : index
    %c = arith.cmpi slt, %a, %b : index  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return 3 * i < 2 * j; });
  expectBlocks(R"(%n = arith.constant 99 : index  %s = arith.addi %i, %j : index
    %c = arith.cmpi slt, %s, %n : index  fusion.yield %c : i1)",
               [](int64_t i, int64_t j) { return i + j < 99; });
}

TEST_F(PositionConditionTest, DescribesDynamicSizes) {
  PositionCondition masked = PositionCondition::get(parse(R"(
    %m = fusion.map(%e = %x) at(%b, %i, %j) : (tensor<2x?x?xf32>) -> tensor<2x?x?xi1> {
      %c = arith.cmpi sgt, %j, %i : index  fusion.yield %c : i1
    })",
                                                          "%x: tensor<2x?x?xf32>"));
  EXPECT_FALSE(tabulateKeyBlocks(masked, {1, 2, 64, 32}));
  FailureOr<SmallVector<KeyInterval>> intervals = describeKeyBlocks(masked, {1, 2, 64, 32});
  ASSERT_TRUE(succeeded(intervals));
  ASSERT_EQ(intervals->size(), 1);
  EXPECT_EQ(intervals->front().evaluate(3, 1000, 2000), Blocks(0, 7));
  // The last block has 24 rows of 64.
  EXPECT_EQ(intervals->front().evaluate(3, 216, 2000), Blocks(0, 6));
  EXPECT_EQ(intervals->front().evaluate(3, 1000, 100), Blocks(0, 3));
}

TEST_F(PositionConditionTest, KnowsNothingOfTables) {
  PositionCondition masked = PositionCondition::get(parse(R"(
    %t = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
    %m = fusion.map(%e = %t) at(%i, %j) : (tensor<4xi1>) -> tensor<8x4xi1> {
      %l = arith.cmpi sgt, %j, %i : index  %c = arith.ori %l, %e : i1  fusion.yield %c : i1
    })"));
  EXPECT_FALSE(masked.isPositional());
  EXPECT_EQ(masked.classify({{4, 7}, {0, 3}}), Truth::Mixed);
  // Where the position decides, the table need not be known.
  EXPECT_EQ(masked.classify({{0, 1}, {2, 3}}), Truth::AlwaysTrue);
  int64_t budget = 1000;
  EXPECT_EQ(masked.find(true, {{4, 7}, {0, 3}}, budget), Occurrence::Unknown);
  EXPECT_TRUE(failed(describeKeyBlocks(masked, {0, 1, 2, 2})));
}

TEST_F(PositionConditionTest, ProvesNothingAboutWrappedOrUndefinedIntegers) {
  PositionCondition wraps = PositionCondition::get(parse(R"(
    %m = fusion.map() at(%i, %j) : () -> tensor<128x128xi1> {
      %a = arith.index_cast %i : index to i8  %b = arith.index_cast %j : index to i8
      %s = arith.addi %a, %b : i8  %z = arith.constant 0 : i8
      %c = arith.cmpi sge, %s, %z : i8  fusion.yield %c : i1
    })"));
  EXPECT_EQ(wraps.classify({{100, 110}, {100, 110}}), Truth::AlwaysFalse);
  EXPECT_EQ(wraps.classify({{0, 127}, {0, 127}}), Truth::Mixed);
  EXPECT_TRUE(failed(describeKeyBlocks(wraps, {0, 1, 16, 16})));
  PositionCondition divides = PositionCondition::get(parse(R"(
    %m = fusion.map() at(%i, %j) : () -> tensor<8x8xi1> {
      %r = arith.remsi %i, %j : index  %z = arith.constant 9 : index
      %c = arith.cmpi slt, %r, %z : index  fusion.yield %c : i1
    })"));
  EXPECT_NE(divides.classify({{1, 7}, {0, 0}}), Truth::AlwaysFalse);
}
