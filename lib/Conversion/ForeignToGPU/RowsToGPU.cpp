// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../FusionToGPU/Common/BodyEvaluator.h"
#include "ReduceByBlocks.h"
#include "RowGroup.h"
#include "fusion/Conversion/ForeignToGPU/Passes.h"
#include "fusion/Support/Remark.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_ROWSTOGPUPASS
#include "fusion/Conversion/ForeignToGPU/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// What a block may keep of its rows: with four blocks of 256 threads a processor, or more, a third of an H200's is
/// left to the cache.
static constexpr int64_t kPrivateBytes = 36 * 1024;

namespace {
/// Keeps a block's rows of some memrefs in shared memory: [row of the block, the dimensions of a row].
class RowMemory : public ElementMemory {
public:
  explicit RowMemory(int64_t rowLoops) : rowLoops(rowLoops) {}

  void keep(Value root, BlockPlace &place) {
    auto type = cast<MemRefType>(root.getType());
    SmallVector<int64_t> shape = {place.shape.points};
    llvm::append_range(shape, type.getShape().drop_front(rowLoops));
    auto space = gpu::AddressSpaceAttr::get(root.getContext(), gpu::AddressSpace::Workgroup);
    kept[root] = place.launch.addWorkgroupAttribution(
        MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(), space), root.getLoc());
    row = place.place;
  }

  Value load(OpBuilder &builder, Location loc, Value memref, ValueRange indices) const override {
    SmallVector<Value> own;
    Value shared = find(builder, loc, memref, indices, own);
    return shared ? ElementMemory::load(builder, loc, shared, own) : ElementMemory::load(builder, loc, memref, indices);
  }
  void store(OpBuilder &builder, Location loc, Value value, Value memref, ValueRange indices) const override {
    SmallVector<Value> own;
    Value shared = find(builder, loc, memref, indices, own);
    if (shared)
      return ElementMemory::store(builder, loc, value, shared, own);
    ElementMemory::store(builder, loc, value, memref, indices);
  }

private:
  /// The shared memory for `memref`, and the place in it of what is at `indices`; null if there is none.
  Value find(OpBuilder &builder, Location loc, Value memref, ValueRange indices, SmallVector<Value> &own) const {
    Value root = getRowRoot(memref), shared = kept.lookup(root);
    if (!shared)
      return {};
    // They differ by dimensions of size 1.
    int64_t rank = cast<MemRefType>(root.getType()).getRank();
    own.push_back(row);
    for (int64_t dim = rowLoops; dim < rank; ++dim)
      own.push_back(dim < int64_t(indices.size()) ? indices[dim] : arith::ConstantIndexOp::create(builder, loc, 0));
    return shared;
  }

  int64_t rowLoops;
  llvm::DenseMap<Value, Value> kept;
  Value row;
};

/// Emits an elementwise kernel, each thread the elements that a reduction would give it.
class RowKernel {
public:
  RowKernel(OpBuilder &builder, const BlockPlace &place, KernelOp kernel, ValueRange inner, const ElementMemory &memory)
      : kb(kernel.getLoc(), kernel.getContext()), at(place), kernel(kernel), memory(memory), evaluator(kernel),
        iteration(cast<MemRefType>(kernel.getOuts()[0].getType()).getShape()) {
    kb.setInsertionPoint(builder.getInsertionBlock(), builder.getInsertionPoint());
    this->inner = localizeSizes(kb, kb.getLoc(), inner);
  }

  void emit() {
    if (at.inside)
      kb.ifThen(at.inside, [&] { emitRow(); });
    else
      emitRow();
  }

private:
  Value index(int64_t value) { return arith::ConstantIndexOp::create(kb, value); }

