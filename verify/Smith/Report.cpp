// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints what a campaign saw and what it found.

#include "Report.h"
#include "fusion/Support/RemarkCodes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// The counters of a group, as "member count", in one paragraph.
static void printGroup(StringRef title, StringRef group, const Counters &counters, llvm::raw_ostream &os) {
  os << title << ":";
  for (const auto &[name, count] : counters)
    if (StringRef member = name; member.consume_front(group))
      os << " " << member << " " << count << ",";
  os << "\n";
}

/// The codes of docs/Remarks.md that no graph led to.
static void printMissingCodes(const Counters &counters, llvm::raw_ostream &os) {
  os << "codes not met:";
#define FUSION_SMITH_CODE(ENUM, CODE, CATEGORY, SUGGESTION)                                                            \
  if (!counters.count("code." CODE))                                                                                   \
    os << " " CODE;
  FUSION_REMARK_CODES(FUSION_SMITH_CODE)
#undef FUSION_SMITH_CODE
  os << "\n";
}

static void printFault(const Fault &fault, llvm::raw_ostream &os) {
  os << "\n=== seed " << fault.seed << ", " << fault.getOracleName() << ": " << fault.message << "\n";
  if (!fault.file.empty())
    os << "shrunk: " << fault.file << "\n";
  else if (!fault.graph.empty())
    os << fault.graph;
}

void fusion::smith::printReport(const CampaignResult &result, llvm::raw_ostream &os) {
  for (const Fault &fault : result.faults)
    printFault(fault, os);
  os << "\n";
  printGroup("operations", "op.", result.counters, os);
  printGroup("productions", "production.", result.counters, os);
  printGroup("decisions", "code.", result.counters, os);
  printMissingCodes(result.counters, os);
  printGroup("refused", "refused.", result.counters, os);
  printGroup("checks", "check.", result.counters, os);
  printGroup("processor milliseconds", "milliseconds.", result.counters, os);
  printGroup("totals", "total.", result.counters, os);
  auto graphs = result.counters.find("total.graphs");
  os << (graphs == result.counters.end() ? 0 : graphs->second) << " graphs, " << result.faults.size() << " faults, "
     << llvm::format("%.1f", result.seconds) << " s\n";
}
