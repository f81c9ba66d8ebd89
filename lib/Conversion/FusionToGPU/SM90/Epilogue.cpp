// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Epilogue.h"

#include "Instructions.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Support/SeededFault.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

static constexpr int64_t warpgroupThreads = 128;

/// Whether there are registers for quotients that share reciprocals: beside operands that threads load from memory,
/// with their addresses, ptxas spilled up to 36 bytes (4095 x 4097 x 1023 bias, gelu and residual).
static bool hasRoomForPairs(const EpiloguePlan &plan) {
  return llvm::none_of(plan.inputs, [](const EpilogueInput &input) { return input.path == InputPath::Direct; });
}

void ConsumerPosition::sync(KernelBuilder &kb) const { syncThreads(kb, namedBarrier, warpgroupThreads); }

Epilogue::Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
                   const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
                   Value staging, Value lines, Value barriers)
    : kb(kb), spec(spec), plan(plan), arguments(arguments), sizes(sizes), position(position), staging(staging),
      lines(lines), barriers(barriers), evaluator(kernel, hasRoomForPairs(plan)),
      branches(getPreciseCostPerElement(kernel) > getScalarCostPerElement(kernel)) {
  int64_t rank = sizes.batch.size() + 2;
  for (auto [input, argument] : llvm::zip(plan.inputs, arguments.inputs)) {
    bodyArguments.push_back(kernel.getBodyBlock()->getArgument(input.index));
    inputs.push_back(OperandAccess::get(kb, argument, rank));
  }
  for (const MemRefArgument &argument : arguments.outputs)
    outputs.push_back(OperandAccess::get(kb, argument, rank));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value Epilogue::rowOf(int64_t block, int64_t half) {
  Value row = kb.mad(position.warp, 16, kb.div(position.lane, 4));
  return kb.add(kb.add(firstRow, row), 64 * block + 8 * half);
}

Value Epilogue::columnOf(int64_t column8, int64_t lane) {
  return kb.add(kb.add(firstColumn, kb.mul(kb.rem(position.lane, 4), 2)), 8 * column8 + lane);
}

Value Epilogue::addressInside(const OperandAccess &access, Value row, Value column, int64_t width) {
  auto inside = [&](Value index, Value size, int64_t tile, int64_t span) {
    auto constant = KernelBuilder::asConstant(size);
    return constant && *constant % tile == 0 ? index : kb.minS(index, kb.sub(size, span));
  };
  const SM90Schedule &schedule = spec.schedule;
  Value m = access.rowStride ? inside(outputRow(row, column), sizes.m, schedule.tileM * schedule.clusterM, 1) : Value();
  Value n =
      access.colStride ? inside(outputCol(row, column), sizes.n, schedule.tileN * schedule.clusterN, width) : Value();
  return access.address(kb, m, n);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

void Epilogue::begin(ValueRange batchIndices, Value row, Value col, Value tileUse, Value finishes) {
  batch.assign(batchIndices.begin(), batchIndices.end());
  firstRow = spec.schedule.swap ? col : row;
  firstColumn = spec.schedule.swap ? row : col;
  use = tileUse;
  SmallVector<Value> outer = llvm::map_to_vector(batch, [&](Value index) { return kb.toI64(index); });
  for (OperandAccess &access : inputs)
    access.enterOuter(kb, outer);
  for (OperandAccess &access : outputs)
    access.enterOuter(kb, outer);
  loaded.assign(inputs.size(), {});
  loadLines();
  loadRows();
  if (plan.stagesInputs())
    kb.ifThen(kb.andI(position.lead, finishes), [&] {
      waitStoresRead(kb, 0);
      for (int64_t chunk = 0; chunk < plan.chunks.buffers; ++chunk)
        startStagedInputs(chunk);
    });
}

/// Elements of a line, spread over the threads of a warpgroup; they are in registers while the products run.
void Epilogue::loadLines() {
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    if (input.path != InputPath::PerColumn)
      continue;
    int64_t columns = spec.schedule.finishedColumns();
    for (int64_t first = 0; first < columns; first += warpgroupThreads) {
      Value offset = kb.add(position.thread, first);
      if (first + warpgroupThreads > columns)
        offset = kb.minS(offset, kb.c32(columns - 1));
      Value column = kb.add(firstColumn, offset);
      Value address = addressInside(inputs[index], firstRow, column);
      loaded[index].push_back(kb.load(storedType(inputs[index].elementType), address));
    }
  }
}

void Epilogue::storeLines() {
  if (plan.lineBytes == 0)
    return;
  // The lines of the tile before have been read: by all threads before they sent its last chunk, if they sent one.
  if (!plan.stagesOutputs())
    position.sync(kb);
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    if (input.path != InputPath::PerColumn)
      continue;
    int64_t bytes = storedBytes(inputs[index].elementType);
    Value line = kb.offsetPtr(kb.offsetPtr(lines, input.lineOffset), kb.mul(position.thread, bytes));
    for (auto [part, value] : llvm::enumerate(loaded[index])) {
      int64_t first = part * warpgroupThreads;
      kb.ifThen(kb.lt(position.thread, kb.c32(spec.schedule.finishedColumns() - first)),
                [&, value = value] { kb.store(value, kb.offsetPtr(line, first * bytes)); });
    }
  }
  position.sync(kb);
}

