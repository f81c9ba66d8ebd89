// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Evaluates a chunk of accumulators, and brings it out by TMA, by rows, or directly.

#include "Epilogue.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Families/SM90/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

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
static bool hasPairsInRows(bool isSwapped, const ProductSizes &sizes) {
  return !isSwapped && KernelBuilder::asConstant(sizes.n).value_or(1) % 2 == 0;
}

/// Whether no tile, of those that clusters have too, reaches beyond the output.
static bool hasWholeTiles(const Walk &walk, const ProductSizes &sizes) {
  auto divides = [&](Value size, int64_t tile) {
    std::optional<int64_t> known = KernelBuilder::asConstant(size);
    return known && *known % (tile * walk.cluster.tiles()) == 0;
  };
  return divides(sizes.m, walk.tileM) && divides(sizes.n, walk.tileN);
}

Epilogue::Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
                   const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
                   const EpilogueMemory &memory)
    : kb(kb), plan(plan), arguments(arguments), sizes(sizes), position(position),
      frame(kb, spec.atom.own.swap, spec.walk.getOutputUnit(), sizes, position),
      staging(kb, spec.atom.own, plan, position, memory.staging),
      inputs(kb, kernel, spec.atom.own, plan, arguments, sizes.batch.size() + 2, position, frame, staging, memory),
      evaluator(kernel, sharesReciprocals(spec.roles.isPingPong, plan)), quadDraws(kernel),
      branches(getPreciseCostPerElement(kernel) > getScalarCostPerElement(kernel)),
      pairsInRows(hasPairsInRows(spec.atom.own.swap, sizes)), wholeTiles(hasWholeTiles(spec.walk, sizes)),
      scattered(getScatterStores(kernel, arguments.outputs, sizes.batch.size() + 2)) {
  for (auto [index, output] : llvm::enumerate(plan.outputs))
    if (output.isMaximum)
      maxima.emplace_back(index, AmaxStore(kb, getElementTypeOrSelf(kernel.getComputed()[output.index])));
  for (auto [index, table] : llvm::zip_equal(plan.tables, arguments.tables))
    tables.add(kernel.getBodyArgument(index), table);
  for (const MemRefArgument &argument : arguments.outputs)
    outputs.push_back(OperandAccess::get(kb, argument, sizes.batch.size() + 2));
}

void Epilogue::begin(ValueRange batch, Value row, Value col, Value use, Value finishes, Value ofProducts) {
  frame.enter(batch, row, col);
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
  inputs.loadChunk(chunk);
  ChunkGroups groups = staging.groupsOf(chunk);
  for (int64_t block = groups.firstBlock; block < groups.endBlock; ++block) {
    for (int64_t column8 = groups.first8; column8 < groups.fresh8; column8 += 2)
      for (auto [index, output] : llvm::enumerate(plan.outputs))
        if (output.staged)
          staging.store(index, chunk, block, column8, kept.lookup({unsigned(index), Pair{block, column8, 0}.key()}));
    for (int64_t column8 = groups.fresh8; column8 < groups.end8; column8 += 2) {
      // What lies behind the end is not needed. But it is the branch that counts: ptxas starts functions in f32, which
      // are long, of all elements that it sees, and spills what comes of them.
      bool keeps = column8 >= groups.next8;
      auto finishOwn = [&, column8 = column8] { finishGroup(chunk, block, column8, keeps, accumulators[block]); };
      if (branches && !keeps)
        kb.ifThen(isInside(block, column8), finishOwn);
      else
        finishOwn();
    }
  }
  if (plan.stagesOutputs())
    sendChunk(chunk);
}

Value Epilogue::isInside(int64_t block, int64_t column8) {
  Value row = frame.rowOfBlock(block), column = frame.columnOfGroup(column8);
  // Of tiles that divide the output LLVM would know it.
  Value m = kb.hide(sizes.m), n = kb.hide(sizes.n);
  return kb.andI(kb.lt(frame.outputRow(row, column), m), kb.lt(frame.outputCol(row, column), n));
}

namespace {
/// The two elements of a thread in a row of wgmma's output.
class PairPlace : public ArgumentPlace {
public:
  PairPlace(TileFrame &frame, const ProductSizes &sizes, Pair pair, const TableArguments &tables, bool inRow,
            QuadRow quadRow)
      : ArgumentPlace(tables), frame(frame), sizes(sizes), pair(pair), inRow(inRow), quadRow(quadRow) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    auto [row, column] = getElement(lane);
    ValueRange outer = frame.outerIndices();
    Value place = fromLast == 0 ? column : fromLast == 1 ? row : outer[outer.size() + 1 - fromLast];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  }
  Value isInside(KernelBuilder &kb, int64_t lane) override {
    auto [row, column] = getElement(lane);
    return kb.andI(kb.lt(row, sizes.m), kb.lt(column, sizes.n));
  }
  AdjacentLanes getAdjacent() const override { return inRow ? AdjacentLanes{1, 2} : AdjacentLanes{}; }
  QuadRow getQuadRow() const override { return quadRow; }

private:
  /// Its row and column in the output.
  std::pair<Value, Value> getElement(int64_t lane) {
    Value row = frame.rowOf(pair.block, pair.half), column = frame.columnOf(pair.column8, lane);
    return {frame.outputRow(row, column), frame.outputCol(row, column)};
  }

  TileFrame &frame;
  const ProductSizes &sizes;
  Pair pair;
  bool inRow;
  QuadRow quadRow;
};
} // namespace

