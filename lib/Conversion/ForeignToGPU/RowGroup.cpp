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

/// More would take long to compile, as one kernel.
constexpr size_t kMostMembers = 32;

/// Operations that a group passes by on its way to the next of its own, in either direction.
constexpr int64_t kMostPassed = 32;

static MemRefType getMemRef(Value memref) { return cast<MemRefType>(memref.getType()); }

/// Whether `op` reads or writes its operand by `map` in rows of its first loops: those are the first dimensions, but
/// for ones of size 1. Gives how many dimensions that are.
static std::optional<int64_t> countRowDims(AffineMap map, ArrayRef<int64_t> shape, int64_t rowLoops) {
  int64_t loops = 0, dims = 0;
  for (; loops < rowLoops && dims < map.getNumResults(); ++dims) {
    if (map.getResult(dims) == getAffineDimExpr(loops, map.getContext()))
      ++loops;
    else if (map.getResult(dims) != getAffineConstantExpr(0, map.getContext()) || shape[dims] != 1)
      return std::nullopt;
  }
  return loops == rowLoops ? std::optional(dims) : std::nullopt;
}

static RowAccess makeAccess(Value operand, std::optional<int64_t> rowDims, bool own, bool writes) {
  if (!rowDims)
    return {{operand, 0}, {getReshaped(operand), 0}, false, false, writes};
  RowPlace place{operand, *rowDims};
  return {place, getRowRoot(place), true, own, writes};
}

/// Whether the body reads memory that is no operand.
static bool looksUp(linalg::GenericOp op) {
  auto touches = [](Operation *inner) {
    bool any = llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
    return any ? WalkResult::interrupt() : WalkResult::advance();
  };
  return op.getBody()->walk(touches).wasInterrupted();
}

static std::optional<RowMember> matchReductionMember(linalg::GenericOp op) {
  if (looksUp(op))
    return std::nullopt;
  int64_t rowLoops = op.getNumParallelLoops();
  // One thread may go through all elements of a row again.
  bool ordered = matchBlockReduction(op)->isOrdered();
  RowMember member{op, {}, rowLoops, {}};
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isScalar(&operand))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<int64_t> dims = countRowDims(map, getMemRef(operand.get()).getShape(), rowLoops);
    bool own = dims && !ordered &&
               countRowDims(map, getMemRef(operand.get()).getShape(), op.getNumLoops()) == map.getNumResults();
    member.accesses.push_back(makeAccess(operand.get(), dims, own, op.isDpsInit(&operand)));
  }
  // Each row's result has a place of its own.
  return member.accesses.back().rows ? std::optional(member) : std::nullopt;
}

static std::optional<RowMember> matchKernelMember(KernelOp kernel, int64_t rowLoops) {
  if (!kernel.getBodyBlock()->getOps<ViewOp>().empty())
    return std::nullopt;
  ArrayRef<int64_t> shape = getMemRef(kernel.getOuts()[0]).getShape();
  int64_t rank = shape.size();
  RowMember member{{}, kernel, rowLoops, {}};
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
    // Of a table any element may be looked up, whatever its shape.
    if (!writes && KernelOp::isTable(kernel.getBodyArgument(number)))
      rows = own = false;
    member.accesses.push_back(makeAccess(operand, rows ? std::optional(rowLoops) : std::nullopt, own, writes));
  }
  for (const RowAccess &write : member.accesses)
    for (const RowAccess &read : member.accesses)
      if (write.writes && read.root.memref == write.root.memref && !read.own)
        return std::nullopt;
  return member;
}

static int64_t countRows(linalg::GenericOp reduction) {
  return countPoints(ArrayRef<int64_t>(reduction.getStaticLoopRanges()).take_front(reduction.getNumParallelLoops()));
}
static int64_t countColumns(linalg::GenericOp reduction) {
  return countPoints(ArrayRef<int64_t>(reduction.getStaticLoopRanges()).drop_front(reduction.getNumParallelLoops()));
}

static bool mayBeEqual(int64_t a, int64_t b) { return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b); }

