// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReduceByBlocks.h"
#include "RowGroup.h"
#include "fusion/Conversion/ForeignToGPU/Passes.h"
#include "fusion/Families/Common/BodyEvaluator.h"
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
/// Keeps a block's rows of some memrefs in shared memory: [row of the block, element of the row].
class RowMemory : public ElementMemory {
public:
  void keep(RowPlace root, BlockPlace &place) {
    auto type = cast<MemRefType>(root.memref.getType());
    SmallVector<int64_t> shape = {place.shape.points};
    if (int64_t columns = countPoints(type.getShape().drop_front(root.dims)); columns != 1)
      shape.push_back(columns);
    auto space = gpu::AddressSpaceAttr::get(type.getContext(), gpu::AddressSpace::Workgroup);
    kept[root.memref] = place.launch.addWorkgroupAttribution(
        MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(), space), root.memref.getLoc());
    row = place.place;
  }

  bool keeps(Value memref) const { return kept.contains(getReshaped(memref)); }

  /// What is loaded and stored from now on is the member's.
  void enter(const RowMember &member) {
    rowDims.clear();
    for (const RowAccess &access : member.accesses)
      if (access.rows)
        rowDims[access.operand.memref] = access.operand.dims;
  }

protected:
  Value locate(OpBuilder &builder, Location loc, Value memref, SmallVector<Value> &indices) const override {
    Value shared = kept.lookup(getReshaped(memref));
    if (!shared)
      return memref;
    SmallVector<Value> own = {row};
    if (cast<MemRefType>(shared.getType()).getRank() > 1)
      own.push_back(linearize(builder, loc, memref, indices, rowDims.lookup(memref)));
    indices = own;
    return shared;
  }

private:
  /// The number in its row of the element at `indices`.
  static Value linearize(OpBuilder &builder, Location loc, Value memref, ValueRange indices, int64_t rowDims) {
    Value number;
    for (auto [dim, index] : llvm::drop_begin(llvm::enumerate(indices), rowDims)) {
      Value size = number ? builder.createOrFold<memref::DimOp>(loc, memref, dim) : Value();
      number = number ? builder.createOrFold<arith::AddIOp>(loc, builder.createOrFold<arith::MulIOp>(loc, number, size),
                                                            index)
                      : index;
    }
    return number;
  }

  llvm::DenseMap<Value, Value> kept;
  llvm::DenseMap<Value, int64_t> rowDims;
  Value row;
};

/// The places of elements of rows.
class RowLanes : public BodyPlace {
public:
  /// The positions of all lanes.
  RowLanes(ArrayRef<SmallVector<Value>> positions, KernelOp kernel, const ElementMemory &memory)
      : positions(positions), kernel(kernel), memory(memory) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    return positions[lane][positions[lane].size() - 1 - fromLast];
  }
  Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) override {
    return kb.createOrFold<memref::DimOp>(kernel.getInputOf(table), dim);
  }
  Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices) override {
    Value value = memory.load(kb, kb.getLoc(), kernel.getInputOf(table), indices);
    return value.getType().isInteger(1) ? kb.create<arith::ExtUIOp>(kb.getI8Type(), value) : value;
  }

