// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Evaluates a chunk of accumulators, and brings it out by TMA, by rows, or directly.

#include "Epilogue.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Families/Async/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Whether quotients share reciprocals. Two of them take fewer clocks of the special-function unit and more
/// instructions. In ping-pong the other warpgroup multiplies meanwhile, and instructions are what an epilogue costs;
/// beside operands that threads load from memory, with their addresses, there are no registers for it: ptxas spilled up
/// to 36 bytes (4095 x 4097 x 1023 bias, gelu and residual). Measured in docs/lab.
static bool sharesReciprocals(bool isPingPong, const EpiloguePlan &plan) {
  return !isPingPong &&
         llvm::none_of(plan.inputs, [](const EpilogueInput &input) { return input.path == InputPath::Direct; });
}

/// Steps of products from which on staged loads are spread over them. A third of the steps is left for the last load:
/// of fewer it would come late.
static constexpr int64_t kSpreadSteps = 32;

/// Whether the columns of a pair, the first of them even, are columns of the output, of which there is an even number.
static bool hasPairsInRows(const AccumulatorLayout &layout, const ProductSizes &sizes) {
  return !layout.isSwapped() && KernelBuilder::asConstant(sizes.n).value_or(1) % 2 == 0;
}

/// Whether no tile, of those that clusters have too, reaches beyond the output.
static bool hasWholeTiles(const Walk &walk, const ProductSizes &sizes) {
  auto divides = [&](Value size, int64_t tile) {
    std::optional<int64_t> known = KernelBuilder::asConstant(size);
    return known && *known % (tile * walk.cluster.tiles()) == 0;
  };
  return divides(sizes.m, walk.tileM) && divides(sizes.n, walk.tileN);
}

/// What a kernel that was checked reads of other columns.
static ColumnReads getColumnReads(KernelOp kernel) {
  FusionVerdict why;
  return ColumnReads::get(kernel, why);
}

Epilogue::Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
                   const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
                   const EpilogueMemory &memory)
    : kb(kb), layout(*spec.atom->layout), plan(plan), arguments(arguments), sizes(sizes), position(position),
      frame(kb, layout, spec.walk.getOutputUnit(), sizes, position),
      staging(kb, layout, plan, position, memory.staging),
      inputs(kb, kernel, layout, plan, arguments, sizes.batch.size() + 2, position, frame, staging, memory),
      evaluator(kernel, sharesReciprocals(spec.roles.isPingPong, plan)), quadDraws(kernel),
      columnReads(getColumnReads(kernel)), branches(getPreciseCostPerElement(kernel) > getScalarCostPerElement(kernel)),
      pairsInRows(hasPairsInRows(layout, sizes)), wholeTiles(hasWholeTiles(spec.walk, sizes)),
      scattered(getScatterStores(kernel, arguments.outputs, sizes.batch.size() + 2)) {
  for (auto [index, output] : llvm::enumerate(plan.outputs))
    if (output.isMaximum)
      maxima.emplace_back(index, AmaxStore(kb, getElementTypeOrSelf(kernel.getComputed()[output.index])));
  for (auto [index, table] : llvm::zip_equal(plan.tables, arguments.tables))
    tables.add(kernel.getBodyArgument(index), table);
  for (const MemRefArgument &argument : arguments.outputs)
    outputs.push_back(OperandAccess::get(kb, argument, sizes.batch.size() + 2));
}

void Epilogue::begin(ValueRange batch, Value row, Value col, Value use, Value finishes, Value ofProducts,
                     Value rowEnd) {
  assert((!rowEnd || !plan.stagesOutputs()) && "boxes and whole rows of a chunk know no end but the output's");
  frame.enter(batch, row, col, rowEnd);
  for (OperandAccess &access : outputs)
    access.enterOuter(kb, frame.outerIndices());
  inputs.begin(use);
  starts = kb.andI(position.lead, finishes);
  steps = ofProducts;
  startBeside(kb.c32(0));
}

void Epilogue::beginBeside(Value step) {
  // The loop of products may count from zero.
  if (plan.stagesInputs())
    kb.ifThen(kb.lt(kb.c32(0), step), [&] { startBeside(step); });
}

