// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that lower the host program to LLVM with calls of the runtime.

#ifndef FUSION_CONVERSION_HOSTTOLLVM_PASSES_TD
#define FUSION_CONVERSION_HOSTTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerExpandShapesPass : Pass<"fusion-lower-expand-shapes", "::mlir::ModuleOp"> {
  let summary = "Turn expansions with several dynamic sizes in a group into casts with strides";
  let description = [{
    Replaces each `memref.expand_shape` that splits a dimension in several dynamic sizes by `memref.reinterpret_cast`:
    `expand-strided-metadata` takes one dynamic size in a group, which it divides out of the whole, and no more. Strides
    are products of the sizes, so nothing is divided.

    Example:

    ```mlir
    %v = memref.expand_shape %x [[0, 1], [2]] output_shape [%a, %b, 4] : memref<?x4xf32> into memref<?x?x4xf32>
    // becomes
    %stride = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%b]
    %v = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b, 4], strides: [%stride, 4, 1]
      : memref<f32> to memref<?x?x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
  let statistics = [Statistic<"numViews", "num-views", "Number of expansions replaced">];
}

def HoistAssertsPass : Pass<"fusion-hoist-asserts", "::mlir::func::FuncOp"> {
  let summary = "Check before anything is launched or written";
  let description = [{
    Moves assertions in the function's own block to its front, in their order, with what their conditions are computed
    of, where that has no side effects and reads no memory: a call whose sizes do not agree launches and writes nothing.

    Example:

    ```mlir
    fusion.kernel ...
    %n = memref.dim %x, %c0 : memref<?xf32>
    %same = arith.cmpi eq, %n, %c4 : index
    cf.assert %same, "..."
    // becomes
    %n = memref.dim %x, %c0 : memref<?xf32>
    %same = arith.cmpi eq, %n, %c4 : index
    cf.assert %same, "..."
    fusion.kernel ...
    ```
  }];
  let statistics = [Statistic<"numHoisted", "hoisted", "Number of assertions moved">];
}

def LowerAssertsPass : Pass<"fusion-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "Turn assertions of host code into errors of the call";
  let description = [{
    In functions whose first argument is the call, replaces `cf.assert` by a branch that reports the message, with its
    source location, to the runtime and returns its code. Runs after structured control flow is lowered.

    Example:

    ```mlir
    cf.assert %same, "sizes differ"
    // becomes
    cf.cond_br %same, ^good, ^bad
    ^bad:
      %code = llvm.call @fusion_fail(%call, %message) : (!llvm.ptr, !llvm.ptr) -> i32
      return %code : i32
    ^good:
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numAsserts", "num-asserts", "Number of assertions lowered">];
}

def ConvertLaunchesPass : Pass<"fusion-convert-launches", "::mlir::ModuleOp"> {
  let summary = "Turn launches and device constants into calls of the runtime";
  let description = [{
    `gpu.launch_func` becomes a call of `fusion_launch` with the kernel's number, memrefs passed as their parts;
    `nvgpu.tma.create.descriptor` becomes a call of `fusion_tensor_map`, which makes the tensor map on the stack, and
    the launch passes the map's 128 bytes; `gpu.memset` becomes a call of `fusion_fill`; `memref.get_global` of a
    constant becomes a call of `fusion_constant`. The tables of images, kernels and constants that the numbers refer to
    become globals; the code of images is taken from `gpu.binary`.

    Example:

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%g, %c1, %c1) threads in (%b, %c1, %c1) args(%x : memref<4xf32>)
    // becomes
    %code = llvm.call @fusion_launch(%call, %kernel, %g, %one, %one, %b, %one, %one, %shared, %arguments)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Number of launches">,
    Statistic<"numKernels", "num-kernels", "Number of kernels">,
    Statistic<"numConstants", "num-constants", "Number of constants">,
  ];
}

def LowerMathPass : Pass<"fusion-lower-math", "::mlir::ModuleOp"> {
  let summary = "Turn the math dialect into LLVM's intrinsics and calls of libm";
  let description = [{
    Does what `convert-math-to-llvm` and then `convert-math-to-libm` do, but in the functions that have such operations
    alone: the wrappers of entries, which are most of a large module, have none. Before these, `math.log1p` and
    `math.expm1` become calls of libm. LLVM's log(1 + x) and exp(x) - 1 would have few digits near 0, or none. Those of
    f32 in kernels are expanded before (`fusion-expand-math`).

    Example:

    ```mlir
    %y = math.log1p %x : f64
    %z = math.exp %x : f64
    // becomes
    %y = func.call @log1p(%x) : (f64) -> f64
    %z = llvm.intr.exp(%x) : (f64) -> f64
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::vector::VectorDialect", "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numReplaced", "num-replaced", "Number of functions replaced by calls for accuracy">];
}

def EmitModulePass : Pass<"fusion-emit-module", "::mlir::ModuleOp"> {
  let summary = "Make the wrappers of entries and the descriptor that a compiled module exports";
  let description = [{
    For each entry makes the three functions of `FusionEntry` (include/fusion/Runtime/ABI.h), which unpack sizes and
    memref descriptors and call the entry and the functions beside it, and exports `fusion_module`, which describes
    entries, kernels, images and constants. Everything else becomes internal.

    Example: for `func.func @f(%call: !llvm.ptr, %x: memref<4xf32>, ...) -> i32`

    ```mlir
    llvm.func internal @fusion.invoke.0(%call: !llvm.ptr, %args: !llvm.ptr, %workspace: !llvm.ptr) -> i32 { ... }
    llvm.mlir.global external constant @fusion_module() : !llvm.struct<(i32, i32, ...)> { ... }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"device", "device", "std::string", "\"cpu\"", "Where the module runs: cpu or cuda">,
  ];
  let statistics = [Statistic<"numEntries", "num-entries", "Number of entries that the descriptor lists">];
}

#endif // FUSION_CONVERSION_HOSTTOLLVM_PASSES_TD
