// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits wgmma: descriptors, fragments in registers, low halves, products.

#include "fusion/Families/SM90/Wgmma.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

// Fields in units of 16 bytes (PTX ISA, "Matrix Descriptor Format"): bits 0-13 address; 16-29 leading offset, here from
// one 128-byte-wide block along m or n to the next; 32-45 stride offset, from 8 rows of 128 bytes to the next 8; 62-63
// swizzle, 1 for 128 bytes. K-major operands ignore the leading offset.
Value async::emitDescriptor(KernelBuilder &kb, const Multiplicand &multiplicand, Value address) {
  uint64_t leading = multiplicand.kMajor ? 1 : multiplicand.boxBytes() / 16;
  uint64_t fields = uint64_t(1) << 62 | uint64_t(1024 / 16) << 32 | leading << 16;
  Value start = kb.create<arith::ExtUIOp>(kb.getI64Type(), kb.div(kb.andI(address, 0x3FFFF), 16));
  return kb.orI(start, kb.c64(static_cast<int64_t>(fields)));
}

int64_t async::getStepOffset(const Multiplicand &multiplicand, int64_t step) {
  int64_t elements = step * 32 / multiplicand.elementBytes;
  if (!multiplicand.kMajor)
    return elements * 128 / 16;
  int64_t box = elements / multiplicand.rowElements(), inRow = elements % multiplicand.rowElements();
  return (box * multiplicand.boxBytes() + inRow * multiplicand.elementBytes) / 16;
}

int64_t async::getRowBlockOffset(const Multiplicand &multiplicand) {
  return (multiplicand.kMajor ? 64 * 128 : 64 / multiplicand.rowElements() * multiplicand.boxBytes()) / 16;
}

void async::fenceProducts(KernelBuilder &kb) { kb.create<NVVM::WgmmaFenceAlignedOp>(); }
void async::commitProducts(KernelBuilder &kb) { kb.create<NVVM::WgmmaGroupSyncAlignedOp>(); }

ProductFormat ProductFormat::get(const ProductType &type, bool swap) {
  return {swap ? type.formatB : type.formatA, swap ? type.formatA : type.formatB, type.elementBytes};
}

/// The sums of a struct of accumulators.
static ArrayRef<Type> getSums(Value accumulator) { return cast<LLVM::LLVMStructType>(accumulator.getType()).getBody(); }
/// As PTX names their type.
static StringRef nameSums(Value accumulator) { return getSums(accumulator).front().isF32() ? "f32" : "s32"; }

Value async::multiply(KernelBuilder &kb, const ProductFormat &format, Value accumulator, Value rows, bool rowsAreKMajor,
                      Value columns, bool columnsAreKMajor, bool starts) {
  auto count = static_cast<int64_t>(getSums(accumulator).size());
  auto layout = [](bool kMajor, bool rowsAreK) {
    return kMajor == rowsAreK ? NVVM::MMALayout::row : NVVM::MMALayout::col;
  };
  auto named = [](StringRef name) { return *NVVM::symbolizeWGMMATypes(name); };
  return kb.create<NVVM::WgmmaMmaAsyncOp>(accumulator.getType(), accumulator, rows, columns,
                                          NVVM::MMAShapeAttr::get(kb.getContext(), 64, 2 * count, format.depth()),
                                          named(format.rows), named(format.columns), named(nameSums(accumulator)),
                                          starts ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
                                          NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one, layout(rowsAreKMajor, true),
                                          layout(columnsAreKMajor, false), NVVM::MMAIntOverflowAttr());
}

/// "$first, $first+1, ...": `count` operands of inline assembly.
static std::string listOperands(int64_t first, int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += (i > 0 ? ", $" : "$") + std::to_string(first + i);
  return text;
}

/// Constraints of sums that are read and written in place, the first operands.
static std::string tieSums(ArrayRef<Type> sums) {
  std::string written, read;
  for (auto [i, type] : llvm::enumerate(sums)) {
    written += type.isF32() ? "=f," : "=r,";
    read += (i > 0 ? "," : "") + std::to_string(i);
  }
  return written + read;
}

SmallVector<Value> async::copyRegisters(KernelBuilder &kb, ArrayRef<Value> rows) {
  return llvm::map_to_vector(rows, [&](Value row) -> Value {
    Value bits = row.getType().isF32() ? kb.create<arith::BitcastOp>(kb.getI32Type(), row) : row;
    return kb.inlineAsm(kb.getI32Type(), bits, "mov.b32 $0, $1;", "=r,r");
  });
}

// Upstream's operation has no left factor in registers.
Value async::multiplyRegisters(KernelBuilder &kb, const ProductFormat &format, Value accumulator, ArrayRef<Value> rows,
                               Value columns, bool columnsAreKMajor, bool starts) {
  assert((format.transposes() || columnsAreKMajor) && "wgmma transposes 16-bit elements alone");
  SmallVector<Value> operands = kb.extractAll(accumulator);
  int64_t count = static_cast<int64_t>(operands.size());
  llvm::append_range(operands, rows);
  operands.push_back(columns);
  std::string shape = "m64n" + std::to_string(2 * count) + "k" + std::to_string(format.depth());
  std::string transposed = !format.transposes() ? "" : columnsAreKMajor ? ", 0" : ", 1";
  // Floats have signs that can be turned.
  std::string signs = nameSums(accumulator) == "f32" ? ", 1, 1" : "";
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, " + std::string(starts ? "0" : "1") +
                     ", 0;\nwgmma.mma_async.sync.aligned." + shape + "." + nameSums(accumulator).str() + "." +
                     format.rows.str() + "." + format.columns.str() + " {" + listOperands(0, count) + "}, {" +
                     listOperands(2 * count, 4) + "}, $" + std::to_string(2 * count + 4) + ", p" + signs + transposed +
                     ";\n}\n";
  return kb.inlineAsm(accumulator.getType(), operands, text, tieSums(getSums(accumulator)) + ",r,r,r,r,l");
}

void async::waitProducts(KernelBuilder &kb, int64_t pending) {
  kb.create<NVVM::WgmmaWaitGroupSyncOp>(static_cast<uint64_t>(pending));
}

SmallVector<Value> async::waitProducts(KernelBuilder &kb, int64_t pending, ArrayRef<Value> complete,
                                       ArrayRef<Value> read) {
  SmallVector<Value> results;
  for (auto [index, accumulator] : llvm::enumerate(complete)) {
    SmallVector<Value> registers = kb.extractAll(accumulator);
    std::string constraints = tieSums(getSums(accumulator)), text;
    if (index == 0) {
      text = "wgmma.wait_group.sync.aligned " + std::to_string(pending) + ";";
      llvm::append_range(registers, read);
      for (size_t i = 0; i < read.size(); ++i)
        constraints += ",r";
    }
    results.push_back(kb.inlineAsm(accumulator.getType(), registers, text, constraints));
  }
  return results;
}
