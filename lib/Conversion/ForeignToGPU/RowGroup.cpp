// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RowGroup.h"
#include "Aliasing.h"
#include "ReduceByBlocks.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fusion;

static MemRefType getMemRef(Value memref) { return cast<MemRefType>(memref.getType()); }

/// Whether `wide` has the dimensions of `narrow` and then some of size 1, each group of `reassociation` but the last
/// being of one of them.
static bool addsTrailingOnes(MemRefType narrow, MemRefType wide, ArrayRef<ReassociationIndices> reassociation) {
  int64_t rank = narrow.getRank();
  for (int64_t dim = 0; dim + 1 < rank; ++dim)
    if (reassociation[dim].size() != 1)
      return false;
  return rank > 0 && wide.getRank() >= rank &&
         llvm::all_of(wide.getShape().drop_front(rank), [](int64_t size) { return size == 1; });
}

Value mlir::fusion::getRowRoot(Value memref) {
  for (;;) {
    if (auto expand = memref.getDefiningOp<memref::ExpandShapeOp>();
        expand && addsTrailingOnes(expand.getSrcType(), expand.getResultType(), expand.getReassociationIndices()))
      memref = expand.getSrc();
    else if (auto collapse = memref.getDefiningOp<memref::CollapseShapeOp>();
             collapse &&
             addsTrailingOnes(collapse.getResultType(), collapse.getSrcType(), collapse.getReassociationIndices()))
      memref = collapse.getSrc();
    else
      return memref;
  }
}

/// Whether `exprs` are the loops from `first` on, in order.
static bool areLoops(ArrayRef<AffineExpr> exprs, unsigned first) {
  for (auto [number, expr] : llvm::enumerate(exprs))
    if (expr != getAffineDimExpr(first + number, expr.getContext()))
      return false;
  return true;
}

static std::optional<RowMember> matchReductionMember(linalg::GenericOp op, int64_t rowLoops) {
  if (int64_t(op.getNumParallelLoops()) != rowLoops)
    return std::nullopt;
  RowMember member;
  member.reduction = op;
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isScalar(&operand))
      continue;
    ArrayRef<AffineExpr> exprs = op.getMatchingIndexingMap(&operand).getResults();
    bool rows = int64_t(exprs.size()) >= rowLoops && areLoops(exprs.take_front(rowLoops), 0);
    bool own = rows && exprs.size() == op.getNumLoops() && areLoops(exprs, 0);
    member.accesses.push_back({getRowRoot(operand.get()), rows, own, op.isDpsInit(&operand)});
  }
  // Each row's result has a place of its own.
  return member.accesses.back().rows ? std::optional(member) : std::nullopt;
}

static std::optional<RowMember> matchKernelMember(KernelOp kernel, int64_t rowLoops) {
  if (!kernel.isBufferized() || kernel.getMatmul())
    return std::nullopt;
  ArrayRef<int64_t> shape = getMemRef(kernel.getOuts()[0]).getShape();
  int64_t rank = shape.size();
  if (rank < rowLoops)
    return std::nullopt;
  RowMember member;
  member.kernel = kernel;
  for (auto [number, operand] : llvm::enumerate(kernel->getOperands())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    bool writes = number >= kernel.getInputs().size();
    if (!type || (writes && type.getShape() != shape))
      return std::nullopt;
    // What is repeated along a dimension has size 1 there.
    auto follows = [&](int64_t dim) { return type.getDimSize(dim) != 1 || shape[dim] == 1; };
    bool full = type.getRank() == rank;
    bool rows = rowLoops == 0 || (full && llvm::all_of(llvm::seq(rowLoops), follows));
    bool own = full && llvm::all_of(llvm::seq(rank), follows);
    member.accesses.push_back({getRowRoot(operand), rows, own, writes});
  }
  for (const RowAccess &write : member.accesses)
    for (const RowAccess &read : member.accesses)
      if (write.writes && read.root == write.root && !read.own)
        return std::nullopt;
  return member;
}

static int64_t countColumns(linalg::GenericOp reduction) {
  return countPoints(ArrayRef<int64_t>(reduction.getStaticLoopRanges()).drop_front(reduction.getNumParallelLoops()));
}

