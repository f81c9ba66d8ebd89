// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves tiles through shared memory.
//
// A thread has some squares of the tile: as many vectors of the input, from adjacent rows, as each has elements. It
// transposes them in registers. Column i of every square is in plane i of shared memory, so that adjacent threads store
// into adjacent rows. Here vectors have two elements, and squares are a0 to b1, a2 to b3, c0 to d1, and c2 to d3:
//
//   the input         plane 0         plane 1         the output
//     a0 a1 a2 a3       a0 b0 c0 d0     a1 b1 c1 d1     a0 b0 c0 d0
//     b0 b1 b2 b3       a2 b2 c2 d2     a3 b3 c3 d3     a1 b1 c1 d1
//     c0 c1 c2 c3                                       a2 b2 c2 d2
//     d0 d1 d2 d3                                       a3 b3 c3 d3

#include "TiledMove.h"
#include "Launch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fusion;

/// The columns of a square whose rows are vectors.
static SmallVector<Value> transpose(OpBuilder &builder, Location loc, SmallVector<Value> rows) {
  int64_t size = rows.size();
  SmallVector<int64_t> low, high;
  for (int64_t at = 0; at < size; ++at) {
    low.push_back(at / 2 + at % 2 * size);
    high.push_back(low.back() + size / 2);
  }
  // Each step takes the elements of two vectors in turn.
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<Value> next;
    for (int64_t at = 0; at < size / 2; ++at)
      for (ArrayRef<int64_t> mask : {low, high})
        next.push_back(vector::ShuffleOp::create(builder, loc, rows[at], rows[at + size / 2], mask));
    rows = std::move(next);
  }
  return rows;
}

