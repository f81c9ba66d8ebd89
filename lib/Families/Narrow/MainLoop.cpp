// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies ahead, weights from shared memory to floats, products, scales of groups.

#include "MainLoop.h"

#include "Dequantiser.h"
#include "GroupNumbers.h"
#include "TileCopies.h"
#include "WeightRegisters.h"
#include "WordsAlongN.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

namespace {

constexpr int64_t chunkElements = 8;

/// Whether zero points are so small that they are exact with the number that nibbles are put behind: 128 and 8 of a
/// sign in bf16, where 256 is the largest of all that are.
bool leavesLarge(const WeightNumbers &zero) {
  constexpr int64_t most = 256 - 136 - 15;
  return zero.inWords && -most <= zero.offset && zero.offset <= most;
}

class MainLoop {
public:
  MainLoop(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position, Value shared)
      : kb(kb), spec(spec), schedule(spec.schedule), format(spec.format), arguments(arguments), position(position),
        shared(shared), copies(kb, spec, arguments, position),
        dequantiser(spec.floatType, format.bits, spec.formula.isUnsigned, spec.formula.bias,
                    leavesLarge(spec.formula.zero)) {
    if (spec.formula.scale)
      scale.emplace(kb, spec, spec.formula.scale, arguments.scale, arguments, position, spec.wideScales);
    if (spec.formula.zero)
      zero.emplace(kb, spec, spec.formula.zero, arguments.zero, arguments, position);
    iterations = kb.ceilDiv(arguments.k, schedule.tileK * schedule.cluster);
    firstStage = kb.rem(kb.div(position.tileN, schedule.tileN), iterations);
    if (schedule.inRegisters && format.wordsAlongN)
      wordRegisters.emplace(kb, spec, arguments, position);
    else if (schedule.inRegisters)
      weightRegisters.emplace(kb, spec, arguments, position);
    firstPanel = kb.mul(position.warpK, panels());
    Value row = kb.add(position.warpN, position.quad);
    weightOffset = kb.mad(firstPanel, schedule.tileN * 4 * format.unitBytes(),
                          kb.mul(kb.mad(row, 4, position.pair), format.unitBytes()));
    setActivationOffsets();
  }

  SmallVector<Value> run();

private:
  /// What a thread holds of scales and zero points for a stage: those of each of its parts.
  struct Numbers {
    SmallVector<Value> scales, zeros;
  };
  /// What an iteration of the loop hands to the next: sums, what was loaded for it, and the stages that it reads and
  /// writes.
  struct State {
    SmallVector<Value> total;
    Numbers numbers;
    SmallVector<Value> weight; ///< words of all panels, where they come straight to registers
    Value read, write;

    SmallVector<Value> flatten() const;
    /// `values` in place of those that this has, one by one.
    State with(ValueRange values) const;
  };
  /// The words of a panel's units.
  using UnitsOf = function_ref<SmallVector<Value>(int64_t panel)>;

  int64_t sums() const { return schedule.blocksN() * schedule.blocksM() * 4; }
  /// Panels of a stage that a warp multiplies; and how many of them are one part, of one group. Words of a panel.
  int64_t panels() const { return schedule.panels(format); }
  int64_t partPanels() const {
    return format.group == 0 ? panels() : std::min(panels(), (format.group & -format.group) / format.panelElements());
  }
  int64_t words() const { return 2 * schedule.blocksN() * format.unitBytes() / 4; }
  int64_t chunksOfUnit() const { return format.unitElements() / chunkElements; }
  int64_t parts() const { return panels() / partPanels(); }
  bool scalesParts() const { return scale && scale->isGrouped(); }
  /// Sums that products add to in turn, where a warp has one block alone: each waits for the one before.
  int64_t chains() const { return sums() == 4 ? 2 : 1; }

