// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels store a value as narrow as they have it, and their readers widen it.

#include "MergeKernels.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/DetachedFunction.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

namespace {
/// An input of a kernel: a wide output, behind what stands between the two.
struct WideInput {
  OpOperand *use;
  SmallVector<Operation *> moves; ///< from the output on: they move elements, so that a cast may stand behind them

  KernelOp getReader() const { return cast<KernelOp>(use->getOwner()); }
};

/// How a kernel computes an output: as a cast, whose result it may write in another order. That of a narrower value
/// alone saves bytes.
struct Widening {
  CastOp cast;
  SmallVector<ViewOp> views; ///< from the cast on

  Value getNarrow() const { return cast->getOperand(0); }
  Type getNarrowElement() const { return getElementTypeOrSelf(getNarrow().getType()); }
};

/// All that reads such an output.
struct WideReaders {
  SmallVector<WideInput> inputs;
  SmallVector<Operation *> moves; ///< all that moves it, in order
  bool hasOthers = false;         ///< operations that want the wide value in memory
};

/// Stores the narrow value of an output, and has readers widen it:
///
///   %0 = fusion.kernel(..) {.. %w = fusion.cast %n : bf16 to f32; fusion.yield %w}
///   %1 = tensor.expand_shape %0
///   %2 = fusion.kernel(%a = %1) {.. fusion.exp %a ..}
///     ->
///   %0 = fusion.kernel(..) {.. fusion.yield %n}
///   %1 = tensor.expand_shape %0
///   %2 = fusion.kernel(%a = %1) {%w = fusion.cast %a : bf16 to f32; .. fusion.exp %w ..}
class Widener {
public:
  Widener(RewriterBase &rewriter, const ChipInfo &chip) : rewriter(rewriter), chip(chip) {}

  /// Whether readers of an output widen it now. `kernel` becomes the kernel with an output for the narrow value, if it
  /// had none.
  bool run(KernelOp &kernel, unsigned number);

private:
  /// Whether the family that is asked first takes the kernel as `change` makes it too.
  bool keepsFamily(KernelOp kernel, function_ref<KernelOp(KernelOp)> change);
  bool takesNarrow(const WideInput &input, const Widening &widening);
  /// `narrow` behind what stands in front of the input.
  Value moveAgain(const WideInput &input, Value narrow);

  RewriterBase &rewriter;
  const ChipInfo &chip;
  llvm::DenseMap<Operation *, Value> moved; ///< the narrow value behind an operation that moves the wide one
};
} // namespace

/// Whether `op` moves elements of its first operand, and does nothing else.
static bool movesElements(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return transpose->getNumResults() == 1 && transpose.getInit().getDefiningOp<tensor::EmptyOp>();
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp>(op);
}

static std::optional<Widening> findWidening(KernelOp kernel, unsigned number) {
  Widening widening;
  Value value = kernel.getYield().getOperand(number);
  for (; auto view = value.getDefiningOp<ViewOp>(); value = view.getInput())
    widening.views.insert(widening.views.begin(), view);
  widening.cast = value.getDefiningOp<CastOp>();
  if (!widening.cast || widening.cast->hasAttr(kMustFuseAttrName) || widening.getNarrow().getDefiningOp<ViewOp>())
    return std::nullopt;
  return widening;
}

/// Whether a kernel may read an input in another type: it is no table, nor what the kernel writes into.
static bool mayWiden(KernelOp kernel, OpOperand &use) {
  BlockArgument argument = kernel.getBodyArgument(use.getOperandNumber());
  if (KernelOp::isTable(argument) || isKept(argument))
    return false;
  SmallVector<Value> values{argument};
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      auto view = dyn_cast<ViewOp>(user);
      if (view && !view.getAsPermutation())
        return false;
      if (view)
        values.push_back(view);
    }
  return true;
}

static bool isChangeable(KernelOp kernel) { return kernel.getOuts().empty() && !kernel.getScheduleAttr(); }

