// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two products, and the kernels between them: what a kernel of attention may be made of.

#ifndef FUSION_LIB_TRANSFORMS_PRODUCTCHAIN_H
#define FUSION_LIB_TRANSFORMS_PRODUCTCHAIN_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Kernels of one block in their order: a product, another that contracts what is computed of the first, all that
/// stands between them, and what reads from there too, such as a division by a sum behind the second. Every operation
/// that depends on one of them and is read by another is one of them.
struct ProductChain {
  SmallVector<KernelOp> kernels;

  KernelOp first() const { return kernels.front(); }
  KernelOp last() const { return kernels.back(); }
  bool contains(KernelOp kernel) const { return llvm::is_contained(kernels, kernel); }
  /// Whether maxima are taken, or products have batches, both of which are rare where no attention is meant.
  bool resemblesAttention() const;
};

/// The chains whose second product is that of `last`, one for each product that it may begin with.
SmallVector<ProductChain, 1> findProductChains(KernelOp last);

/// Whether a family of the chip takes a chain as one kernel, or what they say against it.
FusionVerdict checkProductChain(const ProductChain &chain, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_PRODUCTCHAIN_H
