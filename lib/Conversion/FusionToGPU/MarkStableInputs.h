// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which inputs a kernel may read before the kernels in front of it have ended.

#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_MARKSTABLEINPUTS_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_MARKSTABLEINPUTS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Marks (fusion.stable) which inputs of the module's kernels are stable: nobody who may still be at work when the
/// kernel starts, as a dependent launch, writes them, so that it may read them before it has waited. Those are
///
/// - constants of the module;
/// - arguments that the entry only reads and that carry fusion.constant: the caller's promise;
/// - other arguments that the entry only reads, behind a kernel of the entry that surely runs, or runs wherever this
///   one does. That one lets others start only when it has waited for all before it
///   (KernelVariant::setDependentLaunch), so for whoever made the argument.
void markStableInputs(ModuleOp module, bool dependentLaunch);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_MARKSTABLEINPUTS_H
