// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a block of attention: its producer, its consumers, its stores.

#include "Kernel.h"

#include "Softmax.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/OperandAccess.h"
#include "fusion/Families/SM90/Instructions.h"
#include "fusion/Families/SM90/Pipeline.h"
#include "fusion/Families/SM90/ThreadPosition.h"
#include "fusion/Families/SM90/Wgmma.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

AttentionSpec AttentionSpec::get(KernelOp kernel, const AttentionSchedule &schedule) {
  FusionVerdict verdict;
  AttentionSpec spec;
  spec.plan = *AttentionPlan::get(KernelPlan(kernel), verdict);
  spec.schedule = schedule;
  spec.depth = spec.plan.getDepth();
  spec.columns = spec.plan.getColumns();
  spec.elementType = spec.plan.second.getInputElementType();
  spec.layout =
      AttentionLayout::get(schedule, spec.depth, spec.columns, spec.plan.isKeyByRows(), spec.plan.isValueTransposed());
  return spec;
}

namespace {

class AttentionBlock {
public:
  AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec, const AttentionArguments &arguments,
                 Value shared)
      : kb(kb), kernel(kernel), spec(spec), arguments(arguments), base(alignShared(kb, shared)),
        queryBarrier(part(spec.layout.barrierOffset)), keyRing(part(spec.layout.barrierOffset + 8), stages()),
        valueRing(part(spec.layout.barrierOffset + 8 + Pipeline::bytes(stages())), stages()) {}

  void emit(bool dependentLaunch);

private:
  int64_t stages() const { return spec.schedule.stages; }
  Value part(int64_t offset) { return kb.offsetPtr(base, offset); }
  Value sharedAddress(int64_t offset) { return kb.create<LLVM::PtrToIntOp>(kb.getI32Type(), part(offset)); }

  void initialize();
  void locate();
  void produce();
  void consume(const ThreadPosition &position);
  void maskKeys(OnlineSoftmax &softmax, MutableArrayRef<Value> elements, const ConsumerPosition &consumer);
  /// Loads a multiplicand whose first row (column) of the product is `position`; its k begin at `k`.
  void load(const Multiplicand &multiplicand, const AttentionInput &input, Value target, Value position, Value k,
            Value barrier);
  void loadStage(const Pipeline &ring, Pipeline::Position &place, const Multiplicand &multiplicand,
                 const AttentionInput &input, int64_t offset, Value position, Value k);
  void store(AttentionFormula &formula, Value accumulators, const RowState &rows, const ConsumerPosition &consumer);

  KernelBuilder &kb;
  KernelOp kernel;
  const AttentionSpec &spec;
  const AttentionArguments &arguments;
  Value base, queryBarrier;
  Pipeline keyRing, valueRing;
  Value firstRow, blocks; ///< of the tile; blocks of keys
  SmallVector<Value> batch;
};

} // namespace

/// Bytes from one stage of a ring to the next.
static int64_t getStageBytes(const Multiplicand &multiplicand) { return llvm::alignTo(multiplicand.bytes(), 1024); }

void AttentionBlock::initialize() {
  for (const AttentionInput *input : {&arguments.query, &arguments.key, &arguments.value})
    prefetchTensorMap(kb, input->map);
  initBarrier(kb, queryBarrier, 1);
  keyRing.initialize(kb, spec.schedule.warpgroups);
  valueRing.initialize(kb, spec.schedule.warpgroups);
  fenceBarrierInit(kb);
}

// Tiles of one matrix come one after the other: their blocks share keys and values in the L2.
void AttentionBlock::locate() {
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  Value tiles = kb.ceilDiv(arguments.rows, spec.schedule.rows());
  firstRow = kb.mul(kb.rem(block, tiles), spec.schedule.rows());
  Value matrix = kb.div(block, tiles);
  batch.resize(arguments.batch.size());
  for (int64_t dim = batch.size(); dim-- > 0;) {
    batch[dim] = dim == 0 ? matrix : kb.rem(matrix, arguments.batch[dim]);
    matrix = kb.div(matrix, arguments.batch[dim]);
  }
  blocks = kb.ceilDiv(arguments.keys, spec.schedule.keys);
}

