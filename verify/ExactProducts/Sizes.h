// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which sizes of a product are run.

#ifndef FUSION_VERIFY_EXACTPRODUCTS_SIZES_H
#define FUSION_VERIFY_EXACTPRODUCTS_SIZES_H

#include "fusion/Runtime/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fusion::exact {

struct Size {
  int64_t m = 0, n = 0, k = 0;

  /// "64x128x256".
  std::string name() const;
};

/// Every combination of `m`, `n` and `k`, and those of `list`.
struct SizeSet {
  std::vector<int64_t> m, n, k;
  std::vector<Size> list;
  int64_t sample = 0; ///< only so many of the combinations; zero: all
  int64_t repeat = 1; ///< runs of each size

  bool empty() const { return list.empty() && (m.empty() || n.empty() || k.empty()); }
  /// All sizes, k outermost, so that neighbours share operands. A sample is always the same; in it every value of m, n
  /// and k comes up equally often (within one), in combinations drawn at random.
  std::vector<Size> sizes() const;
};

/// Parses a list of values and ranges, "1,5,8:17", of the option of this name.
runtime::Error parseValues(const std::string &option, const std::string &text, std::vector<int64_t> &values);
/// Parses "64x128x256,1x1x1".
std::vector<Size> parseSizes(const std::string &text);

} // namespace fusion::exact

#endif // FUSION_VERIFY_EXACTPRODUCTS_SIZES_H
