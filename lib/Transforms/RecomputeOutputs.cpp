// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Readers compute an output again where that takes less time than moving it.

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// f32 instructions that may be spent for each byte that is not moved: less than what the chips can do in that time by
/// their data sheets (some 5 to 10), since the kernels that compute again are not idle.
static constexpr int64_t kInstructionsPerByte = 4;
/// How much larger a mask is than what it is computed of: it varies along rows and keys, and that does not.
static constexpr int64_t kMaskReuse = 8;

namespace {
/// How an output of a kernel follows from what is in memory anyway.
struct Recipe {
  SmallVector<Operation *> ops; ///< of the kernel's body, in order
  /// Values of the body that are not computed again, and what they are outside: inputs, or other outputs.
  llvm::MapVector<Value, Value> sources;
  int64_t cost = 0; ///< f32 instructions for each element
};

class Recomputer {
public:
  Recomputer(RewriterBase &rewriter, Operation *root, const ChipInfo &chip)
      : rewriter(rewriter), root(root), chip(chip) {}

  int64_t run() {
    SmallVector<KernelOp> kernels;
    root->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // A kernel's readers, which change, stand behind it.
    int64_t count = 0;
    for (KernelOp kernel : llvm::reverse(kernels))
      for (OpResult output : getOutputsLastFirst(kernel))
        count += recompute(kernel, output);
    return count;
  }

private:
  static SmallVector<OpResult> getOutputsLastFirst(KernelOp kernel);
  /// Whether the kernels that read `output` compute it now.
  bool recompute(KernelOp kernel, OpResult output);
  /// The kernels that read `output`, each once; none if something else reads it too.
  static llvm::SmallSetVector<KernelOp, 4> getReaders(OpResult output);
  static std::optional<Recipe> findRecipe(KernelOp kernel, OpResult output);
  /// Bytes that are no longer moved; negative where reading the sources takes more.
  static int64_t getBytesSaved(OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers);
  /// Whether attention reads what follows from positions and small operands: where it knows the mask, it visits no keys
  /// that the mask hides, which is worth more than the arithmetic.
  static bool isMaskOfAttention(OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers);
  /// Has `readers` compute the output, if that is legal.
  bool computeInReaders(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers,
                        int64_t bytes);
  /// A kernel in front of `reader` that does what the recipe says.
  KernelOp cook(const Recipe &recipe, Value computed, KernelOp reader);

  RewriterBase &rewriter;
  Operation *root;
  const ChipInfo &chip;
};
} // namespace

/// In the order in which the body computes them: one that follows from another comes before it.
SmallVector<OpResult> Recomputer::getOutputsLastFirst(KernelOp kernel) {
  SmallVector<OpResult> outputs = llvm::to_vector(kernel->getResults());
  auto getOp = [&](OpResult output) { return kernel.getYield().getOperand(output.getResultNumber()).getDefiningOp(); };
  llvm::erase_if(outputs, [&](OpResult output) { return output.use_empty() || !getOp(output); });
  llvm::sort(outputs, [&](OpResult a, OpResult b) { return getOp(b)->isBeforeInBlock(getOp(a)); });
  return outputs;
}

llvm::SmallSetVector<KernelOp, 4> Recomputer::getReaders(OpResult output) {
  llvm::SmallSetVector<KernelOp, 4> readers;
  for (Operation *user : output.getUsers()) {
    auto reader = dyn_cast<KernelOp>(user);
    if (!reader || !reader.getOuts().empty() || reader->getBlock() != output.getOwner()->getBlock())
      return {};
    readers.insert(reader);
  }
  return readers;
}

std::optional<Recipe> Recomputer::findRecipe(KernelOp kernel, OpResult output) {
  ValueRange yielded = kernel.getYield().getOperands();
  Value computed = yielded[output.getResultNumber()];
  llvm::DenseMap<Value, Value> stored;
  for (auto [value, result] : llvm::zip_equal(yielded, kernel->getResults()))
    if (result != output && !result.use_empty())
      stored[value] = result;
  Recipe recipe;
  llvm::SmallSetVector<Operation *, 8> ops;
  ops.insert(computed.getDefiningOp());
  for (size_t i = 0; i < ops.size(); ++i) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(ops[i]);
    if (!ops[i]->hasTrait<OpTrait::ConstantLike>() && (!elementwise || ops[i]->hasAttr(kMustFuseAttrName)))
      return std::nullopt;
    recipe.cost += elementwise ? elementwise.getPreciseScalarCost() : 0;
    for (Value operand : ops[i]->getOperands()) {
      if (auto argument = dyn_cast<BlockArgument>(operand))
        recipe.sources[operand] = kernel.getInputs()[argument.getArgNumber()];
      else if (Value result = stored.lookup(operand))
        recipe.sources[operand] = result;
      else
        ops.insert(operand.getDefiningOp());
    }
  }
  recipe.ops = ops.takeVector();
  llvm::sort(recipe.ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return recipe;
}

