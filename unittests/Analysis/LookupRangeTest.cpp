// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lookups that are proved to be in range, and such that are not.

#include "fusion/Analysis/LookupRange.h"
#include "PositionSupport.h"

using namespace mlir;
using namespace fusion;

namespace {

class LookupRangeTest : public MaskTest {
protected:
  /// Of the last lookup in a map of 64 x 128 elements at (%i, %j), with an index of each row, %r, in a table.
  bool isInRange(const std::string &region, const std::string &table = "tensor<64x128xf32>") {
    auto map = parse("%0 = fusion.map(%r = %row) tables(%t = %table) at(%i, %j) : (tensor<64x1xi32>, " + table +
                         ") -> tensor<64x128xf32> { %half = arith.constant 64 : index " + region + " : " + table +
                         " fusion.yield %v : f32 }",
                     "%row: tensor<64x1xi32>, %table: " + table)
                   .getDefiningOp<MapOp>();
    LookupOp last;
    for (auto lookup : map.getBodyBlock()->getOps<LookupOp>())
      last = lookup;
    return isSurelyInRange(last);
  }
};

TEST_F(LookupRangeTest, HalvesAreInRange) {
  EXPECT_TRUE(isInRange("%c = arith.cmpi ult, %j, %half : index %k = arith.addi %j, %half : index "
                        "%v = fusion.lookup %t[%i, %k] if %c"));
  EXPECT_TRUE(isInRange("%c = arith.cmpi uge, %j, %half : index %k = arith.subi %j, %half : index "
                        "%v = fusion.lookup %t[%i, %k] if %c"));
  EXPECT_TRUE(isInRange("%v = fusion.lookup %t[%i, %j]"));
}

TEST_F(LookupRangeTest, OneTooManyIsNot) {
  EXPECT_FALSE(isInRange("%c = arith.cmpi ule, %j, %half : index %k = arith.addi %j, %half : index "
                         "%v = fusion.lookup %t[%i, %k] if %c"));
  EXPECT_FALSE(isInRange("%k = arith.subi %j, %half : index %v = fusion.lookup %t[%i, %k]"));
  EXPECT_FALSE(isInRange("%v = fusion.lookup %t[%i, %j]", "tensor<63x128xf32>"));
}

TEST_F(LookupRangeTest, PairsAreInRange) {
  EXPECT_TRUE(isInRange("%two = arith.constant 2 : index %one = arith.constant 1 : index "
                        "%p = arith.divui %j, %two : index %e = arith.muli %p, %two : index "
                        "%k = arith.addi %e, %one : index %v = fusion.lookup %t[%i, %k]"));
}

TEST_F(LookupRangeTest, NothingIsKnownOfElementsAndOpenSizes) {
  EXPECT_FALSE(isInRange("%k = arith.index_cast %r : i32 to index %v = fusion.lookup %t[%k, %j]"));
  EXPECT_FALSE(isInRange("%v = fusion.lookup %t[%i, %j]", "tensor<?x128xf32>"));
  // But a remainder is less than what it is divided by.
  EXPECT_TRUE(isInRange("%n = arith.constant 64 : i32 %m = arith.remui %r, %n : i32 "
                        "%k = arith.index_cast %m : i32 to index %v = fusion.lookup %t[%k, %j]"));
}

} // namespace
