// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads of tensors at computed positions, their sizes, assertions: what may fail, and so must not run in a branch that
// is not taken.

#include "FloatOps.h"
#include "IntegerOps.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

namespace {
void runAssert(const Instruction &in, LaneContext &c) {
  const Register &condition = c.src(in, 0);
  for (int l = 0; l < c.lanes; ++l)
    if (!condition.value[l].i && c.runs(in, l) == Runs::Yes)
      c.failed = &in;
}

LogicalResult encodeAssert(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runAssert);
  if (failed(in))
    return failure();
  (*in)->error = cast<cf::AssertOp>(op).getMsg();
  return success();
}

/// Where an extraction reads, or no offset if that is outside of the table.
std::optional<int64_t> getOffset(const Instruction &in, const LaneContext &c, const Tensor &table, int lane) {
  int64_t offset = 0;
  for (auto [d, reg] : llvm::enumerate(in.src)) {
    int64_t index = c.registers[reg].value[lane].i;
    if (index < 0 || index >= table.getDim(d))
      return std::nullopt;
    offset += index * table.getStrides()[d];
  }
  return offset;
}

/// Says that nothing is known of an element; integers[1] is the width of integers, 0 for floats.
void setUnknownElement(const Instruction &in, Register &dst, int lane) {
  if (in.integers[1])
    setUnknown(dst, lane, in.integers[1]);
  else
    dst.set(lane, Interval::unknown(dst.value[lane].f));
}

void readLane(const Instruction &in, LaneContext &c, int l) {
  const Tensor &table = c.tables[in.table];
  Register &dst = c.dst(in);
  Runs runs = c.runs(in, l);
  std::optional<int64_t> offset = runs == Runs::No ? std::nullopt : getOffset(in, c, table, l);
  dst.value[l] = dst.lo[l] = dst.hi[l] = makeInt(0); // also the 0 of floats
  if (offset) {
    dst.value[l] = table.value()[*offset];
    dst.lo[l] = table.lo()[*offset];
    dst.hi[l] = table.hi()[*offset];
  } else if (runs == Runs::Yes) {
    c.failed = &in;
  }
  bool certain = llvm::all_of(in.src, [&](int reg) { return isCertain(c.registers[reg], l); });
  if (c.bounds && runs != Runs::No && (!certain || !offset))
    setUnknownElement(in, dst, l);
}

void runExtract(const Instruction &in, LaneContext &c) {
  Register &dst = c.dst(in);
  auto isExact = [&](int reg) { return c.registers[reg].exact; };
  bool guardExact = in.guard < 0 || isExact(in.guard);
  dst.exact = !c.bounds || (c.tables[in.table].isExact() && guardExact && llvm::all_of(in.src, isExact));
  for (int l = 0; l < c.lanes && !c.failed; ++l)
    readLane(in, c, l);
}

/// A read of `source` at `indices`.
FailureOr<Instruction *> appendRead(LaneCompiler &compiler, Operation *op, Value source, ValueRange indices) {
  Instruction in;
  in.kernel = runExtract;
  in.op = op;
  in.error = "reads outside of its tensor";
  FailureOr<int> table = compiler.addTable(source, op);
  if (failed(table))
    return failure();
  in.table = *table;
  Type type = op->getResult(0).getType();
  in.integers[1] = isa<FloatType>(type) ? 0 : getWidth(type);
  for (Value index : indices) {
    FailureOr<int> reg = compiler.getRegister(index, op);
    if (failed(reg))
      return failure();
    in.src.push_back(*reg);
  }
  in.dst = compiler.newRegister();
  compiler.setRegister(op->getResult(0), in.dst);
  return &compiler.appendRaw(std::move(in));
}

LogicalResult encodeExtract(LaneCompiler &compiler, Operation *op) {
  auto extract = cast<tensor::ExtractOp>(op);
  return appendRead(compiler, op, extract.getTensor(), extract.getIndices());
}

/// Its condition is a branch of its own, whose other side is zero.
LogicalResult encodeLookup(LaneCompiler &compiler, Operation *op) {
  auto read = cast<LookupOp>(op);
  if (!read.getCondition())
    return appendRead(compiler, op, read.getTable(), read.getIndices());
  FailureOr<int> condition = compiler.getRegister(read.getCondition(), op);
  if (failed(condition))
    return failure();
  int guard = appendGuard(compiler, op, *condition);
  FailureOr<Instruction *> in = appendRead(compiler, op, read.getTable(), read.getIndices());
  if (failed(in))
    return failure();
  (*in)->guard = guard;
  Type type = read.getType();
  Instruction choice;
  choice.kernel = getSelectKernel(type);
  choice.op = op;
  choice.src = {*condition, (*in)->dst,
                compiler.newConstant(Tensor::splat(type, {}, makeInt(0)))}; // also the 0 of floats
  choice.dst = compiler.newRegister();
  compiler.setRegister(read.getResult(), choice.dst);
  compiler.appendRaw(std::move(choice));
  return success();
}

/// Of a tensor from outside of the body, whose sizes are known before it runs.
LogicalResult encodeDim(LaneCompiler &compiler, Operation *op) {
  auto dim = cast<tensor::DimOp>(op);
  FailureOr<Tensor> source = compiler.getTensor(dim.getSource(), op);
  if (failed(source))
    return failure();
  std::optional<int64_t> position = getConstantIntValue(dim.getIndex());
  if (!position)
    return op->emitOpError(
        "asks for a dimension that is computed, which the reference interpreter does not support in a "
        "body of scalar code");
  if (*position < 0 || *position >= source->getRank())
    return op->emitOpError("asks for dimension ") << *position << " of a tensor of rank " << source->getRank();
  return compiler.addConstant(op->getResult(0), Tensor::splat(dim.getType(), {}, makeInt(source->getDim(*position))));
}

LogicalResult encodeRank(LaneCompiler &compiler, Operation *op) {
  FailureOr<Tensor> source = compiler.getTensor(op->getOperand(0), op);
  if (failed(source))
    return failure();
  Type type = op->getResult(0).getType();
  return compiler.addConstant(op->getResult(0), Tensor::splat(type, {}, makeInt(source->getRank())));
}
} // namespace

const llvm::StringMap<Encoder> &fusion::reference::getReadEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["cf.assert"] = encodeAssert;
    table["fusion.lookup"] = encodeLookup;
    table["tensor.extract"] = encodeExtract;
    table["tensor.dim"] = encodeDim;
    table["tensor.rank"] = encodeRank;
    return table;
  }();
  return encoders;
}
