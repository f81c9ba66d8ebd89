// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_CONVERSION_FOREIGNTOGPU_REDUCEBYBLOCKS_H
#define FUSION_LIB_CONVERSION_FOREIGNTOGPU_REDUCEBYBLOCKS_H

#include "BlockReduction.h"

namespace mlir::fusion {

/// How `op`, a reduction whose parallel loops come first, is shared out among blocks; nothing where a thread for each
/// element of the result is as good.
std::optional<BlockShape> chooseBlockShape(linalg::GenericOp op);

/// The product of the sizes; dynamic if one is.
int64_t countPoints(ArrayRef<int64_t> sizes);

/// The value that `op` gives to all elements of its result, if it does that.
Value getFilling(linalg::LinalgOp op);

/// What fills a result of `op`, which writes all of it, if nothing else touches it before.
linalg::LinalgOp findFill(linalg::GenericOp op, unsigned number = 0);

/// The same op as a generic whose parallel loops come first.
FailureOr<linalg::GenericOp> getParallelFirst(RewriterBase &rewriter, linalg::LinalgOp op);

/// Makes a launch of `op`, on memory, whose parallel loops come first: one block for each point of these, whose threads
/// each take every T-th element of what is reduced, T threads in all, and put their results together by
/// shuffles and through shared memory. Adjacent threads read adjacent elements. Where points are few and much is
/// reduced, several blocks share each point, and a second operation, launched likewise, puts their results together.
/// The order of the additions depends on sizes alone. What fills the result goes away, where nothing else touches it
/// before.
///
/// Fails, and changes nothing, where a thread for each point is as good, or where the operation has no form like that:
/// it has several results, or what it does with its result is no sum, product, least, greatest, and, or, xor of 16 or
/// 32 bits.
LogicalResult reduceByBlocks(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FOREIGNTOGPU_REDUCEBYBLOCKS_H
