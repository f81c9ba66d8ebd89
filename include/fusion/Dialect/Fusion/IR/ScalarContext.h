// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the scalar form of an elementwise operation may ask of its place.

#ifndef FUSION_DIALECT_FUSION_IR_SCALARCONTEXT_H
#define FUSION_DIALECT_FUSION_IR_SCALARCONTEXT_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fusion {

class LookupOp;

/// What the scalar form of an elementwise operation may ask of the place that it is built for, beside its operands. The
/// functions need only live while the form is built.
struct ScalarContext {
  /// The element's position along dimension `dim` of the operation's result, of type index.
  llvm::function_ref<Value(int64_t dim)> position;
  /// The element at `indices` (of type index) that an operation of a map's region looks up, in its compute type; zero
  /// where `condition` (i1; null: always true) does not hold. An index out of range where it holds is an error when the
  /// program runs.
  llvm::function_ref<Value(LookupOp op, ValueRange indices, Value condition)> lookup;
  /// Every scalar operation rounds to its own type (Numerics::Strict).
  bool strict = false;
  /// May be null. The scalar that is known already for what an operation of a map's region gives, null if none is: it
  /// is taken instead of one built anew.
  llvm::function_ref<Value(Value result)> find = nullptr;
  /// May be null. Is told the scalar that was built for what an operation of a map's region gives.
  llvm::function_ref<void(Value result, Value scalar)> note = nullptr;
};

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_SCALARCONTEXT_H