  void setActivationOffsets();
  Numbers loadNumbers(Value iteration) const;
  State start() const;
  State emitIteration(Value iteration, const State &state, bool isLast);
  /// The stage along k that a block multiplies in an iteration; behind the last iteration one behind k. Blocks begin at
  /// different ones: else all would read the same activations at the same time, of the few parts of the L2 that have
  /// them.
  Value getStage(Value iteration) const;
  Value stageAt(Value number) const { return kb.offsetPtr(shared, kb.mul(number, schedule.stageBytes(format))); }
  SmallVector<Value> emitStage(Value buffer, const Numbers &numbers, ArrayRef<Value> total, UnitsOf unitsOf);
  void emitPanel(Value buffer, int64_t panel, ArrayRef<Value> words, ArrayRef<Value> zeros,
                 MutableArrayRef<SmallVector<Value>> acc);
  /// Of a weight that comes straight to registers, the words of a panel of a stage.
  SmallVector<Value> loadWords(Value stage, int64_t panel) const {
    return wordRegisters ? wordRegisters->load(kb, stage, panel) : weightRegisters->load(kb, stage, panel);
  }
  SmallVector<Value> loadUnits(Value buffer, int64_t panel) const;
  SmallVector<Value> loadActivations(Value buffer, int64_t panel, int64_t chunk, int64_t block) const;
  /// Pairs of eight neighbours along k of the weight.
  SmallVector<Value> dequantise(ArrayRef<Value> unit, int64_t chunk, Value zeroPair) const;
  SmallVector<Value> getZeroPairs(ArrayRef<Value> zeros) const;
  void multiply(ArrayRef<Value> upper, ArrayRef<Value> lower, ArrayRef<Value> activations, int64_t step,
                MutableArrayRef<Value> acc) const;
  SmallVector<Value> addScaled(ArrayRef<Value> total, ArrayRef<Value> part, ArrayRef<Value> scales) const;
  SmallVector<Value> addChains(MutableArrayRef<SmallVector<Value>> acc) const;
  SmallVector<Value> scaleRows(SmallVector<Value> total) const;

  KernelBuilder &kb;
  const Spec &spec;
  const NarrowSchedule &schedule;
  const WeightFormat &format;
  const Arguments &arguments;
  const Position &position;
  Value shared;
  TileCopies copies;
  Dequantiser dequantiser;
  std::optional<GroupNumbers> scale, zero;
  std::optional<WeightRegisters> weightRegisters;
  std::optional<WordRegisters> wordRegisters;
  SmallVector<Value> fixedZeros;           ///< zero points that are not of groups
  Value weightOffset;                      ///< of this thread's unit in the warp's first panel
  Value firstPanel;                        ///< of this warp
  Value iterations;                        ///< stages along k of this block
  Value firstStage;                        ///< of them, of this block
  SmallVector<Value, 4> activationOffsets; ///< in a stage, of this thread's first chunks of activations
};

SmallVector<Value> MainLoop::State::flatten() const {
  SmallVector<Value> values(total);
  llvm::append_range(values, numbers.scales);
  llvm::append_range(values, numbers.zeros);
  llvm::append_range(values, weight);
  values.append({read, write});
  return values;
}

MainLoop::State MainLoop::State::with(ValueRange values) const {
  State state = *this;
  for (SmallVector<Value> *part : {&state.total, &state.numbers.scales, &state.numbers.zeros, &state.weight}) {
    llvm::copy(values.take_front(part->size()), part->begin());
    values = values.drop_front(part->size());
  }
  state.read = values[0], state.write = values[1];
  return state;
}

/// Chunks repeat their place in 128 bytes from unit to unit; units of one chunk every second time.
void MainLoop::setActivationOffsets() {
  Value row = kb.add(position.warpM, schedule.tileM < 8 ? kb.rem(position.quad, schedule.tileM) : position.quad);
  Value first = kb.mul(kb.mad(firstPanel, 4, position.pair), chunksOfUnit());
  for (int64_t i = 0; i < std::max<int64_t>(2, chunksOfUnit()); ++i) {
    Value chunk = kb.add(first, i / chunksOfUnit() * 4 * chunksOfUnit() + i % chunksOfUnit());
    activationOffsets.push_back(kb.add(getActivationOffset(kb, spec, row, chunk), schedule.weightBytes(format)));
  }
}

Value MainLoop::getStage(Value iteration) const {
  Value turned = kb.add(iteration, firstStage), rest = kb.sub(turned, iterations);
  Value stage = kb.add(kb.mul(position.rank, iterations), kb.select(kb.lt(turned, iterations), turned, rest));
  return kb.select(kb.lt(iteration, iterations), stage, kb.mul(iterations, schedule.cluster));
}

MainLoop::Numbers MainLoop::loadNumbers(Value iteration) const {
  Numbers numbers;
  for (int64_t part = 0; part < parts(); ++part) {
    int64_t k = part * partPanels() * format.panelElements();
    if (scalesParts())
      llvm::append_range(numbers.scales, scale->load(kb, iteration, k));
    if (zero && zero->isGrouped())
      llvm::append_range(numbers.zeros, zero->load(kb, iteration, k));
  }
  return numbers;
}

SmallVector<Value> MainLoop::loadUnits(Value buffer, int64_t panel) const {
  if (const WordTile *tile = copies.getWordTile())
    return tile->load(kb, buffer, panel);
  int64_t rowBytes = 4 * format.unitBytes(), words = format.unitBytes() / 4;
  Value first = kb.offsetPtr(buffer, weightOffset);
  SmallVector<Value> units;
  for (int64_t row = 0; row < 16 * schedule.blocksN(); row += 8) {
    Value address = kb.offsetPtr(first, (panel * schedule.tileN + row) * rowBytes);
    if (words == 1) {
      units.push_back(kb.load(kb.getI32Type(), address));
      continue;
    }
    Value loaded = kb.load(VectorType::get(words, kb.getI32Type()), address);
    for (int64_t word = 0; word < words; ++word)
      units.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(word)));
  }
  return units;
}

