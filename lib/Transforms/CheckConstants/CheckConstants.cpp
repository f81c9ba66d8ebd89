// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Support/SeededFault.h"
#include "fusion/Transforms/CheckConstants/Passes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_CHECKCONSTANTSPASS
#include "fusion/Transforms/CheckConstants/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// Reports each attribute of `op` that names a resource without data.
static WalkResult checkResources(Operation *op) {
  WalkResult result = WalkResult::advance();
  op->getAttrDictionary().walk([&](DenseResourceElementsAttr attr) {
    if (attr.getRawHandle().getBlob() || seeded("weights-without-data"))
      return;
    op->emitOpError() << "holds the weight '" << attr.getRawHandle().getKey()
                      << "', whose data is not in the file; export the graph again with its weights (without "
                         "--mlir-elide-elementsattrs-if-larger and --mlir-elide-resource-strings-if-larger), or make "
                         "the weights arguments of the function";
    result = WalkResult::skip();
  });
  return result;
}

namespace {
struct CheckConstantsPass : fusion::impl::CheckConstantsPassBase<CheckConstantsPass> {
  using Base::Base;

  void runOnOperation() override {
    bool missing = false;
    getOperation()->walk([&](Operation *op) { missing |= checkResources(op).wasSkipped(); });
    if (missing)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
