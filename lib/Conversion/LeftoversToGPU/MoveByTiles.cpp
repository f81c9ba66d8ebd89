// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transposes by tiles in shared memory.
//
//   dimensions that follow each other in both memories are one         [32, 192, 28, 28] -> [32, 28, 28, 192]
//   is a transposition of two dimensions, many times                   [32, 192, 784]    -> [32, 784, 192]
//
// A block reads a tile along the last dimensions of the input, and writes it along those of the output: as many of
// either as make a tile.                                                       [8, 144, 16, 2, 16, 2] ->
//                                                                              [8, 2, 2, 16, 16, 144]

#include "MoveByTiles.h"
#include "Launch.h"
#include "Moves.h"
#include "TiledMove.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// The least size of the dimensions along which a tile lies, and what a tile has of them if they are longer and
/// elements have at most 32 bits.
static constexpr int64_t kLeastSize = 8, kTile = 64;

/// The most elements of a vector.
static constexpr int64_t kMostPacked = 4;

namespace {
/// Dimensions of both memories that can be one.
struct Groups {
  SmallVector<ReassociationIndices> written, read; ///< of the output's and of the input's dimensions
  SmallVector<int64_t> order;                      ///< of the groups, as the input has them

  bool isAsBefore(const Move &move) const {
    return written.size() == move.read.getNumDims() && read.size() == move.read.getNumResults();
  }
};
} // namespace

/// Dimensions of the output that follow each other in the input too.
static SmallVector<ReassociationIndices> groupWritten(const Move &move) {
  auto getRead = [&](int64_t dim) {
    return move.read.getResultPosition(getAffineDimExpr(dim, move.read.getContext()));
  };
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim : llvm::seq<int64_t>(0, move.read.getNumDims())) {
    std::optional<unsigned> now = getRead(dim), before = dim == 0 ? std::nullopt : getRead(dim - 1);
    if (now && before && *now == *before + 1)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  }
  return groups;
}

/// Groups of dimensions, of one each where a memory has gaps between those that follow each other.
static Groups group(const Move &move) {
  auto complete = [&](SmallVector<ReassociationIndices> written) {
    Groups groups{std::move(written), {}, {}};
    for (int64_t at = 0; at < move.read.getNumResults();) {
      int64_t first = cast<AffineDimExpr>(move.read.getResult(at)).getPosition();
      auto *found = llvm::find_if(groups.written, [&](ArrayRef<int64_t> dims) { return dims.front() == first; });
      groups.order.push_back(found - groups.written.begin());
      groups.read.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(at, at + found->size())));
      at += found->size();
    }
    return groups;
  };
  Groups groups = complete(groupWritten(move));
  if (memref::CollapseShapeOp::isGuaranteedCollapsible(move.input.getType(), groups.read) &&
      memref::CollapseShapeOp::isGuaranteedCollapsible(move.output.getType(), groups.written))
    return groups;
  return complete(llvm::map_to_vector(llvm::seq<int64_t>(0, move.read.getNumDims()),
                                      [](int64_t dim) { return ReassociationIndices{dim}; }));
}

/// The same move with each group of dimensions as one.
static Move collapse(RewriterBase &rewriter, Location loc, const Move &move, const Groups &groups) {
  if (groups.isAsBefore(move))
    return move;
  auto apply = [&](TypedValue<MemRefType> memory, ArrayRef<ReassociationIndices> dims) {
    return cast<TypedValue<MemRefType>>(memref::CollapseShapeOp::create(rewriter, loc, memory, dims).getResult());
  };
  auto read = llvm::map_to_vector(groups.order, [&](int64_t at) { return rewriter.getAffineDimExpr(at); });
  return {apply(move.input, groups.read), apply(move.output, groups.written),
          AffineMap::get(groups.written.size(), 0, read, rewriter.getContext())};
}

/// The last dimensions of a memory, which has those of the output in `order`: as few as make `tile` elements, and none
/// of `others`.
static Side getLast(MemRefType output, ArrayRef<int64_t> order, ArrayRef<int64_t> others, int64_t tile) {
  Side side;
  for (int64_t dim : llvm::reverse(order)) {
    if (ShapedType::isDynamic(side.size) || side.size >= tile || llvm::is_contained(others, dim))
      break;
    if (output.isDynamicDim(dim)) {
      if (side.dims.empty())
        side = {{dim}, ShapedType::kDynamic};
      break;
    }
    side.dims.insert(side.dims.begin(), dim);
    side.size = llvm::SaturatingMultiply<uint64_t>(side.size, output.getDimSize(dim));
  }
  return side;
}

