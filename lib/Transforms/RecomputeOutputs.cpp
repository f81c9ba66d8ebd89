// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Readers compute an output again where that takes less time than moving it.

#include "MergeKernels.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

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

/// A kernel that reads an output: as it is, or behind a reshape.
struct Reading {
  KernelOp reader;
  Value value; ///< what it reads: the output, or the reshape of it

  Operation *getReshape() const {
    Operation *op = value.getDefiningOp();
    return isa<KernelOp>(op) ? nullptr : op;
  }
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
    for (KernelOp kernel : llvm::reverse(kernels)) {
      if (KernelOp stored = storeProduct(kernel, count))
        kernel = stored;
      for (OpResult output : getOutputsLastFirst(kernel))
        count += recompute(kernel, output);
    }
    return count;
  }

private:
  static SmallVector<OpResult> getOutputsLastFirst(KernelOp kernel);
  /// Whether the kernels that read `output` compute it now.
  bool recompute(KernelOp kernel, OpResult output);
  /// Stores the product of a kernel in its own type where wider outputs follow from it, which their readers compute
  /// then. Adds the number of those outputs to `count`. Returns the kernel with that output; null if that does not pay.
  KernelOp storeProduct(KernelOp kernel, int64_t &count);
  /// How kernels read `output`, each once; none if something else reads it too.
  static SmallVector<Reading> getReadings(OpResult output);
  /// How `output` follows from inputs, from outputs that something reads, and from `product`: outside, `asStored`.
  static std::optional<Recipe> findRecipe(KernelOp kernel, OpResult output, Value product = {}, Value asStored = {});
  /// Whether the recipe serves all readings, in the shapes that they have.
  static bool serves(const Recipe &recipe, OpResult output, ArrayRef<Reading> readings);
  /// Bytes that are no longer moved; negative where reading the sources takes more.
  static int64_t getBytesSaved(OpResult output, const Recipe &recipe, ArrayRef<Reading> readings);
  /// Whether attention reads what follows from positions and small operands: where it knows the mask, it visits no keys
  /// that the mask hides, which is worth more than the arithmetic.
  static bool isMaskOfAttention(OpResult output, const Recipe &recipe, ArrayRef<Reading> readings);
  /// Has the readers compute the output, if that is legal.
  bool computeInReaders(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<Reading> readings,
                        int64_t bytes);
  /// `source` in the shape in which the reader reads the output.
  Value getSource(Value source, const Reading &reading);
  /// Whether a kernel that does what the recipe says, in the shape that the reader reads, may be merged into that.
  bool mayMerge(const Recipe &recipe, Value computed, const Reading &reading);
  /// Whether that is so of all readers of an output.
  bool mayCompute(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<Reading> readings);

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

SmallVector<Reading> Recomputer::getReadings(OpResult output) {
  SmallVector<Reading> readings;
  SmallVector<Value> values{output};
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (user->getBlock() != output.getOwner()->getBlock())
        return {};
      if (i == 0 && isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user)) {
        values.push_back(user->getResult(0));
        continue;
      }
      auto reader = dyn_cast<KernelOp>(user);
      if (!reader || !reader.getOuts().empty())
        return {};
      // One that reads it in two shapes would be merged twice.
      auto known = llvm::find_if(readings, [&](const Reading &reading) { return reading.reader == reader; });
      if (known == readings.end())
        readings.push_back({reader, values[i]});
      else if (known->value != values[i])
        return {};
    }
  return readings;
}