/// Whether the kernel has work for the threads of a row, and no more than them.
static bool hasColumns(KernelOp kernel, const RowGroup &group) {
  int64_t columns = countPoints(getMemRef(kernel.getOuts()[0]).getShape().drop_front(group.rowLoops));
  return columns == 1 || columns == group.columns || seeded("rows-of-any-width");
}

static std::optional<RowMember> matchMember(Operation *op, const RowGroup &group) {
  if (auto kernel = dyn_cast<KernelOp>(op)) {
    std::optional<RowMember> member = matchKernelMember(kernel, group.rowLoops);
    return member && hasColumns(kernel, group) ? member : std::nullopt;
  }
  auto reduction = dyn_cast<linalg::GenericOp>(op);
  if (!reduction || countColumns(reduction) != group.columns || !matchBlockReduction(reduction) ||
      !(chooseBlockShape(reduction) == group.shape))
    return std::nullopt;
  return matchReductionMember(reduction, group.rowLoops);
}

static bool mayTouch(const RowMember &member, Value memref) {
  return llvm::any_of(member.accesses,
                      [&](const RowAccess &access) { return mayAlias(getRoot(access.root), getRoot(memref)); });
}

/// Whether the two may be run row by row, and have a row in common: then they have the same rows.
static bool areOfSameRows(const RowMember &a, const RowMember &b) {
  return llvm::any_of(a.accesses, [&](const RowAccess &one) {
    return llvm::any_of(b.accesses, [&](const RowAccess &other) {
      return one.root == other.root && one.rows && other.rows && getMemRef(one.root).getRank() > 0;
    });
  });
}

static bool haveConflict(const RowMember &a, const RowMember &b) {
  return llvm::any_of(a.accesses, [&](const RowAccess &one) {
    return llvm::any_of(b.accesses, [&](const RowAccess &other) {
      if (!one.writes && !other.writes)
        return false;
      if (one.root == other.root)
        return (!one.rows || !other.rows) && !seeded("rows-of-others");
      return mayAlias(getRoot(one.root), getRoot(other.root));
    });
  });
}

static bool canJoin(const RowMember &member, const RowGroup &group) {
  return llvm::none_of(group.members, [&](const RowMember &other) { return haveConflict(member, other); }) &&
         llvm::any_of(group.members, [&](const RowMember &other) { return areOfSameRows(member, other); });
}

/// Whether a launch of whole rows keeps the chip busy: rows are many, or short.
static bool isWorthwhile(linalg::GenericOp reduction) {
  constexpr int64_t kProcessors = 132, kShort = 16384; // an H200's; and what one of its processors reads in about 1 µs
  SmallVector<int64_t> sizes = reduction.getStaticLoopRanges();
  int64_t rows = countPoints(ArrayRef<int64_t>(sizes).take_front(reduction.getNumParallelLoops()));
  int64_t columns = countColumns(reduction);
  return ShapedType::isDynamic(rows) || rows >= kProcessors || (!ShapedType::isDynamic(columns) && columns <= kShort);
}

/// More would take long to compile, as one kernel.
constexpr size_t kMostMembers = 32;

/// What fills memory for an operation that comes later; null for anything else.
static Value getFilled(Operation *op) {
  auto fill = dyn_cast<linalg::LinalgOp>(op);
  return fill && fill.hasPureBufferSemantics() && getFilling(fill) ? fill.getDpsInits()[0] : Value();
}

static bool isTransparent(Operation *op) { return isa<memref::AllocOp>(op) || isMemoryEffectFree(op); }

/// Takes in the kernels before the first of `group` that belong to it, and to no other.
static void extendBackward(RowGroup &group, const DenseSet<Operation *> &grouped) {
  SmallVector<Value> passed; // what is filled in between
  for (Operation *op = group.members.front().getOperation()->getPrevNode(); op; op = op->getPrevNode()) {
    if (isTransparent(op))
      continue;
    if (Value filled = getFilled(op)) {
      passed.push_back(filled);
      continue;
    }
    bool free = isa<KernelOp>(op) && !grouped.contains(op);
    std::optional<RowMember> member = free ? matchMember(op, group) : std::nullopt;
    if (!member || llvm::any_of(passed, [&](Value filled) { return mayTouch(*member, filled); }) ||
        group.members.size() == kMostMembers || !canJoin(*member, group))
      return;
    group.members.insert(group.members.begin(), *member);
  }
}

