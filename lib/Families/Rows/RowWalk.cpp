// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The walks: over rows of known length side by side, and in loops over all others.

#include "RowWalk.h"

using namespace mlir;
using namespace fusion;

/// Adds the elements of an iteration to what their lanes came to: `state` has the accumulators' values, of each the
/// thread's `lanes` lanes, of each those of all `rows`. Elements `piece` each are of one lane, the first of `lane`.
static void combineIteration(KernelBuilder &kb, const Iteration &iteration, ArrayRef<Accumulator> accumulators,
                             ArrayRef<SmallVector<Value>> elements, int64_t lanes, int64_t lane, int64_t piece,
                             int64_t rows, MutableArrayRef<Value> state) {
  for (auto [number, accumulator] : llvm::enumerate(accumulators))
    for (auto [place, element] : llvm::enumerate(elements[number])) {
      int64_t own = lane + place / rows / piece;
      Value &sum = state[(number * lanes + own) * rows + place % rows];
      Value next = accumulator.combine(sum, element);
      sum = iteration.valid ? kb.select(iteration.valid, next, sum) : next;
    }
}

static SmallVector<Value> getNeutral(ArrayRef<Accumulator> accumulators, int64_t values) {
  SmallVector<Value> state;
  for (const Accumulator &accumulator : accumulators)
    state.append(values, accumulator.neutral);
  return state;
}

//===----------------------------------------------------------------------===//
// Rows of known length, side by side
//===----------------------------------------------------------------------===//

namespace {
class AlongWalk : public RowWalk {
public:
  AlongWalk(const RowsSchedule &schedule, const RowThread &at, int64_t length, bool wide)
      : schedule(schedule), at(at), order(RowOrder::get(length)), wide(wide) {}

  void visit(KernelBuilder &kb, function_ref<void(ArrayRef<Iteration>)> body) override {
    forEachBatch(kb, {}, [&](ArrayRef<Iteration> iterations, ArrayRef<int64_t>, SmallVector<Value> carried) {
      body(iterations);
      return carried;
    });
  }

  SmallVector<SmallVector<Value>> accumulate(KernelBuilder &kb, ArrayRef<Accumulator> accumulators,
                                             function_ref<void(ArrayRef<Iteration>, Take)> body) override {
    int64_t strides = schedule.getStrides(order), lanes = strides * schedule.getBeside(order);
    SmallVector<Value> state = getNeutral(accumulators, lanes);
    state = forEachBatch(
        kb, state, [&](ArrayRef<Iteration> iterations, ArrayRef<int64_t> first, SmallVector<Value> carried) {
          body(iterations, [&](const Iteration &iteration, ArrayRef<Lanes> elements) {
            int64_t lane = first[&iteration - iterations.begin()];
            combineIteration(kb, iteration, accumulators, elements, lanes, lane, order.piece, /*rows=*/1, carried);
          });
          return carried;
        });
    SmallVector<SmallVector<Value>> parts;
    for (auto [number, accumulator] : llvm::enumerate(accumulators))
      parts.push_back(combineNeighbours(accumulator.combine,
                                        SmallVector<Value>(ArrayRef(state).slice(number * lanes, lanes)), strides));
    return parts;
  }

private:
  using Batch = function_ref<SmallVector<Value>(ArrayRef<Iteration>, ArrayRef<int64_t> lanes, SmallVector<Value>)>;
  /// Calls `body` for all iterations at once, or so many in a loop, with the number of the first lane of each, and
  /// carries `state` on.
  SmallVector<Value> forEachBatch(KernelBuilder &kb, ArrayRef<Value> state, Batch body);

  RowsSchedule schedule;
  const RowThread &at;
  RowOrder order;
  bool wide;
};
} // namespace

