// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps: how they are made, checked, composed and simplified.

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace fusion;

/// Most parts of an expression: what is read may be anything, and is simplified in more than linear time.
static constexpr int64_t kMaxParts = 128;
/// The size that unknown ones are taken for, and the number that no part may reach then.
static constexpr int64_t kAnySize = int64_t(1) << 31, kLargest = int64_t(1) << 62;

static SmallVector<AffineExpr> getSymbols(unsigned rank, MLIRContext *context) {
  SmallVector<AffineExpr> symbols(rank);
  bindSymbolsList(context, MutableArrayRef(symbols));
  return symbols;
}

AccessMap AccessMap::get(ArrayRef<AffineExpr> sizes, ArrayRef<AffineExpr> places, MLIRContext *context,
                         ArrayRef<AffineExpr> guarded, ArrayRef<AffineExpr> limits, TypedAttr padding) {
  assert(guarded.size() == limits.size() && guarded.empty() == !padding && "padding is there if guards are");
  unsigned numLoops = sizes.size(), rank = places.size();
  return AccessMap(AffineMap::get(0, rank + numLoops, sizes, context), AffineMap::get(numLoops, rank, places, context),
                   AffineMap::get(numLoops, rank, guarded, context), AffineMap::get(0, rank, limits, context), padding);
}

AffineExpr AccessMap::getAnySize(unsigned loop, unsigned rank, MLIRContext *context) {
  return getAffineSymbolExpr(rank + loop, context);
}

AccessMap AccessMap::getPermutation(ArrayRef<int64_t> permutation, MLIRContext *context) {
  SmallVector<AffineExpr> places(permutation.size()), sizes;
  for (auto [loop, dim] : llvm::enumerate(permutation)) {
    places[dim] = getAffineDimExpr(loop, context);
    sizes.push_back(getAffineSymbolExpr(dim, context));
  }
  return get(sizes, places, context);
}

bool AccessMap::hasKnownSizes() const {
  return llvm::all_of(getSizes(), [&](AffineExpr size) { return usesOnly(size, 0, getRank()); });
}

bool AccessMap::operator==(const AccessMap &other) const {
  return places == other.places && sizes == other.sizes && guarded == other.guarded && limits == other.limits &&
         padding == other.padding;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static int64_t countParts(AffineExpr expr) {
  int64_t count = 0;
  expr.walk([&](AffineExpr) { ++count; });
  return count;
}

static bool dividesByNone(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() == AffineExprKind::Add || binary.getKind() == AffineExprKind::Mul)
    return false;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return divisor && divisor.getValue() <= 0;
}

/// What is wrong with an expression whose loops have `ranges` if sizes that are not known are `any`.
static std::string findFault(AffineExpr expr, ArrayRef<AffineExpr> any, const AffineRanges &ranges) {
  bool dividesByNumbers = true, staysSmall = true;
  if (int64_t numParts = countParts(expr); numParts > kMaxParts)
    return "access map expects expressions of at most " + std::to_string(kMaxParts) + " parts, but has one of " +
           std::to_string(numParts);
  expr.walk([&](AffineExpr part) { dividesByNumbers &= !dividesByNone(part); });
  if (!expr.isPureAffine() || !dividesByNumbers)
    return "access map expects factors to be numbers and divisors to be positive ones, but has " + toText(expr);
  expr.replaceSymbols(any).walk([&](AffineExpr part) {
    Interval interval = ranges.getInterval(part);
    staysSmall &= interval.least && interval.most && *interval.least > -kLargest && *interval.most < kLargest;
  });
  return staysSmall ? "" : "access map expects numbers that do not overflow, but has " + toText(expr);
}

std::string AccessMap::findFault() const {
  SmallVector<AffineExpr> any(getRank() + getNumLoops(), getAffineConstantExpr(kAnySize, getContext()));
  SmallVector<AffineExpr> largest =
      llvm::map_to_vector(getSizes(), [&](AffineExpr size) { return size.replaceSymbols(any); });
  AffineRanges ranges(largest);
  for (AffineExpr expr : llvm::concat<const AffineExpr>(getSizes(), getLimits(), getPlaces(), getGuarded()))
    if (std::string fault = ::findFault(expr, any, ranges); !fault.empty())
      return fault;
  return "";
}

