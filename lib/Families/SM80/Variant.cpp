// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the function of a product by mma.sync: what a block computes, and how many blocks there are.

#include "Variant.h"

#include "SplitSums.h"
#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/SM80/CostModel.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

/// The kernel that runs `schedule` with the accesses that `guard` allows.
static MatmulSpec getSpec(const KernelPlan &plan, const SM80Schedule &schedule, const AccessGuard &guard) {
  KernelOp kernel = plan.getKernel();
  ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
  const ProductSum &product = products.front();
  MatmulSpec spec;
  spec.products = products.size();
  spec.type = product.type;
  spec.sumType = product.getAccumulatorType();
  spec.blockScaled = product.isBlockScaled();
  const ChipInfo &chip = getTargetChip(kernel);
  spec.widens = widensFactors(*spec.type, chip);
  spec.chain = spec.blockScaled ? getScaledChain(schedule, ScheduleProblem::get(plan)) : getSM80Chain(*spec.type, chip);
  spec.transposeA = product.isTransposedA();
  spec.transposeB = product.isTransposedB();
  spec.schedule = schedule;
  auto getBytes = [&](Value operand) {
    return std::clamp<int64_t>(guard.getAlignment(kernel.getInputOf(operand)), spec.elementBytes(), 16);
  };
  spec.vectorBytesA = getBytes(product.lhs.getValue());
  spec.vectorBytesB = getBytes(product.rhs.getValue());
  for (const ProductSum &other : products.drop_front())
    spec.vectorBytesB = std::min(spec.vectorBytesB, getBytes(other.rhs.getValue()));
  if (const ProductSum *added = plan.getFormula().getAdded())
    spec.added = MatmulSpec::Added{added->isTransposedA(), added->isTransposedB(), getBytes(added->lhs.getValue()),
                                   getBytes(added->rhs.getValue()), plan.getFormula().getAddition()->scale};
  spec.readsColumns = looksUpComputed(kernel);
  spec.vectorEpilogue = allowsVectorAccess(kernel, guard) || needsEightColumns(kernel);
  return spec;
}

/// Whether elements of a factor pass through registers on their way to shared memory.
static bool copiesByRegisters(const MatmulSpec &spec) {
  return sharedTileA(spec).crossed || sharedTileB(spec).crossed || std::min(spec.vectorBytesA, spec.vectorBytesB) < 4;
}

/// `given`; or one block where ptxas would spill some bytes so that more fit, of kernels that the model says nothing
/// of.
static int64_t getLeastBlocks(int64_t given, const MatmulSpec &spec, const ChipInfo &chip) {
  return given == 0 && copiesByRegisters(spec) && !hasPreferredFamily(chip) ? 1 : given;
}

SM80Variant::SM80Variant(const KernelPlan &plan, StringRef suffix, const SM80Schedule &schedule,
                         const AccessGuard &guard, int64_t leastBlocks)
    : MemRefVariant(plan.getKernel(), suffix), products(plan.getAccumulatedProducts()),
      spec(getSpec(plan, schedule, guard)),
      leastBlocks(getLeastBlocks(leastBlocks, spec, getTargetChip(plan.getKernel()))),
      lhs(products.front().lhs.argument.getArgNumber()), rhs(products.front().rhs.argument.getArgNumber()) {
  if (const ProductSum *other = plan.getFormula().getAdded())
    added = *other;
  accessGuard = guard;
}

DeviceOperands SM80Variant::unpack(KernelBuilder &kb, ValueRange memrefs) const {
  const ProductSum &product = products.front();
  DeviceOperands operands;
  operands.memrefs = unpackOperands(kb, memrefs);
  if (isSplit())
    operands.partialTiles = operands.memrefs.pop_back_val().pointer;
  auto size = [&](int64_t known, const MemRefArgument &memref, int64_t dim) {
    return ShapedType::isDynamic(known) ? kb.toI32(memref.sizes[dim]) : kb.c32(known);
  };
  const MemRefArgument &a = operands.memrefs[lhs], &b = operands.memrefs[rhs];
  operands.m = size(product.rows, a, product.getRowDim());
  operands.n = size(product.columns, b, product.getColumnDim());
  operands.k = size(product.k, a, product.getKDim());
  for (size_t dim = 0; dim < product.batches.size(); ++dim) {
    OperandDim known = findBatchSize(kernel, product, dim);
    operands.batches.push_back(kb.toI32(operands.memrefs[known.operand].sizes[known.dim]));
  }
  return operands;
}

Value SM80Variant::countTiles(KernelBuilder &kb, const DeviceOperands &operands) const {
  const SM80Schedule &schedule = spec.schedule;
  Value tiles = kb.mul(kb.ceilDiv(operands.m, schedule.tileM), kb.ceilDiv(operands.n, schedule.tileN));
  for (Value extent : operands.batches)
    tiles = kb.mul(tiles, extent);
  return tiles;
}

Value SM80Variant::countBlocks(KernelBuilder &kb, const DeviceOperands &operands) const {
  return kb.mul(countTiles(kb, operands), spec.schedule.splitK);
}