SmallVector<Value> MainLoop::loadActivations(Value buffer, int64_t panel, int64_t chunk, int64_t block) const {
  int64_t number = panel * chunksOfUnit() + chunk, repeated = number % int64_t(activationOffsets.size());
  Value address = kb.offsetPtr(kb.offsetPtr(buffer, activationOffsets[repeated]),
                               (number - repeated) * 4 * 16 + block * 8 * schedule.tileK * 2);
  Value loaded = kb.load(VectorType::get(4, kb.getI32Type()), address);
  return llvm::map_to_vector(llvm::seq<int64_t>(4), [&](int64_t word) -> Value {
    return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(word));
  });
}

/// Zero points as pairs, less what the dequantiser leaves out. Null where nothing is to be taken off.
SmallVector<Value> MainLoop::getZeroPairs(ArrayRef<Value> zeros) const {
  int64_t offset = dequantiser.getOffset(), count = schedule.rowsOfThread();
  if (!zero && offset == 0)
    return SmallVector<Value>(count, Value());
  if (!zero)
    return SmallVector<Value>(count, dequantiser.getBoth(kb, kb.c32(-offset)));
  SmallVector<Value> pairs;
  for (auto [row, number] : llvm::enumerate(zeros))
    pairs.push_back(dequantiser.getBoth(kb, kb.sub(zero->widen(kb, number, row), offset)));
  return pairs;
}

SmallVector<Value> MainLoop::dequantise(ArrayRef<Value> unit, int64_t chunk, Value zeroPair) const {
  int64_t words = format.bits / 4;
  SmallVector<Value> pairs;
  for (Value word : unit.slice(chunk * words, words))
    llvm::append_range(pairs, dequantiser.getPairs(kb, word));
  for (Value &pair : pairs) {
    if (zeroPair)
      pair = kb.create<arith::SubFOp>(pair, zeroPair);
    if (spec.floatType.isBF16())
      pair = kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair);
  }
  return pairs;
}

/// One mma of 16 rows of the weight, 8 of the activations and 16 k.
void MainLoop::multiply(ArrayRef<Value> upper, ArrayRef<Value> lower, ArrayRef<Value> activations, int64_t step,
                        MutableArrayRef<Value> acc) const {
  auto type = spec.floatType.isBF16() ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
  auto result = LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(4, kb.getF32Type()));
  SmallVector<Value> a = {upper[2 * step], lower[2 * step], upper[2 * step + 1], lower[2 * step + 1]};
  auto b = llvm::map_to_vector(activations.slice(2 * step, 2), [&](Value pair) -> Value {
    return spec.floatType.isBF16() ? pair
                                   : kb.create<LLVM::BitcastOp>(VectorType::get(2, spec.floatType), pair).getResult();
  });
  Value mma = kb.create<NVVM::MmaOp>(result, a, b, ValueRange(acc), ArrayRef<int64_t>{16, 8, 16}, std::nullopt,
                                     std::nullopt, std::array<NVVM::MMATypes, 2>{type, type},
                                     std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row, NVVM::MMALayout::col});
  for (auto [i, value] : llvm::enumerate(acc))
    value = kb.extract(mma, i);
}

