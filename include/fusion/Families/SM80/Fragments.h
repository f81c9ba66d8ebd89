// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operands of the inner loop, from shared memory to registers.

#ifndef FUSION_FAMILIES_SM80_FRAGMENTS_H
#define FUSION_FAMILIES_SM80_FRAGMENTS_H

#include "fusion/Families/SM80/SharedTile.h"

namespace fusion::sm80 {

enum class OperandRole { A, B };

/// Loads one operand's mma fragments from a tile in shared memory. A step is 32 bytes along K: 16 elements of f16 and
/// bf16, 8 of f32. With lane = 4 * group + pair, registers come in the order of mma.m16n8k16 and m16n8k8:
///
///   A: 4 per 16 rows    (row group | group + 8) x (first | second half of the step)
///   B: 2 per 8 columns  (first | second half of the step) at column group
class FragmentLoader {
public:
  FragmentLoader(KernelBuilder &kb, const SharedTile &tile, OperandRole role, int64_t warpTile, Value warpOrigin,
                 const ThreadPosition &position);

  /// Registers (i32) of `step` from the buffer at `shared`.
  SmallVector<Value> load(KernelBuilder &kb, Value shared, int64_t step) const;
  /// The same of rows or columns 16 `part` to 16 `part` + 15 alone: four registers. Of factor A where ldmatrix loads
  /// it.
  SmallVector<Value> loadPart(KernelBuilder &kb, Value shared, int64_t step, int64_t part) const;

private:
  SmallVector<Value> loadWords(KernelBuilder &kb, Value shared, int64_t step) const;
  /// Rows or columns 8 `eight` to 8 `eight` + 7, of half of a step.
  Value loadWord(KernelBuilder &kb, Value shared, int64_t step, int64_t eight, int64_t half) const;

  SharedTile tile;
  OperandRole role;
  int64_t warpTile;
  /// This lane's swizzled offset: one per step (K-major) or one per chunk pattern along M or N.
  SmallVector<Value> offsets;
};

/// The same for FMA kernels, in f32: a step is 4 elements along K. The lane's rows and columns are those of the mma
/// accumulators, so that both kinds of kernel share their epilogue.
///
///   A: 4 k of row 16 i + 8 h + group       at index (2 i + h) * 4 + k
///   B: 4 k of column 8 j + 2 pair + e      at index (2 j + e) * 4 + k
class ScalarFragmentLoader {
public:
  ScalarFragmentLoader(KernelBuilder &kb, const SharedTile &tile, OperandRole role, int64_t warpTile, Value warpOrigin,
                       const ThreadPosition &position);
  SmallVector<Value> load(KernelBuilder &kb, Value shared, int64_t step) const;

private:
  SmallVector<Value> loadKMajor(KernelBuilder &kb, Value shared, int64_t step) const;
  SmallVector<Value> loadMNMajor(KernelBuilder &kb, Value shared, int64_t step) const;

  SharedTile tile;
  OperandRole role;
  int64_t warpTile;
  SmallVector<Value> offsets;
};

} // namespace fusion::sm80

#endif // FUSION_FAMILIES_SM80_FRAGMENTS_H
