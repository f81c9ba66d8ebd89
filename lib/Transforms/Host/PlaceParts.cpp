// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes memory of concatenations, and lets their parts be computed or copied there.

#include "PlaceParts.h"
#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace fusion;

/// How deep concatenations may stand in each other to be one memory; what is deeper is copied there.
static constexpr unsigned kMaxNesting = 32;

namespace {
/// One of the tensors that are joined.
struct Part {
  explicit Part(Value value) : value(value) {}

  Value value;
  SmallVector<Operation *> reshapes; ///< behind what computes it, from the last one to the first
  OpOperand *empty = nullptr;        ///< the use of the empty tensor into which it is computed, if it may be elsewhere
  tensor::ConcatOp concat;           ///< what it is, if that is a concatenation with no other reader
  bool isShared = false;             ///< whether others read what is computed too

  /// Of what is not computed in `block`, the value alone.
  static Part get(Value value, Block *block);

  /// The value in front of the reshapes.
  Value getComputed() const { return reshapes.empty() ? value : reshapes.back()->getOperand(0); }
};

/// A concatenation, and what it joins.
struct Joined {
  SmallVector<Part> parts;
  Operation *start = nullptr; ///< the first operation that writes a part; the concatenation itself if all are copied
  unsigned nesting = 0;       ///< of concatenations in each other
  bool isPlaced = false;
};

/// Writes the parts of concatenations.
class PartPlacer {
public:
  /// Looks at a concatenation, after those in front of it.
  void add(tensor::ConcatOp concat);
  /// Replaces all that were added.
  void placeAll();

private:
  Joined &get(tensor::ConcatOp concat) { return joined.find(concat)->second; }
  /// The first operation that writes `part`; null where it is copied.
  Operation *getStart(const Part &part) {
    return part.concat ? get(part.concat).start : part.empty ? part.empty->getOwner() : nullptr;
  }
  /// Writes the parts into `memory`, at the latest where `concat` stands. Returns whether one has other readers, so
  /// that the memory must stay as it is.
  bool place(tensor::ConcatOp concat, Value memory);

  SmallVector<tensor::ConcatOp> concats;
  DenseMap<Operation *, Joined> joined;
};
} // namespace

Part Part::get(Value value, Block *block) {
  Part part(value), copied(value);
  if (!cast<RankedTensorType>(value.getType()).hasStaticShape())
    return copied;
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(part.getComputed().getDefiningOp())) {
    if (!part.getComputed().hasOneUse())
      return copied;
    part.reshapes.push_back(part.getComputed().getDefiningOp());
  }
  Value computed = part.getComputed();
  Operation *producer = computed.getDefiningOp();
  if (!producer || producer->getBlock() != block)
    return copied;
  if (auto concat = dyn_cast<tensor::ConcatOp>(producer)) {
    if (concat->hasOneUse() && part.reshapes.empty())
      part.concat = concat;
    return part;
  }
  part.empty = findEmpty(computed);
  bool isRead = llvm::all_of(computed.getUses(), [&](OpOperand &use) {
    return isReadOnly(use) || isa<tensor::ConcatOp>(use.getOwner()) ||
           (!part.reshapes.empty() && use.getOwner() == part.reshapes.back());
  });
  if (!part.empty || !isRead || part.empty->getOwner()->getBlock() != block)
    return copied;
  part.isShared = !computed.hasOneUse();
  return part;
}

/// What alone uses `concat`, and writes it to an output of the function; null where there is no such thing.
static MaterializeInDestinationOp getOutputWriter(tensor::ConcatOp concat) {
  MaterializeInDestinationOp none;
  auto writer = concat->hasOneUse() ? dyn_cast<MaterializeInDestinationOp>(*concat->user_begin()) : none;
  if (!writer || writer.getDest().getType() != concat.getType())
    return none;
  Value output = writer.getDest();
  while (output.hasOneUse() && isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(output.getDefiningOp()))
    output = output.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(output);
  auto entry = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  bool isOutput = entry && entry.getArgAttr(argument.getArgNumber(), kOutputAttrName) && argument.hasOneUse();
  return isOutput && concat->getBlock() == argument.getOwner() ? writer : none;
}

void PartPlacer::add(tensor::ConcatOp concat) {
  Joined own;
  own.start = concat;
  // Sizes that are open are known where it stands, and not earlier.
  bool isKnownBefore = concat.getType().hasStaticShape() || getOutputWriter(concat);
  DenseSet<OpOperand *> taken; // what is joined twice is computed in one place, and copied to the other
  for (Value input : concat.getInputs()) {
    Part part = isKnownBefore ? Part::get(input, concat->getBlock()) : Part(input);
    if (part.concat && get(part.concat).nesting >= kMaxNesting)
      part.concat = {};
    if (part.empty && !taken.insert(part.empty).second)
      part = Part(input);
    if (part.concat)
      own.nesting = std::max(own.nesting, get(part.concat).nesting + 1);
    if (Operation *start = getStart(part); start && start->isBeforeInBlock(own.start))
      own.start = start;
    own.parts.push_back(std::move(part));
  }
  concats.push_back(concat);
  joined[concat] = std::move(own);
}

