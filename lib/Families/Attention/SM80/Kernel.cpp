// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a block: copies of keys and values ahead, and the steps of its warps.

#include "Kernel.h"

#include "../Rows.h"
#include "../TileWalk.h"
#include "MmaLayout.h"
#include "Products.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Families/Async/Instructions.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

MmaAttentionSpec MmaAttentionSpec::get(KernelOp kernel, const MmaAttentionSchedule &schedule) {
  MmaAttentionSpec spec{AttentionSpec::get(kernel, schedule.getTiling()), schedule, {}, {}};
  const AttentionPlan &plan = spec.plan;
  spec.sizes = MmaAttentionSizes::get(ScheduleProblem::get(kernel));
  spec.layout = MmaAttentionLayout::get(schedule, spec.sizes, plan.isKeyByRows(), plan.isValueTransposed());
  // Long tiles begin first, so that short ones fill what they leave.
  spec.tiling.startsWithLast =
      getVisibleKeys(plan, estimateSize(plan.first.rows), estimateSize(plan.first.columns)).growsWithRows;
  return spec;
}

namespace {

/// What warps carry from block to block of keys: the stage of the next one, sums of values, rows.
struct MmaState {
  Value stage;
  SmallVector<Value> sums;
  RowState rows;

  SmallVector<Value> pack() const {
    SmallVector<Value> values = {stage};
    llvm::append_range(values, sums);
    rows.pack(values);
    return values;
  }
  /// Of threads with so many sums.
  static MmaState unpack(ValueRange values, size_t sums) {
    return {values[0], llvm::to_vector(values.slice(1, sums)), RowState::unpack(values.drop_front(1 + sums))};
  }
};

/// The work on a tile, by all threads of a block.
class MmaTile {
public:
  MmaTile(const AttentionBlock &block, const MmaAttentionSpec &spec, const MmaAttentionArguments &arguments,
          const AttentionTile &tile, const async::ThreadPosition &position, const async::ConsumerPosition &consumer,
          Value shared);

  void emit();

private:
  void copyQuery();
  /// Blocks of keys or values, number `number`, to a stage (i32). `isLast` where keys may be behind the end.
  void copyKeys(Value number, Value stage, bool isLast);
  void copyValues(Value number, Value stage, bool isLast);
  void copyOperand(Value number, Value stage, bool isLast);
  /// The same where the tile has such a block; commits a group of copies in any case.
  void copyKeysAhead(Value number, Value stage);
  void copyValuesAhead(Value number, Value stage);
  void commit() { kb.create<NVVM::CpAsyncCommitGroupOp>(); }
  /// The oldest group of copies that is needed has arrived, for all threads, and nobody reads what is copied to next.
  void wait() {
    kb.create<NVVM::CpAsyncWaitGroupOp>(2 * (schedule.stages - 1));
    kb.create<NVVM::Barrier0Op>();
  }
  /// Where the keys of block `number` end; null where its copy, of `extent` keys, ends there itself.
  Value getEnd(Value number, bool isLast, int64_t extent) const;
  /// Where the rows end; null where all tiles are whole.
  Value getRowsEnd() const {
    std::optional<int64_t> known = KernelBuilder::asConstant(block.arguments.rows);
    return known && *known % schedule.rows == 0 ? Value() : block.arguments.rows;
  }
  Value getStage(const Panels &panels, int64_t offset, Value stage) {
    return kb.offsetPtr(kb.offsetPtr(shared, offset), kb.mul(stage, panels.bytes()));
  }
  Value getKeys(Value stage) { return getStage(layout.key, layout.keyOffset, stage); }
  Value getValues(Value stage) { return getStage(layout.value, layout.valueOffset, stage); }
  Value getOperand(Value stage) { return getStage(layout.operand, layout.operandOffset, stage); }
  Value getNextStage(Value stage) { return turnStage(stage, schedule.stages - 1, 0, 1); }
  Value getStageBefore(Value stage) { return turnStage(stage, 0, schedule.stages - 1, -1); }
  Value turnStage(Value stage, int64_t end, int64_t begin, int64_t step) {
    return schedule.stages == 1 ? stage : kb.select(kb.eq(stage, end), kb.c32(begin), kb.add(stage, step));
  }

