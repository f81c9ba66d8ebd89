// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the products of a warpgroup: the ring's stages, chains of sums, turns of ping-pong.

#include "Consumer.h"

#include "PairwiseReduction.h"
#include "PartialSums.h"
#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

int64_t async::getStageReaders(const Roles &roles, const ClusterShape &shape) {
  return shape.sharers() * (roles.isPingPong ? 1 : roles.consumers);
}

namespace {

/// Tells the blocks that load into this one that a stage has been read. Thread i of a warpgroup tells the i-th: all
/// blocks of its column of the cluster, then the others of its row.
class StageRelease {
public:
  StageRelease(KernelBuilder &kb, const BlockContext &block, const ConsumerPosition &position)
      : pipeline(block.pipeline), ring(block.pipeline.address()), releases(position.lead) {
    const ClusterShape &shape = block.spec.walk.cluster;
    int64_t sharers = shape.sharers();
    if (sharers == 1)
      return;
    releases = kb.lt(position.thread, kb.c32(sharers));
    Value i = kb.minS(position.thread, kb.c32(sharers - 1)), m = kb.c32(shape.m);
    Value inColumn = kb.mad(block.cluster.alongN, shape.m, i);
    Value other = kb.sub(i, m);
    Value skipped = kb.add(other, kb.select(kb.lt(other, block.cluster.alongN), kb.c32(0), kb.c32(1)));
    Value inRow = kb.mad(skipped, shape.m, block.cluster.alongM);
    ring = mapToCluster(kb, ring, kb.select(kb.lt(i, m), inColumn, inRow));
  }

  void emit(KernelBuilder &kb, Value stage) const {
    kb.ifThen(releases, [&] { arrive(kb, pipeline.emptyBarrier(kb, ring, stage)); });
  }

private:
  const Pipeline &pipeline;
  Value ring, releases;
};

/// The products of one warpgroup, of factors that lie as an atom says.
class ProductLoop {
public:
  ProductLoop(KernelBuilder &kb, const BlockContext &block, const Atom &atom, ArrayRef<StagedFactor> factors,
              const ConsumerPosition &position)
      : block(block), atom(atom), chain(block.spec.sums.chains), consumer(position), release(kb, block, position),
        lead(position.lead) {
    int64_t rowBytes = atom.rows.bytes() / atom.rows.extent * atom.own().rows;
    // A warpgroup's rows: 128 bytes each in a K-major box, whole boxes otherwise.
    int64_t part = atom.rows.kMajor ? atom.own().rows * 128 : rowBytes;
    auto addressOf = [&](Value pointer) -> Value { return kb.create<LLVM::PtrToIntOp>(kb.getI32Type(), pointer); };
    Value rows = addressOf(factors.front().shared);
    if (!block.spec.roles.isPingPong)
      rows = kb.mad(position.warpgroup, part, rows);
    wholes.rows = atom.getRows(kb, rows, position);
    for (const StagedFactor &factor : factors.drop_front())
      wholes.columns.push_back(atom.getColumns(kb, *factor.multiplicand, addressOf(factor.shared)));
    if (atom.lowSlots > 0)
      lowColumns = atom.getColumns(kb, atom.columns.front(), addressOf(block.lowColumns));
  }

  /// Steps (i32) of a tile's products: k blocks, or chains of them.
  Value getSteps(KernelBuilder &kb, const KShare &k) const {
    return chain.isNeeded() ? kb.div(k.count, chain.blocks) : k.count;
  }

  /// The k blocks of the warpgroup's tile number `use` (i32), whose place is its own part, from `start` in the ring;
  /// `beside` emits what runs beside each step (i32), the first left out or not. Returns the position after them;
  /// `accumulators` still grow until `finish`, which releases the last stage. They go on from what they are, if there
  /// are any, and `lastStage` is that before, if it is not released yet.
  Pipeline::Position run(KernelBuilder &kb, const Tile &tile, Pipeline::Position start, Value use,
                         function_ref<void(Value)> beside, SmallVector<Value> &accumulators, Value &lastStage) const {
    return chain.isNeeded() ? runChains(kb, tile, start, use, beside, accumulators)
                            : runThrough(kb, tile.k, start, beside, accumulators, lastStage);
  }

