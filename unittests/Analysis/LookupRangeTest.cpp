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
  /// Of the last lookup in a map of 64 x `columns` elements at (%i, %j), with an index of each row, %r, in a table.
  bool isInRange(const std::string &region, const std::string &table = "tensor<64x128xf32>", int64_t columns = 128) {
    auto map = parse("%0 = fusion.map(%r = %row) tables(%t = %table) at(%i, %j) : (tensor<64x1xi32>, " + table +
                         ") -> tensor<64x" + std::to_string(columns) + "xf32> { %half = arith.constant 64 : index " +
                         region + " : " + table + " fusion.yield %v : f32 }",
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

/// The two digits of %j in rows of eight, of 32 bits and as indices.
constexpr const char *kDigits =
    "%wide = arith.index_castui %j : index to i32 %eight = arith.constant 8 : i32 "
    "%q = arith.divui %wide, %eight : i32 %tens = arith.index_castui %q : i32 to index "
    "%m = arith.remui %wide, %eight : i32 %ones = arith.index_castui %m : i32 to index "
    "%two = arith.constant 2 : index %six = arith.constant 6 : index %first = arith.cmpi ult, %ones, %two : index "
    "%on = arith.addi %ones, %six : index %back = arith.subi %ones, %two : index ";

TEST_F(LookupRangeTest, DigitsAreChosenAmong) {
  std::string wrapped = std::string(kDigits) + "%k = arith.select %first, %on, %back : index ";
  EXPECT_TRUE(isInRange(wrapped + "%v = fusion.lookup %t[%tens, %k]", "tensor<16x8xf32>"));
  EXPECT_FALSE(isInRange(wrapped + "%v = fusion.lookup %t[%tens, %k]", "tensor<16x7xf32>"));
  EXPECT_FALSE(isInRange(wrapped + "%v = fusion.lookup %t[%tens, %k]", "tensor<15x8xf32>"));
  // A million columns are too many to look at one by one. The last of them are no whole row of eight.
  constexpr int64_t kMany = (1 << 20) + 4;
  EXPECT_TRUE(isInRange(wrapped + "%v = fusion.lookup %t[%tens, %k]", "tensor<131073x8xf32>", kMany));
  EXPECT_FALSE(isInRange(wrapped + "%v = fusion.lookup %t[%tens, %k]", "tensor<131072x8xf32>", kMany));
  // It is not known that both digits are those of one number.
  EXPECT_FALSE(isInRange(std::string(kDigits) + "%e = arith.muli %tens, %six : index %k = arith.addi %e, %ones : index "
                                                "%v = fusion.lookup %t[%k]",
                         "tensor<97xf32>"));
}

TEST_F(LookupRangeTest, DigitsOfFewBitsMayBeNegative) {
  EXPECT_FALSE(isInRange("%few = arith.index_castui %j : index to i7 %one = arith.constant 1 : i7 "
                         "%q = arith.divui %few, %one : i7 %k = arith.index_cast %q : i7 to index "
                         "%v = fusion.lookup %t[%i, %k]"));
  EXPECT_FALSE(isInRange("%few = arith.index_castui %j : index to i7 %n = arith.index_cast %few : i7 to index "
                         "%one = arith.constant 1 : index %k = arith.divui %n, %one : index "
                         "%v = fusion.lookup %t[%i, %k]"));
}

TEST_F(LookupRangeTest, AnyConditionCounts) {
  std::string ends = "%low = arith.cmpi ult, %j, %half : index %last = arith.constant 96 : index "
                     "%high = arith.cmpi uge, %j, %last : index %c = arith.ori %low, %high : i1 "
                     "%back = arith.subi %j, %last : index %k = arith.select %low, %j, %back : index ";
  EXPECT_TRUE(isInRange(ends + "%v = fusion.lookup %t[%i, %k] if %c"));
  EXPECT_FALSE(isInRange(ends + "%v = fusion.lookup %t[%i, %k]"));
}

TEST_F(LookupRangeTest, ConditionsThatAlwaysHold) {
  auto isTrue = [&](const std::string &condition, const std::string &result = "tensor<64x128xf32>") {
    auto map = parse("%0 = fusion.map() tables(%t = %table) at(%i, %j) : (tensor<64x128xf32>) -> " + result +
                         "{ %c3 = arith.constant 3 : index %c128 = arith.constant 128 : index " + condition +
                         " %v = fusion.lookup %t[%i, %j] if %c : tensor<64x128xf32> fusion.yield %v : f32 }",
                     "%table: tensor<64x128xf32>")
                   .getDefiningOp<MapOp>();
    LookupOp lookup = *map.getBodyBlock()->getOps<LookupOp>().begin();
    return isSurelyTrue(lookup.getCondition(), lookup);
  };
  EXPECT_TRUE(isTrue("%c = arith.cmpi ult, %j, %c128 : index"));
  EXPECT_FALSE(isTrue("%c = arith.cmpi ult, %i, %c3 : index"));
  EXPECT_TRUE(isTrue("%a = arith.cmpi ult, %j, %c3 : index %b = arith.cmpi uge, %j, %c3 : index "
                     "%c = arith.ori %a, %b : i1"));
  // The map's only row may be repeated.
  EXPECT_FALSE(isTrue("%c = arith.cmpi ult, %i, %c3 : index", "tensor<1x128xf32>"));
}

} // namespace
