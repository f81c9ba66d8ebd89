// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles the body of a loop into instructions on lanes.

#include "Lanes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusion::reference;

Encoder fusion::reference::lookupEncoder(Operation *op) {
  StringRef name = op->getName().getStringRef();
  for (const llvm::StringMap<Encoder> *table :
       {&getFloatEncoders(), &getIntegerEncoders(), &getConversionEncoders(), &getFusionEncoders(), &getMiscEncoders(),
        &getRandomEncoders(), &getReadEncoders(), &getControlEncoders(), &getIndexEncoders()})
    if (Encoder encoder = table->lookup(name))
      return encoder;
  return nullptr;
}

FailureOr<int> LaneCompiler::getRegister(Value value, Operation *user) {
  auto it = registers.find(value);
  if (it != registers.end())
    return it->second;
  Tensor captured = lookup(value);
  if (!captured)
    return user->emitOpError("uses a value that the reference interpreter has not computed");
  if (captured.getRank() != 0)
    return user->emitOpError("uses a tensor where the reference interpreter expects a scalar");
  (void)addConstant(value, captured);
  return registers.lookup(value);
}

int LaneCompiler::newConstant(Tensor scalar) {
  int reg = newRegister();
  program.constants.push_back({reg, std::move(scalar)});
  return reg;
}

LogicalResult LaneCompiler::addConstant(Value value, Tensor scalar) {
  registers[value] = newConstant(std::move(scalar));
  return success();
}

int LaneCompiler::getIndexRegister(int64_t loopDim) {
  for (auto [dim, reg] : program.indices)
    if (dim == loopDim)
      return reg;
  int reg = newRegister();
  program.indices.push_back({loopDim, reg});
  return reg;
}

FailureOr<Tensor> LaneCompiler::getTensor(Value value, Operation *user) {
  Tensor captured = lookup(value);
  if (!captured)
    return user->emitOpError("reads a tensor that the reference interpreter has not computed");
  return captured;
}

FailureOr<int> LaneCompiler::addTable(Value tensor, Operation *user) {
  FailureOr<Tensor> captured = getTensor(tensor, user);
  if (failed(captured))
    return failure();
  program.tables.push_back(*captured);
  return static_cast<int>(program.tables.size()) - 1;
}

FailureOr<Instruction *> LaneCompiler::append(Operation *op, Kernel kernel) {
  Instruction instruction;
  instruction.kernel = kernel;
  instruction.op = op;
  for (Value operand : op->getOperands()) {
    FailureOr<int> reg = getRegister(operand, op);
    if (failed(reg))
      return failure();
    instruction.src.push_back(*reg);
  }
  if (op->getNumResults()) {
    instruction.dst = newRegister();
    registers[op->getResult(0)] = instruction.dst;
  }
  return &appendRaw(std::move(instruction));
}

Instruction &LaneCompiler::appendRaw(Instruction instruction) {
  instruction.guard = guard;
  program.instructions.push_back(std::move(instruction));
  return program.instructions.back();
}

LogicalResult LaneCompiler::compileNested(Block &block) {
  for (Operation &op : block.without_terminator()) {
    Encoder encoder = lookupEncoder(&op);
    if (!encoder)
      return op.emitOpError("is not supported by the reference interpreter in a body of scalar code");
    if (failed(encoder(*this, &op)))
      return failure();
  }
  return success();
}

LogicalResult LaneCompiler::compileGuarded(Block &block, int inner, SmallVector<Instruction> *into) {
  SmallVector<Instruction> outer;
  if (into)
    std::swap(outer, program.instructions);
  std::swap(guard, inner);
  LogicalResult result = compileNested(block);
  std::swap(guard, inner);
  if (into) {
    std::swap(outer, program.instructions);
    *into = std::move(outer);
  }
  return result;
}

LogicalResult LaneCompiler::compileBlock(Block &block, bool argumentsAreIndices) {
  for (BlockArgument argument : block.getArguments()) {
    int reg = argumentsAreIndices ? getIndexRegister(argument.getArgNumber()) : newRegister();
    registers[argument] = reg;
    if (!argumentsAreIndices)
      program.arguments.push_back(reg);
  }
  if (failed(compileNested(block)))
    return failure();
  for (Value value : block.getTerminator()->getOperands()) {
    FailureOr<int> reg = getRegister(value, block.getTerminator());
    if (failed(reg))
      return failure();
    program.results.push_back(*reg);
  }
  return success();
}

LogicalResult LaneCompiler::compileOp(Operation *op) {
  Encoder encoder = lookupEncoder(op);
  if (!encoder)
    return op->emitOpError("is not supported by the reference interpreter");
  for (Value operand : op->getOperands()) {
    auto [it, isNew] = registers.try_emplace(operand, 0);
    if (isNew)
      it->second = newRegister();
    program.arguments.push_back(it->second);
  }
  if (failed(encoder(*this, op)))
    return failure();
  for (Value result : op->getResults())
    program.results.push_back(registers.lookup(result));
  return success();
}
