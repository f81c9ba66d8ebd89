// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For programs that read what nobody vouches for: a crash is a diagnostic, and so is want of memory.

#ifndef FUSION_SUPPORT_CRASHGUARD_H
#define FUSION_SUPPORT_CRASHGUARD_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace fusion {

/// From here on a signal that means a crash (SIGSEGV, SIGABRT and the like, a limit of time, a stack that
/// overflowed in the calling thread) writes `INPUT: error: TOOL crashed on this input` to standard error and ends the
/// process with exit code 1. No memory is touched after the crash and no program is started; debuggers see the signal
/// first. A file over the limit of `ulimit -f` is no crash, but an error of the write. Where an allocation fails
/// the message is `INPUT: error: TOOL ran out of memory on this input`. Replaces handlers of these signals and of new,
/// so it is for mains, not for libraries.
void containCrashes(llvm::StringRef tool, llvm::StringRef input);

} // namespace fusion

#endif // FUSION_SUPPORT_CRASHGUARD_H
