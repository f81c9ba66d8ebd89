// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products by wgmma.

#ifndef FUSION_LIB_FAMILIES_SM90_WGMMAATOM_H
#define FUSION_LIB_FAMILIES_SM90_WGMMAATOM_H

#include "fusion/Families/Product/Atom.h"
#include "fusion/Families/SM90/Wgmma.h"

namespace fusion::async {

/// Products whose columns wgmma reads in shared memory, and their rows there or in registers. What stands for a factor
/// is its descriptor; for rows that come from registers the address (shared, i32) of the thread's first element.
class WgmmaAtom : public Atom {
public:
  explicit WgmmaAtom(const ProductFormat &format) : format(format) {}

  const ProductFormat format;
  /// Elements of k of a block that are multiplied, in whole steps, where those behind are zeros; 0 for all.
  int64_t multiplied = 0;

  int64_t groups() const override { return rows.readByThreads ? steps() : 1; }
  Value getRows(KernelBuilder &kb, Value address, const ConsumerPosition &position) const override;
  Value getColumns(KernelBuilder &kb, const Multiplicand &multiplicand, Value address) const override;
  Value getStage(KernelBuilder &kb, Value first, const Multiplicand &multiplicand, Value number) const override;
  SmallVector<Value> multiply(KernelBuilder &kb, ArrayRef<Factors> factors, ArrayRef<Value> accumulators,
                              bool fresh) const override;
  SmallVector<Value> wait(KernelBuilder &kb, int64_t pending, ArrayRef<Value> complete) const override;

private:
  /// Steps along k in which a k block is multiplied.
  int64_t steps() const { return (multiplied > 0 ? multiplied : rows.tileK) / format.depth(); }
  /// Accumulators of each of `columns`.
  size_t blocks() const { return stackedRows() * layout->countAccumulators(); }
  /// How many 64 rows the rows of accumulator `block` lie behind the warpgroup's first.
  int64_t getRowBlock(size_t block) const;
  void multiplyByThreads(KernelBuilder &kb, ArrayRef<Factors> factors, MutableArrayRef<Value> sums, bool fresh) const;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_SM90_WGMMAATOM_H
