// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the products of a k block, low halves of split f32 among them.

#include "WgmmaAtom.h"

#include "fusion/Families/Product/LowHalf.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

// PTX ISA, "Register fragments for wgmma.mma_async.m64nNk8": of 64 rows by 8 k thread t of the warpgroup holds, at
// position 2 j + h, row 16 (t / 32) + 8 h + (t % 32) / 4, k = 4 j + t % 4.
static constexpr int64_t fragmentRows = 8, fragmentK = 4, fragmentRegisters = 4;

// A row of 128 bytes is 8 pieces of 16; the swizzle puts piece p of row r where piece p ^ (r % 8) would lie.
static constexpr int64_t pieceBytes = 16, rowBytes = 128;
/// From one half of 8 rows of k to the other, in a box that lies along m or n: four rows, and four pieces.
static constexpr int64_t otherHalf = 4 * rowBytes | 4 * pieceBytes;

// What a warp reads at once, 8 rows by 4 k, must lie in 32 banks. It does where rows lie along k. In boxes along m or n
// rows 4 to 7 of the same half would lie in the banks of rows 0 to 3: their lanes read the other half first.
/// Where a thread reads a multiplicand that comes from registers: the shared address (i32) of its first element, if
/// `address` is that of the first of 64 rows, in a stage that starts at a multiple of 1024 bytes.
static Value getOwnElement(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value warp, Value lane) {
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

int64_t WgmmaAtom::getRowBlock(size_t block) const {
  auto [product, own] = std::div(int64_t(block), layout->countAccumulators());
  return product * (rows.extent / stackedRows() / 64) + own;
}

/// The products of a k block whose rows come from registers, a group for each step of k. Products read their registers
/// until they are done, so threads wait for those of the block before that read the same ones; they read the next step
/// before they start the products of one, so that it comes while the tensor cores have work.
void WgmmaAtom::multiplyByThreads(KernelBuilder &kb, ArrayRef<Factors> factors, MutableArrayRef<Value> sums,
                                  bool fresh) const {
  int64_t steps = groups();
  bool inParts = llvm::any_of(factors, [](const Factors &factor) { return factor.low; });
  SmallVector<SmallVector<Value>> highHalves, lowHalves;
  size_t blocks = this->blocks();
  auto load = [&](int64_t step, int64_t pending) {
    waitProducts(kb, pending);
    for (size_t block = 0; block < blocks; ++block) {
      highHalves.push_back(loadFragment(kb, rows, factors.front().rows, getRowBlock(block), step));
      if (inParts)
        lowHalves.push_back(getLowHalves(kb, highHalves.back()));
    }
  };
  load(0, steps - 1);
  for (int64_t step = 0; step < steps; ++step) {
    if (step + 1 < steps)
      load(step + 1, steps - 2);
    for (auto *halves : {&highHalves, &lowHalves})
      for (size_t block = step * blocks; block < std::min(halves->size(), (step + 1) * blocks); ++block)
        (*halves)[block] = copyRegisters(kb, (*halves)[block]);
    fenceProducts(kb);
    for (auto [number, factor] : llvm::enumerate(factors))
      for (auto [place, sum] : llvm::enumerate(sums)) {
        size_t block = place % blocks, set = place / blocks;
        Value right = kb.add(factor.columns[set], getStepOffset(columns[set], step));
        ArrayRef<Value> left = (factor.low ? lowHalves : highHalves)[step * blocks + block];
        sum =
            multiplyRegisters(kb, format, sum, left, right, /*columnsAreKMajor=*/true, startsSum(fresh, step, number));
      }
    commitProducts(kb);
  }
}

SmallVector<Value> WgmmaAtom::multiply(KernelBuilder &kb, ArrayRef<Factors> factors, ArrayRef<Value> accumulators,
                                       bool fresh) const {
  SmallVector<Value> results(accumulators);
  if (rows.readByThreads) {
    multiplyByThreads(kb, factors, results, fresh);
    return results;
  }
  fenceProducts(kb);
  for (int64_t step = 0; step < steps(); ++step)
    for (auto [index, factor] : llvm::enumerate(factors))
      for (auto [place, accumulator] : llvm::enumerate(results)) {
        size_t set = place / blocks();
        const Multiplicand &multiplicand = columns[set];
        int64_t rowBlock = getRowBlock(place % blocks());
        Value left = kb.add(factor.rows, getStepOffset(rows, step) + rowBlock * getRowBlockOffset(rows));
        Value right = kb.add(factor.columns[set], getStepOffset(multiplicand, step));
        accumulator = async::multiply(kb, format, accumulator, left, rows.kMajor, right, multiplicand.kMajor,
                                      startsSum(fresh, step, index));
      }
  commitProducts(kb);
  return results;
}

Value WgmmaAtom::getRows(KernelBuilder &kb, Value address, const ConsumerPosition &position) const {
  return rows.readByThreads ? getOwnElement(kb, rows, address, position.warp, position.lane)
                            : emitDescriptor(kb, rows, address);
}

Value WgmmaAtom::getColumns(KernelBuilder &kb, const Multiplicand &multiplicand, Value address) const {
  return emitDescriptor(kb, multiplicand, address);
}

Value WgmmaAtom::getStage(KernelBuilder &kb, Value first, const Multiplicand &multiplicand, Value number) const {
  if (multiplicand.readByThreads)
    return kb.mad(number, multiplicand.bytes(), first);
  Value offset = kb.mul(number, multiplicand.bytes() / 16);
  return kb.add(first, kb.createOrFold<arith::ExtUIOp>(kb.getI64Type(), offset));
}

SmallVector<Value> WgmmaAtom::wait(KernelBuilder &kb, int64_t pending, ArrayRef<Value> complete) const {
  if (!complete.empty())
    return waitProducts(kb, pending, complete);
  waitProducts(kb, pending);
  return {};
}