void Epilogue::loadRows() {
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    Type type = storedType(inputs[index].elementType);
    if (input.path == InputPath::Scalar)
      loaded[index].push_back(kb.load(type, inputs[index].base));
    if (input.path != InputPath::PerRow)
      continue;
    for (int64_t block = 0; block < spec.schedule.warpgroupRows() / 64; ++block)
      for (int64_t half = 0; half < 2; ++half)
        loaded[index].push_back(kb.load(type, addressInside(inputs[index], rowOf(block, half), firstColumn)));
  }
}

Value Epilogue::chunkBarrier(int64_t chunk) { return kb.offsetPtr(barriers, 8 * (chunk % plan.chunks.buffers)); }

void Epilogue::startStagedInputs(int64_t chunk) {
  int64_t bytes = 0;
  for (const EpilogueInput &input : plan.inputs)
    if (input.path == InputPath::Staged)
      bytes += plan.chunks.rows * plan.chunks.columns * plan.outputs[input.slot].elementBytes;
  arriveExpect(kb, chunkBarrier(chunk), kb.c32(bytes));
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    if (input.path != InputPath::Staged)
      continue;
    SmallVector<Value> coordinates = chunkCoordinates(chunk);
    for (auto [dim, size] : llvm::enumerate(ArrayRef(arguments.inputs[index].sizes).drop_back(2)))
      if (KernelBuilder::asConstant(size) == 1)
        coordinates[coordinates.size() - 1 - dim] = kb.c32(0);
    forBoxes(input.slot, chunk, coordinates, [&, map = arguments.inputMaps[index]](Value box, ValueRange place) {
      loadBox(kb, box, map, place, chunkBarrier(chunk), Value());
    });
  }
}

// A buffer's barrier completes a phase for each chunk that goes through it.
void Epilogue::waitStagedInputs(int64_t chunk) {
  int64_t buffer = chunk % plan.chunks.buffers,
          perTile = llvm::divideCeil(plan.chunks.count - buffer, plan.chunks.buffers);
  Value phase = kb.add(kb.mul(use, perTile), chunk / plan.chunks.buffers);
  waitBarrier(kb, chunkBarrier(chunk), kb.andI(seeded("sm90-wrong-staging-phase") ? kb.add(phase, 1) : phase, 1));
}

static BodyEvaluator::Lanes splitPair(KernelBuilder &kb, Value vector) {
  return {kb.create<LLVM::ExtractElementOp>(vector, kb.c32(0)), kb.create<LLVM::ExtractElementOp>(vector, kb.c32(1))};
}

