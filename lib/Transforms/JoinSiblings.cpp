// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise kernels beside each other, which read the same, become one: its launch and that reading are saved. So do
// sums of columns, reductions of rows with sums of the columns, and for the launch alone elementwise kernels that look
// up what products computed of the same, or that look up little in a graph's inputs.

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A kernel beside another one.
struct Sibling {
  KernelOp kernel;
  SmallVector<Value> common; ///< what both read
  int64_t bytes = 0;         ///< of that, as far as both read all of it
};

/// Goes through the kernels of a graph in order.
class SiblingJoiner {
public:
  SiblingJoiner(RewriterBase &rewriter, const ChipInfo &chip, Dependence &dependence)
      : rewriter(rewriter), chip(chip), dependence(dependence) {}

  /// Merges kernels that were visited before into this one. Returns how many.
  int64_t visit(KernelOp kernel);

private:
  /// Those that could be one with `kernel`: that have most in common with it first.
  SmallVector<Sibling> findSiblings(KernelOp kernel);
  FusionVerdict checkJoin(const Sibling &sibling, KernelOp kernel);

  RewriterBase &rewriter;
  const ChipInfo &chip;
  Dependence &dependence;
  /// The last kernels that read elements of a tensor.
  llvm::DenseMap<Value, SmallVector<KernelOp>> readers;
  /// The last kernels that look up what products computed of a tensor.
  llvm::DenseMap<Value, SmallVector<KernelOp>> behind;
  /// The last kernels that look up little in the graph's inputs, by what they compute.
  llvm::DenseMap<Type, SmallVector<KernelOp>> early;
};
} // namespace

/// How many are looked at of all that read the same tensor: the time that it takes stays in proportion to a graph's
/// size.
static constexpr size_t kMostSiblings = 4;

/// The tensors whose elements a kernel reads, but for scalars, which kernels read that have nothing to do with each
/// other.
static SmallVector<Value> getTensors(KernelOp kernel) {
  SmallVector<Value> tensors;
  for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if ((KernelOp::isElementwiseOperand(argument) || KernelOp::isTable(argument)) &&
        !llvm::is_contained(tensors, input) && estimateElements(cast<RankedTensorType>(input.getType()).getShape()) > 1)
      tensors.push_back(input);
  return tensors;
}

static bool isProductOrSum(KernelOp kernel) {
  KernelPlan plan(kernel);
  return plan.getPlainProduct() || plan.getFormula().getAdded();
}

/// The tensors of which products computed what a kernel looks up, or what it normalizes: queries, keys and values of
/// one tensor, say, that are turned or stored for a cache. Such kernels run one after the other, and each takes a
/// launch for little work.
static SmallVector<Value> getOrigins(KernelOp kernel) {
  // More than stands between a product and what looks its result up; the limit keeps the search short.
  constexpr size_t limit = 8;
  llvm::SmallSetVector<Value, 8> sources, origins;
  for (auto [input, argument] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if (KernelOp::isTable(argument))
      sources.insert(input);
  for (size_t i = 0; i < sources.size() && i < limit; ++i) {
    Operation *producer = sources[i].getDefiningOp();
    if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp>(producer))
      sources.insert(producer->getOperand(0));
    auto before = dyn_cast_if_present<KernelOp>(producer);
    if (before && isProductOrSum(before))
      origins.insert_range(before.getInputs());
    else if (before)
      sources.insert_range(before.getInputs());
  }
  return origins.takeVector();
}

/// Whether an elementwise kernel looks up little, in inputs of the graph alone: weights that are moved, or biases, of
/// which each layer has its own.
static bool isEarly(KernelOp kernel) {
  constexpr int64_t kMostBytes = 1 << 20;
  auto isInput = [](Value input) {
    while (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(input.getDefiningOp()))
      input = input.getDefiningOp()->getOperand(0);
    auto argument = dyn_cast<BlockArgument>(input);
    return argument && argument.getOwner()->isEntryBlock();
  };
  auto isLittle = [](Type type) {
    return cast<RankedTensorType>(type).hasStaticShape() && estimateBytes(type) <= kMostBytes;
  };
  return kernel.isElementwise() && llvm::any_of(kernel.getBodyBlock()->getArguments(), KernelOp::isTable) &&
         llvm::all_of(kernel.getInputs(), isInput) && llvm::all_of(kernel->getResultTypes(), isLittle);
}

