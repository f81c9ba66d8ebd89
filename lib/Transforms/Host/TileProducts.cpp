// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that tiles products on the CPU.

#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace fusion {
#define GEN_PASS_DEF_TILEPRODUCTSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// Whether `op` is a product as convert-fusion-to-linalg makes it: loops end in (M, K, N), K the only reduction.
static bool isProduct(linalg::GenericOp op) {
  auto iterators = op.getIteratorTypesArray();
  return op.hasPureBufferSemantics() && op.getNumDpsInputs() == 2 && iterators.size() >= 3 &&
         op.getNumReductionLoops() == 1 && iterators[iterators.size() - 2] == utils::IteratorType::reduction;
}

namespace {
struct TileProducts : fusion::impl::TileProductsPassBase<TileProducts> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> products;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (isProduct(op))
        products.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : products)
      if (failed(tile(rewriter, op)))
        return signalPassFailure();
    numTiled += products.size();
  }

private:
  LogicalResult tile(IRRewriter &rewriter, linalg::GenericOp op) {
    int64_t numLoops = op.getNumLoops(), k = numLoops - 2, n = numLoops - 1;
    SmallVector<OpFoldResult> sizes(numLoops, rewriter.getIndexAttr(0));
    for (int64_t batch = 0; batch < numLoops - 3; ++batch)
      sizes[batch] = rewriter.getIndexAttr(1);
    sizes[k] = rewriter.getIndexAttr(tileK);
    sizes[n] = rewriter.getIndexAttr(tileN);
    // Batches, then N, then K outside; M inside of both.
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, numLoops - 3));
    order.append({n, k, numLoops - 3});
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes).setInterchange(order);
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> tiled =
        scf::tileUsingSCF(rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(tiled))
      return op.emitOpError("cannot be tiled");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace
