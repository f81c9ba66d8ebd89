// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Wgmma.h"

#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

Type sm90::getAccumulatorType(KernelBuilder &kb, int64_t columns) {
  return LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(columns / 2, kb.getF32Type()));
}

// Fields in units of 16 bytes (PTX ISA, "Matrix Descriptor Format"): bits 0-13 address; 16-29 leading offset, here from
// one 128-byte-wide block along m or n to the next; 32-45 stride offset, from 8 rows of 128 bytes to the next 8; 62-63
// swizzle, 1 for 128 bytes. K-major operands ignore the leading offset.
Value sm90::emitDescriptor(KernelBuilder &kb, const Multiplicand &multiplicand, Value address) {
  uint64_t leading = multiplicand.kMajor ? 1 : multiplicand.boxBytes() / 16;
  uint64_t fields = uint64_t(1) << 62 | uint64_t(1024 / 16) << 32 | leading << 16;
  Value start = kb.create<arith::ExtUIOp>(kb.getI64Type(), kb.div(kb.andI(address, 0x3FFFF), 16));
  return kb.orI(start, kb.c64(static_cast<int64_t>(fields)));
}

/// Distance (16 bytes) of step `step` of a k block from its first.
static int64_t getStepOffset(const Multiplicand &multiplicand, int64_t step) {
  int64_t elements = step * (seeded("sm90-wrong-k-step") ? 16 : 32) / multiplicand.elementBytes;
  if (!multiplicand.kMajor)
    return elements * 128 / 16;
  int64_t box = elements / multiplicand.rowElements(), inRow = elements % multiplicand.rowElements();
  return (box * multiplicand.boxBytes() + inRow * multiplicand.elementBytes) / 16;
}

/// Distance (16 bytes) of 64 rows from the 64 before them.
static int64_t getRowBlockOffset(const Multiplicand &multiplicand) {
  return (multiplicand.kMajor ? 64 * 128 : 64 / multiplicand.rowElements() * multiplicand.boxBytes()) / 16;
}

static NVVM::WGMMATypes getWgmmaType(Type type) {
  if (type.isF16())
    return NVVM::WGMMATypes::f16;
  return type.isBF16() ? NVVM::WGMMATypes::bf16 : NVVM::WGMMATypes::tf32;
}

SmallVector<Value> sm90::emitBlockProducts(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<Factors> factors,
                                           ArrayRef<Value> accumulators, bool fresh) {
  NVVM::WGMMATypes type = getWgmmaType(spec.elementType);
  auto shape = NVVM::MMAShapeAttr::get(kb.getContext(), 64, spec.columns.extent, spec.instructionK());
  auto layout = [](bool kMajor, bool rowsAreK) {
    return kMajor == rowsAreK ? NVVM::MMALayout::row : NVVM::MMALayout::col;
  };
  kb.create<NVVM::WgmmaFenceAlignedOp>();
  SmallVector<Value> results(accumulators);
  auto multiply = [&](Value &accumulator, int64_t block, const Factors &factor, int64_t step, bool first) {
    Value rows = kb.add(factor.rows, getStepOffset(spec.rows, step) + block * getRowBlockOffset(spec.rows));
    Value columns = kb.add(factor.columns, getStepOffset(spec.columns, step));
    auto scale = first && !seeded("sm90-stale-accumulator") ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one;
    accumulator = kb.create<NVVM::WgmmaMmaAsyncOp>(accumulator.getType(), accumulator, rows, columns, shape, type, type,
                                                   NVVM::WGMMATypes::f32, scale, NVVM::WGMMAScaleIn::one,
                                                   NVVM::WGMMAScaleIn::one, layout(spec.rows.kMajor, true),
                                                   layout(spec.columns.kMajor, false), NVVM::MMAIntOverflowAttr());
  };
  for (int64_t step = 0; step < spec.schedule.tileK / spec.instructionK(); ++step)
    for (auto [index, factor] : llvm::enumerate(factors))
      for (auto [block, accumulator] : llvm::enumerate(results))
        multiply(accumulator, block, factor, step, fresh && step == 0 && index == 0);
  kb.create<NVVM::WgmmaGroupSyncAlignedOp>();
  return results;
}

void sm90::waitProducts(KernelBuilder &kb, int64_t pending) {
  kb.create<NVVM::WgmmaWaitGroupSyncOp>(static_cast<uint64_t>(pending));
}

SmallVector<Value> sm90::waitAllProducts(KernelBuilder &kb, ArrayRef<Value> accumulators) {
  SmallVector<Value> results;
  for (auto [index, accumulator] : llvm::enumerate(accumulators)) {
    auto type = cast<LLVM::LLVMStructType>(accumulator.getType());
    int64_t count = type.getBody().size();
    SmallVector<Value> registers;
    std::string constraints;
    for (int64_t i = 0; i < count; ++i) {
      registers.push_back(kb.extract(accumulator, i));
      constraints += "=f,";
    }
    for (int64_t i = 0; i < count; ++i)
      constraints += std::to_string(i) + (i + 1 < count ? "," : "");
    StringRef text = index == 0 ? "wgmma.wait_group.sync.aligned 0;" : "";
    results.push_back(kb.create<LLVM::InlineAsmOp>(type, registers, text, constraints, /*has_side_effects=*/true,
                                                   /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
                                                   LLVM::AsmDialectAttr(), ArrayAttr())
                          .getRes());
  }
  return results;
}
