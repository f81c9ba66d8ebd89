// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_FAMILIES_ELEMENTWISE_FORMS_H
#define FUSION_LIB_FAMILIES_ELEMENTWISE_FORMS_H

#include "fusion/Schedule/KernelForm.h"

namespace mlir::fusion {

/// The forms of a kernel without an anchor: eight columns a thread where types allow that, and one.
ArrayAttr selectElementwiseForms(KernelOp kernel);
KernelForms createElementwiseForms(KernelOp kernel, ArrayRef<FormAttr> forms);

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ELEMENTWISE_FORMS_H