  /// The k blocks `k` of a product that is added, from `start` on, which start the sums, times `scale`. Returns the
  /// position after them.
  Pipeline::Position runAdded(KernelBuilder &kb, const KShare &k, double scale, Pipeline::Position start,
                              SmallVector<Value> &accumulators, Value &lastStage) const {
    Pipeline::Position next;
    if (KernelBuilder::asConstant(k.count)) {
      next = runThrough(kb, k, start, [](Value) {}, accumulators, lastStage);
      if (scale == 1)
        return next;
      accumulators = finish(kb, accumulators, lastStage);
      lastStage = {};
    } else {
      next = runFromZero(kb, k, start, accumulators);
    }
    Value number = kb.create<arith::ConstantOp>(kb.getF32FloatAttr(static_cast<float>(scale)));
    for (Value &sums : accumulators)
      for (auto [place, sum] : llvm::enumerate(kb.extractAll(sums)))
        sums = kb.create<LLVM::InsertValueOp>(sums, kb.create<arith::MulFOp>(sum, number), int64_t(place));
    return next;
  }

  SmallVector<Value> finish(KernelBuilder &kb, ArrayRef<Value> accumulators, Value lastStage) const {
    if (chain.isNeeded())
      return SmallVector<Value>(accumulators);
    SmallVector<Value> results = atom.wait(kb, 0, accumulators);
    release.emit(kb, lastStage);
    return results;
  }

private:
  /// The same where blocks that share K may have none of them: the sums start as zeros, and each block is waited for.
  Pipeline::Position runFromZero(KernelBuilder &kb, const KShare &k, Pipeline::Position start,
                                 SmallVector<Value> &accumulators) const {
    Type type = atom.getAccumulatorType();
    Value zeros = kb.create<LLVM::UndefOp>(type);
    for (size_t i = 0, registers = cast<LLVM::LLVMStructType>(type).getBody().size(); i < registers; ++i)
      zeros = kb.create<LLVM::InsertValueOp>(zeros, kb.zero(atom.sumType), int64_t(i));
    SmallVector<Value> init = {start.stage, start.parity};
    init.append(atom.accumulators(), zeros);
    SmallVector<Value> results = kb.forLoop(kb.c32(0), k.count, 1, init, [&](Value, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      SmallVector<Value> sums = multiply(kb, k, position, SmallVector<Value>(carried.drop_front(2)), /*fresh=*/false);
      sums = atom.wait(kb, 0, sums);
      release.emit(kb, position.stage);
      Pipeline::Position next = block.pipeline.advance(kb, position);
      SmallVector<Value> yields = {next.stage, next.parity};
      llvm::append_range(yields, sums);
      return yields;
    });
    accumulators.assign(results.begin() + 2, results.end());
    return {results[0], results[1]};
  }

  /// One sum over all of K.
  Pipeline::Position runThrough(KernelBuilder &kb, const KShare &k, Pipeline::Position start,
                                function_ref<void(Value)> beside, SmallVector<Value> &accumulators,
                                Value &lastStage) const {
    bool starts = accumulators.empty();
    if (starts)
      accumulators.assign(atom.accumulators(), kb.create<LLVM::UndefOp>(atom.getAccumulatorType()));
    int64_t first = lastStage ? 0 : 1;
    Pipeline::Position next = start;
    if (!lastStage) {
      // No block before it is to be released. The first one of all starts the sums.
      accumulators = multiply(kb, k, start, accumulators, /*fresh=*/starts);
      next = block.pipeline.advance(kb, start);
      lastStage = start.stage;
    }
    SmallVector<Value> init = {next.stage, next.parity, lastStage};
    llvm::append_range(init, accumulators);
    SmallVector<Value> results = kb.forLoop(kb.c32(first), k.count, 1, init, [&](Value index, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      SmallVector<Value> sums = multiply(kb, k, position, SmallVector<Value>(carried.drop_front(3)), /*fresh=*/false);
      // The products of the block before are done: its stage is free.
      atom.wait(kb, atom.groups());
      release.emit(kb, carried[2]);
      beside(index);
      Pipeline::Position after = block.pipeline.advance(kb, position);
      SmallVector<Value> yields = {after.stage, after.parity, position.stage};
      llvm::append_range(yields, sums);
      return yields;
    });
    accumulators.assign(results.begin() + 3, results.end());
    lastStage = results[2];
    return {results[0], results[1]};
  }