/// Whether a kernel is nothing but reductions across memory: what it computes is small, so that it holds few registers,
/// and its time is that of reading.
static bool reducesColumns(KernelOp kernel) {
  KernelPlan plan(kernel);
  if (!isReducing(kernel) || !checkRows(plan))
    return false;
  RowSpace space = getRowSpace(plan);
  return space.liesAcross() && llvm::none_of(kernel.getComputed(), [&](Value computed) {
           return space.isFull(cast<RankedTensorType>(computed.getType()));
         });
}

/// Whether a kernel computes rows, which sums of the columns could be added to.
static bool computesRows(KernelOp kernel) {
  KernelPlan plan(kernel);
  return isReducing(kernel) && checkRows(plan) && !getRowSpace(plan).liesAcross();
}

static bool mayHaveSiblings(KernelOp kernel) {
  return kernel.isElementwise() || reducesColumns(kernel) || computesRows(kernel);
}

/// Whether one of them computes rows, and the other reduces the columns.
static bool areCrossing(KernelOp a, KernelOp b) {
  return computesRows(a) != computesRows(b) && isReducing(a) && isReducing(b) &&
         getRowSpace(KernelPlan(a)).crosses(getRowSpace(KernelPlan(b)));
}

/// Whether both are elementwise, or both reduce the same columns, or one of them rows and the other the columns.
static bool areAlike(KernelOp a, KernelOp b) {
  if (!isReducing(a) || !isReducing(b))
    return isReducing(a) == isReducing(b);
  if (computesRows(a) || computesRows(b))
    return areCrossing(a, b);
  return getRowSpace(KernelPlan(a)) == getRowSpace(KernelPlan(b));
}

/// Whether a kernel reads a tensor at the place of what it computes, so that their sizes are the same.
static bool readsInPlace(KernelOp kernel, Value tensor) {
  return llvm::any_of(llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()), [&](auto binding) {
    auto [input, argument] = binding;
    return input == tensor && KernelOp::isElementwiseOperand(argument);
  });
}

/// Whether the iterations of two kernels have the same sizes: what types leave open, a tensor tells that both read.
static bool haveSameSizes(KernelOp kernel, const Sibling &sibling) {
  RankedTensorType own = KernelPlan(kernel).getIterationType(), other = KernelPlan(sibling.kernel).getIterationType();
  if (!own || !other || own.getShape() != other.getShape())
    return false;
  for (int64_t dim = 0; dim < own.getRank(); ++dim) {
    auto tells = [&](Value tensor) {
      auto type = cast<RankedTensorType>(tensor.getType());
      int64_t at = dim - (own.getRank() - type.getRank());
      return at >= 0 && type.isDynamicDim(at) && readsInPlace(kernel, tensor) && readsInPlace(sibling.kernel, tensor);
    };
    if (own.isDynamicDim(dim) && llvm::none_of(sibling.common, tells))
      return false;
  }
  return true;
}

