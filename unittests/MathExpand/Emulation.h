// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_UNITTESTS_MATHEXPAND_EMULATION_H
#define FUSION_UNITTESTS_MATHEXPAND_EMULATION_H

#include <string>
#include <utility>
#include <vector>

/// Stand-ins for the GPU's approximate instructions, by the name of their intrinsic: the exact value, off by the
/// largest error that the PTX manual allows, up or down by a hash of the operand. What holds with them holds on any
/// GPU.
const std::vector<std::pair<std::string, void *>> &emulatedIntrinsics();

#endif // FUSION_UNITTESTS_MATHEXPAND_EMULATION_H
