// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The discardable attributes that a graph may have.

#ifndef FUSION_LIB_TRANSFORMS_CHECKGRAPH_KNOWNATTRIBUTES_H
#define FUSION_LIB_TRANSFORMS_CHECKGRAPH_KNOWNATTRIBUTES_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace fusion {

/// Where a discardable attribute stands. Sets of places are sums.
enum AttributePlace : unsigned { OnModule = 1, OnFunction = 2, OnArgument = 4, OnResult = 8, OnOperation = 16 };

enum class AttributeUse {
  Unknown, ///< not among those that a graph may have
  Read,    ///< this compiler's own, whose form and place the dialect has verified
  Unread,  ///< an exporter's, which means nothing here
};

AttributeUse getAttributeUse(StringRef name, AttributePlace place);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_CHECKGRAPH_KNOWNATTRIBUTES_H
