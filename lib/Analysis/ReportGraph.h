// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The graph in the report: operations inside of a launch, and who makes what a launch reads.

#ifndef FUSION_LIB_ANALYSIS_REPORTGRAPH_H
#define FUSION_LIB_ANALYSIS_REPORTGRAPH_H

#include "fusion/Analysis/Explain.h"

namespace fusion {

/// "128x768xbf16"; the element's type alone for a scalar.
std::string describeType(Type type);

/// The operations of the kernels of a launch, in order, without constants.
std::vector<OperationReport> describeOperations(ArrayRef<KernelOp> kernels);

/// Names of launches by what they compute, and of values by who makes them.
class Makers {
public:
  /// `op` is computed by the launch of that name.
  void add(Operation *op, StringRef launch) { launches.try_emplace(op, launch.str()); }

  /// "main_k0", "argument 1", "constant", or an operation's name: what stands behind the views of it.
  std::string describe(Value value) const;

private:
  llvm::DenseMap<Operation *, std::string> launches;
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_REPORTGRAPH_H
