// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The list of oracles.

#include "Oracle.h"

using namespace fusion::smith;

llvm::ArrayRef<const Oracle *> fusion::smith::getOracles() {
  static const llvm::SmallVector<const Oracle *> all = [] {
    llvm::SmallVector<const Oracle *> list;
    for (llvm::ArrayRef<const Oracle *> family :
         {getCompileOracles(), getLeftoverOracles(), getReferenceOracles(), getTextOracles(), getPartOracles(),
          getRewriteOracles(), getFaultOracles()})
      llvm::append_range(list, family);
    return list;
  }();
  return all;
}
