// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.scatter: elements whose places are data.

#include "Evaluator.h"
#include "Interval.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

namespace {
/// Puts updates into a copy of the tensor that keeps the rest.
class Scatterer {
public:
  Scatterer(ScatterOp op, const Tensor &updates, const Tensor &indices, const Tensor &kept, bool bounds)
      : op(op), updates(updates.contiguous()), indices(indices.broadcast(updates.getShape()).contiguous()),
        result(kept.copy(bounds)), strides(rowMajorStrides(kept.getShape())), bounds(bounds),
        written(result.getNumElements(), false), mayBeWritten(written), dims(op.getOutputDims()) {
    if (dims.empty())
      for (int64_t dim = 0; dim < result.getRank(); ++dim)
        dims.push_back({dim});
  }

  FailureOr<Tensor> run() {
    SmallVector<int64_t> place(updates.getRank(), 0);
    for (int64_t at = 0, end = updates.getNumElements(); at < end; ++at, advance(place))
      if (failed(store(at, place)))
        return failure();
    if (bounds)
      result.dropTrivialBounds();
    return result;
  }

private:
  int64_t size() { return result.getDim(op.getDim()); }

  void advance(SmallVectorImpl<int64_t> &place) const {
    for (int64_t dim = place.size(); dim-- > 0;) {
      if (++place[dim] < updates.getDim(dim))
        return;
      place[dim] = 0;
    }
  }

  /// Of a position of the updates among the elements of the result, without what the index says.
  int64_t getOffset(int64_t position, ArrayRef<int64_t> group) {
    int64_t offset = 0;
    for (int64_t dim : llvm::reverse(group)) {
      bool isIndexed = dim == int64_t(op.getDim());
      int64_t size = isIndexed ? op.getNumPlaces() : result.getDim(dim), own = position;
      if (dim != group.front())
        own = position % size, position /= size;
      offset += isIndexed ? 0 : own * strides[dim];
    }
    return offset;
  }

  /// The update number `at`, whose position is `place`.
  LogicalResult store(int64_t at, ArrayRef<int64_t> place) {
    int64_t index = indices.value()[at].i, first = indices.lo()[at].i, last = indices.hi()[at].i, base = 0;
    for (auto [position, group] : llvm::zip_equal(place, dims))
      base += getOffset(position, group);
    auto offsetOf = [&](int64_t own) { return base + own * strides[op.getDim()]; };
    bool isCertain = !bounds || first == last;
    if (!isCertain)
      for (int64_t other = std::max<int64_t>(first, 0); other <= std::min(last, size() - 1); ++other)
        unite(offsetOf(other), at);
    if (index < 0 || index >= size())
      return success();
    int64_t offset = offsetOf(index);
    if (written[offset] && op.getUniqueIndices() && isCertain)
      return op.emitOpError() << "is given several updates for index " << index << " of dimension " << op.getDim()
                              << ", but unique_indices promises that there is one";
    // Of several updates any may be the one that stays.
    if (isCertain && bounds && mayBeWritten[offset])
      unite(offset, at);
    else if (isCertain && bounds)
      result.loMut()[offset] = updates.lo()[at], result.hiMut()[offset] = updates.hi()[at];
    result.valueMut()[offset] = updates.value()[at];
    mayBeWritten[offset] = true;
    written[offset] = written[offset] || isCertain;
    return success();
  }

  /// The element at `offset` may be the update too.
  void unite(int64_t offset, int64_t at) {
    mayBeWritten[offset] = true;
    Scalar &lo = result.loMut()[offset], &hi = result.hiMut()[offset];
    if (!result.isFloat()) {
      lo.i = std::min(lo.i, updates.lo()[at].i);
      hi.i = std::max(hi.i, updates.hi()[at].i);
      return;
    }
    double value = result.value()[offset].f;
    Interval own = Interval::decode(value, lo.f, hi.f);
    Interval other = Interval::decode(value, updates.lo()[at].f, updates.hi()[at].f);
    reference::unite(value, own, other).encode(lo.f, hi.f);
  }

  ScatterOp op;
  Tensor updates, indices, result;
  SmallVector<int64_t> strides;
  bool bounds;
  std::vector<bool> written, mayBeWritten;
  SmallVector<ReassociationIndices> dims; ///< of the result, for each of the updates
};
} // namespace

/// Whether dimension `own` of updates, of `size` elements, fits to what is kept.
static bool fits(ScatterOp op, int64_t own, int64_t size, const Tensor &kept) {
  SmallVector<ReassociationIndices> dims = op.getOutputDims();
  ReassociationIndices group = dims.empty() ? ReassociationIndices{own} : dims[own];
  int64_t product = 1;
  for (int64_t dim : group)
    product *= dim == int64_t(op.getDim()) ? 1 : kept.getDim(dim);
  if (llvm::is_contained(group, int64_t(op.getDim())))
    return product == 0 ? size == 0 : size % product == 0;
  return size == product;
}

/// Whether indices broadcast to updates, and these fit into what is kept: sizes that types leave open.
static LogicalResult checkSizes(ScatterOp op, const Tensor &updates, const Tensor &indices, const Tensor &kept) {
  int64_t skipped = updates.getRank() - indices.getRank();
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (indices.getDim(dim) != 1 && indices.getDim(dim) != updates.getDim(dim + skipped))
      return op.emitOpError("cannot broadcast indices of sizes [")
             << llvm::interleaved(indices.getShape()) << "] to updates of [" << llvm::interleaved(updates.getShape())
             << "]";
  for (int64_t dim = 0; dim < updates.getRank(); ++dim)
    if (!fits(op, dim, updates.getDim(dim), kept))
      return op.emitOpError("cannot store updates of sizes [")
             << llvm::interleaved(updates.getShape()) << "] into [" << llvm::interleaved(kept.getShape())
             << "] along dim " << op.getDim();
  return success();
}

LogicalResult fusion::reference::evaluateScatter(Evaluator &evaluator, Operation *operation) {
  auto op = cast<ScatterOp>(operation);
  if (!op.getKept())
    return op.emitOpError("expects the tensor that it keeps elements of; destination style is not evaluated");
  Tensor updates = evaluator.get(op.getUpdates()), indices = evaluator.get(op.getIndices());
  Tensor kept = evaluator.get(op.getKept());
  if (failed(checkSizes(op, updates, indices, kept)))
    return failure();
  FailureOr<Tensor> result = Scatterer(op, updates, indices, kept, evaluator.getOptions().bounds).run();
  if (failed(result))
    return failure();
  evaluator.set(op.getResult(), *result);
  return success();
}