/// Sizes of memory: numbers where they are known, symbols else.
static SmallVector<AffineExpr> getSizes(ArrayRef<int64_t> shape, MLIRContext *context) {
  SmallVector<AffineExpr> known;
  for (auto [dim, size] : llvm::enumerate(shape))
    known.push_back(ShapedType::isDynamic(size) ? getAffineSymbolExpr(dim, context)
                                                : getAffineConstantExpr(size, context));
  return known;
}

/// `expr` in terms of `loop`, which is what is guarded.
static AffineExpr useGuard(AffineExpr expr, AffineExpr guarded, AffineExpr loop) {
  MLIRContext *context = expr.getContext();
  AffineSum guard = AffineSum::get(guarded), sum = AffineSum::get(expr);
  for (auto [term, factor] : guard.terms)
    if (factor == 1 || factor == -1) {
      // guarded = factor * term + others
      AffineSum others = guard;
      others.add(term, -factor);
      return expr.replace(term, (loop - others.build(context)) * factor);
    }
  if (guard.terms.empty())
    return expr;
  auto [term, factor] = guard.terms.front();
  int64_t times = sum.getFactor(term) / factor;
  sum.add(guard, -times);
  sum.add(loop, times);
  return sum.overflows ? expr : sum.build(context);
}

std::string AccessMap::findOutside(ArrayRef<int64_t> shape) const {
  AccessMap known = simplify(shape);
  for (auto [loop, size] : llvm::enumerate(known.getSizes()))
    if (AffineRanges({}).getInterval(size).least.value_or(-1) < 0)
      return "expects sizes of loops that are never negative, but d" + std::to_string(loop) + " is in " + toText(size);
  if (llvm::is_contained(known.getLoopSizes(shape), 0))
    return ""; // there are no points
  // Each guarded expression is a loop of its own, up to its limit.
  SmallVector<AffineExpr> loops(known.getSizes()), ofMemory = ::getSizes(shape, getContext());
  llvm::append_range(loops, known.getLimits());
  AffineRanges ranges(loops);
  for (auto [dim, place] : llvm::enumerate(known.getPlaces())) {
    AffineExpr behindAll = place;
    bool inside = ranges.isWithin(place, ofMemory[dim]);
    for (auto [number, guard] : llvm::enumerate(known.getGuarded())) {
      AffineExpr loop = getAffineDimExpr(getNumLoops() + number, getContext());
      inside |= ranges.isWithin(useGuard(place, guard, loop), ofMemory[dim]);
      behindAll = useGuard(behindAll, guard, loop);
    }
    if (!inside && !ranges.isWithin(behindAll, ofMemory[dim]))
      return "expects to read what there is, or a value in its place, but reads dimension " + std::to_string(dim) +
             " at " + toText(place) + ", which may be outside of its size" +
             (ShapedType::isDynamic(shape[dim]) ? "" : " " + std::to_string(shape[dim]));
  }
  return "";
}

SmallVector<int64_t> AccessMap::getLoopSizes(ArrayRef<int64_t> shape) const {
  SmallVector<AffineExpr> known = ::getSizes(shape, getContext());
  return llvm::map_to_vector(getSizes(), [&](AffineExpr size) {
    auto constant = dyn_cast<AffineConstantExpr>(AffineRanges({}).simplify(size.replaceSymbols(known)));
    return constant ? constant.getValue() : ShapedType::kDynamic;
  });
}

std::optional<SmallVector<int64_t>> AccessMap::evaluate(ArrayRef<int64_t> point, ArrayRef<int64_t> shape) const {
  for (auto [guard, limit] : llvm::zip_equal(getGuarded(), getLimits())) {
    int64_t value = evaluateAffine(guard, point, shape);
    if (value < 0 || value >= evaluateAffine(limit, {}, shape))
      return std::nullopt;
  }
  return llvm::map_to_vector(getPlaces(), [&](AffineExpr place) { return evaluateAffine(place, point, shape); });
}

//===----------------------------------------------------------------------===//
// Composition and simplification
//===----------------------------------------------------------------------===//

