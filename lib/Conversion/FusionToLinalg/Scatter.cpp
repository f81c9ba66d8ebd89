// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements whose places are data, as loops that store one after the other.

#include "Lowering.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Builds
///
///   for positions that indices vary along
///     once, if the index is in range, else never
///       for the other positions
///         insert the update there
///
/// so that rows are tested once. The condition is a loop, as bufferization lets nests of loops work in place, but not
/// loops in branches.
class ScatterLowering {
public:
  ScatterLowering(OpBuilder &b, ScatterOp op, Value updates, Value indices)
      : b(b), op(op), loc(op.getLoc()), updates(updates), indices(indices), place(op.getUpdates().getType().getRank()) {
    int64_t rank = place.size();
    for (int64_t dim = 0; dim < rank; ++dim)
      (varies(dim) ? outer : inner).push_back(dim);
  }

  Value lower(Value kept) {
    return buildLoops(outer, kept, [&](Value into) { return storeInRange(into); });
  }

private:
  int64_t skipped() { return op.getUpdates().getType().getRank() - op.getIndices().getType().getRank(); }
  bool varies(int64_t dim) { return dim >= skipped() && op.getIndices().getType().getDimSize(dim - skipped()) != 1; }

  Value buildLoops(ArrayRef<int64_t> dims, Value into, function_ref<Value(Value)> body) {
    if (dims.empty())
      return body(into);
    Value size = b.createOrFold<tensor::DimOp>(loc, updates, dims.front());
    return buildLoop(size, into, [&](Value position, Value stored) {
      place[dims.front()] = position;
      return buildLoops(dims.drop_front(), stored, body);
    });
  }

  Value buildLoop(Value size, Value into, function_ref<Value(Value position, Value stored)> body) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0), one = arith::ConstantIndexOp::create(b, loc, 1);
    auto loop = scf::ForOp::create(b, loc, zero, size, one, into);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(b, loc, body(loop.getInductionVar(), loop.getRegionIterArg(0)));
    return loop.getResult(0);
  }

  Value storeInRange(Value into) {
    SmallVector<Value> at;
    for (int64_t dim = 0; dim < op.getIndices().getType().getRank(); ++dim)
      at.push_back(varies(dim + skipped()) ? place[dim + skipped()] : Value(arith::ConstantIndexOp::create(b, loc, 0)));
    Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), tensor::ExtractOp::create(b, loc, indices, at));
    Value size = b.createOrFold<tensor::DimOp>(loc, into, op.getDim());
    // A negative one is a large one.
    Value inRange = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, size);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0), one = arith::ConstantIndexOp::create(b, loc, 1);
    Value times = arith::SelectOp::create(b, loc, inRange, one, zero);
    return buildLoop(times, into, [&](Value, Value kept) {
      return buildLoops(inner, kept, [&](Value row) { return store(row, index); });
    });
  }

  Value store(Value into, Value index) {
    Value update = tensor::ExtractOp::create(b, loc, updates, place);
    SmallVector<Value> to = splitPlace(into);
    to[op.getDim()] = index;
    return tensor::InsertOp::create(b, loc, update, into, to);
  }

  /// The place along the dimensions of the output.
  SmallVector<Value> splitPlace(Value into) {
    SmallVector<ReassociationIndices> dims = op.getOutputDims();
    if (dims.empty())
      return place;
    SmallVector<Value> to(op.getType().getRank());
    for (auto [own, group] : llvm::enumerate(dims)) {
      Value rest = place[own];
      for (int64_t dim : llvm::reverse(group)) {
        to[dim] = rest;
        if (dim == group.front())
          continue;
        Value size = dim == int64_t(op.getDim()) ? Value(arith::ConstantIndexOp::create(b, loc, op.getNumPlaces()))
                                                 : b.createOrFold<tensor::DimOp>(loc, into, dim);
        to[dim] = b.createOrFold<arith::RemUIOp>(loc, rest, size);
        rest = b.createOrFold<arith::DivUIOp>(loc, rest, size);
      }
    }
    return to;
  }

  OpBuilder &b;
  ScatterOp op;
  Location loc;
  Value updates, indices;
  SmallVector<int64_t> outer, inner; ///< dimensions that indices vary along, and others
  SmallVector<Value> place;
};
} // namespace

Value fusion::lowerScatter(OpBuilder &builder, ScatterOp op, Value updates, Value indices, Value kept) {
  return ScatterLowering(builder, op, updates, indices).lower(kept);
}
