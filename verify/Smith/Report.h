// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a campaign found.

#ifndef FUSION_VERIFY_SMITH_REPORT_H
#define FUSION_VERIFY_SMITH_REPORT_H

#include "Oracle.h"

namespace fusion::smith {

struct Fault {
  uint64_t seed;
  const Oracle *oracle; ///< null: the graph could not be made
  std::string message;  ///< the first line is its kind
  std::string graph;    ///< shrunk, as a file; empty for all but the first of a kind
  std::string file;     ///< where it was written

  std::string getKind() const { return StringRef(message).split('\n').first.str(); }
  std::string getOracleName() const { return oracle ? oracle->getName().str() : "generator"; }
};

struct CampaignResult {
  const Counters &counters;
  ArrayRef<Fault> faults;
  double seconds;
};

void printReport(const CampaignResult &result, llvm::raw_ostream &os);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_REPORT_H
