// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One product with its epilogue: what is measured.

#ifndef FUSION_BENCH_PROBLEM_H
#define FUSION_BENCH_PROBLEM_H

#include "fusion/Bench/Epilogue.h"
#include "fusion/Runtime/ABI.h"

#include <cstdint>

namespace fusion::bench {

/// D[M,N] = epilogue(A·W), row-major, accumulated in f32; bias, residual and D have the operands' type.
struct Problem {
  int64_t m = 0, n = 0, k = 0;
  FusionDType type = FUSION_BF16; ///< f16, bf16 or f32
  std::string f32Precision;       ///< of f32 products: "tf32x3", "tf32" or "ieee"
  bool weightKN = false;          ///< W is stored [K,N]; else [N,K]
  bool transposedA = false;       ///< A is stored [K,M]; else [M,K]
  bool dynamicM = false;          ///< compiled for any M
  Epilogue epilogue;

  /// Parses MxNxK followed by fields in any order, each after a colon: a type (bf16, f16, f32, tf32x3, tf32, ieee),
  /// the weight's layout (nk, kn), A's layout (mk, km), dynamic-m, an epilogue. What is missing is as in `defaults`.
  static Expected<Problem> parse(std::string_view text, const Problem &defaults);
  /// The text that `parse` takes, every field but the common ones named: "4096x3072x768:bf16:nk:bias+gelu".
  std::string name() const;
  std::string sizes() const;
  /// "bf16", or the precision of an f32 product: "tf32x3".
  std::string typeName() const;
  std::string layoutName() const; ///< "nk", "kn", "km:nk", ...

  double flops() const { return 2.0 * double(m) * double(n) * double(k); }
  int64_t elementBytes() const { return type == FUSION_F32 ? 4 : 2; }
  /// Bytes that any kernel must move: every operand once, the result once.
  int64_t bytes() const;
  /// Few rows: the time to read the weights decides.
  bool isSkinny() const { return m <= 64 && n * k >= int64_t(1) << 22; }
};

/// Several layers of one shape, each with weights of its own: A problem whose N is its K, that many times.
struct LayerStack {
  int layers = 0;
  Problem layer;

  /// Parses LAYERSxMxNxK and the fields of a problem. More than one layer needs N = K.
  static Expected<LayerStack> parse(std::string_view text, const Problem &defaults);
};

} // namespace fusion::bench

#endif // FUSION_BENCH_PROBLEM_H
