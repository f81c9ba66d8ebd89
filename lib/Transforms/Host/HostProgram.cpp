// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Entries with the functions beside them, and sizes that are computed again from inputs.

#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

static constexpr StringLiteral kShapesSuffix = ".shapes", kWorkspaceSuffix = ".workspace";

std::string fusion::getShapesName(func::FuncOp entry) { return (entry.getName() + kShapesSuffix).str(); }
std::string fusion::getWorkspaceName(func::FuncOp entry) { return (entry.getName() + kWorkspaceSuffix).str(); }

/// Whether `function` is one of those beside an entry.
static bool isSizeFunction(ModuleOp module, func::FuncOp function) {
  StringRef name = function.getName();
  return (name.consume_back(kShapesSuffix) || name.consume_back(kWorkspaceSuffix)) &&
         module.lookupSymbol<func::FuncOp>(name);
}

SmallVector<func::FuncOp> fusion::getEntries(ModuleOp module) {
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration() && !isSizeFunction(module, function))
      entries.push_back(function);
  return entries;
}

SmallVector<func::FuncOp> fusion::getTensorEntries(ModuleOp module) {
  SmallVector<func::FuncOp> entries = getEntries(module);
  llvm::erase_if(entries, [](func::FuncOp entry) {
    return entry.getNumArguments() > 0 && isa<LLVM::LLVMPointerType>(entry.getArgument(0).getType());
  });
  return entries;
}

BlockArgument fusion::getWorkspace(func::FuncOp entry) {
  for (BlockArgument argument : entry.getArguments())
    if (entry.getArgAttr(argument.getArgNumber(), kWorkspaceAttrName))
      return argument;
  return BlockArgument();
}

/// Arguments of an entry that are outputs, or that are inputs: tensors and numbers.
static SmallVector<BlockArgument> getEntryArguments(func::FuncOp entry, bool outputs) {
  SmallVector<BlockArgument> arguments;
  BlockArgument workspace = getWorkspace(entry);
  for (BlockArgument argument : entry.getArguments()) {
    bool isOutput = static_cast<bool>(entry.getArgAttr(argument.getArgNumber(), kOutputAttrName));
    bool isValue = isa<ShapedType>(argument.getType()) || argument.getType().isIntOrIndexOrFloat();
    if (argument != workspace && isValue && isOutput == outputs)
      arguments.push_back(argument);
  }
  return arguments;
}

SmallVector<BlockArgument> fusion::getInputs(func::FuncOp entry) { return getEntryArguments(entry, false); }
SmallVector<BlockArgument> fusion::getOutputs(func::FuncOp entry) { return getEntryArguments(entry, true); }

SmallVector<BlockArgument> fusion::getAliasedArguments(func::FuncOp entry, unsigned numResults) {
  SmallVector<BlockArgument> arguments(numResults);
  for (BlockArgument argument : entry.getArguments())
    if (auto alias = entry.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), kAliasesAttrName);
        alias && alias.getInt() >= 0 && alias.getInt() < numResults && !arguments[alias.getInt()])
      arguments[alias.getInt()] = argument;
  return arguments;
}

/// Size `index` of `shaped`, asked of arguments of the entry. Fails for what is neither one of them nor an allocation
/// or a reshape.
static FailureOr<Value> buildSize(OpBuilder &builder, Location loc, Value shaped, int64_t index, IRMapping &mapping,
                                  function_ref<Value(BlockArgument, int64_t)> getDim, Value &obstacle) {
  auto type = cast<ShapedType>(shaped.getType());
  if (index < 0 || index >= type.getRank())
    return failure();
  if (!type.isDynamicDim(index))
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(index)).getResult();
  // The other views of memory fold.
  if (auto collapse = shaped.getDefiningOp<memref::CollapseShapeOp>()) {
    Value size = arith::ConstantIndexOp::create(builder, loc, 1);
    const SmallVector<ReassociationIndices, 4> groups = collapse.getReassociationIndices(); // outlives the loop
    for (int64_t dim : groups[index]) {
      FailureOr<Value> factor = buildSize(builder, loc, collapse.getSrc(), dim, mapping, getDim, obstacle);
      if (failed(factor))
        return failure();
      size = builder.createOrFold<arith::MulIOp>(loc, size, *factor);
    }
    return size;
  }
  // Its sizes fold where they are asked for, but not below a collapse.
  if (auto expand = shaped.getDefiningOp<memref::ExpandShapeOp>())
    return cloneSizeComputation(builder, cast<Value>(expand.getMixedOutputShape()[index]), mapping, getDim, obstacle);
  if (auto alloc = shaped.getDefiningOp<memref::AllocOp>())
    return cloneSizeComputation(builder, alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(index)], mapping,
                                getDim, obstacle);
  auto argument = dyn_cast<BlockArgument>(shaped);
  if (!argument || !argument.getOwner()->isEntryBlock() || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return failure();
  Value size = getDim(argument, index);
  if (!size)
    return failure();
  return size;
}