SmallVector<Sibling> SiblingJoiner::findSiblings(KernelOp kernel) {
  llvm::MapVector<Operation *, Sibling> siblings;
  for (Value tensor : getTensors(kernel))
    for (KernelOp reader : readers.lookup(tensor)) {
      // What depended on a kernel that was merged has moved behind it.
      if (reader->getBlock() != kernel->getBlock() || !dependence.isBefore(reader, kernel))
        continue;
      Sibling &sibling = siblings[reader];
      sibling.kernel = reader;
      sibling.common.push_back(tensor);
      // Of a table an elementwise kernel reads no more than it computes.
      int64_t bytes = estimateBytes(tensor.getType());
      sibling.bytes += isReducing(kernel) ? bytes : std::min(bytes, estimateBytes(kernel->getResult(0).getType()));
    }
  for (Value origin : getOrigins(kernel))
    for (KernelOp reader : behind.lookup(origin))
      if (reader->getBlock() == kernel->getBlock() && dependence.isBefore(reader, kernel))
        siblings.try_emplace(reader, Sibling{reader, {}, 0});
  if (isEarly(kernel))
    for (KernelOp other : early.lookup(kernel->getResult(0).getType()))
      if (other->getBlock() == kernel->getBlock() && dependence.isBefore(other, kernel))
        siblings.try_emplace(other, Sibling{other, {}, 0});
  SmallVector<Sibling> sorted = llvm::map_to_vector(siblings, [](auto &entry) { return entry.second; });
  llvm::erase_if(sorted, [&](const Sibling &sibling) {
    auto readsSibling = [&](Value input) { return input.getDefiningOp() == sibling.kernel; };
    return llvm::any_of(kernel.getInputs(), readsSibling) || !areAlike(kernel, sibling.kernel) ||
           !haveSameSizes(kernel, sibling);
  });
  llvm::sort(sorted, [&](const Sibling &a, const Sibling &b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : dependence.isBefore(b.kernel, a.kernel);
  });
  return sorted;
}

FusionVerdict SiblingJoiner::checkJoin(const Sibling &sibling, KernelOp kernel) {
  // Beside each other two kernels have the same limits as one behind the other.
  FusionEdge edge{sibling.kernel, cast<OpResult>(KernelOp(sibling.kernel)->getResult(0)), kernel};
  FusionVerdict verdict = checkFusionProfit(edge);
  if (verdict)
    verdict = checkFusionPair(edge, FamiliesOf{chip});
  return verdict ? checkFusionOrder(edge, dependence) : verdict;
}

int64_t SiblingJoiner::visit(KernelOp kernel) {
  int64_t count = 0;
  while (true) {
    SmallVector<Sibling> siblings = findSiblings(kernel);
    SmallVector<FusionVerdict> refused;
    auto *found = llvm::find_if(siblings, [&](const Sibling &sibling) {
      FusionVerdict joins = checkJoin(sibling, kernel);
      if (!joins && areCrossing(sibling.kernel, kernel))
        refused.push_back(joins);
      return bool(joins);
    });
    if (found == siblings.end()) {
      for (const FusionVerdict &verdict : refused)
        emitMissed(kernel, verdict.code,
                   "reads what a kernel beside it reads, and is not joined to it: " + verdict.reason);
      break;
    }
    for (Value tensor : getTensors(found->kernel))
      llvm::erase(readers[tensor], found->kernel);
    for (Value origin : getOrigins(found->kernel))
      llvm::erase(behind[origin], found->kernel);
    llvm::erase(early[found->kernel->getResult(0).getType()], found->kernel);
    // Its results become others.
    for (Value result : found->kernel->getResults()) {
      readers.erase(result);
      behind.erase(result);
    }
    Location loc = FusedLoc::get(kernel.getContext(), {found->kernel.getLoc(), kernel.getLoc()});
    kernel = mergeKernels(rewriter, found->kernel, kernel, loc, dependence);
    emitPassed(kernel, RemarkCode::Joined, "computes what two kernels did that read the same, and not each other",
               RemarkMetric{"bytes_saved", found->bytes});
    ++count;
  }
  auto note = [&](SmallVector<KernelOp> &last) {
    last.push_back(kernel);
    if (last.size() > kMostSiblings)
      last.erase(last.begin());
  };
  for (Value tensor : getTensors(kernel))
    note(readers[tensor]);
  if (kernel.isElementwise())
    for (Value origin : getOrigins(kernel))
      note(behind[origin]);
  if (isEarly(kernel))
    note(early[kernel->getResult(0).getType()]);
  return count;
}

int64_t fusion::joinSiblings(RewriterBase &rewriter, Operation *root, const ChipInfo &chip, Dependence &dependence) {
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  // A kernel is merged into one that is visited later.
  int64_t count = 0;
  SiblingJoiner joiner(rewriter, chip, dependence);
  for (KernelOp kernel : kernels)
    if (kernel.getOuts().empty() && kernel->getNumResults() > 0 && mayHaveSiblings(kernel))
      count += joiner.visit(kernel);
  return count;
}
