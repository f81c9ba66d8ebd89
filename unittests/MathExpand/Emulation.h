// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_UNITTESTS_MATHEXPAND_EMULATION_H
#define FUSION_UNITTESTS_MATHEXPAND_EMULATION_H

#include <string>
#include <utility>
#include <vector>

/// Which way the emulated instructions err: up or down by a hash of the operand, or always one way, exponentials (ex2)
/// and the rest (rcp, rsqrt, …) each their own: composites are worst where the errors add up.
struct ErrorDirection {
  int exponentials = 0, others = 0; ///< +1 up, -1 down, 0 by the hash
};
void setErrorDirection(ErrorDirection direction);

/// Stand-ins for the GPU's approximate instructions, by the name of their intrinsic: the exact value, off by the
/// largest error that the PTX manual allows. What holds with them in all directions holds on any GPU.
const std::vector<std::pair<std::string, void *>> &emulatedIntrinsics();

#endif // FUSION_UNITTESTS_MATHEXPAND_EMULATION_H
