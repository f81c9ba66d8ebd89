// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors for the calls of any entry of fixed shapes.

#ifndef FUSION_LIB_BENCH_ENTRYDATA_H
#define FUSION_LIB_BENCH_ENTRYDATA_H

#include "fusion/Bench/DeviceKernels.h"
#include "fusion/Bench/ProblemCalls.h"
#include "fusion/Runtime/Benchmark.h"

namespace fusion::bench {

class EntryData {
public:
  /// For calls of programs whose entries have the same types, and that do not run at once.
  runtime::Error create(std::shared_ptr<runtime::Device> device, DeviceKernels &kernels,
                        const std::vector<const LoadedProgram *> &programs, const runtime::BenchmarkOptions &options);

  /// `program`'s calls. They outlive neither it nor this.
  runtime::BenchmarkCall callOf(LoadedProgram &program) const;

  int sets = 1;
  std::vector<std::vector<runtime::Tensor>> inputs, outputs; ///< [set][tensor]

private:
  runtime::Error addBuffer(const std::shared_ptr<runtime::Device> &device, int64_t bytes, void *&data);
  runtime::Error fillInput(const std::shared_ptr<runtime::Device> &device, DeviceKernels &kernels,
                           runtime::Tensor &tensor, int set, size_t index);

  uint64_t workspaceBytes = 0;
  std::vector<void *> workspaces;
  std::vector<runtime::Buffer> buffers;
};

} // namespace fusion::bench

#endif // FUSION_LIB_BENCH_ENTRYDATA_H