void Epilogue::loadChunk(int64_t chunk) {
  chunkLoads.clear();
  ChunkGroups groups = groupsOf(chunk);
  auto split = [&](Value vector) { return splitPair(kb, vector); };
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    unsigned number = index;
    Type type = storedType(inputs[index].elementType);
    auto pairType = VectorType::get(2, type);
    int64_t bytes = storedBytes(type);
    if (input.path == InputPath::PerColumn) {
      Value line = kb.offsetPtr(kb.offsetPtr(lines, input.lineOffset), kb.mul(kb.rem(position.lane, 4), 2 * bytes));
      for (int64_t column8 = groups.fresh8; column8 < groups.end8; ++column8)
        chunkLoads[{number, column8}] = split(kb.load(pairType, kb.offsetPtr(line, column8 * 8 * bytes)));
      continue;
    }
    if (input.path != InputPath::Direct && input.path != InputPath::Staged)
      continue;
    for (int64_t block = groups.firstBlock; block < groups.endBlock; ++block)
      for (int64_t column8 = groups.fresh8; column8 < groups.end8; ++column8) {
        if (input.path == InputPath::Staged && bytes == 2) {
          if ((column8 - groups.fresh8) % 2)
            continue;
          int64_t count = 2 * std::min<int64_t>(2, groups.end8 - column8);
          SmallVector<Value> registers =
              loadMatrices(kb, quadAddress(input.slot, chunk, block, column8), count, spec.schedule.swap);
          for (auto [i, pair] : llvm::enumerate(registers))
            chunkLoads[{number, keyOf({block, column8 + int64_t(i / 2), int64_t(i % 2)})}] =
                split(kb.create<LLVM::BitcastOp>(pairType, pair));
          continue;
        }
        for (int64_t half = 0; half < 2; ++half) {
          Lanes &lanes = chunkLoads[{number, keyOf({block, column8, half})}];
          if (input.path == InputPath::Staged) {
            lanes = loadPair(input.slot, chunk, block, column8, half, type);
            continue;
          }
          Value row = rowOf(block, half);
          if (input.pairs) {
            lanes = split(kb.load(pairType, addressInside(inputs[index], row, columnOf(column8, 0), 2)));
            continue;
          }
          for (int64_t lane = 0; lane < 2; ++lane)
            lanes.push_back(kb.load(type, addressInside(inputs[index], row, columnOf(column8, lane))));
        }
      }
  }
}

Epilogue::Lanes Epilogue::inputLanes(unsigned input, Pair pair) {
  switch (plan.inputs[input].path) {
  case InputPath::Scalar:
    return Lanes(2, loaded[input][0]);
  case InputPath::PerRow:
    return Lanes(2, loaded[input][2 * pair.block + pair.half]);
  case InputPath::PerColumn:
    return chunkLoads[{input, pair.column8}];
  case InputPath::Staged:
  case InputPath::Direct:
    return chunkLoads[{input, keyOf(pair)}];
  }
  llvm_unreachable("unknown path");
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

static Value packPair(KernelBuilder &kb, ArrayRef<Value> lanes, Type elementType) {
  Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, lanes[0].getType()));
  for (int64_t lane = 0; lane < 2; ++lane)
    pair = kb.create<LLVM::InsertElementOp>(pair, lanes[lane], kb.c32(lane));
  return toStored(kb, pair, elementType);
}

/// What a thread stages of results of 16 rows: for each pair of columns one value.
static SmallVector<Value> packResults(KernelBuilder &kb, ArrayRef<BodyEvaluator::Lanes> results, Type elementType) {
  return llvm::map_to_vector(results, [&](const BodyEvaluator::Lanes &lanes) {
    Value pair = packPair(kb, lanes, elementType);
    return storedBytes(elementType) == 2 ? kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair).getResult() : pair;
  });
}

