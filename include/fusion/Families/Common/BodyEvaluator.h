// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a kernel's elementwise operations on scalars in registers.

#ifndef FUSION_FAMILIES_COMMON_BODYEVALUATOR_H
#define FUSION_FAMILIES_COMMON_BODYEVALUATOR_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Common/BodyPlace.h"
#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// The type of an element in memory, one that LLVM has: an i1 is a byte, and so is a float of 8 bits.
Type storedType(Type elementType);

/// From compute type to memory: rounds floats, widens i1, makes bytes of floats of 8 bits. Takes vectors too.
Value toStored(KernelBuilder &kb, Value value, Type elementType);

/// Whether the epilogue of a kernel, or its formula if it has no product, reads elements of an argument of its body.
bool isReadByEpilogue(KernelOp kernel, BlockArgument argument);

/// Emits the operations of a kernel's body on scalars in registers, but for what is computed for factors of products.
/// Knows nothing of memory.
class BodyEvaluator {
public:
  /// The values of a tensor of the body at some positions, one each.
  using Lanes = SmallVector<Value>;
  /// Of each output.
  struct Results {
    SmallVector<Lanes> values;     ///< in their compute type; of a fusion.amax the magnitudes (f32)
    SmallVector<Lanes> conditions; ///< i1: whether an element is stored, if that depends on something; else no lanes
    SmallVector<Lanes> indices;    ///< i32 or i64: where it is stored along one dimension; else no lanes
  };

  /// `shares`: quotients may share reciprocals (kShareReciprocalsAttrName), which takes more registers.
  explicit BodyEvaluator(KernelOp kernel, bool shares = false);

  /// `stored` gives the elements of the body's arguments as they are in memory, `accumulators` the sums (f32 or i32) of
  /// each anchor, in the order of the body, at `width` positions, those of `place`. A product that is added to another
  /// (ProductAddition) has none.
  Results evaluate(KernelBuilder &kb, ArrayRef<std::pair<Value, Lanes>> stored, ArrayRef<Lanes> accumulators,
                   int64_t width, BodyPlace &place);

  /// The values of one operation at `width` positions; `values` has those of its operands. Under strict numerics what
  /// follows from constants alone is left to the GPU to compute.
  Lanes evaluateOp(KernelBuilder &kb, Operation &op, DenseMap<Value, Lanes> &values, int64_t width, BodyPlace &place);

  /// From memory to compute type.
  static Value fromStored(KernelBuilder &kb, Value value, Type elementType);

private:
  /// One element of a value that is computed of a product, where `getLeaf` gives the product's sum, and elements of
  /// arguments as they are stored.
  Value evaluateElement(KernelBuilder &kb, Value value, llvm::function_ref<Value(Value leaf)> getLeaf,
                        BodyPlace &place);
  /// The values of an anchor's result: its sums, rounded as numerics say.
  Lanes roundSums(KernelBuilder &kb, AnchorOpInterface anchor, ArrayRef<Value> sums) const;

  KernelOp kernel;
  SmallVector<AnchorOpInterface, 1> anchors;
  Operation *added;                      ///< the product that is added to the other one; null where none is
  llvm::DenseSet<Value> ofConstants;     ///< values that depend on nothing but constants
  llvm::DenseSet<Operation *> prologues; ///< what is computed for factors of products alone
  llvm::DenseSet<Operation *> inRange;   ///< lookups that need no test
  bool strict;
  bool approxTanh; ///< activations may be made of the GPU's own tanh
  bool shares;
  arith::FastMathFlags fastMath;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BODYEVALUATOR_H
