// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors where something is marked to be fused and was not.

#include "fusion/Analysis/Explain.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Transforms/Transforms.h"

using namespace mlir;
using namespace fusion;

/// Error at an operation in an elementwise kernel: why each product that the kernel reads kept it out.
static void reportKeptOut(Operation *op, KernelOp kernel, ArrayRef<MissedEdge> missed) {
  InFlightDiagnostic error = op->emitOpError() << "carries '" << kMustFuseAttrName
                                               << "' but is not computed in the kernel of its product";
  bool found = false;
  for (const MissedEdge &edge : missed) {
    KernelOp producer = edge.edge.producer;
    if (edge.edge.consumer != kernel || producer.isElementwise())
      continue;
    found = true;
    error.attachNote(KernelPlan(producer).getAnchors().front()->getLoc())
        << "this product: " << getRemarkCodeInfo(edge.verdict.code).code << ": " << edge.verdict.reason;
  }
  if (!found)
    error << ": it reads no product";
}

LogicalResult fusion::checkMustFuse(Operation *root, const ChipInfo &chip) {
  SmallVector<Operation *> unfused;
  root->walk([&](Operation *op) {
    auto kernel = dyn_cast_or_null<KernelOp>(op->getParentOp());
    if (op->hasAttr(kMustFuseAttrName) && (!kernel || kernel.isElementwise()))
      unfused.push_back(op);
  });
  if (unfused.empty())
    return success();
  Dependence dependence;
  SmallVector<MissedEdge> missed = collectMissedEdges(root, FamiliesOf{chip}, dependence);
  for (Operation *op : unfused) {
    if (auto kernel = dyn_cast_or_null<KernelOp>(op->getParentOp()))
      reportKeptOut(op, kernel, missed);
    else
      op->emitOpError() << "carries '" << kMustFuseAttrName
                        << "' but is not a matrix product or elementwise operation of the fusion dialect";
  }
  return failure();
}