void Epilogue::finish(ArrayRef<Value> accumulators) {
  storeLines();
  kept.clear();
  for (int64_t chunk = 0; chunk < plan.chunks.count; ++chunk)
    finishChunk(chunk, accumulators);
}

void Epilogue::drain() {
  if (plan.stagesOutputs())
    kb.ifThen(position.lead, [&] { waitStoresRead(kb, 0); });
}

Epilogue::ChunkGroups Epilogue::groupsOf(int64_t chunk) const {
  const StagedChunks &chunks = plan.chunks;
  if (spec.schedule.swap) {
    int64_t block = chunk / chunks.rowParts, first = chunk % chunks.rowParts * chunks.rows / 8;
    int64_t end = first + chunks.rows / 8;
    return {block, block + 1, first, first, end, end};
  }
  auto first8 = [&](int64_t chunk) { return chunks.firstColumn(chunk) / 8; };
  auto end8 = [&](int64_t chunk) { return first8(chunk) + chunks.columns / 8; };
  return {0,
          spec.schedule.warpgroupRows() / 64,
          first8(chunk),
          chunk == 0 ? 0 : end8(chunk - 1),
          end8(chunk),
          chunk + 1 == chunks.count ? end8(chunk) : first8(chunk + 1)};
}

void Epilogue::finishChunk(int64_t chunk, ArrayRef<Value> accumulators) {
  if (plan.stagesInputs()) {
    waitStagedInputs(chunk);
    if (plan.storesRows())
      position.sync(kb);
  } else if (plan.stagesOutputs())
    freeBuffers(chunk);
  loadChunk(chunk);
  ChunkGroups groups = groupsOf(chunk);
  for (int64_t block = groups.firstBlock; block < groups.endBlock; ++block) {
    for (int64_t column8 = groups.first8; column8 < groups.fresh8; column8 += 2)
      for (auto [index, output] : llvm::enumerate(plan.outputs))
        if (output.staged)
          storeStaged(index, chunk, block, column8, kept.lookup({unsigned(index), keyOf({block, column8, 0})}));
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
  Value row = kb.add(firstRow, 64 * block), column = kb.add(firstColumn, 8 * column8);
  // Of tiles that divide the output LLVM would know it.
  Value m = kb.hide(sizes.m), n = kb.hide(sizes.n);
  return kb.andI(kb.lt(outputRow(row, column), m), kb.lt(outputCol(row, column), n));
}

void Epilogue::finishGroup(int64_t chunk, int64_t block, int64_t column8, bool keeps, Value accumulator) {
  SmallVector<SmallVector<Lanes>> results(plan.outputs.size());
  for (int64_t next = column8; next < std::min(column8 + 2, groupsOf(chunk).end8); ++next)
    for (int64_t half = 0; half < 2; ++half) {
      SmallVector<std::pair<Value, Lanes>> stored;
      for (auto [index, argument] : llvm::enumerate(bodyArguments))
        stored.push_back({argument, inputLanes(index, {block, next, half})});
      Lanes acc = {kb.extract(accumulator, 4 * next + 2 * half), kb.extract(accumulator, 4 * next + 2 * half + 1)};
      for (auto [list, lanes] : llvm::zip(results, evaluator.evaluate(kb, stored, acc, 2)))
        list.push_back(lanes);
    }
  for (auto [index, output] : llvm::enumerate(plan.outputs)) {
    if (!output.staged) {
      storeDirect(index, block, column8, results[index]);
      continue;
    }
    SmallVector<Value> packed = packResults(kb, results[index], outputs[index].elementType);
    storeStaged(index, chunk, block, column8, packed);
    if (keeps)
      kept[{unsigned(index), keyOf({block, column8, 0})}] = packed;
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
  kb.ifThen(position.lead, [&] {
    waitStoresRead(kb, seeded("sm90-buffer-reused-early") ? plan.chunks.buffers
                       : sentLast                         ? 0
                                                          : plan.chunks.buffers - 1);
  });
  position.sync(kb);
}

Value Epilogue::bufferOf(unsigned output, int64_t chunk) {
  const EpilogueOutput &of = plan.outputs[output];
  int64_t buffer = chunk % plan.chunks.buffers;
  return kb.offsetPtr(staging, of.bufferOffset + buffer * plan.chunks.bufferBytes(of.elementBytes));
}

Value Epilogue::boxOf(unsigned output, int64_t chunk, Value box) {
  int64_t bytes = plan.outputs[output].elementBytes;
  return kb.offsetPtr(bufferOf(output, chunk), kb.mul(box, plan.chunks.rows * plan.boxColumns(bytes) * bytes));
}

void Epilogue::forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                        function_ref<void(Value, ValueRange)> emit) {
  int64_t bytes = plan.outputs[output].elementBytes;
  for (int64_t box = 0; box < plan.boxes(bytes); ++box) {
    emit(boxOf(output, chunk, kb.c32(seeded("sm90-one-box-of-two") ? 0 : box)), coordinates);
    coordinates[0] = kb.add(coordinates[0], plan.boxColumns(bytes));
  }
}

Value sm90::getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes) {
  Value turn = kb.andI(kb.div(row, 128 / rowBytes), rowBytes / 16 - 1);
  return kb.mad(row, rowBytes, kb.mul(kb.xorI(piece, turn), 16));
}

