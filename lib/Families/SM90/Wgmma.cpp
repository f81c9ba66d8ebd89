// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits wgmma: descriptors, fragments in registers, low halves, products.

#include "Wgmma.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

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
  int64_t elements = step * 32 / multiplicand.elementBytes;
  if (!multiplicand.kMajor)
    return elements * 128 / 16;
  int64_t box = elements / multiplicand.rowElements(), inRow = elements % multiplicand.rowElements();
  return (box * multiplicand.boxBytes() + inRow * multiplicand.elementBytes) / 16;
}

/// Distance (16 bytes) of 64 rows from the 64 before them.
static int64_t getRowBlockOffset(const Multiplicand &multiplicand) {
  return (multiplicand.kMajor ? 64 * 128 : 64 / multiplicand.rowElements() * multiplicand.boxBytes()) / 16;
}

Value sm90::getLowHalf(KernelBuilder &kb, Value whole) {
  Type type = whole.getType(), bitsType = kb.getI32Type();
  if (auto vector = dyn_cast<VectorType>(type))
    bitsType = vector.clone(bitsType);
  APInt bits(32, 0xffffe000);
  auto vectorType = dyn_cast<VectorType>(bitsType);
  TypedAttr mask = vectorType ? TypedAttr(DenseElementsAttr::get(vectorType, bits)) : kb.getIntegerAttr(bitsType, bits);
  Value high =
      kb.create<arith::AndIOp>(kb.create<LLVM::BitcastOp>(bitsType, whole), kb.create<arith::ConstantOp>(mask));
  return kb.create<arith::SubFOp>(whole, kb.create<LLVM::BitcastOp>(type, high));
}

// PTX ISA, "Register fragments for wgmma.mma_async.m64nNk8": of 64 rows by 8 k thread t of the warpgroup holds, at
// position 2 j + h, row 16 (t / 32) + 8 h + (t % 32) / 4, k = 4 j + t % 4.
static constexpr int64_t fragmentRows = 8, fragmentK = 4, fragmentRegisters = 4;

// A row of 128 bytes is 8 pieces of 16; the swizzle puts piece p of row r where piece p ^ (r % 8) would lie.
static constexpr int64_t pieceBytes = 16, rowBytes = 128;
/// From one half of 8 rows of k to the other, in a box that lies along m or n: four rows, and four pieces.
static constexpr int64_t otherHalf = 4 * rowBytes | 4 * pieceBytes;

// What a warp reads at once, 8 rows by 4 k, must lie in 32 banks. It does where rows lie along k. In boxes along m or n
// rows 4 to 7 of the same half would lie in the banks of rows 0 to 3: their lanes read the other half first.
Value sm90::getOwnElement(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value warp, Value lane) {
  Value laneRow = kb.div(lane, fragmentK), laneK = kb.rem(lane, fragmentK);
  int64_t bytes = multiplicand.elementBytes;
  if (multiplicand.kMajor) {
    Value row = kb.mad(warp, 2 * fragmentRows, laneRow);
    Value inRow = kb.mad(laneRow, pieceBytes, kb.mul(laneK, bytes));
    return kb.add(address, kb.mad(row, rowBytes, inRow));
  }
  // 16 rows of a warp are 4 pieces, those of two warps a box.
  Value upper = kb.div(laneRow, 4);
  Value piece = kb.xorI(kb.mad(kb.rem(warp, 2), 4, upper), laneK);
  Value inRow = kb.mad(piece, pieceBytes, kb.mul(kb.rem(laneRow, 4), bytes));
  Value inBox = kb.xorI(kb.mad(laneK, rowBytes, inRow), kb.mul(upper, otherHalf));
  return kb.add(address, kb.mad(kb.div(warp, 2), multiplicand.boxBytes(), inBox));
}

/// The registers (f32) of step `step` of a k block, of 64 rows.
static SmallVector<Value> loadFragment(KernelBuilder &kb, const Multiplicand &multiplicand, Value own, int64_t block,
                                       int64_t step) {
  auto load = [&](int64_t inBox, int64_t toggled) {
    Value address = kb.add(kb.xorI(own, toggled), block * getRowBlockOffset(multiplicand) * 16 + inBox);
    return kb.load(kb.getF32Type(), kb.create<LLVM::IntToPtrOp>(kb.sharedPtrType(), address));
  };
  SmallVector<Value> registers(fragmentRegisters);
  if (multiplicand.kMajor) {
    for (int64_t i = 0; i < fragmentRegisters; ++i) {
      int64_t half = i / 2, rows = i % 2;
      registers[i] = load(rows * fragmentRows * rowBytes, (2 * step + half) * pieceBytes);
    }
    return registers;
  }
  // Boxes start at multiples of 1024 bytes, so a lane that reads the other half first has its bit set.
  Value otherFirst = kb.andI(own, 4 * rowBytes);
  Value swapped = kb.ne(otherFirst, kb.c32(0));
  for (int64_t rows = 0; rows < 2; ++rows) {
    int64_t toggled = rows * 2 * pieceBytes, inBox = 2 * step * fragmentK * rowBytes;
    Value first = load(inBox, toggled), second = load(inBox, toggled | otherHalf);
    registers[rows] = kb.select(swapped, second, first);
    registers[2 + rows] = kb.select(swapped, first, second);
  }
  return registers;
}

