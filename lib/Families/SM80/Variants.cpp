// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the accesses of a product's variants, and emits their functions and launches.

#include "fusion/Families/SM80/Variants.h"

#include "Matmul.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {

class SM80Variant : public MemRefVariant {
public:
  SM80Variant(KernelOp kernel, StringRef suffix, const MatmulSpec &spec, const AccessGuard &guard,
              int64_t leastBlocks = 0)
      : MemRefVariant(kernel, suffix), matmul(KernelPlan(kernel).getProduct()), spec(spec), leastBlocks(leastBlocks),
        lhs(cast<BlockArgument>(matmul.getLhs()).getArgNumber()),
        rhs(cast<BlockArgument>(matmul.getRhs()).getArgNumber()) {
    accessGuard = guard;
  }

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return spec.schedule.threads(); }
  int64_t sharedBytes() const override { return getSM80SharedBytes(spec.schedule, spec.elementBytes()); }
  Value blocks(OpBuilder &builder, Location loc) override;

  MatmulOp matmul;
  MatmulSpec spec;
  int64_t leastBlocks;
  unsigned lhs, rhs;
};

/// The kernel that runs `schedule` with the accesses that `guard` allows.
MatmulSpec getSpec(KernelOp kernel, const SM80Schedule &schedule, const AccessGuard &guard) {
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  MatmulSpec spec;
  spec.type = &getProductType(matmul);
  spec.sumType = matmul.getAccumulatorType();
  spec.blockScaled = matmul.isBlockScaled();
  spec.transposeA = matmul.getTransposeA();
  spec.transposeB = matmul.getTransposeB();
  spec.schedule = schedule;
  auto getBytes = [&](Value operand) {
    return std::clamp<int64_t>(guard.getAlignment(kernel.getInputOf(operand)), spec.elementBytes(), 16);
  };
  spec.vectorBytesA = getBytes(matmul.getLhs());
  spec.vectorBytesB = getBytes(matmul.getRhs());
  spec.vectorEpilogue = allowsVectorAccess(kernel, guard) || needsEightColumns(kernel);
  return spec;
}

/// The matrix of one batch. Batch dimensions of size 1 are repeated.
MatrixOperand selectMatrix(KernelBuilder &kb, const MemRefArgument &argument, ArrayRef<Value> batch) {
  int64_t rank = argument.rank(), skipped = batch.size() - (rank - 2);
  Value pointer = argument.pointer;
  for (int64_t dim = 0; dim + 2 < rank; ++dim)
    if (KernelBuilder::asConstant(argument.sizes[dim]) != 1)
      pointer = kb.offsetPtr(
          pointer, kb.mul(kb.mul(batch[dim + skipped], argument.strides[dim]), storedBytes(argument.elementType)));
  return {pointer, argument.strides[rank - 2], argument.strides[rank - 1]};
}

void SM80Variant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(matmul.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (leastBlocks > 0)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), kb.getI32IntegerAttr(leastBlocks));
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func);
  ArrayRef<MemRefArgument> inputs = ArrayRef(arguments).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(arguments).drop_front(inputs.size());

  auto size = [&](int64_t known, Value value) {
    return ShapedType::isDynamic(known) ? kb.toI32(value) : kb.c32(known);
  };
  const MemRefArgument &a = inputs[lhs], &b = inputs[rhs];
  Value m = size(matmul.getM(), a.sizes[matmul.getLhsMDim()]), n = size(matmul.getN(), b.sizes[matmul.getRhsNDim()]);
  Value k = size(matmul.getK(), a.sizes[matmul.getLhsKDim()]);
  TilePosition tile = emitTilePosition(kb, spec.schedule, m, n);

  SmallVector<Value> batch(matmul.getNumBatchDims());
  Value rest = tile.batch;
  for (int64_t dim = batch.size(); dim-- > 0;) {
    OperandDim size = findBatchSize(kernel, dim);
    Value extent = kb.toI32(arguments[size.operand].sizes[size.dim]);
    batch[dim] = kb.toI64(dim == 0 ? rest : kb.rem(rest, extent));
    rest = kb.div(rest, extent);
  }
  // Rows of vectors are contiguous, whatever the type says.
  auto matrix = [&](const MemRefArgument &argument, int64_t vectorBytes) {
    MatrixOperand operand = selectMatrix(kb, argument, batch);
    if (vectorBytes > storedBytes(argument.elementType))
      operand.colStride = kb.c64(1);
    return operand;
  };
  BodyEmitter epilogue(kb, kernel, inputs, outputs, getPaddedIteration(kernel),
                       /*narrow=*/!allowsVectorAccess(kernel, accessGuard));
  epilogue.enterOuter(kb, batch);
  MatmulSpec overlapped = spec;
  overlapped.launchDependents = hasDependentLaunch();
  auto scale = [&](Value operand, std::optional<ArrayRef<int64_t>> block) {
    return operand ? BlockScale{(*block)[0], (*block)[1], inputs[cast<BlockArgument>(operand).getArgNumber()]}
                   : BlockScale();
  };
  emitMatmulSM80(kb, overlapped,
                 {m, n, k, matrix(a, spec.vectorBytesA), matrix(b, spec.vectorBytesB),
                  scale(matmul.getLhsScale(), matmul.getLhsBlock()), scale(matmul.getRhsScale(), matmul.getRhsBlock())},
                 tile, getSharedMemory(kb), epilogue);
  kb.create<gpu::ReturnOp>();
}