void AttentionBlock::load(const Multiplicand &multiplicand, const AttentionInput &input, Value target, Value position,
                          Value k, Value barrier) {
  for (int64_t box = 0; box < multiplicand.boxes(); ++box) {
    int64_t along = box * multiplicand.rowElements();
    SmallVector<Value> coordinates = {multiplicand.kMajor ? kb.add(k, along) : kb.add(position, along),
                                      multiplicand.kMajor ? position : k};
    int64_t skipped = batch.size() - input.repeated.size();
    for (int64_t dim = input.repeated.size(); dim-- > 0;)
      coordinates.push_back(input.repeated[dim] ? kb.c32(0) : batch[dim + skipped]);
    loadBox(kb, kb.offsetPtr(target, box * multiplicand.boxBytes()), input.map, coordinates, barrier, Value());
  }
}

void AttentionBlock::loadStage(const Pipeline &ring, Pipeline::Position &place, const Multiplicand &multiplicand,
                               const AttentionInput &input, int64_t offset, Value position, Value k) {
  ring.waitEmpty(kb, place);
  Value barrier = ring.fullBarrier(kb, place.stage);
  arriveExpect(kb, barrier, kb.c32(multiplicand.bytes()));
  Value target = kb.offsetPtr(part(offset), kb.mul(place.stage, getStageBytes(multiplicand)));
  load(multiplicand, input, target, position, k, barrier);
  place = ring.advance(kb, place);
}

// The last keys come first: they alone may be fewer than a block.
void AttentionBlock::produce() {
  const AttentionLayout &layout = spec.layout;
  Value zero = kb.c32(0);
  auto loadKey = [&](Pipeline::Position &place, Value block) {
    loadStage(keyRing, place, layout.key, arguments.key, layout.keyOffset, kb.mul(block, spec.schedule.keys), zero);
  };
  auto loadValue = [&](Pipeline::Position &place, Value block) {
    loadStage(valueRing, place, layout.value, arguments.value, layout.valueOffset, zero,
              kb.mul(block, spec.schedule.keys));
  };
  Pipeline::Position key{zero, zero}, value{zero, zero};
  loadKey(key, kb.sub(blocks, 1));
  arriveExpect(kb, queryBarrier, kb.c32(layout.query.bytes()));
  load(layout.query, arguments.query, part(layout.queryOffset), firstRow, zero, queryBarrier);
  SmallVector<Value> ends = kb.forLoop(kb.c32(1), blocks, 1, {key.stage, key.parity, value.stage, value.parity},
                                       [&](Value number, ValueRange carried) {
                                         Pipeline::Position key{carried[0], carried[1]}, value{carried[2], carried[3]};
                                         Value block = kb.sub(kb.sub(blocks, 1), number);
                                         loadKey(key, block);
                                         loadValue(value, kb.add(block, 1));
                                         return SmallVector<Value>{key.stage, key.parity, value.stage, value.parity};
                                       });
  value = {ends[2], ends[3]};
  loadValue(value, zero);
}

namespace {

/// The two products of a warpgroup, by stages of keys and values.
class AttentionProducts {
public:
  AttentionProducts(KernelBuilder &kb, const AttentionSpec &spec, Value query, Value key, Value value)
      : kb(kb), spec(spec), query(emitDescriptor(kb, spec.layout.query, query)),
        key(emitDescriptor(kb, spec.layout.key, key)), value(emitDescriptor(kb, spec.layout.value, value)) {}

  /// Starts the scores of a block of keys.
  Value multiplyKeys(Value stage) const {
    const Multiplicand &multiplicand = spec.layout.key;
    fenceProducts(kb);
    Value first = at(key, multiplicand, stage);
    Value sums = kb.create<LLVM::UndefOp>(getAccumulatorType(kb, spec.schedule.keys));
    for (int64_t step = 0; step < multiplicand.tileK / 16; ++step)
      sums = multiply(kb, spec.elementType, sums, kb.add(query, getStepOffset(spec.layout.query, step)), true,
                      kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor, /*starts=*/step == 0);
    commitProducts(kb);
    return sums;
  }
  /// Starts to add a block of values, times `weights`, to `sums`.
  Value multiplyValues(Value stage, Value sums, ArrayRef<Value> weights) const {
    const Multiplicand &multiplicand = spec.layout.value;
    fenceProducts(kb);
    Value first = at(value, multiplicand, stage);
    for (int64_t step = 0; step < spec.schedule.keys / 16; ++step)
      sums = multiplyRegisters(kb, spec.elementType, sums, weights.slice(4 * step, 4),
                               kb.add(first, getStepOffset(multiplicand, step)), multiplicand.kMajor,
                               /*starts=*/false);
    commitProducts(kb);
    return sums;
  }
  Value getZeros() const {
    Value sums = kb.create<LLVM::UndefOp>(getAccumulatorType(kb, spec.columns));
    for (int64_t i = 0; i < spec.columns / 2; ++i)
      sums = kb.create<LLVM::InsertValueOp>(sums, kb.cF32(0), i);
    return sums;
  }
  /// Sums of values as they are for a larger maximum.
  Value rescale(Value sums, const RowState &rows) const {
    for (auto [i, value] : llvm::enumerate(kb.extractAll(sums))) {
      Value scaled = kb.create<arith::MulFOp>(value, rows.growth[i / 2 % 2]);
      sums = kb.create<LLVM::InsertValueOp>(sums, scaled, static_cast<int64_t>(i));
    }
    return sums;
  }

private:
  Value at(Value descriptor, const Multiplicand &multiplicand, Value stage) const {
    return kb.add(descriptor, kb.toI64(kb.mul(stage, getStageBytes(multiplicand) / 16)));
  }

