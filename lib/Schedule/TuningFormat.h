// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
#define FUSION_LIB_SCHEDULE_TUNINGFORMAT_H

namespace mlir::fusion {

/// Names the format of tuning files, with its version.
inline constexpr const char *kTuningFormat = "fusion-tuning-1";

} // namespace mlir::fusion

#endif // FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
