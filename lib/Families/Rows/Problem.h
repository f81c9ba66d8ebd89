// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of rows and columns depend on.

#ifndef FUSION_LIB_FAMILIES_ROWS_PROBLEM_H
#define FUSION_LIB_FAMILIES_ROWS_PROBLEM_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/FamilyProblem.h"

namespace fusion {

/// Of a kernel that reduces rows.
struct RowProblem : FamilyProblemOf<RowProblem> {
  int64_t rows = 0, length = 0; ///< how many there are, and elements of each; estimates where that is not known
  bool open = false;            ///< the length is known at run time alone
  bool openRows = false;        ///< so is how many there are
  bool across = false;          ///< elements of different rows are neighbours in memory (RowSpace::liesAcross)
  int64_t beside = 1;           ///< then, so many rows lie side by side; 1 if that is not known
  int64_t elementBytes = 0;     ///< of the widest elements that are read or written, one for each of the row
  int64_t readBytes = 0;        ///< of all operands' elements at one place in the row
  int64_t readBytesOfRow = 0;   ///< of those that differ from row to row
  int64_t steps = 0;            ///< how often reductions wait for others, and one
  int64_t values = 0;           ///< what is reduced of a row, values and positions
  int64_t valueBytes = 4;       ///< of the widest of them as they are combined, 4 or 8
  int64_t passes = 0;           ///< how often rows are read if each step, and what is left of the outputs, does so
  int64_t crossings = 0;        ///< results of reductions across the rows, of as many elements as a row has

  bool isValid() const {
    constexpr int64_t mostElements = int64_t(1) << 50; // as far as estimates go
    constexpr int64_t most = 1 << 16;                  // of what a kernel can have several
    return length > 0 && std::max(rows, length) <= mostElements && (valueBytes == 4 || valueBytes == 8) &&
           std::max({elementBytes, readBytes, readBytesOfRow, steps, values, passes, crossings}) <= most;
  }

  static constexpr StringLiteral kName = "rows";
  template <typename Visit> static void visitFields(Visit visit) {
    visit("rows", &RowProblem::rows);
    visit("length", &RowProblem::length);
    visit("dynamic_length", &RowProblem::open);
    visit("dynamic_rows", &RowProblem::openRows);
    visit("across", &RowProblem::across);
    visit("adjacent_rows", &RowProblem::beside);
    visit("element_bytes", &RowProblem::elementBytes);
    visit("read_bytes", &RowProblem::readBytes);
    visit("read_bytes_of_row", &RowProblem::readBytesOfRow);
    visit("steps", &RowProblem::steps);
    visit("values", &RowProblem::values);
    visit("value_bytes", &RowProblem::valueBytes);
    visit("passes", &RowProblem::passes);
    visit("crossings", &RowProblem::crossings);
  }

  bool hasDynamicSizes() const override { return open || openRows; }

  /// That of a kernel for which checkRows holds.
  static RowProblem get(KernelOp kernel);
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_PROBLEM_H