  KernelBuilder &kb;
  const AttentionSpec &spec;
  Value query, key, value;
};

/// What a consumer carries from block to block of keys: places in both rings, sums of values, its rows, weights.
struct ConsumerState {
  Pipeline::Position key, value;
  Value sums;
  RowState rows;
  SmallVector<Value> weights;

  SmallVector<Value> pack() const {
    SmallVector<Value> values = {key.stage, key.parity, value.stage, value.parity, sums};
    rows.pack(values);
    llvm::append_range(values, weights);
    return values;
  }
  static ConsumerState unpack(ValueRange values) {
    return {{values[0], values[1]},
            {values[2], values[3]},
            values[4],
            RowState::unpack(values.drop_front(5)),
            SmallVector<Value>(values.drop_front(5 + RowState::size))};
  }
};

} // namespace

void AttentionBlock::consume(const ThreadPosition &position) {
  const AttentionLayout &layout = spec.layout;
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  AttentionFormula formula(kernel, spec.plan);
  OnlineSoftmax softmax(kb, spec.elementType, formula.exponentFactor());
  Value queryRows = kb.mad(consumer.warpgroup, 64 * 128, sharedAddress(layout.queryOffset));
  AttentionProducts products(kb, spec, queryRows, sharedAddress(layout.keyOffset), sharedAddress(layout.valueOffset));
  auto release = [&](const Pipeline &ring, Value stage) {
    kb.ifThen(consumer.lead, [&] { arrive(kb, ring.emptyBarrier(kb, stage)); });
  };

  Value zero = kb.c32(0);
  Pipeline::Position start{zero, zero};
  waitBarrier(kb, queryBarrier, zero);
  keyRing.waitFull(kb, start);
  Value scores = waitProducts(kb, 0, products.multiplyKeys(start.stage)).front();
  release(keyRing, start.stage);
  SmallVector<Value> elements = kb.extractAll(scores);
  maskKeys(softmax, elements, consumer);
  ConsumerState state{keyRing.advance(kb, start), start, products.getZeros(), softmax.begin(), {}};
  softmax.takeMaximum(elements, state.rows);
  state.weights = softmax.takeExponentials(elements, state.rows);

  SmallVector<Value> ends = kb.forLoop(kb.c32(1), blocks, 1, state.pack(), [&](Value, ValueRange carried) {
    ConsumerState state = ConsumerState::unpack(carried);
    keyRing.waitFull(kb, state.key);
    Value scores = products.multiplyKeys(state.key.stage);
    // Beside the product of the keys.
    Value sums = products.rescale(state.sums, state.rows);
    valueRing.waitFull(kb, state.value);
    sums = products.multiplyValues(state.value.stage, sums, state.weights);
    scores = waitProducts(kb, 1, scores).front();
    release(keyRing, state.key.stage);
    SmallVector<Value> elements = kb.extractAll(scores);
    // Beside the product of the values.
    softmax.takeMaximum(elements, state.rows);
    state.sums = waitProducts(kb, 0, sums, state.weights).front();
    release(valueRing, state.value.stage);
    state.weights = softmax.takeExponentials(elements, state.rows);
    state.key = keyRing.advance(kb, state.key);
    state.value = valueRing.advance(kb, state.value);
    return state.pack();
  });
  state = ConsumerState::unpack(ends);
  valueRing.waitFull(kb, state.value);
  Value sums = products.multiplyValues(state.value.stage, products.rescale(state.sums, state.rows), state.weights);
  sums = waitProducts(kb, 0, sums, state.weights).front();
  softmax.finish(state.rows);
  store(formula, sums, state.rows, consumer);
}

