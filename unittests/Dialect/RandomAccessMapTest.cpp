// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random access maps, of small sizes: whatever is said of them holds at each point.

#include "AccessMapSupport.h"
#include <map>
#include <random>

using namespace mlir;
using namespace fusion;

namespace {
class RandomAccessMapTest : public AccessMapTestBase {
protected:
  int64_t draw(int64_t least, int64_t most) { return std::uniform_int_distribution<int64_t>(least, most)(random); }
  AffineExpr dim(unsigned loop) { return getAffineDimExpr(loop, &context); }
  AffineExpr number(int64_t value) { return getAffineConstantExpr(value, &context); }

  SmallVector<int64_t> drawShape() {
    SmallVector<int64_t> shape;
    for (int64_t rank = draw(1, 3); rank > 0; --rank)
      shape.push_back(draw(1, 8));
    return shape;
  }
  /// Any expression of loops.
  AffineExpr drawExpr(unsigned numLoops, int depth) {
    if (depth == 0 || draw(0, 4) == 0)
      return draw(0, 3) == 0 ? number(draw(-9, 9)) : dim(draw(0, numLoops - 1));
    AffineExpr expr = drawExpr(numLoops, depth - 1);
    switch (draw(0, 4)) {
    case 0:
      return expr * draw(-4, 6);
    case 1:
      return expr.floorDiv(draw(1, 12));
    case 2:
      return expr % draw(1, 12);
    case 3:
      return expr.ceilDiv(draw(1, 4));
    default:
      return expr + drawExpr(numLoops, depth - 1);
    }
  }
  /// Any map that stays inside, by guards if need be.
  AccessMap drawAny(ArrayRef<int64_t> shape);
  /// One of those that graphs have.
  AccessMap drawMove(ArrayRef<int64_t> shape);
  AccessMap drawMap(ArrayRef<int64_t> shape) { return draw(0, 2) == 0 ? drawAny(shape) : drawMove(shape); }

  std::mt19937_64 random{20261129};
};
} // namespace

AccessMap RandomAccessMapTest::drawAny(ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> sizes, places, guarded, limits;
  for (int64_t loop = draw(1, 3); loop > 0; --loop)
    sizes.push_back(number(draw(1, 7)));
  for (int64_t size : shape) {
    AffineExpr place = drawExpr(sizes.size(), 3);
    if (draw(0, 1) == 0) {
      places.push_back(place % size);
      continue;
    }
    places.push_back(place);
    guarded.push_back(place);
    limits.push_back(number(size));
  }
  TypedAttr zero = guarded.empty() ? TypedAttr() : Builder(&context).getI32IntegerAttr(0);
  return AccessMap::get(sizes, places, &context, guarded, limits, zero);
}

AccessMap RandomAccessMapTest::drawMove(ArrayRef<int64_t> shape) {
  unsigned rank = shape.size(), which = draw(0, rank - 1);
  SmallVector<AffineExpr> sizes, places;
  for (unsigned i = 0; i < rank; ++i) {
    sizes.push_back(number(shape[i]));
    places.push_back(dim(i));
  }
  int64_t size = shape[which];
  switch (draw(0, 7)) {
  case 0: // a slice
    sizes[which] = number((size + 1) / 2);
    places[which] = dim(which) * (size > 1 ? 2 : 1);
    break;
  case 1: // a reversal
    places[which] = size - 1 - dim(which);
    break;
  case 2: // a roll
    places[which] = (dim(which) + draw(0, size)) % size;
    break;
  case 3: { // a split
    int64_t inner = size % 2 == 0 ? 2 : size;
    sizes[which] = number(size / inner);
    sizes.push_back(number(inner));
    places[which] = dim(which) * inner + dim(rank);
    break;
  }
  case 4: // a repetition
    sizes[which] = number(3 * size);
    places[which] = draw(0, 1) ? dim(which) % size : dim(which).floorDiv(3);
    break;
  case 5: // a pad
    sizes[which] = number(size + 2);
    places[which] = dim(which) - 1;
    return AccessMap::get(sizes, places, &context, {places[which]}, {number(size)},
                          Builder(&context).getI32IntegerAttr(0));
  case 6: // windows, of a border too
    if (draw(0, 1)) {
      int64_t apart = draw(1, 3), first = draw(-2, 0);
      sizes.push_back(number(draw(1, 3)));
      sizes[which] = number((size + 2) / apart + 1);
      places[which] = dim(which) * apart + dim(rank) * draw(1, 3) + first;
      return AccessMap::get(sizes, places, &context, {places[which]}, {number(size)},
                            Builder(&context).getI32IntegerAttr(0));
    }
    sizes.push_back(number(draw(1, size)));
    sizes[which] = number(size - cast<AffineConstantExpr>(sizes.back()).getValue() + 1);
    places[which] = dim(which) + dim(rank);
    break;
  default: { // a merge of all
    int64_t all = 1;
    for (unsigned i = rank; i-- > 0; all *= shape[i])
      places[i] = dim(0).floorDiv(all) % shape[i];
    sizes.assign(1, number(all));
  }
  }
  return AccessMap::get(sizes, places, &context);
}

