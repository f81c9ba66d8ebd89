// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of product types: what is multiplied, how it is summed, and what tensor cores make of it.

#ifndef FUSION_ANALYSIS_PRODUCTTYPE_H
#define FUSION_ANALYSIS_PRODUCTTYPE_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Runtime/ABI.h"
#include <optional>

namespace fusion {
struct ChipInfo;

/// Which units of a GPU multiply.
enum class ProductUnit {
  TensorCores,
  MultiplyAdd, ///< the ordinary units, one fused multiply-add for each term
  None         ///< there are no kernels
};

/// How tensor cores come by an operand whose elements lie along m or n.
enum class CrossRead {
  Instructions, ///< the instructions that load it, or read it from shared memory, transpose it
  Elements,     ///< threads load each element to the register that it belongs in
  Copy          ///< not at all: it is transposed on its way to shared memory
};

/// How products of a pair of element types are computed: a row of the table. A step of tensor cores always takes 32
/// bytes of k.
struct ProductType {
  llvm::StringLiteral name; ///< in tuning files and messages: "bf16", "f32:tf32x3"
  FusionDType lhs, rhs;     ///< operands in memory, elements of one size
  bool unsignedA, unsignedB;
  std::optional<F32Precision> precision; ///< which of the rows of f32
  ProductUnit unit;
  llvm::StringLiteral formatA, formatB; ///< which tensor cores read, as PTX names it; what f32 has more is not read
  int64_t elementBytes;                 ///< of operands
  CrossRead crossRead;
  bool rounds;      ///< operands are rounded to the nearest number of the format first
  int64_t products; ///< of tensor cores, for each product of operands: 3 where these are split in two parts
  /// Tensor cores truncate when they add to a sum, some of 8-bit floats to 14 bits: so many elements of k are
  /// summed from zero, and added by ordinary additions. 0: all of k is one sum.
  int64_t chain;
  double ChipInfo::*peak; ///< the rate that follows from a chip's,
  double share;           ///< so many times that one
  /// warpgroups multiply multiples of so many columns, beyond 32. 0: there is no such product in PTX 8.1, the version
  /// of the chip table; 8.4 has those of bytes with and without signs.
  int64_t columnUnit;
  std::optional<bool> isFast; ///< which of the rows of 8-bit floats: that of fast numerics
  /// Has all numbers of both formats, for tensor cores that do not know these: two products of it take the place of
  /// one, and their sums need no chains.
  llvm::StringLiteral wider = "";

  bool usesTensorCores() const { return unit == ProductUnit::TensorCores; }
  /// f32 in two parts.
  bool isSplit() const { return products > 1; }
  /// 1e12 operations a second, two for each term.
  double getTFlops(const ChipInfo &chip) const;
};

/// All rows; the first is bf16.
llvm::ArrayRef<ProductType> getProductTypes();

/// The row of a product; f32 precision and numerics are those of its scope.
const ProductType &getProductType(MatmulOp product);

/// The row of that name, null if there is none.
const ProductType *lookupProductType(llvm::StringRef name);

/// Of the rows that have kernels, for messages: the element types ("bf16, f16 and f32"), and the names.
std::string listMultipliedTypes();
std::string listProductTypes();

} // namespace fusion

#endif // FUSION_ANALYSIS_PRODUCTTYPE_H
