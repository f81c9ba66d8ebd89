// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Words of small integers to pairs of floats.

#ifndef FUSION_LIB_FAMILIES_NARROW_DEQUANTISER_H
#define FUSION_LIB_FAMILIES_NARROW_DEQUANTISER_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::narrow {

/// Makes pairs of floats, exactly, of a word's integers: bits that are put below the exponent of a large number add to
/// it, and the number is taken off again. Both halves of a word are treated at once, so a pair has integers that are
/// half a word apart:
///
///   8 bits: (0, 2), (1, 3)                     of one word
///   4 bits: (0, 4), (1, 5), (2, 6), (3, 7)     of one word
class Dequantiser {
public:
  /// `bias` is taken off each integer. `leavesLarge`: of 4 bits, the large number is left to the zero points, which are
  /// taken off anyway, and are so small that they are exact with it.
  Dequantiser(Type floatType, int64_t bits, bool isUnsigned, int64_t bias, bool leavesLarge)
      : floatType(floatType), bits(bits), isUnsigned(isUnsigned), bias(bias), leavesLarge(leavesLarge) {}

  int64_t pairsOfWord() const { return 16 / bits; }
  /// Pairs of a word (i32), as vectors of two floats, less `getOffset`.
  SmallVector<Value> getPairs(KernelBuilder &kb, Value word) const;
  /// What integers, less the bias, have more than their floats.
  int64_t getOffset() const {
    if (bits == 4)
      return leavesLarge ? -getLargeOfNibbles() : 0;
    return (isUnsigned && floatType.isBF16() ? 128 : 0) - bias;
  }
  /// Both halves `number` (i32), of at most 256 in size where floats are of bf16, and 2048 of f16.
  Value getBoth(KernelBuilder &kb, Value number) const;

  /// Of eight neighbours along k of the activations, four words, the pairs that meet those of weights.
  static SmallVector<Value> pairActivations(KernelBuilder &kb, ArrayRef<Value> words, int64_t bits);

private:
  SmallVector<Value> getPairsOfBytes(KernelBuilder &kb, Value word) const;
  SmallVector<Value> getPairsOfNibbles(KernelBuilder &kb, Value word) const;
  /// What nibbles have more in their place behind the exponent: the large number, what a sign is turned into, the bias.
  int64_t getLargeOfNibbles() const { return (floatType.isBF16() ? 128 : 1024) + (isUnsigned ? 0 : 8) + bias; }
  VectorType getPairType() const { return VectorType::get(2, floatType); }
  Value asPair(KernelBuilder &kb, Value word) const { return kb.create<LLVM::BitcastOp>(getPairType(), word); }
  Value addNumber(KernelBuilder &kb, Value pair, double number) const;

  Type floatType;
  int64_t bits;
  bool isUnsigned;
  int64_t bias;
  bool leavesLarge;
};

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_DEQUANTISER_H
