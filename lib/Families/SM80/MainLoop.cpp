// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pipeline of copies, fragments and products along K.

#include "MainLoop.h"

#include "GroupSums.h"
#include "fusion/Families/SM80/MmaStep.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

namespace {

/// State that the loop along K carries from one iteration to the next.
struct LoopState {
  Value sourceA, sourceB; ///< next tiles to copy
  Value kLeft;            ///< elements left along K from there on
  Value readStage, writeStage;
  SmallVector<Value> fragmentsA, fragmentsB, acc;

  SmallVector<Value> pack() const {
    SmallVector<Value> values{sourceA, sourceB, kLeft, readStage, writeStage};
    llvm::append_range(values, fragmentsA);
    llvm::append_range(values, fragmentsB);
    llvm::append_range(values, acc);
    return values;
  }
  void unpack(ValueRange values) {
    sourceA = values[0], sourceB = values[1], kLeft = values[2], readStage = values[3], writeStage = values[4];
    values = values.drop_front(5);
    for (SmallVector<Value> *list : {&fragmentsA, &fragmentsB, &acc}) {
      llvm::copy(values.take_front(list->size()), list->begin());
      values = values.drop_front(list->size());
    }
  }
};

class MainLoop {
public:
  MainLoop(KernelBuilder &kb, const MatmulSpec &spec, const TileCopy &copyA, const TileCopy &copyB,
           const TileScales &scales, Value k, Value shared, const ThreadPosition &position)
      : kb(kb), spec(spec), schedule(spec.schedule), copyA(copyA), copyB(copyB), scales(scales), k(k), shared(shared),
        position(position), tileA(sharedTileA(spec)), tileB(sharedTileB(spec)),
        stageBytes(tileA.bytes() + tileB.bytes()) {}

  SmallVector<Value> run(ArrayRef<Value> sums) {
    LoopState state;
    state.sourceA = copyA.firstSource();
    state.sourceB = copyB.firstSource();
    state.kLeft = k;
    for (int64_t stage = 0; stage + 1 < schedule.stages; ++stage)
      startCopies(state, kb.c32(stage * stageBytes));
    state.readStage = kb.c32(0);
    state.writeStage = kb.c32((schedule.stages - 1) * stageBytes);
    state.acc.assign(sums.begin(), sums.end());
    if (sums.empty())
      state.acc.assign(blocksM() * blocksN() * 4, kb.zero(spec.sumType));
    waitForTile();
    return spec.type->usesTensorCores() ? runPipelined(state) : runScalar(state);
  }

private:
  static constexpr int64_t stepsPerTile = 4;
  int64_t blocksM() const { return schedule.warpTileM() / 16; }
  int64_t blocksN() const { return schedule.warpTileN() / 8; }

  void startCopies(LoopState &state, Value stage) {
    Value buffer = kb.offsetPtr(shared, stage);
    copyA.emit(kb, state.sourceA, state.kLeft, buffer);
    copyB.emit(kb, state.sourceB, state.kLeft, kb.offsetPtr(buffer, tileA.bytes()));
    kb.create<NVVM::CpAsyncCommitGroupOp>();
    state.sourceA = copyA.nextSource(kb, state.sourceA);
    state.sourceB = copyB.nextSource(kb, state.sourceB);
    state.kLeft = kb.sub(state.kLeft, schedule.tileK);
  }

  /// All but the newest stages - 2 tiles have arrived, for all threads of the group.
  void waitForTile() {
    kb.create<NVVM::CpAsyncWaitGroupOp>(schedule.stages - 2);
    syncGroup(kb, schedule, position);
  }

  Value nextStage(Value stage) {
    Value last = kb.cmp(arith::CmpIPredicate::eq, stage, kb.c32((schedule.stages - 1) * stageBytes));
    return kb.select(last, kb.c32(0), kb.add(stage, stageBytes));
  }

  void multiply(ArrayRef<Value> a, ArrayRef<Value> b, MutableArrayRef<Value> acc) {
    emitMmaStep(kb, *spec.type, spec.widens, spec.sumType, blocksM(), blocksN(), a, b, acc);
  }

  template <typename Loader> void loadFragments(LoopState &state, Loader &a, Loader &b, int64_t step) {
    Value buffer = kb.offsetPtr(shared, state.readStage);
    state.fragmentsA = a.load(kb, buffer, step);
    state.fragmentsB = b.load(kb, kb.offsetPtr(buffer, tileA.bytes()), step);
  }