/// The indices of batch number `number` (i32), as i64.
static SmallVector<Value> getBatch(KernelBuilder &kb, ArrayRef<Value> extents, Value number) {
  SmallVector<Value> batch(extents.size());
  for (size_t dim = extents.size(); dim-- > 0;) {
    batch[dim] = kb.toI64(dim == 0 ? number : kb.rem(number, extents[dim]));
    number = kb.div(number, extents[dim]);
  }
  return batch;
}

void SM80Variant::emitBlock(KernelBuilder &kb, const DeviceOperands &operands, Value block, bool overlaps) {
  const ProductSum &product = products.front();
  ArrayRef<MemRefArgument> inputs = ArrayRef(operands.memrefs).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(operands.memrefs).drop_front(inputs.size());
  std::optional<SplitPart> part;
  if (isSplit()) {
    Value tiles = countTiles(kb, operands);
    part = {kb.div(block, tiles), kb.rem(block, tiles), tiles, operands.partialTiles};
  }
  TilePosition tile = getTilePosition(kb, spec.schedule, part ? part->tile : block, operands.m, operands.n);
  SmallVector<Value> batch = getBatch(kb, operands.batches, tile.batch);
  // Rows of vectors are contiguous, whatever the type says.
  auto matrix = [&](const MemRefArgument &argument, int64_t vectorBytes) {
    MatrixOperand operand = getMatrix(kb, argument, batch);
    if (vectorBytes > storedBytes(argument.elementType))
      operand.colStride = kb.c64(1);
    return operand;
  };
  BodyEmitter epilogue(kb, kernel, inputs, outputs, getPaddedIteration(kernel),
                       /*narrow=*/!allowsVectorAccess(kernel, accessGuard));
  epilogue.enterOuter(kb, batch);
  MatmulSpec overlapped = spec;
  overlapped.launchDependents = overlaps;
  auto getScale = [&](const std::optional<FactorScale> &scale) {
    return scale ? BlockScale{scale->rows, scale->depth, inputs[cast<BlockArgument>(scale->value).getArgNumber()]}
                 : BlockScale();
  };
  MatrixOperand left = matrix(inputs[lhs], spec.vectorBytesA);
  auto right = llvm::map_to_vector<1>(products, [&](const ProductSum &own) {
    return matrix(inputs[own.rhs.argument.getArgNumber()], spec.vectorBytesB);
  });
  MatmulArguments arguments{
      operands.m, operands.n, operands.k, left, right, getScale(product.lhs.scale), getScale(product.rhs.scale), part};
  if (added) {
    arguments.addedK = kb.c32(added->k);
    arguments.addedA = matrix(inputs[added->lhs.argument.getArgNumber()], spec.added->vectorBytesA);
    arguments.addedB = matrix(inputs[added->rhs.argument.getArgNumber()], spec.added->vectorBytesB);
  }
  emitMatmulSM80(kb, overlapped, arguments, tile, getSharedMemory(kb), epilogue);
}

void SM80Variant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(products.front().anchor->getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (leastBlocks > 0)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), kb.getI32IntegerAttr(leastBlocks));
  DeviceOperands operands = unpack(kb, func.getArguments());
  emitBlock(kb, operands, kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), hasDependentLaunch());
  kb.create<gpu::ReturnOp>();
}

Value SM80Variant::tiles(OpBuilder &builder, Location loc) {
  const ProductSum &product = products.front();
  const SM80Schedule &schedule = spec.schedule;
  HostIndex index{builder, loc};
  auto count = [&](Value memref, int64_t dim, int64_t tile) {
    Value size = index.dim(memref, dim), whole = index.constant(tile);
    return index.ceilDiv(size, whole);
  };
  Value tiles = index.mul(count(kernel.getInputs()[lhs], product.getRowDim(), schedule.tileM),
                          count(kernel.getInputs()[rhs], product.getColumnDim(), schedule.tileN));
  for (size_t i = 0; i < product.batches.size(); ++i) {
    OperandDim size = findBatchSize(kernel, product, i);
    tiles = index.mul(tiles, index.dim(kernel->getOperand(size.operand), size.dim));
  }
  return tiles;
}

Value SM80Variant::blocks(OpBuilder &builder, Location loc) {
  return HostIndex{builder, loc}.mul(tiles(builder, loc), spec.schedule.splitK);
}

MemRefType SM80Variant::memoryType() const {
  if (!isSplit())
    return {};
  return MemRefType::get(ShapedType::kDynamic, IntegerType::get(spec.sumType.getContext(), 8));
}

Value SM80Variant::memory(OpBuilder &builder) {
  Location loc = kernel.getLoc();
  Value known = partialTiles.get(builder, kernel, [&](OpBuilder &front) {
    return HostIndex{front, loc}.mul(blocks(front, loc), SplitSums::bytes(spec.schedule, spec.products));
  });
  return known.getType() == memoryType() ? known : memref::CastOp::create(builder, loc, memoryType(), known);
}
