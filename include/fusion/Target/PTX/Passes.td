// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that make PTX of modules of device code.

#ifndef FUSION_TARGET_PTX_PASSES_TD
#define FUSION_TARGET_PTX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertDeviceToNVVMPass : Pass<"fusion-convert-device-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower a device module to the llvm and nvvm dialects";
  let description = [{
    As upstream's `convert-gpu-to-nvvm`, but LLVM's own mathematical intrinsics stay: `fusion-expand-math` leaves those
    alone that the NVPTX back end turns into instructions, while upstream replaces or refuses them for libdevice's sake.
    Memrefs in kernel signatures become their pointers, offset, sizes and strides. Assertions name the file of their
    location without its folder. An operation that nothing lowers is an error.

    Example:

    ```mlir
    gpu.func @f(%x: memref<?xf32>) kernel { gpu.return }
    // becomes
    llvm.func @f(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
  let statistics = [Statistic<"numOps", "num-ops", "Number of operations of other dialects lowered">];
}

def TranslateToPTXPass : Pass<"fusion-translate-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Replace device modules by their PTX";
  let description = [{
    Translates each `gpu.module` of llvm and nvvm operations to PTX for the chip that the module's `fusion.target`
    names, in memory, and puts a `gpu.binary` of the same name in its place, which launches go on referring to.

    A kernel whose launch carries `fusion.programmatic` is checked: it must wait for the kernels before it, and take no
    noalias pointer, through which LLVM could load before the wait.

    Example:

    ```mlir
    module attributes {fusion.target = #fusion.target<"sm_80">} {
      gpu.module @fusion_kernels { llvm.func @f_k0() attributes {nvvm.kernel} { llvm.return } }
    }
    // becomes
    module attributes {fusion.target = #fusion.target<"sm_80">} {
      gpu.binary @fusion_kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_80">, assembly = "...">]
    }
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
  let statistics = [Statistic<"numModules", "num-modules", "Number of device modules translated">];
}

#endif // FUSION_TARGET_PTX_PASSES_TD
