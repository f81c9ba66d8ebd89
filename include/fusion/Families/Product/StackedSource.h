// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Factors of several products as one multiplicand.

#ifndef FUSION_FAMILIES_PRODUCT_STACKEDSOURCE_H
#define FUSION_FAMILIES_PRODUCT_STACKEDSOURCE_H

#include "fusion/Families/Product/BoxLoader.h"

namespace fusion::async {

/// Tiles of several matrices of the same shape, which lie one behind the other along the free dimension of one
/// multiplicand: one instruction multiplies them all. Each part is whole boxes, or whole groups of 8 rows, of it.
struct StackedSource : Source {
  SmallVector<BoxSource, 2> parts;

  bool isLoadedByThreads() const override { return false; }
  bool isStable() const override {
    return llvm::all_of(parts, [](const BoxSource &part) { return part.isStable(); });
  }
  SmallVector<Value, 2> maps() const override;
  std::unique_ptr<Loader> createLoader(KernelBuilder &kb, const Delivery &delivery) const override;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_STACKEDSOURCE_H
