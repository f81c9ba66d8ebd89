// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Attention for any sizes and addresses.

#include "Formula.h"
#include "ScoreEmitter.h"
#include "Variant.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Common/OperandAccess.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {

/// Lanes share the depth of a product, and then the columns of the output.
class GeneralAttentionVariant : public MemRefVariant {
public:
  GeneralAttentionVariant(KernelOp kernel, StringRef suffix) : MemRefVariant(kernel, suffix) {
    FusionVerdict verdict;
    plan = *AttentionPlan::get(KernelPlan(kernel), verdict);
  }

private:
  static constexpr int64_t warps = 4, lanes = 32;

  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return warps * lanes; }
  Value blocks(OpBuilder &builder, Location loc) override;

  void emitRow(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, Value row, ValueRange batch, Value lane);
  ScoreEmitter getScores(KernelBuilder &kb, const AttentionFormula &formula, ArrayRef<MemRefArgument> arguments,
                         Value row, ValueRange batch);
  Value getKeys(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments) {
    const MemRefArgument &key = arguments[plan.key.getArgNumber()];
    return kb.toI32(key.sizes[key.rank() - (plan.isKeyByRows() ? 2 : 1)]);
  }
  /// The sum of a value of all lanes.
  Value addLanes(KernelBuilder &kb, Value value);
  Value loadFloat(KernelBuilder &kb, const OperandAccess &access, Value row, Value col, bool transposed) {
    Value address = access.address(kb, transposed ? col : row, transposed ? row : col);
    return BodyEvaluator::fromStored(kb, kb.load(access.elementType, address), access.elementType);
  }

  AttentionPlan plan;
};

} // namespace

Value GeneralAttentionVariant::addLanes(KernelBuilder &kb, Value value) {
  for (int64_t distance = lanes / 2; distance > 0; distance /= 2)
    value =
        kb.create<arith::AddFOp>(value, kb.create<NVVM::ShflOp>(kb.getF32Type(), kb.c32(-1), value, kb.c32(distance),
                                                                kb.c32(31), NVVM::ShflKind::bfly, UnitAttr()));
  return value;
}

ScoreEmitter GeneralAttentionVariant::getScores(KernelBuilder &kb, const AttentionFormula &formula,
                                                ArrayRef<MemRefArgument> arguments, Value row, ValueRange batch) {
  const ScoreFormula &scores = formula.getScores();
  SmallVector<ScoreOperand> operands = llvm::map_to_vector(scores.getOperands().elements, [&](BlockArgument operand) {
    return ScoreOperand{arguments[operand.getArgNumber()]};
  });
  const MemRefArgument &output = arguments[kernel.getInputs().size()];
  ScorePlace place{
      llvm::to_vector(batch), {kb.toI32(row)}, {0}, kb.toI32(output.sizes[output.rank() - 2]), getKeys(kb, arguments)};
  return ScoreEmitter(kb, scores, operands, std::move(place), /*registers=*/0);
}