std::optional<AccessMap> AccessMap::compose(const AccessMap &outer) const {
  if (isPadded() && outer.isPadded() && padding != outer.padding)
    return std::nullopt;
  unsigned rank = getRank(), loops = outer.getNumLoops();
  // The sizes that the outer map sees are those of this one's loops.
  auto isKnown = [&](AffineExpr expr) { return usesOnly(expr.replaceSymbols(getSizes()), loops, rank); };
  if (!llvm::all_of(llvm::concat<const AffineExpr>(outer.getPlaces(), outer.getGuarded(), outer.getLimits()), isKnown))
    return std::nullopt;
  SmallVector<AffineExpr> own = getSymbols(rank, getContext());
  auto ofOuter = [&](AffineExpr expr) { return expr.replaceSymbols(getSizes()); };
  SmallVector<AffineExpr> through = llvm::map_to_vector(outer.getPlaces(), ofOuter);
  auto ofThis = [&](AffineExpr expr) { return expr.replaceDimsAndSymbols(through, own); };
  SmallVector<AffineExpr> allGuarded = llvm::map_to_vector(outer.getGuarded(), ofOuter);
  SmallVector<AffineExpr> allLimits = llvm::map_to_vector(outer.getLimits(), ofOuter);
  llvm::append_range(allGuarded, llvm::map_range(getGuarded(), ofThis));
  llvm::append_range(allLimits, getLimits());
  SmallVector<AffineExpr> allSizes;
  for (auto [loop, size] : llvm::enumerate(outer.getSizes()))
    allSizes.push_back(usesOnly(size, 0, outer.getRank()) && isKnown(size) ? ofOuter(size)
                                                                           : getAnySize(loop, rank, getContext()));
  AccessMap composed = get(allSizes, llvm::map_to_vector(getPlaces(), ofThis), getContext(), allGuarded, allLimits,
                           isPadded() ? padding : outer.padding);
  auto isShort = [](AffineExpr expr) { return countParts(expr) <= 4 * kMaxParts; };
  if (!llvm::all_of(llvm::concat<const AffineExpr>(composed.getPlaces(), composed.getGuarded()), isShort))
    return std::nullopt;
  return composed.simplify(SmallVector<int64_t>(rank, ShapedType::kDynamic));
}

AccessMap AccessMap::simplify(ArrayRef<int64_t> shape) const {
  SmallVector<AffineExpr> known = ::getSizes(shape, getContext());
  auto simplifySizes = [&](ArrayRef<AffineExpr> exprs) {
    return llvm::map_to_vector(exprs, [&](AffineExpr e) { return AffineRanges({}).simplify(e.replaceSymbols(known)); });
  };
  SmallVector<AffineExpr> loops = simplifySizes(getSizes()), allLimits = simplifySizes(getLimits());
  AffineRanges ranges(loops);
  auto simplifyPlace = [&](AffineExpr expr) { return ranges.simplify(expr.replaceSymbols(known)); };
  SmallVector<AffineExpr> needed, ofNeeded;
  llvm::SmallDenseSet<std::pair<AffineExpr, AffineExpr>> seen;
  for (auto [guard, limit] : llvm::zip_equal(getGuarded(), allLimits)) {
    AffineExpr expr = simplifyPlace(guard);
    if (ranges.isWithin(expr, limit) || !seen.insert({expr, limit}).second)
      continue;
    needed.push_back(expr);
    ofNeeded.push_back(limit);
  }
  return get(loops, llvm::map_to_vector(getPlaces(), simplifyPlace), getContext(), needed, ofNeeded,
             needed.empty() ? TypedAttr() : padding);
}

/// The dimension of memory along which each loop runs; -1 where none does.
static SmallVector<int64_t> getMemoryDims(const AccessMap &access) {
  SmallVector<int64_t> dims(access.getNumLoops(), -1);
  for (auto [dim, place] : llvm::enumerate(access.getPlaces()))
    if (auto loop = dyn_cast<AffineDimExpr>(place))
      dims[loop.getPosition()] = dim;
  return dims;
}

std::optional<SmallVector<int64_t>> AccessMap::getAsPermutation(ArrayRef<int64_t> shape) const {
  if (getNumLoops() != getRank() || shape.size() != getRank())
    return std::nullopt;
  SmallVector<int64_t> permutation = getMemoryDims(*this);
  if (isPermutationVector(permutation) && getPermutation(permutation, getContext()) == *this)
    return permutation;
  // Dimensions of size 1 are in any order.
  AccessMap known = simplify(shape);
  permutation = getMemoryDims(known);
  for (auto [dim, size] : llvm::enumerate(shape))
    if (int64_t *any = llvm::find(permutation, -1); size == 1 && any != permutation.end())
      *any = dim;
  if (!isPermutationVector(permutation) || getPermutation(permutation, getContext()).simplify(shape) != known)
    return std::nullopt;
  return permutation;
}

std::optional<unsigned> AccessMap::getMemoryDim(unsigned loop) const {
  return places.getResultPosition(getAffineDimExpr(loop, getContext()));
}
