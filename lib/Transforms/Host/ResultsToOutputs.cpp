// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that turns results into arguments that are written to.

#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace fusion {
#define GEN_PASS_DEF_RESULTSTOOUTPUTSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether the runtime can pass tensors of this type (FusionDType of the ABI).
static bool isPassable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() && getDType(tensor.getElementType());
}

static constexpr StringLiteral kAdvice = "; convert it to one of these where the graph is made";

static LogicalResult verifySignature(func::FuncOp entry) {
  if (!llvm::hasSingleElement(entry.getBody()))
    return entry.emitError() << "function '" << entry.getName() << "' expects a body of one block";
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (!isPassable(type) && !getScalarDType(type))
      return entry.emitError() << "function '" << entry.getName()
                               << "' expects ranked tensors of f8E4M3FN, f8E5M2, f16, bf16, f32, "
                               << "f64 or signless integers of 1, 8, 16, 32 or 64 bits, but argument " << index
                               << " is " << type << kAdvice;
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes()))
    if (!isPassable(type))
      return entry.emitError() << "function '" << entry.getName()
                               << "' expects ranked tensors of f8E4M3FN, f8E5M2, f16, bf16, f32, "
                               << "f64 or signless integers of 1, 8, 16, 32 or 64 bits, but result " << index << " is "
                               << type << kAdvice;
  return success();
}

/// Walks from a returned value to the value behind its reshapes, which it collects, and reshapes the output
/// accordingly.
static Value peelReshapes(OpBuilder &builder, Value value, Value &output, SmallVectorImpl<Operation *> &reshapes) {
  while (Operation *op = value.getDefiningOp()) {
    Location loc = op->getLoc();
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      output = tensor::CollapseShapeOp::create(builder, loc, output, expand.getReassociationIndices());
      value = expand.getSrc();
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
               collapse && collapse.getSrcType().hasStaticShape()) {
      output = tensor::ExpandShapeOp::create(builder, loc, collapse.getSrcType(), output,
                                             collapse.getReassociationIndices());
      value = collapse.getSrc();
    } else if (auto cast = dyn_cast<tensor::CastOp>(op);
               cast && tensor::preservesStaticInformation(cast.getType(), cast.getSource().getType())) {
      value = cast.getSource(); // the type alone forgets a size
    } else {
      break;
    }
    reshapes.push_back(op);
    // A dynamic size may have become static.
    if (output.getType() != value.getType())
      output = tensor::CastOp::create(builder, loc, value.getType(), output);
  }
  return value;
}

/// Does again what `reshapes`, from the last one to the first, do.
static Value reshapeAgain(OpBuilder &builder, Value value, ArrayRef<Operation *> reshapes) {
  for (Operation *reshape : llvm::reverse(reshapes)) {
    IRMapping mapping;
    mapping.map(reshape->getOperand(0), value);
    value = builder.clone(*reshape, mapping)->getResult(0);
  }
  return value;
}

/// Whether a result is written into the memory of `value`, an argument.
static bool isOverwritten(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto entry = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  return entry && entry.getArgAttr(argument.getArgNumber(), kAliasesAttrName);
}

/// Materializes `value` in `output` and returns the output with its new content. That happens where the value is made,
/// and all other uses of it become uses of the output: nothing reads the value when the output is written.
static Value materialize(OpBuilder &entryBuilder, func::ReturnOp returnOp, Value value, Value output) {
  SmallVector<Operation *> reshapes;
  Value source = peelReshapes(entryBuilder, value, output, reshapes);
  OpBuilder builder(returnOp);
  // Inputs, constants and values that are in another output already stay where they are and are copied.
  Operation *producer = source.getDefiningOp();
  bool isCopied = !producer || isa<bufferization::MaterializeInDestinationOp, arith::ConstantOp>(producer);
  if (!isCopied)
    builder.setInsertionPointAfter(producer);
  else if (isOverwritten(source))
    builder = entryBuilder;
  auto written = bufferization::MaterializeInDestinationOp::create(builder, value.getLoc(), source, output);
  if (!isCopied)
    source.replaceAllUsesExcept(written.getResult(), written);
  builder.setInsertionPoint(returnOp);
  return reshapeAgain(builder, written.getResult(), reshapes);
}

/// Of the reshapes of `input` that lead to `output`, makes one with those that the graph has already: bufferization
/// sees that they are one memory.
static void shareReshapes(Value input, Value output) {
  SmallVector<Operation *> made;
  for (; output != input; output = output.getDefiningOp()->getOperand(0))
    made.push_back(output.getDefiningOp());
  for (Operation *op : llvm::reverse(made))
    for (Operation *other : op->getOperand(0).getUsers())
      if (other != op && OperationEquivalence::isEquivalentTo(op, other, OperationEquivalence::IgnoreLocations))
        other->replaceAllUsesWith(op);
}

/// Whether `value` is what a loop makes of `input`.
static bool isLoopOver(Value value, Value input) {
  while (auto loop = value.getDefiningOp<scf::ForOp>())
    value = loop.getTiedLoopInit(cast<OpResult>(value))->get();
  return value == input;
}

namespace {
/// Materializes results in the inputs that they are written into. That happens behind all that reads the inputs;
/// bufferization finds out which can be computed there before that.
class InputWriter {
public:
  InputWriter(OpBuilder &entryBuilder, func::ReturnOp returnOp) : entryBuilder(entryBuilder), returnOp(returnOp) {}

  /// The input with its new content.
  Value write(Value value, BlockArgument input);

private:
  /// What is to be written into `input`: `source`, or a copy of it where it may be memory of another input, which may
  /// be overwritten before.
  Value keep(Value source, BlockArgument input);

