// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places allocations by their lives: fixed ones at offsets, dynamic ones in slots.

#include "WorkspacePlan.h"
#include "fusion/Support/ElementBytes.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// Bytes of a memref of static shape.
static FailureOr<int64_t> getStaticBytes(memref::AllocOp op) {
  int64_t bytes = getElementBytes(op.getType().getElementType());
  for (int64_t size : op.getType().getShape())
    if (llvm::MulOverflow(bytes, size, bytes))
      return op.emitOpError() << "expects a size in bytes that fits in 64 bits, but the type is " << op.getType();
  if (bytes > (int64_t(1) << 62))
    return op.emitOpError() << "expects a size in bytes that fits in 64 bits, but the type is " << op.getType();
  return bytes;
}

/// Whether results of `op`, which takes a memref, are data or sizes, and not where its memory is.
static bool onlyReads(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return isa<ShapedDimOpInterface>(op) || (effects && effects.hasEffect<MemoryEffects::Read>());
}

/// All operations that use `memory` or a view of it, or what is computed of where it is: addresses as numbers and
/// tensor maps keep it in use.
static SetVector<Operation *> findUsers(Value memory, const BufferViewFlowAnalysis &views) {
  SetVector<Operation *> users;
  SetVector<Value> values;
  for (Value view : views.resolve(memory))
    values.insert(view);
  for (size_t next = 0; next < values.size(); ++next) {
    bool isMemory = isa<BaseMemRefType>(values[next].getType());
    for (Operation *user : values[next].getUsers()) {
      users.insert(user);
      if (isMemory && onlyReads(user))
        continue;
      auto follow = [&](ValueRange results) {
        for (Value result : results)
          if (!isa<BaseMemRefType>(result.getType()))
            values.insert(result);
      };
      follow(user->getResults());
      for (Region &region : user->getRegions())
        for (Block &block : region)
          follow(block.getArguments());
      if (!isMemory && user->hasTrait<OpTrait::IsTerminator>())
        follow(user->getParentOp()->getResults());
    }
  }
  return users;
}

/// Sets the span of positions in which the memory of `allocation` is used. Where the allocation itself stands is no
/// use: destinations of equal sizes are made once, at the first of them, long before some are written.
static LogicalResult findLife(Allocation &allocation, Block &body, const BufferViewFlowAnalysis &views,
                              const DenseMap<Operation *, int64_t> &positions) {
  Operation *loop = allocation.op->getParentOfType<LoopLikeOpInterface>();
  auto position = [&](Operation *op) { return positions.lookup(body.findAncestorOpInBlock(*op)); };
  SetVector<Operation *> users = findUsers(allocation.op.getResult(), views);
  allocation.begin = allocation.end = position(users.empty() ? allocation.op : users.front());
  for (Operation *user : users) {
    bool carried = loop && user->hasTrait<OpTrait::IsTerminator>() && user->getParentOp() == loop;
    if (carried)
      return allocation.op.emitOpError("expects memory made in a loop to be used in that iteration alone");
    allocation.begin = std::min(allocation.begin, position(user));
    allocation.end = std::max(allocation.end, position(user));
  }
  return success();
}

/// First fit, largest first: the lowest offset at which no allocation with an overlapping life is in the way.
static void placeFixed(WorkspacePlan &plan) {
  llvm::stable_sort(plan.fixed, [](const Allocation &a, const Allocation &b) { return a.bytes > b.bytes; });
  SmallVector<Allocation *> placed;
  for (Allocation &allocation : plan.fixed) {
    int64_t offset = 0;
    // `placed` is kept in the order of offsets.
    for (Allocation *other : placed) {
      bool overlaps = other->begin <= allocation.end && allocation.begin <= other->end;
      if (!overlaps)
        continue;
      if (offset + allocation.bytes <= other->place)
        break;
      offset = std::max<int64_t>(offset, llvm::alignTo(other->place + other->bytes, kWorkspaceAlignment));
    }
    allocation.place = offset;
    plan.fixedBytes = std::max<int64_t>(plan.fixedBytes, llvm::alignTo(offset + allocation.bytes, kWorkspaceAlignment));
    auto *at = llvm::upper_bound(placed, offset, [](int64_t o, Allocation *other) { return o < other->place; });
    placed.insert(at, &allocation);
  }
}

/// A slot serves allocations of one type and one list of sizes whose lives do not overlap.
static void placeDynamic(WorkspacePlan &plan) {
  llvm::stable_sort(plan.dynamic, [](const Allocation &a, const Allocation &b) { return a.begin < b.begin; });
  SmallVector<int64_t> slotEnds;
  for (Allocation &allocation : plan.dynamic) {
    allocation.place = slotEnds.size();
    for (auto [slot, owner] : llvm::enumerate(plan.slots)) {
      if (slotEnds[slot] >= allocation.begin || owner.getType() != allocation.op.getType() ||
          !llvm::equal(owner.getDynamicSizes(), allocation.op.getDynamicSizes()))
        continue;
      allocation.place = slot;
      break;
    }
    if (allocation.place == static_cast<int64_t>(slotEnds.size())) {
      plan.slots.push_back(allocation.op);
      slotEnds.push_back(allocation.end);
    }
    slotEnds[allocation.place] = allocation.end;
  }
}

FailureOr<WorkspacePlan> fusion::planWorkspace(func::FuncOp entry) {
  WorkspacePlan plan;
  Block &body = entry.front();
  DenseMap<Operation *, int64_t> positions;
  for (auto [position, op] : llvm::enumerate(body))
    positions[&op] = position;
  BufferViewFlowAnalysis views(entry);
  bool failed = false;
  entry.walk([&](memref::AllocOp op) {
    Allocation allocation;
    allocation.op = op;
    if (::mlir::failed(findLife(allocation, body, views, positions))) {
      failed = true;
      return;
    }
    if (!op.getType().hasStaticShape()) {
      plan.dynamic.push_back(allocation);
      return;
    }
    FailureOr<int64_t> bytes = getStaticBytes(op);
    if (::mlir::failed(bytes)) {
      failed = true;
      return;
    }
    allocation.bytes = *bytes;
    plan.fixed.push_back(allocation);
  });
  if (failed)
    return failure();
  placeFixed(plan);
  placeDynamic(plan);
  return plan;
}