  void forEach(Value lower, Value upper, int64_t step, function_ref<void(Value)> body) {
    auto loop = kb.create<scf::ForOp>(lower, upper, index(step));
    OpBuilder::InsertionGuard back(kb);
    kb.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// By turns of several elements of each thread, whose loads come first, and then of one.
  void emitRow() {
    constexpr int64_t kMostLanes = 8;
    Value columns = multiplySizes(kb, kb.getLoc(), inner);
    std::optional<int64_t> known = getConstantIntValue(columns);
    // A single element is its thread's: others, which nothing holds back, do not read for it.
    loadFixed(/*any=*/known != 1);
    int64_t lanes = at.shape.lanes, width = kMostLanes;
    while (known && width > 1 && *known < width * lanes)
      width /= 2;
    Value rest = kb.rem(columns, index(width * lanes)), whole = kb.sub(columns, rest);
    forEach(index(0), whole, width * lanes, [&](Value turn) {
      SmallVector<Value> ids;
      for (int64_t k = 0; k < width; ++k)
        ids.push_back(kb.add(kb.add(turn, at.lane), index(k * lanes)));
      compute(ids);
    });
    if (getConstantIntValue(rest) != 0 && !seeded("rows-drop-rest"))
      forEach(kb.add(whole, at.lane), columns, lanes, [&](Value id) { compute(id); });
  }

  /// The place in an operand of the element at `position` of the iteration.
  SmallVector<Value> getIndices(Value operand, ArrayRef<Value> position) {
    auto type = cast<MemRefType>(operand.getType());
    int64_t skipped = position.size() - type.getRank();
    SmallVector<Value> indices;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool repeated = type.getDimSize(dim) == 1 && iteration[dim + skipped] != 1;
      indices.push_back(repeated ? index(0) : position[dim + skipped]);
    }
    return indices;
  }

  /// Whether an operand has other elements in other columns.
  bool varies(Value operand) {
    auto type = cast<MemRefType>(operand.getType());
    int64_t inside = std::min<int64_t>(type.getRank(), inner.size());
    return llvm::any_of(type.getShape().take_back(inside), [](int64_t size) { return size != 1; });
  }

  /// What is one value in all of the row, if `any` is to be loaded once.
  void loadFixed(bool any) {
    SmallVector<Value> position(at.ivs);
    position.resize(iteration.size(), index(0));
    for (Value input : kernel.getInputs())
      fixed.push_back(!any || varies(input) ? Value()
                                            : memory.load(kb, kb.getLoc(), input, getIndices(input, position)));
  }

  void compute(ValueRange ids) {
    SmallVector<SmallVector<Value>> positions;
    for (Value id : ids) {
      positions.emplace_back(at.ivs);
      llvm::append_range(positions.back(), delinearize(kb, kb.getLoc(), id, inner));
    }
    SmallVector<std::pair<Value, BodyEvaluator::Lanes>> stored;
    for (auto [argument, input, one] :
         llvm::zip_equal(kernel.getBodyBlock()->getArguments(), kernel.getInputs(), fixed)) {
      BodyEvaluator::Lanes lanes;
      for (ArrayRef<Value> position : positions)
        lanes.push_back(one ? one : memory.load(kb, kb.getLoc(), input, getIndices(input, position)));
      stored.push_back({argument, lanes});
    }
    SmallVector<BodyEvaluator::Lanes> results = evaluator.evaluate(kb, stored, {}, ids.size());
    for (auto [out, lanes] : llvm::zip_equal(kernel.getOuts(), results))
      for (auto [position, value] : llvm::zip_equal(positions, lanes)) {
        Type type = cast<MemRefType>(out.getType()).getElementType();
        memory.store(kb, kb.getLoc(), toStored(kb, value, type), out, getIndices(out, position));
      }
  }

  KernelBuilder kb;
  const BlockPlace &at;
  KernelOp kernel;
  const ElementMemory &memory;
  BodyEvaluator evaluator;
  ArrayRef<int64_t> iteration;
  SmallVector<Value> inner; ///< sizes of a row
  SmallVector<Value> fixed; ///< of each input, its value in the row, if it has but one
};
} // namespace