std::optional<Recipe> Recomputer::findRecipe(KernelOp kernel, OpResult output, Value product, Value asStored) {
  ValueRange yielded = kernel.getYield().getOperands();
  Value computed = yielded[output.getResultNumber()];
  llvm::DenseMap<Value, Value> stored;
  for (auto [value, result] : llvm::zip_equal(yielded, kernel->getResults()))
    if (result != output && !result.use_empty())
      stored[value] = result;
  if (product)
    stored[product] = asStored;
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

/// Whether a recipe gives the same elements in any shape: no operation depends on its position, and all are computed in
/// the shape of the output.
static bool isReshapable(const Recipe &recipe, RankedTensorType output) {
  auto hasShape = [&](Type type) { return cast<RankedTensorType>(type).getShape() == output.getShape(); };
  auto isScalar = [](Type type) { return cast<RankedTensorType>(type).getRank() == 0; };
  return llvm::all_of(recipe.sources, [&](auto &source) { return hasShape(source.first.getType()); }) &&
         llvm::all_of(recipe.ops, [&](Operation *op) {
           auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
           return elementwise ? hasShape(op->getResult(0).getType()) && !elementwise.dependsOnPosition()
                              : isScalar(op->getResult(0).getType());
         });
}

/// A reshape like `reshape` of `source`, if there is one in front of `place`.
static Operation *findReshape(Operation *reshape, Value source, Operation *place) {
  auto isSame = [&](Operation *op) {
    return op->getName() == reshape->getName() && op->getBlock() == place->getBlock() && op->isBeforeInBlock(place) &&
           op->getAttrDictionary() == reshape->getAttrDictionary() &&
           llvm::equal(op->getOperands().drop_front(), reshape->getOperands().drop_front()) &&
           cast<RankedTensorType>(op->getResult(0).getType()).getShape() ==
               cast<RankedTensorType>(reshape->getResult(0).getType()).getShape();
  };
  auto found = llvm::find_if(source.getUsers(), isSame);
  return found == source.getUsers().end() ? nullptr : *found;
}

/// `source` in the shape in which the reader reads the output, if the graph has it.
static std::optional<Value> findShaped(Value source, const Reading &reading) {
  Operation *reshape = reading.getReshape();
  if (!reshape)
    return source;
  Operation *found = findReshape(reshape, source, reading.reader);
  return found ? std::optional<Value>(found->getResult(0)) : std::nullopt;
}

/// The type that it has.
static RankedTensorType getShapedType(Value source, const Reading &reading) {
  if (!reading.getReshape())
    return cast<RankedTensorType>(source.getType());
  return cast<RankedTensorType>(reading.value.getType()).clone(getElementTypeOrSelf(source.getType()));
}

int64_t Recomputer::getBytesSaved(OpResult output, const Recipe &recipe, ArrayRef<Reading> readings) {
  int64_t bytes = estimateBytes(output.getType());
  for (const Reading &reading : readings) {
    KernelOp reader = reading.reader;
    bytes += estimateBytes(output.getType());
    for (auto [value, source] : recipe.sources)
      if (!llvm::is_contained(reader.getInputs(), findShaped(source, reading).value_or(source)))
        bytes -= estimateBytes(source.getType());
  }
  return bytes;
}

Value Recomputer::getSource(Value source, const Reading &reading) {
  if (std::optional<Value> found = findShaped(source, reading))
    return *found;
  Operation *own = rewriter.clone(*reading.getReshape());
  own->setOperand(0, source);
  own->getResult(0).setType(getShapedType(source, reading));
  return own->getResult(0);
}

/// A kernel that does what the recipe says with `inputs` in the place of its sources, in the shape that is read.
static KernelOp cook(OpBuilder &builder, const Recipe &recipe, ValueRange inputs, Value computed,
                     const Reading &reading) {
  auto kernel = KernelOp::create(builder, computed.getLoc(), reading.value.getType(), inputs);
  IRMapping mapping;
  for (auto [source, argument] : llvm::zip_equal(recipe.sources, kernel.getBodyBlock()->getArguments()))
    mapping.map(source.first, argument);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(kernel.getBodyBlock());
  for (Operation *op : recipe.ops) {
    Operation *copy = builder.clone(*op, mapping);
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(copy); elementwise && reading.getReshape())
      elementwise.setResultShape(cast<RankedTensorType>(reading.value.getType()).getShape());
  }
  YieldOp::create(builder, computed.getLoc(), mapping.lookup(computed));
  return kernel;
}

