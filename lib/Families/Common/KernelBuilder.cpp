// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds arithmetic, accesses and control flow of kernels, folded where that is possible.

#include "fusion/Families/Common/KernelBuilder.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

Value KernelBuilder::c32(int64_t value) { return create<arith::ConstantOp>(getI32IntegerAttr(value)); }
Value KernelBuilder::c64(int64_t value) { return create<arith::ConstantOp>(getI64IntegerAttr(value)); }
Value KernelBuilder::cBool(bool value) { return create<arith::ConstantOp>(getBoolAttr(value)); }
Value KernelBuilder::cF32(double value) { return create<arith::ConstantOp>(getF32FloatAttr(value)); }
Value KernelBuilder::zero(Type type) { return create<arith::ConstantOp>(getZeroAttr(type)); }

Value KernelBuilder::addSums(Value a, Value b) {
  if (isa<IntegerType>(getElementTypeOrSelf(a)))
    return create<arith::AddIOp>(a, b);
  return create<arith::AddFOp>(a, b);
}

Value KernelBuilder::constantLike(Value a, int64_t value) {
  return create<arith::ConstantOp>(getIntegerAttr(a.getType(), value));
}

Value KernelBuilder::div(Value a, int64_t b) {
  if (b == 1)
    return a;
  if (llvm::isPowerOf2_64(b))
    return createOrFold<arith::ShRUIOp>(a, constantLike(a, llvm::Log2_64(b)));
  return createOrFold<arith::DivUIOp>(a, constantLike(a, b));
}

Value KernelBuilder::rem(Value a, int64_t b) {
  if (llvm::isPowerOf2_64(b))
    return andI(a, b - 1);
  return createOrFold<arith::RemUIOp>(a, constantLike(a, b));
}

Value KernelBuilder::toI64(Value a) {
  if (a.getType().isInteger(64))
    return a;
  if (a.getType().isIndex())
    return createOrFold<arith::IndexCastOp>(getI64Type(), a);
  return createOrFold<arith::ExtSIOp>(getI64Type(), a);
}

Value KernelBuilder::toI32(Value a) {
  if (a.getType().isInteger(32))
    return a;
  if (a.getType().isIndex())
    return createOrFold<arith::IndexCastOp>(getI32Type(), a);
  return createOrFold<arith::TruncIOp>(getI32Type(), a);
}

std::optional<int64_t> KernelBuilder::asConstant(Value a) {
  APInt value;
  if (matchPattern(a, m_ConstantInt(&value)))
    return value.getSExtValue();
  return std::nullopt;
}

Value KernelBuilder::offsetPtr(Value pointer, Value bytes) {
  if (auto constant = asConstant(bytes))
    return offsetPtr(pointer, *constant);
  return create<LLVM::GEPOp>(pointer.getType(), getI8Type(), pointer, ArrayRef<LLVM::GEPArg>{bytes});
}

Value KernelBuilder::offsetPtr(Value pointer, int64_t bytes) {
  if (bytes == 0)
    return pointer;
  if (!llvm::isInt<32>(bytes))
    return create<LLVM::GEPOp>(pointer.getType(), getI8Type(), pointer, ArrayRef<LLVM::GEPArg>{c64(bytes)});
  return create<LLVM::GEPOp>(pointer.getType(), getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(bytes)});
}

static unsigned byteWidth(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return llvm::PowerOf2Ceil(vector.getNumElements() * vector.getElementTypeBitWidth() / 8);
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

Value KernelBuilder::load(Type type, Value pointer) { return create<LLVM::LoadOp>(type, pointer, byteWidth(type)); }

void KernelBuilder::store(Value value, Value pointer) {
  create<LLVM::StoreOp>(value, pointer, byteWidth(value.getType()));
}

Value KernelBuilder::extract(Value aggregate, int64_t position) {
  return create<LLVM::ExtractValueOp>(aggregate, ArrayRef<int64_t>{position});
}

void KernelBuilder::ifThen(Value condition, function_ref<void()> body) {
  if (auto constant = asConstant(condition)) {
    if (*constant)
      body();
    return;
  }
  auto op = create<scf::IfOp>(condition, /*withElseRegion=*/false);
  InsertionGuard guard(*this);
  setInsertionPoint(op.thenYield());
  body();
}

SmallVector<Value> KernelBuilder::extractAll(Value aggregate) {
  int64_t count = cast<LLVM::LLVMStructType>(aggregate.getType()).getBody().size();
  return llvm::map_to_vector(llvm::seq<int64_t>(count), [&](int64_t i) { return extract(aggregate, i); });
}

Value KernelBuilder::inlineAsm(Type type, ValueRange operands, StringRef text, StringRef constraints) {
  auto op = create<LLVM::InlineAsmOp>(type ? TypeRange(type) : TypeRange(), operands, text, constraints,
                                      /*has_side_effects=*/true, /*is_align_stack=*/false,
                                      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
  return type ? op.getRes() : Value();
}

Value KernelBuilder::hide(Value value) {
  Type type = value.getType();
  return inlineAsm(type, value, "", type.isInteger(64) ? "=l,0" : type.isF32() ? "=f,0" : "=r,0");
}

SmallVector<Value> KernelBuilder::ifElse(Value condition, TypeRange types, function_ref<SmallVector<Value>()> thenBody,
                                         function_ref<SmallVector<Value>()> elseBody) {
  if (auto constant = asConstant(condition))
    return *constant ? thenBody() : elseBody();
  auto op = create<scf::IfOp>(types, condition, /*withElseRegion=*/true);
  InsertionGuard guard(*this);
  auto fill = [&](Block *block, function_ref<SmallVector<Value>()> body) {
    if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
      block->back().erase();
    setInsertionPointToEnd(block);
    SmallVector<Value> results = body();
    create<scf::YieldOp>(results);
  };
  fill(op.thenBlock(), thenBody);
  fill(op.elseBlock(), elseBody);
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> KernelBuilder::forLoop(Value lower, Value upper, Value step, ValueRange init,
                                          function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto op = create<scf::ForOp>(lower, upper, step, init);
  InsertionGuard guard(*this);
  Block *block = op.getBody();
  if (!block->empty())
    block->back().erase();
  setInsertionPointToEnd(block);
  create<scf::YieldOp>(body(op.getInductionVar(), op.getRegionIterArgs()));
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> KernelBuilder::rolledLoop(Value lower, Value upper, int64_t step, ValueRange init,
                                             function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  return forLoop(lower, upper, step, init, [&](Value index, ValueRange carried) {
    auto unroll = LLVM::LoopUnrollAttr::get(getContext(), /*disable=*/getBoolAttr(true), {}, {}, {}, {}, {}, {});
    auto annotation =
        LLVM::LoopAnnotationAttr::get(getContext(), {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
    // The body stands in the loop, whose attributes upstream's SCFToControlFlow copies to the branch back; under this
    // name LLVM's translation makes metadata of them.
    getInsertionBlock()->getParentOp()->setAttr("loop_annotation", annotation);
    return body(index, carried);
  });
}