/// Halves 0 and 1 of group `column8`, then of the next one, are the four rows of a quad.
QuadGroup Epilogue::makeQuad(int64_t block, int64_t column8) {
  Value thread = kb.rem(position.lane, 4);
  return QuadGroup(quadDraws, thread, [this, block, column8, thread](int64_t fromLast) {
    ValueRange outer = frame.outerIndices();
    Value place = fromLast == 0   ? kb.add(frame.columnOfGroup(column8), kb.mul(kb.div(thread, 2), 8))
                  : fromLast == 1 ? kb.add(frame.rowOf(block, 0), kb.mul(kb.rem(thread, 2), 8))
                                  : outer[outer.size() + 1 - fromLast];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  });
}

void Epilogue::finishGroup(int64_t chunk, int64_t block, int64_t column8, bool keeps, Value accumulator) {
  SmallVector<DirectResults> results(plan.outputs.size());
  int64_t end8 = std::min(column8 + 2, staging.groupsOf(chunk).end8);
  bool isQuad = !quadDraws.empty() && !frame.isSwapped() && end8 == column8 + 2;
  QuadGroup quad = makeQuad(block, column8);
  for (int64_t next = column8; next < end8; ++next)
    for (int64_t half = 0; half < 2; ++half) {
      Lanes acc = {kb.extract(accumulator, 4 * next + 2 * half), kb.extract(accumulator, 4 * next + 2 * half + 1)};
      Pair pair{block, next, half};
      QuadRow quadRow{isQuad ? &quad : nullptr, 2 * (next - column8) + half};
      PairPlace place(frame, sizes, pair, tables, pairsInRows, quadRow);
      BodyEvaluator::Results own = evaluator.evaluate(kb, inputs.at(pair), {acc}, 2, place);
      for (unsigned output = 0; output < plan.outputs.size(); ++output) {
        results[output].values.push_back(own.values[output]);
        if (!own.conditions[output].empty())
          results[output].conditions.push_back(own.conditions[output]);
        if (!own.indices[output].empty())
          results[output].indices.push_back(own.indices[output]);
      }
    }
  for (auto [output, maximum] : maxima)
    for (auto [index, lanes] : llvm::enumerate(results[output].values))
      addToMaximum(maximum, block, column8 + index / 2, index % 2, lanes);
  for (auto [index, output] : llvm::enumerate(plan.outputs)) {
    if (output.isMaximum)
      continue;
    if (output.isBits) {
      storeBits(index, block, column8, results[index].values);
      continue;
    }
    if (!output.staged) {
      storeDirect(index, block, column8, results[index]);
      continue;
    }
    SmallVector<Value> packed = staging.pack(results[index].values, outputs[index].elementType);
    staging.store(index, chunk, block, column8, packed);
    if (keeps)
      kept[{unsigned(index), Pair{block, column8, 0}.key()}] = packed;
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

void Epilogue::addToMaximum(const AmaxStore &maximum, int64_t block, int64_t column8, int64_t half,
                            ArrayRef<Value> lanes) {
  if (wholeTiles)
    return maximum.add(kb, lanes);
  for (auto [lane, magnitude] : llvm::enumerate(lanes)) {
    Value row = frame.rowOf(block, half), column = frame.columnOf(column8, lane);
    Value inside = kb.andI(kb.lt(frame.outputRow(row, column), sizes.m), kb.lt(frame.outputCol(row, column), sizes.n));
    maximum.add(kb, magnitude, inside);
  }
}

void Epilogue::storeDirect(unsigned output, int64_t block, int64_t column8, const DirectResults &results) {
  const OperandAccess &access = outputs[output];
  const std::optional<ScatterStore> &scatter = scattered[output];
  bool inPairs = plan.outputs[output].pairs && results.conditions.empty() && (!scatter || scatter->keepsRows());
  for (auto [index, lanes] : llvm::enumerate(results.values)) {
    Value row = frame.rowOf(block, index % 2);
    int64_t group = column8 + index / 2, width = inPairs ? 2 : 1;
    for (int64_t lane = 0; lane < 2; lane += width) {
      Value column = frame.columnOf(group, lane);
      Value m = frame.outputRow(row, column), n = frame.outputCol(row, column);
      Value stored =
          width == 2 ? packPair(kb, lanes, access.elementType) : toStored(kb, lanes[lane], access.elementType);
      Value inside = kb.andI(kb.lt(m, sizes.m), kb.lt(n, sizes.n));
      if (!results.conditions.empty())
        inside = kb.andI(inside, results.conditions[index][lane]);
      Value place = scatter ? results.indices[index][lane] : Value();
      if (place)
        inside = kb.andI(inside, scatter->isInside(kb, place));
      kb.ifThen(inside, [&] {
        kb.store(stored, place ? scatter->address(kb, access, {llvm::to_vector(frame.outerIndices()), m, n}, place)
                               : access.address(kb, m, n));
      });
    }
  }
}

SmallVector<Value> Epilogue::chunkCoordinates(int64_t chunk) {
  ChunkGroups groups = staging.groupsOf(chunk);
  return frame.coordinatesOf(frame.rowOfBlock(groups.firstBlock), frame.columnOfGroup(groups.first8));
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
            index, chunk, chunkCoordinates(chunk),
            [&, map = arguments.outputMaps[index]](Value box, ValueRange place) { storeBox(kb, map, box, place); });
    commitStores(kb);
    if (plan.stagesInputs() && chunk + plan.chunks.buffers < plan.chunks.count) {
      waitStoresRead(kb, 0);
      inputs.startStaged(chunk + plan.chunks.buffers);
    }
  });
}
