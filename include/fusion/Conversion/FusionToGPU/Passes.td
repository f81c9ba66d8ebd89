// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that lower kernels to device functions and launches.

#ifndef FUSION_CONVERSION_FUSIONTOGPU_PASSES_TD
#define FUSION_CONVERSION_FUSIONTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerViewsPass : Pass<"fusion-lower-views"> {
  let summary = "Turn views in kernels into strides of the memrefs that they read and write";
  let description = [{
    On bufferized kernels: what a kernel sees through a `fusion.view` becomes an input or output of the view's type,
    whose strides are those of the memory in the view's order; a view that does more than permute dimensions is an
    error. Equal views of one input are one input. Afterwards no view is left in them.

    Example:

    ```mlir
    fusion.kernel(%x0 = %x) outs(%o : memref<8x4xf32>) : (memref<4x8xf32>) -> () {
      %0 = fusion.view %x0 permute [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
      %1 = fusion.relu %0 : tensor<8x4xf32>
      fusion.yield %1 : tensor<8x4xf32>
    }
    // becomes
    %xt = memref.reinterpret_cast %x to offset: [0], sizes: [8, 4], strides: [1, 8]
        : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
    fusion.kernel(%x0 = %xt) outs(%o : memref<8x4xf32>) : (memref<8x4xf32, strided<[1, 8]>>) -> () {
      %0 = fusion.relu %x0 : tensor<8x4xf32>
      fusion.yield %0 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [Statistic<"numViews", "num-views", "Number of views lowered">];
}

def ShareMemoryPass : Pass<"fusion-share-memory", "::mlir::ModuleOp"> {
  let summary = "Let intermediates lie where outputs or other intermediates will be written";
  let description = [{
    On bufferized kernels without views. An intermediate needs no memory of its own

    - if the kernel that reads it last writes in its place: memory of the same type, each element of which only the
      thread that writes it reads, as the kernel's family says (`KernelFamily::writesInPlace`);
    - or if an output of the same element type is large enough and is not used before the intermediate's last reader has
      run.

    Outputs are used if they are known to be aligned as a workspace is (`fusion.aligned`), so that kernels need no more
    variants, and if no result is written into an argument there (`fusion.aliases`). Sizes must be known.

    Example:

    ```mlir
    func.func @f(%call: !llvm.ptr, %x: memref<4x8xf32>, %o: memref<4x8xf32> {fusion.output}) -> i32
        attributes {fusion.aligned} {
      %a = memref.alloc() : memref<4x8xf32>
      fusion.kernel(%x0 = %x) outs(%a : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
      fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
      // becomes
      fusion.kernel(%x0 = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
      fusion.kernel(%a0 = %o) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Number of intermediates in whose place their last reader writes">,
    Statistic<"numInOutputs", "num-in-outputs", "Number of intermediates that lie in outputs before these are written">,
  ];
}

def ConvertFusionToGPUPass : Pass<"convert-fusion-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Lower bufferized kernels to device functions and launches";
  let description = [{
    Each `fusion.kernel` on memrefs becomes a function in the `gpu.module` `fusion_kernels`, named after its function
    and ordinal, and a `gpu.launch_func` in its place: a `gpu.func`, or an `llvm.func` where it takes tensor
    maps. Kernels that differ in nothing but their name share a function.

    A kernel becomes the functions that its `variants` list, in their order, with their guards, which are tested on the
    host where types leave them open; the last, as a rule a general kernel (`..._general`), asks for nothing. A variant
    that types rule out is left out, and so is what stands behind one that may always run. Variants are chosen with the
    schedule (`fusion-select-schedule`); a kernel that comes without gets those that are chosen for its memrefs.

    Where the target's chip can, kernels start before the ones before them have ended (programmatic dependent launch):
    launches carry `fusion.programmatic`, and every kernel waits for those before it (`nvvm.griddepcontrol wait`) before
    it touches memory. Only operands that nothing before it writes (stable ones, docs/dev/Launch.md) it may read
    earlier.

    With `bounded-waits=N` a kernel traps where one of its mbarriers has been polled N times in vain: a mistake in the
    synchronisation becomes an error of the launch instead of a hang. For debugging; a poll may take some microseconds.
    Blocks of a cluster wait for each other before they do anything else, as compute-sanitizer's racecheck needs it.

    A product needs a schedule, which `fusion-select-schedule` writes.

    Example:

    ```mlir
    fusion.kernel(%x0 = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
    // becomes
    scf.if %aligned {
      gpu.launch_func @fusion_kernels::@f_k0 blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<4x8xf32>, %o : memref<4x8xf32>)
    } else {
      gpu.launch_func @fusion_kernels::@f_k0_general ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"dependentLaunch", "dependent-launch", "bool", "true",
           "Kernels start before the ones before them have ended, where the chip can">,
    Option<"boundedWaits", "bounded-waits", "int64_t", "0",
           "Polls of an mbarrier after which a kernel traps; 0: it waits for ever">,
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels lowered">,
    Statistic<"numFunctions", "num-functions", "Number of device functions made for them">,
  ];
}

def PassNumbersPass : Pass<"fusion-pass-numbers", "::mlir::ModuleOp"> {
  let summary = "Pass numbers of the host to kernels as numbers, not in memory";
  let description = [{
    A graph's number becomes a tensor of rank 0 where an operation takes it, so memory, which takes a launch to fill.
    Where the host writes one number to memory that only kernels read, and each of them loads it as it is, the launches
    pass the number itself, and the memory goes. A function changes only if all of its launches can pass a number.

    Example:

    ```mlir
    %m = memref.alloc() : memref<f32>
    memref.store %a, %m[] : memref<f32>
    gpu.launch_func @fusion_kernels::@f_k0 blocks in (...) threads in (...) args(%m : memref<f32>, %o : memref<4xf32>)
    // becomes
    gpu.launch_func @fusion_kernels::@f_k0 blocks in (...) threads in (...) args(%a : f32, %o : memref<4xf32>)
    ```
  }];
  let statistics = [Statistic<"numNumbers", "num-numbers", "Number of operands of launches that became numbers">];
}

#endif // FUSION_CONVERSION_FUSIONTOGPU_PASSES_TD
