// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Masks that become bits where they are computed.

#include "FormStores.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

static std::optional<int64_t> getInteger(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? std::optional(number.getSExtValue()) : std::nullopt;
}

/// Whether `index` is 8 j + bit, j the last position of `map`.
static bool isElement(Value index, MapOp map, int64_t bit) {
  if (auto add = index.getDefiningOp<arith::AddIOp>(); add && bit != 0 && getInteger(add.getRhs()) == bit)
    index = add.getLhs();
  else if (bit != 0)
    return false;
  auto mul = index.getDefiningOp<arith::MulIOp>();
  return mul && getInteger(mul.getRhs()) == 8 && mul.getLhs() == map.getPositions().back();
}

/// Whether `value`, an i8, is bit `bit` of a row's byte, moved to its place.
static bool isBit(Value value, MapOp map, int64_t bit) {
  if (auto shift = value.getDefiningOp<arith::ShLIOp>(); shift && bit != 0 && getInteger(shift.getRhs()) == bit)
    value = shift.getLhs();
  else if (bit != 0)
    return false;
  auto wide = value.getDefiningOp<arith::ExtUIOp>();
  auto lookup = wide ? wide.getIn().getDefiningOp<LookupOp>() : LookupOp();
  if (!lookup || lookup.getCondition() || lookup.getIndices().size() != map.getPositions().size())
    return false;
  bool inRow = llvm::equal(lookup.getIndices().drop_back(), map.getPositions().drop_back());
  return inRow && isElement(lookup.getIndices().back(), map, bit);
}

/// The bits that are put together, as `value` is computed: bit 0 first.
static SmallVector<Value> getBits(Value value) {
  SmallVector<Value> bits;
  while (auto either = value.getDefiningOp<arith::OrIOp>()) {
    bits.push_back(either.getRhs());
    value = either.getLhs();
  }
  bits.push_back(value);
  std::reverse(bits.begin(), bits.end());
  return bits;
}

bool fusion::formPackBits(RewriterBase &rewriter, MapOp map) {
  // Elements that give sizes alone are none.
  auto isRead = [&](unsigned number) { return cast<ElementwiseOpInterface>(*map).readsElement(number); };
  if (llvm::any_of(llvm::seq<unsigned>(0, map.getElements().size()), isRead) || map.getTables().size() != 1 ||
      map.getPositions().empty())
    return false;
  Value mask = map.getTables().front();
  RankedTensorType type = getTensorType(mask), result = map.getResultType();
  if (!type.getElementType().isInteger(1) || !result.getElementType().isInteger(8) || !mask.getDefiningOp() ||
      type.getRank() != result.getRank() || type.isDynamicDim(type.getRank() - 1) ||
      type.getShape().back() != 8 * result.getShape().back() ||
      type.getShape().drop_back() != result.getShape().drop_back())
    return false;
  // Who computes the mask stores it, or a kernel of its own reads it.
  if (!isa<ElementwiseOpInterface>(mask.getDefiningOp()) || mask.getParentBlock() != map->getBlock())
    return false;
  SmallVector<Value> bits = getBits(map.getBodyBlock()->getTerminator()->getOperand(0));
  if (bits.size() != 8 ||
      !llvm::all_of(llvm::enumerate(bits), [&](auto bit) { return isBit(bit.value(), map, bit.index()); }))
    return false;
  rewriter.setInsertionPoint(map);
  rewriter.replaceOpWithNewOp<PackBitsOp>(map, result, mask);
  return true;
}