// The last block of keys comes first. Keys behind the end are no keys.
void AttentionBlock::maskKeys(OnlineSoftmax &softmax, MutableArrayRef<Value> elements,
                              const ConsumerPosition &consumer) {
  int64_t keys = spec.schedule.keys;
  std::optional<int64_t> known = KernelBuilder::asConstant(arguments.keys);
  if (known && *known % keys == 0)
    return;
  Value firstKey = kb.mad(kb.rem(consumer.lane, 4), 2, kb.mul(kb.sub(blocks, 1), keys));
  softmax.maskBehind(elements, kb.sub(arguments.keys, firstKey));
}

// Pairs of columns. Columns are multiples of 8, so that all of them are inside.
void AttentionBlock::store(AttentionFormula &formula, Value accumulators, const RowState &rows,
                           const ConsumerPosition &consumer) {
  AttentionFormula::Lanes weight;
  AttentionFormula::Values rowValues =
      formula.evaluateRows(kb, {rows.largest[0], rows.largest[1]}, {rows.sum[0], rows.sum[1]}, weight);
  SmallVector<OperandAccess> outputs;
  SmallVector<Value> outer = llvm::map_to_vector(batch, [&](Value index) { return kb.toI64(index); });
  for (const MemRefArgument &argument : arguments.outputs) {
    outputs.push_back(OperandAccess::get(kb, argument, batch.size() + 2));
    outputs.back().enterOuter(kb, outer);
  }
  SmallVector<Value> sums = kb.extractAll(accumulators);
  Value ownRow = kb.add(kb.mad(consumer.warpgroup, 64, firstRow), kb.mad(consumer.warp, 16, kb.div(consumer.lane, 4)));
  Value ownColumn = kb.mul(kb.rem(consumer.lane, 4), 2);
  for (int64_t half = 0; half < 2; ++half) {
    Value row = kb.add(ownRow, 8 * half);
    AttentionFormula::Values values;
    for (auto &[name, lanes] : rowValues)
      values[name] = AttentionFormula::Lanes(2, lanes[half]);
    kb.ifThen(kb.lt(row, arguments.rows), [&] {
      for (int64_t j = 0; j < spec.columns / 8; ++j) {
        AttentionFormula::Lanes results;
        for (int64_t i = 0; i < 2; ++i)
          results.push_back(kb.create<arith::MulFOp>(sums[4 * j + 2 * half + i], weight[half]));
        SmallVector<AttentionFormula::Lanes> computed = formula.evaluateOutputs(kb, results, values);
        for (auto [output, lanes] : llvm::zip_equal(outputs, computed)) {
          Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, lanes[0].getType()));
          for (int64_t i = 0; i < 2; ++i)
            pair = kb.create<LLVM::InsertElementOp>(pair, lanes[i], kb.c32(i));
          kb.store(toStored(kb, pair, output.elementType), output.address(kb, row, kb.add(ownColumn, 8 * j)));
        }
      }
    });
  }
}

void AttentionBlock::emit(bool dependentLaunch) {
  const AttentionSchedule &schedule = spec.schedule;
  ThreadPosition position = ThreadPosition::get(kb);
  kb.ifThen(kb.eq(position.thread, 128 * schedule.warpgroups), [&] { initialize(); });
  syncBlock(kb);
  if (dependentLaunch) {
    waitForDependencies(kb);
    launchDependents(kb);
  }
  locate();
  auto consumers = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.consumerRegisters(), /*increase=*/true);
    consume(position);
    return SmallVector<Value>();
  };
  auto producer = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.producerRegisters(), /*increase=*/false);
    kb.ifThen(kb.eq(position.warp, 4 * schedule.warpgroups), [&] { kb.ifThen(electOne(kb), [&] { produce(); }); });
    return SmallVector<Value>();
  };
  kb.ifElse(kb.lt(position.warpgroup, kb.c32(schedule.warpgroups)), TypeRange(), consumers, producer);
}

void fusion::emitAttentionKernel(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                                 const AttentionArguments &arguments, Value shared, bool dependentLaunch) {
  AttentionBlock(kb, kernel, spec, arguments, shared).emit(dependentLaunch);
}