void GeneralAttentionVariant::emitRow(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, Value row,
                                      ValueRange batch, Value lane) {
  int64_t rank = plan.first.getResultType().getRank(), depth = plan.getDepth(), columns = plan.getColumns();
  auto getAccess = [&](const MemRefArgument &argument) {
    OperandAccess access = OperandAccess::get(kb, argument, rank);
    access.enterOuter(kb, batch);
    return access;
  };
  OperandAccess query = getAccess(arguments[plan.query.getArgNumber()]);
  OperandAccess key = getAccess(arguments[plan.key.getArgNumber()]);
  OperandAccess value = getAccess(arguments[plan.value.getArgNumber()]);
  TableArguments tables;
  for (BlockArgument table : ScoreOperands::get(plan).tables)
    tables.add(table, arguments[table.getArgNumber()]);
  AttentionFormula formula(kernel, plan, &tables);
  ScoreEmitter scores = getScores(kb, formula, arguments, row, batch);
  Type weightType = plan.second.lhs.getType().getElementType();
  Value factor = kb.cF32(formula.exponentFactor()), zero = kb.cF32(0), none = kb.cF32(-INFINITY);
  Value keys = getKeys(kb, arguments);
  int64_t pieces = llvm::divideCeil(columns, lanes);
  auto columnOf = [&](int64_t piece) { return kb.add(lane, lanes * piece); };
  auto isInside = [&](Value position, int64_t size) { return kb.lt(position, kb.c32(size)); };
  auto clamp = [&](Value position, int64_t size) { return kb.minS(position, kb.c32(size - 1)); };

  // The largest score, the sum, and sums of this lane's columns.
  SmallVector<Value> init = {none, zero};
  init.append(pieces, zero);
  SmallVector<Value> ends = kb.rolledLoop(kb.c32(0), keys, 1, init, [&](Value number, ValueRange carried) {
    Value score = zero;
    for (int64_t first = 0; first < depth; first += lanes) {
      Value k = kb.add(lane, first), inside = clamp(k, depth);
      Value product = kb.create<arith::MulFOp>(loadFloat(kb, query, row, inside, false),
                                               loadFloat(kb, key, number, inside, !plan.isKeyByRows()));
      score = kb.create<arith::AddFOp>(score, kb.select(isInside(k, depth), product, zero));
    }
    score = addLanes(kb, score);
    scores.evaluate(score, scores.load(number, /*clamps=*/false));
    Value largest = kb.create<arith::MaxNumFOp>(carried[0], score);
    Value isNone = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, largest, none);
    Value reference = kb.select(isNone, zero, largest);
    auto emitExponential = [&](Value value) {
      return emitExp2(kb, kb.create<arith::MulFOp>(kb.create<arith::SubFOp>(value, reference), factor));
    };
    Value growth = emitExponential(carried[0]), weight = emitExponential(score);
    SmallVector<Value> yields = {largest, emitFma(kb, carried[1], growth, weight)};
    Value rounded = weight;
    if (!weightType.isF32())
      rounded = kb.create<arith::ExtFOp>(kb.getF32Type(), kb.create<arith::TruncFOp>(weightType, weight).getResult());
    for (int64_t piece = 0; piece < pieces; ++piece) {
      Value element = loadFloat(kb, value, number, clamp(columnOf(piece), columns), plan.isValueTransposed());
      Value before = kb.create<arith::MulFOp>(carried[2 + piece], growth);
      yields.push_back(emitFma(kb, rounded, element, before));
    }
    return yields;
  });

  AttentionFormula::Lanes weight;
  AttentionFormula::Values values = formula.evaluateRows(kb, {ends[0]}, {ends[1]}, weight);
  // Products of nothing are zero, whatever the weights.
  Value hasKeys = kb.lt(kb.c32(0), keys);
  for (int64_t piece = 0; piece < pieces; ++piece)
    kb.ifThen(isInside(columnOf(piece), columns), [&] {
      Value sum = kb.select(hasKeys, kb.create<arith::MulFOp>(ends[2 + piece], weight[0]), zero);
      SmallVector<AttentionFormula::Lanes> computed = formula.evaluateOutputs(kb, {sum}, values);
      for (auto [argument, result, isOfRows] :
           llvm::zip_equal(arguments.drop_front(kernel.getInputs().size()), computed, plan.isOfRows)) {
        OperandAccess output = getAccess(argument);
        Value value = toStored(kb, result[0], output.elementType);
        if (!isOfRows)
          kb.store(value, output.address(kb, row, columnOf(piece)));
        else if (piece == 0)
          kb.ifThen(kb.eq(lane, 0), [&] { kb.store(value, output.address(kb, row, kb.c32(0))); });
      }
    });
}

void GeneralAttentionVariant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments = unpackArguments(kb, func.getArguments());
  const MemRefArgument &output = arguments[kernel.getInputs().size()];
  Value thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  Value item = kb.toI64(kb.mad(block, warps, kb.div(thread, lanes)));
  Value total = kb.c64(1);
  int64_t rows = output.rank() - 2;
  for (int64_t dim = 0; dim <= rows; ++dim)
    total = kb.mul(total, output.sizes[dim]);
  // Whole warps.
  kb.ifThen(kb.lt(item, total), [&] {
    Value row = kb.rem(item, output.sizes[rows]), matrix = kb.div(item, output.sizes[rows]);
    SmallVector<Value> batch(rows);
    for (int64_t dim = rows; dim-- > 0;) {
      batch[dim] = dim == 0 ? matrix : kb.rem(matrix, output.sizes[dim]);
      matrix = kb.div(matrix, output.sizes[dim]);
    }
    emitRow(kb, arguments, row, batch, kb.rem(thread, lanes));
  });
  kb.create<gpu::ReturnOp>();
}

Value GeneralAttentionVariant::blocks(OpBuilder &builder, Location loc) {
  Value out = kernel.getOuts()[0];
  HostIndex index{builder, loc};
  Value rows = index.constant(1);
  for (int64_t dim = 0; dim + 1 < cast<MemRefType>(out.getType()).getRank(); ++dim)
    rows = index.mul(rows, index.dim(out, dim));
  return index.ceilDiv(rows, warps);
}

std::unique_ptr<KernelVariant> fusion::createGeneralAttentionVariant(KernelOp kernel, StringRef suffix) {
  return std::make_unique<GeneralAttentionVariant>(kernel, suffix);
}