  /// Tensor cores truncate when they add to a sum, which over a long K adds up to far more than the error of f32. So
  /// chains of k blocks are summed from zero, and added by ordinary additions, times the scales that operands have. The
  /// scales of a chain are loaded while the one before is multiplied.
  Pipeline::Position runChains(KernelBuilder &kb, const Tile &tile, Pipeline::Position start, Value use,
                               function_ref<void(Value)> beside, SmallVector<Value> &accumulators) const {
    const WarpgroupTile &own = atom.own();
    const KShare &k = tile.k;
    int64_t blocks = atom.accumulators(), registers = atom.layout->countRegisters(own.columns);
    Type type = atom.getAccumulatorType();
    Value chains = getSteps(kb, k);
    // The n-th k block of each chain has the n-th slot.
    SmallVector<Value> init = {start.stage, start.parity, kb.andI(kb.mul(use, chains), 1)};
    ChainScales scales(kb, *atom.layout, block.scales, consumer, own.ofRows(tile.row, tile.col),
                       own.ofColumns(tile.row, tile.col));
    Value firstK = kb.mul(k.first, block.spec.walk.k.elements);
    SmallVector<Value> firstScales = scales.load(kb, firstK);
    llvm::append_range(init, firstScales);
    init.append(blocks * registers, kb.zero(atom.sumType));
    SmallVector<Value> results = kb.forLoop(kb.c32(0), chains, 1, init, [&](Value index, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      SmallVector<Value> ofChain(carried.slice(3, firstScales.size())), totals(carried.drop_front(3 + ofChain.size()));
      SmallVector<Value> next = scales.load(kb, kb.mad(kb.add(index, 1), chain.elements, firstK));
      SmallVector<Value> sums(blocks, kb.create<LLVM::UndefOp>(type));
      Value before;
      for (int64_t i = 0; i < chain.blocks; ++i) {
        sums = atom.lowSlots > 0 ? multiplyParts(kb, position, {kb.c32(i), carried[2]}, sums, /*fresh=*/i == 0)
                                 : multiply(kb, k, position, sums, /*fresh=*/i == 0);
        if (i > 0) {
          atom.wait(kb, atom.groups());
          releaseBlock(kb, before, i - 1);
        }
        before = position.stage;
        position = block.pipeline.advance(kb, position);
      }
      beside(index);
      sums = atom.wait(kb, 0, sums);
      releaseBlock(kb, before, chain.blocks - 1);
      SmallVector<Value> yields = {position.stage, position.parity, kb.xorI(carried[2], 1)};
      llvm::append_range(yields, next);
      for (auto [number, sum] : llvm::enumerate(sums))
        llvm::append_range(yields, scales.add(kb, ofChain, kb.extractAll(sum),
                                              ArrayRef(totals).slice(number * registers, registers), number));
      return yields;
    });
    ArrayRef<Value> totals = ArrayRef(results).drop_front(3 + firstScales.size());
    for (int64_t i = 0; i < blocks; ++i) {
      Value packed = kb.create<LLVM::UndefOp>(type);
      for (int64_t j = 0; j < registers; ++j)
        packed = kb.create<LLVM::InsertValueOp>(packed, totals[i * registers + j], j);
      accumulators.push_back(packed);
    }
    return {results[0], results[1]};
  }

  Factors at(KernelBuilder &kb, const Factors &first, Value number) const {
    Factors factors = {atom.getStage(kb, first.rows, atom.rows, number)};
    for (auto [columns, multiplicand] : llvm::zip_equal(first.columns, atom.columns))
      factors.columns.push_back(atom.getStage(kb, columns, multiplicand, number));
    return factors;
  }

  SmallVector<Value> multiply(KernelBuilder &kb, const KShare &k, Pipeline::Position position, ArrayRef<Value> sums,
                              bool fresh) const {
    block.pipeline.waitFull(kb, position);
    Factors first = {k.keepInTile(kb, wholes.rows)};
    for (Value columns : wholes.columns)
      first.columns.push_back(k.keepInTile(kb, columns));
    return atom.multiply(kb, at(kb, first, position.stage), sums, fresh);
  }

