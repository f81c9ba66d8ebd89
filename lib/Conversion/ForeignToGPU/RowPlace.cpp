// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RowPlace.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::fusion;

static ArrayRef<int64_t> getShape(Value memref) { return cast<MemRefType>(memref.getType()).getShape(); }

/// `dims` or fewer, without dimensions of size 1 at the end.
static int64_t dropUnits(ArrayRef<int64_t> shape, int64_t dims) {
  while (dims > 0 && shape[dims - 1] == 1)
    --dims;
  return dims;
}

/// How many of the groups, whose dimensions are those of `shape`, are the first `dims`; nothing if one is divided. The
/// dimensions of size 1 in between may lie on either side.
static std::optional<int64_t> countGroups(ArrayRef<ReassociationIndices> groups, ArrayRef<int64_t> shape,
                                          int64_t dims) {
  int64_t wanted = dropUnits(shape, dims), rank = shape.size();
  for (int64_t count = 0, size = groups.size(); count <= size; ++count) {
    int64_t end = count < size ? groups[count].front() : rank;
    if (dropUnits(shape, end) == wanted)
      return count;
  }
  return std::nullopt;
}

RowPlace mlir::fusion::getRowRoot(RowPlace place) {
  for (;;) {
    if (auto expand = place.memref.getDefiningOp<memref::ExpandShapeOp>()) {
      std::optional<int64_t> count = countGroups(expand.getReassociationIndices(), getShape(place.memref), place.dims);
      if (!count)
        break;
      place = {expand.getSrc(), *count};
    } else if (auto collapse = place.memref.getDefiningOp<memref::CollapseShapeOp>()) {
      SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
      bool all = place.dims == int64_t(groups.size());
      place = {collapse.getSrc(), all ? collapse.getSrcType().getRank() : groups[place.dims].front()};
    } else {
      break;
    }
  }
  place.dims = dropUnits(getShape(place.memref), place.dims);
  return place;
}

Value mlir::fusion::getReshaped(Value memref) {
  while (isa_and_present<memref::ExpandShapeOp, memref::CollapseShapeOp>(memref.getDefiningOp()))
    memref = memref.getDefiningOp()->getOperand(0);
  return memref;
}