/// Where this lane points stmatrix and ldmatrix for two groups of 8 columns and 16 rows.
Value Epilogue::quadAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8) {
  Value row, piece;
  if (spec.schedule.swap) {
    // Lane l gives row l % 8 of matrix (column group l / 16, row half l / 8 % 2), transposed.
    row =
        kb.add(kb.mad(kb.div(position.lane, 16), 8, kb.rem(position.lane, 8)), 8 * (column8 - groupsOf(chunk).first8));
    piece = kb.mad(position.warp, 2, kb.rem(kb.div(position.lane, 8), 2));
  } else {
    row = kb.add(kb.mad(position.warp, 16, kb.rem(position.lane, 16)), 64 * block);
    piece = kb.add(kb.div(position.lane, 16), column8 - plan.chunks.firstColumn(chunk) / 8);
  }
  return kb.offsetPtr(bufferOf(output, chunk), getSwizzled(kb, row, piece, plan.chunks.columns * 2));
}

/// Where this thread's pair of elements of 1 or 4 bytes lies.
Value Epilogue::pairAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half) {
  int64_t bytes = plan.outputs[output].elementBytes;
  Value row = kb.add(kb.mad(position.warp, 16, kb.div(position.lane, 4)), 64 * block + 8 * half);
  int64_t group = (8 * column8 - plan.chunks.firstColumn(chunk)) * bytes;
  Value inGroup = kb.mul(kb.rem(position.lane, 4), 2 * bytes);
  Value piece = kb.add(kb.div(inGroup, 16), group / 16);
  Value address = kb.offsetPtr(bufferOf(output, chunk), getSwizzled(kb, row, piece, plan.chunks.columns * bytes));
  return kb.offsetPtr(kb.offsetPtr(address, kb.rem(inGroup, 16)), group % 16);
}

// The rows of a warp are 16 columns of the output, 64 bytes, so two warps have the columns of a box. Of four rows and
// eight columns each element lies in another bank: the swizzle turns row m by 4 (m % 8) elements, and rows 2 apart are
// stored at once.
Value Epilogue::swappedAddress(unsigned output, int64_t chunk, int64_t column8, int64_t half, int64_t lane) {
  Value row = kb.add(kb.mul(kb.rem(position.lane, 4), 2), 8 * (column8 - groupsOf(chunk).first8) + lane);
  Value column = kb.add(kb.mad(kb.rem(position.warp, 2), 16, kb.div(position.lane, 4)), 8 * half);
  Value box = boxOf(output, chunk, kb.div(position.warp, 2));
  Value piece = kb.offsetPtr(box, getSwizzled(kb, row, kb.div(column, 4), 128));
  return kb.offsetPtr(piece, kb.mul(kb.rem(column, 4), 4));
}