/// How many sizes an input has in the functions of sizes: one for each dimension, or the value of an integer.
static int64_t getNumSizes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getRank() : isa<FloatType>(type) ? 0 : 1;
}

/// The value of an integer that the entry takes. Fails for what is none, or not known there.
static FailureOr<Value> buildScalar(OpBuilder &builder, BlockArgument argument,
                                    function_ref<Value(BlockArgument, int64_t)> getDim) {
  Type type = argument.getType();
  bool isEntryArgument = argument.getOwner()->isEntryBlock() && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!isEntryArgument || !type.isIntOrIndex())
    return failure();
  Value value = getDim(argument, 0);
  if (!value)
    return failure();
  if (value.getType() == type)
    return value;
  return arith::IndexCastOp::create(builder, argument.getLoc(), type, value).getResult();
}

FailureOr<Value> fusion::cloneSizeComputation(OpBuilder &builder, Value value, IRMapping &mapping,
                                              function_ref<Value(BlockArgument, int64_t)> getDim, Value &obstacle) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  obstacle = value;
  Operation *op = value.getDefiningOp();
  if (!op) {
    FailureOr<Value> scalar = buildScalar(builder, cast<BlockArgument>(value), getDim);
    if (succeeded(scalar))
      mapping.map(value, *scalar);
    return scalar;
  }
  if (isa<tensor::DimOp, memref::DimOp>(op)) {
    auto dim = cast<ShapedDimOpInterface>(op);
    std::optional<int64_t> index = getConstantIntValue(dim.getDimension());
    if (!index)
      return failure();
    FailureOr<Value> size = buildSize(builder, op->getLoc(), dim.getShapedValue(), *index, mapping, getDim, obstacle);
    if (succeeded(size))
      mapping.map(value, *size);
    return size;
  }
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  if (!isPure(op) || op->getNumRegions() != 0 || !llvm::all_of(op->getOperandTypes(), isScalar))
    return failure();
  for (Value operand : op->getOperands())
    if (failed(cloneSizeComputation(builder, operand, mapping, getDim, obstacle)))
      return failure();
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

func::FuncOp fusion::createSizeFunction(func::FuncOp entry, StringRef name, ArrayRef<BlockArgument> inputs,
                                        TypeRange resultTypes) {
  OpBuilder builder(entry);
  int64_t numSizes = 0;
  for (BlockArgument input : inputs)
    numSizes += getNumSizes(input.getType());
  SmallVector<Type> argumentTypes(numSizes, builder.getIndexType());
  auto function =
      func::FuncOp::create(builder, entry.getLoc(), name, builder.getFunctionType(argumentTypes, resultTypes));
  function.addEntryBlock();
  return function;
}

int64_t fusion::getSizePosition(ArrayRef<BlockArgument> tensors, BlockArgument tensor, int64_t dim) {
  int64_t position = dim;
  for (BlockArgument other : tensors) {
    if (other == tensor)
      break;
    position += getNumSizes(other.getType());
  }
  return position;
}

Value fusion::getSizeArgument(func::FuncOp sizeFunction, ArrayRef<BlockArgument> inputs, BlockArgument input,
                              int64_t dim) {
  if (!llvm::is_contained(inputs, input))
    return Value();
  return sizeFunction.getArgument(getSizePosition(inputs, input, dim));
}
