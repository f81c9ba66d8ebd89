// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the epilogue backwards from its result, and builds it again on another product.

#include "ProductEpilogue.h"

using namespace mlir;
using namespace fusion;

std::optional<ProductEpilogue> ProductEpilogue::find(Value result, Operation *reader,
                                                     function_ref<bool(Value)> accepts) {
  // More than any activation takes; the limit keeps the search short in long elementwise chains.
  constexpr size_t limit = 48;
  ProductEpilogue epilogue;
  epilogue.result = result;
  ArrayRef<int64_t> shape = getTensorType(result).getShape();
  auto follows = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return isa_and_present<MatmulOp, ElementwiseOpInterface>(op) && op->getBlock() == reader->getBlock() &&
           getTensorType(value).getShape() == shape;
  };
  if (!follows(result))
    return std::nullopt;
  epilogue.ops.insert(result.getDefiningOp());
  for (size_t i = 0; i < epilogue.ops.size(); ++i) {
    if (i == limit)
      return std::nullopt;
    if (auto matmul = dyn_cast<MatmulOp>(epilogue.ops[i])) {
      if (epilogue.product)
        return std::nullopt;
      epilogue.product = matmul;
      continue;
    }
    if (cast<ElementwiseOpInterface>(epilogue.ops[i]).dependsOnPosition())
      return std::nullopt;
    for (Value operand : getAlignedOperands(epilogue.ops[i]))
      if (follows(operand))
        epilogue.ops.insert(operand.getDefiningOp());
      else if (!accepts(operand))
        return std::nullopt;
  }
  for (Operation *op : epilogue.ops)
    for (Operation *user : op->getUsers())
      if (user != reader && !epilogue.ops.contains(user))
        return std::nullopt;
  return epilogue.product ? std::optional(std::move(epilogue)) : std::nullopt;
}

Value ProductEpilogue::rebuild(RewriterBase &rewriter, Value otherProduct, ArrayRef<int64_t> shape,
                               function_ref<Value(Value)> changeOperand) const {
  // What is read before what reads it.
  SmallVector<Operation *> order(ops.begin(), ops.end());
  llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  IRMapping mapping;
  mapping.map(MatmulOp(product).getResult(), otherProduct);
  for (Operation *op : order) {
    if (op == product)
      continue;
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) {
      Value known = mapping.lookupOrNull(operand);
      return known ? known : changeOperand(operand);
    });
    mapping.map(op->getResult(0), rebuildElementwise(rewriter, op, operands, shape));
  }
  return mapping.lookup(result);
}
