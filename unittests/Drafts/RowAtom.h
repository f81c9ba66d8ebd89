// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products of threads, of a row each.

#ifndef FUSION_UNITTESTS_DRAFTS_ROWATOM_H
#define FUSION_UNITTESTS_DRAFTS_ROWATOM_H

#include "RowLayout.h"
#include "fusion/Families/Product/Atom.h"

namespace fusion::async {

/// Ordinary multiplications of elements of 16 bits in shared memory. What stands for a factor is its address (i32).
/// Nothing is asynchronous: when the threads of a warpgroup have met behind the products of a k block, they are done.
class RowAtom : public Atom {
public:
  /// Of tiles of 128 rows and so many columns, of elements of a type.
  RowAtom(Type elementType, int64_t tileColumns) : elementType(elementType) {
    layout = std::make_shared<RowLayout>(tileColumns);
  }

  int64_t groups() const override { return 1; }
  Value getRows(KernelBuilder &, Value address, const ConsumerPosition &) const override { return address; }
  Value getColumns(KernelBuilder &, const Multiplicand &, Value address) const override { return address; }
  Value getStage(KernelBuilder &kb, Value first, const Multiplicand &multiplicand, Value number) const override {
    return kb.mad(number, multiplicand.bytes(), first);
  }
  SmallVector<Value> multiply(KernelBuilder &kb, ArrayRef<Factors> factors, ArrayRef<Value> accumulators,
                              bool fresh) const override;
  SmallVector<Value> wait(KernelBuilder &, int64_t, ArrayRef<Value> complete) const override {
    return SmallVector<Value>(complete);
  }

private:
  /// The element (f32) of row or column `index` of a multiplicand, at `k` (i32).
  Value load(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value index, Value k) const;

  const Type elementType;
};

} // namespace fusion::async

#endif // FUSION_UNITTESTS_DRAFTS_ROWATOM_H
