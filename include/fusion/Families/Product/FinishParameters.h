// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parameters that finishing tiles takes, for a product's kernel and the one that reduces its partial tiles.

#ifndef FUSION_FAMILIES_PRODUCT_FINISHPARAMETERS_H
#define FUSION_FAMILIES_PRODUCT_FINISHPARAMETERS_H

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Async/Parameters.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Product/EpilogueArguments.h"
#include "fusion/Families/Product/EpiloguePlan.h"
#include "fusion/Families/Product/Walk.h"

namespace fusion::async {

/// Those parameters of a function that it takes to finish tiles: the product's sizes, and the operands and outputs of
/// the epilogue.
class FinishParameters {
public:
  /// Adds them to `parameters`; asks `guard` for what their accesses need. `plan` must live on.
  FinishParameters(KernelOp kernel, const ProductSum &product, const EpiloguePlan &plan, Parameters &parameters,
                   AccessGuard &guard);

  /// On the device.
  ProductSizes getSizes(KernelBuilder &kb, Block::BlockArgListType arguments) const;
  EpilogueArguments getEpilogue(KernelBuilder &kb, Block::BlockArgListType arguments) const;

private:
  /// A size of the product: a constant, or a parameter.
  struct Size {
    int64_t known = ShapedType::kDynamic;
    unsigned number = 0;
  };

  Size addSize(Value memref, int64_t dim, AccessGuard &guard);
  unsigned addStagedMap(Value memref, const EpiloguePlan &plan, AccessGuard &guard);
  void addEpilogue(KernelOp kernel, const EpiloguePlan &plan, AccessGuard &guard);

  Parameters &parameters;
  Size m, n, k;
  SmallVector<Size> batch;
  SmallVector<unsigned> inputs, outputs, tables; ///< memrefs, as in the plan
  SmallVector<int64_t> tableAccess;              ///< as in the plan
  SmallVector<std::optional<unsigned>> inputMaps, outputMaps;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_FINISHPARAMETERS_H