// Copies of the two kernels are asked about. A source that has to be reshaped for the reader is an argument of its own.
bool Recomputer::mayMerge(const Recipe &recipe, Value computed, const Reading &reading) {
  KernelOp reader = reading.reader;
  llvm::SetVector<std::pair<Value, Type>> outside; // values of the graph, with the types in which they are read
  auto add = [&](Value value, Type type) {
    outside.insert({value, type});
    return llvm::find(outside, std::pair(value, type)) - outside.begin();
  };
  SmallVector<unsigned> sources, others; // numbers of arguments
  for (auto [inside, source] : recipe.sources)
    sources.push_back(add(findShaped(source, reading).value_or(source), getShapedType(source, reading)));
  for (Value input : reader.getInputs())
    others.push_back(input == reading.value ? 0 : add(input, input.getType()));
  SmallVector<Value> origins = llvm::to_vector(llvm::make_first_range(outside));
  SmallVector<Type> types = llvm::to_vector(llvm::make_second_range(outside));
  DetachedFunction function(reader, types, origins);
  auto getArgument = [&](unsigned number) -> Value { return function.getArguments()[number]; };
  auto builder = OpBuilder::atBlockEnd(&function.getBlock());
  KernelOp cooked = cook(builder, recipe, llvm::map_to_vector(sources, getArgument), computed, reading);
  IRMapping copies;
  for (auto [input, number] : llvm::zip_equal(reader.getInputs(), others))
    copies.map(input, input == reading.value ? cooked.getResult(0) : getArgument(number));
  FusionEdge edge{cooked, cooked->getResult(0), builder.clone(*reader, copies)};
  return checkFusionPair(edge, FamiliesOf{chip}) && checkFusionProfit(edge);
}

bool Recomputer::mayCompute(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<Reading> readings) {
  Value computed = kernel.getYield().getOperand(output.getResultNumber());
  return llvm::all_of(readings, [&](const Reading &reading) { return mayMerge(recipe, computed, reading); });
}

bool Recomputer::serves(const Recipe &recipe, OpResult output, ArrayRef<Reading> readings) {
  return llvm::none_of(readings, [](const Reading &reading) { return reading.getReshape() != nullptr; }) ||
         isReshapable(recipe, cast<RankedTensorType>(output.getType()));
}

KernelOp Recomputer::storeProduct(KernelOp kernel, int64_t &count) {
  KernelPlan plan(kernel);
  const ProductSum *product = kernel.getOuts().empty() ? plan.getPlainProduct() : nullptr;
  if (!product || llvm::is_contained(kernel.getYield().getOperands(), product->getResult()))
    return {};
  Value value = product->getResult();
  const int64_t own = estimateBytes(value.getType());
  SmallVector<int64_t> numbers;
  llvm::SmallSetVector<std::pair<Operation *, Value>, 8> reads;
  int64_t bytes = -own, instructions = 0;
  for (OpResult output : getOutputsLastFirst(kernel)) {
    SmallVector<Reading> readings = getReadings(output);
    int64_t size = estimateBytes(output.getType());
    std::optional<Recipe> recipe = findRecipe(kernel, output, value, value);
    if (size <= own || readings.empty() || !recipe || !serves(*recipe, output, readings))
      continue;
    numbers.push_back(output.getResultNumber());
    int64_t readers = readings.size();
    bytes += size * (1 + readers);
    instructions += recipe->cost * estimateElements(cast<RankedTensorType>(output.getType()).getShape()) * readers;
    for (const Reading &reading : readings)
      for (auto [inside, source] : recipe->sources)
        if (KernelOp reader = reading.reader; !llvm::is_contained(reader.getInputs(), source))
          reads.insert({reader, source});
  }
  for (auto [reader, source] : reads)
    bytes -= estimateBytes(source.getType());
  if (numbers.empty() || bytes <= 0 || instructions > kInstructionsPerByte * bytes)
    return {};
  // Readers are asked with the product itself in the place of what will be stored.
  auto isRefused = [&](int64_t number) {
    OpResult output = kernel->getResult(number);
    return !mayCompute(kernel, output, *findRecipe(kernel, output, value, value), getReadings(output));
  };
  if (llvm::all_of(numbers, isRefused))
    return {};
  KernelOp wider = addOutput(rewriter, kernel, value);
  for (int64_t number : numbers) {
    OpResult output = wider->getResult(number);
    std::optional<Recipe> recipe = findRecipe(wider, output, value, wider->getResults().back());
    count += computeInReaders(wider, output, *recipe, getReadings(output), bytes / numbers.size());
  }
  return wider;
}

