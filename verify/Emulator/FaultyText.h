// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One deliberate fault in PTX, to see whether verification sees it: docs/dev/VerificationFaults.md.

#ifndef FUSION_VERIFY_EMULATOR_FAULTYTEXT_H
#define FUSION_VERIFY_EMULATOR_FAULTYTEXT_H

#include <cstdint>
#include <string>

namespace emulator {

/// Changes one instruction of the module, which the seed chooses: a constant, an operator, an index or offset, the
/// order of two instructions, or a store that is left out. Modules with the same kernels get the same fault, whatever
/// else is in them. `what` tells of it: "KERNEL: OLD -> NEW"; it is empty where there is nothing to change.
std::string seedFault(const std::string &ptx, uint64_t seed, std::string &what);

} // namespace emulator

#endif // FUSION_VERIFY_EMULATOR_FAULTYTEXT_H
