// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The products of a k block, and where their operands and accumulators are.

#ifndef FUSION_FAMILIES_SM90_WGMMA_H
#define FUSION_FAMILIES_SM90_WGMMA_H

#include "fusion/Analysis/ProductType.h"
#include "fusion/Families/Async/Multiplicand.h"
#include "fusion/Families/Common/KernelBuilder.h"

/// Products of a warpgroup: 64 rows times columns, asynchronous. Columns, and rows unless they come from registers, lie
/// in shared memory.
///
///   fenceProducts; multiply...; commitProducts; ... waitProducts
namespace fusion::async {

/// What is multiplied, in the frame of wgmma: the formats of rows and columns, as PTX names them.
struct ProductFormat {
  StringRef rows, columns;
  int64_t elementBytes;

  /// With `swap` rows are B's.
  static ProductFormat get(const ProductType &type, bool swap = false);

  /// Elements of k in one wgmma: 32 bytes.
  int64_t depth() const { return 32 / elementBytes; }
  /// Whether wgmma reads what does not lie along k.
  bool transposes() const { return elementBytes == 2; }
};

/// The wgmma descriptor (i64) of a multiplicand at a shared address (i32).
Value emitDescriptor(KernelBuilder &kb, const Multiplicand &multiplicand, Value address);

/// Distance (16 bytes) of step `step` of a k block from its first: 32 bytes of k.
int64_t getStepOffset(const Multiplicand &multiplicand, int64_t step);
/// Distance (16 bytes) of 64 rows from the 64 before them.
int64_t getRowBlockOffset(const Multiplicand &multiplicand);

/// Orders what this thread has done to registers before products that read or write them.
void fenceProducts(KernelBuilder &kb);

/// Copies of registers (i32 or f32) that multiplyRegisters is to read, made in front of fenceProducts. Assemblers
/// before CUDA 13.3 may write registers of a left factor while a product still reads them; a copy of each in front of
/// the fence is reported to keep them from it (verify/Assembler/README.md).
SmallVector<Value> copyRegisters(KernelBuilder &kb, ArrayRef<Value> rows);

/// Adds a product of two descriptors to `accumulator`, which counts as zero where the product `starts` the sum. k is 32
/// bytes.
Value multiply(KernelBuilder &kb, const ProductFormat &format, Value accumulator, Value rows, bool rowsAreKMajor,
               Value columns, bool columnsAreKMajor, bool starts);

/// The same with rows in four registers, of i32 or f32. Thread t of the warpgroup holds, of 32 bytes of k, in register
/// 2 j + h the four bytes at 16 j + 4 (t % 4) of row 16 (t / 32) + 8 h + (t % 32) / 4: of 16-bit types the accumulators
/// of 16 columns, packed in pairs. Registers, which copyRegisters gives, are read until the product is done.
Value multiplyRegisters(KernelBuilder &kb, const ProductFormat &format, Value accumulator, ArrayRef<Value> rows,
                        Value columns, bool columnsAreKMajor, bool starts);

/// Ends a group of products.
void commitProducts(KernelBuilder &kb);

/// Waits until all but the last `pending` groups of products are done.
void waitProducts(KernelBuilder &kb, int64_t pending);

/// The same, and returns the sums that are then complete. What reads the results must read the values that this
/// returns: the instruction itself carries no dependence, so readers could move above it. Other sums keep growing.
/// Registers (i32) in `read` keep their values until then.
SmallVector<Value> waitProducts(KernelBuilder &kb, int64_t pending, ArrayRef<Value> complete,
                                ArrayRef<Value> read = {});

} // namespace fusion::async

#endif // FUSION_FAMILIES_SM90_WGMMA_H
