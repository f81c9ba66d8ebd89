// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tensors of a problem on the device, in as many sets as the calls rotate over.

#ifndef FUSION_BENCH_PROBLEMDATA_H
#define FUSION_BENCH_PROBLEMDATA_H

#include "fusion/Bench/DeviceKernels.h"
#include "fusion/Bench/LtProduct.h"
#include "fusion/Bench/Problem.h"

namespace fusion::bench {

class ProblemData {
public:
  /// Every set holds different normal random numbers: A, bias and residual N(0,1), W N(0,1/16); bytes N(0,32^2), which
  /// scales of a weight's integers bring back.
  static runtime::Expected<ProblemData> create(std::shared_ptr<runtime::Device> device, DeviceKernels &kernels,
                                               const Problem &problem, const runtime::BenchmarkOptions &options);

  int sets() const { return count; }
  void *a(int set) const { return at(0, set); }
  /// What an entry reads: W, or the integers of it.
  void *w(int set) const { return at(1, set); }
  void *operand(size_t index, int set) const { return at(2 + index, set); }
  void *result(int set) const { return at(2 + problem.epilogue.operandCount(), set); }
  /// Room for a product that a kernel after it finishes.
  void *product(int set) const { return at(3 + problem.epilogue.operandCount(), set); }
  int64_t weightBytes() const { return pieces[1].bytes; }
  /// What a library reads, of the type's elements: W, or what its integers stand for.
  void *weight(int set) const { return problem.integers ? at(scalesAt() + 1, set) : w(set); }

  /// Views for our entries: A, W and the operands; a product and the operands from the epilogue's operation `first` on.
  std::vector<runtime::Tensor> problemInputs(int set) const;
  std::vector<runtime::Tensor> tailInputs(size_t first, int set) const;
  runtime::Tensor resultView(int set) const;
  /// Operands of a cuBLASLt call that fuses `epilogue` and writes to `d`.
  LtOperands ltOperands(const LtEpilogue &epilogue, int set, void *d) const;

  /// Fills the inputs of one set. Whole numbers are scaled so that the product's elements are of the order of 1.
  runtime::Error fill(DeviceKernels &kernels, RandomData kind, int set) const;
  /// Standard deviations of the elements of A and W for that kind of data.
  double deviationA(RandomData kind) const;
  double deviationW(RandomData kind) const;

private:
  struct Piece {
    FusionDType type;
    int64_t elements = 0;
    bool isInput = false;
    runtime::Buffer buffer;
    int64_t bytes = 0, stride = 0;
  };
  /// What there is, without memory.
  std::vector<Piece> listPieces() const;
  size_t scalesAt() const { return 4 + problem.epilogue.operandCount(); }
  void *at(size_t piece, int set) const {
    return static_cast<char *>(pieces[piece].buffer.data()) + pieces[piece].stride * set;
  }
  float scaleOf(size_t piece, RandomData kind) const;
  runtime::Tensor operandView(size_t index, int set) const;

  Problem problem;
  int count = 1;
  std::vector<Piece> pieces; ///< A, W, operands, result, product; of a weight of integers its scales, and its floats
};

} // namespace fusion::bench

#endif // FUSION_BENCH_PROBLEMDATA_H
