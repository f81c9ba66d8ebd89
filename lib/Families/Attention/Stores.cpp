// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits what is done to sums of values when all keys have been seen.

#include "Block.h"

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/OperandAccess.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {

/// An output at the tile's matrix.
struct StoredOutput {
  OperandAccess access;
  bool isWide;  ///< rows are multiples of 16 bytes, elements have two
  Value ofRows; ///< the value of the body that is one for each row; null if it has columns
};

/// Stores of a thread's rows. Columns are multiples of 8, so that all of them are inside.
class RowStores {
public:
  RowStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula,
            const ConsumerPosition &consumer);

  /// Row number `number`, of the results of the second product in accumulators (f32) times `weight`, and its values.
  void emit(int64_t number, ArrayRef<Value> sums, Value weight, const AttentionFormula::Values &rowValues);

private:
  /// The outputs' pairs of a pair of sums.
  SmallVector<Value> computePairs(ArrayRef<Value> sums, Value weight, const AttentionFormula::Values &rowValues);
  /// Values of a row, which all of its threads have.
  void storeRow(Value row, const AttentionFormula::Values &rowValues);
  void storePairs(const StoredOutput &output, Value row, ArrayRef<Value> pairs, int64_t first);

  KernelBuilder &kb;
  const AccumulatorLayout &layout;
  AttentionFormula &formula;
  SmallVector<StoredOutput> outputs;
  Value threadOfRow, firstRow, rowCount;
};

} // namespace

RowStores::RowStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula,
                     const ConsumerPosition &consumer)
    : kb(block.kb), layout(block.accumulators), formula(formula), threadOfRow(layout.getThreadOfRow(kb, consumer)),
      rowCount(block.arguments.rows) {
  SmallVector<Value> outer = llvm::map_to_vector(tile.batch, [&](Value index) { return kb.toI64(index); });
  for (auto [number, output] : llvm::enumerate(block.arguments.outputs)) {
    bool isOfRows = block.spec.plan.isOfRows[number];
    outputs.push_back({OperandAccess::get(kb, output.memref, tile.batch.size() + 2),
                       !isOfRows && output.alignment >= 16 && storedBytes(output.memref.elementType) == 2,
                       isOfRows ? KernelOp(block.kernel).getYield().getOperand(number) : Value()});
    outputs.back().access.enterOuter(kb, outer);
  }
  firstRow = tile.getFirstRow(block, consumer);
}

SmallVector<Value> RowStores::computePairs(ArrayRef<Value> sums, Value weight,
                                           const AttentionFormula::Values &rowValues) {
  AttentionFormula::Lanes results =
      llvm::map_to_vector(sums, [&](Value sum) -> Value { return kb.create<arith::MulFOp>(sum, weight); });
  SmallVector<AttentionFormula::Lanes> computed = formula.evaluateOutputs(kb, results, rowValues);
  SmallVector<Value> pairs;
  for (auto [output, lanes] : llvm::zip_equal(outputs, computed)) {
    if (output.ofRows) {
      pairs.push_back({});
      continue;
    }
    Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, lanes[0].getType()));
    for (int64_t i = 0; i < 2; ++i)
      pair = kb.create<LLVM::InsertElementOp>(pair, lanes[i], kb.c32(i));
    pair = toStored(kb, pair, output.access.elementType);
    pairs.push_back(output.isWide ? kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair) : pair);
  }
  return pairs;
}

void RowStores::storePairs(const StoredOutput &output, Value row, ArrayRef<Value> pairs, int64_t first) {
  if (output.isWide && pairs.size() == 4) {
    storeWords(kb, pairs, output.access.address(kb, row, layout.getGatheredColumn(kb, threadOfRow, first)));
    return;
  }
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    int64_t behind = layout.getColumnOffset(first + static_cast<int64_t>(i));
    kb.store(pair, output.access.address(kb, row, kb.add(layout.getFirstColumn(kb, threadOfRow), behind)));
  }
}

void RowStores::storeRow(Value row, const AttentionFormula::Values &rowValues) {
  for (const StoredOutput &output : outputs)
    if (output.ofRows)
      kb.ifThen(kb.eq(threadOfRow, 0), [&] {
        Value value = toStored(kb, rowValues.at(output.ofRows).front(), output.access.elementType);
        kb.store(value, output.access.address(kb, row, kb.c32(0)));
      });
}

void RowStores::emit(int64_t number, ArrayRef<Value> sums, Value weight, const AttentionFormula::Values &rowValues) {
  SmallVector<SmallVector<Value>> pairs(outputs.size()); // of each output
  for (Pair own : layout.getPairs(0, static_cast<int64_t>(sums.size()))) {
    if (own.row != number)
      continue;
    for (auto [list, pair] : llvm::zip_equal(pairs, computePairs(sums.slice(own.first, 2), weight, rowValues)))
      list.push_back(pair);
  }
  // All lanes of a warp exchange, also those of rows behind the end.
  for (auto [output, list] : llvm::zip_equal(outputs, pairs))
    for (size_t first = 0; output.isWide && first + 4 <= list.size(); first += 4)
      layout.gatherRow(kb, threadOfRow, MutableArrayRef(list).slice(first, 4));
  Value row = kb.add(firstRow, layout.getRowOffset(number));
  kb.ifThen(kb.lt(row, rowCount), [&] {
    for (auto [output, list] : llvm::zip_equal(outputs, pairs))
      for (size_t first = 0; !output.ofRows && first < list.size(); first += 4)
        storePairs(output, row, ArrayRef(list).slice(first).take_front(4), static_cast<int64_t>(first));
    storeRow(row, rowValues);
  });
}

void fusion::emitStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula,
                        ArrayRef<Value> sums, const RowState &rows, const ConsumerPosition &consumer) {
  if (block.spec.tiling.splits > 1)
    return emitSplitStores(block, tile, sums, rows, consumer);
  KernelBuilder &kb = block.kb;
  AttentionFormula::Lanes weight;
  AttentionFormula::Values rowValues =
      formula.evaluateRows(kb, llvm::to_vector(ArrayRef(rows.largest)), llvm::to_vector(ArrayRef(rows.sum)), weight);
  // The growth that is left is multiplied to the weight, instead of to all sums.
  RowStores stores(block, tile, formula, consumer);
  for (size_t row = 0; row < rows.growth.size(); ++row) {
    AttentionFormula::Values values;
    for (auto &[name, lanes] : rowValues)
      values[name] = AttentionFormula::Lanes(2, lanes[row]);
    stores.emit(static_cast<int64_t>(row), sums, kb.create<arith::MulFOp>(weight[row], rows.growth[row]), values);
  }
}
