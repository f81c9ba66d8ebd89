// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names and messages that come out of inputs may hold any bytes: what is done to them before somebody reads them.

#ifndef FUSION_RUNTIME_TEXT_H
#define FUSION_RUNTIME_TEXT_H

#include <string>
#include <string_view>
#include <vector>

namespace fusion::runtime {

/// `text` without what a terminal would obey: control characters other than those in `kept`, and bytes that are no
/// UTF-8, become what stands for them in MLIR's strings (\1B).
std::string printable(std::string_view text, std::string_view kept = "");

/// `text` with U+FFFD where it is no UTF-8.
std::string validUtf8(std::string_view text);

/// The one of `names` that a user who wrote `given` most likely meant, by the letters that differ; empty if none is
/// close.
std::string findNearest(std::string_view given, const std::vector<std::string> &names);

/// " (did you mean NAME?)" with that name; empty if none is close. All programs say it of options that do not exist.
std::string suggest(std::string_view given, const std::vector<std::string> &names);

/// The same for the path of a file that is not there: one beside it that has the name with another ending, or with this
/// ending a name that is near.
std::string suggestFile(const std::string &path);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_TEXT_H
