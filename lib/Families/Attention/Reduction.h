// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernel that puts together what splits of the keys came to.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_REDUCTION_H
#define FUSION_LIB_FAMILIES_ATTENTION_REDUCTION_H

#include "Spec.h"
#include "Splits.h"
#include "fusion/Families/Async/Parameters.h"
#include "fusion/Families/Common/AccessGuard.h"

namespace fusion {

/// A size of a memref, in a function and at its launch.
struct AttentionSize {
  Value memref;
  int64_t dim = 0;
  std::optional<unsigned> parameter; ///< none where the type knows it

  static AttentionSize add(async::Parameters &parameters, Value memref, int64_t dim);
  /// i32.
  Value get(KernelBuilder &kb, Block::BlockArgListType arguments) const;
  Value onHost(HostIndex index) const { return index.dim(memref, dim); }
};

/// The kernel that follows one with splits of keys: a warp for each row weights its sums by the largest scores, adds
/// them in the order of the splits, and computes values of the row and outputs.
class AttentionReduction {
public:
  /// Microseconds that it adds to the kernel before it, of so many rows of all matrices. Of one split there is none.
  static double predict(int64_t rows, int64_t columns, int64_t splits);

  /// `spec` must live on.
  AttentionReduction(KernelOp kernel, const AttentionSpec &spec);

  /// On the device: the function `name`. Outputs lie as `guard` asks for.
  void emitFunction(OpBuilder &builder, StringRef name, const AccessGuard &guard, bool dependentLaunch);
  /// On the host: memory for the splits, in front of all of the kernel's launches; the launch.
  Value allocate(OpBuilder &builder);
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function, Value memory, bool dependentLaunch);

private:
  static constexpr int64_t warps = 4, lanes = 32;
  struct RowSums {
    Value largest, sum;
    SmallVector<Value> values; ///< of the lane's columns
  };

  /// The number of rows of all matrices.
  Value countRows(HostIndex index) const;
  /// Columns that a lane has side by side; pieces of them are `lanes` times as many apart.
  int64_t width() const { return spec.columns <= 2 * lanes ? 2 : 4; }
  int64_t pieces() const { return llvm::divideCeil(spec.columns, lanes * width()); }
  Value getColumn(KernelBuilder &kb, Value lane, int64_t piece) const {
    return kb.mul(kb.add(lane, lanes * piece), width());
  }

  void emitBody(KernelBuilder &kb, Block::BlockArgListType arguments, const AccessGuard &guard);
  /// Of a row, in all lanes.
  RowSums addSplits(KernelBuilder &kb, const SplitMemory &memory, double factor, Value matrix, Value row, Value lane);
  void emitOutputs(KernelBuilder &kb, ArrayRef<AttentionOutput> outputs, ArrayRef<Value> batch, Value row, Value lane,
                   const RowSums &sums);

  KernelOp kernel;
  const AttentionSpec &spec;
  async::Parameters parameters;
  unsigned memory;
  AttentionSize rows;
  SmallVector<AttentionSize> batch;
  SmallVector<unsigned> outputs;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_REDUCTION_H
