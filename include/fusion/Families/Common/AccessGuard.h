// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What vector accesses of a kernel ask of its arguments, and the test of it on the host.

#ifndef FUSION_FAMILIES_COMMON_ACCESSGUARD_H
#define FUSION_FAMILIES_COMMON_ACCESSGUARD_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fusion {

/// What a kernel that reads and writes vectors asks of its arguments: its conditions, of which those that types do
/// not decide are tested on the host before a launch. In the IR it is the guards of a variant.
class AccessGuard {
public:
  AccessGuard() = default;
  /// What a variant of a bufferized kernel asks.
  AccessGuard(KernelOp kernel, VariantAttr variant);
  /// The variant that asks it. Runs by `schedule`, or by the kernel's if that is null.
  VariantAttr toVariant(KernelOp kernel, StringRef suffix, ScheduleAttr schedule = {}, bool anyAddress = false) const;

  /// The widest power of two of bytes, `limit` at most, that accesses along dimension `dim`, or the last, can have as
  /// far as the type tells; the element's size at least.
  static int64_t widestAccess(MemRefType type, int64_t dim, int64_t limit);
  static int64_t widestAccess(MemRefType type, int64_t limit) { return widestAccess(type, getLastDim(type), limit); }

  /// Rows of `memref`, which go along dimension `dim`, or the last, start at multiples of `bytes`, and their elements
  /// are contiguous. Dimensions behind it have size 1.
  void requireAligned(Value memref, int64_t dim, int64_t bytes) { aligned.push_back({memref, dim, bytes}); }
  void requireAligned(Value memref, int64_t bytes) { requireAligned(memref, getLastDim(memref.getType()), bytes); }
  /// A size of a memref: dimension `second` of `first`.
  using Size = std::pair<Value, int64_t>;
  /// Size `dim` of `memref` is a multiple of `factor`.
  void requireMultiple(Value memref, int64_t dim, int64_t factor) { multiples.push_back({{{memref, dim}}, factor}); }
  /// The product of sizes is a multiple of `factor`, a power of two.
  void requireMultiple(ArrayRef<Size> sizes, int64_t factor) {
    multiples.push_back({llvm::to_vector<1>(sizes), factor});
  }
  /// Size `dim` of `memref` is not zero.
  void requirePositive(Value memref, int64_t dim) { positives.push_back({memref, dim}); }
  /// Size `dim` of `memref` is at most `most`.
  void requireAtMost(Value memref, int64_t dim, int64_t most) { limits.push_back({memref, dim, most}); }

  /// All that `other` asks.
  void require(const AccessGuard &other);

  /// Drops conditions of sizes that types decide, and marks alignments that need no test. False if types tell that
  /// something does not hold.
  bool fold();
  /// The multiple of bytes at which rows of `memref`, which go along dimension `dim`, or the last, start where the
  /// conditions hold; 1 if none is asked for.
  int64_t getAlignment(Value memref, int64_t dim) const;
  int64_t getAlignment(Value memref) const { return getAlignment(memref, getLastDim(memref.getType())); }
  /// Whether the conditions imply those of `other`.
  bool covers(const AccessGuard &other) const;

  bool isTrivial() const {
    return llvm::all_of(aligned, [](const Alignment &alignment) { return alignment.holds; }) && multiples.empty() &&
           positives.empty() && limits.empty();
  }
  /// The conditions as one i1.
  Value emit(OpBuilder &builder, Location loc) const;

private:
  static int64_t getLastDim(Type type) { return cast<MemRefType>(type).getRank() - 1; }

  struct Alignment {
    Value memref;
    int64_t dim, bytes;
    bool holds = false; ///< whether no test is needed
  };
  struct Multiple {
    SmallVector<Size, 1> sizes;
    int64_t factor;
  };
  struct Limit {
    Value memref;
    int64_t dim, most;
  };
  struct Positive {
    Value memref;
    int64_t dim;
  };
  SmallVector<Limit> limits;
  SmallVector<Positive> positives;
  SmallVector<Alignment> aligned;
  SmallVector<Multiple> multiples;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_ACCESSGUARD_H
