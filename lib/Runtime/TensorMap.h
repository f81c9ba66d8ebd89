// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor maps: what the tensor memory accelerator (TMA) of compute capability 9.0 knows of a tensor in memory.

#ifndef FUSION_LIB_RUNTIME_TENSORMAP_H
#define FUSION_LIB_RUNTIME_TENSORMAP_H

#include "CudaDriver.h"
#include "fusion/Runtime/ABI.h"

namespace fusion::runtime {

/// Behind fusion_tensor_map, whose rules it checks. The error names the rule and the value that breaks it.
Error encodeTensorMap(const cuda::Driver &driver, void *map, const FusionTensorMapSpec &spec, void *address,
                      const int64_t *sizes, const int64_t *byteStrides);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_TENSORMAP_H
