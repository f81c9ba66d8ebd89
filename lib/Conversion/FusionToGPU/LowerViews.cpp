// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Views in the bodies of kernels, and orders of what they scatter, become strides of the memrefs that the kernels read
// and write.

#include "fusion/Conversion/FusionToGPU/Passes.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SetVector.h"

namespace fusion {
#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "fusion/Conversion/FusionToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The memory of `memref` with its dimensions in another order.
static Value permuteMemRef(OpBuilder &builder, Location loc, Value memref, ArrayRef<int64_t> permutation) {
  auto type = cast<MemRefType>(memref.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> mixedSizes, mixedStrides;
  OpFoldResult mixedOffset = builder.getIndexAttr(ShapedType::isDynamic(offset) ? 0 : offset);
  memref::ExtractStridedMetadataOp metadata;
  if (ShapedType::isDynamic(offset) || llvm::is_contained(strides, ShapedType::kDynamic))
    metadata = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  if (ShapedType::isDynamic(offset))
    mixedOffset = metadata.getOffset();
  for (int64_t dim : permutation) {
    mixedSizes.push_back(type.isDynamicDim(dim) ? OpFoldResult(memref::DimOp::create(builder, loc, memref, dim))
                                                : builder.getIndexAttr(type.getDimSize(dim)));
    mixedStrides.push_back(ShapedType::isDynamic(strides[dim]) ? OpFoldResult(metadata.getStrides()[dim])
                                                               : builder.getIndexAttr(strides[dim]));
  }
  auto layout = StridedLayoutAttr::get(builder.getContext(), offset, applyPermutation(strides, permutation));
  auto view = MemRefType::get(applyPermutation(type.getShape(), permutation), type.getElementType(), layout,
                              type.getMemorySpace());
  return memref::ReinterpretCastOp::create(builder, loc, view, memref, mixedOffset, mixedSizes, mixedStrides);
}

namespace {
/// Gives one bufferized kernel other memrefs in the place of its views.
class ViewLowering {
public:
  explicit ViewLowering(KernelOp kernel) : kernel(kernel), body(kernel.getBodyBlock()), builder(kernel) {}

  /// Returns how many views there were.
  int64_t run() {
    SmallVector<ViewOp> views(body->getOps<ViewOp>());
    size_t numAccesses = kernel.getAccesses().size();
    llvm::SmallSetVector<BlockArgument, 4> viewed;
    for (unsigned number = 0; number < kernel.getOuts().size(); ++number)
      lowerOutput(number);
    for (ViewOp view : views)
      if (view.isOfInput()) {
        viewed.insert(cast<BlockArgument>(skipViews(view)));
        lowerInput(view);
      }
    for (ViewOp view : llvm::reverse(views))
      view.erase();
    for (BlockArgument argument : viewed)
      dropUnused(argument);
    // Two inputs that became one memref: variants, which count them apart, are chosen anew.
    if (kernel.getInputs().size() != numAccesses)
      kernel.removeVariantsAttr();
    return views.size();
  }

private:
  struct Input {
    Value memref;
    SmallVector<int64_t> permutation;
    Value argument;
  };

  /// The kernel writes the output in the order in which it computes it.
  void lowerOutput(unsigned number) {
    Value yielded = kernel.getYield().getOperand(number);
    if (SmallVector<int64_t> order = takePermutation(yielded.getDefiningOp<ScatterOp>()); !order.empty()) {
      Value out = permuteMemRef(builder, kernel.getLoc(), kernel.getOuts()[number], order);
      kernel.getOutsMutable()[number].set(out);
    }
    auto view = yielded.getDefiningOp<ViewOp>();
    if (!view || view.isOfInput())
      return;
    SmallVector<int64_t> permutation = view.getComposedPermutation();
    permutation = invertPermutationVector(permutation);
    Value out = permuteMemRef(builder, kernel.getLoc(), kernel.getOuts()[number], permutation);
    kernel.getYield()->setOperand(number, skipViews(view));
    kernel.getOutsMutable()[number].set(out);
  }

  /// The view becomes an input of its own, one for all that are equal.
  void lowerInput(ViewOp view) {
    if (llvm::all_of(view->getUsers(), llvm::IsaPred<ViewOp>))
      return;
    Value source = kernel.getInputOf(view);
    SmallVector<int64_t> permutation = view.getComposedPermutation();
    auto *known = llvm::find_if(
        inputs, [&](const Input &input) { return input.memref == source && input.permutation == permutation; });
    if (known == inputs.end()) {
      kernel.getInputsMutable().append(permuteMemRef(builder, kernel.getLoc(), source, permutation));
      inputs.push_back({source, permutation, body->addArgument(view.getType(), view.getLoc())});
      known = std::prev(inputs.end());
    }
    view.replaceAllUsesWith(known->argument);
  }

  /// An input of which there were but views.
  void dropUnused(BlockArgument argument) {
    if (!argument.use_empty())
      return;
    kernel.getInputsMutable().erase(argument.getArgNumber());
    body->eraseArgument(argument.getArgNumber());
  }

  KernelOp kernel;
  Block *body;
  OpBuilder builder;
  SmallVector<Input> inputs; ///< those that were added
};

struct LowerViews : fusion::impl::LowerViewsPassBase<LowerViews> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    WalkResult result = getOperation()->walk([&](KernelOp kernel) {
      if (!kernel.isBufferized())
        return WalkResult::advance();
      ViewOp general = kernel.getGeneralView();
      if (!general)
        kernels.push_back(kernel);
      else if (!checkLoweringFamily(kernel, getTargetChip(kernel)))
        return WalkResult(general.emitOpError("has an access map, but strides are permuted dimensions alone"));
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (KernelOp kernel : kernels)
      numViews += ViewLowering(kernel).run();
  }
};
} // namespace
