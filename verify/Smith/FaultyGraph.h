// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One deliberate fault in a graph, as a compiler could make it.

#ifndef FUSION_VERIFY_SMITH_FAULTYGRAPH_H
#define FUSION_VERIFY_SMITH_FAULTYGRAPH_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace fusion::smith {

/// Changes one operation of the module, which the seed chooses, so that the module stays valid: a constant, the kind of
/// an operation or its predicate, the order of its operands, which value it reads, or whether it is there at all. Says
/// what it did; an empty text if there was nothing to change, or the change did not verify.
std::string seedFault(ModuleOp module, uint64_t seed);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_FAULTYGRAPH_H
