// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A whole kernel of a product.

#ifndef FUSION_FAMILIES_PRODUCT_KERNEL_H
#define FUSION_FAMILIES_PRODUCT_KERNEL_H

#include "fusion/Families/Async/Parameters.h"
#include "fusion/Families/Product/EpilogueArguments.h"
#include "fusion/Families/Product/EpiloguePlan.h"
#include "fusion/Families/Product/Producer.h"
#include "fusion/Families/Product/SharedLayout.h"

namespace fusion::async {

/// Factors of the product that is added (ProductSpec::added).
struct AddedFactors {
  SmallVector<std::unique_ptr<Source>, 2> factors; ///< as KernelArguments::factors
  int64_t k = 0;
  double scale = 1; ///< by which its sums are multiplied
};

/// What a kernel's function gives to its body.
struct KernelArguments {
  ProductSizes sizes;
  SmallVector<std::unique_ptr<Source>, 2> factors; ///< rows of the atom, then columns
  OperandScales scales;
  AddedFactors added = {};
  EpilogueArguments epilogue;
  Value partialTiles = {}; ///< memory of PartialTiles, with a stream-K tail
  /// Makes the walk over tiles.
  using SchedulerFactory = std::function<std::unique_ptr<TileScheduler>(KernelBuilder &, const Walk &,
                                                                        const ProductSizes &, const ClusterPosition &)>;
  SchedulerFactory createScheduler = [](auto &&...arguments) {
    return std::make_unique<RasterScheduler>(arguments...);
  };
};

/// A kernel of a launch, which it has alone or shares with others of the same ProductSpec.
struct LaunchedKernel {
  KernelOp kernel;
  const EpiloguePlan &plan;
  const KernelArguments &arguments;
};

/// Makes the function of a launch at the insertion point, without a body. Its arguments are the parameters of one
/// kernel after the other.
LLVM::LLVMFuncOp createKernelFunction(OpBuilder &builder, Location loc, StringRef name,
                                      ArrayRef<const Parameters *> parameters, const ProductSpec &spec);

/// Emits a whole launch at the insertion point: a block of warpgroups that consume, followed by the warp or warpgroup
/// that produces. Blocks walk over the tiles of one kernel after the other. `shared` is the block's dynamic shared
/// memory (address space 3), SharedLayout::dynamicBytes() of it. With `dependentLaunch` no memory but that of stable
/// operands is touched before the kernels before this launch are complete, and the next one starts no earlier.
void emitKernel(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<LaunchedKernel> kernels, Value shared,
                bool dependentLaunch);

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_KERNEL_H
