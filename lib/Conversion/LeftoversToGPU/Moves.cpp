// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches operations that only move elements, and asks how wide their memories can be accessed.

#include "Moves.h"
#include "Launch.h"
#include "fusion/Families/Common/KnownAlignment.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

std::optional<Move> fusion::matchMove(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0 ||
      !llvm::hasSingleElement(*op.getBlock()))
    return std::nullopt;
  OpOperand *input = op.getDpsInputOperand(0), *output = op.getDpsInitOperand(0);
  auto moved = dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  AffineMap read = op.getMatchingIndexingMap(input), written = op.getMatchingIndexingMap(output);
  if (!isa<MemRefType>(input->get().getType()) || !moved || moved.getArgNumber() != 0 || !written.isPermutation() ||
      !read.isProjectedPermutation() || read.getNumResults() == 0)
    return std::nullopt;
  return Move{cast<TypedValue<MemRefType>>(input->get()), cast<TypedValue<MemRefType>>(output->get()),
              read.compose(inversePermutation(written))};
}

std::optional<unsigned> fusion::getMovedBits(MemRefType type) {
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (bits != 16 && bits != 32 && bits != 64 && !element.isInteger(8))
    return std::nullopt;
  return bits;
}

std::optional<SmallVector<int64_t>> fusion::getStridesOfAdjacent(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() || strides.back() != 1)
    return std::nullopt;
  return strides;
}

int64_t fusion::chooseVector(MemRefType type, size_t dims, int64_t bytes) {
  std::optional<unsigned> bits = getMovedBits(type);
  std::optional<SmallVector<int64_t>> strides = getStridesOfAdjacent(type);
  if (!bits || !strides)
    return 1;
  // Dimensions without gaps are `adjacent` elements, and strides of the others are left.
  int64_t adjacent = 1;
  for (int64_t size : llvm::reverse(type.getShape().take_back(dims))) {
    if (ShapedType::isDynamic(size) || strides->back() != adjacent)
      break;
    adjacent *= size;
    strides->pop_back();
  }
  int64_t vector = bytes * 8 / *bits;
  auto fits = [&](int64_t step) { return !ShapedType::isDynamic(step) && step % vector == 0; };
  while (vector > 1 && !(fits(adjacent) && llvm::all_of(*strides, fits)))
    vector /= 2;
  return vector;
}

/// Bytes by which the first element of `memory` is apart from a multiple of `bytes`.
static Value findMisalignment(OpBuilder &builder, Location loc, Value memory, int64_t bytes) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, memory);
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  int64_t width = cast<MemRefType>(memory.getType()).getElementTypeBitWidth() / 8;
  Value offset = arith::MulIOp::create(builder, loc, metadata.getOffset(), indexConstant(builder, loc, width));
  Value first = arith::AddIOp::create(builder, loc, start, offset);
  return arith::AndIOp::create(builder, loc, first, indexConstant(builder, loc, bytes - 1));
}

Value fusion::findMisalignment(OpBuilder &builder, Location loc, ValueRange memories, int64_t bytes) {
  Value all = indexConstant(builder, loc, 0);
  for (Value memory : memories)
    if (getKnownAlignment(memory) < bytes)
      all = builder.createOrFold<arith::OrIOp>(loc, ::findMisalignment(builder, loc, memory, bytes), all);
  return all;
}
