// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads the k blocks of all tiles of a block, some of them ahead of the kernels before.

#include "fusion/Families/Product/Producer.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// How many k blocks further the next tile begins, where they are spread. Measured for 8 to 32 rows: 5 and 17 alike, 1
/// less.
static constexpr int64_t spreadStride = 5;

SmallVector<Value> async::splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch) {
  SmallVector<Value> indices(sizes.batch.size());
  for (int64_t dim = indices.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? batch : kb.rem(batch, sizes.batch[dim]);
    batch = kb.div(batch, sizes.batch[dim]);
  }
  return indices;
}

Delivery BlockContext::deliver(KernelBuilder &kb, const StagedFactor &factor) const {
  return {*factor.multiplicand, spec.walk, Sharing::get(kb, spec.walk.cluster, cluster, factor.dim), factor.shared,
          factor.getExtent(sizes)};
}

namespace {
/// Loads k blocks of one tile, those of one product.
class TileLoader {
public:
  TileLoader(KernelBuilder &kb, const BlockContext &block, const Tile &tile, ArrayRef<StagedFactor> factors,
             const KShare &k)
      : spec(block.spec), share(k), batch(splitBatch(kb, block.sizes, tile.batch)),
        ring(share.keepInTile(kb, block.pipeline.address()), spec.stages.count) {
    for (const StagedFactor &factor : factors) {
      Delivery delivery = block.deliver(kb, factor);
      delivery.shared = share.keepInTile(kb, factor.shared);
      loaders.push_back({factor.source->createLoader(kb, delivery), factor.source->isStable()});
      loaders.back().first->begin(kb, factor.getPosition(tile), batch);
    }
    bytes = loaders.front().first->bytes(kb);
    for (const auto &[loader, stable] : ArrayRef(loaders).drop_front())
      bytes = kb.add(bytes, loader->bytes(kb));
  }
  /// Of tile number `index` (i32), those of the first product.
  TileLoader(KernelBuilder &kb, const BlockContext &block, const Tile &tile, Value index)
      : TileLoader(kb, block, tile, block.factors, tile.k) {
    if (spec.spreadK)
      turn = kb.rem(kb.mul(index, spreadStride), kb.maxS(share.count, kb.c32(1)));
  }

  const KShare &k() const { return share; }
  const Pipeline &pipeline() const { return ring; }

  /// Tells the stage's barrier what the factors bring.
  void expect(KernelBuilder &kb, Value stage) const { arriveExpect(kb, ring.fullBarrier(kb, stage), bytes); }
  /// Of k block number `kBlock` the factors that are stable, or the others.
  void load(KernelBuilder &kb, Value stage, Value kBlock, bool stable) const {
    if (turn) {
      kBlock = kb.add(kBlock, turn);
      kBlock = kb.select(kb.lt(kBlock, share.count), kBlock, kb.sub(kBlock, share.count));
    }
    Value first = kb.mul(kb.add(share.first, kBlock), spec.walk.k.elements);
    for (const auto &[loader, isStable] : loaders)
      if (isStable == stable)
        loader->loadBoxes(kb, stage, first, ring.fullBarrier(kb, stage));
  }

private:
  const ProductSpec &spec;
  KShare share;
  SmallVector<Value> batch;
  Pipeline ring;
  SmallVector<std::pair<std::unique_ptr<Loader>, bool>, 2> loaders; ///< of each factor; whether that is stable
  Value bytes;
  Value turn; ///< the k block that comes first, where they are spread; null elsewhere
};
} // namespace

/// How many of the first tile's `count` k blocks are begun before the kernels before have ended.
static Value countAhead(KernelBuilder &kb, const BlockContext &block, Value count) {
  int64_t bytes = 0;
  for (const StagedFactor &factor : block.factors)
    if (factor.source->isStable())
      bytes += factor.multiplicand->bytes();
  return kb.minS(kb.maxS(kb.div(count, Stages::kAheadShare), kb.c32(1)), kb.c32(block.spec.stages.mostAhead(bytes)));
}

