// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NumPy's .npy files: C order, little endian, f16 f32 f64 bool i8 i16 i32 i64, and what NumPy lacks as ml_dtypes has
// it: bf16, f8E4M3FN and f8E5M2.

#ifndef FUSION_RUNTIME_NPY_H
#define FUSION_RUNTIME_NPY_H

#include "fusion/Runtime/Tensor.h"

#include <optional>

namespace fusion::runtime {

/// Reads a file. bf16 is '<V2', '|V2' or 'bfloat16', f8E4M3FN '<V1', '|V1' or 'float8_e4m3fn', f8E5M2 '<f1', '|f1' or
/// 'float8_e5m2', and '|V1' where that is `wanted`. Where one of these is `wanted`, unsigned integers of as many bits
/// hold its bits too. The file is untrusted: sizes are checked before memory is taken. Errors name the file.
Expected<HostTensor> readNpy(const std::string &path, std::optional<FusionDType> wanted = {});

/// Writes version 1.0 (bf16 as '<V2', floats of 8 bits as '|V1': NumPy reads both).
Error writeNpy(const std::string &path, const HostTensor &tensor);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_NPY_H
