// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How one-shot bufferization takes kernels.

#ifndef FUSION_DIALECT_FUSION_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define FUSION_DIALECT_FUSION_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace fusion {

/// Lets one-shot bufferization turn `fusion.kernel` in destination form into its form on memrefs. The body keeps tensor
/// values, so bufferization must be told to leave operations inside kernels alone (as `fusion-bufferize` does).
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
