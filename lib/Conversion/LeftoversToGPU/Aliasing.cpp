// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows views to the memory that they are of, and says which of it may be the same.

#include "Aliasing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace fusion;

Value fusion::getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

bool fusion::isOrigin(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument ? isa<func::FuncOp, gpu::LaunchOp>(argument.getOwner()->getParentOp())
                  : isa<memref::AllocOp, memref::GetGlobalOp>(root.getDefiningOp());
}

/// Whether nothing has the memory of `root` under another name.
static bool isPrivate(Value root) {
  return root.getDefiningOp<memref::AllocOp>() &&
         llvm::all_of(root.getUsers(), llvm::IsaPred<memref::LoadOp, memref::StoreOp>);
}

bool fusion::mayAlias(Value root, Value other) {
  if (root == other)
    return true;
  return !isPrivate(root) && !isPrivate(other) && !(isOrigin(root) && isOrigin(other));
}
