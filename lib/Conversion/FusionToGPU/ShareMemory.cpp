// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lets intermediates lie where outputs, or other intermediates, will be written.

#include "fusion/Conversion/FusionToGPU/Passes.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/KnownAlignment.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace fusion {
#define GEN_PASS_DEF_SHAREMEMORYPASS
#include "fusion/Conversion/FusionToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Positions of operations in an entry's block, from the first to the last.
struct Span {
  int64_t begin = std::numeric_limits<int64_t>::max(), end = -1;

  void add(int64_t position) {
    begin = std::min(begin, position);
    end = std::max(end, position);
  }
  bool overlaps(const Span &other) const { return begin <= other.end && other.begin <= end; }
};

/// An output or an allocation, of a static type without gaps.
struct Memory {
  Value root;
  Span used = {};
  SmallVector<Span> lent = {}; ///< by intermediates that lie there earlier

  MemRefType getType() const { return cast<MemRefType>(root.getType()); }
  memref::AllocOp getAllocation() const { return root.getDefiningOp<memref::AllocOp>(); }
};

class Sharer {
public:
  Sharer(func::FuncOp entry, const ChipInfo &chip) : entry(entry), chip(chip) {}

  void run();
  int64_t numInPlace = 0, numInOutputs = 0;

private:
  void addMemory(Value root, const BufferViewFlowAnalysis &views);
  /// Finds what uses it; false if something knows it by its address.
  bool findUses(Memory &memory, const BufferViewFlowAnalysis &views);
  /// The memory all of which `memref` is, or null.
  Memory *findWhole(Value memref) const;
  /// The allocation that holds what the kernel reads for the last time and writes as `output` in its place; or null.
  Memory *findReadInPlace(KernelOp kernel, unsigned output, const Memory &written);
  /// An output that nothing uses as long as the allocation is used: the smallest one that is large enough; or null.
  Memory *findOutput(const Memory &allocation);
  /// Uses of an allocation become uses of `memory`.
  void replace(Memory &allocation, Memory &memory);

  func::FuncOp entry;
  const ChipInfo &chip;
  DenseMap<Operation *, int64_t> positions;
  std::vector<std::unique_ptr<Memory>> memories;
  DenseMap<Value, Memory *> owners; ///< of values that are all of a memory
};
} // namespace

/// Whether all elements are known to lie side by side.
static bool isPlain(MemRefType type) {
  return type.hasStaticShape() && type.getLayout().isIdentity() && type.getRank() > 0 && type.getNumElements() > 0;
}

static Value getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

bool Sharer::findUses(Memory &memory, const BufferViewFlowAnalysis &views) {
  auto isMemRef = [](Value value) { return isa<BaseMemRefType>(value.getType()); };
  for (Value alias : views.resolve(memory.root))
    for (Operation *user : alias.getUsers()) {
      if (isa<ViewLikeOpInterface>(user) && llvm::all_of(user->getResults(), isMemRef))
        continue;
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      bool reads = isa<ShapedDimOpInterface>(user) || (effects && effects.hasEffect<MemoryEffects::Read>());
      if (!reads && !llvm::all_of(user->getResults(), isMemRef))
        return false;
      memory.used.add(positions.lookup(entry.front().findAncestorOpInBlock(*user)));
    }
  return memory.used.end >= 0;
}

void Sharer::addMemory(Value root, const BufferViewFlowAnalysis &views) {
  auto memory = std::make_unique<Memory>(Memory{root});
  if (!isPlain(memory->getType()) || !findUses(*memory, views))
    return;
  owners[root] = memory.get();
  memories.push_back(std::move(memory));
}

Memory *Sharer::findWhole(Value memref) const {
  while (!owners.contains(memref) &&
         isa_and_nonnull<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(memref.getDefiningOp()))
    memref = memref.getDefiningOp()->getOperand(0);
  return owners.lookup(memref);
}

Memory *Sharer::findReadInPlace(KernelOp kernel, unsigned output, const Memory &written) {
  Value out = kernel.getOuts()[output];
  // Other kernels of the same launch may read it later.
  if (kernel.getLaunchGroupAttr())
    return nullptr;
  const KernelFamily *family = getLoweringFamily(kernel, chip);
  if (!family || !kernel.getScheduleAttr() || getStoreOp(kernel, output) || !isPlain(cast<MemRefType>(out.getType())))
    return nullptr;
  int64_t position = positions.lookup(kernel);
  auto isNamedOnce = [&](Value memref) {
    return llvm::count_if(kernel->getOperands(), [&](Value operand) { return getRoot(operand) == getRoot(memref); }) ==
           1;
  };
  for (auto [number, input] : llvm::enumerate(kernel.getInputs())) {
    Memory *read = findWhole(input);
    if (read && read != &written && read->getAllocation() && read->used.end == position &&
        input.getType() == out.getType() && isNamedOnce(input) && isNamedOnce(out) &&
        !KernelOp::isTable(kernel.getBodyArgument(number)) && family->writesInPlace(kernel, number, output))
      return read;
  }
  return nullptr;
}

