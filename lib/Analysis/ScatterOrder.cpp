// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows updates of scatters to where they are computed, and checks their order there: a check for each reason.

#include "fusion/Analysis/ScatterOrder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

static bool isUnit(Value value, int64_t dim) { return cast<RankedTensorType>(value.getType()).getDimSize(dim) == 1; }

/// The same before `op`, by which `updates` are made, if it is a transposition or a reshape; else nothing.
static std::optional<ComputedUpdates> getBefore(const ComputedUpdates &updates, Operation *op) {
  ComputedUpdates before{Value(), {}, updates.transposed};
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    before.value = transpose.getInput();
    before.transposed = true;
    before.order.resize(updates.order.size());
    for (auto [dim, own] : llvm::enumerate(transpose.getPermutation()))
      before.order[own] = updates.order[dim];
    return before;
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    if (expand.getSrcType().getRank() == 0)
      return std::nullopt; // a scalar has no dimension to scatter along
    before.value = expand.getSrc();
    for (const ReassociationIndices &group : expand.getReassociationIndices()) {
      ReassociationIndices &dims = before.order.emplace_back();
      for (int64_t dim : group)
        llvm::append_range(dims, updates.order[dim]);
    }
    return before;
  }
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  if (!collapse)
    return std::nullopt;
  // What was merged stands for a dimension if all but one of it are 1.
  before.value = collapse.getSrc();
  before.order.resize(collapse.getSrcType().getRank());
  for (auto [dim, group] : llvm::enumerate(collapse.getReassociationIndices())) {
    auto isLong = [&](int64_t own) { return !isUnit(before.value, own); };
    if (llvm::count_if(group, isLong) > 1)
      return std::nullopt;
    auto *own = llvm::find_if(group, isLong);
    before.order[own == group.end() ? group.front() : *own] = updates.order[dim];
  }
  return before;
}

ComputedUpdates fusion::findComputedUpdates(ScatterOp scatter, Value value) {
  ComputedUpdates updates{value, {}, false};
  for (int64_t dim = 0; dim < scatter.getUpdates().getType().getRank(); ++dim)
    updates.order.push_back({dim});
  while (Operation *op = updates.value.getDefiningOp()) {
    std::optional<ComputedUpdates> before = getBefore(updates, op);
    if (!before)
      break;
    updates = *before;
  }
  return updates;
}

bool fusion::variesAlong(ScatterOp scatter, int64_t dim) {
  RankedTensorType indices = scatter.getIndices().getType();
  int64_t own = dim - (scatter.getUpdates().getType().getRank() - indices.getRank());
  return own >= 0 && indices.getDimSize(own) != 1;
}

bool fusion::differs(ScatterOp scatter, const ReassociationIndices &group) {
  return llvm::any_of(group, [&](int64_t dim) { return variesAlong(scatter, dim); });
}

bool fusion::repeatsIndices(ScatterOp scatter, const ComputedUpdates &updates) {
  auto isRepeated = [&](int64_t dim) { return !variesAlong(scatter, dim) && !isUnit(scatter.getUpdates(), dim); };
  return llvm::any_of(updates.order, [&](const ReassociationIndices &group) {
    return differs(scatter, group) && llvm::any_of(group, isRepeated);
  });
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

static FusionVerdict refuse(const Twine &reason, StringRef suggestion) {
  return FusionVerdict::no(RemarkCode::LayoutConsumer, reason, suggestion);
}

/// "dimensions 0, 2 of the updates"
static std::string spell(const ReassociationIndices &dims) {
  std::string text = dims.size() == 1 ? "dimension " : "dimensions ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(dims, os);
  os << " of the updates";
  return text;
}

/// Rows that are computed are parts of rows that are stored.
static FusionVerdict checkRows(ScatterOp scatter, const ComputedUpdates &updates) {
  int64_t stored = scatter.getUpdates().getType().getRank() - 1;
  const ReassociationIndices &last = updates.order.back();
  if (last.empty())
    return refuse("the dimension that is computed last is none of the updates", "");
  if (last.back() != stored)
    return refuse("elements that are computed beside each other lie along dimension " + Twine(last.back()) +
                      " of the updates, and are stored along dimension " + Twine(stored),
                  "keep what is scattered into with that dimension last, or compute the value transposed");
  return FusionVerdict::yes();
}

/// All elements of a row that is computed have one index, or what splits the row is no part of it.
static FusionVerdict checkParts(ScatterOp scatter, const ComputedUpdates &updates, bool storesParts) {
  const ReassociationIndices &last = updates.order.back();
  if (last.size() == 1 || !differs(scatter, last))
    return FusionVerdict::yes();
  // Elements have indices of their own in a tensor in which a row is as it is computed.
  bool mayMerge = storesParts && !llvm::is_contained(last, static_cast<int64_t>(scatter.getDim())) &&
                  llvm::equal(last, llvm::seq(last.front(), last.back() + 1));
  return refuse("rows of what is computed are split into " + spell(last) +
                    ", and these parts have indices of their own",
                mayMerge ? "merge these dimensions, and give each element the index of its part" : "");
}

/// Where the dimension that indices give places in is an inner one of what is computed, sizes tell where it is.
static FusionVerdict checkSplit(ScatterOp scatter, const ComputedUpdates &updates) {
  auto dim = static_cast<int64_t>(scatter.getDim());
  auto isOpen = [&](int64_t own) { return scatter.getUpdates().getType().isDynamicDim(own); };
  for (const ReassociationIndices &group : updates.order)
    if (llvm::is_contained(group, dim) && group.front() != dim && llvm::any_of(group, isOpen))
      return refuse(spell(group) + " are computed as one, and where it is split is known at the launch alone",
                    "give these dimensions static sizes");
  return FusionVerdict::yes();
}

static FusionVerdict checkRepeated(ScatterOp scatter, const ComputedUpdates &updates) {
  bool isStatic = scatter.getUpdates().getType().hasStaticShape() &&
                  cast<RankedTensorType>(updates.value.getType()).hasStaticShape();
  if (isStatic || !repeatsIndices(scatter, updates))
    return FusionVerdict::yes();
  return refuse("how often indices are repeated is known at the launch alone",
                "give the updates static sizes, or an index for each row of them");
}

FusionVerdict fusion::checkScatterOrder(ScatterOp scatter, const ComputedUpdates &updates, bool storesParts) {
  if (FusionVerdict rows = checkRows(scatter, updates); !rows)
    return rows;
  if (FusionVerdict parts = checkParts(scatter, updates, storesParts); !parts)
    return parts;
  if (FusionVerdict split = checkSplit(scatter, updates); !split)
    return split;
  return checkRepeated(scatter, updates);
}
