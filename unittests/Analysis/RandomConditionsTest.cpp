// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Blocks visited under random conditions of positions, beside those that brute force finds.

#include "PositionSupport.h"
#include "fusion/Analysis/KeyBlocks.h"
#include <random>

using namespace mlir;
using namespace fusion;

namespace {
/// A random condition: the region of a map, and what it computes for each position.
class RandomCondition {
public:
  using Integer = std::function<int64_t(int64_t, int64_t)>;
  using Condition = std::function<bool(int64_t, int64_t)>;

  /// Comparisons are of affine functions, or of anything.
  RandomCondition(unsigned seed, bool isAffine) : random(seed), isAffine(isAffine) {
    auto [name, function] = makeCondition(3);
    text += "fusion.yield " + name + " : i1";
    isMasked = function;
  }

  std::string text;
  Condition isMasked;

private:
  template <typename Function> using Named = std::pair<std::string, Function>;

  int64_t choose(int64_t first, int64_t last) { return first + int64_t(random() % (last - first + 1)); }

  std::string define(const std::string &operation) {
    std::string name = "%v" + std::to_string(count++);
    text += name + " = " + operation + "\n";
    return name;
  }

  Named<Integer> makeConstant(int64_t value) {
    return {define("arith.constant " + std::to_string(value) + " : index"), [=](int64_t, int64_t) { return value; }};
  }

  Named<Integer> makePosition() {
    if (choose(0, 1))
      return {"%i", [](int64_t i, int64_t) { return i; }};
    return {"%j", [](int64_t, int64_t j) { return j; }};
  }

  Named<Integer> makeAffine() {
    // a i + b j + c
    int64_t a = choose(-3, 3), b = choose(-3, 3), c = choose(-70, 70);
    std::string left = define("arith.muli %i, " + makeConstant(a).first + " : index");
    std::string right = define("arith.muli %j, " + makeConstant(b).first + " : index");
    std::string sum = define("arith.addi " + left + ", " + right + " : index");
    return {define("arith.addi " + sum + ", " + makeConstant(c).first + " : index"),
            [=](int64_t i, int64_t j) { return a * i + b * j + c; }};
  }

  Named<Integer> makeBinary(const std::string &op, Named<Integer> lhs, Named<Integer> rhs,
                            int64_t (*compute)(int64_t, int64_t)) {
    return {define("arith." + op + " " + lhs.first + ", " + rhs.first + " : index"),
            [=](int64_t i, int64_t j) { return compute(lhs.second(i, j), rhs.second(i, j)); }};
  }

  Named<Integer> makeInteger(int depth) {
    if (depth == 0)
      return choose(0, 2) ? makePosition() : makeConstant(choose(-20, 90));
    Named<Integer> lhs = makeInteger(depth - 1);
    switch (choose(0, 10)) {
    case 0:
      return makeBinary("addi", lhs, makeInteger(depth - 1), [](int64_t a, int64_t b) { return a + b; });
    case 1:
      return makeBinary("subi", lhs, makeInteger(depth - 1), [](int64_t a, int64_t b) { return a - b; });
    case 2:
      return makeBinary("muli", lhs, makeInteger(depth - 1), [](int64_t a, int64_t b) { return a * b; });
    case 3:
      return makeBinary("floordivsi", lhs, makeConstant(choose(1, 20)),
                        [](int64_t a, int64_t b) { return a / b - (a % b < 0); });
    case 4:
      return makeBinary("remsi", lhs, makeConstant(choose(2, 20)), [](int64_t a, int64_t b) { return a % b; });
    case 5:
      return makeBinary("minsi", lhs, makeInteger(depth - 1), [](int64_t a, int64_t b) { return std::min(a, b); });
    case 6:
      return makeBinary("divsi", lhs, makeConstant(choose(1, 20)), [](int64_t a, int64_t b) { return a / b; });
    case 7:
      return makeBinary("ceildivsi", lhs, makeConstant(choose(1, 20)),
                        [](int64_t a, int64_t b) { return a / b + (a % b > 0); });
    case 8:
      return makeBinary("andi", lhs, makeConstant(choose(1, 63)), [](int64_t a, int64_t b) { return a & b; });
    case 9:
      return makeBinary("maxsi", lhs, makeInteger(depth - 1), [](int64_t a, int64_t b) { return std::max(a, b); });
    default:
      break;
    }
    Named<Integer> rhs = makeInteger(depth - 1);
    Named<Condition> condition = makeCondition(0);
    return {define("arith.select " + condition.first + ", " + lhs.first + ", " + rhs.first + " : index"),
            [=](int64_t i, int64_t j) { return (condition.second(i, j) ? lhs : rhs).second(i, j); }};
  }

  Named<Condition> makeCompare() {
    Named<Integer> lhs = isAffine ? makeAffine() : makeInteger(2), rhs = isAffine ? makeAffine() : makeInteger(1);
    struct Predicate {
      const char *name;
      bool (*holds)(int64_t, int64_t);
    };
    static const Predicate predicates[] = {
        {"slt", [](int64_t a, int64_t b) { return a < b; }},
        {"sle", [](int64_t a, int64_t b) { return a <= b; }},
        {"sgt", [](int64_t a, int64_t b) { return a > b; }},
        {"sge", [](int64_t a, int64_t b) { return a >= b; }},
        {"eq", [](int64_t a, int64_t b) { return a == b; }},
        {"ne", [](int64_t a, int64_t b) { return a != b; }},
        {"ult", [](int64_t a, int64_t b) { return uint64_t(a) < uint64_t(b); }},
    };
    Predicate predicate = predicates[choose(0, std::size(predicates) - 1)];
    return {define(std::string("arith.cmpi ") + predicate.name + ", " + lhs.first + ", " + rhs.first + " : index"),
            [=](int64_t i, int64_t j) { return predicate.holds(lhs.second(i, j), rhs.second(i, j)); }};
  }