private:
  ArrayRef<SmallVector<Value>> positions;
  KernelOp kernel;
  const ElementMemory &memory;
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

  /// By turns of several pieces of each thread, whose loads come first, and then of one.
  void emitRow() {
    constexpr int64_t kMostElements = 8;
    Value columns = multiplySizes(kb, kb.getLoc(), inner);
    std::optional<int64_t> known = getConstantIntValue(columns);
    // A single element is its thread's: others, which nothing holds back, do not read for it.
    loadFixed(/*any=*/known != 1);
    piece = known == 1 ? 1 : at.shape.piece;
    int64_t turn = at.shape.lanes * piece, pieces = std::max<int64_t>(kMostElements / piece, 1);
    while (known && pieces > 1 && *known < pieces * turn)
      pieces /= 2;
    Value own = kb.mul(at.lane, index(piece));
    Value rest = kb.rem(columns, index(pieces * turn)), whole = kb.sub(columns, rest);
    forEach(index(0), whole, pieces * turn, [&](Value begin) {
      SmallVector<Value> ids;
      for (int64_t k = 0; k < pieces; ++k)
        ids.push_back(kb.add(kb.add(begin, own), index(k * turn)));
      compute(ids);
    });
    if (getConstantIntValue(rest) != 0 && !seeded("rows-drop-rest"))
      forEach(kb.add(whole, own), columns, turn, [&](Value id) { compute(id); });
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

  /// What is loaded as the evaluator takes it: a truth value as a byte.
  Value widen(Value value) {
    return value.getType().isInteger(1) ? kb.create<arith::ExtUIOp>(kb.getI8Type(), value) : value;
  }
  /// And back, for an element of `type`.
  Value narrow(Value stored, Type type) {
    return stored.getType() == type ? stored : kb.create<arith::TruncIOp>(type, stored);
  }

  Value load(Value input, ArrayRef<Value> position) {
    return widen(memory.load(kb, kb.getLoc(), input, getIndices(input, position)));
  }

  /// What is one value in all of the row, if `any` is to be loaded once.
  void loadFixed(bool any) {
    SmallVector<Value> position(at.ivs);
    position.resize(iteration.size(), index(0));
    for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments())) {
      bool once = any && KernelOp::isElementwiseOperand(argument) && !varies(input);
      fixed.push_back(once ? load(input, position) : Value());
    }
  }

  /// The positions of the elements of the piece that begins with number `id`.
  SmallVector<SmallVector<Value>> getPositions(Value id) {
    SmallVector<SmallVector<Value>> positions;
    for (ArrayRef<Value> inRow : delinearizePiece(kb, kb.getLoc(), id, piece, inner)) {
      positions.emplace_back(at.ivs);
      llvm::append_range(positions.back(), inRow);
    }
    return positions;
  }

  /// Of an input, the elements of a piece.
  SmallVector<Value> loadPiece(Value input, ArrayRef<SmallVector<Value>> positions) {
    auto type = cast<MemRefType>(input.getType());
    if (!areBeside(inner, piece))
      return llvm::map_to_vector(positions, [&](ArrayRef<Value> position) { return load(input, position); });
    if (type.getShape().empty() || (type.getShape().back() == 1 && iteration.back() != 1))
      return SmallVector<Value>(piece, load(input, positions.front()));
    return llvm::map_to_vector(memory.loadPiece(kb, kb.getLoc(), input, getIndices(input, positions.front()), piece),
                               [&](Value element) { return widen(element); });
  }

  void storePiece(Value out, ArrayRef<Value> values, ArrayRef<SmallVector<Value>> positions) {
    Type type = cast<MemRefType>(out.getType()).getElementType();
    SmallVector<Value> stored =
        llvm::map_to_vector(values, [&](Value value) { return narrow(toStored(kb, value, type), type); });
    if (areBeside(inner, piece))
      return memory.storePiece(kb, kb.getLoc(), stored, out, getIndices(out, positions.front()));
    for (auto [position, value] : llvm::zip_equal(positions, stored))
      memory.store(kb, kb.getLoc(), value, out, getIndices(out, position));
  }

  /// The pieces that begin with the numbers `ids`.
  void compute(ValueRange ids) {
    SmallVector<SmallVector<SmallVector<Value>>> pieces =
        llvm::map_to_vector(ids, [&](Value id) { return getPositions(id); });
    SmallVector<std::pair<Value, BodyEvaluator::Lanes>> stored;
    for (auto [argument, input, one] :
         llvm::zip_equal(kernel.getBodyBlock()->getArguments(), kernel.getInputs(), fixed)) {
      BodyEvaluator::Lanes lanes;
      if (!KernelOp::isElementwiseOperand(argument))
        continue;
      for (ArrayRef<SmallVector<Value>> positions : pieces)
        llvm::append_range(lanes, one ? SmallVector<Value>(piece, one) : loadPiece(input, positions));
      stored.push_back({argument, lanes});
    }
    SmallVector<SmallVector<Value>> all;
    for (ArrayRef<SmallVector<Value>> positions : pieces)
      llvm::append_range(all, positions);
    RowLanes place(all, kernel, memory);
    SmallVector<BodyEvaluator::Lanes> results = evaluator.evaluate(kb, stored, {}, all.size(), place);
    for (auto [out, lanes] : llvm::zip_equal(kernel.getOuts(), results))
      for (auto [number, positions] : llvm::enumerate(pieces))
        storePiece(out, ArrayRef(lanes).slice(number * piece, piece), positions);
  }

  KernelBuilder kb;
  const BlockPlace &at;
  KernelOp kernel;
  const ElementMemory &memory;
  BodyEvaluator evaluator;
  ArrayRef<int64_t> iteration;
  SmallVector<Value> inner; ///< sizes of a row
  int64_t piece = 1;        ///< elements side by side that are computed by one thread
  SmallVector<Value> fixed; ///< of each input, its value in the row, if it has but one
};
} // namespace