/// Starts the loads of the stable operands of the block's first tile, if it is of this kernel. Returns of how many k
/// blocks (i32).
static Value loadAhead(KernelBuilder &kb, const BlockContext &block) {
  const TileScheduler &scheduler = block.scheduler;
  TileLoader loader(kb, block, scheduler.locate(kb, scheduler.first()), scheduler.first());
  Value ahead = countAhead(kb, block, loader.k().count);
  Value some = kb.select(scheduler.isOwn(kb, scheduler.first()), ahead, kb.c32(0));
  kb.rolledLoop(kb.c32(0), some, 1, {}, [&](Value stage, ValueRange) {
    loader.expect(kb, stage);
    loader.load(kb, stage, stage, /*stable=*/true);
    return SmallVector<Value>();
  });
  return ahead;
}

/// Loads the k blocks of a tile into the ring, from `position` on, but for the stable factors of the first `done`
/// (null: of none). Returns the position behind them.
static SmallVector<Value> loadBlocks(KernelBuilder &kb, const TileLoader &loader, int64_t stages, ValueRange position,
                                     Value done) {
  auto load = [&](Value kBlock, ValueRange carried) {
    Pipeline::Position position{carried[0], carried[1]};
    auto loadStable = [&] {
      loader.pipeline().waitEmpty(kb, position);
      loader.expect(kb, position.stage);
      loader.load(kb, position.stage, kBlock, /*stable=*/true);
    };
    if (done)
      kb.ifThen(kb.cmp(arith::CmpIPredicate::sge, kBlock, done), loadStable);
    else
      loadStable();
    loader.load(kb, position.stage, kBlock, /*stable=*/false);
    Pipeline::Position next = loader.pipeline().advance(kb, position);
    return SmallVector<Value>{next.stage, next.parity};
  };
  // Unrolled, a second round of the ring would find the addresses of the first one in registers.
  const KShare &k = loader.k();
  if (k.isUnrolled() && *KernelBuilder::asConstant(k.count) > stages)
    return kb.rolledLoop(kb.c32(0), k.count, 1, position, load);
  return kb.forLoop(kb.c32(0), k.count, 1, position, load);
}

/// Loads the tiles of one kernel into the ring, from `position` on. `ahead` is what loadAhead returned; null where
/// nothing was loaded. Returns the position behind them.
static Pipeline::Position loadTiles(KernelBuilder &kb, const BlockContext &block, Pipeline::Position position,
                                    Value ahead) {
  const TileScheduler &scheduler = block.scheduler;
  Value first = scheduler.firstOwn(kb, scheduler.first(), scheduler.step());
  auto loadTile = [&](Value index, ValueRange start) {
    Tile tile = scheduler.locate(kb, index);
    int64_t stages = block.spec.stages.count;
    SmallVector<Value> position(start);
    if (const AddedBlocks &added = block.added; added.exist())
      position = loadBlocks(kb, TileLoader(kb, block, tile, added.factors, added.k), stages, position, /*done=*/{});
    TileLoader loader(kb, block, tile, index);
    Value done = ahead ? kb.select(kb.eq(index, scheduler.first()), ahead, kb.c32(0)) : Value();
    return loadBlocks(kb, loader, stages, position, done);
  };
  SmallVector<Value> behind =
      kb.forLoop(first, scheduler.end(), scheduler.step(), {position.stage, position.parity}, loadTile);
  return {behind[0], behind[1]};
}

void async::emitProducer(KernelBuilder &kb, ArrayRef<BlockContext> blocks, bool waits) {
  SmallVector<Value, 1> ahead(blocks.size());
  if (waits) {
    for (auto [block, own] : llvm::zip_equal(blocks, ahead))
      own = loadAhead(kb, block);
    waitForDependencies(kb);
  }
  Pipeline::Position position{kb.c32(0), kb.c32(0)};
  for (auto [block, own] : llvm::zip_equal(blocks, ahead))
    position = loadTiles(kb, block, position, own);
}
