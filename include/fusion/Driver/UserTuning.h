// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The file of schedules that were measured on this machine (docs/Tuning.md).

#ifndef FUSION_DRIVER_USERTUNING_H
#define FUSION_DRIVER_USERTUNING_H

#include "fusion/Runtime/Error.h"
#include "fusion/Support/LLVM.h"
#include <string>

namespace fusion {

/// Where `fusion-bench --tune` leaves what it measured of a chip's code on a device of that name, and where programs
/// look for it: XDG_CONFIG_HOME/fusion/tuning/CHIP-DEVICE.json, or in ~/.config. The environment's FUSION_TUNING_DB
/// names another file; it is empty where that is "off". Fails where there is no home.
runtime::Expected<std::string> getUserTuningFile(StringRef chip, StringRef device);

/// That file if it is there, or empty. One that the environment names counts as there: who reads it says if it is not.
std::string findUserTuningFile(StringRef chip, StringRef device);

} // namespace fusion

#endif // FUSION_DRIVER_USERTUNING_H
