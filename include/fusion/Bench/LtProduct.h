// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One product of cuBLASLt with what it fuses, and its algorithms.

#ifndef FUSION_BENCH_LTPRODUCT_H
#define FUSION_BENCH_LTPRODUCT_H

#include "fusion/Bench/CublasLt.h"
#include "fusion/Bench/Problem.h"

namespace fusion::bench {

/// The longest start of an epilogue that cuBLASLt can fuse: a bias, then relu or gelu, or else a residual by beta = 1.
struct LtEpilogue {
  size_t fused = 0; ///< operations of the chain that are fused
  bool bias = false, relu = false, gelu = false, residual = false;

  /// Behind sums of bytes it fuses nothing.
  static LtEpilogue match(const Problem &problem);
};

/// Device pointers of one call.
struct LtOperands {
  const void *a = nullptr, *w = nullptr, *bias = nullptr, *residual = nullptr;
  void *d = nullptr;
};

class LtProduct {
public:
  /// Asks for at most `algorithms` algorithms. Fails where cuBLASLt has none for this problem. `output` is D's type;
  /// `fast` lets f32 be rounded to tf32.
  static runtime::Expected<std::unique_ptr<LtProduct>> create(std::shared_ptr<CublasLt> library, const Problem &problem,
                                                              const LtEpilogue &epilogue, FusionDType output, bool fast,
                                                              int algorithms);
  ~LtProduct();

  /// Puts the product on the stream, with one of the algorithms.
  runtime::Error call(size_t algorithm, const LtOperands &operands, runtime::Stream stream);

  /// Finds the fastest algorithm, in bursts: all of them once, then the best few beside each other. `operands` gives
  /// those of a set. Algorithms that fail are left out.
  runtime::Error choose(runtime::Device &device, int sets, const std::function<LtOperands(int)> &operands, bool quick);
  size_t chosen() const { return best; }
  int tried() const { return triedCount; }

private:
  LtProduct() = default;
  runtime::Error describe(const Problem &problem, FusionDType output, bool fast);

  std::shared_ptr<CublasLt> library;
  LtEpilogue epilogue;
  lt::MatmulDesc desc = nullptr;
  lt::MatrixLayout layoutW = nullptr, layoutA = nullptr, layoutD = nullptr;
  lt::Preference preference = nullptr;
  std::vector<lt::Algorithm> candidates;
  bool inIntegers = false; ///< sums, and what they are multiplied by
  size_t best = 0;
  int triedCount = 0;
};

} // namespace fusion::bench

#endif // FUSION_BENCH_LTPRODUCT_H