void MainLoop::emitPanel(Value buffer, int64_t panel, ArrayRef<Value> words, ArrayRef<Value> zeros,
                         MutableArrayRef<SmallVector<Value>> acc) {
  int64_t blocksN = schedule.blocksN(), blocksM = schedule.blocksM(), ofUnit = format.unitBytes() / 4;
  auto unit = [&](int64_t row) { return words.slice(row * ofUnit, ofUnit); };
  for (int64_t chunk = 0; chunk < chunksOfUnit(); ++chunk) {
    SmallVector<SmallVector<Value>> activations;
    for (int64_t j = 0; j < blocksM; ++j)
      activations.push_back(loadActivations(buffer, panel, chunk, j));
    for (int64_t i = 0; i < blocksN; ++i) {
      SmallVector<Value> upper = dequantise(unit(2 * i), chunk, zeros[2 * i]);
      SmallVector<Value> lower = dequantise(unit(2 * i + 1), chunk, zeros[2 * i + 1]);
      for (int64_t step = 0; step < 2; ++step)
        for (int64_t j = 0; j < blocksM; ++j)
          multiply(upper, lower, activations[j], step,
                   MutableArrayRef<Value>(acc[step % acc.size()]).slice((i * blocksM + j) * 4, 4));
    }
  }
}

/// total + scale · part; each row of an mma's block has two of its four sums.
SmallVector<Value> MainLoop::addScaled(ArrayRef<Value> total, ArrayRef<Value> part, ArrayRef<Value> scales) const {
  SmallVector<Value> factors;
  for (auto [row, number] : llvm::enumerate(scales))
    factors.push_back(scale->widen(kb, number, row));
  SmallVector<Value> results;
  for (auto [number, values] : llvm::enumerate(llvm::zip_equal(total, part))) {
    Value factor = factors[number / 4 / schedule.blocksM() * 2 + number % 4 / 2];
    results.push_back(kb.create<LLVM::FMAOp>(factor, std::get<1>(values), std::get<0>(values)));
  }
  return results;
}

SmallVector<Value> MainLoop::addChains(MutableArrayRef<SmallVector<Value>> acc) const {
  SmallVector<Value> sums = acc[0];
  for (ArrayRef<Value> chain : acc.drop_front())
    for (auto [sum, further] : llvm::zip_equal(sums, chain))
      sum = kb.addSums(sum, further);
  return sums;
}

// Where groups have scales, each part is summed from zero.
SmallVector<Value> MainLoop::emitStage(Value buffer, const Numbers &numbers, ArrayRef<Value> total, UnitsOf unitsOf) {
  int64_t rows = schedule.rowsOfThread();
  Value none = kb.zero(kb.getF32Type());
  SmallVector<Value> result(total);
  SmallVector<SmallVector<Value>> acc;
  for (int64_t chain = 0; chain < chains(); ++chain)
    acc.emplace_back(total.slice(scalesParts() ? 0 : chain * sums(), sums()));
  SmallVector<Value> zeros;
  if (!zero || !zero->isGrouped())
    zeros = getZeroPairs(numbers.zeros);
  for (int64_t part = 0; part < parts(); ++part) {
    if (scalesParts())
      for (SmallVector<Value> &chain : acc)
        chain.assign(sums(), none);
    if (zero && zero->isGrouped())
      zeros = getZeroPairs(ArrayRef(numbers.zeros).slice(part * rows, rows));
    for (int64_t panel = part * partPanels(); panel < (part + 1) * partPanels(); ++panel)
      emitPanel(buffer, panel, unitsOf(panel), zeros, acc);
    if (scalesParts())
      result = addScaled(result, addChains(acc), ArrayRef(numbers.scales).slice(part * rows, rows));
  }
  if (scalesParts())
    return result;
  result.clear();
  for (const SmallVector<Value> &chain : acc)
    llvm::append_range(result, chain);
  return result;
}