// All blocks begin their tiles at about the same time. Spread over the products, loads do not come all at once, and the
// thread that starts them does not wait for stores of the tile before. Few products would end before the last of them.
void Epilogue::startBeside(Value step) {
  if (!plan.stagesInputs())
    return;
  int64_t buffers = plan.chunks.buffers;
  for (int64_t chunk = 0; chunk < buffers; ++chunk) {
    Value spread = kb.div(kb.mul(steps, chunk + 1), buffers + 1);
    Value own = kb.select(kb.lt(steps, kb.c32(kSpreadSteps)), kb.c32(0), spread);
    kb.ifThen(kb.andI(starts, kb.eq(step, own)), [&] {
      waitStoresRead(kb, 0);
      inputs.startStaged(chunk);
    });
  }
}

void Epilogue::beginLate() {
  if (plan.stagesInputs())
    kb.ifThen(position.lead, [&] { startStaged(); });
}

void Epilogue::startStaged() {
  waitStoresRead(kb, 0);
  for (int64_t chunk = 0; chunk < plan.chunks.buffers; ++chunk)
    inputs.startStaged(chunk);
}

void Epilogue::finish(ArrayRef<Value> accumulators) {
  inputs.storeLines();
  kept.clear();
  for (int64_t chunk = 0; chunk < plan.chunks.count; ++chunk)
    finishChunk(chunk, accumulators);
}

void Epilogue::drain() {
  if (plan.stagesOutputs())
    kb.ifThen(position.lead, [&] { waitStoresRead(kb, 0); });
  for (auto [output, maximum] : maxima)
    maximum.finishWarp(kb, arguments.outputs[output].pointer, position.thread);
}

//===----------------------------------------------------------------------===//
// A chunk
//===----------------------------------------------------------------------===//

void Epilogue::finishChunk(int64_t chunk, ArrayRef<Value> accumulators) {
  if (plan.stagesInputs()) {
    inputs.waitStaged(chunk);
    if (plan.storesRows())
      position.sync(kb);
  } else if (plan.stagesOutputs())
    freeBuffers(chunk);
  SmallVector<Fragment> fragments = layout.getFragments(plan.chunks, chunk);
  inputs.loadChunk(chunk, fragments);
  for (const Fragment &fragment : fragments) {
    if (fragment.isComputed) {
      for (auto [index, output] : llvm::enumerate(plan.outputs))
        if (output.staged)
          staging.store(index, chunk, fragment, kept.lookup({unsigned(index), fragment.pairs.front().key()}));
      continue;
    }
    // What lies behind the end is not needed. But it is the branch that counts: ptxas starts functions in f32, which
    // are long, of all elements that it sees, and spills what comes of them.
    auto finishOwn = [&] { finishFragment(chunk, fragment, accumulators); };
    if (branches && !fragment.isStagedAgain)
      kb.ifThen(isInside(fragment), finishOwn);
    else
      finishOwn();
  }
  if (plan.stagesOutputs())
    sendChunk(chunk);
}

Value Epilogue::isInside(const Fragment &fragment) {
  OutputPlace first = frame.toOutput(frame.rowBehind(fragment.firstRow), frame.columnBehind(fragment.firstColumn));
  // Of tiles that divide the output LLVM would know it.
  Value m = kb.hide(sizes.m), n = kb.hide(sizes.n);
  return kb.andI(kb.lt(first.row, m), kb.lt(first.col, n));
}

namespace {
/// The two elements of a thread in a row of accumulators.
class PairPlace : public ArgumentPlace {
public:
  /// What a lookup of a lane reads of an argument of the body, as it is stored, or, where that is null, of the sums.
  using Read = function_ref<Value(BlockArgument argument, LookupOp lookup, int64_t lane)>;

