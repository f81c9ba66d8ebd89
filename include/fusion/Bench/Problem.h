// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One product with its epilogue: what is measured.

#ifndef FUSION_BENCH_PROBLEM_H
#define FUSION_BENCH_PROBLEM_H

#include "fusion/Bench/Epilogue.h"
#include "fusion/Runtime/ABI.h"

#include <cstdint>
#include <vector>

namespace fusion::bench {

/// D[M,N] = epilogue(A·W), row-major, accumulated in f32; bias, residual and D have the operands' type. With batches
/// that many of them in one tensor each, [batch,M,N] and so on, all with one bias.
struct Problem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  FusionDType type = FUSION_BF16; ///< f16, bf16 or f32
  std::string f32Precision;       ///< of f32 products: "tf32x3", "tf32" or "ieee"
  bool weightKN = false;          ///< W is stored [K,N]; else [N,K]
  bool transposedA = false;       ///< A is stored [K,M]; else [M,K]
  bool dynamicM = false;          ///< compiled for any M
  bool fast = false;              ///< under fast numerics, not relaxed ones
  bool constantW = false;         ///< W carries fusion.constant: it may be read before the kernel before has ended
  Epilogue epilogue;

  /// Parses MxNxK or BATCHxMxNxK followed by fields in any order, each after a colon: a type (bf16, f16, f32, tf32x3,
  /// tf32, ieee), the weight's layout (nk, kn), A's layout (mk, km), dynamic-m, fast, constant-w, an epilogue. What is
  /// missing is as in `defaults`.
  static runtime::Expected<Problem> parse(std::string_view text, const Problem &defaults);
  /// The text that `parse` takes, every field but the common ones named: "4096x3072x768:bf16:nk:bias+gelu".
  std::string name() const;
  std::string sizes() const;
  /// "bf16", or the precision of an f32 product: "tf32x3".
  std::string typeName() const;
  std::string layoutName() const; ///< "nk", "kn", "km:nk", ...

  /// [rows,columns], or [batch,rows,columns] where there are batches.
  std::vector<int64_t> shape(int64_t rows, int64_t columns) const;
  std::vector<int64_t> shapeA() const { return transposedA ? shape(k, m) : shape(m, k); }
  std::vector<int64_t> shapeW() const { return weightKN ? shape(k, n) : shape(n, k); }
  std::vector<int64_t> resultShape() const { return shape(m, n); }
  /// Of an operand of the epilogue.
  std::vector<int64_t> operandShape(EpilogueOp::Operand operand) const;
  /// Of D, all batches together.
  int64_t resultElements() const { return batch * m * n; }
  int64_t resultBytes() const { return resultElements() * elementBytes(); }

  double flops() const { return 2.0 * double(batch) * double(m) * double(n) * double(k); }
  int64_t elementBytes() const { return type == FUSION_F32 ? 4 : 2; }
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
