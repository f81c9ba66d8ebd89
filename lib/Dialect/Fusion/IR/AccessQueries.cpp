// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps: how the addresses lie that they read.

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

SmallVector<int64_t> AccessMap::getDenseStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;) {
    bool isKnown = !ShapedType::isDynamic(shape[dim]) && !ShapedType::isDynamic(strides[dim]);
    strides[dim - 1] = isKnown ? strides[dim] * shape[dim] : ShapedType::kDynamic;
  }
  return strides;
}

namespace {
/// A function of one loop: the point's number, divided and then taken modulo a number (0: any).
struct Digits {
  unsigned loop;
  int64_t divisor, modulus;
};

/// Addresses of a map in memory of a shape: an expression of loops.
class Addresses {
public:
  Addresses(const AccessMap &access, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides);

  /// Whether addresses rise by `step` among any `length` points of the loop that begin at a multiple.
  bool isRun(unsigned loop, int64_t length, int64_t step) const;
  int64_t getRun(unsigned loop, int64_t step) const;
  int64_t getAlignment(unsigned loop, int64_t length) const;
  std::optional<StridedAccess> getStrided() const;
  int64_t getSize(unsigned loop) const {
    auto size = dyn_cast<AffineConstantExpr>(sizes[loop]);
    return size ? size.getValue() : ShapedType::kDynamic;
  }

private:
  /// `expr` of points `first` + `length` * q of the loop; q has the loop's place.
  AffineExpr split(AffineExpr expr, unsigned loop, int64_t length, AffineExpr first) const;
  AffineRanges getSplitRanges(unsigned loop, int64_t length) const;
  bool appendLoops(unsigned loop, ArrayRef<std::pair<Digits, int64_t>> terms, StridedAccess &access) const;

  MLIRContext *context;
  SmallVector<AffineExpr> sizes, guarded;
  AffineExpr address;
};
} // namespace

Addresses::Addresses(const AccessMap &access, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides)
    : context(access.getContext()) {
  AccessMap known = access.simplify(shape);
  sizes = llvm::to_vector(known.getSizes());
  guarded = llvm::to_vector(known.getGuarded());
  address = getAffineConstantExpr(0, context);
  for (auto [dim, place] : llvm::enumerate(known.getPlaces())) {
    // A stride that is not known has a symbol of its own, behind those of sizes.
    unsigned symbol = access.getRank() + access.getNumLoops() + dim;
    AffineExpr stride = ShapedType::isDynamic(strides[dim]) ? getAffineSymbolExpr(symbol, context)
                                                            : getAffineConstantExpr(strides[dim], context);
    address = address + place * stride;
  }
  address = AffineRanges(sizes).simplify(address);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

AffineExpr Addresses::split(AffineExpr expr, unsigned loop, int64_t length, AffineExpr first) const {
  AffineExpr dim = getAffineDimExpr(loop, context);
  return expr.replace(dim, dim * length + first);
}

AffineRanges Addresses::getSplitRanges(unsigned loop, int64_t length) const {
  SmallVector<AffineExpr> split(sizes);
  split[loop] = split[loop].ceilDiv(length);
  split.push_back(getAffineConstantExpr(length, context));
  return AffineRanges(split);
}

bool Addresses::isRun(unsigned loop, int64_t length, int64_t step) const {
  // The points of a run are a loop of their own, behind all others.
  unsigned inner = sizes.size();
  AffineExpr first = getAffineDimExpr(inner, context);
  AffineRanges ranges = getSplitRanges(loop, length);
  AffineExpr expr = ranges.simplify(split(address, loop, length, first));
  AffineSum others = AffineSum::get(expr);
  if (others.getFactor(first) != step)
    return false;
  others.add(first, -step);
  if (others.build(context).isFunctionOfDim(inner))
    return false;
  // Points that share an element all have it, or all the padding.
  return step != 0 || llvm::none_of(guarded, [&](AffineExpr guard) {
           return ranges.simplify(split(guard, loop, length, first)).isFunctionOfDim(inner);
         });
}

/// Divisors are looked for up to here.
static constexpr int64_t kMostDivisor = 4096;

/// Numbers that may be lengths of runs: divisors of what an expression divides by.
static void collectLengths(AffineExpr expr, SmallVectorImpl<int64_t> &lengths) {
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() == AffineExprKind::Add || binary.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    for (int64_t small = 1; divisor && small <= std::min(kMostDivisor, divisor.getValue() / small); ++small)
      if (divisor.getValue() % small == 0)
        lengths.append({small, divisor.getValue() / small});
  });
}

int64_t Addresses::getRun(unsigned loop, int64_t step) const {
  int64_t size = getSize(loop);
  AffineSum sum = AffineSum::get(address);
  AffineExpr dim = getAffineDimExpr(loop, context);
  sum.add(dim, -sum.getFactor(dim));
  auto depends = [&](AffineExpr guard) { return guard.isFunctionOfDim(loop); };
  if (AffineSum::get(address).getFactor(dim) == step && !sum.build(context).isFunctionOfDim(loop) &&
      (step != 0 || llvm::none_of(guarded, depends)))
    return size;
  SmallVector<int64_t> lengths;
  for (AffineExpr expr : llvm::concat<const AffineExpr>(ArrayRef(address), guarded))
    collectLengths(expr, lengths);
  if (!ShapedType::isDynamic(size))
    lengths.push_back(size);
  llvm::sort(lengths, std::greater<>());
  for (int64_t length : lengths)
    if (length > 1 && (ShapedType::isDynamic(size) || length <= size) && isRun(loop, length, step))
      return length;
  return 1;
}

