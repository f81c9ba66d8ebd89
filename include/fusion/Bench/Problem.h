// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One product with its epilogue: what is measured.

#ifndef FUSION_BENCH_PROBLEM_H
#define FUSION_BENCH_PROBLEM_H

#include "fusion/Bench/Epilogue.h"
#include "fusion/Runtime/ABI.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fusion {
struct ProductType;
}

namespace fusion::bench {

/// Integers of which W is made: each is multiplied by the scale of its row's group along k.
struct WeightIntegers {
  int bits = 8;      ///< 8, or 4: two in a byte
  int64_t group = 0; ///< elements along k that share a scale; 0: all of a row
};

/// D[M,N] = epilogue(A·W), row-major, accumulated as the type's row of the table says; bias, residual and D have the
/// operands' type, of 8-bit operands bf16. With batches that many of them in one tensor each, [batch,M,N] and so on,
/// all with one bias.
struct Problem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  const ProductType *type = getDefaultType(); ///< a row of the table, of the numerics that the problem has
  std::optional<WeightIntegers> integers;     ///< W is made of them, in the type's elements; scales have that type
  std::string f32Precision;                   ///< of problems that say f32 alone: "tf32x3" (if empty), "tf32" or "ieee"
  bool weightKN = false;                      ///< W is stored [K,N]; else [N,K]
  bool transposedA = false;                   ///< A is stored [K,M]; else [M,K]
  bool dynamicM = false;                      ///< compiled for any M
  bool fast = false;                          ///< under fast numerics, not relaxed ones
  bool constantW = false; ///< W carries fusion.constant: it may be read before the kernel before has ended
  Epilogue epilogue;

  /// Parses MxNxK or BATCHxMxNxK followed by fields in any order, each after a colon: a type as the table of product
  /// types names it (bf16, f32:tf32 or tf32 alone, f8E4M3FN:e5m2), integers of the weight (w8, w4g128), the weight's
  /// layout (nk, kn), A's layout (mk, km), dynamic-m, fast, constant-w, an epilogue. What is missing is as in
  /// `defaults`.
  static runtime::Expected<Problem> parse(std::string_view text, const Problem &defaults);
  /// The text that `parse` takes, every field but the common ones named: "4096x3072x768:bf16:nk:bias+gelu".
  std::string name() const;
  std::string sizes() const;
  /// "bf16", "f8E4M3FN:e5m2", or the precision of an f32 product: "tf32x3"; numerics are not in it.
  std::string typeName() const;
  /// The precision of an f32 product; else empty.
  std::string precision() const;
  /// The types that a problem may name.
  static std::string listTypes();
  static const ProductType *getDefaultType();
  std::string layoutName() const; ///< "nk", "kn", "km:nk", ...

  /// [rows,columns], or [batch,rows,columns] where there are batches.
  std::vector<int64_t> shape(int64_t rows, int64_t columns) const;
  std::vector<int64_t> shapeA() const { return transposedA ? shape(k, m) : shape(m, k); }
  std::vector<int64_t> shapeW() const { return weightKN ? shape(k, n) : shape(n, k); }
  /// Of what is in memory, where that is integers: bytes.
  std::vector<int64_t> storedShapeW() const { return integers ? shape(n, k * integers->bits / 8) : shapeW(); }
  std::vector<int64_t> resultShape() const { return shape(m, n); }
  /// Of an operand of the epilogue.
  std::vector<int64_t> operandShape(EpilogueOp::Operand operand) const;
  /// Of D, all batches together.
  int64_t resultElements() const { return batch * m * n; }
  int64_t resultBytes() const;
  /// Scales of the weight's integers, [N,K/group].
  std::vector<int64_t> scaleShape() const { return {n, k / (integers->group ? integers->group : k)}; }

  /// Elements in memory: of A; of W, of its integers bytes; of bias, residual and D.
  FusionDType typeA() const;
  FusionDType typeW() const;
  FusionDType resultType() const;
  /// What a library has for A·W alone: that of D, or i32, in which bytes are summed; and where that is not rounded.
  FusionDType sumType() const;
  FusionDType wholeSumType() const { return sumType() == FUSION_I32 ? FUSION_I32 : FUSION_F32; }
  /// What elements of A and W are multiplied as.
  FusionDType factorType() const;
  bool isUnsignedA() const;
  bool isUnsignedW() const;

  double flops() const { return 2.0 * double(batch) * double(m) * double(n) * double(k); }
  /// Bytes that any kernel must move: every operand once, the result once.
  int64_t bytes() const;
  /// Few rows: the time to read the weights decides.
  bool isSkinny() const { return m <= 64 && batch * n * k >= int64_t(1) << 22; }
};

/// Several layers of one shape, each with weights of its own: A problem whose N is its K, that many times.
struct LayerStack {
  int layers = 0;
  Problem layer;

  /// Parses LAYERSxMxNxK and the fields of a problem. More than one layer needs N = K.
  static runtime::Expected<LayerStack> parse(std::string_view text, const Problem &defaults);
};

} // namespace fusion::bench

#endif // FUSION_BENCH_PROBLEM_H
