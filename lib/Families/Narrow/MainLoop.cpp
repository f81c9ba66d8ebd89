// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies ahead, weights from shared memory to floats, products, scales of groups.

#include "MainLoop.h"

#include "Dequantiser.h"
#include "GroupNumbers.h"
#include "TileCopies.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

namespace {

constexpr int64_t chunkElements = 8;

class MainLoop {
public:
  MainLoop(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position, Value shared)
      : kb(kb), spec(spec), schedule(spec.schedule), format(spec.format), arguments(arguments), position(position),
        shared(shared), copies(kb, spec, arguments, position),
        dequantiser(spec.floatType, format.bits, spec.formula.isUnsigned, spec.formula.bias) {
    if (spec.formula.scale)
      scale.emplace(kb, spec, spec.formula.scale, arguments.scale, arguments, position);
    if (spec.formula.zero)
      zero.emplace(kb, spec, spec.formula.zero, arguments.zero, arguments, position);
    Value row = kb.add(position.warpN, position.quad);
    weightOffset = kb.mul(kb.mad(row, 4, position.pair), format.unitBytes());
    firstPanel = kb.mul(position.warpK, panels());
  }

  SmallVector<Value> run();

private:
  /// What a thread holds of scales and zero points for a stage: those of each of its parts.
  struct Numbers {
    SmallVector<Value> scales, zeros;
  };

  int64_t sums() const { return schedule.blocksN() * schedule.blocksM() * 4; }
  /// Panels of a stage that a warp multiplies; and how many of them are one part, of one group.
  int64_t panels() const { return schedule.warpTileK() / format.panelElements(); }
  int64_t partPanels() const {
    return format.group == 0 ? panels() : std::min(panels(), (format.group & -format.group) / format.panelElements());
  }
  int64_t parts() const { return panels() / partPanels(); }
  bool scalesParts() const { return scale && scale->isGrouped(); }
  /// Sums that products add to in turn, where a warp has one block alone: each waits for the one before.
  int64_t chains() const { return sums() == 4 ? 2 : 1; }

  Numbers loadNumbers(Value iteration) const;
  Value stageAt(Value number) const { return kb.offsetPtr(shared, kb.mul(number, schedule.stageBytes(format))); }
  SmallVector<Value> emitStage(Value buffer, const Numbers &numbers, ArrayRef<Value> total);
  void emitPanel(Value buffer, int64_t panel, ArrayRef<Value> zeros, MutableArrayRef<SmallVector<Value>> acc);
  SmallVector<Value> loadUnit(Value buffer, int64_t panel, int64_t row) const;
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
  Value weightOffset; ///< of this thread's unit in a panel
  Value firstPanel;   ///< of this warp
};

MainLoop::Numbers MainLoop::loadNumbers(Value iteration) const {
  Numbers numbers;
  Value first = kb.mad(position.warpK, schedule.warpTileK(), kb.mul(iteration, schedule.tileK));
  for (int64_t part = 0; part < parts(); ++part) {
    Value k = kb.add(first, part * partPanels() * format.panelElements());
    if (scalesParts())
      llvm::append_range(numbers.scales, scale->load(kb, k));
    if (zero && zero->isGrouped())
      llvm::append_range(numbers.zeros, zero->load(kb, k));
  }
  return numbers;
}

SmallVector<Value> MainLoop::loadUnit(Value buffer, int64_t panel, int64_t row) const {
  int64_t panelBytes = schedule.tileN * 4 * format.unitBytes(), words = format.unitBytes() / 4;
  Value address = kb.offsetPtr(buffer, kb.mad(kb.add(firstPanel, panel), panelBytes, weightOffset));
  address = kb.offsetPtr(address, row * 4 * format.unitBytes());
  if (words == 1)
    return {kb.load(kb.getI32Type(), address)};
  Value loaded = kb.load(VectorType::get(words, kb.getI32Type()), address);
  return llvm::map_to_vector(
      llvm::seq(words), [&](int64_t word) -> Value { return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(word)); });
}

SmallVector<Value> MainLoop::loadActivations(Value buffer, int64_t panel, int64_t chunk, int64_t block) const {
  int64_t perThread = format.unitElements() / chunkElements;
  Value row = kb.add(kb.add(position.warpM, position.quad), block * 8);
  Value number = kb.add(kb.mul(kb.add(firstPanel, panel), 4 * perThread), kb.mul(position.pair, perThread));
  Value offset = getActivationOffset(kb, spec, row, kb.add(number, chunk));
  Value address = kb.offsetPtr(kb.offsetPtr(buffer, offset), schedule.weightBytes(format));
  Value loaded = kb.load(VectorType::get(4, kb.getI32Type()), address);
  auto words = llvm::map_to_vector(llvm::seq<int64_t>(4), [&](int64_t word) -> Value {
    return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(word));
  });
  return Dequantiser::pairActivations(kb, words, format.bits);
}

