// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Masks between scores and the reductions of their rows.

#include "fusion/Analysis/PositionMask.h"
#include "PositionSupport.h"

using namespace mlir;
using namespace fusion;

namespace {
class PositionMaskTest : public MaskTest {
protected:
  /// The mask between the product and the last of `operations`, which may read %s, the scores, and %x, data; %later is
  /// a map of causal masking, %inf and %low are constants.
  std::optional<PositionMask> find(const std::string &operations, double atMost = kNegativeInfinity) {
    Value reduced = parse(R"(
      %s = fusion.matmul %queries, %keys {transpose_b}
          : (tensor<4x64x32xf32>, tensor<4x64x32xf32>) -> tensor<4x64x64xf32>
      %later = fusion.map() at(%i, %j) : () -> tensor<64x64xi1> {
        %c = arith.cmpi ugt, %j, %i : index
        fusion.yield %c : i1
      }
      %inf = arith.constant dense<0xFF800000> : tensor<f32>
      %low = arith.constant dense<-1.0e+30> : tensor<f32>
      %zero = arith.constant dense<0.0> : tensor<f32>
    )" + operations,
                          "%queries: tensor<4x64x32xf32>, %keys: tensor<4x64x32xf32>, %x: tensor<4x64x64xf32>, "
                          "%b: tensor<64xi1>");
    Value scores;
    modules.back()->walk([&](MatmulOp product) { scores = product.getResult(); });
    return findPositionMask(scores, reduced, atMost);
  }

  static PositionBox block(int64_t query, int64_t key) {
    return {{0, 3}, {16 * query, 16 * query + 15}, {16 * key, 16 * key + 15}};
  }

  /// The condition is that of a causal mask, for blocks of 16 x 16.
  static void expectCausal(const std::optional<PositionMask> &mask, bool assumesData = false) {
    ASSERT_TRUE(mask);
    EXPECT_EQ(mask->assumesData, assumesData);
    EXPECT_EQ(mask->masked.classify(block(0, 1)), Truth::AlwaysTrue);
    EXPECT_EQ(mask->masked.classify(block(1, 1)), Truth::Mixed);
    EXPECT_EQ(mask->masked.classify(block(1, 0)), Truth::AlwaysFalse);
  }
};

const std::string kFull = "tensor<4x64x64xf32>";
const std::string kSelect =
    "%0 = fusion.select %later, %inf, %s : (tensor<64x64xi1>, tensor<f32>, " + kFull + ") -> " + kFull;
const std::string kBias = "%p = fusion.select %later, %inf, %zero : (tensor<64x64xi1>, tensor<f32>, tensor<f32>) "
                          "-> tensor<64x64xf32>";
} // namespace

TEST_F(PositionMaskTest, Selects) { expectCausal(find(kSelect)); }

