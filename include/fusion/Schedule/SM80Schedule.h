// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_SCHEDULE_SM80SCHEDULE_H
#define FUSION_SCHEDULE_SM80SCHEDULE_H

#include <cstdint>

namespace mlir::fusion {

/// How one product's output is cut up on the GPU. Sizes are in elements, `tileK` included.
/// A row of `tileK` operand elements is always 128 bytes (64 of f16 and bf16, 32 of f32).
struct SM80Schedule {
  int64_t tileM = 128, tileN = 128, tileK = 64;
  /// Warps of a block along M and N; each owns tileM/warpsM rows and tileN/warpsN columns.
  int64_t warpsM = 2, warpsN = 2;
  /// Shared-memory buffers in the cp.async pipeline, at least 2.
  int64_t stages = 3;
  /// Rows of tiles that are walked together, for reuse in the L2.
  int64_t groupM = 8;

  int64_t threads() const { return 32 * warpsM * warpsN; }
  int64_t warpTileM() const { return tileM / warpsM; }
  int64_t warpTileN() const { return tileN / warpsN; }
};

} // namespace mlir::fusion

#endif // FUSION_SCHEDULE_SM80SCHEDULE_H
