// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scalars that 32 bits hold, and such that need more.

#include "fusion/Analysis/ScalarWidth.h"
#include "PositionSupport.h"

using namespace mlir;
using namespace fusion;

namespace {

class ScalarWidthTest : public MaskTest {
protected:
  /// What is known of the scalar that is defined last in a map at (%i, %j); %r is an element, 64 bits wide.
  std::optional<NarrowScalar> getLast(const std::string &region, const std::string &result = "tensor<64x128xf32>") {
    auto map = parse("%0 = fusion.map(%r = %row) at(%i, %j) : (tensor<64x1xi64>) -> " + result + " { " + region +
                         " %v = arith.constant 0.0 : f32 fusion.yield %v : f32 }",
                     "%row: tensor<64x1xi64>")
                   .getDefiningOp<MapOp>();
    Operation *last = map.getBodyBlock()->getTerminator()->getPrevNode()->getPrevNode();
    auto narrow = findNarrowScalars(map);
    auto known = narrow.find(last->getResult(0));
    return known == narrow.end() ? std::nullopt : std::optional(known->second);
  }
};

TEST_F(ScalarWidthTest, WhatFollowsFromPositionsFits) {
  EXPECT_EQ(getLast("%c = arith.constant 64 : index %k = arith.addi %j, %c : index"), NarrowScalar::NotNegative);
  EXPECT_EQ(getLast("%c = arith.constant 64 : index %k = arith.subi %j, %c : index"), NarrowScalar::Signed);
  EXPECT_EQ(getLast("%n = arith.index_cast %j : index to i64 %c = arith.constant 64 : i64 "
                    "%d = arith.subi %n, %c : i64 %k = math.absi %d : i64"),
            NarrowScalar::NotNegative);
}

TEST_F(ScalarWidthTest, LimitsAreExact) {
  // %j is 127 at most.
  EXPECT_EQ(getLast("%c = arith.constant 2147483520 : index %k = arith.addi %j, %c : index"),
            NarrowScalar::NotNegative);
  EXPECT_EQ(getLast("%c = arith.constant 2147483521 : index %k = arith.addi %j, %c : index"), std::nullopt);
  EXPECT_EQ(getLast("%c = arith.constant -2147483648 : index %k = arith.addi %j, %c : index"), NarrowScalar::Signed);
  EXPECT_EQ(getLast("%c = arith.constant -2147483649 : index %k = arith.addi %j, %c : index"), std::nullopt);
}

TEST_F(ScalarWidthTest, NothingIsKnownOfElementsAndRepetitions) {
  EXPECT_EQ(getLast("%c = arith.constant 1 : i64 %k = arith.addi %r, %c : i64"), std::nullopt);
  EXPECT_EQ(getLast("%c = arith.constant 1 : index %k = arith.addi %i, %c : index", "tensor<64x1xf32>"),
            NarrowScalar::NotNegative);
  // Where the result is repeated, the position is that of what it is repeated to.
  EXPECT_EQ(getLast("%c = arith.constant 1 : index %k = arith.addi %j, %c : index", "tensor<64x1xf32>"), std::nullopt);
}

} // namespace
