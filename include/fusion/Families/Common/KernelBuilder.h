// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The builder of kernel bodies: folding arithmetic, pointers and control flow.

#ifndef FUSION_FAMILIES_COMMON_KERNELBUILDER_H
#define FUSION_FAMILIES_COMMON_KERNELBUILDER_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace fusion {

/// Builds kernel bodies: integer arithmetic with folding, raw pointers, and structured control flow, at one location.
/// All integer values are i32 unless a name says otherwise.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  LLVM::LLVMPointerType globalPtrType() { return LLVM::LLVMPointerType::get(getContext(), /*addressSpace=*/1); }
  LLVM::LLVMPointerType sharedPtrType() { return LLVM::LLVMPointerType::get(getContext(), /*addressSpace=*/3); }

  Value c32(int64_t value);
  Value c64(int64_t value);
  Value cBool(bool value);
  Value cF32(double value);
  Value zero(Type type);
  /// a + b of accumulators, or vectors of them: integers or floats.
  Value addSums(Value a, Value b);

  Value add(Value a, Value b) { return createOrFold<arith::AddIOp>(a, b); }
  Value add(Value a, int64_t b) { return b == 0 ? a : add(a, constantLike(a, b)); }
  Value sub(Value a, Value b) { return createOrFold<arith::SubIOp>(a, b); }
  Value sub(Value a, int64_t b) { return add(a, -b); }
  Value mul(Value a, Value b) { return createOrFold<arith::MulIOp>(a, b); }
  Value mul(Value a, int64_t b) { return b == 1 ? a : mul(a, constantLike(a, b)); }
  /// Unsigned quotient and remainder; powers of two become shifts and masks.
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value div(Value a, Value b) { return createOrFold<arith::DivUIOp>(a, b); }
  Value rem(Value a, Value b) { return createOrFold<arith::RemUIOp>(a, b); }
  /// a * b + c.
  Value mad(Value a, int64_t b, Value c) { return add(mul(a, b), c); }
  /// Unsigned quotient, rounded up.
  Value ceilDiv(Value a, int64_t b) { return div(add(a, b - 1), b); }
  Value xorI(Value a, Value b) { return createOrFold<arith::XOrIOp>(a, b); }
  Value xorI(Value a, int64_t b) { return b == 0 ? a : xorI(a, constantLike(a, b)); }
  Value andI(Value a, Value b) { return createOrFold<arith::AndIOp>(a, b); }
  Value andI(Value a, int64_t b) { return andI(a, constantLike(a, b)); }
  Value orI(Value a, Value b) { return createOrFold<arith::OrIOp>(a, b); }
  Value shl(Value a, Value b) { return createOrFold<arith::ShLIOp>(a, b); }
  Value minS(Value a, Value b) { return createOrFold<arith::MinSIOp>(a, b); }
  Value maxS(Value a, Value b) { return createOrFold<arith::MaxSIOp>(a, b); }
  Value cmp(arith::CmpIPredicate predicate, Value a, Value b) { return createOrFold<arith::CmpIOp>(predicate, a, b); }
  /// a < b, signed.
  Value lt(Value a, Value b) { return cmp(arith::CmpIPredicate::slt, a, b); }
  Value eq(Value a, Value b) { return cmp(arith::CmpIPredicate::eq, a, b); }
  Value ne(Value a, Value b) { return cmp(arith::CmpIPredicate::ne, a, b); }
  Value eq(Value a, int64_t b) { return cmp(arith::CmpIPredicate::eq, a, constantLike(a, b)); }
  Value select(Value condition, Value a, Value b) { return createOrFold<arith::SelectOp>(condition, a, b); }
  /// i32 or index to i64, sign-extended.
  Value toI64(Value a);
  Value toI32(Value a);
  /// i1 to i32, 0 or 1.
  Value fromBool(Value a) { return createOrFold<arith::ExtUIOp>(getI32Type(), a); }

  /// The constant behind `a`, if it is one.
  static std::optional<int64_t> asConstant(Value a);

  /// `pointer` moved by a number of bytes.
  Value offsetPtr(Value pointer, Value bytes);
  Value offsetPtr(Value pointer, int64_t bytes);
  /// A load or store whose address is known to be a multiple of the value's size.
  Value load(Type type, Value pointer);
  void store(Value value, Value pointer);
  Value extract(Value aggregate, int64_t position);
  /// All elements of a struct.
  SmallVector<Value> extractAll(Value aggregate);
  /// Inline PTX, which stays where it is among others and loads and stores; `type` is that of the result, or null.
  Value inlineAsm(Type type, ValueRange operands, StringRef text, StringRef constraints);
  /// `value` (i32, i64, f32 or a pointer to shared memory) by a name that LLVM does not see through: nothing that is
  /// computed of it moves to before this place, or is folded.
  Value hide(Value value);

  /// scf.if without else, without results.
  void ifThen(Value condition, function_ref<void()> body);
  /// scf.if with results from both sides.
  SmallVector<Value> ifElse(Value condition, TypeRange types, function_ref<SmallVector<Value>()> thenBody,
                            function_ref<SmallVector<Value>()> elseBody);
  /// scf.for over i32 from `lower` to `upper`; the body maps (induction variable, carried values) to new ones.
  SmallVector<Value> forLoop(Value lower, Value upper, Value step, ValueRange init,
                             function_ref<SmallVector<Value>(Value, ValueRange)> body);
  SmallVector<Value> forLoop(Value lower, Value upper, int64_t step, ValueRange init,
                             function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    return forLoop(lower, upper, c32(step), init, body);
  }
  /// The same, which neither LLVM nor ptxas unrolls.
  SmallVector<Value> rolledLoop(Value lower, Value upper, int64_t step, ValueRange init,
                                function_ref<SmallVector<Value>(Value, ValueRange)> body);

private:
  Value constantLike(Value a, int64_t value);
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_KERNELBUILDER_H