  /// A block of keys, number `number`, from its copies on. `take` makes weights of scores; `staged` is for
  /// AttentionRows.
  using TakeScores =
      function_ref<SmallVector<Value>(MutableArrayRef<Value> elements, ScoreEmitter::Staged staged, MmaState &state)>;
  MmaState turn(MmaState state, Value number, bool isLast, TakeScores take);

  KernelBuilder &kb;
  const AttentionBlock &block;
  const MmaAttentionSchedule &schedule;
  const MmaAttentionLayout &layout;
  const AttentionTile &tile;
  Value shared;
  PanelCopy queries, keys, values;
  std::optional<PanelCopy> operand; ///< of the scores
  MmaProducts products;
  AttentionRows rows;
};

} // namespace

/// The matrix of a tile.
static MatrixOperand getMatrixOf(KernelBuilder &kb, const MemRefArgument &argument, const AttentionTile &tile) {
  MatrixOperand matrix =
      getMatrix(kb, argument, llvm::map_to_vector(tile.batch, [&](Value index) { return kb.toI64(index); }));
  // Rows that are copied in vectors are contiguous, whatever the type says.
  matrix.colStride = kb.c64(1);
  return matrix;
}

MmaTile::MmaTile(const AttentionBlock &block, const MmaAttentionSpec &spec, const MmaAttentionArguments &arguments,
                 const AttentionTile &tile, const async::ThreadPosition &position,
                 const async::ConsumerPosition &consumer, Value shared)
    : kb(block.kb), block(block), schedule(spec.schedule), layout(spec.layout), tile(tile), shared(shared),
      queries(kb, layout.query, getMatrixOf(kb, arguments.query, tile), schedule.threads(), position.thread),
      keys(kb, layout.key, getMatrixOf(kb, arguments.key, tile), schedule.threads(), position.thread),
      values(kb, layout.value, getMatrixOf(kb, arguments.value, tile), schedule.threads(), position.thread),
      products(kb, spec, position, shared),
      rows(block, tile, consumer, schedule.spareRegisters(spec.sizes), /*hidesRows=*/true) {
  if (arguments.operand)
    operand.emplace(kb, layout.operand, getMatrixOf(kb, *arguments.operand, tile), schedule.threads(), position.thread);
}

/// A size that is known, or null if panels of such an extent end there.
static Value getEndBefore(KernelBuilder &kb, int64_t extent, int64_t size) {
  return extent == size ? Value() : kb.c32(size);
}

Value MmaTile::getEnd(Value number, bool isLast, int64_t extent) const {
  Value size = block.arguments.keys, end;
  std::optional<int64_t> known = KernelBuilder::asConstant(size);
  if (extent != schedule.keys)
    end = kb.mul(kb.add(number, 1), schedule.keys);
  if (!isLast || (known && *known % schedule.keys == 0))
    return end;
  return end ? kb.minS(end, size) : size;
}

void MmaTile::copyQuery() {
  Value depthEnd = getEndBefore(kb, layout.query.extentK(), block.spec.depth);
  queries.emit(tile.firstRow, kb.c32(0), getRowsEnd(), depthEnd, shared);
}

void MmaTile::copyKeys(Value number, Value stage, bool isLast) {
  Value depthEnd = getEndBefore(kb, layout.key.extentK(), block.spec.depth);
  Value end = getEnd(number, isLast, layout.key.extentMN());
  keys.emit(kb.mul(number, schedule.keys), kb.c32(0), end, depthEnd, getKeys(stage));
}

void MmaTile::copyValues(Value number, Value stage, bool isLast) {
  Value end = getEnd(number, isLast, layout.value.extentK());
  Value columnsEnd = getEndBefore(kb, layout.value.extentMN(), block.spec.columns);
  values.emit(kb.c32(0), kb.mul(number, schedule.keys), columnsEnd, end, getValues(stage));
  if (operand)
    copyOperand(number, stage, isLast);
}

void MmaTile::copyOperand(Value number, Value stage, bool isLast) {
  Value end = getEnd(number, isLast, layout.operand.extentK());
  operand->emit(tile.firstRow, kb.mul(number, schedule.keys), getRowsEnd(), end, getOperand(stage));
}

void MmaTile::copyKeysAhead(Value number, Value stage) {
  kb.ifThen(kb.cmp(arith::CmpIPredicate::sge, number, tile.keys.first), [&] { copyKeys(number, stage, false); });
  commit();
}

void MmaTile::copyValuesAhead(Value number, Value stage) {
  kb.ifThen(kb.cmp(arith::CmpIPredicate::sge, number, tile.keys.first), [&] { copyValues(number, stage, false); });
  commit();
}

