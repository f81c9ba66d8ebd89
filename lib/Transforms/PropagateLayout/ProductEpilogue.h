// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product with the elementwise operations behind it, as one piece.

#ifndef FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_PRODUCTEPILOGUE_H
#define FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_PRODUCTEPILOGUE_H

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "llvm/ADT/SetVector.h"

namespace fusion {

/// A product and all that is computed of it up to one value, in operations of one shape that nothing else reads.
class ProductEpilogue {
public:
  /// That behind `result`, which `reader` reads. Nothing where there is no product or are several, something else reads
  /// a value on the way, an operation depends on positions, which would be others, or `accepts` does not hold for an
  /// operand that is not on it.
  static std::optional<ProductEpilogue> find(Value result, Operation *reader, function_ref<bool(Value)> accepts);

  MatmulOp getProduct() const { return product; }

  /// The result in `shape`, of another product and of what `changeOperand` makes of the operands that are not on the
  /// way. Built where the rewriter stands.
  Value rebuild(RewriterBase &rewriter, Value otherProduct, ArrayRef<int64_t> shape,
                function_ref<Value(Value)> changeOperand) const;

private:
  Value result;
  MatmulOp product;
  llvm::SetVector<Operation *> ops;
};

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_PRODUCTEPILOGUE_H
