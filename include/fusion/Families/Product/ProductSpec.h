// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product as its kernel is emitted.

#ifndef FUSION_FAMILIES_PRODUCT_PRODUCTSPEC_H
#define FUSION_FAMILIES_PRODUCT_PRODUCTSPEC_H

#include "fusion/Families/Product/Atom.h"
#include "fusion/Families/Product/Roles.h"
#include "fusion/Families/Product/Stages.h"
#include "fusion/Families/Product/Sums.h"
#include "fusion/Families/Product/Walk.h"

namespace fusion::async {

/// What a kernel of a product is made of, each a matter of its own.
struct ProductSpec {
  Walk walk;
  bool spreadK; ///< blocks begin with different k blocks
  Stages stages;
  std::shared_ptr<Atom> atom;
  /// Of a product whose k blocks come in front of the first one's, into the same accumulators: its factors may lie
  /// otherwise, in as many bytes of a stage. Null where there is none.
  std::shared_ptr<Atom> added = {};
  Sums sums;
  Roles roles;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_PRODUCTSPEC_H