static WideReaders findReaders(OpResult output) {
  WideReaders readers;
  SmallVector<std::pair<Value, SmallVector<Operation *>>> values{{output, {}}};
  for (size_t next = 0; next < values.size(); ++next) {
    auto [wide, moves] = values[next];
    for (OpOperand &use : wide.getUses()) {
      Operation *user = use.getOwner();
      auto reader = dyn_cast<KernelOp>(user);
      bool isBeside = user->getBlock() == output.getOwner()->getBlock();
      if (isBeside && reader && isChangeable(reader) && mayWiden(reader, use)) {
        readers.inputs.push_back({&use, moves});
      } else if (isBeside && use.getOperandNumber() == 0 && movesElements(user)) {
        readers.moves.push_back(user);
        values.push_back({user->getResult(0), moves});
        values.back().second.push_back(user);
      } else {
        readers.hasOthers = true;
      }
    }
  }
  return readers;
}

/// Where the narrow value is outside of the kernel already: an input or another output; else null.
static Value findStored(KernelOp kernel, const Widening &widening) {
  if (!widening.views.empty())
    return {};
  if (auto argument = dyn_cast<BlockArgument>(widening.getNarrow()))
    return kernel.getInputs()[argument.getArgNumber()];
  for (auto [value, result] : llvm::zip_equal(kernel.getYield().getOperands(), kernel->getResults()))
    if (value == widening.getNarrow())
      return result;
  return {};
}

/// Bytes that are no longer moved; negative where storing the narrow value takes more.
static int64_t getBytesSaved(Value output, Value narrow, const WideReaders &readers, bool isStored) {
  int64_t wideBytes = estimateBytes(output.getType()), narrowBytes = estimateBytes(narrow.getType());
  int64_t bytes = (wideBytes - narrowBytes) * static_cast<int64_t>(readers.inputs.size());
  bytes += readers.hasOthers ? 0 : wideBytes;
  return isStored ? bytes : bytes - narrowBytes;
}

/// The same kernel with one more output, the narrow value in the order in which it writes the wide one.
static KernelOp addNarrowOutput(RewriterBase &rewriter, KernelOp kernel, unsigned number) {
  Widening widening = *findWidening(kernel, number);
  rewriter.setInsertionPoint(kernel.getYield());
  Value value = widening.getNarrow();
  for (ViewOp view : widening.views)
    value = ViewOp::create(rewriter, view.getLoc(), value, view.getAccess());
  return addOutput(rewriter, kernel, value);
}

/// Has a kernel read an input of a narrower type, and widen it.
static void widenInput(KernelOp kernel, unsigned number, const Widening &widening) {
  SmallVector<Value> values{kernel.getBodyArgument(number)};
  for (size_t next = 0; next < values.size(); ++next) {
    Value value = values[next];
    auto wide = cast<RankedTensorType>(value.getType());
    value.setType(wide.clone(widening.getNarrowElement()));
    Operation *first = nullptr;
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses()) {
      if (auto view = dyn_cast<ViewOp>(use.getOwner())) {
        values.push_back(view);
        continue;
      }
      uses.push_back(&use);
      if (!first || use.getOwner()->isBeforeInBlock(first))
        first = use.getOwner();
    }
    if (!first)
      continue;
    OpBuilder builder(first);
    Operation *own = builder.clone(*widening.cast);
    own->setOperand(0, value);
    own->getResult(0).setType(wide);
    for (OpOperand *use : uses)
      use->set(own->getResult(0));
  }
}

bool Widener::keepsFamily(KernelOp kernel, function_ref<KernelOp(KernelOp)> change) {
  SmallVector<Value> inputs(kernel.getInputs());
  DetachedFunction function(kernel, ValueRange(inputs).getTypes(), inputs);
  auto builder = OpBuilder::atBlockEnd(&function.getBlock());
  IRMapping mapping;
  mapping.map(inputs, function.getArguments());
  auto copy = cast<KernelOp>(builder.clone(*kernel, mapping));
  SmallVector<const KernelFamily *, 2> before = getSupportingFamilies(KernelPlan(copy), chip);
  copy = change(copy);
  SmallVector<const KernelFamily *, 2> after = getSupportingFamilies(KernelPlan(copy), chip);
  return !before.empty() && !after.empty() && before.front() == after.front();
}