  PairPlace(TileFrame &frame, Pair pair, const TableArguments &tables, bool inRow, QuadRow quadRow, Read read)
      : ArgumentPlace(tables), frame(frame), pair(pair), inRow(inRow), quadRow(quadRow), read(read) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    auto [row, column] = frame.placeOf(pair, lane);
    ValueRange outer = frame.outerIndices();
    Value place = fromLast == 0 ? column : fromLast == 1 ? row : outer[outer.size() + 1 - fromLast];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  }
  Value isInside(KernelBuilder &kb, int64_t lane) override { return frame.isInside(frame.placeOf(pair, lane)); }
  AdjacentLanes getAdjacent() const override { return inRow ? AdjacentLanes{1, 2} : AdjacentLanes{}; }
  QuadRow getQuadRow() const override { return quadRow; }
  Value getSum(KernelBuilder &, LookupOp lookup, int64_t lane, Value, Value) override {
    return read(BlockArgument(), lookup, lane);
  }
  Value getElement(KernelBuilder &, BlockArgument argument, LookupOp lookup, int64_t lane, Value, Value) override {
    return read(argument, lookup, lane);
  }

private:
  TileFrame &frame;
  Pair pair;
  bool inRow;
  QuadRow quadRow;
  Read read;
};
} // namespace

std::optional<QuadGroup> Epilogue::makeQuad(const Fragment &fragment) {
  if (quadDraws.empty() || !layout.isOfQuad(fragment))
    return std::nullopt;
  Value thread = layout.getThreadOfRow(kb, position);
  return QuadGroup(quadDraws, thread, [this, fragment, thread](int64_t fromLast) {
    ValueRange outer = frame.outerIndices();
    Value place = fromLast == 0   ? kb.add(frame.columnBehind(fragment.firstColumn), layout.getColumnBehind(kb, thread))
                  : fromLast == 1 ? kb.add(frame.rowOf(fragment.pairs.front().row), layout.getRowBehind(kb, thread))
                                  : outer[outer.size() + 1 - fromLast];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  });
}

// Tiles begin at multiples of a group, so which column of its group a register holds is known here.
std::pair<Pair, int64_t> Epilogue::findSource(LookupOp lookup, Pair pair, int64_t lane) const {
  ArrayRef<int64_t> sources = columnReads.sources.find(lookup)->second;
  if (columnReads.group == 2)
    return {pair, std::max<int64_t>(sources[lane], 0)};
  int64_t own = layout.getOutputColumn(pair) % columnReads.group, source = sources[own];
  return {source == ColumnReads::kNone ? pair : layout.getPairBehind(pair, source - own), lane};
}

void Epilogue::finishFragment(int64_t chunk, const Fragment &fragment, ArrayRef<Value> accumulators) {
  SmallVector<DirectResults> results(plan.outputs.size());
  std::optional<QuadGroup> quad = makeQuad(fragment);
  for (auto [index, pair] : llvm::enumerate(fragment.pairs)) {
    SmallVector<Lanes, 1> sums; // of each product
    for (size_t place = pair.accumulator; place < accumulators.size(); place += layout.countAccumulators())
      sums.push_back({kb.extract(accumulators[place], pair.first), kb.extract(accumulators[place], pair.first + 1)});
    QuadRow quadRow{quad ? &*quad : nullptr, static_cast<int64_t>(index)};
    auto read = [&, pair = pair](BlockArgument argument, LookupOp lookup, int64_t lane) -> Value {
      auto [source, of] = findSource(lookup, pair, lane);
      return argument ? inputs.loadAt(argument, source)[of]
                      : kb.extract(accumulators[source.accumulator], source.first + of);
    };
    PairPlace place(frame, pair, tables, pairsInRows, quadRow, read);
    BodyEvaluator::Results own = evaluator.evaluate(kb, inputs.at(pair), sums, 2, place);
    for (unsigned output = 0; output < plan.outputs.size(); ++output) {
      results[output].values.push_back(own.values[output]);
      if (!own.conditions[output].empty())
        results[output].conditions.push_back(own.conditions[output]);
      if (!own.indices[output].empty())
        results[output].indices.push_back(own.indices[output]);
    }
  }
  for (auto [output, maximum] : maxima)
    for (auto [pair, lanes] : llvm::zip_equal(fragment.pairs, results[output].values))
      addToMaximum(maximum, pair, lanes);
  for (auto [index, output] : llvm::enumerate(plan.outputs)) {
    if (output.isMaximum)
      continue;
    if (output.isBits) {
      storeBits(index, fragment, results[index].values);
      continue;
    }
    if (!output.staged) {
      storeDirect(index, fragment, results[index]);
      continue;
    }
    SmallVector<Value> packed = staging.pack(results[index].values, outputs[index].elementType);
    staging.store(index, chunk, fragment, packed);
    if (fragment.isStagedAgain)
      kept[{unsigned(index), fragment.pairs.front().key()}] = packed;
  }
}

