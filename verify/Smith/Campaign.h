// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Many graphs, in processes of their own; the faults are shrunk and written down.

#ifndef FUSION_VERIFY_SMITH_CAMPAIGN_H
#define FUSION_VERIFY_SMITH_CAMPAIGN_H

#include "Oracle.h"

namespace fusion::smith {

/// An oracle, and one in how many graphs it checks.
struct Check {
  const Oracle *oracle;
  unsigned period;
};

struct CampaignOptions {
  uint64_t seed = 1, count = 100; ///< graphs seed, seed + 1, ...
  SmallVector<Check> checks;
  unsigned jobs = 1;
  unsigned seconds = 0;       ///< no new graphs after that; 0: no limit
  unsigned graphSeconds = 60; ///< of processor time for one check of one graph
  unsigned shrinkAttempts = 2000;
  std::string out; ///< folder for graphs that fail, or empty
  Environment environment;
};

/// Runs it and prints faults and figures. False if there was a fault.
bool runCampaign(const CampaignOptions &options, llvm::raw_ostream &os);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_CAMPAIGN_H
