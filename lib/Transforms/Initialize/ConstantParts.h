// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What of an entry follows from constants alone, and which values of it are worth keeping from call to call.

#ifndef FUSION_LIB_TRANSFORMS_INITIALIZE_CONSTANTPARTS_H
#define FUSION_LIB_TRANSFORMS_INITIALIZE_CONSTANTPARTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace fusion {

class ConstantParts {
public:
  /// Of an entry of one block, whose operations of the fusion dialect are in kernels.
  /// With `attends`, attention computes masks by position itself, so that it knows which keys they hide.
  ConstantParts(func::FuncOp entry, bool attends);

  /// Whether an operation of the entry's block depends on constants alone and does nothing but compute.
  bool contains(Operation *op) const { return parts.contains(op); }

  /// The values to keep, in order: each is read by what is not a part, or by a part that is computed at each call.
  SmallVector<Value> chooseValues() const;

private:
  /// Who needs the results of a part at each call.
  struct Demand {
    llvm::SmallPtrSet<Operation *, 2> readers;
    bool inMemory = false; ///< one of them reads memory, and does not compute the part itself
  };
  struct Part {
    /// It moves elements, or gives a size or a number: nothing that is kept for its own sake.
    bool isLayout = false;
    bool fromMemory = false; ///< from tensors that differ from element to element, not from positions alone
    bool byPosition = false; ///< computed of positions, among others
    bool worth = false;      ///< to be kept, if anything needs it at each call
    int64_t cost = 0;        ///< f32 instructions for each element, to compute it from what is kept
  };

  bool isConstant(Value value) const;
  bool comesFromMemory(Value value) const;
  const Part *findPart(Value value) const;
  void add(Operation &op);
  Part describe(Operation &op);
  void judge(class KernelOp kernel, Part &part);
  void limitCost(class KernelOp kernel, Part &part);
  bool isKept(Operation *op, const Demand &demand) const;

  /// Whether a part is a mask that its readers repeat along other dimensions, as attention does for each head.
  bool isMask(Operation *op, const Demand &demand) const;

  mutable func::FuncOp entry; ///< a handle, whose methods are not const
  bool attends;
  llvm::MapVector<Operation *, Part> parts;
  llvm::DenseSet<Operation *> inProducts; ///< what products compute of narrow weights
};

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_INITIALIZE_CONSTANTPARTS_H