/// What the kernel could be in the group, by the number of loops that count its rows: it has work for the threads of a
/// row, and no more than them.
static SmallVector<RowMember> matchKernelMembers(KernelOp kernel, const RowGroup &group) {
  SmallVector<RowMember> members;
  if (!kernel.isBufferized() || !kernel.isElementwise())
    return members;
  ArrayRef<int64_t> shape = getMemRef(kernel.getOuts()[0]).getShape();
  for (int64_t rowLoops = shape.size(); rowLoops >= 0; --rowLoops) {
    int64_t columns = countPoints(shape.drop_front(rowLoops));
    bool fits = columns == 1 || columns == group.columns || seeded("rows-of-any-width");
    if (!fits || !mayBeEqual(countPoints(shape.take_front(rowLoops)), group.rows))
      continue;
    if (std::optional<RowMember> member = matchKernelMember(kernel, rowLoops))
      members.push_back(*member);
  }
  return members;
}

static SmallVector<RowMember> matchMembers(Operation *op, const RowGroup &group) {
  if (auto kernel = dyn_cast<KernelOp>(op))
    return matchKernelMembers(kernel, group);
  auto reduction = dyn_cast<linalg::GenericOp>(op);
  if (!reduction || countColumns(reduction) != group.columns || !mayBeEqual(countRows(reduction), group.rows) ||
      !matchBlockReduction(reduction) || !(chooseBlockShape(reduction) == group.shape))
    return {};
  std::optional<RowMember> member = matchReductionMember(reduction);
  return member ? SmallVector<RowMember>{*member} : SmallVector<RowMember>{};
}

/// Whether the two may be run row by row, and have a row in common: then they have the same rows.
static bool areOfSameRows(const RowMember &a, const RowMember &b) {
  return llvm::any_of(a.accesses, [&](const RowAccess &one) {
    return llvm::any_of(b.accesses, [&](const RowAccess &other) {
      return one.root.memref == other.root.memref && one.rows && other.rows && one.root.dims == other.root.dims &&
             getMemRef(one.root.memref).getRank() > 0;
    });
  });
}

static bool haveConflict(const RowMember &a, const RowMember &b) {
  return llvm::any_of(a.accesses, [&](const RowAccess &one) {
    return llvm::any_of(b.accesses, [&](const RowAccess &other) {
      if (!one.writes && !other.writes)
        return false;
      if (one.root.memref == other.root.memref)
        return (!one.rows || !other.rows || one.root.dims != other.root.dims) && !seeded("rows-of-others");
      return mayAlias(getRoot(one.root.memref), getRoot(other.root.memref));
    });
  });
}

/// What `op` is in the group, if it can be in it.
static std::optional<RowMember> findJoining(Operation *op, const RowGroup &group) {
  if (group.members.size() == kMostMembers)
    return std::nullopt;
  for (const RowMember &member : matchMembers(op, group)) {
    auto conflicts = [&](const RowMember &other) { return haveConflict(member, other); };
    auto hasSameRows = [&](const RowMember &other) { return areOfSameRows(member, other); };
    if (llvm::none_of(group.members, conflicts) && llvm::any_of(group.members, hasSameRows))
      return member;
  }
  return std::nullopt;
}

/// Whether a launch of whole rows keeps the chip busy: rows are many, or short.
static bool isWorthwhile(linalg::GenericOp reduction) {
  constexpr int64_t kProcessors = 132, kShort = 16384; // an H200's; and what one of its processors reads in about 1 µs
  int64_t rows = countRows(reduction), columns = countColumns(reduction);
  return ShapedType::isDynamic(rows) || rows >= kProcessors || (!ShapedType::isDynamic(columns) && columns <= kShort);
}

static bool isTransparent(Operation *op) { return isa<memref::AllocOp>(op) || isMemoryEffectFree(op); }

/// The memory that an operation touches, and whether it writes that; nothing where that is not plain to see.
static std::optional<SmallVector<std::pair<Value, bool>>> getTouched(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op);
  auto copy = dyn_cast<memref::CopyOp>(op);
  auto loops = dyn_cast<linalg::LinalgOp>(op);
  if (!kernel && !copy && !(loops && loops.hasPureBufferSemantics()))
    return std::nullopt;
  SmallVector<std::pair<Value, bool>> touched;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<BaseMemRefType>(operand.get().getType()))
      touched.push_back({getRoot(operand.get()), kernel ? operand.getOperandNumber() >= kernel.getInputs().size()
                                                 : copy ? operand.get() == copy.getTarget()
                                                        : loops.isDpsInit(&operand)});
  // Bodies look values up, but store none.
  bool plain = true;
  if (loops)
    loops.getBlock()->walk([&](Operation *inner) {
      if (auto load = dyn_cast<memref::LoadOp>(inner))
        touched.push_back({getRoot(load.getMemRef()), false});
      else if (llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
        plain = false;
    });
  return plain ? std::optional(touched) : std::nullopt;
}

