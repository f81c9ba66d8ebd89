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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// The least size of the dimensions along which a tile lies, and what a tile has of them if they are longer and
/// elements have at most 32 bits.
static constexpr int64_t kLeastSize = 8, kTile = 64;

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

namespace {
/// The dimensions of a move along one of a tile's: the last ones of a memory.
struct Side {
  SmallVector<int64_t> dims; ///< of the output, in the order of that memory
  int64_t size = 1;          ///< of them together; dynamic where one is
  int64_t tile = 0;          ///< elements along them that a block moves

  bool isLong() const { return ShapedType::isDynamic(size) || size >= kLeastSize; }
};
} // namespace

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

namespace {
/// The launch of a move: each block has one tile, each thread some elements of it, `kBlockSize` apart.
class TiledMove {
public:
  TiledMove(RewriterBase &builder, Location loc, const Move &move, const Side &read, const Side &written)
      : builder(builder), loc(loc), move(move), read{read, {}, {}, {}}, written{written, {}, {}, {}} {}

  void emit() {
    SmallVector<Value> sizes, space;
    SmallVector<int64_t> outer;
    for (int64_t dim : llvm::seq<int64_t>(0, move.output.getType().getRank())) {
      sizes.push_back(getSize(dim));
      if (llvm::is_contained(read.side.dims, dim) || llvm::is_contained(written.side.dims, dim))
        continue;
      outer.push_back(dim);
      space.push_back(sizes.back());
    }
    for (Tiled *tiled : {&read, &written}) {
      tiled->size = index(1);
      for (int64_t dim : tiled->side.dims) {
        tiled->sizes.push_back(sizes[dim]);
        tiled->size = builder.createOrFold<arith::MulIOp>(loc, tiled->size, sizes[dim]);
      }
      space.push_back(builder.createOrFold<arith::CeilDivUIOp>(loc, tiled->size, index(tiled->side.tile)));
    }
    Value blocks = index(1);
    for (Value size : space)
      blocks = builder.createOrFold<arith::MulIOp>(loc, blocks, size);
    gpu::LaunchOp launch = createLaunch(builder, loc, blocks, kBlockSize);
    thread = launch.getThreadIds().x;
    SmallVector<Value> found = delinearize(builder, loc, launch.getBlockIds().x, space);
    positions.resize(sizes.size());
    for (auto [dim, position] : llvm::zip_first(outer, found))
      positions[dim] = position;
    for (auto [tiled, position] : llvm::zip_equal(ArrayRef<Tiled *>{&read, &written}, ArrayRef(found).take_back(2)))
      tiled->first = arith::MulIOp::create(builder, loc, position, index(tiled->side.tile));
    auto space3 = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    Value tile = launch.addWorkgroupAttribution(MemRefType::get({written.side.tile, read.side.tile + getPadding()},
                                                                move.output.getType().getElementType(),
                                                                MemRefLayoutAttrInterface(), space3),
                                                loc);
    load(tile);
    gpu::BarrierOp::create(builder, loc);
    store(tile);
  }

private:
  /// A side with its values.
  struct Tiled {
    Side side;
    SmallVector<Value> sizes; ///< of its dimensions
    Value size, first;        ///< of all of them, and where the tile begins
  };

  Value index(int64_t value) { return indexConstant(builder, loc, value); }

  unsigned getBytes() const { return *getMovedBits(move.output.getType()) / 8; }

  Value getSize(int64_t dim) {
    MemRefType type = move.output.getType();
    return type.isDynamicDim(dim) ? memref::DimOp::create(builder, loc, move.output, dim).getResult()
                                  : index(type.getDimSize(dim));
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

  Value getNumber(const Tiled &tiled, Value inTile) { return arith::AddIOp::create(builder, loc, tiled.first, inTile); }

  /// Sets the positions along the dimensions of a side to those of an element of it.
  void setPositions(SmallVectorImpl<Value> &at, const Tiled &tiled, Value number) {
    for (auto [dim, position] : llvm::zip_equal(tiled.side.dims, delinearize(builder, loc, number, tiled.sizes)))
      at[dim] = position;
  }

  /// Elements behind an end are read again from the last one and not stored, so that no load waits for a branch.
  void load(Value tile) {
    Value lastRead = arith::SubIOp::create(builder, loc, read.size, index(1));
    Value lastWritten = arith::SubIOp::create(builder, loc, written.size, index(1));
    auto elements = distribute(written.side.tile, read.side.tile);
    SmallVector<Value> values;
    for (auto [row, column] : elements) {
      SmallVector<Value> at = positions, indices;
      setPositions(at, read, arith::MinUIOp::create(builder, loc, getNumber(read, column), lastRead));
      setPositions(at, written, arith::MinUIOp::create(builder, loc, getNumber(written, row), lastWritten));
      for (AffineExpr dim : move.read.getResults())
        indices.push_back(at[cast<AffineDimExpr>(dim).getPosition()]);
      values.push_back(memref::LoadOp::create(builder, loc, move.input, indices));
    }
    for (auto [value, element] : llvm::zip_equal(values, elements))
      memref::StoreOp::create(builder, loc, value, tile, ValueRange{element.first, element.second});
  }

  void store(Value tile) {
    for (auto [row, column] : distribute(read.side.tile, written.side.tile)) {
      Value numberRead = getNumber(read, row), numberWritten = getNumber(written, column);
      auto isInside = [&](const Tiled &tiled, Value number) -> Value {
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, number, tiled.size);
      };
      Value inside = arith::AndIOp::create(builder, loc, isInside(read, numberRead), isInside(written, numberWritten));
      Value value = memref::LoadOp::create(builder, loc, tile, ValueRange{column, row});
      SmallVector<Value> at = positions;
      setPositions(at, read, numberRead);
      setPositions(at, written, numberWritten);
      scf::IfOp::create(builder, loc, inside, [&](OpBuilder &then, Location) {
        memref::StoreOp::create(then, loc, value, move.output, at);
        scf::YieldOp::create(then, loc);
      });
    }
  }

  RewriterBase &builder;
  Location loc;
  Move move;
  Tiled read, written;          ///< along which elements of the input are adjacent, and those of the output
  Value thread;                 ///< in its block
  SmallVector<Value> positions; ///< of the tile, in the output; none along the sides
};
} // namespace

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
  int64_t tile = *getMovedBits(output) <= 32 ? kTile : kTile / 2;
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  Side read = getLast(output, groups.order, order.back(), tile), written = getLast(output, order, read.dims, tile);
  if (!read.isLong() || !written.isLong())
    return failure();
  chooseTiles(read, written, tile);
  OpBuilder::InsertionGuard back(rewriter);
  rewriter.setInsertionPoint(op);
  Move move = collapse(rewriter, op.getLoc(), *found, groups);
  TiledMove(rewriter, op.getLoc(), move, read, written).emit();
  return success();
}
