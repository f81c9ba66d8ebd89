// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forms of scalars in adjacent lanes, by hand and beside what random regions compute.

#include "PositionSupport.h"
#include "fusion/Analysis/EqualLanes.h"
#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "llvm/Support/MathExtras.h"
#include <random>

using namespace mlir;
using namespace fusion;

namespace {

class LaneFormsTest : public MaskTest {
protected:
  /// A map of 64 x 128 elements at (%i, %j), with an i32 of each row, %r, and of each element, %e.
  MapOp parseMap(const std::string &region) {
    return parse("%0 = fusion.map(%r = %row, %e = %element) tables(%t = %table) at(%i, %j) : (tensor<64x1xi32>, "
                 "tensor<64x128xi32>, tensor<64x128xf32>) -> tensor<64x128xf32> {" +
                     region + "}",
                 "%row: tensor<64x1xi32>, %element: tensor<64x128xi32>, %table: tensor<64x128xf32>")
        .getDefiningOp<MapOp>();
  }

  /// The form of the last scalar, in 8 lanes from a multiple of 8 on.
  std::optional<LaneForm> getForm(const std::string &region) {
    MapOp map = parseMap(region + " %zero = arith.constant 0.0 : f32 fusion.yield %zero : f32");
    LaneForms forms(map, 8, 8);
    const LaneForm *form = forms.get(map.getYield()->getPrevNode()->getPrevNode()->getResult(0));
    return form ? std::optional(*form) : std::nullopt;
  }

  std::optional<RowLookup> getLookup(const std::string &region) {
    MapOp map = parseMap(region + " fusion.yield %v : f32");
    return LaneForms(map, 8, 8).getRowLookup(*map.getBodyBlock()->getOps<LookupOp>().begin());
  }

  static SmallVector<int64_t, 8> from(int64_t first) {
    SmallVector<int64_t, 8> numbers;
    for (int64_t lane = 0; lane < 8; ++lane)
      numbers.push_back(first + lane);
    return numbers;
  }
};

TEST_F(LaneFormsTest, PositionsAreAdjacent) {
  std::optional<LaneForm> form = getForm("%c = arith.constant 64 : index %k = arith.addi %j, %c : index");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->offsets, from(64));
  EXPECT_EQ(form->multiple, 8);
  EXPECT_TRUE(getForm("%k = arith.addi %i, %i : index")->isUniform());
  EXPECT_FALSE(getForm("%k = arith.muli %j, %i : index"));
}

TEST_F(LaneFormsTest, ComparisonsWithMultiplesAreUniform) {
  auto compare = [&](StringRef predicate, int64_t number) {
    return getForm("%c = arith.constant " + std::to_string(number) + " : index %k = arith.cmpi " + predicate.str() +
                   ", %j, %c : index");
  };
  EXPECT_TRUE(compare("ult", 64)->isUniform());
  EXPECT_TRUE(compare("sge", -8)->isUniform());
  EXPECT_TRUE(compare("ule", 63)->isUniform());
  EXPECT_TRUE(compare("ugt", 7)->isUniform());
  EXPECT_FALSE(compare("ule", 64));
  EXPECT_FALSE(compare("ult", 7));
  EXPECT_FALSE(compare("eq", 64));
}

TEST_F(LaneFormsTest, PairsOfLanes) {
  std::string pair = "%two = arith.constant 2 : index %one = arith.constant 1 : index "
                     "%half = arith.divui %j, %two : index ";
  std::optional<LaneForm> half = getForm(pair + "%k = arith.addi %half, %one : index");
  ASSERT_TRUE(half);
  EXPECT_EQ(half->offsets, (SmallVector<int64_t, 8>{1, 1, 2, 2, 3, 3, 4, 4}));
  EXPECT_EQ(half->multiple, 4);
  std::optional<LaneForm> odd = getForm(pair + "%k = arith.remui %j, %two : index");
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->isKnown());
  EXPECT_EQ(odd->offsets, (SmallVector<int64_t, 8>{0, 1, 0, 1, 0, 1, 0, 1}));
  std::optional<LaneForm> other = getForm(pair + "%k = arith.xori %j, %one : index");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->offsets, (SmallVector<int64_t, 8>{1, 0, 3, 2, 5, 4, 7, 6}));
}