int64_t Recomputer::getBytesSaved(OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers) {
  int64_t bytes = estimateBytes(output.getType());
  for (KernelOp reader : readers) {
    bytes += estimateBytes(output.getType());
    for (auto [value, source] : recipe.sources)
      if (!llvm::is_contained(reader.getInputs(), source))
        bytes -= estimateBytes(source.getType());
  }
  return bytes;
}

KernelOp Recomputer::cook(const Recipe &recipe, Value computed, KernelOp reader) {
  rewriter.setInsertionPoint(reader);
  SmallVector<Value> inputs =
      llvm::map_to_vector(recipe.sources, [](const std::pair<Value, Value> &source) { return source.second; });
  auto kernel = KernelOp::create(rewriter, computed.getLoc(), computed.getType(), inputs);
  IRMapping mapping;
  for (auto [source, argument] : llvm::zip_equal(recipe.sources, kernel.getBodyBlock()->getArguments()))
    mapping.map(source.first, argument);
  rewriter.setInsertionPointToEnd(kernel.getBodyBlock());
  for (Operation *op : recipe.ops)
    rewriter.clone(*op, mapping);
  YieldOp::create(rewriter, computed.getLoc(), mapping.lookup(computed));
  return kernel;
}

bool Recomputer::recompute(KernelOp kernel, OpResult output) {
  llvm::SmallSetVector<KernelOp, 4> readers = getReaders(output);
  if (readers.empty() || !kernel.getOuts().empty())
    return false;
  std::optional<Recipe> recipe = findRecipe(kernel, output);
  if (!recipe)
    return false;
  int64_t bytes = getBytesSaved(output, *recipe, readers.getArrayRef());
  int64_t instructions = recipe->cost * estimateElements(cast<RankedTensorType>(output.getType()).getShape()) *
                         static_cast<int64_t>(readers.size());
  bool saves = bytes > 0 && instructions <= kInstructionsPerByte * bytes;
  return (saves || isMaskOfAttention(output, *recipe, readers.getArrayRef())) &&
         computeInReaders(kernel, output, *recipe, readers.getArrayRef(), bytes);
}

bool Recomputer::isMaskOfAttention(OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers) {
  auto dependsOnPosition = [](Operation *op) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    return elementwise && elementwise.dependsOnPosition();
  };
  auto isSmall = [&](const std::pair<Value, Value> &source) {
    return kMaskReuse * estimateBytes(source.second.getType()) <= estimateBytes(output.getType());
  };
  return recipe.cost <= kMaxFormulaCost && llvm::any_of(recipe.ops, dependsOnPosition) &&
         llvm::all_of(recipe.sources, isSmall) &&
         llvm::all_of(readers, [](KernelOp reader) { return KernelPlan(reader).isProductChain(); });
}

bool Recomputer::computeInReaders(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<KernelOp> readers,
                                  int64_t bytes) {
  Value computed = kernel.getYield().getOperand(output.getResultNumber());
  SmallVector<KernelOp> cooked;
  for (KernelOp reader : readers) {
    cooked.push_back(cook(recipe, computed, reader));
    rewriter.replaceUsesWithIf(output, cooked.back().getResult(0),
                               [&](OpOperand &use) { return use.getOwner() == reader; });
  }
  bool allowed = llvm::all_of(llvm::zip_equal(cooked, readers), [&](auto pair) {
    auto [producer, reader] = pair;
    FusionEdge edge{producer, producer->getResult(0), reader};
    return checkFusionPair(edge, FamiliesOf{chip}) && checkFusionProfit(edge);
  });
  if (!allowed) {
    for (KernelOp copy : cooked) {
      rewriter.replaceAllUsesWith(copy.getResult(0), output);
      rewriter.eraseOp(copy);
    }
    return false;
  }
  for (size_t i = 0; i < cooked.size(); ++i) {
    KernelOp reader = readers[i];
    emitPassed(reader, RemarkCode::Recomputed,
               "computes an output of the kernel before again, rather than that it is stored and read",
               RemarkMetric{"bytes_saved", bytes / static_cast<int64_t>(readers.size())});
    Dependence dependence;
    mergeKernels(rewriter, cooked[i], reader, reader.getLoc(), dependence);
  }
  return true;
}

int64_t fusion::recomputeOutputs(RewriterBase &rewriter, Operation *root, const ChipInfo &chip) {
  return Recomputer(rewriter, root, chip).run();
}