/// Zero points as pairs, less what the dequantiser leaves out. Null where nothing is to be taken off.
SmallVector<Value> MainLoop::getZeroPairs(ArrayRef<Value> zeros) const {
  int64_t offset = dequantiser.getOffset(), count = 2 * schedule.blocksN();
  if (!zero && offset == 0)
    return SmallVector<Value>(count, Value());
  if (!zero)
    return SmallVector<Value>(count, dequantiser.getBoth(kb, kb.c32(-offset)));
  return llvm::map_to_vector(
      zeros, [&](Value number) { return dequantiser.getBoth(kb, kb.sub(zero->widen(kb, number), offset)); });
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

void MainLoop::emitPanel(Value buffer, int64_t panel, ArrayRef<Value> zeros, MutableArrayRef<SmallVector<Value>> acc) {
  int64_t blocksN = schedule.blocksN(), blocksM = schedule.blocksM();
  SmallVector<SmallVector<Value>> units;
  for (int64_t row = 0; row < 2 * blocksN; ++row)
    units.push_back(loadUnit(buffer, panel, 8 * row));
  for (int64_t chunk = 0; chunk < format.unitElements() / chunkElements; ++chunk) {
    SmallVector<SmallVector<Value>> activations;
    for (int64_t j = 0; j < blocksM; ++j)
      activations.push_back(loadActivations(buffer, panel, chunk, j));
    for (int64_t i = 0; i < blocksN; ++i) {
      SmallVector<Value> upper = dequantise(units[2 * i], chunk, zeros[2 * i]);
      SmallVector<Value> lower = dequantise(units[2 * i + 1], chunk, zeros[2 * i + 1]);
      for (int64_t step = 0; step < 2; ++step)
        for (int64_t j = 0; j < blocksM; ++j)
          multiply(upper, lower, activations[j], step,
                   MutableArrayRef<Value>(acc[step % acc.size()]).slice((i * blocksM + j) * 4, 4));
    }
  }
}

/// total + scale · part; each row of an mma's block has two of its four sums.
SmallVector<Value> MainLoop::addScaled(ArrayRef<Value> total, ArrayRef<Value> part, ArrayRef<Value> scales) const {
  SmallVector<Value> factors = llvm::map_to_vector(scales, [&](Value number) { return scale->widen(kb, number); });
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
SmallVector<Value> MainLoop::emitStage(Value buffer, const Numbers &numbers, ArrayRef<Value> total) {
  int64_t rows = 2 * schedule.blocksN();
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
    for (int64_t panel = 0; panel < partPanels(); ++panel)
      emitPanel(buffer, part * partPanels() + panel, zeros, acc);
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

SmallVector<Value> MainLoop::run() {
  int64_t stages = schedule.stages;
  for (int64_t stage = 0; stage + 1 < stages; ++stage)
    copies.start(kb, kb.c32(stage), stageAt(kb.c32(stage)));
  bool isFixed = zero && !zero->isGrouped();
  Numbers first = loadNumbers(kb.c32(0)), fixed;
  if (isFixed)
    fixed.zeros = zero->load(kb);
  int64_t carriedSums = sums() * (scalesParts() ? 1 : chains());
  SmallVector<Value> init(carriedSums, kb.zero(kb.getF32Type()));
  llvm::append_range(init, first.scales);
  llvm::append_range(init, first.zeros);
  init.push_back(kb.c32(0));
  init.push_back(kb.c32(stages - 1));

  auto nextStage = [&](Value stage) { return kb.select(kb.eq(stage, stages - 1), kb.c32(0), kb.add(stage, 1)); };
  Value iterations = kb.ceilDiv(arguments.k, schedule.tileK);
  SmallVector<Value> ends = kb.forLoop(kb.c32(0), iterations, 1, init, [&](Value iteration, ValueRange carried) {
    // In front of the barrier: LLVM would turn loads behind the last store of an iteration into loads of the next one.
    Numbers next = loadNumbers(kb.add(iteration, 1)), own;
    kb.create<NVVM::CpAsyncWaitGroupOp>(stages - 2);
    kb.create<NVVM::Barrier0Op>();
    Value read = carried.drop_back(1).back(), write = carried.back();
    copies.start(kb, kb.add(iteration, stages - 1), stageAt(write));
    SmallVector<Value> total(carried.take_front(carriedSums));
    own.scales = llvm::to_vector(carried.slice(carriedSums, next.scales.size()));
    own.zeros =
        isFixed ? fixed.zeros : llvm::to_vector(carried.slice(carriedSums + next.scales.size(), next.zeros.size()));
    SmallVector<Value> yields = emitStage(stageAt(read), own, total);
    llvm::append_range(yields, next.scales);
    llvm::append_range(yields, next.zeros);
    yields.push_back(nextStage(read));
    yields.push_back(nextStage(write));
    return yields;
  });
  kb.create<NVVM::CpAsyncWaitGroupOp>(0);
  kb.create<NVVM::Barrier0Op>();
  SmallVector<SmallVector<Value>> chains;
  for (int64_t at = 0; at < carriedSums; at += sums())
    chains.emplace_back(ArrayRef(ends).slice(at, sums()));
  return scaleRows(addChains(chains));
}

} // namespace

SmallVector<Value> narrow::emitMainLoop(KernelBuilder &kb, const Spec &spec, const Arguments &arguments,
                                        const Position &position, Value shared) {
  return MainLoop(kb, spec, arguments, position, shared).run();
}
