// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.map with a random body, for productions that choose what it reads.

#ifndef FUSION_VERIFY_SMITH_PRODUCTIONS_BODIES_H
#define FUSION_VERIFY_SMITH_PRODUCTIONS_BODIES_H

#include "../GraphBuilder.h"

namespace fusion::smith {

struct MapShape {
  Axes space;
  Type type;
  bool positions;  ///< whether the body sees where an element is
  unsigned length; ///< operations, about
};
/// A map of `elements`, which broadcast to the space and give its dynamic sizes, and of `tables`.
Node addMap(GraphBuilder &graph, ArrayRef<Node> elements, ArrayRef<Node> tables, const MapShape &shape);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTIONS_BODIES_H