bool Widener::takesNarrow(const WideInput &input, const Widening &widening) {
  unsigned number = input.use->getOperandNumber();
  return keepsFamily(input.getReader(), [&](KernelOp copy) {
    Value outside = copy.getInputs()[number];
    outside.setType(cast<RankedTensorType>(outside.getType()).clone(widening.getNarrowElement()));
    widenInput(copy, number, widening);
    return copy;
  });
}

/// What `move` does, of `narrow`.
static Value moveNarrow(OpBuilder &builder, Operation *move, Value narrow) {
  auto type = cast<RankedTensorType>(move->getResult(0).getType()).clone(getElementTypeOrSelf(narrow.getType()));
  if (auto transpose = dyn_cast<linalg::TransposeOp>(move)) {
    auto empty = transpose.getInit().getDefiningOp<tensor::EmptyOp>();
    Value init = tensor::EmptyOp::create(builder, move->getLoc(), type, empty.getDynamicSizes());
    return linalg::TransposeOp::create(builder, move->getLoc(), narrow, init, transpose.getPermutation())->getResult(0);
  }
  Operation *own = builder.clone(*move);
  own->setOperand(0, narrow);
  own->getResult(0).setType(type);
  return own->getResult(0);
}

Value Widener::moveAgain(const WideInput &input, Value narrow) {
  for (Operation *move : input.moves) {
    Value &own = moved[move];
    if (!own) {
      rewriter.setInsertionPointAfter(move);
      own = moveNarrow(rewriter, move, narrow);
    }
    narrow = own;
  }
  return narrow;
}

bool Widener::run(KernelOp &kernel, unsigned number) {
  std::optional<Widening> widening = findWidening(kernel, number);
  OpResult output = kernel->getResult(number);
  if (!widening || !isChangeable(kernel))
    return false;
  WideReaders readers = findReaders(output);
  Value stored = findStored(kernel, *widening);
  // Families are asked last.
  if (getBytesSaved(output, widening->getNarrow(), readers, stored != nullptr) <= 0)
    return false;
  size_t all = readers.inputs.size();
  llvm::erase_if(readers.inputs, [&](const WideInput &input) { return !takesNarrow(input, *widening); });
  readers.hasOthers |= readers.inputs.size() < all;
  int64_t bytes = getBytesSaved(output, widening->getNarrow(), readers, stored != nullptr);
  if (readers.inputs.empty() || bytes <= 0)
    return false;
  if (!stored) {
    auto add = [&](KernelOp copy) {
      IRRewriter own(copy.getContext());
      return addNarrowOutput(own, copy, number);
    };
    if ((readers.hasOthers && kernel->getNumResults() >= kMaxOutputs) || !keepsFamily(kernel, add))
      return false;
    kernel = addNarrowOutput(rewriter, kernel, number);
    stored = kernel->getResults().back();
  }
  for (const WideInput &input : readers.inputs) {
    KernelOp reader = input.getReader();
    Value narrow = moveAgain(input, stored);
    rewriter.modifyOpInPlace(reader, [&] { input.use->set(narrow); });
    widenInput(reader, input.use->getOperandNumber(), *widening);
    emitPassed(reader, RemarkCode::Recomputed, "widens what the kernel before stores in its own type",
               RemarkMetric{"bytes_saved", bytes / static_cast<int64_t>(readers.inputs.size())});
  }
  for (Operation *move : llvm::reverse(readers.moves))
    if (move->use_empty())
      rewriter.eraseOp(move);
  return true;
}

int64_t fusion::widenInReaders(RewriterBase &rewriter, Operation *root, const ChipInfo &chip) {
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  int64_t count = 0;
  for (KernelOp kernel : kernels)
    for (unsigned number = 0, results = kernel->getNumResults(); number < results; ++number)
      count += Widener(rewriter, chip).run(kernel, number);
  return count;
}
