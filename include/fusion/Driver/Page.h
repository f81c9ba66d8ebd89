// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report as a page: one file of HTML that needs no other (lib/Driver/Page/README.md).

#ifndef FUSION_DRIVER_PAGE_H
#define FUSION_DRIVER_PAGE_H

#include "fusion/Support/LLVM.h"
#include <optional>
#include <string>

namespace fusion {

/// The page of a report in JSON (printJson), or of what `makeReportData` gives, which must be such: see below.
std::string makePage(StringRef json);

/// A report as `makePage` takes it: read and written again, since what reads JSON here and in a browser need not agree.
/// Nothing, and the reason in `problem`, where it is no JSON or no report, or is nested deeper than any report.
std::optional<std::string> readReport(StringRef json, std::string &problem);

/// Reports, each with its name, under a title, and with those of another run, if `before` is not empty, to be compared
/// with.
std::string makeReportData(StringRef title, ArrayRef<std::pair<std::string, std::string>> reports, StringRef before);

} // namespace fusion

#endif // FUSION_DRIVER_PAGE_H
