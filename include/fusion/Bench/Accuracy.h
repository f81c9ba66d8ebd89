// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors beside cuBLASLt's, both against float64.

#ifndef FUSION_BENCH_ACCURACY_H
#define FUSION_BENCH_ACCURACY_H

#include "fusion/Bench/Session.h"

#include <iosfwd>

namespace fusion::bench {

/// Root mean square and largest absolute value of an error.
struct ErrorSize {
  double rms = 0, largest = 0;
};

/// T2 of docs/Verification.md. Theirs is cuBLASLt's product in f32, the epilogue in f32, and one rounding to the type
/// of the result.
struct Accuracy {
  ErrorSize ours, theirs;
  int64_t elements = 0; ///< that were compared

  static constexpr double rmsLimit = 1.05, largestLimit = 1.5;
  /// Ours over theirs; 1 where both are zero.
  double rmsRatio() const;
  double largestRatio() const;
  /// NaN anywhere in ours is not good.
  bool good() const;
};

/// Tensors in host memory: operands as the problem lays them out, cuBLASLt's product in f32.
struct AccuracyTensors {
  runtime::HostTensor a, w, ours, product;
  std::vector<runtime::HostTensor> operands; ///< of the epilogue
};

/// Compares at most 256 x 256 elements, in rows and columns spread over all of them, always the same.
Accuracy compareAccuracy(const Problem &problem, const AccuracyTensors &tensors);

/// Runs both on normal random data. Fails where there is no cuBLASLt.
runtime::Expected<Accuracy> measureAccuracy(Session &session, const Problem &problem, LoadedProgram &ours);

void printAccuracy(std::ostream &out, const Problem &problem, const Accuracy &accuracy);

} // namespace fusion::bench

#endif // FUSION_BENCH_ACCURACY_H
