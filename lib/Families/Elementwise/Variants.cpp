// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits elementwise kernels: a thread for eight columns, or for one.

#include "Variants.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/LaneForms.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {

/// Adjacent rows of a thread that computes `width` columns of each: windows of adjacent rows have most of their
/// elements in common, which are then loaded once.
static int64_t chooseRows(KernelOp kernel, ArrayRef<int64_t> iteration, int64_t width) {
  // With fewer, threads do not fill a GPU.
  constexpr int64_t kThreads = 1 << 16;
  if (width == 1 || iteration.size() < 2 || ShapedType::isDynamicShape(iteration) || !readsWindows(kernel))
    return 1;
  for (int64_t rows : {4, 5, 6, 7, 3, 2})
    if (iteration[iteration.size() - 2] % rows == 0 && ShapedType::getNumElements(iteration) >= kThreads * width * rows)
      return rows;
  return 1;
}

/// Elementwise work without a product: each thread computes some adjacent columns of one row, or of some adjacent ones.
class ElementwiseVariant : public MemRefVariant {
public:
  /// `width` columns a thread, accessed one by one if `narrow`; `guard` says what that takes.
  ElementwiseVariant(KernelOp kernel, StringRef suffix, int64_t width, bool narrow, const AccessGuard &guard)
      : MemRefVariant(kernel, suffix), iteration(getPaddedIteration(kernel)), width(width),
        rows(chooseRows(kernel, iteration, width)), narrow(narrow) {
    accessGuard = guard;
  }

private:
  static constexpr int64_t blockThreads = 256;

  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return blockThreads; }
  int64_t sharedBytes() const override {
    auto maxima = KernelOp(kernel).getBodyBlock()->getOps<AmaxOp>();
    return std::distance(maxima.begin(), maxima.end()) * AmaxStore::sharedBytes(blockThreads / 32);
  }
  Value blocks(OpBuilder &builder, Location loc) override;
  /// Whether 32 bits hold every index, with room for the threads of the last block.
  bool isSmall() const {
    int64_t elements = 1;
    for (int64_t size : iteration)
      if (ShapedType::isDynamic(size) || (size != 0 && elements > (int64_t(1) << 30) / size))
        return false;
      else
        elements *= size;
    return true;
  }

  /// A size of the iteration space: known, or that of an operand's dimension.
  struct OperandSize {
    int64_t known;
    std::optional<unsigned> operand;
    int64_t dim;
  };
  SmallVector<OperandSize> getSizes();

  SmallVector<int64_t> iteration;
  int64_t width, rows; ///< of a thread: columns of each row, and rows
  bool narrow;
};

void ElementwiseVariant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  // Blocks are short-lived: the next kernel may start with the last of them.
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func.getArguments());
  ArrayRef<MemRefArgument> inputs = ArrayRef(arguments).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(arguments).drop_front(inputs.size());

  // Sizes of the iteration space, the last one in vectors, and the one before in rows of a thread.
  auto index = [&](Value value) { return isSmall() ? kb.toI32(value) : kb.toI64(value); };
  SmallVector<Value> sizes;
  for (const OperandSize &size : getSizes())
    sizes.push_back(index(size.operand ? arguments[*size.operand].sizes[size.dim] : kb.c64(size.known)));
  sizes.back() = kb.div(sizes.back(), width);
  sizes[sizes.size() - 2] = kb.div(sizes[sizes.size() - 2], rows);
  Value total = sizes[0];
  for (Value size : llvm::drop_begin(sizes))
    total = kb.mul(total, size);

  Value block = index(kb.create<NVVM::BlockIdXOp>(kb.getI32Type()));
  Value number = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type()), thread = index(number);
  Value item = kb.add(kb.mul(block, blockThreads), thread);
  BodyEmitter emitter(kb, kernel, inputs, outputs, iteration, narrow);
  // Unsigned, so that LLVM knows that positions, which it is divided into, are in range.
  kb.ifThen(kb.cmp(arith::CmpIPredicate::ult, item, total), [&] {
    SmallVector<Value> position(sizes.size());
    for (int64_t dim = sizes.size(); dim-- > 0;) {
      position[dim] = dim == 0 ? item : kb.rem(item, sizes[dim]);
      item = kb.div(item, sizes[dim]);
    }
    SmallVector<Value> outer =
        llvm::map_to_vector(ArrayRef(position).drop_back(2), [&](Value value) { return kb.toI64(value); });
    emitter.enterOuter(kb, outer);
    EpilogueSite site;
    site.width = site.colMultiple = width;
    site.rows = rows;
    site.row = kb.mul(position[position.size() - 2], rows);
    site.col = kb.mul(position.back(), site.width);
    site.inBounds = kb.cBool(true);
    emitter.loadColumns(kb, site.col, site.width);
    SmallVector<Value> loaded = emitter.loadSite(kb, site);
    emitter.finish(kb, site, loaded);
  });
  emitter.endBlock(kb, number, blockThreads / 32, [&] { return getSharedMemory(kb); });
  kb.create<gpu::ReturnOp>();
}

