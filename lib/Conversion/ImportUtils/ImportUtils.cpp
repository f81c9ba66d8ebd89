// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Applies patterns of an import, and keeps the reasons of what they leave alone.

#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Support/Remark.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Keeps the reason of the last match failure.
struct ReasonListener : RewriterBase::Listener {
  void notifyMatchFailure(Location loc, function_ref<void(Diagnostic &)> callback) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    callback(diagnostic);
    reason = diagnostic.str();
  }
  std::string reason;
};
} // namespace

ImportCounts fusion::applyImportPatterns(Operation *root, const FrozenRewritePatternSet &patterns,
                                         function_ref<bool(Operation *)> isSource,
                                         function_ref<bool(Operation *)> isForLaterPass) {
  SmallVector<Operation *> worklist;
  root->walk([&](Operation *op) {
    if (isSource(op))
      worklist.push_back(op);
  });
  ImportCounts counts;
  ReasonListener listener;
  PatternRewriter rewriter(root->getContext());
  rewriter.setListener(&listener);
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  for (Operation *op : worklist) {
    listener.reason = ("there is no conversion for " + op->getName().getStringRef()).str();
    rewriter.setInsertionPoint(op);
    if (succeeded(applicator.matchAndRewrite(op, rewriter))) {
      ++counts.converted;
      continue;
    }
    ++counts.left;
    if (!isForLaterPass(op))
      emitMissed(op, RemarkCode::NotImported, listener.reason);
  }
  return counts;
}

std::string fusion::explainFailure(MLIRContext *context, function_ref<void(PatternRewriter &)> match) {
  ReasonListener listener;
  PatternRewriter rewriter(context);
  rewriter.setListener(&listener);
  match(rewriter);
  return listener.reason;
}
