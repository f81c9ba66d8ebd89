// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Handlers of integer arithmetic, pointers and generic memory accesses.

#include "Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

static uint64_t mask(uint64_t bits, unsigned width) { return bits & llvm::maskTrailingOnes<uint64_t>(width); }

/// Two integers to one by `Function`, on bits and their width.
template <uint64_t (*Function)(uint64_t, uint64_t, unsigned)>
static LogicalResult binary(Thread &thread, const Instruction &inst) {
  Datum a = thread.operand(inst, 0), b = thread.operand(inst, 1);
  Datum result;
  if (a.known && b.known)
    result = {mask(Function(a.bits, b.bits, inst.operandWidth), inst.resultWidth), true};
  thread.setResult(inst, result);
  return success();
}

/// One integer to one.
template <uint64_t (*Function)(uint64_t, unsigned)>
static LogicalResult unary(Thread &thread, const Instruction &inst) {
  Datum a = thread.operand(inst, 0);
  // A pointer with an unknown offset keeps what is known of it.
  thread.setResult(inst, {mask(Function(a.bits, inst.operandWidth), inst.resultWidth), a.known});
  return success();
}

static int64_t sext(uint64_t bits, unsigned width) { return llvm::SignExtend64(bits, width); }
static uint64_t copy(uint64_t a, unsigned) { return a; }
static uint64_t extend(uint64_t a, unsigned width) { return sext(a, width); }
static uint64_t add(uint64_t a, uint64_t b, unsigned) { return a + b; }
static uint64_t sub(uint64_t a, uint64_t b, unsigned) { return a - b; }
static uint64_t mul(uint64_t a, uint64_t b, unsigned) { return a * b; }
static uint64_t divU(uint64_t a, uint64_t b, unsigned) { return b ? a / b : 0; }
static uint64_t remU(uint64_t a, uint64_t b, unsigned) { return b ? a % b : 0; }
static uint64_t ceilDivU(uint64_t a, uint64_t b, unsigned) { return b ? llvm::divideCeil(a, b) : 0; }
static uint64_t divS(uint64_t a, uint64_t b, unsigned w) {
  int64_t divisor = sext(b, w);
  return divisor == -1 ? -a : divisor ? sext(a, w) / divisor : 0;
}
static uint64_t remS(uint64_t a, uint64_t b, unsigned w) {
  int64_t divisor = sext(b, w);
  return divisor == -1 || divisor == 0 ? 0 : sext(a, w) % divisor;
}
static uint64_t bitAnd(uint64_t a, uint64_t b, unsigned) { return a & b; }
static uint64_t bitOr(uint64_t a, uint64_t b, unsigned) { return a | b; }
static uint64_t bitXor(uint64_t a, uint64_t b, unsigned) { return a ^ b; }
static uint64_t shl(uint64_t a, uint64_t b, unsigned w) { return b < w ? a << b : 0; }
static uint64_t shrU(uint64_t a, uint64_t b, unsigned w) { return b < w ? a >> b : 0; }
static uint64_t shrS(uint64_t a, uint64_t b, unsigned w) { return sext(a, w) >> std::min<uint64_t>(b, w - 1); }
static uint64_t minU(uint64_t a, uint64_t b, unsigned) { return std::min(a, b); }
static uint64_t maxU(uint64_t a, uint64_t b, unsigned) { return std::max(a, b); }
static uint64_t minS(uint64_t a, uint64_t b, unsigned w) { return std::min(sext(a, w), sext(b, w)); }
static uint64_t maxS(uint64_t a, uint64_t b, unsigned w) { return std::max(sext(a, w), sext(b, w)); }

static LogicalResult constant(Thread &thread, const Instruction &inst) {
  auto attr = inst.op->getAttrOfType<IntegerAttr>("value");
  thread.setResult(inst, attr ? Datum{mask(attr.getValue().getZExtValue(), inst.resultWidth), true} : Datum{});
  return success();
}

static LogicalResult compare(Thread &thread, const Instruction &inst) {
  auto op = cast<arith::CmpIOp>(inst.op);
  Datum a = thread.operand(inst, 0), b = thread.operand(inst, 1), result;
  if (a.known && b.known) {
    unsigned width = inst.operandWidth;
    result = {arith::applyCmpPredicate(op.getPredicate(), APInt(width, mask(a.bits, width)),
                                       APInt(width, mask(b.bits, width))),
              true};
  }
  thread.setResult(inst, result);
  return success();
}

