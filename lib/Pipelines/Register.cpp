// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names under which the pipelines are known.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"
#include <type_traits>

using namespace mlir;
using namespace fusion;

namespace {
struct NoOptions : PassPipelineOptions<NoOptions> {};

struct Pipeline {
  StringLiteral name, description;
  void (*add)(const Pipeline &);
  std::string (*printOptions)();
};
} // namespace

/// Registers a pipeline. Wrong options are errors of the caller, as those of passes: upstream's
/// PassPipelineRegistration prints them itself, and says nothing of options where a pipeline has none.
template <typename Options, auto build> static void addPipeline(const Pipeline &pipeline) {
  auto addPasses = [name = pipeline.name](OpPassManager &pm, StringRef text,
                                          function_ref<LogicalResult(const Twine &)> reportError) {
    Options options;
    std::string problem;
    llvm::raw_string_ostream os(problem);
    if (failed(options.parseFromString(text, os)))
      return reportError(problem.empty() ? "wrong options of " + name.str() : problem);
    if constexpr (std::is_invocable_v<decltype(build), OpPassManager &>)
      build(pm);
    else
      build(pm, options);
    return success();
  };
  registerPassPipeline(pipeline.name, pipeline.description, addPasses,
                       [](function_ref<void(const mlir::detail::PassOptions &)> visit) { visit(Options()); });
}

template <typename Options> static std::string printOptions() {
  std::string text;
  llvm::raw_string_ostream os(text);
  Options().print(os);
  return text;
}

template <typename Options, auto build>
static constexpr Pipeline declare(StringLiteral name, StringLiteral description) {
  return {name, description, addPipeline<Options, build>, printOptions<Options>};
}

static constexpr Pipeline kPipelines[] = {
    declare<NoOptions, buildImportPipeline>("fusion-import", "from linalg and TOSA on tensors to fusion ops"),
    declare<FusePipelineOptions, buildFusePipeline>("fusion-fuse", "form kernels and merge them for a chip"),
    declare<GPUPipelineOptions, buildToGPUPipeline>("fusion-to-gpu", "from a graph to GPU kernels and their launches"),
    declare<NoOptions, buildLowerToPTXPipeline>("fusion-device-to-ptx", "from gpu.module to gpu.binary with PTX"),
    declare<GPUPipelineOptions, buildToPTXPipeline>("fusion-to-ptx", "from a graph to PTX and launches"),
    declare<NoOptions, buildToHostPipeline>("fusion-gpu-host-to-llvm",
                                            "from PTX and launches to a host program in LLVM"),
    declare<CPUPipelineOptions, buildToCPUPipeline>("fusion-to-cpu", "from a graph to LLVM for the host")};

void fusion::registerPipelines() {
  for (const Pipeline &pipeline : kPipelines)
    pipeline.add(pipeline);
}

std::string fusion::printPipelineOptions(StringRef name) {
  const auto *found = llvm::find_if(kPipelines, [&](const Pipeline &pipeline) { return pipeline.name == name; });
  return found == std::end(kPipelines) ? "" : found->printOptions();
}