Memory *Sharer::findOutput(const Memory &allocation) {
  MemRefType type = allocation.getType();
  Memory *best = nullptr;
  for (const std::unique_ptr<Memory> &memory : memories) {
    if (!memory->root || memory->getAllocation())
      continue;
    MemRefType own = memory->getType();
    auto isTaken = [&](const Span &span) { return span.overlaps(allocation.used); };
    if (own.getElementType() == type.getElementType() && own.getNumElements() >= type.getNumElements() &&
        allocation.used.end < memory->used.begin && llvm::none_of(memory->lent, isTaken) &&
        (!best || own.getNumElements() < best->getType().getNumElements()))
      best = memory.get();
  }
  return best;
}

void Sharer::replace(Memory &allocation, Memory &memory) {
  memref::AllocOp op = allocation.getAllocation();
  if (memref::AllocOp other = memory.getAllocation(); other && op->isBeforeInBlock(other))
    other->moveBefore(op);
  OpBuilder builder(op);
  Value view = memory.root;
  if (op.getType() != view.getType())
    view = memref::ReinterpretCastOp::create(builder, op.getLoc(), op.getType(), view, /*offset=*/0,
                                             op.getType().getShape(), op.getType().getStridesAndOffset().first);
  owners.erase(op);
  if (op.getType().getNumElements() == memory.getType().getNumElements())
    owners[view] = &memory;
  op.replaceAllUsesWith(view);
  op.erase();
  allocation.root = Value();
}

void Sharer::run() {
  Block &body = entry.front();
  // Kernels of one launch run at the same time.
  IntegerAttr launch;
  int64_t launched = 0;
  for (auto [position, op] : llvm::enumerate(body)) {
    positions[&op] = position;
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel)
      continue;
    IntegerAttr own = kernel.getLaunchGroupAttr();
    launched = own && own == launch ? launched : position;
    launch = own;
    positions[&op] = launched;
  }
  BufferViewFlowAnalysis views(entry);
  SmallVector<BlockArgument> outputs = getOutputs(entry);
  // Kernels would need other variants for memory that may begin anywhere.
  constexpr int64_t aligned = 16;
  for (auto [output, input] : llvm::zip_equal(outputs, getAliasedArguments(entry, outputs.size())))
    if (!input && getKnownAlignment(output) >= aligned)
      addMemory(output, views);
  for (auto op : body.getOps<memref::AllocOp>())
    addMemory(op, views);
  // The last kernel first: what it reads may lie where it writes, then what the one before it reads, and so on.
  SmallVector<KernelOp> kernels(body.getOps<KernelOp>());
  for (KernelOp kernel : llvm::reverse(kernels))
    for (auto [number, out] : llvm::enumerate(kernel.getOuts())) {
      Memory *written = kernel.isBufferized() ? findWhole(out) : nullptr;
      bool isFirst = written && written->used.begin == positions.lookup(kernel);
      if (Memory *read = isFirst ? findReadInPlace(kernel, number, *written) : nullptr) {
        written->used.begin = read->used.begin;
        replace(*read, *written);
        ++numInPlace;
      }
    }
  // The largest first.
  SmallVector<Memory *> allocations;
  for (const std::unique_ptr<Memory> &memory : memories)
    if (memory->root && memory->getAllocation())
      allocations.push_back(memory.get());
  auto getElements = [](Memory *memory) { return memory->getType().getNumElements(); };
  llvm::stable_sort(allocations, [&](Memory *a, Memory *b) { return getElements(a) > getElements(b); });
  for (Memory *allocation : allocations)
    if (Memory *output = findOutput(*allocation)) {
      output->lent.push_back(allocation->used);
      replace(*allocation, *output);
      ++numInOutputs;
    }
}

namespace {
struct ShareMemory : fusion::impl::ShareMemoryPassBase<ShareMemory> {
  void runOnOperation() override {
    for (func::FuncOp entry : getEntries(getOperation())) {
      Sharer sharer(entry, getTargetChip(getOperation()));
      sharer.run();
      numInPlace += sharer.numInPlace;
      numInOutputs += sharer.numInOutputs;
    }
  }
};
} // namespace
