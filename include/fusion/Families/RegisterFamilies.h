// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The families that come with the compiler.

#ifndef FUSION_FAMILIES_REGISTERFAMILIES_H
#define FUSION_FAMILIES_REGISTERFAMILIES_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace fusion {

/// Makes the families of this folder known to the process, and the attributes of their options to the contexts that
/// have `registry`. It may be called often and from any thread. `registerAllDialects` of fusion/InitAll.h does it.
void registerBuiltinFamilies(DialectRegistry &registry);

} // namespace fusion

#endif // FUSION_FAMILIES_REGISTERFAMILIES_H
