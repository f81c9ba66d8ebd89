// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves elements by vectors, or one by one where memory begins between two of them.
//
//   moveByPieces   elements that are adjacent in both memories                 a thread loads a vector and stores it
//   gatherPieces   any elements, into a memory without gaps                    a thread loads those of a vector

#include "MoveByPieces.h"
#include "Launch.h"
#include "Moves.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fusion;

/// The most bytes that a thread loads at once.
static constexpr int64_t kPieceBytes = 16;

LogicalResult fusion::moveByPieces(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<Move> move = matchMove(op);
  if (!move || move->read.getResults().back() != rewriter.getAffineDimExpr(move->read.getNumDims() - 1))
    return failure();
  Value input = move->input, output = move->output;
  MemRefType type = move->output.getType();
  int64_t piece = std::min(chooseVector(type, 1, kPieceBytes), chooseVector(move->input.getType(), 1, kPieceBytes));
  if (piece == 1)
    return failure();

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(type.isDynamicDim(dim) ? memref::DimOp::create(rewriter, loc, output, dim).getResult()
                                           : indexConstant(rewriter, loc, type.getDimSize(dim)));
  sizes.back() = indexConstant(rewriter, loc, type.getShape().back() / piece);
  int64_t bytes = piece * type.getElementTypeBitWidth() / 8;
  Value misalignment = findMisalignment(rewriter, loc, {input, output}, bytes);

  Value number = createLaunchOfEach(rewriter, loc, sizes);
  SmallVector<Value> positions = delinearize(rewriter, loc, number, sizes);
  positions.back() = arith::MulIOp::create(rewriter, loc, positions.back(), indexConstant(rewriter, loc, piece));
  // The element of each memory at a position of the output, so many behind it in the last dimension.
  AffineMap written = AffineMap::getMultiDimIdentityMap(type.getRank(), rewriter.getContext());
  auto getIndices = [&](OpBuilder &builder, AffineMap map, Value behind) {
    SmallVector<Value> indices;
    for (AffineExpr dim : map.getResults())
      indices.push_back(positions[cast<AffineDimExpr>(dim).getPosition()]);
    if (behind)
      indices.back() = arith::AddIOp::create(builder, loc, indices.back(), behind);
    return indices;
  };
  Value aligned = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, misalignment,
                                                       indexConstant(rewriter, loc, 0));
  scf::IfOp::create(
      rewriter, loc, aligned,
      [&](OpBuilder &builder, Location) {
        auto pieces = VectorType::get({piece}, type.getElementType());
        Value moved = vector::LoadOp::create(builder, loc, pieces, input, getIndices(builder, move->read, {}),
                                             /*nontemporal=*/false, llvm::MaybeAlign(bytes));
        vector::StoreOp::create(builder, loc, moved, output, getIndices(builder, written, {}),
                                /*nontemporal=*/false, llvm::MaybeAlign(bytes));
        scf::YieldOp::create(builder, loc);
      },
      [&](OpBuilder &builder, Location) {
        Value zero = indexConstant(builder, loc, 0), one = indexConstant(builder, loc, 1);
        Value end = indexConstant(builder, loc, piece);
        scf::ForOp::create(builder, loc, zero, end, one, {}, [&](OpBuilder &body, Location, Value at, ValueRange) {
          Value moved = memref::LoadOp::create(body, loc, input, getIndices(body, move->read, at));
          memref::StoreOp::create(body, loc, moved, output, getIndices(body, written, at));
          scf::YieldOp::create(body, loc);
        });
        scf::YieldOp::create(builder, loc);
      });
  return success();
}

/// The elements of `type`, which has no gaps, as a memory of one dimension.
static Value flatten(OpBuilder &builder, Location loc, Value memref, MemRefType type) {
  if (type.getRank() == 1)
    return memref;
  SmallVector<ReassociationIndices> all{llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()))};
  return memref::CollapseShapeOp::create(builder, loc, memref, all);
}

LogicalResult fusion::gatherPieces(RewriterBase &rewriter, linalg::GenericOp op) {
  // Loads of several elements wait for memory together.
  constexpr int64_t kLeastPiece = 8;
  std::optional<Move> move = matchMove(op);
  if (!move)
    return failure();
  MemRefType type = move->output.getType();
  std::optional<unsigned> bits = getMovedBits(type);
  if (!bits || type.getRank() == 0 || !type.getLayout().isIdentity())
    return failure();
  int64_t piece = std::max(kLeastPiece, kPieceBytes * 8 / *bits);

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(type.isDynamicDim(dim) ? memref::DimOp::create(rewriter, loc, move->output, dim).getResult()
                                           : indexConstant(rewriter, loc, type.getDimSize(dim)));
  Value total = sizes.front();
  for (Value size : llvm::drop_begin(sizes))
    total = rewriter.createOrFold<arith::MulIOp>(loc, total, size);
  Value output = flatten(rewriter, loc, move->output, type);
  Value misalignment = findMisalignment(rewriter, loc, output, kPieceBytes);
  Value pieces = rewriter.createOrFold<arith::CeilDivUIOp>(loc, total, indexConstant(rewriter, loc, piece));

  Value number = createLaunchOfEach(rewriter, loc, pieces);
  Value length = indexConstant(rewriter, loc, piece); // a constant of the kernel
  Value first = arith::MulIOp::create(rewriter, loc, number, length);
  auto load = [&](OpBuilder &builder, Value element) -> Value {
    SmallVector<Value> positions = delinearize(builder, loc, element, sizes), indices;
    for (AffineExpr dim : move->read.getResults())
      indices.push_back(positions[cast<AffineDimExpr>(dim).getPosition()]);
    return memref::LoadOp::create(builder, loc, move->input, indices);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) -> Value {
    return rewriter.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  };
  Value left = arith::SubIOp::create(rewriter, loc, total, first);
  Value isWhole = rewriter.createOrFold<arith::AndIOp>(
      loc, compare(arith::CmpIPredicate::uge, left, length),
      compare(arith::CmpIPredicate::eq, misalignment, indexConstant(rewriter, loc, 0)));
  scf::IfOp::create(
      rewriter, loc, isWhole,
      [&](OpBuilder &builder, Location) {
        SmallVector<Value> elements;
        for (int64_t at = 0; at < piece; ++at)
          elements.push_back(
              load(builder, builder.createOrFold<arith::AddIOp>(loc, first, indexConstant(builder, loc, at))));
        Value moved =
            vector::FromElementsOp::create(builder, loc, VectorType::get(piece, type.getElementType()), elements);
        vector::StoreOp::create(builder, loc, moved, output, first, /*nontemporal=*/false,
                                llvm::MaybeAlign(kPieceBytes));
        scf::YieldOp::create(builder, loc);
      },
      [&](OpBuilder &builder, Location) {
        Value end = arith::MinUIOp::create(builder, loc, left, length);
        scf::ForOp::create(builder, loc, indexConstant(builder, loc, 0), end, indexConstant(builder, loc, 1), {},
                           [&](OpBuilder &body, Location, Value at, ValueRange) {
                             Value element = arith::AddIOp::create(body, loc, first, at);
                             memref::StoreOp::create(body, loc, load(body, element), output, element);
                             scf::YieldOp::create(body, loc);
                           });
        scf::YieldOp::create(builder, loc);
      });
  return success();
}
