// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fuzzes the compiler by bytes as a graph.

#include "fusion/Driver/Compile.h"
#include "fusion/Driver/Graph.h"

using namespace mlir;
using namespace fusion;

/// Reads the bytes as a graph, then imports, fuses and schedules it for a GPU.
extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  Graph graph([](Diagnostic &) {});
  InputOptions input;
  input.recoverFromCrashes = false; // the fuzzer is to see them
  if (failed(graph.read(llvm::MemoryBuffer::getMemBufferCopy({data, size}, "input"), input)))
    return 0;
  CompileOptions options;
  options.verifyEach = true;
  options.target = "sm_90a";
  (void)buildKernels(graph.getModule(), options);
  return 0;
}