TEST_F(LaneFormsTest, ElementsOfRowsAreUniform) {
  EXPECT_TRUE(getForm("%k = arith.addi %r, %r : i32")->isUniform());
  EXPECT_FALSE(getForm("%k = arith.addi %r, %e : i32"));
}

TEST_F(LaneFormsTest, LookupsOfHalves) {
  std::string region = "%c = arith.constant 64 : index %low = arith.cmpi ult, %j, %c : index "
                       "%k = arith.addi %j, %c : index ";
  std::optional<RowLookup> row = getLookup(region + "%v = fusion.lookup %t[%i, %k] if %low : tensor<64x128xf32>");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->index.offsets, from(64));
  EXPECT_TRUE(llvm::all_of(row->asked, [](bool asked) { return asked; }));
  // Other rows, or a condition that differs among lanes and is not known.
  EXPECT_FALSE(getLookup(region + "%v = fusion.lookup %t[%j, %k] if %low : tensor<64x128xf32>"));
  EXPECT_FALSE(getLookup(region + "%own = arith.cmpi eq, %j, %c : index "
                                  "%v = fusion.lookup %t[%i, %k] if %own : tensor<64x128xf32>"));
}

TEST_F(LaneFormsTest, LookupsBySelectedIndex) {
  std::optional<RowLookup> row =
      getLookup("%c = arith.constant 64 : index %low = arith.cmpi ult, %j, %c : index "
                "%a = arith.addi %j, %c : index %b = arith.subi %j, %c : index "
                "%k = arith.select %low, %a, %b : index %v = fusion.lookup %t[%i, %k] : tensor<64x128xf32>");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->index.offsets, from(0));
  EXPECT_EQ(row->index.multiple, 8);
}

TEST_F(LaneFormsTest, LookupsOfEverySecondLane) {
  std::optional<RowLookup> row =
      getLookup("%two = arith.constant 2 : index %zero = arith.constant 0 : index "
                "%odd = arith.remui %j, %two : index %even = arith.cmpi eq, %odd, %zero : index "
                "%v = fusion.lookup %t[%i, %j] if %even : tensor<64x128xf32>");
  ASSERT_TRUE(row);
  for (int64_t lane = 0; lane < 8; ++lane)
    EXPECT_EQ(row->asked[lane], lane % 2 == 0);
}

TEST_F(LaneFormsTest, HalvesOfTheLanesHaveForms) {
  MapOp map = parseMap("%n = arith.constant 60 : index %q = arith.divui %j, %n : index "
                       "%m = arith.remui %j, %n : index %zero = arith.constant 0.0 : f32 fusion.yield %zero : f32");
  auto row = *map.getBodyBlock()->getOps<arith::DivUIOp>().begin();
  auto column = *map.getBodyBlock()->getOps<arith::RemUIOp>().begin();
  LaneForms forms(map, 8, 8);
  EXPECT_FALSE(forms.get(row));
  EqualLanes equal(map, 8, 8, forms);
  for (int64_t lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(equal.getFirst(row, lane), lane / 4 * 4);
    EXPECT_EQ(equal.getFirst(column, lane), lane);
    EXPECT_EQ(equal.getDistance(column, lane, lane / 4 * 4), lane % 4);
  }
  EXPECT_FALSE(equal.getDistance(column, 4, 3));
  // The first of the lanes may be one behind a multiple of two.
  LaneForms anywhere(map, 8, 1);
  EXPECT_EQ(EqualLanes(map, 8, 1, anywhere).getFirst(row, 1), 1);
}

