// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits what is done to sums of values when all keys have been seen.

#include "Block.h"

#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/OperandAccess.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

// Pairs of columns. Columns are multiples of 8, so that all of them are inside.
void fusion::emitStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula,
                        Value accumulators, const RowState &rows, const ConsumerPosition &consumer) {
  KernelBuilder &kb = block.kb;
  const AttentionArguments &arguments = block.arguments;
  AttentionFormula::Lanes weight;
  AttentionFormula::Values rowValues =
      formula.evaluateRows(kb, {rows.largest[0], rows.largest[1]}, {rows.sum[0], rows.sum[1]}, weight);
  SmallVector<OperandAccess> outputs;
  SmallVector<Value> outer = llvm::map_to_vector(tile.batch, [&](Value index) { return kb.toI64(index); });
  for (const MemRefArgument &argument : arguments.outputs) {
    outputs.push_back(OperandAccess::get(kb, argument, tile.batch.size() + 2));
    outputs.back().enterOuter(kb, outer);
  }
  SmallVector<Value> sums = kb.extractAll(accumulators);
  Value ownRow =
      kb.add(kb.mad(consumer.warpgroup, 64, tile.firstRow), kb.mad(consumer.warp, 16, kb.div(consumer.lane, 4)));
  Value ownColumn = kb.mul(kb.rem(consumer.lane, 4), 2);
  for (int64_t half = 0; half < 2; ++half) {
    Value row = kb.add(ownRow, 8 * half);
    AttentionFormula::Values values;
    for (auto &[name, lanes] : rowValues)
      values[name] = AttentionFormula::Lanes(2, lanes[half]);
    kb.ifThen(kb.lt(row, arguments.rows), [&] {
      for (int64_t j = 0; j < block.spec.columns / 8; ++j) {
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
