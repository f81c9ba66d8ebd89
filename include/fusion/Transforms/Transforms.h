// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the passes of this directory do, as functions.

#ifndef FUSION_TRANSFORMS_TRANSFORMS_H
#define FUSION_TRANSFORMS_TRANSFORMS_H

#include "fusion/Analysis/Dependence.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Most f32 instructions for each element of what readers compute again: some of them cost less than reading what would
/// have been stored.
inline constexpr int64_t kMaxFormulaCost = 16;

/// Puts a matrix product or elementwise operation, which must not be in a kernel, into a kernel of its own.
KernelOp wrapInKernel(RewriterBase &rewriter, Operation *op);

/// Wraps every product and elementwise operation below `root` that is in no kernel; erases those not used. Returns how
/// many kernels were made.
int64_t formKernels(RewriterBase &rewriter, Operation *root);

/// Merges two kernels in graph form along an edge that checkFusionLegality allows. The merged kernel stands in the
/// place of the consumer; its outputs are those of the producer that others still read, then the consumer's.
KernelOp mergeKernels(RewriterBase &rewriter, KernelOp producer, KernelOp consumer, Location loc,
                      Dependence &dependence);

/// Whether a family of a chip takes the kernel that an edge's producer and consumer become, or what they say against
/// it, or against all that stands between two products (FormulaCheck of fusion/Analysis/EpilogueLegality.h).
struct FamiliesOf {
  const ChipInfo &chip;

  FusionVerdict operator()(const FusionEdge &edge) const;
};

/// Whether a family of the chip takes the kernel that `consumer` becomes with all of `producers`, which stand in front
/// of it in this order and are read by each other and it alone.
bool takesAll(ArrayRef<KernelOp> producers, KernelOp consumer, const ChipInfo &chip);

/// Transpositions beside products: read by strides, written by strides, and left though a product reads them.
struct AbsorbedTransposes {
  int64_t reads = 0, writes = 0, missed = 0;
};

/// Makes transpositions that products read, or that stand behind the kernels of products, views in these kernels, and
/// leaves remarks. Kernels are in graph form, and their results not viewed.
AbsorbedTransposes absorbTransposes(RewriterBase &rewriter, Operation *root);

/// An edge that was fused; the operations are in the bodies of kernels.
struct FusedEdge {
  Operation *producer, *consumer;
  int64_t bytesSaved;
};

/// Merges kernels below `root` to a fixpoint, where a family of the chip takes the merged kernel.
SmallVector<FusedEdge> fuseEpilogues(RewriterBase &rewriter, Operation *root, const ChipInfo &chip,
                                     Dependence &dependence);

/// Merges kernels that look up other columns of a product's rows into the product's kernel, in its shape, where a
/// family of the chip takes that and it pays: rotary embeddings of heads. `fused` has the edges so far, in kernels that
/// change, and gets these. Returns how many kernels were merged.
int64_t fuseColumnReaders(RewriterBase &rewriter, Operation *root, const ChipInfo &chip,
                          SmallVectorImpl<FusedEdge> &fused);

/// Whether the operation that has this use writes into the tensor, or returns it, so that it lies in memory of its own:
/// as an insertion does, a loop that begins with it, or a kernel that stores some of its elements.
bool isWrittenInto(OpOperand &use);

/// Outputs that only kernels read, and that follow from what is in memory anyway by so little arithmetic that storing
/// and reading them takes longer, are computed again by these kernels. Leaves a remark for each reader, and the outputs
/// unused. Returns how many.
int64_t recomputeOutputs(RewriterBase &rewriter, Operation *root, const ChipInfo &chip);

/// Outputs that widen a value of their kernel are stored as narrow as that: kernels that read them, also behind what
/// moves elements (reshapes, transpositions, slices), widen it. Outputs that something else reads too are stored in
/// both types where that moves fewer bytes. Leaves a remark for each reader, and outputs unused. Returns how many
/// outputs.
int64_t widenInReaders(RewriterBase &rewriter, Operation *root, const ChipInfo &chip);

/// Elementwise kernels of one shape that read a tensor in common, and not each other, become one, where a family takes
/// it. Leaves a remark for each two. Returns how many were merged into another.
int64_t joinSiblings(RewriterBase &rewriter, Operation *root, const ChipInfo &chip, Dependence &dependence);

/// Fails with an error at each operation below `root` that carries fusion.must_fuse and is in no kernel with a product.
LogicalResult checkMustFuse(Operation *root, const ChipInfo &chip);

/// Takes boundaries away, and leaves their numbers on what stands between them (`fusion.isolated`). Returns how many
/// there were.
int64_t dropBoundaries(Operation *root);

/// Puts initialise steps (fusion/Analysis/Initialization.h) back into their entries, in front of what reads their
/// values, for those who look at an entry's values one by one. Kernels keep their names.
void joinInitializeSteps(ModuleOp module);

/// Inlines the body of a kernel in graph form.
void inlineKernel(RewriterBase &rewriter, KernelOp kernel);

/// Inlines the kernels in graph form that were fused for another chip of the table: no family of `chip` takes them, but
/// one of that chip does. Each leaves a remark. Those with a schedule stay, and so do those that no chip takes. Returns
/// how many.
int64_t unfuseRefusedKernels(RewriterBase &rewriter, Operation *root, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_TRANSFORMS_TRANSFORMS_H
