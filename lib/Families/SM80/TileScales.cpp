// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads scales of a thread's rows and columns, and multiplies its sums with them.

#include "TileScales.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

TileScales::TileScales(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem,
                       const TilePosition &tile, const ThreadPosition &position)
    : scaleA(problem.scaleA), scaleB(problem.scaleB), blocksM(spec.schedule.warpTileM() / 16),
      blocksN(spec.schedule.warpTileN() / 8) {
  if (scaleA) {
    Value first = kb.add(kb.add(tile.tileRow, position.warpRow), position.group);
    for (int64_t eight = 0; eight < 2 * blocksM; ++eight)
      rows.push_back(scaleA.locate(kb, kb.add(first, 8 * eight)));
  }
  if (scaleB) {
    Value first = kb.add(kb.add(tile.tileCol, position.warpCol), kb.mul(position.pair, 2));
    for (int64_t eight = 0; eight < blocksN; ++eight)
      for (int64_t lane = 0; lane < (splitsPairs() ? 2 : 1); ++lane)
        columns.push_back(scaleB.locate(kb, kb.add(first, 8 * eight + lane)));
  }
}

SmallVector<Value> TileScales::load(KernelBuilder &kb, Value k) const {
  SmallVector<Value> loaded;
  for (Value row : rows)
    loaded.push_back(scaleA.load(kb, row, k));
  for (Value column : columns)
    loaded.push_back(scaleB.load(kb, column, k));
  return loaded;
}

void TileScales::add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> total,
                     MutableArrayRef<Value> partial) const {
  ArrayRef<Value> ofRows = loaded.take_front(rows.size()), ofColumns = loaded.drop_front(rows.size());
  int64_t perEight = splitsPairs() ? 2 : 1;
  for (int64_t i = 0; i < blocksM; ++i)
    for (int64_t j = 0; j < blocksN; ++j)
      for (int64_t e = 0; e < 4; ++e) {
        Value row = scaleA ? ofRows[2 * i + e / 2] : Value();
        Value column = scaleB ? ofColumns[j * perEight + e % 2 % perEight] : Value();
        int64_t number = (i * blocksN + j) * 4 + e;
        partial[number] = addScaled(kb, partial[number], multiplyScales(kb, row, column), total[number]);
      }
}
