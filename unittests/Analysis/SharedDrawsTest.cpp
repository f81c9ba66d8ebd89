// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which maps draw one word for each pair of columns.

#include "fusion/Analysis/SharedDraws.h"
#include "PositionSupport.h"

using namespace mlir;
using namespace fusion;

namespace {

class SharedDrawsTest : public MaskTest {
protected:
  /// Whether threads share the draw of a map of 64 x 128 elements at (%i, %j), with an i64 of all, %s, one of each row,
  /// %r, and constants %c0 to %c4; its bits are %bits.
  bool isShared(const std::string &region) {
    std::string constants;
    for (int i = 0; i <= 4; ++i)
      constants += "%c" + std::to_string(i) + " = arith.constant " + std::to_string(i) + " : index ";
    return bool(
        findSharedDraw(parse("%0 = fusion.map(%s = %seed, %r = %row) at(%i, %j) : (tensor<i64>, tensor<64x1xi64>) -> "
                             "tensor<64x128xi32> {" +
                                 constants + region + " fusion.yield %bits : i32 }",
                             "%seed: tensor<i64>, %row: tensor<64x1xi64>")
                           .getDefiningOp<MapOp>()));
  }

  /// A call for each 2^shift columns; `counter` is %group's, or what is made of it.
  static std::string draw(int shift, const std::string &counter = "", const std::string &seed = "%s") {
    return "%group = arith.shrui %j, %c" + std::to_string(shift) + " : index %own = arith.index_cast %group : index " +
           "to i64 " + (counter.empty() ? "%counter = arith.addi %own, %s : i64 " : counter) +
           "%w:4 = fusion.philox %counter, " + seed + ", %s ";
  }
  /// The word that two bits of the column say.
  static std::string choose(int low, int high) {
    return "%a = arith.andi %j, %c" + std::to_string(low) + " : index %b = arith.andi %j, %c" + std::to_string(high) +
           " : index %odd = arith.cmpi ne, %a, %c0 : index %late = arith.cmpi ne, %b, %c0 : index "
           "%w01 = arith.select %odd, %w#1, %w#0 : i32 %w23 = arith.select %odd, %w#3, %w#2 : i32 ";
  }
  static constexpr const char *kBits = "%bits = arith.select %late, %w23, %w01 : i32";
};

TEST_F(SharedDrawsTest, AWordOfEachPair) { EXPECT_TRUE(isShared(draw(3) + choose(2, 4) + kBits)); }

TEST_F(SharedDrawsTest, WordsOfOtherColumns) {
  EXPECT_FALSE(isShared(draw(3) + choose(1, 2) + kBits));
  EXPECT_FALSE(isShared(draw(3) + choose(4, 2) + kBits));
  EXPECT_FALSE(isShared(draw(2) + choose(1, 2) + kBits));
  EXPECT_FALSE(isShared(draw(2) + choose(2, 4) + kBits));
}

TEST_F(SharedDrawsTest, MoreThanAWord) {
  EXPECT_FALSE(isShared(draw(3) + choose(2, 4) + "%bits = arith.xori %w01, %w23 : i32"));
  EXPECT_FALSE(isShared(draw(3) + choose(2, 4) +
                        "%own4 = arith.select %late, %w23, %w01 : i32 "
                        "%bits = arith.addi %own4, %w#3 : i32"));
}

TEST_F(SharedDrawsTest, CallsOfAnElement) {
  EXPECT_FALSE(isShared(draw(3, "%counter = arith.addi %own, %r : i64 ") + choose(2, 4) + kBits));
  EXPECT_FALSE(isShared(draw(3, "", "%r") + choose(2, 4) + kBits));
}

TEST_F(SharedDrawsTest, TwoCalls) {
  EXPECT_FALSE(isShared(draw(3) + "%v:4 = fusion.philox %s, %s, %s " + choose(2, 4) + kBits));
}

} // namespace