/// Whether one of the two must wait for the other's threads.
static bool mustWait(const RowMember &earlier, const RowMember &later) {
  return llvm::any_of(earlier.accesses, [&](const RowAccess &one) {
    return llvm::any_of(later.accesses, [&](const RowAccess &other) {
      return one.root.memref == other.root.memref && (one.writes || other.writes) && !(one.own && other.own);
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

/// Emits all operations of the group, for the block's rows.
static void emitMembers(OpBuilder &builder, const RowGroup &group, BlockPlace &place,
                        ArrayRef<SmallVector<Value>> sizes, ArrayRef<linalg::LinalgOp> fills, RowMemory &memory) {
  SmallVector<const RowMember *> running; // since all threads met last
  for (auto [number, member] : llvm::enumerate(group.members)) {
    linalg::LinalgOp fill = fills[number];
    if (llvm::any_of(running, [&, &later = member](const RowMember *earlier) { return mustWait(*earlier, later); })) {
      if (!seeded("rows-not-awaited"))
        gpu::BarrierOp::create(builder, member.getOperation()->getLoc());
      running.clear();
    }
    Location loc = member.getOperation()->getLoc();
    ValueRange outer = ValueRange(sizes[number]).take_front(member.rowLoops),
               inner = ValueRange(sizes[number]).drop_front(member.rowLoops);
    place.ivs = delinearize(builder, loc, place.number, localizeSizes(builder, loc, outer));
    memory.enter(member);
    if (member.kernel)
      RowKernel(builder, place, member.kernel, inner, memory).emit();
    else
      emitReduction(builder, place, member.reduction, *matchBlockReduction(member.reduction), inner, memory,
                    {fill ? getFilling(fill) : Value(), {}});
    running.push_back(&member);
  }
}

/// Emits the launch in the place of the last operation.
static void emitGroup(RewriterBase &rewriter, const RowGroup &group, ArrayRef<RowPlace> kept) {
  Operation *last = group.members.back().getOperation();
  Location loc = last->getLoc();
  rewriter.setInsertionPoint(last);
  SmallVector<SmallVector<Value>> sizes;
  SmallVector<linalg::LinalgOp> fills;
  for (const RowMember &member : group.members) {
    sizes.push_back(getSizes(rewriter, member));
    fills.push_back(member.reduction ? findFill(member.reduction) : linalg::LinalgOp());
  }
  BlockPlace place =
      launchBlocks(rewriter, loc, ValueRange(sizes.front()).take_front(group.members.front().rowLoops), group.shape);
  RowMemory memory;
  for (RowPlace root : kept)
    memory.keep(root, place);

  SmallVector<Value> outside; // memory that the kernel goes through in pieces
  for (const RowMember &member : group.members)
    for (Value operand : member.getOperation()->getOperands())
      if (isa<MemRefType>(operand.getType()) && !memory.keeps(operand) && !llvm::is_contained(outside, operand))
        outside.push_back(operand);
  emitWide(rewriter, loc, outside, group.shape.piece, memory,
           [&] { emitMembers(rewriter, group, place, sizes, fills, memory); });
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
    SmallVector<RowPlace> kept = findPrivateMemory(group, kPrivateBytes);
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
