// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors cut, joined and turned round along an axis of a graph.

#ifndef FUSION_VERIFY_SMITH_PARTS_H
#define FUSION_VERIFY_SMITH_PARTS_H

#include "Subject.h"

namespace fusion::smith {

/// The tensors with positions [begin, end) of the axis, in reverse order if `reversed`. Tensors without the axis are
/// the same.
Tensors takePart(const Tensors &tensors, ArrayRef<Axes> axes, int axis, int64_t begin, int64_t end,
                 bool reversed = false);
/// What `takePart` took, put together again; of tensors without the axis the first's.
Tensors join(const Tensors &first, const Tensors &second, ArrayRef<Axes> axes, int axis);

/// An axis of an output whose positions do not depend on each other, of at least two; or -1.
int findFreeAxis(const GeneratedGraph &graph);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PARTS_H
