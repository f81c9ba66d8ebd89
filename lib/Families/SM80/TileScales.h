// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The scales of the elements that a thread accumulates, for operands with a scale per block along K.

#ifndef FUSION_LIB_FAMILIES_SM80_TILESCALES_H
#define FUSION_LIB_FAMILIES_SM80_TILESCALES_H

#include "Matmul.h"

namespace fusion::sm80 {

/// Of each 16 rows a thread has rows `group` and `group` + 8, of each 8 columns 2 `pair` and the next.
class TileScales {
public:
  TileScales(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem, const TilePosition &tile,
             const ThreadPosition &position);

  /// Loads those of the chain that starts at `k` (i32): of the rows, then of the columns.
  SmallVector<Value> load(KernelBuilder &kb, Value k) const;
  /// total + partial · scales for each accumulator; `loaded` is what load() returned.
  void add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> total, MutableArrayRef<Value> partial) const;

private:
  /// Whether two columns of a thread may be of two blocks.
  bool splitsPairs() const { return scaleB.outer % 2 != 0 && !scaleB.isForAll(); }

  BlockScale scaleA, scaleB;
  int64_t blocksM, blocksN;
  SmallVector<Value> rows, columns; ///< where their scales begin
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_TILESCALES_H