/// The part of `memory` that begins at `offset` along `dim`, for `value`.
static Value createSlot(OpBuilder &builder, Location loc, Value memory, int64_t dim, OpFoldResult offset, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      strides(type.getRank(), builder.getIndexAttr(1));
  offsets[dim] = offset;
  return memref::SubViewOp::create(builder, loc, memory, offsets, tensor::getMixedSizes(builder, loc, value), strides);
}

/// `slot` as it is in front of `reshapes`; null where that is no view of it.
static Value undoReshapes(OpBuilder &builder, Value slot, ArrayRef<Operation *> reshapes) {
  for (Operation *reshape : reshapes) {
    Location loc = reshape->getLoc();
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape)) {
      slot = memref::ExpandShapeOp::create(builder, loc, collapse.getSrcType().getShape(), slot,
                                           collapse.getReassociationIndices());
      continue;
    }
    auto groups = cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices();
    if (!memref::CollapseShapeOp::isGuaranteedCollapsible(cast<MemRefType>(slot.getType()), groups))
      return {};
    slot = memref::CollapseShapeOp::create(builder, loc, slot, groups);
  }
  return slot;
}

static OpFoldResult addSizes(OpBuilder &builder, Location loc, OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> first = getConstantIntValue(a), second = getConstantIntValue(b);
  if (first && second)
    return builder.getIndexAttr(*first + *second);
  Value left = getValueOrCreateConstantIndexOp(builder, loc, a),
        right = getValueOrCreateConstantIndexOp(builder, loc, b);
  return arith::AddIOp::create(builder, loc, left, right).getResult();
}

bool PartPlacer::place(tensor::ConcatOp concat, Value memory) {
  Location loc = concat.getLoc();
  OpBuilder atEnd(concat);
  int64_t dim = concat.getDim();
  OpFoldResult offset = atEnd.getIndexAttr(0);
  bool isShared = false;
  for (Part &part : get(concat).parts) {
    // A value as offset is there no earlier than the concatenation.
    Operation *start = isa<Attribute>(offset) ? getStart(part) : nullptr;
    OpBuilder builder(start ? start : concat.getOperation());
    Value slot = createSlot(builder, loc, memory, dim, offset, part.value), computed = part.value;
    if (start && part.concat) {
      get(part.concat).isPlaced = true;
      isShared |= place(part.concat, slot);
    } else {
      if (Value unshaped = start ? undoReshapes(builder, slot, part.reshapes) : Value()) {
        Type type = part.empty->get().getType();
        part.empty->set(ToTensorOp::create(builder, loc, type, unshaped, /*restrict=*/true, /*writable=*/true));
        slot = unshaped, computed = part.getComputed();
        isShared |= part.isShared;
      }
      MaterializeInDestinationOp::create(atEnd, loc, /*result=*/Type(), computed, slot, /*restrict=*/true,
                                         /*writable=*/true);
    }
    offset = addSizes(atEnd, loc, offset, tensor::getMixedSize(atEnd, loc, part.value, dim));
  }
  return isShared;
}

/// The memory of `concat`, which is there before `start`.
static Value makeMemory(tensor::ConcatOp concat, Operation *start) {
  Location loc = concat.getLoc();
  OpBuilder builder(start);
  auto type = MemRefType::get(concat.getType().getShape(), concat.getType().getElementType());
  if (MaterializeInDestinationOp writer = getOutputWriter(concat)) {
    // Outputs and their reshapes stand at the start of the function, before everything.
    Value memory = ToBufferOp::create(builder, loc, type, writer.getDest());
    writer.getResult().replaceAllUsesWith(concat.getResult());
    writer.erase();
    return memory;
  }
  ReifiedRankedShapedTypeDims shapes;
  SmallVector<Value> sizes;
  if (!type.hasStaticShape() && succeeded(reifyResultShapes(builder, concat, shapes)))
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, shapes[0][dim]));
  return memref::AllocOp::create(builder, loc, type, sizes);
}

void PartPlacer::placeAll() {
  // Those that others are parts of come first.
  for (tensor::ConcatOp concat : llvm::reverse(concats)) {
    if (!get(concat).isPlaced) {
      Value memory = makeMemory(concat, get(concat).start);
      bool isShared = place(concat, memory);
      OpBuilder builder(concat);
      concat.getResult().replaceAllUsesWith(ToTensorOp::create(builder, concat.getLoc(), concat.getType(), memory,
                                                               /*restrict=*/true, /*writable=*/!isShared));
    }
    concat.erase();
  }
}

void fusion::placeParts(ModuleOp module) {
  PartPlacer placer;
  module.walk([&](tensor::ConcatOp concat) { placer.add(concat); });
  placer.placeAll();
}
