// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the kernel behind one with splits of keys, and its launch.

#include "Reduction.h"

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/OperandAccess.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

AttentionSize AttentionSize::add(async::Parameters &parameters, Value memref, int64_t dim) {
  if (!cast<MemRefType>(memref.getType()).isDynamicDim(dim))
    return {memref, dim, std::nullopt};
  return {memref, dim, parameters.addSize(memref, dim)};
}

Value AttentionSize::get(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  if (parameter)
    return kb.toI32(arguments[*parameter]);
  return kb.c32(cast<MemRefType>(memref.getType()).getDimSize(dim));
}

/// Its launch, and beside that, of a split and of a sum of values (docs/lab/2026-11-26-attention-decoding.md).
static constexpr double kLaunch = 0.5, kSplit = 0.03, kSplitElement = 6e-6;

double AttentionReduction::predict(int64_t rows, int64_t columns, int64_t splits) {
  if (splits == 1)
    return 0;
  auto sums = static_cast<double>(rows * splits) * static_cast<double>(columns);
  return kLaunch + kSplit * static_cast<double>(splits) + sums * kSplitElement;
}

AttentionReduction::AttentionReduction(KernelOp kernel, const AttentionSpec &spec)
    : kernel(kernel), spec(spec), memory(parameters.addMemory()) {
  AttentionPlan plan = spec.plan;
  rows = AttentionSize::add(parameters, kernel.getInputOf(plan.query), *plan.first.lhs.getDim(plan.first.getRowLoop()));
  for (size_t dim = 0; dim < plan.first.batches.size(); ++dim)
    batch.push_back(AttentionSize::add(parameters, kernel.getOuts()[0], dim));
  for (Value out : kernel.getOuts())
    outputs.push_back(parameters.addMemRef(out));
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

void AttentionReduction::emitFunction(OpBuilder &builder, StringRef name, const AccessGuard &guard,
                                      bool dependentLaunch) {
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), builder.getDenseI32ArrayAttr({warps * lanes, 1, 1}));
  // Without a number ptxas may save registers and put loads one behind the other.
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(4));
  parameters.annotate(function);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  if (dependentLaunch) {
    async::waitForDependencies(kb);
    async::launchDependents(kb);
  }
  emitBody(kb, function.getArguments(), guard);
  kb.create<LLVM::ReturnOp>(ValueRange());
}

void AttentionReduction::emitBody(KernelBuilder &kb, Block::BlockArgListType arguments, const AccessGuard &guard) {
  SmallVector<Value> sizes =
      llvm::map_to_vector(batch, [&](const AttentionSize &size) { return size.get(kb, arguments); });
  Value matrices = getProduct(kb, sizes), rowCount = rows.get(kb, arguments);
  SmallVector<AttentionOutput> stored;
  for (auto [output, memref] : llvm::zip_equal(outputs, kernel.getOuts()))
    stored.push_back({parameters.getMemRef(kb, arguments, output), guard.getAlignment(memref)});
  SplitMemory splits{arguments[memory], matrices, rowCount, spec.tiling.splits, spec.columns};
  Value thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  Value number = kb.mad(block, warps, kb.div(thread, lanes)), lane = kb.rem(thread, lanes);
  // Whole warps.
  kb.ifThen(kb.lt(number, kb.mul(matrices, rowCount)), [&] {
    Value row = kb.rem(number, rowCount), matrix = kb.div(number, rowCount);
    double factor = AttentionFormula(kernel, spec.plan).exponentFactor();
    RowSums sums = addSplits(kb, splits, factor, matrix, row, lane);
    emitOutputs(kb, stored, getIndices(kb, matrix, sizes), row, lane, sums);
  });
}

static Value shuffle(KernelBuilder &kb, Value value, Value place, NVVM::ShflKind kind) {
  return kb.create<NVVM::ShflOp>(value.getType(), kb.c32(-1), value, place, kb.c32(31), kind, UnitAttr());
}

