// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The text of tuning files: what is written, and what a checksum is of.

#ifndef FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
#define FUSION_LIB_SCHEDULE_TUNINGFORMAT_H

#include "fusion/Schedule/TuningDatabase.h"
#include <map>

namespace fusion {

/// Names the format of tuning files, with its version.
inline constexpr const char *kTuningFormat = "fusion-tuning-1";

/// Entries as lines of a file, by their keys. Of a file that was read, lines and keys have the words of its version.
using TuningLines = std::map<TuningKey, std::string>;

/// An entry as a line of a file, with its schedule as text.
std::string printTuningEntry(const TuningEntry &entry, StringRef schedule);

/// The file for `chip`, of schedules of `version`.
std::string printTuningFile(const TuningLines &lines, StringRef chip, int64_t version);

/// Of all of the file but its checksum: 16 hexadecimal digits.
std::string getTuningChecksum(const TuningLines &lines, StringRef chip, int64_t version);

/// What an entry calls operands that are stable in files of `version`, which may be an older one, becomes the words of
/// this compiler. Returns whether there was such a word.
bool updateTuningKey(TuningKey &key, int64_t version);

} // namespace fusion

#endif // FUSION_LIB_SCHEDULE_TUNINGFORMAT_H
