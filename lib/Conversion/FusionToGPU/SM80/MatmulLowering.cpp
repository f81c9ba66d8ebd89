// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Common/BodyEmitter.h"
#include "../KernelLowering.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {

MmaKind getMmaKind(Type elementType, F32Precision precision) {
  if (elementType.isF16())
    return MmaKind::F16;
  if (elementType.isBF16())
    return MmaKind::BF16;
  switch (precision) {
  case F32Precision::TF32x3:
    return MmaKind::TF32x3;
  case F32Precision::TF32:
    return MmaKind::TF32;
  case F32Precision::IEEE:
    return MmaKind::FMA;
  }
  llvm_unreachable("unknown precision");
}

class MatmulLowering : public KernelLowering {
public:
  MatmulLowering(KernelOp kernel, const MatmulSchedule &schedule) : KernelLowering(kernel), matmul(kernel.getMatmul()) {
    lhs = cast<BlockArgument>(matmul.getLhs()).getArgNumber();
    rhs = cast<BlockArgument>(matmul.getRhs()).getArgNumber();
    general.kind = getMmaKind(matmul.getLhs().getType().getElementType(), getF32Precision(kernel));
    general.transposeA = matmul.getTransposeA();
    general.transposeB = matmul.getTransposeB();
    general.vectorBytesA = general.vectorBytesB = general.elementBytes();
    general.vectorEpilogue = false;
    general.schedule = getFallbackSchedule(general.elementBytes());

    fast = general;
    fast.schedule = schedule;
    fast.vectorBytesA = requireWidest(lhs);
    fast.vectorBytesB = requireWidest(rhs);
    AccessGuard epilogue = accessGuard;
    if (requireVectorAccess(kernel, epilogue)) {
      fast.vectorEpilogue = true;
      accessGuard = epilogue;
    }
  }

  void emitBody(gpu::GPUFuncOp func, bool isFast) override;
  int64_t threads(bool isFast) override { return spec(isFast).schedule.threads(); }
  int64_t sharedBytes(bool isFast) override { return sharedMemoryBytes(spec(isFast)); }
  Value blocks(OpBuilder &builder, Location loc, bool isFast) override;

private:
  const MatmulSpec &spec(bool isFast) const { return isFast ? fast : general; }
  int64_t requireWidest(unsigned input) {
    Value memref = kernel.getInputs()[input];
    int64_t bytes = AccessGuard::widestAccess(cast<MemRefType>(memref.getType()), 16);
    if (bytes > general.elementBytes())
      accessGuard.requireAligned(memref, bytes);
    return bytes;
  }

  MatmulOp matmul;
  unsigned lhs, rhs;
  MatmulSpec fast, general;
};

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

void MatmulLowering::emitBody(gpu::GPUFuncOp func, bool isFast) {
  KernelBuilder kb(matmul.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  SmallVector<MemRefArgument> arguments =
      llvm::map_to_vector(func.getArguments(), [&](Value memref) { return MemRefArgument::unpack(kb, memref); });
  ArrayRef<MemRefArgument> inputs = ArrayRef(arguments).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(arguments).drop_front(inputs.size());

  auto size = [&](int64_t known, Value value) {
    return ShapedType::isDynamic(known) ? kb.toI32(value) : kb.c32(known);
  };
  const MemRefArgument &a = inputs[lhs], &b = inputs[rhs];
  Value m = size(matmul.getM(), a.sizes[matmul.getLhsMDim()]), n = size(matmul.getN(), b.sizes[matmul.getRhsNDim()]);
  Value k = size(matmul.getK(), a.sizes[matmul.getLhsKDim()]);
  const MatmulSpec &form = spec(isFast);
  TilePosition tile = emitTilePosition(kb, form.schedule, m, n);

  SmallVector<Value> batch(matmul.getNumBatchDims());
  Value rest = tile.batch;
  for (int64_t dim = batch.size(); dim-- > 0;) {
    Value extent = kb.toI32(outputs[0].sizes[dim]);
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
  BodyEmitter epilogue(kernel, inputs, outputs, getPaddedIteration(kernel));
  epilogue.enterOuter(kb, batch);
  emitMatmulSM80(kb, form, {m, n, k, matrix(a, form.vectorBytesA), matrix(b, form.vectorBytesB)}, tile,
                 getSharedMemory(kb), epilogue);
  kb.create<gpu::ReturnOp>();
}

Value MatmulLowering::blocks(OpBuilder &builder, Location loc, bool isFast) {
  const MatmulSchedule &schedule = spec(isFast).schedule;
  auto dim = [&](Value memref, int64_t position) -> Value {
    return builder.createOrFold<memref::DimOp>(loc, memref, position);
  };
  auto tiles = [&](Value size, int64_t tile) {
    return builder.createOrFold<arith::CeilDivUIOp>(loc, size, arith::ConstantIndexOp::create(builder, loc, tile));
  };
  auto mul = [&](Value x, Value y) { return builder.createOrFold<arith::MulIOp>(loc, x, y); };
  Value blocks = mul(tiles(dim(kernel.getInputs()[lhs], matmul.getLhsMDim()), schedule.tileM),
                     tiles(dim(kernel.getInputs()[rhs], matmul.getRhsNDim()), schedule.tileN));
  for (int64_t i = 0; i < matmul.getNumBatchDims(); ++i)
    blocks = mul(blocks, dim(kernel.getOuts()[0], i));
  return blocks;
}

} // namespace

FailureOr<std::unique_ptr<KernelLowering>> fusion::createMatmulLowering(KernelOp kernel) {
  MatmulOp matmul = kernel.getMatmul();
  for (Value operand : matmul->getOperands())
    if (!isa<BlockArgument>(operand))
      return matmul.emitOpError() << "has a computed operand: a product reads the inputs of its kernel only";
  for (Operation &op : kernel.getBodyBlock()->getOperations())
    if (isa<MatmulOp>(op) && &op != matmul)
      return op.emitOpError() << "is the second product of its kernel";
  FailureOr<MatmulSchedule> schedule = getMatmulSchedule(kernel);
  if (failed(schedule))
    return failure();
  return std::unique_ptr<KernelLowering>(new MatmulLowering(kernel, *schedule));
}