// Lane s has the weight of split s. Exponentials of a split that saw no key are zero, and so is its weight: its largest
// score is -inf.
AttentionReduction::RowSums AttentionReduction::addSplits(KernelBuilder &kb, const SplitMemory &memory, double factor,
                                                          Value matrix, Value row, Value lane) {
  auto combine = [&](Value value, function_ref<Value(Value, Value)> op) {
    for (int64_t distance = lanes / 2; distance > 0; distance /= 2)
      value = op(value, shuffle(kb, value, kb.c32(distance), NVVM::ShflKind::bfly));
    return value;
  };
  Value none = kb.cF32(-INFINITY), zero = kb.cF32(0), own = kb.minS(lane, kb.c32(memory.splits - 1));
  auto pairType = VectorType::get(2, kb.getF32Type());
  Value state = kb.load(pairType, memory.getState(kb, matrix, own, row)), isOwn = kb.eq(own, lane);
  auto getState = [&](int64_t part, Value other) {
    return kb.select(isOwn, kb.create<LLVM::ExtractElementOp>(state, kb.c32(part)), other);
  };
  Value largest = getState(0, none);
  RowSums sums;
  sums.largest = combine(largest, [&](Value a, Value b) -> Value { return kb.create<arith::MaxNumFOp>(a, b); });
  Value isNone = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, sums.largest, none);
  Value distance = kb.create<arith::SubFOp>(largest, kb.select(isNone, zero, sums.largest));
  Value weight = emitExp2(kb, kb.create<arith::MulFOp>(distance, kb.cF32(factor)));
  Value weighted = kb.create<arith::MulFOp>(weight, getState(1, zero));
  sums.sum = combine(weighted, [&](Value a, Value b) -> Value { return kb.create<arith::AddFOp>(a, b); });

  // Loads of columns behind the end read the last ones.
  auto vectorType = VectorType::get(width(), kb.getF32Type());
  sums.values.assign(pieces() * width(), zero);
  for (int64_t split = 0; split < memory.splits; ++split) {
    Value ownWeight = shuffle(kb, weight, kb.c32(split), NVVM::ShflKind::idx);
    Value address = memory.getSums(kb, matrix, kb.c32(split), row);
    for (int64_t piece = 0; piece < pieces(); ++piece) {
      Value column = kb.minS(getColumn(kb, lane, piece), kb.c32(spec.columns - width()));
      Value loaded = kb.load(vectorType, kb.offsetPtr(address, kb.toI64(kb.mul(column, 4))));
      for (int64_t i = 0; i < width(); ++i) {
        Value element = kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i));
        Value &sum = sums.values[piece * width() + i];
        sum = emitFma(kb, element, ownWeight, sum);
      }
    }
  }
  return sums;
}

void AttentionReduction::emitOutputs(KernelBuilder &kb, ArrayRef<AttentionOutput> outputs, ArrayRef<Value> batch,
                                     Value row, Value lane, const RowSums &sums) {
  AttentionFormula formula(kernel, spec.plan);
  AttentionFormula::Lanes weight;
  AttentionFormula::Values rowValues = formula.evaluateRows(kb, {sums.largest}, {sums.sum}, weight);
  for (auto &[name, lanes] : rowValues)
    lanes = AttentionFormula::Lanes(width(), lanes[0]);
  SmallVector<Value> outer = llvm::map_to_vector(batch, [&](Value index) { return kb.toI64(index); });
  for (int64_t piece = 0; piece < pieces(); ++piece) {
    Value column = getColumn(kb, lane, piece);
    kb.ifThen(kb.lt(column, kb.c32(spec.columns)), [&] {
      AttentionFormula::Lanes results;
      for (Value value : ArrayRef(sums.values).slice(piece * width(), width()))
        results.push_back(kb.create<arith::MulFOp>(value, weight[0]));
      SmallVector<AttentionFormula::Lanes> computed = formula.evaluateOutputs(kb, results, rowValues);
      for (auto [output, lanes, isOfRows] : llvm::zip_equal(outputs, computed, spec.plan.isOfRows)) {
        OperandAccess access = OperandAccess::get(kb, output.memref, batch.size() + 2);
        access.enterOuter(kb, outer);
        if (isOfRows) {
          Value value = toStored(kb, lanes[0], access.elementType);
          if (piece == 0)
            kb.ifThen(kb.eq(lane, 0), [&] { kb.store(value, access.address(kb, row, kb.c32(0))); });
          continue;
        }
        int64_t together = std::clamp<int64_t>(output.alignment / storedBytes(access.elementType), 1, width());
        for (int64_t first = 0; first < width(); first += together) {
          Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(together, lanes[0].getType()));
          for (int64_t i = 0; i < together; ++i)
            vector = kb.create<LLVM::InsertElementOp>(vector, lanes[first + i], kb.c32(i));
          kb.store(toStored(kb, vector, access.elementType), access.address(kb, row, kb.add(column, first)));
        }
      }
    });
  }
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

Value AttentionReduction::countRows(HostIndex index) const {
  Value count = rows.onHost(index);
  for (const AttentionSize &size : batch)
    count = index.mul(count, size.onHost(index));
  return count;
}

Value AttentionReduction::allocate(OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointBeforeVariants(builder, kernel);
  HostIndex index{builder, kernel->getLoc()};
  Value bytes = SplitMemory::getBytes(index, countRows(index), spec.tiling.splits, spec.columns);
  APInt known;
  if (matchPattern(bytes, m_ConstantInt(&known)))
    return memref::AllocOp::create(builder, kernel->getLoc(),
                                   MemRefType::get(known.getSExtValue(), builder.getI8Type()));
  return memref::AllocOp::create(builder, kernel->getLoc(), MemRefType::get(ShapedType::kDynamic, builder.getI8Type()),
                                 bytes);
}

void AttentionReduction::emitLaunch(OpBuilder &builder, SymbolRefAttr function, Value memory, bool dependentLaunch) {
  Location loc = kernel.getLoc();
  HostIndex index{builder, loc};
  emitKernelLaunch(builder, loc, function, index.ceilDiv(countRows(index), warps), warps * lanes, /*sharedBytes=*/0,
                   parameters.getOperands(builder, loc, /*copies=*/{}, memory), dependentLaunch);
}