namespace {
/// The launch of a move: each block has one tile, each thread some squares of it, `kBlockSize` apart.
class TiledMove {
public:
  TiledMove(RewriterBase &builder, Location loc, const Move &move, const Side &read, const Side &written, int64_t pack)
      : builder(builder), loc(loc), move(move), read{read, {}, {}, {}}, written{written, {}, {}, {}}, pack(pack),
        type(VectorType::get(pack, move.output.getType().getElementType())) {}

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
    for (auto [tiled, position] : llvm::zip_equal(ArrayRef<Tiled *>{&read, &written}, ArrayRef(found).take_back(2))) {
      tiled->first = arith::MulIOp::create(builder, loc, position, index(tiled->side.tile));
      if (!ShapedType::isDynamic(tiled->side.size))
        tiled->size = index(tiled->side.size); // a constant of the kernel
    }
    auto shared = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    Value tile =
        launch.addWorkgroupAttribution(MemRefType::get({pack, read.side.tile / pack, written.side.tile + getPadding()},
                                                       type.getElementType(), MemRefLayoutAttrInterface(), shared),
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

  Value getSize(int64_t dim) {
    MemRefType output = move.output.getType();
    return output.isDynamicDim(dim) ? memref::DimOp::create(builder, loc, move.output, dim).getResult()
                                    : index(output.getDimSize(dim));
  }

  int64_t getVectorBytes() const { return pack * type.getElementTypeBitWidth() / 8; }

  /// Elements behind each row of a plane, so that vectors that are accessed at once are in different banks: those of
  /// adjacent rows, and of adjacent columns too where there are fewer rows than banks.
  int64_t getPadding() const {
    constexpr int64_t kBank = 4, kBanks = 32;
    int64_t bytes = std::max(kBank, getVectorBytes()), lanes = kBank * kBanks / bytes, rows = read.side.tile / pack;
    return std::max<int64_t>(1, lanes / rows) * bytes * 8 / type.getElementTypeBitWidth();
  }

  Value loadVector(Value memory, ValueRange indices) {
    return vector::LoadOp::create(builder, loc, type, memory, indices, /*nontemporal=*/false,
                                  llvm::MaybeAlign(getVectorBytes()));
  }

  void storeVector(Value value, Value memory, ValueRange indices) {
    vector::StoreOp::create(builder, loc, value, memory, indices, /*nontemporal=*/false,
                            llvm::MaybeAlign(getVectorBytes()));
  }

  /// The squares of a thread: `row` and `column` of each, adjacent threads having adjacent columns.
  SmallVector<std::pair<Value, Value>> distribute(int64_t rows, int64_t columns) {
    Value column = arith::RemUIOp::create(builder, loc, thread, index(columns));
    Value first = arith::DivUIOp::create(builder, loc, thread, index(columns));
    SmallVector<std::pair<Value, Value>> squares;
    for (int64_t row = 0; row < rows; row += kBlockSize / columns)
      squares.emplace_back(builder.createOrFold<arith::AddIOp>(loc, first, index(row)), column);
    return squares;
  }

  Value getFirst(Value square) { return builder.createOrFold<arith::MulIOp>(loc, square, index(pack)); }

  Value getNumber(const Tiled &tiled, Value square) {
    return arith::AddIOp::create(builder, loc, tiled.first, getFirst(square));
  }

  /// Sets the positions along the dimensions of a side to those of an element: so many `behind` the first one of a
  /// square, which has this number.
  void setPositions(SmallVectorImpl<Value> &at, const Tiled &tiled, Value number, int64_t behind) {
    auto add = [&](Value first) { return builder.createOrFold<arith::AddIOp>(loc, first, index(behind)); };
    // The elements of a square differ in the last position alone where that dimension is whole squares.
    int64_t last = tiled.side.dims.back();
    bool isWhole = move.output.getType().getDimSize(last) % pack == 0;
    SmallVector<Value> found = delinearize(builder, loc, isWhole ? number : add(number), tiled.sizes);
    for (auto [dim, position] : llvm::zip_equal(tiled.side.dims, found))
      at[dim] = position;
    if (isWhole)
      at[last] = add(at[last]);
  }

  /// Squares behind an end are read again from the last one and not stored, so that no load waits for a branch.
  void load(Value tile) {
    auto limit = [&](const Tiled &tiled, Value number) -> Value {
      if (tiled.side.isWhole())
        return number;
      Value last = arith::SubIOp::create(builder, loc, tiled.size, index(pack));
      return arith::MinUIOp::create(builder, loc, number, last);
    };
    auto squares = distribute(written.side.tile / pack, read.side.tile / pack);
    SmallVector<SmallVector<Value>> values;
    for (auto [row, column] : squares) {
      Value numberRead = limit(read, getNumber(read, column)), numberWritten = limit(written, getNumber(written, row));
      SmallVector<Value> rows;
      for (int64_t behind = 0; behind < pack; ++behind) {
        SmallVector<Value> at = positions, indices;
        setPositions(at, read, numberRead, 0);
        setPositions(at, written, numberWritten, behind);
        for (AffineExpr dim : move.read.getResults())
          indices.push_back(at[cast<AffineDimExpr>(dim).getPosition()]);
        rows.push_back(loadVector(move.input, indices));
      }
      values.push_back(transpose(builder, loc, rows));
    }
    for (auto [columns, square] : llvm::zip_equal(values, squares))
      for (auto [plane, value] : llvm::enumerate(columns))
        storeVector(value, tile, {index(plane), square.second, getFirst(square.first)});
  }

  void store(Value tile) {
    for (auto [row, column] : distribute(read.side.tile / pack, written.side.tile / pack)) {
      Value numberRead = getNumber(read, row), numberWritten = getNumber(written, column);
      auto isInside = [&](const Tiled &tiled, Value number) -> Value {
        if (tiled.side.isWhole())
          return arith::ConstantIntOp::create(builder, loc, 1, 1);
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, number, tiled.size);
      };
      Value inside =
          builder.createOrFold<arith::AndIOp>(loc, isInside(read, numberRead), isInside(written, numberWritten));
      SmallVector<Value> values;
      for (int64_t plane = 0; plane < pack; ++plane)
        values.push_back(loadVector(tile, {index(plane), row, getFirst(column)}));
      auto guard = scf::IfOp::create(builder, loc, inside, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard back(builder);
      builder.setInsertionPointToStart(guard.thenBlock());
      for (auto [behind, value] : llvm::enumerate(values)) {
        SmallVector<Value> at = positions;
        setPositions(at, read, numberRead, behind);
        setPositions(at, written, numberWritten, 0);
        storeVector(value, move.output, at);
      }
    }
  }

  RewriterBase &builder;
  Location loc;
  Move move;
  Tiled read, written;          ///< along which elements of the input are adjacent, and those of the output
  int64_t pack;                 ///< elements of a vector, and vectors of a square
  VectorType type;              ///< of a vector
  Value thread;                 ///< in its block
  SmallVector<Value> positions; ///< of the tile, in the output; none along the sides
};
} // namespace

void fusion::createTiledMove(RewriterBase &rewriter, Location loc, const Move &move, const Side &read,
                             const Side &written, int64_t pack) {
  TiledMove(rewriter, loc, move, read, written, pack).emit();
}