/// Whether a product of a k block does not add to the accumulator: the first one of `fresh` sums.
static bool startsSum(bool fresh, int64_t step, int64_t factor) { return fresh && step == 0 && factor == 0; }

/// What tf32 leaves out of each value.
static SmallVector<Value> getLowHalves(KernelBuilder &kb, ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [&](Value value) { return getLowHalf(kb, value); });
}

/// 64 rows by 8 k of tf32 in registers times columns: wgmma with its left factor in registers, which upstream's
/// operation does not have.
static Value multiplyRegisters(KernelBuilder &kb, Value accumulator, ArrayRef<Value> rows, Value columns, bool starts) {
  auto type = cast<LLVM::LLVMStructType>(accumulator.getType());
  int64_t count = static_cast<int64_t>(type.getBody().size());
  SmallVector<Value> operands;
  std::string constraints, sums;
  for (int64_t i = 0; i < count; ++i) {
    operands.push_back(kb.extract(accumulator, i));
    constraints += "=f,";
    sums += (i > 0 ? ", $" : "$") + std::to_string(i);
  }
  for (int64_t i = 0; i < count; ++i)
    constraints += std::to_string(i) + ",";
  for (Value row : rows)
    operands.push_back(kb.create<arith::BitcastOp>(kb.getI32Type(), row));
  operands.push_back(columns);
  constraints += "r,r,r,r,l";
  auto name = [&](int64_t operand) { return "$" + std::to_string(2 * count + operand); };
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, " + std::string(starts ? "0" : "1") +
                     ", 0;\nwgmma.mma_async.sync.aligned.m64n" + std::to_string(2 * count) + "k8.f32.tf32.tf32 {" +
                     sums + "}, {" + name(0) + ", " + name(1) + ", " + name(2) + ", " + name(3) + "}, " + name(4) +
                     ", p, 1, 1;\n}\n";
  return kb.inlineAsm(type, operands, text, constraints);
}

int64_t sm90::getProductGroups(const ProductSpec &spec) {
  return spec.rows.readByThreads ? spec.schedule.tileK / spec.instructionK() : 1;
}

/// The products of a k block whose rows come from registers, a group for each step of k. Products read their registers
/// until they are done, so threads wait for those of the block before that read the same ones; they read the next step
/// before they start the products of one, so that it comes while the tensor cores have work.
static void multiplyByThreads(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<Factors> factors,
                              MutableArrayRef<Value> sums, bool fresh) {
  int64_t steps = getProductGroups(spec);
  bool inParts = llvm::any_of(factors, [](const Factors &factor) { return factor.low; });
  SmallVector<SmallVector<Value>> highHalves, lowHalves;
  auto load = [&](int64_t step, int64_t pending) {
    waitProducts(kb, pending);
    for (size_t block = 0; block < sums.size(); ++block) {
      highHalves.push_back(loadFragment(kb, spec.rows, factors.front().rows, block, step));
      if (inParts)
        lowHalves.push_back(getLowHalves(kb, highHalves.back()));
    }
  };
  load(0, steps - 1);
  for (int64_t step = 0; step < steps; ++step) {
    if (step + 1 < steps)
      load(step + 1, steps - 2);
    kb.create<NVVM::WgmmaFenceAlignedOp>();
    for (auto [number, factor] : llvm::enumerate(factors))
      for (auto [block, sum] : llvm::enumerate(sums)) {
        Value columns = kb.add(factor.columns, getStepOffset(spec.columns, step));
        ArrayRef<Value> rows = (factor.low ? lowHalves : highHalves)[step * sums.size() + block];
        sum = multiplyRegisters(kb, sum, rows, columns, startsSum(fresh, step, number));
      }
    kb.create<NVVM::WgmmaGroupSyncAlignedOp>();
  }
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
  int64_t steps = spec.schedule.tileK / spec.instructionK();
  SmallVector<Value> results(accumulators);
  if (spec.rows.readByThreads) {
    multiplyByThreads(kb, spec, factors, results, fresh);
    return results;
  }
  kb.create<NVVM::WgmmaFenceAlignedOp>();
  auto multiply = [&](Value &accumulator, int64_t block, const Factors &factor, int64_t step, bool starts) {
    Value rows = kb.add(factor.rows, getStepOffset(spec.rows, step) + block * getRowBlockOffset(spec.rows));
    Value columns = kb.add(factor.columns, getStepOffset(spec.columns, step));
    auto scale = starts ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one;
    accumulator = kb.create<NVVM::WgmmaMmaAsyncOp>(accumulator.getType(), accumulator, rows, columns, shape, type, type,
                                                   NVVM::WGMMATypes::f32, scale, NVVM::WGMMAScaleIn::one,
                                                   NVVM::WGMMAScaleIn::one, layout(spec.rows.kMajor, true),
                                                   layout(spec.columns.kMajor, false), NVVM::MMAIntOverflowAttr());
  };
  for (int64_t step = 0; step < steps; ++step)
    for (auto [index, factor] : llvm::enumerate(factors))
      for (auto [block, accumulator] : llvm::enumerate(results))
        multiply(accumulator, block, factor, step, startsSum(fresh, step, index));
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
    results.push_back(kb.inlineAsm(type, registers, text, constraints));
  }
  return results;
}
