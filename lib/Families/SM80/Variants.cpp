// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the accesses of a product's variants, and emits their functions and launches.

#include "fusion/Families/SM80/Variants.h"

#include "Matmul.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {

class SM80Variant : public MemRefVariant {
public:
  SM80Variant(KernelOp kernel, ArrayRef<ProductSum> products, StringRef suffix, const MatmulSpec &spec,
              const AccessGuard &guard, int64_t leastBlocks)
      : MemRefVariant(kernel, suffix), products(products), spec(spec), leastBlocks(leastBlocks),
        lhs(products.front().lhs.argument.getArgNumber()), rhs(products.front().rhs.argument.getArgNumber()) {
    accessGuard = guard;
  }

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return spec.schedule.threads(); }
  int64_t sharedBytes() const override { return getSM80SharedBytes(spec.schedule, spec.elementBytes(), spec.products); }
  Value blocks(OpBuilder &builder, Location loc) override;

  SmallVector<ProductSum, 1> products;
  MatmulSpec spec;
  int64_t leastBlocks;
  unsigned lhs, rhs; ///< of the first product
};

/// The kernel that runs `schedule` with the accesses that `guard` allows.
MatmulSpec getSpec(KernelOp kernel, ArrayRef<ProductSum> products, const SM80Schedule &schedule,
                   const AccessGuard &guard) {
  const ProductSum &product = products.front();
  MatmulSpec spec;
  spec.products = products.size();
  spec.type = product.type;
  spec.sumType = product.getAccumulatorType();
  spec.blockScaled = product.isBlockScaled();
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
  const ProductSum &product = products.front();
  KernelBuilder kb(product.anchor->getLoc(), func.getContext());
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
  Value m = size(product.rows, a.sizes[product.getRowDim()]),
        n = size(product.columns, b.sizes[product.getColumnDim()]);
  Value k = size(product.k, a.sizes[product.getKDim()]);
  TilePosition tile = emitTilePosition(kb, spec.schedule, m, n);

  SmallVector<Value> batch(product.batches.size());
  Value rest = tile.batch;
  for (int64_t dim = batch.size(); dim-- > 0;) {
    OperandDim size = findBatchSize(kernel, product, dim);
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
  auto getScale = [&](const std::optional<FactorScale> &scale) {
    return scale ? BlockScale{scale->rows, scale->depth, inputs[cast<BlockArgument>(scale->value).getArgNumber()]}
                 : BlockScale();
  };
  MatrixOperand left = matrix(a, spec.vectorBytesA);
  auto right = llvm::map_to_vector<1>(products, [&](const ProductSum &own) {
    return matrix(inputs[own.rhs.argument.getArgNumber()], spec.vectorBytesB);
  });
  emitMatmulSM80(kb, overlapped, {m, n, k, left, right, getScale(product.lhs.scale), getScale(product.rhs.scale)}, tile,
                 getSharedMemory(kb), epilogue);
  kb.create<gpu::ReturnOp>();
}

Value SM80Variant::blocks(OpBuilder &builder, Location loc) {
  const ProductSum &product = products.front();
  const SM80Schedule &schedule = spec.schedule;
  HostIndex index{builder, loc};
  auto tiles = [&](Value memref, int64_t dim, int64_t tile) {
    Value size = index.dim(memref, dim), whole = index.constant(tile);
    return index.ceilDiv(size, whole);
  };
  Value blocks = index.mul(tiles(kernel.getInputs()[lhs], product.getRowDim(), schedule.tileM),
                           tiles(kernel.getInputs()[rhs], product.getColumnDim(), schedule.tileN));
  for (size_t i = 0; i < product.batches.size(); ++i) {
    OperandDim size = findBatchSize(kernel, product, i);
    blocks = index.mul(blocks, index.dim(kernel->getOperand(size.operand), size.dim));
  }
  return blocks;
}

} // namespace

/// What the widest accesses ask for that types allow.
static AccessGuard getWidestGuard(KernelOp kernel, ArrayRef<ProductSum> products) {
  AccessGuard guard;
  auto require = [&](const ProductFactor &factor) {
    Value memref = kernel.getInputOf(factor.getValue());
    int64_t bytes = AccessGuard::widestAccess(cast<MemRefType>(memref.getType()), 16);
    if (bytes > products.front().type->elementBytes)
      guard.requireAligned(memref, bytes);
  };
  require(products.front().lhs);
  for (const ProductSum &product : products)
    require(product.rhs);
  AccessGuard epilogue = guard;
  return requireVectorAccess(kernel, epilogue) ? epilogue : guard;
}

VariantAttr fusion::selectSM80FallbackVariant(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  ScheduleProblem problem = ScheduleProblem::get(plan);
  ScheduleAttr schedule =
      getSM80ScheduleAttr(getFallbackSchedule(problem.type->elementBytes), problem, kernel.getContext());
  return AccessGuard().toVariant(kernel, kGeneralSuffix, schedule);
}

ArrayAttr fusion::selectSM80Variants(const KernelPlan &plan, ScheduleAttr schedule) {
  KernelOp kernel = plan.getKernel();
  AccessGuard guard = getWidestGuard(kernel, plan.getSiblingProducts());
  SmallVector<Attribute> variants = {guard.toVariant(kernel, "", schedule)};
  if (!guard.isTrivial())
    variants.push_back(selectSM80FallbackVariant(plan));
  return ArrayAttr::get(kernel.getContext(), variants);
}

FailureOr<KernelVariants> fusion::createSM80Variants(const KernelPlan &plan, ArrayRef<VariantAttr> variants,
                                                     int64_t leastBlocks) {
  KernelVariants created;
  KernelOp kernel = plan.getKernel();
  ArrayRef<ProductSum> products = plan.getSiblingProducts();
  for (VariantAttr variant : variants) {
    FailureOr<SM80Schedule> schedule = getSM80Schedule(plan, variant.getSchedule());
    if (failed(schedule))
      return failure();
    AccessGuard guard(kernel, variant);
    created.push_back(std::make_unique<SM80Variant>(kernel, products, variant.getSuffix(),
                                                    getSpec(kernel, products, *schedule, guard), guard, leastBlocks));
  }
  return created;
}