static LogicalResult select(Thread &thread, const Instruction &inst) {
  Datum condition = thread.operand(inst, 0), result;
  if (condition.known)
    result = thread.operand(inst, condition.bits ? 1 : 2);
  thread.setResult(inst, result);
  return success();
}

static LogicalResult addressOf(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::AddressOfOp>(inst.op);
  bool isShared = cast<LLVM::LLVMPointerType>(op.getType()).getAddressSpace() == 3;
  thread.setResult(inst, isShared ? Datum{thread.code.sharedAddress(op.getGlobalName()), true} : Datum{});
  return success();
}

static LogicalResult elementPointer(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::GEPOp>(inst.op);
  Datum base = thread.get(op.getBase());
  DataLayout layout = DataLayout::closest(op);
  Type element = op.getElemType();
  int64_t offset = 0;
  for (auto [i, index] : llvm::enumerate(op.getIndices())) {
    if (i > 0) {
      auto array = dyn_cast<LLVM::LLVMArrayType>(element);
      if (!array)
        return op.emitOpError("steps into a type that is no array, which the barrier check does not model");
      element = array.getElementType();
    }
    int64_t position;
    if (auto value = dyn_cast<Value>(index)) {
      Datum datum = thread.get(value);
      base.known &= datum.known;
      position = sext(datum.bits, value.getType().getIntOrFloatBitWidth());
    } else {
      position = cast<IntegerAttr>(index).getInt();
    }
    offset += position * int64_t(layout.getTypeSize(element));
  }
  if (base.known)
    base.bits += offset;
  thread.setResult(inst, base);
  return success();
}

static LogicalResult castPointer(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::AddrSpaceCastOp>(inst.op);
  Datum pointer = thread.operand(inst, 0);
  auto space = [](Value v) { return cast<LLVM::LLVMPointerType>(v.getType()).getAddressSpace(); };
  if (space(op.getArg()) == 3 && space(op.getRes()) == 7)
    pointer.bits |= uint64_t(thread.rank + 1) << 32;
  thread.setResult(inst, pointer);
  return success();
}

static LogicalResult load(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::LoadOp>(inst.op);
  thread.setResult(inst, {});
  return thread.access(op, op.getAddr(), DataLayout::closest(op).getTypeSize(op.getType()), /*write=*/false);
}

static LogicalResult store(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::StoreOp>(inst.op);
  return thread.access(op, op.getAddr(), DataLayout::closest(op).getTypeSize(op.getValue().getType()), /*write=*/true);
}

void protocol::addScalarHandlers(HandlerTable &table) {
  table.add<arith::ConstantOp>(constant);
  table.add<LLVM::ConstantOp>(constant);
  table.add<arith::AddIOp>(binary<add>);
  table.add<arith::SubIOp>(binary<sub>);
  table.add<arith::MulIOp>(binary<mul>);
  table.add<arith::DivUIOp>(binary<divU>);
  table.add<arith::DivSIOp>(binary<divS>);
  table.add<arith::CeilDivUIOp>(binary<ceilDivU>);
  table.add<arith::RemUIOp>(binary<remU>);
  table.add<arith::RemSIOp>(binary<remS>);
  table.add<arith::AndIOp>(binary<bitAnd>);
  table.add<arith::OrIOp>(binary<bitOr>);
  table.add<arith::XOrIOp>(binary<bitXor>);
  table.add<arith::ShLIOp>(binary<shl>);
  table.add<arith::ShRUIOp>(binary<shrU>);
  table.add<arith::ShRSIOp>(binary<shrS>);
  table.add<arith::MinUIOp>(binary<minU>);
  table.add<arith::MaxUIOp>(binary<maxU>);
  table.add<arith::MinSIOp>(binary<minS>);
  table.add<arith::MaxSIOp>(binary<maxS>);
  table.add<arith::CmpIOp>(compare);
  table.add<arith::SelectOp>(select);
  table.add<arith::ExtUIOp>(unary<copy>);
  table.add<arith::ExtSIOp>(unary<extend>);
  table.add<arith::TruncIOp>(unary<copy>);
  table.add<arith::IndexCastOp>(unary<extend>);
  table.add<arith::IndexCastUIOp>(unary<copy>);
  table.add<LLVM::AddressOfOp>(addressOf);
  table.add<LLVM::PtrToIntOp>(unary<copy>);
  table.add<LLVM::IntToPtrOp>(unary<copy>);
  table.add<LLVM::GEPOp>(elementPointer);
  table.add<LLVM::AddrSpaceCastOp>(castPointer);
  table.add<LLVM::LoadOp>(load);
  table.add<LLVM::StoreOp>(store);
}