TEST_F(LaneFormsTest, LanesThatAreEqualWithoutAForm) {
  MapOp map = parseMap("%two = arith.constant 2 : index %number = arith.index_cast %r : i32 to index "
                       "%group = arith.shrui %j, %two : index %sum = arith.addi %number, %group : index "
                       "%counter = arith.index_cast %sum : index to i64 "
                       "%w:4 = fusion.philox %counter, %counter, %counter %v = arith.addi %w#1, %e : i32 "
                       "%zero = arith.constant 0.0 : f32 fusion.yield %zero : f32");
  LaneForms forms(map, 8, 8);
  EqualLanes equal(map, 8, 8, forms);
  auto philox = *map.getBodyBlock()->getOps<PhiloxOp>().begin();
  for (int64_t lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(equal.getFirst(philox.getWord3(), lane), lane / 4 * 4);
    // With an element of its own in each lane nothing is equal.
    EXPECT_EQ(equal.getFirst(philox->getNextNode()->getResult(0), lane), lane);
  }
  EXPECT_FALSE(forms.get(philox.getWord0()));
}

/// A region of random operations, with what they give at some places: for each place, that of each lane.
class RandomRegion {
public:
  static constexpr int64_t kLanes = 8, kPlaces = 12;

  RandomRegion(unsigned seed, int64_t multiple) : random(seed) {
    Scalar i{"%i", 64, {}}, j{"%j", 64, {}};
    for (int64_t place = 0; place < kPlaces; ++place) {
      int64_t row = choose(0, 63), first = choose(0, 300 / multiple) * multiple;
      for (int64_t lane = 0; lane < kLanes; ++lane) {
        i.numbers.push_back(row);
        j.numbers.push_back(first + lane);
      }
    }
    scalars = {i, j};
    for (int64_t count = choose(3, 14); count > 0; --count)
      add();
    text += "%end = arith.constant 0.0 : f32 fusion.yield %end : f32";
  }

  struct Scalar {
    std::string name;
    unsigned width;
    std::vector<int64_t> numbers; ///< signed, those of one bit 0 or 1
  };
  std::string text;
  std::vector<Scalar> scalars;

private:
  int64_t choose(int64_t first, int64_t last) { return first + int64_t(random() % (last - first + 1)); }

  static std::string typeOf(unsigned width) { return width == 64 ? "index" : "i" + std::to_string(width); }

  static int64_t wrap(int64_t number, unsigned width) {
    return width == 64 ? number : width == 1 ? number & 1 : llvm::SignExtend64(number, width);
  }

  static uint64_t toUnsigned(int64_t number, unsigned width) {
    return width == 64 ? number : number & llvm::maskTrailingOnes<uint64_t>(width);
  }

  const Scalar &pick(unsigned width) {
    // The latest have most behind them.
    for (int64_t tries = 0; tries < 8; ++tries)
      if (const Scalar &scalar = scalars[scalars.size() - 1 - choose(0, std::min<int64_t>(scalars.size() - 1, 4))];
          scalar.width == width)
        return scalar;
    if (width == 64)
      return scalars[choose(0, 1)];
    return addConstant(width, choose(-9, 70));
  }

  template <typename Function> const Scalar &define(const std::string &operation, unsigned width, Function function) {
    Scalar scalar{"%v" + std::to_string(scalars.size()), width, {}};
    for (int64_t number = 0; number < kLanes * kPlaces; ++number)
      scalar.numbers.push_back(wrap(function(number), width));
    text += scalar.name + " = " + operation + "\n";
    scalars.push_back(scalar);
    return scalars.back();
  }

  const Scalar &addConstant(unsigned width, int64_t number) {
    number = wrap(number, width);
    std::string spelled = width == 1 ? (number ? "true" : "false") : std::to_string(number) + " : " + typeOf(width);
    return define("arith.constant " + spelled, width, [=](int64_t) { return number; });
  }

