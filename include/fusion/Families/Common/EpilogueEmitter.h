// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a product's kernel calls for its accumulators.

#ifndef FUSION_FAMILIES_COMMON_EPILOGUEEMITTER_H
#define FUSION_FAMILIES_COMMON_EPILOGUEEMITTER_H

#include "fusion/Families/Common/KernelBuilder.h"
#include <functional>

namespace fusion {

/// Some adjacent columns of one row, for one thread. `row` and `col` are always valid positions, clamped where the site
/// is outside; nothing may be stored unless `inBounds`.
struct EpilogueSite {
  Value row, col, inBounds;
  int64_t width = 1;       ///< columns of each row
  int64_t rows = 1;        ///< adjacent ones; lanes are the first column of each row, then the second, …
  int64_t colMultiple = 1; ///< a power of two of which the first column is a multiple
  SmallVector<SmallVector<Value>> accumulators; ///< of each anchor (f32 or i32); empty before `finish`
  /// The sum (f32 or i32) of the product in another column (i32) of the tile, in the same row; null where nothing asks.
  std::function<Value(KernelBuilder &, Value column)> sumAt;
};

/// What happens to the accumulators. The calls come in this order: `loadColumns` once per column group, then for each
/// site `loadSite` (early, so that its latency is hidden) and `finish`; then `end`.
class EpilogueEmitter {
public:
  virtual ~EpilogueEmitter() = default;
  /// Loads operands that depend on the column alone.
  virtual void loadColumns(KernelBuilder &kb, Value col, int64_t width) {}
  /// Loads operands of one site; what it returns is handed to `finish`.
  virtual SmallVector<Value> loadSite(KernelBuilder &kb, const EpilogueSite &site) = 0;
  /// Computes and stores.
  virtual void finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) = 0;
  /// Behind all sites of a warp, by all its threads: what is known of all of them alone. `thread` (i32) is the number
  /// in the block.
  virtual void end(KernelBuilder &kb, Value thread) {}
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_EPILOGUEEMITTER_H
