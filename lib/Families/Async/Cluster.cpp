// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a block's number where it stands in its cluster.

#include "fusion/Families/Async/Cluster.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

ClusterPosition ClusterPosition::get(KernelBuilder &kb, const ClusterShape &shape) {
  ClusterPosition position;
  if (shape.size() == 1) {
    position.rank = position.alongM = position.alongN = position.slice = kb.c32(0);
    return position;
  }
  position.rank = kb.create<NVVM::ClusterId>(kb.getI32Type());
  position.alongM = kb.rem(position.rank, shape.m);
  Value rest = kb.div(position.rank, shape.m);
  position.alongN = kb.rem(rest, shape.n);
  position.slice = kb.div(rest, shape.n);
  return position;
}
