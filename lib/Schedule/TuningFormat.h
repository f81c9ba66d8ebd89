// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The text of tuning files: what is written, and what a checksum is of.

#ifndef FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
#define FUSION_LIB_SCHEDULE_TUNINGFORMAT_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::json {
class Object;
}

namespace fusion {

/// Names the format of tuning files, with its version.
inline constexpr const char *kTuningFormat = "fusion-tuning-1";

/// What an entry of a file of `version` has, in order.
ArrayRef<StringRef> getTuningFields(int64_t version);

/// An entry as a line of such a file.
std::string printTuningEntry(const llvm::json::Object &entry, int64_t version);

/// The file for `chip`, of schedules of `version`.
std::string printTuningFile(ArrayRef<std::string> lines, StringRef chip, int64_t version);

/// Of all of the file but its checksum: 16 hexadecimal digits.
std::string getTuningChecksum(ArrayRef<std::string> lines, StringRef chip, int64_t version);

} // namespace fusion

#endif // FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