/// Takes in what comes after.
static void extendForward(RowGroup &group) {
  for (Operation *op = group.members.back().getOperation()->getNextNode(); op; op = op->getNextNode()) {
    if (isTransparent(op))
      continue;
    if (Value filled = getFilled(op)) {
      if (llvm::any_of(group.members, [&](const RowMember &member) { return mayTouch(member, filled); }))
        return;
      continue;
    }
    std::optional<RowMember> member = matchMember(op, group);
    if (!member || group.members.size() == kMostMembers || !canJoin(*member, group))
      return;
    group.members.push_back(*member);
  }
}

SmallVector<RowGroup> mlir::fusion::findRowGroups(Block &block) {
  SmallVector<RowGroup> groups;
  DenseSet<Operation *> grouped;
  for (Operation &op : block) {
    auto reduction = dyn_cast<linalg::GenericOp>(op);
    if (!reduction || grouped.contains(&op) || !matchBlockReduction(reduction) || !isWorthwhile(reduction))
      continue;
    std::optional<BlockShape> shape = chooseBlockShape(reduction);
    if (!shape || shape->pointsBeside || shape->slices > 1)
      continue;
    RowGroup group{int64_t(reduction.getNumParallelLoops()), countColumns(reduction), *shape, {}};
    std::optional<RowMember> member = matchReductionMember(reduction, group.rowLoops);
    if (!member)
      continue;
    group.members.push_back(*member);
    extendBackward(group, grouped);
    extendForward(group);
    if (group.members.size() < 2)
      continue;
    for (const RowMember &each : group.members)
      grouped.insert(each.getOperation());
    groups.push_back(std::move(group));
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Private memory
//===----------------------------------------------------------------------===//

/// Whether all that touches `memref`, or a view of it, are `operations`, and what fills it for one of them.
static bool isTouchedOnlyBy(Value memref, const DenseSet<Operation *> &operations) {
  return llvm::all_of(memref.getUsers(), [&](Operation *user) {
    if (isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(user))
      return isTouchedOnlyBy(user->getResult(0), operations);
    return isa<memref::DimOp>(user) || operations.contains(user) || seeded("rows-private-though-used");
  });
}

SmallVector<Value> mlir::fusion::findPrivateMemory(const RowGroup &group, int64_t bytes) {
  DenseSet<Operation *> operations;
  for (const RowMember &member : group.members) {
    operations.insert(member.getOperation());
    if (linalg::LinalgOp fill = member.reduction ? findFill(member.reduction) : linalg::LinalgOp())
      operations.insert(fill);
  }
  llvm::SetVector<Value> memory, refused;
  for (const RowMember &member : group.members) {
    for (const RowAccess &access : member.accesses) {
      if (memory.contains(access.root))
        continue;
      auto alloc = access.root.getDefiningOp<memref::AllocOp>();
      bool written = access.writes && (member.kernel || findFill(member.reduction));
      ArrayRef<int64_t> shape = getMemRef(access.root).getShape();
      bool fits = alloc && written && int64_t(shape.size()) >= group.rowLoops &&
                  !ShapedType::isDynamicShape(shape.drop_front(group.rowLoops)) &&
                  getMemRef(access.root).getLayout().isIdentity() && isTouchedOnlyBy(access.root, operations);
      if (!fits)
        refused.insert(access.root);
      if (refused.contains(access.root))
        continue;
      int64_t size = llvm::divideCeil(getMemRef(access.root).getElementTypeBitWidth(), 8) * group.shape.points;
      for (int64_t dim : shape.drop_front(group.rowLoops))
        if (llvm::MulOverflow(size, dim, size))
          size = std::numeric_limits<int64_t>::max();
      if (size > bytes)
        continue;
      bytes -= size;
      memory.insert(access.root);
    }
  }
  return memory.takeVector();
}
