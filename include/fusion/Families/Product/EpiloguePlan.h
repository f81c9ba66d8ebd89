// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which way each operand and output of the epilogue goes, and where it lies on it.

#ifndef FUSION_FAMILIES_PRODUCT_EPILOGUEPLAN_H
#define FUSION_FAMILIES_PRODUCT_EPILOGUEPLAN_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Product/AccumulatorLayout.h"

namespace fusion::async {

/// How an operand of the epilogue gets to the thread that needs it. Rows and columns are those of accumulators.
enum class InputPath {
  Scalar,    ///< one element per batch: loaded once
  PerRow,    ///< varies along rows alone: a thread has a value for each of its rows, in registers
  PerColumn, ///< varies along columns alone: a line in shared memory
  Staged,    ///< varies along both: comes by TMA into the buffer of an output, ahead of need
  Direct     ///< varies along both: loaded from global memory where it is needed
};

struct EpilogueInput {
  unsigned index; ///< among the kernel's inputs
  InputPath path;
  int64_t lineOffset = 0; ///< PerColumn: in a warpgroup's lines, bytes
  unsigned slot = 0;      ///< Staged: the output whose buffer it shares
  bool pairs = false;     ///< Direct: two adjacent columns are loaded at once
};

struct EpilogueOutput {
  unsigned index;           ///< among the kernel's outputs
  bool staged;              ///< leaves through shared memory; else from registers
  bool isMaximum = false;   ///< a fusion.amax: nothing is stored for each element
  bool isBits = false;      ///< a fusion.pack_bits: a byte for eight elements
  int64_t bitRun = 1;       ///< of bits: bytes of a row that are stored together
  int64_t bitAccess = 1;    ///< of bits: bytes that one thread stores of them
  int64_t rowAccess = 0;    ///< staged: 0 if it leaves by TMA; else by ordinary stores of so many bytes, row by row
  int64_t bufferOffset = 0; ///< in a warpgroup's staging memory, bytes
  int64_t elementBytes;
  bool pairs = false; ///< two adjacent columns are stored at once
};

/// Where everything that the epilogue touches lies. A warpgroup finishes its part of a tile in chunks. A chunk of an
/// output is staged as [rows of the output] [columns of the output], in rows of at most 128 bytes with the widest
/// swizzle that they allow; wider ones in several boxes of such rows.
struct EpiloguePlan {
  SmallVector<EpilogueInput> inputs;
  SmallVector<EpilogueOutput> outputs;
  SmallVector<unsigned> tables;     ///< of the kernel's inputs, those that elements are looked up in
  SmallVector<int64_t> tableAccess; ///< bytes that a lookup of adjacent columns may load at once of each
  StagedChunks chunks;
  int64_t stagingBytes = 0, lineBytes = 0; ///< of one warpgroup
  bool anyAddress = false;                 ///< made with `anyAddress` (see `get`)

  /// Of what each warpgroup finishes, which `layout` has, in at most so many `buffers` (0: as many as are good).
  /// Accesses are as wide as `allowed` lets them be, or, where that is null, as types do. With `anyAddress` they are of
  /// single elements.
  static EpiloguePlan get(KernelOp kernel, const AccumulatorLayout &layout, int64_t buffers,
                          const AccessGuard *allowed = nullptr, bool anyAddress = false);

  bool stagesOutputs() const;
  bool storesRows() const;
  bool stagesInputs() const;
  /// Of one warpgroup, those that inputs come to, each with a barrier.
  int64_t inputBuffers() const { return stagesInputs() ? chunks.buffers : 0; }
};

/// Bytes of the widest stores that all rows of a matrix of this type allow if its first does, 8 at most.
int64_t getRowAccess(MemRefType type);

/// Whether pairs of adjacent columns, the first of them even, start at multiples of two elements if the matrix does.
bool hasAlignedPairs(MemRefType type);

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_EPILOGUEPLAN_H
