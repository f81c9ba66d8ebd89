// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ranges of NVTX for a tool such as Nsight Systems, which names its library in NVTX_INJECTION64_PATH. Of version 3 of
// the interface this is the part of a program that only pushes and pops ranges: no header and no library of CUDA.

#ifndef FUSION_LIB_RUNTIME_NVTX_H
#define FUSION_LIB_RUNTIME_NVTX_H

namespace fusion::runtime::nvtx {

/// Loads the tool, at the process's first call of this; from then on calls are watched for it (CallWatch::Nvtx). Where
/// none is named nothing happens; one that cannot be loaded is a warning on standard error.
void initialize();

/// Begins and ends a range of this thread. Only where a tool is there.
void push(const char *name);
void pop();

} // namespace fusion::runtime::nvtx

#endif // FUSION_LIB_RUNTIME_NVTX_H
