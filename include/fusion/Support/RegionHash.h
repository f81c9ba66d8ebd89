// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A hash of what a region holds, to find regions that may be equal.

#ifndef FUSION_SUPPORT_REGIONHASH_H
#define FUSION_SUPPORT_REGIONHASH_H

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Region.h"

namespace fusion {

/// A hash of an operation's name, types and attributes.
inline llvm::hash_code hashOperation(mlir::Operation *op,
                                     llvm::function_ref<llvm::hash_code(mlir::Value)> hashOperand) {
  using Equivalence = mlir::OperationEquivalence;
  return Equivalence::computeHash(op, hashOperand, Equivalence::ignoreHashValue, Equivalence::IgnoreLocations);
}

/// The same for regions that OperationEquivalence finds equivalent without their locations. Of the values that an
/// operation uses it sees what computes them: constants may stand in front of the region.
inline llvm::hash_code hashRegion(mlir::Region &region) {
  auto hashOperand = [](mlir::Value value) {
    mlir::Operation *op = value.getDefiningOp();
    return op ? hashOperation(op, mlir::OperationEquivalence::ignoreHashValue) : llvm::hash_code(0);
  };
  llvm::hash_code hash = 0;
  region.walk<mlir::WalkOrder::PreOrder>(
      [&](mlir::Operation *op) { hash = llvm::hash_combine(hash, hashOperation(op, hashOperand)); });
  return hash;
}

} // namespace fusion

#endif // FUSION_SUPPORT_REGIONHASH_H
