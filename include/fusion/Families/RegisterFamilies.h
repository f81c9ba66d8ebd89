// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families that come with the compiler.

#ifndef FUSION_FAMILIES_REGISTERFAMILIES_H
#define FUSION_FAMILIES_REGISTERFAMILIES_H

namespace mlir::fusion {

/// Makes the families of this folder known, once, however often it is called and from whichever thread.
/// `registerAllDialects` of fusion/InitAll.h does it; whoever speaks to families without it calls it first.
void registerBuiltinFamilies();

} // namespace mlir::fusion

#endif // FUSION_FAMILIES_REGISTERFAMILIES_H
