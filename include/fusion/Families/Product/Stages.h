// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stages of operands in shared memory.

#ifndef FUSION_FAMILIES_PRODUCT_STAGES_H
#define FUSION_FAMILIES_PRODUCT_STAGES_H

#include <algorithm>
#include <cstdint>

namespace fusion {

/// The ring of stages, each of which has a k block of both operands.
struct Stages {
  int64_t count = 4;

  /// Where threads load, the warps that copy: warp w fills the stages w, w + copyingWarps(), and so on.
  int64_t copyingWarps() const { return std::min<int64_t>(count, 4); }

  /// The copy engine takes loads one after the other, so each that comes ahead of the wait for the kernel before delays
  /// the operand that has to wait: one k block of so many of the first tile, and no more than that many whose stable
  /// tiles take `bytes` each. Four was the best or near it for each of eight products whose stable tiles have up to 112
  /// rows of 128 bytes (docs/lab); that many rows in all are the limit for larger ones.
  static constexpr int64_t kAheadShare = 8;
  int64_t mostAhead(int64_t bytes) const {
    constexpr int64_t most = 4, mostBytes = most * 112 * 128;
    return std::clamp<int64_t>(mostBytes / bytes, 1, std::min(count, most));
  }
};

} // namespace fusion

#endif // FUSION_FAMILIES_PRODUCT_STAGES_H