  /// low * high + high * low + high * high: the smaller terms first.
  SmallVector<Value> multiplyParts(KernelBuilder &kb, Pipeline::Position position, Pipeline::Position slot,
                                   ArrayRef<Value> sums, bool fresh) const {
    block.pipeline.waitFull(kb, position);
    block.lowHalves.waitFull(kb, slot);
    Factors high = at(kb, wholes, position.stage);
    Value low = atom.getStage(kb, lowColumns, atom.columns.front(), slot.stage);
    Factors factors[] = {{high.rows, high.columns, /*low=*/true}, {high.rows, {low}}, high};
    return atom.multiply(kb, factors, sums, fresh);
  }

  /// The stage of a chain's k block number `slot`, and its low halves.
  void releaseBlock(KernelBuilder &kb, Value stage, int64_t slot) const {
    release.emit(kb, stage);
    if (atom.lowSlots == 0)
      return;
    kb.ifThen(lead, [&] { arrive(kb, block.lowHalves.emptyBarrier(kb, kb.c32(slot))); });
  }

  const BlockContext &block;
  const Atom &atom;
  const Chains &chain;
  const ConsumerPosition &consumer;
  StageRelease release;
  Value lead;
  Factors wholes;   ///< of the first stage
  Value lowColumns; ///< descriptor of the first slot, for split f32
};

/// The barriers by which two ping-pong warpgroups share the tensor cores: while one multiplies, the other is in its
/// epilogue. Named barrier firstBarrier + w lets warpgroup w begin.
class PingPongBarrier {
public:
  static constexpr int64_t firstBarrier = 3;

  PingPongBarrier(const BlockContext &block, const ConsumerPosition &position) : block(block), position(position) {}

  /// Nobody is before the block's first tile.
  void wait(KernelBuilder &kb, Value tile) const {
    kb.ifThen(kb.ne(tile, block.scheduler.first()),
              [&] { syncThreads(kb, kb.add(position.warpgroup, firstBarrier), 256); });
  }
  /// To the warpgroup with the next tile, if there is one.
  void pass(KernelBuilder &kb, Value tile) const {
    Value next = kb.add(tile, block.scheduler.step());
    kb.ifThen(kb.lt(next, block.last.end()),
              [&] { arriveThreads(kb, kb.sub(kb.c32(firstBarrier + 1), position.warpgroup), 256); });
  }

private:
  const BlockContext &block;
  const ConsumerPosition &position;
};

} // namespace

/// Of a partial tile `accumulators` become those of the tile, if this warpgroup is the last that comes: i1, also true
/// for whole tiles.
static Value addPartialTiles(KernelBuilder &kb, const BlockContext &block, const ConsumerPosition &position,
                             const Tile &tile, Epilogue &epilogue, SmallVector<Value> &accumulators) {
  SmallVector<Type> types = {kb.getI1Type()};
  llvm::append_range(types, llvm::map_range(accumulators, [](Value value) { return value.getType(); }));
  auto yield = [](Value finishes, ArrayRef<Value> sums) {
    SmallVector<Value> yields = {finishes};
    llvm::append_range(yields, sums);
    return yields;
  };
  SmallVector<Value> results = kb.ifElse(
      tile.isPartial, types,
      [&] {
        Value tail = block.scheduler.tail();
        int64_t parts = block.spec.walk.streamKTail;
        PairwiseReduction reduction(block.partialTiles, kb.mul(tail, parts), position);
        auto numberOf = [&](Value part) { return kb.add(kb.mul(part, tail), tile.tailTile); };
        auto [isLast, sums] = reduction.emit(kb, parts, tile.part, numberOf, accumulators);
        kb.ifThen(isLast, [&] { epilogue.beginLate(); });
        return yield(isLast, sums);
      },
      [&] { return yield(kb.cBool(true), accumulators); });
  accumulators.assign(results.begin() + 1, results.end());
  return results.front();
}

