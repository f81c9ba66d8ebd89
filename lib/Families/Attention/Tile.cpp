// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits where a tile lies.

#include "Block.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

// Tiles of one matrix come one after the other: their blocks share keys and values in the L2.
AttentionTile AttentionTile::get(const AttentionBlock &block) {
  KernelBuilder &kb = block.kb;
  const AttentionArguments &arguments = block.arguments;
  const AttentionSchedule &schedule = block.spec.schedule;
  AttentionTile tile;
  Value number = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  Value tiles = kb.ceilDiv(arguments.rows, schedule.rows());
  tile.firstRow = kb.mul(kb.rem(number, tiles), schedule.rows());
  Value matrix = kb.div(number, tiles);
  tile.batch.resize(arguments.batch.size());
  for (int64_t dim = tile.batch.size(); dim-- > 0;) {
    tile.batch[dim] = dim == 0 ? matrix : kb.rem(matrix, arguments.batch[dim]);
    matrix = kb.div(matrix, arguments.batch[dim]);
  }
  tile.keys = block.ranges.emit(kb, kb.div(tile.firstRow, schedule.rows()), arguments.rows, arguments.keys);
  return tile;
}