TEST_F(RandomAccessMapTest, SimplifiedMapsReadTheSame) {
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape();
    AccessMap map = drawMap(shape), simple = map.simplify(shape);
    SCOPED_TRACE(print(map) + " is " + print(simple));
    EXPECT_EQ(simple.simplify(shape), simple);
    EXPECT_EQ(print(parse(print(simple))), print(simple));
    EXPECT_EQ(simple.getLoopSizes(shape), map.getLoopSizes(shape));
    forEachPoint(map.getLoopSizes(shape), [&](ArrayRef<int64_t> point) {
      ASSERT_EQ(simple.evaluate(point, shape), map.evaluate(point, shape));
    });
    if (HasFailure())
      return;
  }
}

TEST_F(RandomAccessMapTest, ComposedMapsReadWhatBothDo) {
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape();
    AccessMap inner = drawMap(shape);
    SmallVector<int64_t> between = inner.getLoopSizes(shape);
    AccessMap outer = drawMap(between);
    std::optional<AccessMap> composed = inner.compose(outer);
    ASSERT_TRUE(composed);
    SCOPED_TRACE(print(inner) + " by " + print(outer) + " is " + print(*composed));
    ASSERT_EQ(composed->getLoopSizes(shape), outer.getLoopSizes(between));
    forEachPoint(outer.getLoopSizes(between), [&](ArrayRef<int64_t> point) {
      std::optional<SmallVector<int64_t>> middle = outer.evaluate(point, between);
      ASSERT_EQ(composed->evaluate(point, shape), middle ? inner.evaluate(*middle, shape) : std::nullopt);
    });
    if (HasFailure())
      return;
  }
}

/// Where a map is known to stay inside, each point does.
TEST_F(RandomAccessMapTest, MapsThatAreKnownToStayInside) {
  int inside = 0, moves = 0;
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape();
    AccessMap map = drawMove(shape);
    // A move of another shape may leave memory.
    bool own = draw(0, 1);
    if (!own)
      for (int64_t &size : shape)
        size = draw(1, 8);
    SCOPED_TRACE(print(map));
    bool isKnown = map.findOutside(shape).empty();
    EXPECT_TRUE(isKnown || !own);
    inside += isKnown;
    moves += own;
    if (isKnown)
      forEachPoint(map.getLoopSizes(shape), [&](ArrayRef<int64_t> point) {
        std::optional<SmallVector<int64_t>> place = map.evaluate(point, shape);
        if (!place)
          return;
        for (auto [index, size] : llvm::zip_equal(*place, shape))
          ASSERT_TRUE(index >= 0 && index < size);
      });
    if (HasFailure())
      return;
  }
  EXPECT_GT(inside, moves);
}

TEST_F(RandomAccessMapTest, RunsHoldAtEachPoint) {
  int runs = 0;
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape(), strides = AccessMap::getDenseStrides(shape);
    AccessMap map = drawMap(shape);
    SmallVector<int64_t> sizes = map.getLoopSizes(shape);
    SCOPED_TRACE(print(map));
    for (unsigned loop = 0; loop < map.getNumLoops(); ++loop)
      for (int64_t step : {0, 1}) {
        int64_t length = map.getRun(loop, step, shape, strides).length;
        runs += length > 1;
        forEachPoint(sizes, [&](ArrayRef<int64_t> point) {
          if (point[loop] % length == 0)
            return;
          SmallVector<int64_t> before(point);
          --before[loop];
          std::optional<int64_t> from = getAddress(map, before, shape, strides);
          std::optional<int64_t> to = getAddress(map, point, shape, strides);
          if (step == 0)
            ASSERT_EQ(from, to) << "along d" << loop << " in runs of " << length;
          if (from && to)
            ASSERT_EQ(*to - *from, step) << "along d" << loop << " in runs of " << length;
        });
      }
    if (HasFailure())
      return;
  }
  EXPECT_GT(runs, 2000);
}

TEST_F(RandomAccessMapTest, AlignmentDividesEachAddress) {
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape(), strides = AccessMap::getDenseStrides(shape);
    AccessMap map = drawMap(shape);
    unsigned loop = draw(0, map.getNumLoops() - 1);
    int64_t length = draw(1, 4), alignment = map.getAlignment(loop, length, shape, strides);
    SCOPED_TRACE(print(map));
    forEachPoint(map.getLoopSizes(shape), [&](ArrayRef<int64_t> point) {
      std::optional<int64_t> address = getAddress(map, point, shape, strides);
      if (point[loop] % length == 0 && address)
        ASSERT_TRUE(alignment == 0 ? *address == 0 : *address % alignment == 0) << *address << " by " << alignment;
    });
    if (HasFailure())
      return;
  }
}

/// The loops give the same points the same addresses.
TEST_F(RandomAccessMapTest, StridesLeadToEachAddress) {
  int strided = 0;
  for (int i = 0; i < 3000; ++i) {
    SmallVector<int64_t> shape = drawShape(), strides = AccessMap::getDenseStrides(shape);
    AccessMap map = drawMap(shape);
    std::optional<StridedAccess> access = map.getStrided(shape, strides);
    if (!access)
      continue;
    ++strided;
    SCOPED_TRACE(print(map));
    forEachPoint(map.getLoopSizes(shape), [&](ArrayRef<int64_t> point) {
      std::optional<int64_t> wanted = getAddress(map, point, shape, strides);
      if (!wanted)
        return;
      int64_t address = access->offset;
      SmallVector<int64_t> left(point);
      for (const StridedLoop &loop : llvm::reverse(access->loops)) {
        address += left[loop.loop] % loop.size * loop.stride;
        left[loop.loop] /= loop.size;
      }
      ASSERT_EQ(address, *wanted);
    });
    if (HasFailure())
      return;
  }
  EXPECT_GT(strided, 1500);
}