ConsumerProgress ConsumerProgress::start(KernelBuilder &kb, const BlockContext &block,
                                         const ConsumerPosition &position) {
  Pipeline::Position start{kb.c32(0), kb.c32(0)};
  // Of ping-pong warpgroups the k blocks of the second one come after those of the first one's first tile.
  if (block.spec.roles.isPingPong)
    start =
        block.pipeline.advance(kb, start, kb.mul(position.warpgroup, block.countBlocks(kb, block.scheduler.share())));
  return {start, kb.c32(0)};
}

ConsumerProgress async::emitConsumer(KernelBuilder &kb, const BlockContext &block, const ConsumerPosition &position,
                                     const ConsumerProgress &before, Epilogue &epilogue, PartialSums &sums,
                                     bool lateDependents) {
  const ProductSpec &spec = block.spec;
  const TileScheduler &scheduler = block.scheduler;
  ProductLoop products(kb, block, *spec.atom, block.factors, position);
  std::optional<ProductLoop> added;
  if (block.added.exist())
    added.emplace(kb, block, *spec.added, block.added.factors, position);
  PingPongBarrier pingPong(block, position);
  Value first = scheduler.first(), step = scheduler.step();
  if (spec.roles.isPingPong) {
    // Warpgroup w has every other tile, from the w-th.
    first = kb.add(first, kb.mul(position.warpgroup, step));
    step = kb.mul(step, 2);
  }
  first = scheduler.firstOwn(kb, first, step);
  auto finishTile = [&](Value index, ValueRange carried) {
    Tile tile = scheduler.locate(kb, index);
    if (!spec.roles.isPingPong) {
      Value &shared = spec.atom->own().ofRows(tile.row, tile.col);
      shared = kb.mad(position.warpgroup, spec.atom->own().rows, shared);
    }
    Value row = tile.row, col = tile.col;
    Value &finished = spec.atom->own().ofColumns(row, col);
    finished = kb.mad(sums.share(), spec.atom->own().finishedColumns, finished);
    // A partial tile finishes nothing, as far as is known here, and takes none of the epilogue's barriers;
    // no whole tile comes after it.
    Value finishes = tile.isPartial ? kb.xorI(tile.isPartial, kb.cBool(true)) : sums.finishes();
    epilogue.begin(splitBatch(kb, block.sizes, tile.batch), row, col, kb.sub(carried[2], before.tiles), finishes,
                   products.getSteps(kb, tile.k), tile.rowEnd);
    if (spec.roles.isPingPong)
      pingPong.wait(kb, index);
    SmallVector<Value> accumulators;
    Value lastStage;
    auto beside = [&](Value step) { epilogue.beginBeside(step); };
    Pipeline::Position next{carried[0], carried[1]};
    if (added)
      next = added->runAdded(kb, block.added.k, block.added.scale, next, accumulators, lastStage);
    next = products.run(kb, tile, next, carried[2], beside, accumulators, lastStage);
    if (spec.roles.isPingPong)
      pingPong.pass(kb, index);
    if (lateDependents)
      launchDependents(kb);
    accumulators = products.finish(kb, accumulators, lastStage);
    auto finish = [&] {
      sums.add(kb, spec.atom->separate(kb, accumulators), carried[2],
               [&](ArrayRef<Value> total) { epilogue.finish(total); });
      return SmallVector<Value>();
    };
    Value used = kb.c32(1);
    if (spec.sums.tile.hasFlags) {
      Value isLast = addPartialTiles(kb, block, position, tile, epilogue, accumulators);
      kb.ifThen(isLast, [&] { finish(); });
      used = kb.fromBool(isLast);
    } else if (tile.isPartial)
      kb.ifElse(
          tile.isPartial, TypeRange(),
          [&] {
            block.partialTiles.store(kb, tile.partial, position.warpgroup, position.thread, accumulators);
            return SmallVector<Value>();
          },
          finish);
    else
      finish();
    if (spec.roles.isPingPong) // the other warpgroup's tile
      next = block.pipeline.advance(kb, next, block.countBlocks(kb, tile.k));
    return SmallVector<Value>{next.stage, next.parity, kb.add(carried[2], used)};
  };
  SmallVector<Value> behind = kb.forLoop(first, scheduler.end(), step,
                                         {before.position.stage, before.position.parity, before.tiles}, finishTile);
  epilogue.drain();
  return {{behind[0], behind[1]}, behind[2]};
}