SmallVector<Value> AlongWalk::forEachBatch(KernelBuilder &kb, ArrayRef<Value> state, Batch body) {
  int64_t beside = schedule.getBeside(order), strides = schedule.getStrides(order), iterations = order.iterations();
  // In units of what a thread loads at once.
  int64_t loads = order.length / schedule.width, loadsOfIteration = order.lanes / beside;
  int64_t loadsOfBlock = loadsOfIteration / schedule.getBlocksOfRow();
  SmallVector<Iteration> batch;
  SmallVector<int64_t> lanes;
  // From load `begin` (i32) on, for the lanes of the thread's stride `stride`.
  auto addIteration = [&](Value begin, int64_t stride, bool partial) {
    Value number = kb.add(kb.add(begin, stride * schedule.threads), at.thread);
    if (at.rank)
      number = kb.add(number, kb.mul(at.rank, loadsOfBlock));
    Iteration iteration{{}, {}, static_cast<int64_t>(batch.size()), /*kept=*/!schedule.reload};
    if (partial) {
      iteration.valid = kb.lt(number, kb.c32(loads));
      number = kb.select(iteration.valid, number, kb.c32(loads - 1));
    }
    iteration.piece = makePiece(kb, at, kb.mul(number, schedule.width), schedule.width, wide);
    batch.push_back(iteration);
    lanes.push_back(stride * beside);
  };
  if (!schedule.reload) {
    for (int64_t round = 0; round < iterations; ++round)
      for (int64_t stride = 0; stride < strides; ++stride) {
        int64_t begin = round * loadsOfIteration, first = begin + stride * schedule.threads;
        int64_t end = begin + loadsOfIteration - loadsOfBlock + (stride + 1) * schedule.threads; // of the last block
        if (first < loads)
          addIteration(kb.c32(begin), stride, end > loads);
      }
    return body(batch, lanes, SmallVector<Value>(state));
  }
  // So many iterations at once as give the memory enough to do.
  int64_t most = schedule.threads > 512 ? 32 : 64; // elements: a thread of 1024 has 64 registers
  int64_t together = std::clamp<int64_t>(most / (strides * schedule.width), 1, iterations);
  bool partial = loads % loadsOfIteration != 0 || iterations % together != 0;
  return kb.forLoop(kb.c32(0), kb.c32(iterations * loadsOfIteration), together * loadsOfIteration, state,
                    [&](Value begin, ValueRange values) {
                      for (int64_t iteration = 0; iteration < together; ++iteration)
                        for (int64_t stride = 0; stride < strides; ++stride)
                          addIteration(kb.add(begin, iteration * loadsOfIteration), stride, partial);
                      return body(batch, lanes, SmallVector<Value>(values));
                    });
}

//===----------------------------------------------------------------------===//
// Rows of any length, or across memory
//===----------------------------------------------------------------------===//

namespace {
/// A thread has lanes side by side, one behind the other; sizes may be known at run time alone.
class LoopWalk : public RowWalk {
public:
  LoopWalk(const RowsSchedule &schedule, const RowThread &at, int64_t piece, bool wide)
      : schedule(schedule), at(at), piece(piece), wide(wide) {}

  void visit(KernelBuilder &kb, function_ref<void(ArrayRef<Iteration>)> body) override;
  SmallVector<SmallVector<Value>> accumulate(KernelBuilder &kb, ArrayRef<Accumulator> accumulators,
                                             function_ref<void(ArrayRef<Iteration>, Take)> body) override;

private:
  /// Pieces that are loaded one behind the other before any is needed.
  static constexpr int64_t kTogether = 4;

  Value getPieces(KernelBuilder &kb) { return kb.div(at.length, piece); }
  /// RowOrder::get's.
  Value getLanes(KernelBuilder &kb, Value pieces);
  /// Of the thread among all threads of the row.
  Value getThread(KernelBuilder &kb) {
    return at.rank ? kb.add(kb.mul(at.rank, schedule.threads), at.thread) : at.thread;
  }
  /// Pieces from `first` to `last`, each `step` (i32) behind the one before.
  SmallVector<Value> forEachPiece(KernelBuilder &kb, Value first, Value last, Value step, ArrayRef<Value> state,
                                  function_ref<SmallVector<Value>(const Iteration &, SmallVector<Value>)> body);

  RowsSchedule schedule;
  const RowThread &at;
  int64_t piece;
  bool wide;
};

/// Puts values together as a binary tree, neighbours first, as they come: those of all levels that wait for theirs.
class TreeBuilder {
public:
  TreeBuilder(ArrayRef<Accumulator> accumulators, int64_t rows) : accumulators(accumulators), rows(rows) {}

  int64_t getSize() const { return accumulators.size() * rows; }
  /// `state`: what waits, levels of getSize() values. Value `number` (i32) comes; returns the largest whole tree that
  /// it ends, and changes the state.
  SmallVector<Value> add(KernelBuilder &kb, Value number, SmallVector<Value> values, MutableArrayRef<Value> state) {
    int64_t levels = state.size() / getSize();
    Value goesOn = kb.cBool(true);
    for (int64_t level = 0; level < levels; ++level) {
      Value bit = kb.ne(kb.andI(number, int64_t(1) << level), kb.c32(0));
      Value ends = kb.andI(goesOn, bit), waits = kb.andI(goesOn, kb.xorI(bit, kb.cBool(true)));
      for (int64_t i = 0; i < getSize(); ++i) {
        Value &waiting = state[level * getSize() + i];
        Value both = accumulators[i / rows].combine(waiting, values[i]);
        waiting = kb.select(waits, values[i], waiting);
        values[i] = kb.select(ends, both, values[i]);
      }
      goesOn = ends;
    }
    return values;
  }

private:
  ArrayRef<Accumulator> accumulators;
  int64_t rows;
};
} // namespace