  void add() {
    static const int64_t numbers[] = {1, 2, 4, 8, 16, 64, 128, 3, 7, 12, 24, 63, -8, -64, -1};
    unsigned width = choose(0, 3) ? 64 : choose(0, 1) ? 32 : 8;
    Scalar a = pick(width);
    Scalar b = choose(0, 2) ? addConstant(width, numbers[choose(0, 14)]) : pick(width);
    std::string operands = " " + a.name + ", " + b.name + " : " + typeOf(width);
    auto at = [&](auto function) { return [=](int64_t n) { return function(a.numbers[n], b.numbers[n]); }; };
    switch (choose(0, 13)) {
    case 0:
      define("arith.addi" + operands, width, at([](uint64_t x, uint64_t y) { return x + y; }));
      return;
    case 1:
      define("arith.subi" + operands, width, at([](uint64_t x, uint64_t y) { return x - y; }));
      return;
    case 2:
      define("arith.muli" + operands, width, at([](uint64_t x, uint64_t y) { return x * y; }));
      return;
    case 3:
    case 4: {
      Scalar divisor = addConstant(width, numbers[choose(0, 11)]);
      bool rest = choose(0, 1);
      define((rest ? "arith.remui " : "arith.divui ") + a.name + ", " + divisor.name + " : " + typeOf(width), width,
             [=](int64_t n) {
               uint64_t x = toUnsigned(a.numbers[n], width), y = divisor.numbers[n];
               return rest ? x % y : x / y;
             });
      return;
    }
    case 5: {
      Scalar divisor = addConstant(width, numbers[choose(0, 11)]);
      define("arith.floordivsi " + a.name + ", " + divisor.name + " : " + typeOf(width), width,
             [=](int64_t n) { return llvm::divideFloorSigned(a.numbers[n], divisor.numbers[n]); });
      return;
    }
    case 6: {
      Scalar power = addConstant(width, choose(0, 5));
      int64_t kind = choose(0, 2);
      static const char *const names[] = {"arith.shli ", "arith.shrui ", "arith.shrsi "};
      define(names[kind] + a.name + ", " + power.name + " : " + typeOf(width), width, [=](int64_t n) -> int64_t {
        int64_t x = a.numbers[n], shift = power.numbers[n];
        return kind == 0 ? uint64_t(x) << shift : kind == 1 ? toUnsigned(x, width) >> shift : x >> shift;
      });
      return;
    }
    case 7:
      define("arith.andi" + operands, width, at([](int64_t x, int64_t y) { return x & y; }));
      return;
    case 8:
      define("arith.ori" + operands, width, at([](int64_t x, int64_t y) { return x | y; }));
      return;
    case 9:
      define("arith.xori" + operands, width, at([](int64_t x, int64_t y) { return x ^ y; }));
      return;
    case 10:
    case 11:
      addSelect(a, b, width);
      return;
    default:
      addCast(a);
    }
  }

  void addSelect(Scalar a, Scalar b, unsigned width) {
    static const std::pair<const char *, arith::CmpIPredicate> predicates[] = {
        {"eq", arith::CmpIPredicate::eq},   {"ne", arith::CmpIPredicate::ne},   {"slt", arith::CmpIPredicate::slt},
        {"sle", arith::CmpIPredicate::sle}, {"sgt", arith::CmpIPredicate::sgt}, {"sge", arith::CmpIPredicate::sge},
        {"ult", arith::CmpIPredicate::ult}, {"ule", arith::CmpIPredicate::ule}, {"ugt", arith::CmpIPredicate::ugt},
        {"uge", arith::CmpIPredicate::uge}};
    auto predicate = predicates[choose(0, 9)];
    Scalar truth =
        define(std::string("arith.cmpi ") + predicate.first + ", " + a.name + ", " + b.name + " : " + typeOf(width), 1,
               [=](int64_t n) {
                 return arith::applyCmpPredicate(predicate.second, APInt(64, a.numbers[n], /*isSigned=*/true),
                                                 APInt(64, b.numbers[n], /*isSigned=*/true));
               });
    Scalar x = pick(64),
           y = choose(0, 1) ? pick(64) : define("arith.addi " + x.name + ", %i : index", 64, [&](int64_t n) {
             return uint64_t(x.numbers[n]) + scalars[0].numbers[n];
           });
    define("arith.select " + truth.name + ", " + x.name + ", " + y.name + " : index", 64,
           [=](int64_t n) { return truth.numbers[n] ? x.numbers[n] : y.numbers[n]; });
  }