SmallVector<ElementwiseVariant::OperandSize> ElementwiseVariant::getSizes() {
  // An output that is stored element by element has them all; else what is computed of inputs has those of the inputs,
  // of which some are there for their sizes alone.
  SmallVector<unsigned> operands;
  unsigned inputs = kernel.getInputs().size();
  for (bool readsElements : {true, false})
    for (unsigned input = 0; input < inputs; ++input) {
      Value argument = kernel.getBodyArgument(input);
      if (!argument.use_empty() && !KernelOp::isTable(argument) &&
          KernelOp::isElementwiseOperand(argument) == readsElements)
        operands.push_back(input);
    }
  SmallVector<OperandSize> sizes;
  int64_t skipped = iteration.size() - KernelPlan(kernel).getIterationType().getRank();
  for (auto [dim, known] : llvm::enumerate(iteration)) {
    OperandSize &size = sizes.emplace_back(OperandSize{known, std::nullopt, 0});
    auto has = [&, dim = int64_t(dim)](unsigned operand) {
      auto type = cast<MemRefType>(kernel->getOperand(operand).getType());
      size.dim = dim - (int64_t(iteration.size()) - type.getRank());
      return size.dim >= 0 && type.isDynamicDim(size.dim);
    };
    if (!ShapedType::isDynamic(known))
      continue;
    std::optional<unsigned> output = findOutputOfSize(kernel, dim - skipped);
    if (output && has(inputs + *output))
      size.operand = inputs + *output;
    else
      size.operand = *llvm::find_if(operands, has);
  }
  return sizes;
}

Value ElementwiseVariant::blocks(OpBuilder &builder, Location loc) {
  HostIndex index{builder, loc};
  Value elements = index.constant(1), perBlock = index.constant(blockThreads * width * rows);
  for (const OperandSize &size : getSizes())
    elements = index.mul(elements, size.operand ? index.dim(kernel->getOperand(*size.operand), size.dim)
                                                : index.constant(size.known));
  return index.ceilDiv(elements, perBlock);
}

} // namespace

/// Whether lanes look up at places apart, and so few elements in all that threads of eight columns would leave most of
/// a GPU idle while each waits for its places.
static bool gathersFew(KernelOp kernel) {
  constexpr int64_t kFew = 1 << 19, kLanes = 8;
  SmallVector<int64_t> iteration = getPaddedIteration(kernel);
  if (needsEightColumns(kernel) || ShapedType::isDynamicShape(iteration) ||
      ShapedType::getNumElements(iteration) > kFew)
    return false;
  return llvm::any_of(kernel.getBodyBlock()->getOps<MapOp>(), [](MapOp map) {
    auto lookups = map.getBodyBlock()->getOps<LookupOp>();
    if (lookups.empty())
      return false;
    LaneForms forms(map, kLanes, kLanes);
    return llvm::any_of(lookups, [&](LookupOp lookup) { return !forms.getRowLookup(lookup); });
  });
}

ArrayAttr fusion::selectElementwiseVariants(KernelOp kernel) {
  SmallVector<Attribute> variants;
  AccessGuard vectors;
  if (!gathersFew(kernel) && requireVectorAccess(kernel, vectors))
    variants.push_back(vectors.toVariant(kernel, ""));
  variants.push_back(AccessGuard().toVariant(kernel, variants.empty() ? "" : kGeneralSuffix));
  return ArrayAttr::get(kernel.getContext(), variants);
}

KernelVariants fusion::createElementwiseVariants(KernelOp kernel, ArrayRef<VariantAttr> variants) {
  KernelVariants created;
  for (VariantAttr variant : variants) {
    AccessGuard guard(kernel, variant);
    bool narrow = !allowsVectorAccess(kernel, guard);
    int64_t width = narrow && !needsEightColumns(kernel) ? 1 : 8;
    created.push_back(std::make_unique<ElementwiseVariant>(kernel, variant.getSuffix(), width, narrow, guard));
  }
  return created;
}
