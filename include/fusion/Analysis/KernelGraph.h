// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of a module, their names, and the edges from their outputs to the operations that read them.

#ifndef FUSION_ANALYSIS_KERNELGRAPH_H
#define FUSION_ANALYSIS_KERNELGRAPH_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <string>

namespace fusion {

/// The text with '_' for what a name in PTX cannot hold.
std::string toIdentifier(StringRef text);

/// The names of all kernels below `root`, in reports and in compiled code: "<function>_k<ordinal>", counted from 0 in
/// the order of the text (those of an initialise step that was put into its entry for itself), with '_' for characters
/// of the function's name that PTX does not have.
llvm::DenseMap<Operation *, std::string> nameKernels(Operation *root);

/// Whether an operation gives the same elements another shape, which costs nothing.
bool isReshape(Operation *op);

/// What `value` is before it is reshaped.
Value skipReshapes(Value value);

/// A kernel's output, and an operation that reads it. The return of a function and tensor.dim are no consumers;
/// reshapes are looked through, since they cost nothing.
struct FusionEdge {
  KernelOp producer;
  OpResult value;
  Operation *consumer;
  /// The first reshape in between, or null.
  Operation *layout = nullptr;

  KernelOp getConsumerKernel() const { return dyn_cast<KernelOp>(consumer); }
  /// The operation that reads the value: the first one in the consumer's body, or the consumer itself.
  Operation *getReader() const;
};

/// Edges out of one kernel, each consumer once per output, in order of the output and the consumer's place.
SmallVector<FusionEdge> getOutgoingEdges(KernelOp producer);

} // namespace fusion

#endif // FUSION_ANALYSIS_KERNELGRAPH_H