static bool isLong(const Side &side) { return ShapedType::isDynamic(side.size) || side.size >= kLeastSize; }

/// Elements of the tile along both sides: where one is short, the other is longer.
static void chooseTiles(Side &read, Side &written, int64_t tile) {
  auto choose = [](const Side &side, int64_t most) {
    return ShapedType::isDynamic(side.size)
               ? most
               : std::clamp<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(side.size)), kLeastSize, most);
  };
  read.tile = choose(read, tile), written.tile = choose(written, tile);
  auto lengthen = [&](Side &side, const Side &other) {
    if (other.tile < tile)
      side.tile = choose(side, std::min(kBlockSize, tile * tile / other.tile));
  };
  lengthen(read, written);
  lengthen(written, read);
  // Each thread has an element.
  for (Side *side : {&written, &read})
    side->tile = std::max(side->tile, kBlockSize / (side == &read ? written : read).tile);
}

/// Elements of the vectors by which tiles are moved: as many as both memories allow, if each thread has a square of
/// them.
static int64_t choosePack(const Move &move, Side read, Side written) {
  MemRefType input = move.input.getType(), output = move.output.getType();
  unsigned bits = *getMovedBits(output);
  if (bits > 16)
    return 1;
  int64_t bytes = kMostPacked * bits / 8;
  int64_t pack =
      std::min(chooseVector(input, read.dims.size(), bytes), chooseVector(output, written.dims.size(), bytes));
  chooseTiles(read, written, kTile);
  while (read.tile * written.tile < kBlockSize * pack * pack)
    pack /= 2;
  return pack;
}

LogicalResult fusion::moveByTiles(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<Move> found = matchMove(op);
  if (!found || !getMovedBits(found->output.getType()) || !getStridesOfAdjacent(found->input.getType()) ||
      !getStridesOfAdjacent(found->output.getType()))
    return failure();
  Groups groups = group(*found);
  if (groups.order.back() == static_cast<int64_t>(groups.written.size()) - 1)
    return failure();
  // What the groups are as dimensions, which are made only where there is a tile.
  SmallVector<int64_t> sizes;
  for (ArrayRef<int64_t> dims : groups.written) {
    int64_t size = 1;
    for (int64_t dim : dims)
      size = found->output.getType().isDynamicDim(dim) || ShapedType::isDynamic(size)
                 ? ShapedType::kDynamic
                 : size * found->output.getType().getDimSize(dim);
    sizes.push_back(size);
  }
  auto output = MemRefType::get(sizes, found->output.getType().getElementType());
  unsigned bits = *getMovedBits(output);
  int64_t tile = bits <= 32 ? kTile : kTile / 2;
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  Side read = getLast(output, groups.order, order.back(), tile), written = getLast(output, order, read.dims, tile);
  if (!isLong(written)) {
    // Dimensions that are among the last ones of both memories are the written side's.
    written = getLast(output, order, groups.order.back(), tile);
    read = getLast(output, groups.order, written.dims, tile);
  }
  if (!isLong(read) || !isLong(written))
    return failure();
  OpBuilder::InsertionGuard back(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Move move = collapse(rewriter, loc, *found, groups);
  auto emit = [&](int64_t pack) {
    OpBuilder::InsertionGuard back(rewriter);
    // Vectors of bytes make rows of as much memory as those of 16 bits.
    chooseTiles(read, written, bits == 8 && pack == kMostPacked ? 2 * tile : tile);
    createTiledMove(rewriter, loc, move, read, written, pack);
  };
  int64_t pack = choosePack(move, read, written);
  Value misalignment = indexConstant(rewriter, loc, 0);
  if (pack > 1)
    misalignment = findMisalignment(rewriter, loc, {move.input, move.output}, pack * bits / 8);
  if (matchPattern(misalignment, m_Zero())) {
    emit(pack);
    return success();
  }
  Value aligned =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, misalignment, indexConstant(rewriter, loc, 0));
  auto choice = scf::IfOp::create(rewriter, loc, aligned, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.thenBlock());
  emit(pack);
  rewriter.setInsertionPointToStart(choice.elseBlock());
  emit(1);
  return success();
}