/// Whether one of the two must wait for the other's threads.
static bool mustWait(const RowMember &earlier, const RowMember &later) {
  return llvm::any_of(earlier.accesses, [&](const RowAccess &one) {
    return llvm::any_of(later.accesses, [&](const RowAccess &other) {
      return one.root == other.root && (one.writes || other.writes) && !(one.own && other.own);
    });
  });
}

/// The sizes of the loops of `member`.
static SmallVector<Value> getSizes(OpBuilder &builder, const RowMember &member) {
  if (member.reduction)
    return getLoopSizes(builder, member.reduction);
  KernelOp kernel = member.kernel;
  Value out = kernel.getOuts()[0];
  return llvm::map_to_vector(llvm::seq(cast<MemRefType>(out.getType()).getRank()), [&](int64_t dim) {
    return getValueOrCreateConstantIndexOp(builder, kernel.getLoc(),
                                           memref::getMixedSize(builder, kernel.getLoc(), out, dim));
  });
}

/// Emits the launch in the place of the last operation.
static void emitGroup(RewriterBase &rewriter, const RowGroup &group, ArrayRef<Value> kept) {
  Operation *last = group.members.back().getOperation();
  Location loc = last->getLoc();
  rewriter.setInsertionPoint(last);
  SmallVector<SmallVector<Value>> sizes;
  SmallVector<linalg::LinalgOp> fills;
  for (const RowMember &member : group.members) {
    sizes.push_back(getSizes(rewriter, member));
    fills.push_back(member.reduction ? findFill(member.reduction) : linalg::LinalgOp());
  }
  BlockPlace place = launchBlocks(rewriter, loc, ValueRange(sizes.front()).take_front(group.rowLoops), group.shape);
  RowMemory memory(group.rowLoops);
  for (Value root : kept)
    memory.keep(root, place);

  SmallVector<const RowMember *> running; // since all threads met last
  for (auto [number, member] : llvm::enumerate(group.members)) {
    linalg::LinalgOp fill = fills[number];
    if (llvm::any_of(running, [&, &later = member](const RowMember *earlier) { return mustWait(*earlier, later); })) {
      if (!seeded("rows-not-awaited"))
        gpu::BarrierOp::create(rewriter, loc);
      running.clear();
    }
    ValueRange inner = ValueRange(sizes[number]).drop_front(group.rowLoops);
    if (member.kernel)
      RowKernel(rewriter, place, member.kernel, inner, memory).emit();
    else
      emitReduction(rewriter, place, member.reduction, *matchBlockReduction(member.reduction), inner, memory,
                    {fill ? getFilling(fill) : Value(), {}});
    running.push_back(&member);
  }
  for (auto [member, fill] : llvm::zip_equal(group.members, fills)) {
    rewriter.eraseOp(member.getOperation());
    if (fill)
      rewriter.eraseOp(fill);
  }
}

namespace {
struct RowsToGPUPass : fusion::impl::RowsToGPUPassBase<RowsToGPUPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> reductions;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() > 0 && op.hasPureBufferSemantics())
        reductions.push_back(op);
    });
    if (reductions.empty())
      return;
    // What has no such form is reported by fusion-foreign-to-gpu.
    llvm::SetVector<Block *> blocks;
    for (linalg::LinalgOp op : reductions) {
      blocks.insert(op->getBlock());
      (void)getParallelFirst(rewriter, op);
    }
    for (Block *block : blocks)
      for (const RowGroup &group : findRowGroups(*block))
        convert(rewriter, group);
  }

  void convert(RewriterBase &rewriter, const RowGroup &group) {
    SmallVector<Value> kept = findPrivateMemory(group, kPrivateBytes);
    const RowMember *reduction =
        llvm::find_if(group.members, [](const RowMember &member) { return !!member.reduction; });
    emitPassed(reduction->getOperation(), RemarkCode::Rows,
               (Twine(group.members.size()) + " operations run row by row in one launch, which keeps " +
                Twine(kept.size()) + " of their tensors to itself")
                   .str());
    numOps += group.members.size();
    numPrivate += kept.size();
    ++numLaunches;
    emitGroup(rewriter, group, kept);
  }
};
} // namespace
