// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of attention depend on beside sizes.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_PROBLEM_H
#define FUSION_LIB_FAMILIES_ATTENTION_PROBLEM_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/FamilyProblem.h"
#include <cmath>

namespace fusion {

/// Of a kernel whose first product is rows (m) x keys (n) of the depth k.
struct AttentionProblem : FamilyProblemOf<AttentionProblem> {
  int64_t columns = 0; ///< of the second product
  /// The share of the scores that masks by position leave, in the mean; and whether the last rows keep more of them
  /// than the first, as under a causal mask.
  double visibleShare = 1;
  bool growsWithRows = false;
  /// More than a factor and a mask by position stands between the products.
  bool hasScoreFormula = false;
  /// An operand of the scores has an element for each row and key, and can be copied in tiles to shared memory.
  bool hasOperandTiles = false;

  /// Whether tiles can have so many elements along the depth, or columns.
  static bool isTileable(int64_t size) { return size % 8 == 0 && size > 0 && size <= 256; }
  double getVisibleShare() const override { return visibleShare; }
  /// How many blocks of `keys` of all keys a tile visits, in the mean: of those that a mask hides in part, half.
  double countBlocks(int64_t all, int64_t keys) const {
    double blocks = static_cast<double>(all) / static_cast<double>(keys);
    return visibleShare == 1 ? std::ceil(blocks) : std::max(1.0, blocks * visibleShare + 0.5);
  }
  bool isValid() const { return isTileable(columns) && visibleShare <= 1; }

  static constexpr StringLiteral kName = "attention";
  template <typename Visit> static void visitFields(Visit visit) {
    visit("columns", &AttentionProblem::columns);
    visit("visible_share", &AttentionProblem::visibleShare);
    visit("grows_with_rows", &AttentionProblem::growsWithRows);
    visit("has_score_formula", &AttentionProblem::hasScoreFormula);
    visit("has_operand_tiles", &AttentionProblem::hasOperandTiles);
  }

  /// That of a kernel of attention; null for another.
  static std::shared_ptr<const AttentionProblem> get(const KernelPlan &plan);
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_PROBLEM_H
