// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How mma.sync leaves the sums of a warp's rows in registers.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_MMALAYOUT_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_MMALAYOUT_H

#include "fusion/Families/SM90/WgmmaLayout.h"

namespace fusion {

/// The sums of products by mma.sync of a warp with B blocks of 16 rows. A quad shares its rows as with wgmma, but a
/// warp's blocks lie below each other, and a thread has, for each 8 columns, those of all of its rows: lane t of warp w
/// holds, at position 4 B j + 4 b + 2 h + e,
///
///   row 16 B w + 16 b + 8 h + t / 4, column 8 j + 2 (t % 4) + e.
///
/// Nothing of it is staged through shared memory.
class MmaLayout : public async::WgmmaLayout {
public:
  MmaLayout(int64_t rows, int64_t columns, int64_t rowBlocks)
      : WgmmaLayout({rows, columns, columns, /*swap=*/false}), rowBlocks(rowBlocks) {}

  int64_t countAccumulators() const override { return 1; }
  int64_t countRows() const override { return 2 * rowBlocks; }
  int64_t countRegisters(int64_t columns) const override { return rowBlocks * columns / 2; }
  async::Pair getPair(int64_t accumulator, int64_t first) const override {
    return {accumulator, first, first / 2 % countRows(), first / (2 * countRows())};
  }
  Value getFirstRow(KernelBuilder &kb, const async::ConsumerPosition &position) const override {
    return kb.mad(position.warp, 16 * rowBlocks, kb.div(position.lane, 4));
  }
  int64_t getRowOffset(int64_t row) const override { return 8 * row; }

private:
  int64_t rowBlocks;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_MMALAYOUT_H
