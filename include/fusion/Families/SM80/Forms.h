// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_FAMILIES_SM80_FORMS_H
#define FUSION_FAMILIES_SM80_FORMS_H

#include "fusion/Families/SM80/Schedule.h"
#include "fusion/Schedule/KernelForm.h"

namespace mlir::fusion {

/// The forms of a product with its epilogue that run `schedule`.
KernelForms createSM80Forms(KernelOp kernel, const SM80Schedule &schedule);

/// The form of a product that asks for nothing: any address, pitch and size. `leastBlocks` of it must fit a
/// multiprocessor; 0 leaves that to ptxas, which may spill so that more do (tf32 with W [K,N]: 4 bytes at 96 registers,
/// none at 124).
std::unique_ptr<KernelForm> createSM80GeneralForm(KernelOp kernel, int64_t leastBlocks = 0);

} // namespace mlir::fusion

#endif // FUSION_FAMILIES_SM80_FORMS_H