bool Recomputer::recompute(KernelOp kernel, OpResult output) {
  SmallVector<Reading> readings = getReadings(output);
  if (readings.empty() || !kernel.getOuts().empty())
    return false;
  std::optional<Recipe> recipe = findRecipe(kernel, output);
  if (!recipe || !serves(*recipe, output, readings))
    return false;
  auto type = cast<RankedTensorType>(output.getType());
  int64_t bytes = getBytesSaved(output, *recipe, readings);
  int64_t instructions = recipe->cost * estimateElements(type.getShape()) * static_cast<int64_t>(readings.size());
  bool saves = bytes > 0 && instructions <= kInstructionsPerByte * bytes;
  return (saves || isMaskOfAttention(output, *recipe, readings)) &&
         computeInReaders(kernel, output, *recipe, readings, bytes);
}

bool Recomputer::isMaskOfAttention(OpResult output, const Recipe &recipe, ArrayRef<Reading> readings) {
  auto dependsOnPosition = [](Operation *op) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    return elementwise && elementwise.dependsOnPosition();
  };
  auto isSmall = [&](const std::pair<Value, Value> &source) {
    return kMaskReuse * estimateBytes(source.second.getType()) <= estimateBytes(output.getType());
  };
  return recipe.cost <= kMaxFormulaCost && llvm::any_of(recipe.ops, dependsOnPosition) &&
         llvm::all_of(recipe.sources, isSmall) &&
         llvm::all_of(readings, [](const Reading &reading) { return KernelPlan(reading.reader).chainsProducts(); });
}

bool Recomputer::computeInReaders(KernelOp kernel, OpResult output, const Recipe &recipe, ArrayRef<Reading> readings,
                                  int64_t bytes) {
  if (!mayCompute(kernel, output, recipe, readings))
    return false;
  Value computed = kernel.getYield().getOperand(output.getResultNumber());
  SmallVector<KernelOp> cooked;
  for (const Reading &reading : readings) {
    rewriter.setInsertionPoint(reading.reader);
    SmallVector<Value> inputs = llvm::map_to_vector(
        recipe.sources, [&](const std::pair<Value, Value> &source) { return getSource(source.second, reading); });
    cooked.push_back(cook(rewriter, recipe, inputs, computed, reading));
    rewriter.replaceUsesWithIf(reading.value, cooked.back().getResult(0),
                               [&](OpOperand &use) { return use.getOwner() == reading.reader; });
  }
  for (size_t i = 0; i < cooked.size(); ++i) {
    KernelOp reader = readings[i].reader;
    emitPassed(reader, RemarkCode::Recomputed,
               "computes an output of the kernel before again, rather than that it is stored and read",
               RemarkMetric{"bytes_saved", bytes / static_cast<int64_t>(readings.size())});
    Dependence dependence;
    mergeKernels(rewriter, cooked[i], reader, reader.getLoc(), dependence);
  }
  // A reshape that nothing reads any more reads the output no longer.
  for (Operation *user : llvm::make_early_inc_range(output.getUsers()))
    if (user->use_empty())
      rewriter.eraseOp(user);
  return true;
}

int64_t fusion::recomputeOutputs(RewriterBase &rewriter, Operation *root, const ChipInfo &chip) {
  return Recomputer(rewriter, root, chip).run();
}