  OpBuilder &entryBuilder;
  func::ReturnOp returnOp;
  DenseMap<Value, Value> written; ///< what was materialized, and where it is since
};
} // namespace

Value InputWriter::keep(Value source, BlockArgument input) {
  Value memory = findMemory(source);
  Operation *owner = memory.getDefiningOp(), *producer = source.getDefiningOp();
  bool isBranch = owner && owner->getNumRegions() > 0 && !isa<DestinationStyleOpInterface, KernelOp>(owner);
  if (memory == input || (!isOverwritten(memory) && !isBranch))
    return source;
  OpBuilder builder = entryBuilder;
  if (producer)
    builder.setInsertionPointAfter(producer);
  return bufferization::AllocTensorOp::create(builder, source.getLoc(), cast<RankedTensorType>(source.getType()),
                                              /*dynamicSizes=*/ValueRange(), /*copy=*/source);
}

Value InputWriter::write(Value value, BlockArgument input) {
  SmallVector<Operation *> reshapes;
  Value output = input, source = peelReshapes(entryBuilder, value, output, reshapes);
  shareReshapes(input, output);
  // It stays what it is, or is where it belongs when the loop has ended; else it is copied there then.
  if (source == input || (reshapes.empty() && isLoopOver(source, input)))
    return value;
  OpBuilder builder(returnOp);
  Value &result = written[source];
  result = bufferization::MaterializeInDestinationOp::create(builder, value.getLoc(),
                                                             result ? result : keep(source, input), output)
               .getResult();
  return reshapeAgain(builder, result, reshapes);
}

/// The context before the inputs, which are not to be written unless they carry fusion.aliases, and an output for each
/// of `values` behind them. All at once: the function's types and attributes on the way would be kept by the MLIR
/// context.
static void addArguments(func::FuncOp entry, OperandRange values) {
  Builder builder(entry.getContext());
  DictionaryAttr none = builder.getDictionaryAttr({});
  DictionaryAttr output = builder.getDictionaryAttr(builder.getNamedAttr(kOutputAttrName, builder.getUnitAttr()));
  unsigned numInputs = entry.getNumArguments();
  SmallVector<unsigned> positions{0};
  SmallVector<Type> types{LLVM::LLVMPointerType::get(entry.getContext())};
  SmallVector<Location> locations{entry.getLoc()};
  SmallVector<DictionaryAttr> inserted{none}, all{none};
  for (unsigned index = 0; index < numInputs; ++index) {
    NamedAttrList attributes(entry.getArgAttrDict(index));
    if (isa<TensorType>(entry.getArgument(index).getType()) && !attributes.get(kAliasesAttrName))
      attributes.set(bufferization::BufferizationDialect::kWritableAttrName, builder.getBoolAttr(false));
    all.push_back(attributes.getDictionary(entry.getContext()));
  }
  for (Value value : values) {
    positions.push_back(numInputs);
    types.push_back(value.getType());
    locations.push_back(value.getLoc());
    inserted.push_back(output);
    all.push_back(output);
  }
  (void)entry.insertArguments(positions, types, inserted, locations);
  entry.setAllArgAttrs(all);
}

static void convertEntry(func::FuncOp entry) {
  auto returnOp = cast<func::ReturnOp>(entry.front().getTerminator());
  OpBuilder builder(returnOp);
  Value status = arith::ConstantOp::create(builder, entry.getLoc(), builder.getI32IntegerAttr(0));
  // Before the status at least, so before all that inputs are overwritten by.
  OpBuilder entryBuilder = OpBuilder::atBlockBegin(&entry.front());
  unsigned numInputs = entry.getNumArguments(), numResults = returnOp.getNumOperands();
  addArguments(entry, returnOp.getOperands());
  SmallVector<BlockArgument> aliased = getAliasedArguments(entry, numResults);
  SmallVector<Value> results(1 + numResults);
  results[0] = status;
  // What is written into an input too is copied from there.
  DenseMap<Value, unsigned> inInputs;
  for (unsigned index = 0; index < numResults; ++index)
    if (aliased[index])
      inInputs.try_emplace(returnOp.getOperand(index), index);
  for (unsigned index = 0; index < numResults; ++index)
    if (!aliased[index] && !inInputs.contains(returnOp.getOperand(index)))
      results[1 + index] =
          materialize(entryBuilder, returnOp, returnOp.getOperand(index), entry.getArgument(1 + numInputs + index));
  // Inputs are overwritten last of all.
  InputWriter writer(entryBuilder, returnOp);
  for (unsigned index = 0; index < numResults; ++index)
    if (BlockArgument input = aliased[index])
      results[1 + index] = writer.write(returnOp.getOperand(index), input);
  for (unsigned index = 0; index < numResults; ++index)
    if (!results[1 + index])
      results[1 + index] = materialize(entryBuilder, returnOp, results[1 + inInputs.lookup(returnOp.getOperand(index))],
                                       entry.getArgument(1 + numInputs + index));
  returnOp.getOperandsMutable().assign(results);
  SmallVector<Attribute> noAttributes(results.size(), builder.getDictionaryAttr({}));
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), ValueRange(results).getTypes()));
  entry.setAllResultAttrs(noAttributes);
}

namespace {
struct ResultsToOutputs : fusion::impl::ResultsToOutputsPassBase<ResultsToOutputs> {
  void runOnOperation() override {
    for (func::FuncOp entry : getTensorEntries(getOperation())) {
      if (failed(verifySignature(entry)))
        return signalPassFailure();
      numOutputs += entry.getNumResults();
      writeAfterReads(entry);
      convertEntry(entry);
    }
  }
};
} // namespace
