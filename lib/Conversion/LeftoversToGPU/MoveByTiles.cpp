// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transposes by tiles in shared memory.
//
//   dimensions that follow each other in both memories are one         [32, 192, 28, 28] -> [32, 28, 28, 192]
//   is a transposition of two dimensions, many times                   [32, 192, 784]    -> [32, 784, 192]
//
// A block reads a tile along the last dimension of the input, and writes it along that of the output.

#include "MoveByTiles.h"
#include "Launch.h"
#include "Moves.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// The least size of a dimension along which a tile lies, and of the tile there.
static constexpr int64_t kLeastSize = 8, kLeastTile = 16;

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

/// Whether a group of the output's dimensions has elements for a tile.
static bool isLong(const Move &move, ArrayRef<int64_t> dims) {
  int64_t size = 1;
  for (int64_t dim : dims) {
    if (move.output.getType().isDynamicDim(dim))
      return true;
    size = llvm::SaturatingMultiply<uint64_t>(size, move.output.getType().getDimSize(dim));
  }
  return size >= kLeastSize;
}

namespace {
/// The launch of a move: each block has one tile, each thread some elements of it, `kBlockSize` apart.
class TiledMove {
public:
  TiledMove(RewriterBase &builder, Location loc, const Move &move)
      : builder(builder), loc(loc), move(move),
        read(getSide(cast<AffineDimExpr>(move.read.getResults().back()).getPosition())),
        written(getSide(move.read.getNumDims() - 1)) {}

  void emit() {
    SmallVector<Value> sizes;
    for (int64_t dim : llvm::seq<int64_t>(0, move.output.getType().getRank()))
      sizes.push_back(getSize(dim));
    read.size = sizes[read.dim], written.size = sizes[written.dim];
    for (Side *side : {&read, &written})
      sizes[side->dim] = builder.createOrFold<arith::CeilDivUIOp>(loc, side->size, index(side->tile));
    Value blocks = index(1);
    for (Value size : sizes)
      blocks = builder.createOrFold<arith::MulIOp>(loc, blocks, size);
    gpu::LaunchOp launch = createLaunch(builder, loc, blocks, kBlockSize);
    thread = launch.getThreadIds().x;
    positions = delinearize(builder, loc, launch.getBlockIds().x, sizes);
    for (Side *side : {&read, &written})
      side->first = arith::MulIOp::create(builder, loc, positions[side->dim], index(side->tile));
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    Value tile = launch.addWorkgroupAttribution(MemRefType::get({written.tile, read.tile + getPadding()},
                                                                move.output.getType().getElementType(),
                                                                MemRefLayoutAttrInterface(), space),
                                                loc);
    load(tile);
    gpu::BarrierOp::create(builder, loc);
    store(tile);
  }

private:
  /// A dimension of the tile.
  struct Side {
    int64_t dim, tile; ///< of the output, and the elements along it
    Value size, first; ///< of the dimension, and where the tile begins
  };

  Value index(int64_t value) { return indexConstant(builder, loc, value); }

  unsigned getBytes() const { return *getMovedBits(move.output.getType()) / 8; }

  Value getSize(int64_t dim) {
    MemRefType type = move.output.getType();
    return type.isDynamicDim(dim) ? memref::DimOp::create(builder, loc, move.output, dim).getResult()
                                  : index(type.getDimSize(dim));
  }

  Side getSide(int64_t dim) const {
    int64_t size = move.output.getType().getDimSize(dim), tile = getBytes() <= 4 ? 64 : 32;
    if (!ShapedType::isDynamic(size))
      tile = std::clamp<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(size)), kLeastTile, tile);
    return {dim, tile, {}, {}};
  }

  /// Elements behind each row of the tile, so that a column's are in different banks: rows are an odd number of words.
  int64_t getPadding() const { return getBytes() < 4 ? 4 / getBytes() : 1; }

  /// The elements of a thread: `row` and `column` of each, adjacent threads having adjacent columns.
  SmallVector<std::pair<Value, Value>> distribute(int64_t rows, int64_t columns) {
    Value column = arith::RemUIOp::create(builder, loc, thread, index(columns));
    Value first = arith::DivUIOp::create(builder, loc, thread, index(columns));
    SmallVector<std::pair<Value, Value>> elements;
    for (int64_t row = 0; row < rows; row += kBlockSize / columns)
      elements.emplace_back(arith::AddIOp::create(builder, loc, first, index(row)), column);
    return elements;
  }

  Value getPosition(const Side &side, Value inTile) { return arith::AddIOp::create(builder, loc, side.first, inTile); }

  /// Elements behind an end are read again from the last one and not stored, so that no load waits for a branch.
  void load(Value tile) {
    Value lastRead = arith::SubIOp::create(builder, loc, read.size, index(1));
    Value lastWritten = arith::SubIOp::create(builder, loc, written.size, index(1));
    auto elements = distribute(written.tile, read.tile);
    SmallVector<Value> values;
    for (auto [row, column] : elements) {
      SmallVector<Value> at = positions, indices;
      at[read.dim] = arith::MinUIOp::create(builder, loc, getPosition(read, column), lastRead);
      at[written.dim] = arith::MinUIOp::create(builder, loc, getPosition(written, row), lastWritten);
      for (AffineExpr dim : move.read.getResults())
        indices.push_back(at[cast<AffineDimExpr>(dim).getPosition()]);
      values.push_back(memref::LoadOp::create(builder, loc, move.input, indices));
    }
    for (auto [value, element] : llvm::zip_equal(values, elements))
      memref::StoreOp::create(builder, loc, value, tile, ValueRange{element.first, element.second});
  }

  void store(Value tile) {
    for (auto [row, column] : distribute(read.tile, written.tile)) {
      SmallVector<Value> at = positions;
      at[read.dim] = getPosition(read, row), at[written.dim] = getPosition(written, column);
      auto isInside = [&](const Side &side) -> Value {
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, at[side.dim], side.size);
      };
      Value inside = arith::AndIOp::create(builder, loc, isInside(read), isInside(written));
      Value value = memref::LoadOp::create(builder, loc, tile, ValueRange{column, row});
      scf::IfOp::create(builder, loc, inside, [&](OpBuilder &then, Location) {
        memref::StoreOp::create(then, loc, value, move.output, at);
        scf::YieldOp::create(then, loc);
      });
    }
  }

  RewriterBase &builder;
  Location loc;
  Move move;
  Side read, written;           ///< along which elements of the input are adjacent, and those of the output
  Value thread;                 ///< in its block
  SmallVector<Value> positions; ///< of the tile, in the output
};
} // namespace

LogicalResult fusion::moveByTiles(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<Move> found = matchMove(op);
  if (!found || !getMovedBits(found->output.getType()) || !getStridesOfAdjacent(found->input.getType()) ||
      !getStridesOfAdjacent(found->output.getType()))
    return failure();
  Groups groups = group(*found);
  int64_t last = static_cast<int64_t>(groups.written.size()) - 1;
  if (groups.order.back() == last || !isLong(*found, groups.written[groups.order.back()]) ||
      !isLong(*found, groups.written[last]))
    return failure();
  OpBuilder::InsertionGuard back(rewriter);
  rewriter.setInsertionPoint(op);
  Move move = collapse(rewriter, op.getLoc(), *found, groups);
  TiledMove(rewriter, op.getLoc(), move).emit();
  return success();
}
