// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of a compiled problem on the sets of its data.

#ifndef FUSION_BENCH_PROBLEMCALLS_H
#define FUSION_BENCH_PROBLEMCALLS_H

#include "fusion/Bench/ProblemData.h"
#include "fusion/Bench/Program.h"

namespace fusion::bench {

/// A program made ready on the card.
struct LoadedProgram {
  Program program;
  std::unique_ptr<runtime::Context> context;
  const FusionEntry *entry = nullptr;

  static runtime::Expected<LoadedProgram> load(const Program &program, std::shared_ptr<runtime::Device> device);

  /// What the assembler found that no kernel should have: registers in memory, or products that it serialised (its
  /// warnings C75xx). Empty if all is well, or if it was not asked (machine code came with the module).
  std::string assemblyProblem() const;
};

/// Workspaces for the calls of one program, or of several that do not run at once: one a set.
class Workspaces {
public:
  runtime::Error allocate(std::shared_ptr<runtime::Device> device, uint64_t bytesEach, int sets);
  /// Room for a call on this set.
  runtime::CallOptions callOptions(int set, runtime::Stream stream) const;

private:
  runtime::Buffer buffer;
  uint64_t bytes = 0;
};

/// Bytes of workspace that a call takes.
uint64_t workspaceBytes(const LoadedProgram &program, const ProblemData &data);

/// `program`'s call number `set` on the stream. The arguments outlive the call object.
runtime::BenchmarkCall makeCall(LoadedProgram &program, const ProblemData &data, const Workspaces &workspaces);

} // namespace fusion::bench

#endif // FUSION_BENCH_PROBLEMCALLS_H
