// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The families of reductions: of rows, and of columns.

#ifndef FUSION_FAMILIES_ROWS_FAMILY_H
#define FUSION_FAMILIES_ROWS_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Reductions of one set of rows, and what is computed before, between and behind them: softmax, norms. The elements of
/// a row lie side by side in memory.
std::unique_ptr<KernelFamily> createRowsFamily();

/// The same where neighbours in memory are elements of different rows: sums of columns, gradients of biases and norms.
std::unique_ptr<KernelFamily> createColumnsFamily();

} // namespace fusion

#endif // FUSION_FAMILIES_ROWS_FAMILY_H
