// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report as a page: one file of HTML that needs no other (lib/Driver/Page/README.md).

#ifndef FUSION_DRIVER_PAGE_H
#define FUSION_DRIVER_PAGE_H

#include "fusion/Support/LLVM.h"
#include <string>

namespace fusion {

/// The page of a report in JSON (printJson), or of what `makeReportData` gives, which must be such: see below.
std::string makePage(StringRef json);

/// Why a text cannot be shown: it is no JSON, or no report. Empty if it can.
std::string findProblemOfReport(StringRef json);

/// Reports, each with its name, under a title, and with those of another run, if `before` is not empty, to be compared
/// with.
std::string makeReportData(StringRef title, ArrayRef<std::pair<std::string, std::string>> reports, StringRef before);

} // namespace fusion

#endif // FUSION_DRIVER_PAGE_H