  /// Fragments of the next step are loaded before the products of this one, across tiles as well.
  SmallVector<Value> runPipelined(LoopState &state) {
    FragmentLoader loadA(kb, tileA, OperandRole::A, schedule.warpTileM(), position.warpRow, position);
    FragmentLoader loadB(kb, tileB, OperandRole::B, schedule.warpTileN(), position.warpCol, position);
    loadFragments(state, loadA, loadB, 0);
    return loop(state, tilesPerIteration(), [&](Value index, LoopState &state) {
      SmallVector<Value> loaded, total;
      for (int64_t step = 0; step < stepsPerTile * tilesPerIteration(); ++step) {
        if (step % stepsPerChain() == 0) {
          // Scales come while the chain's products run.
          if (spec.blockScaled)
            loaded = scales.load(kb, kb.add(kb.mul(index, schedule.tileK), step / stepsPerChain() * spec.chain));
          total = startPartialSums(state);
        }
        runStep(state, loadA, loadB, step % stepsPerTile);
        if ((step + 1) % stepsPerChain() == 0)
          addPartialSums(state, total, loaded);
      }
    });
  }

  void runStep(LoopState &state, FragmentLoader &loadA, FragmentLoader &loadB, int64_t step) {
    SmallVector<Value> a = state.fragmentsA, b = state.fragmentsB;
    if (step + 1 == stepsPerTile) {
      waitForTile();
      state.readStage = nextStage(state.readStage);
    }
    loadFragments(state, loadA, loadB, (step + 1) % stepsPerTile);
    if (step == 0) {
      startCopies(state, state.writeStage);
      state.writeStage = nextStage(state.writeStage);
    }
    multiply(a, b, state.acc);
  }

  /// Where sums are made of chains, an iteration is one, or a tile of several. A tile past the end of K is all zeros.
  /// Where K is dynamic, an iteration is a tile at most: the registers do not hold the addresses of two.
  bool sumsChains() const { return spec.chain > 0; }
  int64_t tilesPerIteration() const {
    return KernelBuilder::asConstant(k) ? std::max<int64_t>(1, spec.chain / schedule.tileK) : 1;
  }
  int64_t stepsPerChain() const {
    int64_t chain = sumsChains() ? spec.chain : schedule.tileK;
    return std::min(chain * stepsPerTile / schedule.tileK, stepsPerTile * tilesPerIteration());
  }
  SmallVector<Value> startPartialSums(LoopState &state) {
    if (!sumsChains())
      return {};
    SmallVector<Value> total = state.acc;
    state.acc.assign(total.size(), kb.zero(spec.sumType));
    return total;
  }
  void addPartialSums(LoopState &state, ArrayRef<Value> total, ArrayRef<Value> loaded) {
    if (spec.blockScaled)
      return scales.add(kb, loaded, total, state.acc);
    for (auto [sum, partial] : llvm::zip(total, state.acc))
      partial = kb.addSums(sum, partial);
  }

  SmallVector<Value> runScalar(LoopState &state) {
    ScalarFragmentLoader loadA(kb, tileA, OperandRole::A, schedule.warpTileM(), position.warpRow, position);
    ScalarFragmentLoader loadB(kb, tileB, OperandRole::B, schedule.warpTileN(), position.warpCol, position);
    return loop(state, 1, [&](Value, LoopState &state) {
      startCopies(state, state.writeStage);
      state.writeStage = nextStage(state.writeStage);
      for (int64_t step = 0; step < schedule.tileK / 4; ++step) {
        loadFragments(state, loadA, loadB, step);
        multiply(state.fragmentsA, state.fragmentsB, state.acc);
      }
      state.fragmentsA.clear();
      state.fragmentsB.clear();
      waitForTile();
      state.readStage = nextStage(state.readStage);
    });
  }

  SmallVector<Value> loop(LoopState &state, int64_t tiles, function_ref<void(Value, LoopState &)> body) {
    Value iterations = kb.ceilDiv(k, schedule.tileK * tiles);
    SmallVector<Value> results =
        kb.forLoop(kb.c32(0), iterations, 1, state.pack(), [&](Value index, ValueRange carried) {
          LoopState inner = state;
          inner.unpack(carried);
          body(index, inner);
          return inner.pack();
        });
    return SmallVector<Value>(ArrayRef(results).take_back(state.acc.size()));
  }

  KernelBuilder &kb;
  const MatmulSpec &spec;
  const SM80Schedule &schedule;
  const TileCopy &copyA, &copyB;
  const TileScales &scales;
  Value k, shared;
  const ThreadPosition &position;
  SharedTile tileA, tileB;
  int64_t stageBytes;
};

} // namespace

SmallVector<Value> sm80::emitMainLoop(KernelBuilder &kb, const MatmulSpec &spec, const TileCopy &copyA,
                                      const TileCopy &copyB, const TileScales &scales, Value k, Value shared,
                                      const ThreadPosition &position, ArrayRef<Value> sums) {
  return MainLoop(kb, spec, copyA, copyB, scales, k, shared, position).run(sums);
}

void sm80::emitMainLoopEnd(KernelBuilder &kb, const SM80Schedule &schedule, const ThreadPosition &position) {
  // Copies past the end of K still write zeros.
  kb.create<NVVM::CpAsyncWaitGroupOp>(0);
  syncGroup(kb, schedule, position);
}