void Epilogue::storeStaged(unsigned output, int64_t chunk, int64_t block, int64_t column8, ArrayRef<Value> packed) {
  if (plan.outputs[output].elementBytes == 2)
    return storeMatrices(kb, quadAddress(output, chunk, block, column8), packed, spec.schedule.swap);
  for (auto [index, pair] : llvm::enumerate(packed)) {
    int64_t group = column8 + index / 2, half = index % 2;
    if (!spec.schedule.swap) {
      kb.store(pair, pairAddress(output, chunk, block, group, half));
      continue;
    }
    for (auto [lane, value] : llvm::enumerate(splitPair(kb, pair)))
      kb.store(value, swappedAddress(output, chunk, group, half, lane));
  }
}

Epilogue::Lanes Epilogue::loadPair(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half,
                                   Type type) {
  if (!spec.schedule.swap)
    return splitPair(kb, kb.load(VectorType::get(2, type), pairAddress(output, chunk, block, column8, half)));
  Lanes lanes;
  for (int64_t lane = 0; lane < 2; ++lane)
    lanes.push_back(kb.load(type, swappedAddress(output, chunk, column8, half, lane)));
  return lanes;
}

void Epilogue::storeDirect(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results) {
  const OperandAccess &access = outputs[output];
  for (auto [index, lanes] : llvm::enumerate(results)) {
    Value row = rowOf(block, index % 2);
    int64_t group = column8 + index / 2, width = plan.outputs[output].pairs ? 2 : 1;
    for (int64_t lane = 0; lane < 2; lane += width) {
      Value column = columnOf(group, lane), m = outputRow(row, column), n = outputCol(row, column);
      Value stored =
          width == 2 ? packPair(kb, lanes, access.elementType) : toStored(kb, lanes[lane], access.elementType);
      kb.ifThen(seeded("sm90-direct-store-unguarded") ? kb.lt(m, sizes.m)
                                                      : kb.andI(kb.lt(m, sizes.m), kb.lt(n, sizes.n)),
                [&] { kb.store(stored, access.address(kb, m, n)); });
    }
  }
}

SmallVector<Value> Epilogue::chunkCoordinates(int64_t chunk) {
  ChunkGroups groups = groupsOf(chunk);
  Value row = kb.add(firstRow, 64 * groups.firstBlock), column = kb.add(firstColumn, 8 * groups.first8);
  SmallVector<Value> coordinates = {outputCol(row, column), outputRow(row, column)};
  llvm::append_range(coordinates, llvm::reverse(batch));
  return coordinates;
}

void Epilogue::sendChunk(int64_t chunk) {
  if (!seeded("sm90-missing-proxy-fence"))
    fenceAsyncShared(kb);
  position.sync(kb);
  for (auto [index, output] : llvm::enumerate(plan.outputs))
    if (output.rowAccess > 0)
      storeRows(index, chunk);
  kb.ifThen(position.lead, [&] {
    for (auto [index, output] : llvm::enumerate(plan.outputs))
      if (output.staged && output.rowAccess == 0)
        forBoxes(
            index, chunk, chunkCoordinates(chunk),
            [&, map = arguments.outputMaps[index]](Value box, ValueRange place) { storeBox(kb, map, box, place); });
    commitStores(kb);
    if (plan.stagesInputs() && chunk + plan.chunks.buffers < plan.chunks.count) {
      waitStoresRead(kb, 0);
      startStagedInputs(chunk + plan.chunks.buffers);
    }
  });
}