  Named<Condition> makeCondition(int depth) {
    if (depth == 0)
      return makeCompareWithin();
    Named<Condition> lhs = makeCondition(choose(0, depth - 1)), rhs = makeCondition(choose(0, depth - 1));
    auto name = [&](const char *op) { return define(std::string(op) + " " + lhs.first + ", " + rhs.first + " : i1"); };
    switch (choose(0, 3)) {
    case 0:
      return {name("arith.andi"), [=](int64_t i, int64_t j) { return lhs.second(i, j) && rhs.second(i, j); }};
    case 1:
      return {name("arith.ori"), [=](int64_t i, int64_t j) { return lhs.second(i, j) || rhs.second(i, j); }};
    case 2:
      return {name("arith.xori"), [=](int64_t i, int64_t j) { return lhs.second(i, j) != rhs.second(i, j); }};
    default:
      break;
    }
    Named<Condition> chosen = makeCondition(0);
    return {define("arith.select " + chosen.first + ", " + lhs.first + ", " + rhs.first + " : i1"),
            [=](int64_t i, int64_t j) { return (chosen.second(i, j) ? lhs : rhs).second(i, j); }};
  }

  /// Comparisons inside of integers inside of comparisons end somewhere.
  Named<Condition> makeCompareWithin() {
    if (++nesting > 3) {
      --nesting;
      Named<Integer> position = makePosition(), constant = makeConstant(choose(0, 90));
      return {define("arith.cmpi slt, " + position.first + ", " + constant.first + " : index"),
              [=](int64_t i, int64_t j) { return position.second(i, j) < constant.second(i, j); }};
    }
    Named<Condition> compare = makeCompare();
    --nesting;
    return compare;
  }

  std::mt19937 random;
  bool isAffine;
  int count = 0, nesting = 0;
};

class RandomConditionsTest : public MaskTest {
protected:
  static constexpr int64_t kQueries = 72, kKeys = 90;
  static constexpr unsigned kConditions = 40;

  struct Counts {
    int visited = 0, skipped = 0;            // blocks
    int described = 0, describedExactly = 0; // conditions
  };

  Counts compareAll(bool isAffine) {
    Counts counts;
    for (unsigned seed = 0; seed < kConditions; ++seed) {
      RandomCondition random(seed, isAffine);
      SCOPED_TRACE(random.text);
      PositionCondition masked =
          PositionCondition::get(parse("%m = fusion.map() at(%i, %j) : () -> tensor<72x90xi1> {" + random.text + "}"));
      bool described = true, exactly = true;
      for (auto [queries, keys] : {std::pair(16, 16), {8, 32}, {24, 5}})
        compare(masked, ScoreBlocks{0, 1, queries, keys}, random, counts, described, exactly);
      counts.described += described;
      counts.describedExactly += described && exactly;
    }
    return counts;
  }

private:
  static bool isAllMasked(const RandomCondition &random, ScoreBlocks blocks, int64_t q, int64_t k) {
    for (int64_t i = q * blocks.queries; i < std::min((q + 1) * blocks.queries, kQueries); ++i)
      for (int64_t j = k * blocks.keys; j < std::min((k + 1) * blocks.keys, kKeys); ++j)
        if (!random.isMasked(i, j))
          return false;
    return true;
  }

  void compare(const PositionCondition &masked, ScoreBlocks blocks, const RandomCondition &random, Counts &counts,
               bool &described, bool &exactly) {
    std::optional<KeyBlockTable> table = tabulateKeyBlocks(masked, blocks);
    ASSERT_TRUE(table);
    FailureOr<SmallVector<KeyInterval>> intervals = describeKeyBlocks(masked, blocks);
    described &= succeeded(intervals);
    for (int64_t q = 0; q < table->getQueryBlocks(); ++q)
      for (int64_t k = 0; k < table->getKeyBlocks(); ++k) {
        bool visited = !isAllMasked(random, blocks, q, k);
        ++(visited ? counts.visited : counts.skipped);
        EXPECT_EQ(table->isVisited(q, k), visited) << "block " << q << ", " << k;
        if (failed(intervals))
          continue;
        bool isHeld = llvm::any_of(*intervals, [&](const KeyInterval &interval) {
          auto [first, last] = interval.evaluate(q, kQueries, kKeys);
          return first <= k && k <= last;
        });
        EXPECT_TRUE(isHeld || !visited) << "block " << q << ", " << k;
        exactly &= isHeld == visited;
      }
  }
};
} // namespace

TEST_F(RandomConditionsTest, VisitedBlocksAreThoseOfBruteForce) {
  Counts counts = compareAll(/*isAffine=*/false);
  EXPECT_GT(counts.visited, 1000);
  EXPECT_GT(counts.skipped, 1000);
}

TEST_F(RandomConditionsTest, IntervalsHoldWhatIsVisited) {
  Counts counts = compareAll(/*isAffine=*/true);
  EXPECT_GT(counts.visited, 1000);
  EXPECT_GT(counts.skipped, 1000);
  // The others are equalities with gaps, or more bounds than one on a side.
  EXPECT_GE(counts.described, 20);
  EXPECT_GE(counts.describedExactly, 15);
}
