// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The compiler's pipelines as library functions. Each is registered under the name in its comment, and accepts what an
// earlier one leaves. The stages are those of docs/dev/Architecture.md.

#ifndef FUSION_PIPELINES_PIPELINES_H
#define FUSION_PIPELINES_PIPELINES_H

#include "fusion/Support/ChipTable.h"
#include "fusion/Support/LLVM.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace fusion {

/// Options of `fusion-fuse`.
struct FusePipelineOptions : PassPipelineOptions<FusePipelineOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("chip to fuse for, which is attached to the module; empty: the module's, or the default")};
  Option<std::string> card{*this, "card", llvm::cl::desc("card with the chip, as the driver names it; empty: none")};
  Option<bool> initialize{*this, "initialize",
                          llvm::cl::desc("what follows from constants alone is computed once, by NAME.initialize"),
                          llvm::cl::init(true)};
};

/// What a compile depends on, beside the graph, for whatever it is made.
template <typename Options> struct GraphPipelineOptions : PassPipelineOptions<Options> {
  template <typename T> using Option = typename PassPipelineOptions<Options>::template Option<T>;

  Option<std::string> numerics{*this, "numerics", llvm::cl::desc("relaxed, strict or fast; empty: as the module says")};
  Option<std::string> f32Precision{*this, "f32-precision",
                                   llvm::cl::desc("tf32x3, tf32 or ieee; empty: as the module says")};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("false: one operation a kernel, for comparison"),
                    llvm::cl::init(true)};
  Option<bool> initialize{*this, "initialize",
                          llvm::cl::desc("what follows from constants alone is computed once, by NAME.initialize"),
                          llvm::cl::init(true)};
  Option<std::string> schedule{*this, "schedule",
                               llvm::cl::desc("a #fusion.schedule for kernels of products; empty: the compiler's")};
};

/// Options of the pipelines that lower for the host.
struct CPUPipelineOptions : GraphPipelineOptions<CPUPipelineOptions> {};

/// Options of the pipelines that lower for a GPU.
struct GPUPipelineOptions : GraphPipelineOptions<GPUPipelineOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("chip to compile for, of the chip table"),
                           llvm::cl::init(kDefaultChip.str())};
  Option<std::string> card{*this, "card", llvm::cl::desc("card with the chip, as the driver names it; empty: none")};
  Option<bool> dependentLaunch{
      *this, "dependent-launch",
      llvm::cl::desc("kernels start before the ones before them have ended, where the chip can"), llvm::cl::init(true)};
  Option<int64_t> boundedWaits{*this, "bounded-waits",
                               llvm::cl::desc("polls of an mbarrier after which a kernel traps; 0: it waits for ever"),
                               llvm::cl::init(0)};
  Option<std::string> tuningDb{*this, "tuning-db", llvm::cl::desc("file of measured schedules (docs/Tuning.md)")};
  Option<std::string> foundTuningDb{
      *this, "found-tuning-db",
      llvm::cl::desc("such a file that nobody named: one that cannot be read is left out, with a warning")};
};

/// Stage 0, `fusion-import`: linalg and TOSA on tensors become fusion ops; what is not understood is left alone, with a
/// remark.
void buildImportPipeline(OpPassManager &pm);

/// Kernels alone, unmerged: every operation in one of its own, for comparison.
void buildFormPipeline(OpPassManager &pm);

/// Stages 1 and 2, `fusion-fuse`: every op of the graph sits in a fusion.kernel; kernels are merged where legal and
/// profitable, and a family of the chip takes the merged kernel: of the module's target, else of the default chip.
void buildFusePipeline(OpPassManager &pm, const FusePipelineOptions &options = {});

// A compile in two halves, for those who look at the kernels between them. The pipelines after these run both.

/// Stages 0 to 4: what fusion-compile --emit=fusion prints. For a GPU each kernel has a schedule and can be lowered.
void buildKernelsPipeline(OpPassManager &pm, const CPUPipelineOptions &options);
void buildKernelsPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Stage 5, from scheduled kernels.
void buildLowerToGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Stage 6, from what stage 5 leaves.
void buildLowerToPTXPipeline(OpPassManager &pm);

/// From kernels to the whole program in the LLVM dialect, for the host.
void buildLowerToCPUPipeline(OpPassManager &pm);

/// Stages 0 to 5, `fusion-to-gpu`: kernels are functions of a gpu.module, host code is launches on memrefs.
void buildToGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Stages 0 to 6, `fusion-to-ptx`: device code is gpu.binary with PTX.
void buildToPTXPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// `fusion-gpu-host-to-llvm`: what `fusion-to-ptx` leaves becomes one program in the LLVM dialect that exports
/// `fusion_module`, the PTX inside.
void buildToHostPipeline(OpPassManager &pm);

/// `fusion-to-cpu`: the whole program in the LLVM dialect, for the host.
void buildToCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options = {});

/// Makes the pipelines known by their names.
void registerPipelines();

/// The options of the pipeline of that name with their defaults, as text: "{card= chip= initialize=true}". Empty if it
/// has none, and for other names.
std::string printPipelineOptions(StringRef name);

} // namespace fusion

#endif // FUSION_PIPELINES_PIPELINES_H