/// Buffers that this chunk goes through have been read by the copies of the chunk that was there before. With a buffer
/// for every chunk that was in the tile before, and one wait will do.
void Epilogue::freeBuffers(int64_t chunk) {
  if (plan.chunks.buffers == plan.chunks.count && plan.chunks.count > 1) {
    if (chunk == 0) {
      kb.ifThen(position.lead, [&] { waitStoresRead(kb, 0); });
      position.sync(kb);
    }
    return;
  }
  // The first chunk of a tile may follow one in the same buffer.
  bool sentLast = chunk == 0 && plan.chunks.count % plan.chunks.buffers != 0;
  kb.ifThen(position.lead, [&] { waitStoresRead(kb, sentLast ? 0 : plan.chunks.buffers - 1); });
  position.sync(kb);
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

void Epilogue::addToMaximum(const AmaxStore &maximum, Pair pair, ArrayRef<Value> lanes) {
  if (wholeTiles && !frame.hasRowEnd())
    return maximum.add(kb, lanes);
  for (auto [lane, magnitude] : llvm::enumerate(lanes))
    maximum.add(kb, magnitude, frame.isInside(frame.placeOf(pair, lane)));
}

void Epilogue::storeDirect(unsigned output, const Fragment &fragment, const DirectResults &results) {
  const OperandAccess &access = outputs[output];
  const std::optional<ScatterStore> &scatter = scattered[output];
  bool inPairs = plan.outputs[output].pairs && results.conditions.empty() && (!scatter || scatter->keepsRows());
  int64_t width = inPairs ? 2 : 1;
  for (auto [index, lanes] : llvm::enumerate(results.values))
    for (int64_t lane = 0; lane < 2; lane += width) {
      OutputPlace at = frame.placeOf(fragment.pairs[index], lane);
      Value stored =
          width == 2 ? packPair(kb, lanes, access.elementType) : toStored(kb, lanes[lane], access.elementType);
      Value inside = frame.isInside(at);
      if (!results.conditions.empty())
        inside = kb.andI(inside, results.conditions[index][lane]);
      Value place = scatter ? results.indices[index][lane] : Value();
      if (place)
        inside = kb.andI(inside, scatter->isInside(kb, place));
      kb.ifThen(inside, [&] {
        kb.store(stored,
                 place ? scatter->address(kb, access, {llvm::to_vector(frame.outerIndices()), at.row, at.col}, place)
                       : access.address(kb, at.row, at.col));
      });
    }
}

void Epilogue::sendChunk(int64_t chunk) {
  fenceAsyncShared(kb);
  position.sync(kb);
  for (auto [index, output] : llvm::enumerate(plan.outputs))
    if (output.rowAccess > 0)
      storeRows(index, chunk);
  kb.ifThen(position.lead, [&] {
    for (auto [index, output] : llvm::enumerate(plan.outputs))
      if (output.staged && output.rowAccess == 0)
        staging.forBoxes(
            index, chunk, frame.coordinatesOf(plan.chunks, chunk),
            [&, map = arguments.outputMaps[index]](Value box, ValueRange place) { storeBox(kb, map, box, place); });
    commitStores(kb);
    if (plan.stagesInputs() && chunk + plan.chunks.buffers < plan.chunks.count) {
      waitStoresRead(kb, 0);
      inputs.startStaged(chunk + plan.chunks.buffers);
    }
  });
}