/// Whether `member` may change places with `op`.
static bool canPass(const RowMember &member, Operation *op) {
  std::optional<SmallVector<std::pair<Value, bool>>> touched = getTouched(op);
  return touched && llvm::none_of(*touched, [&](const std::pair<Value, bool> &touch) {
           return llvm::any_of(member.accesses, [&](const RowAccess &access) {
             return (touch.second || access.writes) && mayAlias(getRoot(access.root.memref), touch.first);
           });
         });
}

/// Takes in the kernels before the first of `group` that belong to it, and to no other.
static void extendBackward(RowGroup &group, const DenseSet<Operation *> &grouped) {
  SmallVector<Operation *> passed;
  for (Operation *op = group.members.front().getOperation()->getPrevNode(); op; op = op->getPrevNode()) {
    if (isTransparent(op))
      continue;
    bool free = isa<KernelOp>(op) && !grouped.contains(op);
    std::optional<RowMember> member = free ? findJoining(op, group) : std::nullopt;
    if (member && llvm::all_of(passed, [&](Operation *other) { return canPass(*member, other); }))
      group.members.insert(group.members.begin(), *member);
    else if (int64_t(passed.size()) == kMostPassed || !getTouched(op))
      return;
    else
      passed.push_back(op);
  }
}

/// Takes in what comes after, if nothing in between needs the group's results, or makes what it reads.
static void extendForward(RowGroup &group, const DenseSet<Operation *> &grouped) {
  int64_t passed = 0;
  for (Operation *op = group.members.back().getOperation()->getNextNode(); op; op = op->getNextNode()) {
    if (isTransparent(op))
      continue;
    if (std::optional<RowMember> member = grouped.contains(op) ? std::nullopt : findJoining(op, group))
      group.members.push_back(*member);
    else if (++passed > kMostPassed ||
             !llvm::all_of(group.members, [&](const RowMember &each) { return canPass(each, op); }))
      return;
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
    RowGroup group{countRows(reduction), countColumns(reduction), *shape, {}};
    std::optional<RowMember> member = matchReductionMember(reduction);
    if (!member)
      continue;
    group.members.push_back(*member);
    extendBackward(group, grouped);
    extendForward(group, grouped);
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

/// Bytes of a row of `place`, if its size is known.
static std::optional<int64_t> countRowBytes(RowPlace place) {
  int64_t elements = countPoints(getMemRef(place.memref).getShape().drop_front(place.dims));
  int64_t bytes = llvm::divideCeil(getMemRef(place.memref).getElementTypeBitWidth(), 8);
  if (ShapedType::isDynamic(elements) || llvm::MulOverflow(elements, bytes, bytes))
    return std::nullopt;
  return bytes;
}

SmallVector<RowPlace> mlir::fusion::findPrivateMemory(const RowGroup &group, int64_t bytes) {
  DenseSet<Operation *> operations;
  for (const RowMember &member : group.members) {
    operations.insert(member.getOperation());
    if (linalg::LinalgOp fill = member.reduction ? findFill(member.reduction) : linalg::LinalgOp())
      operations.insert(fill);
  }
  SmallVector<RowPlace> memory;
  DenseSet<Value> seen;
  for (const RowMember &member : group.members) {
    for (const RowAccess &access : member.accesses) {
      Value root = access.root.memref;
      if (!seen.insert(root).second)
        continue;
      bool written = access.writes && (member.kernel || findFill(member.reduction));
      if (!written || !root.getDefiningOp<memref::AllocOp>() || !getMemRef(root).getLayout().isIdentity() ||
          !isTouchedOnlyBy(root, operations))
        continue;
      std::optional<int64_t> row = countRowBytes(access.root);
      int64_t size;
      if (!row || llvm::MulOverflow(*row, group.shape.points, size) || size > bytes)
        continue;
      bytes -= size;
      memory.push_back(access.root);
    }
  }
  return memory;
}
