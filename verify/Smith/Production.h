// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One way to let a graph grow.

#ifndef FUSION_VERIFY_SMITH_PRODUCTION_H
#define FUSION_VERIFY_SMITH_PRODUCTION_H

#include "GraphBuilder.h"

namespace fusion::smith {

struct Production {
  StringRef name;
  unsigned weight; ///< how often it is chosen, beside the others'; 0: where --grow names it
  /// Adds operations, and the values that others may use.
  void (*grow)(GraphBuilder &graph);
  bool isWhole = false; ///< nothing is added to the graph after it
};

// The families, each in its file in Productions/.
ArrayRef<Production> getElementwiseProductions();
ArrayRef<Production> getProductProductions();
ArrayRef<Production> getActivationProductions();
ArrayRef<Production> getCastProductions();
ArrayRef<Production> getLayoutProductions();
ArrayRef<Production> getLeftoverProductions();
ArrayRef<Production> getJoinProductions();
ArrayRef<Production> getBodyProductions();
ArrayRef<Production> getRowProductions();
ArrayRef<Production> getEpilogueProductions();
ArrayRef<Production> getScatterProductions();
ArrayRef<Production> getNormGradientProductions();
ArrayRef<Production> getViewProductions();

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTION_H
