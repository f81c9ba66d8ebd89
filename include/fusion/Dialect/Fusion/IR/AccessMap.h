// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps: which element of memory each point of some loops reads or writes.

#ifndef FUSION_DIALECT_FUSION_IR_ACCESSMAP_H
#define FUSION_DIALECT_FUSION_IR_ACCESSMAP_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <optional>

namespace fusion {

/// A loop of `size` points, each `stride` elements of memory behind the one before.
struct StridedLoop {
  unsigned loop; ///< of the access map; one that is split has several
  int64_t size, stride;

  bool operator==(const StridedLoop &other) const {
    return loop == other.loop && size == other.size && stride == other.stride;
  }
};

/// Memory as nested loops walk it, the outermost first. Loops of one point are left out.
struct StridedAccess {
  int64_t offset; ///< of the first point, in elements
  SmallVector<StridedLoop> loops;
};

/// Adjacent points of a loop.
struct LoopRun {
  unsigned loop;
  int64_t length; ///< ShapedType::kDynamic: the whole loop, whose size is not known

  bool operator==(const LoopRun &other) const { return loop == other.loop && length == other.length; }
};

/// A quasi-affine map (sums, products with constants, floordiv and mod by constants) from the points of loops to the
/// elements of a tensor in memory.
///
///   (d0 in 8, d1 in 3) -> (d0 + d1 - 1) if (d0 + d1 - 1 in s0) else 0.0 : f32
///
/// "x in n" stands for 0 <= x < n. Symbol s[k] is the size of dimension k of memory: so a map says dynamic sizes of
/// loops by those of memory, and stays the same where these become known. The size ? says nothing. A point reads the
/// padding unless each guarded expression is in its limit.
///
/// A class of a few pointers, to be passed by value.
class AccessMap {
public:
  /// A loop for each of `sizes`, a dimension of memory for each of `places`, and a limit for each guarded expression.
  /// `padding` is there if guards are.
  static AccessMap get(ArrayRef<AffineExpr> sizes, ArrayRef<AffineExpr> places, MLIRContext *context,
                       ArrayRef<AffineExpr> guarded = {}, ArrayRef<AffineExpr> limits = {}, TypedAttr padding = {});
  /// The size of a loop that says nothing of it, beside memory of `rank` dimensions: it is a symbol of its own.
  static AffineExpr getAnySize(unsigned loop, unsigned rank, MLIRContext *context);
  /// Loop i runs along dimension permutation[i] of memory.
  static AccessMap getPermutation(ArrayRef<int64_t> permutation, MLIRContext *context);

  ArrayRef<AffineExpr> getSizes() const { return sizes.getResults(); }
  ArrayRef<AffineExpr> getPlaces() const { return places.getResults(); }
  ArrayRef<AffineExpr> getGuarded() const { return guarded.getResults(); }
  ArrayRef<AffineExpr> getLimits() const { return limits.getResults(); }
  /// Null where each point reads memory.
  TypedAttr getPadding() const { return padding; }
  bool isPadded() const { return guarded.getNumResults() != 0; }
  unsigned getNumLoops() const { return places.getNumDims(); }
  /// The number of dimensions of memory.
  unsigned getRank() const { return places.getNumResults(); }
  /// Whether the sizes of all loops follow from those of memory.
  bool hasKnownSizes() const;
  MLIRContext *getContext() const { return places.getContext(); }

  bool operator==(const AccessMap &other) const;
  bool operator!=(const AccessMap &other) const { return !(*this == other); }
  friend llvm::hash_code hash_value(const AccessMap &map) {
    return llvm::hash_combine(map.places, map.sizes, map.guarded, map.limits, Attribute(map.padding));
  }

  /// (d0 in 8, d1 in 3) -> (...) if (...) else ...
  void print(AsmPrinter &printer) const;
  static FailureOr<AccessMap> parse(AsmParser &parser);
  /// Why the expressions are not quasi-affine, too long, or have numbers that may overflow; or an empty text.
  std::string findFault() const;
  /// Why a point may read what memory of `shape` does not have, and no padding; or an empty text.
  std::string findOutside(ArrayRef<int64_t> shape) const;

  /// Sizes of loops over memory of `shape`, ShapedType::kDynamic where they are not known.
  SmallVector<int64_t> getLoopSizes(ArrayRef<int64_t> shape) const;
  /// The element that a point reads of memory of static `shape`; nothing for the padding.
  std::optional<SmallVector<int64_t>> evaluate(ArrayRef<int64_t> point, ArrayRef<int64_t> shape) const;

  /// What reading `outer` of the tensor that this map reads reads of this map's memory. Nothing where both have
  /// padding, but not the same, where `outer` asks for a size that is not known, and where expressions grow too long.
  std::optional<AccessMap> compose(const AccessMap &outer) const;
  /// The same elements, with static sizes of `shape` filled in, where ranges settle floordiv, mod and guards without
  /// them.
  AccessMap simplify(ArrayRef<int64_t> shape) const;
  /// That permutes the dimensions of memory of `shape`, if nothing else.
  std::optional<SmallVector<int64_t>> getAsPermutation(ArrayRef<int64_t> shape) const;

  /// The dimension of memory along which a loop runs point by point; nothing where none does.
  std::optional<unsigned> getMemoryDim(unsigned loop) const;

  //===--------------------------------------------------------------------===//
  // Questions of addresses: of elements that are read, in memory of `shape` whose dimensions have `strides`
  // (ShapedType::kDynamic where one is not known).
  //===--------------------------------------------------------------------===//

  /// Strides of dense memory.
  static SmallVector<int64_t> getDenseStrides(ArrayRef<int64_t> shape);

  /// A number n such that addresses rise by `step` from point to point among any n adjacent points of a loop, the first
  /// of which is a multiple of n: the greatest that is found, or 1.
  LoopRun getRun(unsigned loop, int64_t step, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const;
  /// The loop with the longest run of adjacent elements; nothing where no two are.
  std::optional<LoopRun> getContiguousRun(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const;
  /// A number that divides the addresses of all points that are multiples of `length` along `loop`: vectors of `length`
  /// elements start there. 0 where all are 0.
  int64_t getAlignment(unsigned loop, int64_t length, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const;
  /// The access as loops with one stride each; nothing where it is none. Guards do not count.
  std::optional<StridedAccess> getStrided(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const;
  /// Groups of points that read one element, a run for each loop that has them: whole loops on which no address
  /// depends, and points whose number is divided.
  SmallVector<LoopRun> getSharedRuns(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) const;

private:
  AccessMap(AffineMap sizes, AffineMap places, AffineMap guarded, AffineMap limits, TypedAttr padding)
      : sizes(sizes), places(places), guarded(guarded), limits(limits), padding(padding) {}

  /// All have a symbol for each dimension of memory, and `sizes` one for each loop behind these.
  AffineMap sizes, places, guarded, limits;
  TypedAttr padding;
};

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_ACCESSMAP_H
