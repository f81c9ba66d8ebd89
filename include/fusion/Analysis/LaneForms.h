// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a map's scalars have in common at adjacent positions.

#ifndef FUSION_ANALYSIS_LANEFORMS_H
#define FUSION_ANALYSIS_LANEFORMS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <map>

namespace fusion {

/// What is known of a scalar in some lanes:
///
///   scalar of lane i  =  base + offsets[i]
///
/// The base is the same in all lanes. Sums wrap as those of the scalar's type do.
struct LaneForm {
  static constexpr int64_t kAnyMultiple = int64_t(1) << 62;

  unsigned base = 0;               ///< 0: zero. Forms with the same number have the same base.
  int64_t multiple = kAnyMultiple; ///< the base is a multiple of this power of two
  SmallVector<int64_t, 8> offsets; ///< less than 2^40 each

  /// Whether it is the same in all lanes. All that is known of a float is that.
  bool isUniform() const { return llvm::all_equal(offsets); }
  /// Whether the number is known of each lane. Truth is 1.
  bool isKnown() const { return base == 0; }
};

/// A lookup by lanes that read one row of a table, or nothing.
struct RowLookup {
  LaneForm index;             ///< along the table's last dimension
  SmallVector<bool, 8> asked; ///< whether a lane reads, as far as that differs among lanes
};

/// The forms of the scalars of a map's region, in lanes that are adjacent along the last dimension of its result:
///
///   %0 = arith.cmpi ult, %j, %c64     the same in 8 lanes that begin at a multiple of 8
///   %1 = arith.addi %j, %c64          base: j + 64 in the first of them; offsets 0, 1, ... 7
///   %2 = fusion.lookup %t[%i, %1] if %0
class LaneForms {
public:
  /// The first of `lanes` is at a multiple of the power of two `multiple`.
  LaneForms(MapOp map, int64_t lanes, int64_t multiple);

  /// Null if nothing is known.
  const LaneForm *get(Value scalar) const;
  /// Whether a scalar is known to be the same in all lanes.
  bool isUniform(Value scalar) const;
  /// Nothing where rows may differ, or it is not known what lanes read of theirs.
  std::optional<RowLookup> getRowLookup(LookupOp op) const;

private:
  using Result = std::optional<LaneForm>;
  /// By what a base follows from other bases and a number.
  enum class Step : unsigned {
    Sum,
    Difference,
    Plus,
    Times,
    Quotient,
    Floor,
    Remainder,
    And,
    Or,
    Xor,
    Narrow,
    Sign,
    Zero
  };

  void visit(Operation &op);
  Result compute(Operation &op);
  unsigned getBase(Step step, unsigned a, unsigned b, int64_t number);
  unsigned applyToBase(Step step, unsigned base, int64_t number) { return base ? getBase(step, base, 0, number) : 0; }
  LaneForm makeUniform(int64_t multiple = 1);
  LaneForm makeNumber(const APInt &number);
  /// With offsets in [0, m), where m is a power of two of which the base is a multiple and that divides the numbers of
  /// the type: then nothing wraps between lanes. Nothing if lanes are in several such blocks.
  Result toBlock(const LaneForm &form, int64_t m);

  Result add(const LaneForm &a, const LaneForm &b);
  Result subtract(const LaneForm &a, const LaneForm &b);
  Result multiply(const LaneForm &a, const LaneForm &b);
  Result scale(const LaneForm &form, int64_t factor);
  Result divide(const LaneForm &form, int64_t divisor, unsigned width, Step step);
  Result remainder(const LaneForm &form, int64_t divisor, unsigned width);
  Result combineBits(const LaneForm &form, const LaneForm &bits, unsigned width, Step step);
  Result compare(arith::CmpIPredicate predicate, const LaneForm &a, const LaneForm &b, unsigned width);
  Result select(const LaneForm &condition, const LaneForm &a, const LaneForm &b);
  Result resize(const LaneForm &form, unsigned from, unsigned to, Step widen);

  int64_t lanes;
  llvm::DenseMap<Value, LaneForm> forms;
  std::map<std::tuple<Step, unsigned, unsigned, int64_t>, unsigned> bases;
  unsigned numBases = 0;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_LANEFORMS_H
