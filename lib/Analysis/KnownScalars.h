// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is known of the scalars of a kernel's body: numbers, or some bits of them.

#ifndef FUSION_LIB_ANALYSIS_KNOWNSCALARS_H
#define FUSION_LIB_ANALYSIS_KNOWNSCALARS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "llvm/Support/KnownBits.h"
#include <optional>

namespace fusion {

/// Bits of an integer or an index, or of the elements of a tensor of them; nothing of another type.
std::optional<unsigned> getIntegerWidth(Type type);

/// Of scalars, and of the elements of tensors: numbers, or bits of integers.
class KnownScalars {
public:
  bool contains(Value value) const { return numbers.contains(value) || bits.contains(value); }
  /// Null: not all of it is known.
  Attribute getNumber(Value value) const { return numbers.lookup(value); }
  /// Of an integer; of nothing that is known of it, bits that are all unknown.
  llvm::KnownBits getBits(Value value) const;

  void setNumber(Value value, Attribute number) { numbers[value] = number; }
  void setBits(Value value, const llvm::KnownBits &own);
  /// What is known of `from` is known of `to`.
  void copy(Value from, Value to);

  /// Sets what follows for the results of a scalar operation.
  void evaluate(Operation &op);

private:
  llvm::DenseMap<Value, Attribute> numbers;
  llvm::DenseMap<Value, llvm::KnownBits> bits;
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_KNOWNSCALARS_H
