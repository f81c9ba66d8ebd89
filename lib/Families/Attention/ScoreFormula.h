// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The score formula of attention as scalar code.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SCOREFORMULA_H
#define FUSION_LIB_FAMILIES_ATTENTION_SCOREFORMULA_H

#include "SoftCap.h"
#include "fusion/Analysis/PositionCondition.h"
#include "fusion/Families/Attention/AttentionPlan.h"
#include "fusion/Families/Common/BodyPlace.h"

namespace fusion {

/// Whether a scalar of a detached block, whose first arguments are `rank` positions, is computed of these and of
/// constants alone.
bool isPositional(Value value, int64_t rank);

/// Whether others vanish beside a number, or it is zero.
bool isMaskNumber(double number);

/// What the score formula of a kernel reads beside the first product: elements of operands at the place of the score,
/// and tables, of which it looks up elements.
struct ScoreOperands {
  SmallVector<BlockArgument> elements, tables;

  static ScoreOperands get(const AttentionPlan &plan);

  /// Of `elements`, the first operand of which tiles can be copied to shared memory: 16-bit floats in rows of known
  /// length, one for each row and key.
  std::optional<int64_t> findForTiles() const;
};

/// Scores as scalar code, which is copied for each element. Scores are `getScale()` times the code's result, a positive
/// factor, which softmax folds into its exponentials, and `getOffset()`, which softmax does not see. Where nothing else
/// sees them, they may besides lack what is the same in a row.
///
/// Arguments of the code's block, in order: positions in the scores (index), whether these are inside (i1), the element
/// of the first product (f32), places of the key and of the row, elements of the operands as they are stored; then what
/// is looked up, if there are no tables.
class ScoreFormula {
public:
  /// `tables` are those of the function for which the code is; without them it is for analyses only.
  ScoreFormula(KernelOp kernel, const AttentionPlan &plan, const TableArguments *tables = nullptr);

  double getScale() const { return scale; }
  double getOffset() const { return offset; }
  /// Whether scores are multiples of the first product, by a positive factor.
  bool isMultiple() const { return code.result == getProduct(); }
  /// The largest size that a finite result of the code is known to have.
  double getMost() const;
  /// Scores that are a soft cap of the first product and nothing else, without a lookup that may trap.
  std::optional<SoftCap> getSoftCap() const;
  /// The score of a first product, where that is all that the formula reads.
  Value emit(KernelBuilder &kb, Value product) const;
  const ScoreOperands &getOperands() const { return operands; }
  const ScalarFormula &getCode() const { return code; }

  int64_t getRank() const { return code.shape.size(); }
  BlockArgument getInside() const { return code.getBlock().getArgument(getRank()); }
  BlockArgument getProduct() const { return code.getBlock().getArgument(getRank() + 1); }
  /// The key as a sum of one (index) that is the same for a block of keys and a number (f32) that is known.
  BlockArgument getFirstKey() const { return code.getBlock().getArgument(getRank() + 2); }
  BlockArgument getStep() const { return code.getBlock().getArgument(getRank() + 3); }
  /// A row (index) near by, the same for all rows of a thread.
  BlockArgument getNearRow() const { return code.getBlock().getArgument(getRank() + 4); }
  BlockArgument getElement(int64_t operand) const {
    return code.getBlock().getArgument(getRank() + kFixedArguments + operand);
  }

  /// The same code once more.
  ScoreFormula clone() const;
  /// Puts a constant in the place of an i1 of the code.
  void assume(Value condition, bool truth);
  /// Folds what follows from constants, and drops what nothing reads.
  void simplify();

private:
  /// Of the code's block, between the positions and the operands' elements.
  static constexpr int64_t kFixedArguments = 5;

  /// Conditions that hold wherever scores are, or nowhere, are constants.
  void assumeKnown();
  void splitDistances();
  void dropRowTerms();

  ScoreFormula(const ScoreOperands &operands, ScalarFormula code, double scale, double offset)
      : operands(operands), code(std::move(code)), scale(scale), offset(offset) {}

  ScoreOperands operands;
  ScalarFormula code;
  double scale, offset;
  std::optional<SoftCap> softCap; ///< what the code gives for `capped`, a value of it
  Value capped;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SCOREFORMULA_H