  void addCast(Scalar a) {
    if (a.width == 64) {
      define("arith.index_cast " + a.name + " : index to i32", 32, [=](int64_t n) { return a.numbers[n]; });
    } else if (choose(0, 1) && a.width == 32) {
      define("arith.trunci " + a.name + " : i32 to i8", 8, [=](int64_t n) { return a.numbers[n]; });
    } else {
      bool zero = choose(0, 1);
      define((zero ? "arith.index_castui " : "arith.index_cast ") + a.name + " : " + typeOf(a.width) + " to index", 64,
             [=](int64_t n) -> int64_t { return zero ? toUnsigned(a.numbers[n], a.width) : a.numbers[n]; });
    }
  }

  std::mt19937 random;
};

/// The number without the bits that its type does not have.
static uint64_t cut(uint64_t number, unsigned width) { return number & llvm::maskTrailingOnes<uint64_t>(width); }

TEST_F(LaneFormsTest, RandomRegionsHaveTheirForms) {
  int64_t known = 0, uniform = 0, different = 0, shared = 0, distant = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    int64_t multiple = int64_t(1) << seed % 6;
    RandomRegion region(seed, multiple);
    MapOp map = parseMap(region.text);
    LaneForms forms(map, RandomRegion::kLanes, multiple);
    EqualLanes equal(map, RandomRegion::kLanes, multiple, forms);
    SmallVector<Value> values(map.getPositions().begin(), map.getPositions().end());
    for (Operation &op : map.getBodyBlock()->without_terminator())
      values.push_back(op.getResult(0));
    // Of bases with one number: at each place.
    std::map<std::pair<unsigned, unsigned>, std::vector<uint64_t>> bases;
    for (auto [number, scalar] : llvm::enumerate(region.scalars)) {
      for (size_t n = 0; n < scalar.numbers.size(); ++n) {
        int64_t lane = n % RandomRegion::kLanes, first = equal.getFirst(values[number], lane);
        ASSERT_EQ(scalar.numbers[n], scalar.numbers[n - lane + first]) << scalar.name << " in\n" << region.text;
        shared += first != lane;
        for (int64_t other = 0; other < lane; ++other)
          if (std::optional<int64_t> distance = equal.getDistance(values[number], lane, other)) {
            ASSERT_EQ(cut(scalar.numbers[n], scalar.width),
                      cut(scalar.numbers[n - lane + other] + *distance, scalar.width))
                << scalar.name << " in\n"
                << region.text;
            distant += *distance != 0;
          }
      }
      const LaneForm *form = forms.get(values[number]);
      if (!form)
        continue;
      known += form->isKnown();
      uniform += form->isUniform();
      different += !form->isUniform();
      std::vector<uint64_t> own;
      for (int64_t place = 0; place < RandomRegion::kPlaces; ++place) {
        const int64_t *numbers = &scalar.numbers[place * RandomRegion::kLanes];
        uint64_t base = cut(numbers[0] - form->offsets[0], scalar.width);
        own.push_back(base);
        ASSERT_EQ(base % form->multiple % (uint64_t(1) << std::min(scalar.width, 63u)), 0u) << scalar.name << " in\n"
                                                                                            << region.text;
        ASSERT_TRUE(!form->isKnown() || base == 0) << scalar.name << " in\n" << region.text;
        for (int64_t lane = 0; lane < RandomRegion::kLanes; ++lane)
          ASSERT_EQ(base, cut(numbers[lane] - form->offsets[lane], scalar.width))
              << scalar.name << " in lane " << lane << " in\n"
              << region.text;
      }
      auto [same, isNew] = bases.try_emplace({form->base, scalar.width}, own);
      ASSERT_TRUE(isNew || same->second == own) << scalar.name << " in\n" << region.text;
    }
  }
  // The regions are such that there is something to see.
  EXPECT_GT(known, 5000);
  EXPECT_GT(uniform, 5000);
  EXPECT_GT(different, 3000);
  EXPECT_GT(shared, 5000);
  EXPECT_GT(distant, 5000);
}

} // namespace