LoopRun AccessMap::getRun(unsigned loop, int64_t step, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const {
  return {loop, Addresses(*this, shape, strides).getRun(loop, step)};
}

std::optional<LoopRun> AccessMap::getContiguousRun(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const {
  Addresses addresses(*this, shape, strides);
  std::optional<LoopRun> longest;
  auto isLonger = [&](int64_t length) {
    if (!longest)
      return length != 1;
    return !ShapedType::isDynamic(longest->length) && (ShapedType::isDynamic(length) || length > longest->length);
  };
  for (unsigned loop = 0; loop < getNumLoops(); ++loop)
    if (int64_t length = addresses.getRun(loop, 1); length != 0 && isLonger(length))
      longest = LoopRun{loop, length};
  return longest;
}

SmallVector<LoopRun> AccessMap::getSharedRuns(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const {
  Addresses addresses(*this, shape, strides);
  SmallVector<LoopRun> runs;
  for (unsigned loop = 0; loop < getNumLoops(); ++loop)
    if (int64_t length = addresses.getRun(loop, 0); length != 1 && length != 0)
      runs.push_back({loop, length});
  return runs;
}

int64_t Addresses::getAlignment(unsigned loop, int64_t length) const {
  AffineExpr first = getAffineConstantExpr(0, context);
  AffineExpr start = getSplitRanges(loop, length).simplify(split(address, loop, length, first));
  if (auto constant = dyn_cast<AffineConstantExpr>(start))
    return std::abs(constant.getValue());
  return start.getLargestKnownDivisor();
}

int64_t AccessMap::getAlignment(unsigned loop, int64_t length, ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> strides) const {
  return Addresses(*this, shape, strides).getAlignment(loop, length);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// `expr` as the loop, or floordiv and mod of it.
static std::optional<Digits> getDigits(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Digits{dim.getPosition(), 1, 0};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  auto number = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS()) : AffineConstantExpr();
  if (!number)
    return std::nullopt;
  std::optional<Digits> digits = getDigits(binary.getLHS());
  if (!digits || digits->modulus != 0)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::FloorDiv)
    digits->divisor *= number.getValue();
  else if (binary.getKind() == AffineExprKind::Mod)
    digits->modulus = number.getValue();
  else
    return std::nullopt;
  return digits;
}

/// Appends the loops that `loop` becomes where each of the terms changes by the same from point to point.
bool Addresses::appendLoops(unsigned loop, ArrayRef<std::pair<Digits, int64_t>> terms, StridedAccess &access) const {
  int64_t size = getSize(loop);
  SmallVector<int64_t> bounds = {1};
  for (auto [digits, factor] : terms)
    for (int64_t bound : {digits.divisor, digits.divisor * digits.modulus})
      if (bound > 0 && (ShapedType::isDynamic(size) || bound < size))
        bounds.push_back(bound);
  llvm::sort(bounds);
  bounds.erase(llvm::unique(bounds), bounds.end());
  if (bounds.size() > 1 && ShapedType::isDynamic(size))
    return false;
  bounds.push_back(size);
  SmallVector<StridedLoop> split; // the innermost first
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    if (!ShapedType::isDynamic(size) && bounds[i + 1] % bounds[i] != 0)
      return false;
    int64_t points = ShapedType::isDynamic(size) ? size : bounds[i + 1] / bounds[i], stride = 0;
    for (auto [digits, factor] : terms)
      if (bounds[i] >= digits.divisor && (digits.modulus == 0 || bounds[i] < digits.divisor * digits.modulus)) {
        if (bounds[i] % digits.divisor != 0)
          return false;
        stride += factor * (bounds[i] / digits.divisor);
      }
    if (!split.empty() && stride == split.back().stride * split.back().size)
      split.back().size *= points;
    else if (points != 1)
      split.push_back({loop, points, stride});
  }
  access.loops.append(split.rbegin(), split.rend());
  return true;
}

std::optional<StridedAccess> Addresses::getStrided() const {
  AffineSum sum = AffineSum::get(address);
  StridedAccess access{sum.constant, {}};
  SmallVector<SmallVector<std::pair<Digits, int64_t>>> ofLoops(sizes.size());
  for (auto [term, factor] : sum.terms) {
    std::optional<Digits> digits = getDigits(term);
    if (!digits)
      return std::nullopt;
    ofLoops[digits->loop].push_back({*digits, factor});
  }
  for (auto [loop, terms] : llvm::enumerate(ofLoops))
    if (!appendLoops(loop, terms, access))
      return std::nullopt;
  return access;
}

std::optional<StridedAccess> AccessMap::getStrided(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const {
  return Addresses(*this, shape, strides).getStrided();
}
