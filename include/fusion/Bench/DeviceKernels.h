// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The benchmark's own kernels, as PTX: random data made where it is needed, a plain read
// of memory, and the comparison of two results.

#ifndef FUSION_BENCH_DEVICEKERNELS_H
#define FUSION_BENCH_DEVICEKERNELS_H

#include "fusion/Runtime/Benchmark.h"
#include "fusion/Runtime/Module.h"

#include <memory>

namespace fusion::bench {

enum class RandomData {
  Normal,  ///< N(0, scale)
  Integer, ///< whole numbers from -4 to 4, times `scale`: with a power of two, sums of products are exact in f32
  One,     ///< `scale` itself
};

class DeviceKernels {
public:
  static runtime::Expected<std::unique_ptr<DeviceKernels>> create(std::shared_ptr<runtime::Device> device);

  /// Fills `count` elements of a type that products have, rounded; integers of 8 bits have their largest magnitude at
  /// most. Element i depends on `seed` and i alone.
  runtime::Error fill(void *data, int64_t count, FusionDType type, RandomData kind, unsigned seed, float scale);

  /// What is in the rows of a weight of integers, in `type`, bf16 or f16: each of `bits` bits, those of four in bytes,
  /// the lower ones first, times the scale of its `group` along k.
  struct IntegerWeight {
    const void *integers, *scales;
    int64_t n, k, group;
    int bits;
  };
  runtime::Error dequantize(void *weight, FusionDType type, const IntegerWeight &from);

  /// How a plain read is laid out.
  struct ReadGrid {
    int unroll = 4; ///< 16-byte loads in flight in a thread, 4 or 8
    int64_t blocks = 1;
  };
  /// The layouts to try for `bytes`: a few blocks a multiprocessor, or one pass.
  std::vector<ReadGrid> readGrids(int64_t bytes) const;
  /// Reads `bytes` (whole 16-byte pieces of them), each once.
  runtime::Error read(const void *data, int64_t bytes, ReadGrid grid, runtime::Stream stream);

  /// What elements may differ by, and less: `relative` times the second one's magnitude, and `absolute`.
  struct Tolerance {
    float relative = 0, absolute = 0;
  };
  /// How many of the elements of two tensors, f16, bf16 or f32, differ by more than is tolerated, or in their bits
  /// where that is nothing. Waits for the result.
  runtime::Expected<int64_t> countDifferences(const void *a, const void *b, int64_t elements, FusionDType type,
                                              Tolerance tolerance);

private:
  /// A kernel whose threads go over so many elements.
  runtime::Error launchForElements(int32_t kernel, int64_t count, void **args);

  std::unique_ptr<runtime::Context> context;
  runtime::Buffer sink;
};

/// The PTX of these kernels, for sm_80 and later.
const std::string &deviceKernelsPtx();

} // namespace fusion::bench

#endif // FUSION_BENCH_DEVICEKERNELS_H
