// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ours beside the epilogue applied in float64 to cuBLASLt's product in f32.

#ifndef FUSION_BENCH_CHECK_H
#define FUSION_BENCH_CHECK_H

#include "fusion/Bench/ProblemData.h"
#include "fusion/Bench/Result.h"

namespace fusion::bench {

/// One set's tensors in host memory.
struct CheckTensors {
  runtime::HostTensor ours, product; ///< `product` in f32
  std::vector<runtime::HostTensor> operands;
};

/// Error of the product that is allowed for, in both: zero where its sums are exact.
struct ProductError {
  double perMagnitude = 0; ///< times the sum of the magnitudes that are added
  double magnitude = 0;    ///< sum of |a||b| of an element, expected
};

/// Adds what it finds to `bad` and returns the largest error over its bound. The bound of docs/dev/ErrorBounds.md with
/// the magnitudes' expectation in place of the magnitudes: what the product may be off by, times the largest slope of
/// an activation, the rounding of the epilogue in f32 and that of the result.
double compareWithReference(const Problem &problem, const CheckTensors &tensors, ProductError error, int64_t &bad);

/// Runs ours once on whole numbers and once on normal random data, outputs poisoned, and compares. Leaves normal data
/// in the set. `ours` puts a call on the default stream.
runtime::Expected<Check> checkProblem(runtime::Device &device, DeviceKernels &kernels,
                                      std::shared_ptr<CublasLt> library, const Problem &problem,
                                      const ProblemData &data, const runtime::BenchmarkCall &ours);

} // namespace fusion::bench

#endif // FUSION_BENCH_CHECK_H