TEST_F(PositionMaskTest, SelectsTheScoreWhereTheConditionHolds) {
  expectCausal(find(R"(
    %kept = fusion.map() at(%i, %j) : () -> tensor<64x64xi1> {
      %c = arith.cmpi uge, %i, %j : index
      fusion.yield %c : i1
    }
    %0 = fusion.select %kept, %s, %inf
        : (tensor<64x64xi1>, tensor<4x64x64xf32>, tensor<f32>) -> tensor<4x64x64xf32>)"));
}

TEST_F(PositionMaskTest, SelectsInTheRegionOfAMap) {
  expectCausal(find(R"(
    %0 = fusion.map(%e = %s) at(%b0, %i, %j) : (tensor<4x64x64xf32>) -> tensor<4x64x64xf32> {
      %c = arith.cmpi ule, %j, %i : index
      %none = arith.constant 0xFF800000 : f32
      %v = arith.select %c, %e, %none : f32
      fusion.yield %v : f32
    })"));
}

TEST_F(PositionMaskTest, AddsInfinity) {
  expectCausal(find(kBias + "%0 = fusion.add %s, %p : (" + kFull + ", tensor<64x64xf32>) -> " + kFull),
               /*assumesData=*/true);
  // Bias of data first.
  expectCausal(find(kBias + "%1 = fusion.add %x, %p : (" + kFull + ", tensor<64x64xf32>) -> " + kFull +
                    "%0 = fusion.add %s, %1 : (" + kFull + ", " + kFull + ") -> " + kFull),
               /*assumesData=*/true);
}

TEST_F(PositionMaskTest, AddsTheProductOfAConditionAndALowNumber) {
  std::string sum = R"(
    %f = fusion.map() at(%i, %j) : () -> tensor<64x64xf32> {
      %c = arith.cmpi ule, %j, %i : index
      %k = arith.uitofp %c : i1 to f32
      %one = arith.constant 1.0 : f32
      %d = arith.subf %one, %k : f32
      %l = arith.constant -3.40282347E+38 : f32
      %v = arith.mulf %d, %l : f32
      fusion.yield %v : f32
    }
    %0 = fusion.add %s, %f : (tensor<4x64x64xf32>, tensor<64x64xf32>) -> tensor<4x64x64xf32>)";
  expectCausal(find(sum, -1e30), /*assumesData=*/true);
  EXPECT_FALSE(find(sum));
}

TEST_F(PositionMaskTest, StaysLowBehindTheMask) {
  expectCausal(find(kSelect + R"(
    %scale = arith.constant dense<0.125> : tensor<f32>
    %1 = fusion.mul %0, %scale : (tensor<4x64x64xf32>, tensor<f32>) -> tensor<4x64x64xf32>
    %slopes = fusion.map() at(%i, %j) : () -> tensor<64x64xf32> {
      %d = arith.subi %j, %i : index
      %a = arith.index_cast %d : index to i32
      %v = arith.sitofp %a : i32 to f32
      fusion.yield %v : f32
    }
    %2 = fusion.add %1, %slopes : (tensor<4x64x64xf32>, tensor<64x64xf32>) -> tensor<4x64x64xf32>
    %3 = fusion.cast %2 : tensor<4x64x64xf32> to tensor<4x64x64xbf16>)"));
}

TEST_F(PositionMaskTest, IsNoMaskBehindWhatMayRaiseIt) {
  for (const char *op : {"fusion.exp %0 : ", "fusion.neg %0 : ", "fusion.tanh %0 : "})
    EXPECT_FALSE(find(kSelect + "%1 = " + op + kFull)) << op;
  EXPECT_FALSE(find(kSelect + "%1 = fusion.mul %0, %x : (" + kFull + ", " + kFull + ") -> " + kFull));
  EXPECT_FALSE(find(kSelect + "%1 = fusion.max %0, %zero : (" + kFull + ", tensor<f32>) -> " + kFull));
  EXPECT_FALSE(find(kSelect + "%1 = fusion.mul %0, %low : (" + kFull + ", tensor<f32>) -> " + kFull));
}

TEST_F(PositionMaskTest, IsOnlyWhereALaterSelectLeavesIt) {
  // Key 0 is kept after all.
  std::optional<PositionMask> mask = find(kSelect + R"(
    %first = fusion.map() at(%j) : () -> tensor<64xi1> {
      %c = arith.constant 16 : index
      %f = arith.cmpi ult, %j, %c : index
      fusion.yield %f : i1
    }
    %1 = fusion.select %first, %s, %0
        : (tensor<64xi1>, tensor<4x64x64xf32>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>)");
  ASSERT_TRUE(mask);
  EXPECT_EQ(mask->masked.classify(block(0, 0)), Truth::AlwaysFalse);
  EXPECT_EQ(mask->masked.classify(block(0, 1)), Truth::AlwaysTrue);
}

TEST_F(PositionMaskTest, HasPartsOfData) {
  std::optional<PositionMask> mask = find(R"(
    %hidden = fusion.map(%e = %b) at(%i, %j) : (tensor<64xi1>) -> tensor<64x64xi1> {
      %c = arith.cmpi ugt, %j, %i : index
      %h = arith.ori %c, %e : i1
      fusion.yield %h : i1
    }
    %0 = fusion.select %hidden, %inf, %s
        : (tensor<64x64xi1>, tensor<f32>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>)");
  ASSERT_TRUE(mask);
  EXPECT_FALSE(mask->masked.isPositional());
  EXPECT_EQ(mask->masked.classify(block(0, 1)), Truth::AlwaysTrue);
  EXPECT_EQ(mask->masked.classify(block(1, 0)), Truth::Mixed);
  EXPECT_FALSE(keepsKeyInEachRow(mask->masked, getWholeBox({4, 64, 64}), 2));
}

TEST_F(PositionMaskTest, IsFiniteOnlyIfAskedFor) {
  std::string select =
      "%0 = fusion.select %later, %low, %s : (tensor<64x64xi1>, tensor<f32>, " + kFull + ") -> " + kFull;
  EXPECT_FALSE(find(select));
  std::optional<PositionMask> mask = find(select, -1e30);
  expectCausal(mask);
  EXPECT_TRUE(keepsKeyInEachRow(mask->masked, getWholeBox({4, 64, 64}), 2));
  EXPECT_FALSE(find(select, -1e31));
  // What is added may raise it.
  std::string raised = select + R"(
    %high = arith.constant dense<1.0e+30> : tensor<f32>
    %1 = fusion.add %0, %high : (tensor<4x64x64xf32>, tensor<f32>) -> tensor<4x64x64xf32>)";
  EXPECT_FALSE(find(raised, -1e30));
}

TEST_F(PositionMaskTest, SlopesAreNone) {
  std::string sum = R"(
    %f = fusion.map() at(%b0, %i, %j) : () -> tensor<4x64x64xf32> {
      %d = arith.subi %j, %i : index
      %a = arith.index_cast %d : index to i32
      %v = arith.sitofp %a : i32 to f32
      fusion.yield %v : f32
    }
    %0 = fusion.add %s, %f : (tensor<4x64x64xf32>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>)";
  EXPECT_FALSE(find(sum));
  EXPECT_FALSE(find(sum, -1e30));
}

TEST_F(PositionMaskTest, KeepsAKeyInEachRow) {
  auto keeps = [&](const std::string &body) {
    PositionCondition masked =
        PositionCondition::get(parse("%m = fusion.map() at(%i, %j) : () -> tensor<2048x2048xi1> {" + body + "}"));
    return keepsKeyInEachRow(masked, getWholeBox({2048, 2048}), 1);
  };
  EXPECT_TRUE(keeps("%c = arith.cmpi ugt, %j, %i : index  fusion.yield %c : i1"));
  // Row 0 has none.
  EXPECT_FALSE(keeps("%c = arith.cmpi uge, %j, %i : index  fusion.yield %c : i1"));
  // Windows of 16 keys.
  EXPECT_TRUE(keeps(R"(%w = arith.constant 16 : index  %d = arith.subi %i, %j : index
    %c = arith.cmpi uge, %d, %w : index  fusion.yield %c : i1)"));
  // Only the diagonal.
  EXPECT_TRUE(keeps("%c = arith.cmpi ne, %j, %i : index  fusion.yield %c : i1"));
}