Value LoopWalk::getLanes(KernelBuilder &kb, Value pieces) {
  if (std::optional<int64_t> length = KernelBuilder::asConstant(at.length))
    return kb.c32(RowOrder::get(*length).lanes);
  Value several = kb.maxS(kb.ceilDiv(pieces, RowOrder::kIterations), kb.c32(RowOrder::kLeastLanes));
  Value few = kb.cmp(arith::CmpIPredicate::sle, pieces, kb.c32(RowOrder::kLeastLanes));
  Value lanes = kb.maxS(kb.select(few, pieces, several), kb.c32(1));
  // The next power of two.
  Value zeros = kb.create<LLVM::CountLeadingZerosOp>(kb.getI32Type(), kb.sub(lanes, 1), /*is_zero_poison=*/false);
  Value power = kb.shl(kb.c32(1), kb.sub(kb.c32(32), zeros));
  return kb.minS(power, kb.c32(RowOrder::kMostLanes));
}

SmallVector<Value>
LoopWalk::forEachPiece(KernelBuilder &kb, Value first, Value last, Value step, ArrayRef<Value> state,
                       function_ref<SmallVector<Value>(const Iteration &, SmallVector<Value>)> body) {
  return kb.forLoop(first, last, kb.mul(step, kTogether), state, [&](Value begin, ValueRange values) {
    SmallVector<Value> inner(values);
    for (int64_t i = 0; i < kTogether; ++i) {
      Value number = kb.add(begin, kb.mul(step, i));
      Iteration iteration{{}, {}, 0, /*kept=*/false};
      if (i > 0) {
        iteration.valid = kb.lt(number, last);
        number = kb.select(iteration.valid, number, begin);
      }
      iteration.piece = makePiece(kb, at, kb.mul(number, piece), piece, wide);
      inner = body(iteration, inner);
    }
    return inner;
  });
}

void LoopWalk::visit(KernelBuilder &kb, function_ref<void(ArrayRef<Iteration>)> body) {
  Value threads = kb.c32(schedule.threads * schedule.getBlocksOfRow());
  forEachPiece(kb, getThread(kb), getPieces(kb), threads, {},
               [&](const Iteration &iteration, SmallVector<Value> carried) {
                 body(iteration);
                 return carried;
               });
}

SmallVector<SmallVector<Value>> LoopWalk::accumulate(KernelBuilder &kb, ArrayRef<Accumulator> accumulators,
                                                     function_ref<void(ArrayRef<Iteration>, Take)> body) {
  int64_t rows = at.rows.size(), threads = schedule.threads * schedule.getBlocksOfRow();
  Value pieces = getPieces(kb), lanes = getLanes(kb, pieces);
  // Threads that have none give what is neutral.
  Value lanesOfThread = kb.maxS(kb.div(lanes, threads), kb.c32(1));
  Value firstLane = kb.mul(getThread(kb), lanesOfThread);
  TreeBuilder tree(accumulators, rows);
  int64_t levels = llvm::Log2_64(llvm::divideCeil(RowOrder::kMostLanes, threads));
  if (std::optional<int64_t> known = KernelBuilder::asConstant(lanesOfThread))
    levels = llvm::Log2_64(*known);
  SmallVector<Value> neutral = getNeutral(accumulators, rows);
  auto takeLane = [&](Value number) {
    Value lane = kb.add(firstLane, number);
    // What is behind the last lane has its pieces elsewhere.
    Value last = kb.select(kb.lt(lane, lanes), pieces, kb.c32(0));
    return forEachPiece(kb, lane, last, lanes, neutral, [&](const Iteration &iteration, SmallVector<Value> carried) {
      body(iteration, [&](const Iteration &, ArrayRef<Lanes> elements) {
        combineIteration(kb, iteration, accumulators, elements, /*lanes=*/1, /*lane=*/0, piece, rows, carried);
      });
      return carried;
    });
  };
  SmallVector<Value> results;
  if (levels == 0) {
    results = takeLane(kb.c32(0));
  } else {
    // The last lane ends the whole tree.
    SmallVector<Value> state(neutral);
    for (int64_t level = 0; level < levels; ++level)
      llvm::append_range(state, neutral);
    state = kb.rolledLoop(kb.c32(0), lanesOfThread, 1, state, [&](Value number, ValueRange values) {
      SmallVector<Value> waiting(values.drop_front(tree.getSize()));
      SmallVector<Value> next = tree.add(kb, number, takeLane(number), waiting);
      llvm::append_range(next, waiting);
      return next;
    });
    results.assign(state.begin(), state.begin() + tree.getSize());
  }
  return llvm::map_to_vector(results, [](Value value) { return SmallVector<Value>{value}; });
}

std::unique_ptr<RowWalk> fusion::createRowWalk(const RowsSchedule &schedule, const RowThread &at, const RowSpace &space,
                                               int64_t piece, bool wide) {
  int64_t length = space.getLength(), last = space.shape[space.columnDims.back()];
  int64_t loaded = schedule.across ? piece : schedule.width;
  // Whether the last dimension can be divided by what a thread loads at once.
  bool divides = ShapedType::isDynamic(last) ? wide && !schedule.across : last % loaded == 0;
  if (schedule.across || ShapedType::isDynamic(length))
    return std::make_unique<LoopWalk>(schedule, at, piece, divides);
  return std::make_unique<AlongWalk>(schedule, at, length, divides);
}
