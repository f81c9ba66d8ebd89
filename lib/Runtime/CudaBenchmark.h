// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Timing by CUDA graphs; see Benchmark.h for the method.

#ifndef FUSION_LIB_RUNTIME_CUDABENCHMARK_H
#define FUSION_LIB_RUNTIME_CUDABENCHMARK_H

#include "CudaDevice.h"
#include "fusion/Runtime/Benchmark.h"

namespace fusion::runtime {

/// Sorts the values.
double median(std::vector<double> &values);
/// (largest - smallest) / median; sorts the values.
double spread(std::vector<double> &values);

/// Puts call number `set` on the stream and tells the observer, which may be null, of each launch.
using ProfiledCall = std::function<Error(int set, Stream stream, LaunchObserver *observer)>;

/// The time of each launch of a call, which takes about so long. None where calls differ in what they launch.
Expected<std::vector<LaunchTime>> profileCuda(CudaDevice &device, int sets, const ProfiledCall &call,
                                              double microsecondsPerCall, const BenchmarkOptions &options);

Expected<std::vector<BenchmarkResult>> benchmarkCuda(CudaDevice &device, Span<const Contestant> contestants,
                                                     const BenchmarkOptions &options);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CUDABENCHMARK_H
