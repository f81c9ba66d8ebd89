// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads the k blocks of all tiles of a block, some of them ahead of the kernels before.

#include "Producer.h"

#include "BoxLoader.h"
#include "fusion/Families/SM90/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// How many k blocks further the next tile begins, where they are spread. Measured for 8 to 32 rows: 5 and 17 alike, 1
/// less.
static constexpr int64_t spreadStride = 5;

SmallVector<Value> sm90::splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch) {
  SmallVector<Value> indices(sizes.batch.size());
  for (int64_t dim = indices.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? batch : kb.rem(batch, sizes.batch[dim]);
    batch = kb.div(batch, sizes.batch[dim]);
  }
  return indices;
}

namespace {
/// Loads the k blocks of one tile.
class TileLoader {
public:
  TileLoader(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows, const OperandSource &columns,
             Value index)
      : spec(block.spec), tile(block.scheduler.locate(kb, index)), batch(splitBatch(kb, block.sizes, tile.batch)),
        ring(tile.k.keepInTile(kb, block.pipeline.address()), spec.stages.count) {
    bool swap = spec.own.swap;
    auto add = [&](const OperandSource &source, const Multiplicand &multiplicand, const Sharing &sharing, Value shared,
                   bool isA) {
      BoxLoader loader(multiplicand, source, sharing, tile.k.keepInTile(kb, shared),
                       isA ? block.sizes.m : block.sizes.n);
      operands.push_back({loader, loader.begin(kb, isA ? tile.row : tile.col), source.stable});
    };
    add(rows, block.spec.rows, Sharing::ofRows(kb, block), block.rows, !swap);
    add(columns, block.spec.columns, Sharing::ofColumns(kb, block), block.columns, swap);
    bytes = operands[0].load.bytes;
    bytes = kb.add(bytes, operands[1].load.bytes);
    if (spec.spreadK)
      turn = kb.rem(kb.mul(index, spreadStride), kb.maxS(tile.k.count, kb.c32(1)));
  }

  const KShare &k() const { return tile.k; }
  const Pipeline &pipeline() const { return ring; }

  /// Tells the stage's barrier what both operands bring.
  void expect(KernelBuilder &kb, Value stage) const { arriveExpect(kb, ring.fullBarrier(kb, stage), bytes); }
  /// Of k block number `kBlock` the operands that are stable, or those that are not.
  void load(KernelBuilder &kb, Value stage, Value kBlock, bool stable) const {
    if (spec.spreadK) {
      kBlock = kb.add(kBlock, turn);
      kBlock = kb.select(kb.lt(kBlock, tile.k.count), kBlock, kb.sub(kBlock, tile.k.count));
    }
    Value first = kb.mul(kb.add(tile.k.first, kBlock), spec.walk.k.elements);
    for (const Operand &operand : operands)
      if (operand.stable == stable)
        operand.loader.load(kb, stage, operand.load, first, batch, ring.fullBarrier(kb, stage));
  }

private:
  struct Operand {
    BoxLoader loader;
    BoxLoader::TileLoad load;
    bool stable;
  };

  const ProductSpec &spec;
  Tile tile;
  SmallVector<Value> batch;
  Pipeline ring;
  SmallVector<Operand, 2> operands;
  Value bytes;
  Value turn; ///< the k block that comes first, where they are spread
};
} // namespace

/// How many of the first tile's `count` k blocks are begun before the kernels before have ended.
static Value countAhead(KernelBuilder &kb, const ProductSpec &spec, bool rowsStable, bool columnsStable, Value count) {
  int64_t bytes = (rowsStable ? spec.rows.bytes() : 0) + (columnsStable ? spec.columns.bytes() : 0);
  return kb.minS(kb.maxS(kb.div(count, Stages::kAheadShare), kb.c32(1)), kb.c32(spec.stages.mostAhead(bytes)));
}

void sm90::emitProducer(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows,
                        const OperandSource &columns, bool waits) {
  const TileScheduler &scheduler = block.scheduler;
  Value zero = kb.c32(0), ahead;
  if (waits) {
    TileLoader loader(kb, block, rows, columns, scheduler.first());
    ahead = countAhead(kb, block.spec, rows.stable, columns.stable, loader.k().count);
    Value some = kb.select(kb.lt(scheduler.first(), scheduler.count()), ahead, zero);
    kb.rolledLoop(zero, some, 1, {}, [&](Value stage, ValueRange) {
      loader.expect(kb, stage);
      loader.load(kb, stage, stage, /*stable=*/true);
      return SmallVector<Value>();
    });
    waitForDependencies(kb);
  }
  kb.forLoop(scheduler.first(), scheduler.count(), scheduler.step(), {zero, zero}, [&](Value index, ValueRange start) {
    TileLoader loader(kb, block, rows, columns, index);
    Value done = waits ? kb.select(kb.eq(index, scheduler.first()), ahead, zero) : Value();
    auto load = [&](Value kBlock, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      auto loadStable = [&] {
        loader.pipeline().waitEmpty(kb, position);
        loader.expect(kb, position.stage);
        loader.load(kb, position.stage, kBlock, /*stable=*/true);
      };
      if (waits)
        kb.ifThen(kb.cmp(arith::CmpIPredicate::sge, kBlock, done), loadStable);
      else
        loadStable();
      loader.load(kb, position.stage, kBlock, /*stable=*/false);
      Pipeline::Position next = loader.pipeline().advance(kb, position);
      return SmallVector<Value>{next.stage, next.parity};
    };
    // Unrolled, a second round of the ring would find the addresses of the first one in registers.
    const KShare &k = loader.k();
    if (k.isUnrolled() && *KernelBuilder::asConstant(k.count) > block.spec.stages.count)
      return kb.rolledLoop(zero, k.count, 1, start, load);
    return kb.forLoop(zero, k.count, 1, start, load);
  });
}
