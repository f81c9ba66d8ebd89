// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The target of a compile from a device of this machine.

#ifndef FUSION_DRIVER_DEVICETARGET_H
#define FUSION_DRIVER_DEVICETARGET_H

#include "fusion/Driver/Compile.h"
#include "fusion/Runtime/Device.h"
#include <optional>

namespace fusion {
struct ChipInfo;

/// The number of the device where a target is "auto" or "auto:N", with that number; nothing for every other target.
/// Fails where N is no number.
runtime::Expected<std::optional<int>> findAutomatic(StringRef target);

/// The chip that is compiled for to run on a GPU: `wanted`, or where that is empty the one that FUSION_CHIP names in
/// the environment, or without it the one that suits the GPU best. Fails where the GPU does not run that code, or is
/// too old for all.
runtime::Expected<const ChipInfo *> findChip(const runtime::DeviceInfo &info, StringRef wanted = "");

/// Sets the target, and the card where it is known, to what runs on that device. A GPU newer than the chip table gets
/// the nearest older chip whose code runs there; `note` then says so, and is empty otherwise. Of a GPU the target may
/// be `chip` instead. Fails where the GPU is not there or does not run that.
runtime::Error setTargetFor(FusionDevice kind, int ordinal, CompileOptions &options, std::string &note,
                            StringRef chip = "");

/// The same for GPU number `ordinal`, but for the CPU on a machine without a GPU that can be used: `note` says why if
/// there is one.
runtime::Error setAutomaticTarget(int ordinal, CompileOptions &options, std::string &note);

/// What programs make of a target "auto" or "auto:N": the chip of that GPU, and its card where none is given. A warning
/// on standard error has the note. Fails, with what can be given instead, where there is no such GPU. Other targets
/// stay as they are.
runtime::Error replaceAutomaticTarget(CompileOptions &options);

} // namespace fusion

#endif // FUSION_DRIVER_DEVICETARGET_H
