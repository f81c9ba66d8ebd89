// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names under which the pipelines are known.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void fusion::registerPipelines() {
  PassPipelineRegistration<>("fusion-import", "from linalg and TOSA on tensors to fusion ops", buildImportPipeline);
  PassPipelineRegistration<FusePipelineOptions>("fusion-fuse", "form kernels and merge them for a chip",
                                                buildFusePipeline);
  PassPipelineRegistration<GPUPipelineOptions>("fusion-to-gpu", "from a graph to GPU kernels and their launches",
                                               buildToGPUPipeline);
  PassPipelineRegistration<>("fusion-device-to-ptx", "from gpu.module to gpu.binary with PTX", buildLowerToPTXPipeline);
  PassPipelineRegistration<GPUPipelineOptions>("fusion-to-ptx", "from a graph to PTX and launches", buildToPTXPipeline);
  PassPipelineRegistration<>("fusion-gpu-host-to-llvm", "from PTX and launches to a host program in LLVM",
                             buildToHostPipeline);
  PassPipelineRegistration<CPUPipelineOptions>("fusion-to-cpu", "from a graph to LLVM for the host",
                                               buildToCPUPipeline);
}