Value SM80Variant::blocks(OpBuilder &builder, Location loc) {
  const SM80Schedule &schedule = spec.schedule;
  HostIndex index{builder, loc};
  auto tiles = [&](Value memref, int64_t dim, int64_t tile) {
    Value size = index.dim(memref, dim), whole = index.constant(tile);
    return index.ceilDiv(size, whole);
  };
  Value blocks = index.mul(tiles(kernel.getInputs()[lhs], matmul.getLhsMDim(), schedule.tileM),
                           tiles(kernel.getInputs()[rhs], matmul.getRhsNDim(), schedule.tileN));
  for (int64_t i = 0; i < matmul.getNumBatchDims(); ++i) {
    OperandDim size = findBatchSize(kernel, i);
    blocks = index.mul(blocks, index.dim(kernel->getOperand(size.operand), size.dim));
  }
  return blocks;
}

} // namespace

static int64_t getElementBytes(KernelOp kernel) { return getProductType(KernelPlan(kernel).getProduct()).elementBytes; }

/// What the widest accesses ask for that types allow.
static AccessGuard getWidestGuard(KernelOp kernel) {
  AccessGuard guard;
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  for (Value operand : {matmul.getLhs(), matmul.getRhs()}) {
    Value memref = kernel.getInputOf(operand);
    int64_t bytes = AccessGuard::widestAccess(cast<MemRefType>(memref.getType()), 16);
    if (bytes > getElementBytes(kernel))
      guard.requireAligned(memref, bytes);
  }
  AccessGuard epilogue = guard;
  return requireVectorAccess(kernel, epilogue) ? epilogue : guard;
}

VariantAttr fusion::selectSM80FallbackVariant(KernelOp kernel) {
  ScheduleAttr schedule = getSM80ScheduleAttr(getFallbackSchedule(getElementBytes(kernel)),
                                              ScheduleProblem::get(kernel), kernel.getContext());
  return AccessGuard().toVariant(kernel, kGeneralSuffix, schedule);
}

ArrayAttr fusion::selectSM80Variants(KernelOp kernel, ScheduleAttr schedule) {
  AccessGuard guard = getWidestGuard(kernel);
  SmallVector<Attribute> variants = {guard.toVariant(kernel, "", schedule)};
  if (!guard.isTrivial())
    variants.push_back(selectSM80FallbackVariant(kernel));
  return ArrayAttr::get(kernel.getContext(), variants);
}

FailureOr<KernelVariants> fusion::createSM80Variants(KernelOp kernel, ArrayRef<VariantAttr> variants,
                                                     int64_t leastBlocks) {
  KernelVariants created;
  for (VariantAttr variant : variants) {
    FailureOr<SM80Schedule> schedule = getSM80Schedule(kernel, variant.getSchedule());
    if (failed(schedule))
      return failure();
    AccessGuard guard(kernel, variant);
    created.push_back(std::make_unique<SM80Variant>(kernel, variant.getSuffix(), getSpec(kernel, *schedule, guard),
                                                    guard, leastBlocks));
  }
  return created;
}