MmaState MmaTile::turn(MmaState state, Value number, bool isLast, TakeScores take) {
  int64_t ahead = schedule.stages - 1;
  wait();
  if (isLast)
    products.loadQuery();
  if (ahead == 0) {
    copyValues(number, state.stage, isLast);
    commit();
  } else {
    copyValuesAhead(kb.sub(number, ahead), getStageBefore(state.stage));
  }
  SmallVector<Value> elements = products.multiplyKeys(getKeys(state.stage));
  wait();
  copyKeysAhead(kb.sub(number, schedule.stages), state.stage);
  // Of 16 keys a thread has two pairs, which one fragment of each 16 rows holds.
  Value stage = state.stage;
  SmallVector<Value> ofSixteen;
  SmallVector<Value> weights = take(
      elements,
      [&](int64_t key) {
        if (key % 4 == 0)
          ofSixteen = products.loadOperand(getOperand(stage), key / 4);
        size_t half = ofSixteen.size() / 2;
        return llvm::to_vector(ArrayRef(ofSixteen).slice(key % 4 == 0 ? 0 : half, half));
      },
      state);
  products.multiplyValues(getValues(state.stage), weights, state.sums);
  state.stage = getNextStage(state.stage);
  return state;
}

void MmaTile::emit() {
  Value last = tile.keys.last;
  copyQuery();
  copyKeys(last, kb.c32(0), /*isLast=*/true);
  commit();
  for (int64_t stage = 1; stage < schedule.stages; ++stage) {
    if (stage == 1) {
      copyValues(last, kb.c32(0), /*isLast=*/true);
      commit();
    } else {
      copyValuesAhead(kb.sub(last, stage - 1), kb.c32(stage - 1));
    }
    copyKeysAhead(kb.sub(last, stage), kb.c32(stage));
  }
  size_t sums = block.accumulators.countRegisters(block.spec.columns);
  MmaState state{kb.c32(0), SmallVector<Value>(sums, kb.cF32(0)), {}};
  ScoreEmitter scores = rows.getScores(block.scores);
  ScoreEmitter::Block operands = scores.load(rows.getFirstKey(last), /*clamps=*/true);
  auto begin = [&](MutableArrayRef<Value> elements, ScoreEmitter::Staged staged, MmaState &own) {
    own.rows = rows.begin(scores, operands, elements, staged);
    return rows.takeFirstWeights(elements, own.rows);
  };
  state = turn(state, last, /*isLast=*/true, begin);
  rows.forEachRange([&](ScoreEmitter &scores, Value from, Value to) {
    SmallVector<Value> ends = kb.forLoop(from, to, 1, state.pack(), [&](Value behind, ValueRange carried) {
      Value number = kb.sub(last, behind);
      ScoreEmitter::Block operands = scores.load(rows.getFirstKey(number), /*clamps=*/false);
      auto take = [&](MutableArrayRef<Value> elements, ScoreEmitter::Staged staged, MmaState &own) {
        rows.takeScores(scores, operands, elements, staged, own.rows);
        own.sums = rows.rescale(own.sums, own.rows);
        return rows.takeWeights(scores, elements, own.rows);
      };
      return turn(MmaState::unpack(carried, sums), number, /*isLast=*/false, take).pack();
    });
    state = MmaState::unpack(ends, sums);
  });
  rows.finish(state.sums, state.rows);
}

void fusion::emitMmaAttention(KernelBuilder &kb, KernelOp kernel, const MmaAttentionSpec &spec,
                              const MmaAttentionArguments &arguments, Value shared, bool dependentLaunch) {
  MmaLayout layout(spec.schedule.rows, spec.columns, spec.schedule.rowBlocks());
  AttentionBlock block(kb, kernel, spec, arguments, layout);
  async::ThreadPosition position = async::ThreadPosition::get(kb);
  if (dependentLaunch) {
    async::waitForDependencies(kb);
    async::launchDependents(kb);
  }
  async::ConsumerPosition consumer{kb.c32(0), position.thread, position.warp, position.lane, {}, {}};
  emitUnlessEmpty(block, position.thread, [&] {
    TileWalk walk(block);
    AttentionTile tile = walk.locate(walk.first());
    MmaTile(block, spec, arguments, tile, position, consumer, shared).emit();
  });
}