/// A scale for each row, or one for all, comes behind the sums.
SmallVector<Value> MainLoop::scaleRows(SmallVector<Value> total) const {
  if (!scale || scale->isGrouped())
    return total;
  SmallVector<Value> none(total.size(), kb.create<arith::ConstantOp>(kb.getF32FloatAttr(-0.0)));
  return addScaled(none, total, scale->load(kb));
}

MainLoop::State MainLoop::start() const {
  State state;
  if (schedule.inRegisters)
    for (int64_t panel = 0; panel < panels(); ++panel)
      llvm::append_range(state.weight, loadWords(getStage(kb.c32(0)), panel));
  for (int64_t stage = 0; stage + 1 < schedule.stages; ++stage)
    copies.start(kb, getStage(kb.c32(stage)), stageAt(kb.c32(stage)));
  state.numbers = loadNumbers(getStage(kb.c32(0)));
  state.total.assign(sums() * (scalesParts() ? 1 : chains()), kb.zero(kb.getF32Type()));
  state.read = kb.c32(0);
  state.write = kb.c32(schedule.stages - 1);
  return state;
}

MainLoop::State MainLoop::emitIteration(Value iteration, const State &state, bool isLast) {
  State next = state;
  Value following = getStage(kb.add(iteration, 1)), buffer = stageAt(state.read);
  // In front of the barrier: LLVM would turn loads behind the last store of an iteration into loads of the next one.
  if (!isLast)
    next.numbers = loadNumbers(following);
  kb.create<NVVM::CpAsyncWaitGroupOp>(schedule.stages - 2);
  copies.pairActivations(kb, buffer);
  kb.create<NVVM::Barrier0Op>();
  if (!isLast)
    copies.start(kb, getStage(kb.add(iteration, schedule.stages - 1)), stageAt(state.write));
  Numbers own = state.numbers;
  llvm::append_range(own.zeros, fixedZeros);
  next.total = emitStage(buffer, own, state.total, [&](int64_t panel) {
    if (!schedule.inRegisters)
      return loadUnits(buffer, panel);
    // Those of the next stage take the place of those that are multiplied now. Between warps that wait ptxas leaves
    // loads where they are, and would else gather them at the end of the stage.
    kb.create<NVVM::SyncWarpOp>(kb.c32(-1));
    MutableArrayRef<Value> place = MutableArrayRef(next.weight).slice(panel * words(), words());
    SmallVector<Value> units(place);
    if (!isLast)
      llvm::copy(loadWords(following, panel), place.begin());
    return units;
  });
  auto nextStage = [&](Value stage) {
    return kb.select(kb.eq(stage, schedule.stages - 1), kb.c32(0), kb.add(stage, 1));
  };
  next.read = nextStage(state.read);
  next.write = nextStage(state.write);
  return next;
}

SmallVector<Value> MainLoop::run() {
  State first = start();
  if (zero && !zero->isGrouped())
    fixedZeros = zero->load(kb);
  // What comes straight to registers has no place behind the last stage, which is therefore apart.
  Value last = kb.sub(iterations, 1);
  SmallVector<Value> ends =
      kb.forLoop(kb.c32(0), schedule.inRegisters ? last : iterations, 1, first.flatten(),
                 [&](Value iteration, ValueRange carried) {
                   return emitIteration(iteration, first.with(carried), /*isLast=*/false).flatten();
                 });
  State end = first.with(ends);
  if (schedule.inRegisters)
    end = emitIteration(last, end, /*isLast=*/true);
  kb.create<NVVM::CpAsyncWaitGroupOp>(0);
  kb.create<NVVM::Barrier0Op>();
  SmallVector<SmallVector<Value>> chains;
  for (int64_t at = 0; at < int64_t(end.total.size()); at += sums())
    chains.emplace_back(ArrayRef(end.total).slice(at, sums()));
  return scaleRows(addChains(chains));
}

} // namespace

SmallVector<Value> narrow::emitMainLoop(KernelBuilder &kb, const Spec &spec, const Arguments &arguments,
                                        const Position &position, Value shared) {
  return MainLoop(kb, spec, arguments, position, shared).run();
}
