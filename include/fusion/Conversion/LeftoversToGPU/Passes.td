// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that bring leftovers to the GPU: what no kernel of ours takes.

#ifndef FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_TD
#define FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CopyIndexedViewsPass : Pass<"fusion-copy-indexed-views", "::mlir::func::FuncOp"> {
  let summary = "Give kernels copies of what begins where the data of another tensor says";
  let description = [{
    A `fusion.kernel` on memrefs is launched with the address of each operand. Where that depends on a scalar in device
    memory (a slice at a position that was computed, as in the cache of a decoder), the host does not know it: the
    kernel reads a copy of the part, or writes one that is copied afterwards. `fusion-leftovers-to-gpu` makes launches
    of the copies, which read the scalar.

    Example:

    ```mlir
    %i = memref.load %p[] : memref<index>
    %s = memref.subview %x[%i, 0] [4, 8] [1, 1] : memref<12x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
    fusion.kernel(%s0 = %s) outs(%o : memref<4x8xf32>) : (memref<4x8xf32, strided<[8, 1], offset: ?>>) -> () { ... }
    // becomes
    %c = memref.alloc() : memref<4x8xf32>
    memref.copy %s, %c : memref<4x8xf32, strided<[8, 1], offset: ?>> to memref<4x8xf32>
    fusion.kernel(%s0 = %c) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () { ... }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numCopies", "num-copies", "Number of copies made">,
  ];
}

def LeftoversToGPUPass : Pass<"fusion-leftovers-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Put bufferized operations that are not ours on the GPU, simply but right";
  let description = [{
    In a bufferized host function, every linalg operation and every copy of memory becomes a `gpu.launch`: one thread
    for each point of the parallel iteration space, which runs the reduction loops; what has no parallel loop runs in a
    single thread. Most reductions are kernels of families before; of those that are none (convolutions, windows,
    products of integers) the ones that make few elements of much are shared out among the threads of blocks: up to 32
    elements of the result side by side, whose threads put together through shared memory what they have. The order
    depends on sizes alone. What fills the result of a reduction is no launch, since the reduction begins with it. What
    only moves elements, and leaves those of the last dimension adjacent, moves up to 16 bytes in a thread. A
    transposition of other dimensions moves tiles through shared memory, so that neighbouring threads read and write
    neighbouring elements; dimensions that follow each other in both memories count as one. Elements of 8 and 16 bits
    go through a tile by vectors of four or two, of which a thread transposes a square in registers. That takes sizes
    and strides that are multiples of a vector, and memory that begins at one: where the program does not tell, the host
    looks, and launches a kernel that moves such elements one by one instead.

    Scalars that the host would read from device memory are read by the launches that use them; where the tensor is
    written before that, a launch in the scalar's place keeps it in memory of its own. So are views that begin where
    such a scalar says, and assertions about one, but those that ranges of integers decide. `gpu-kernel-outlining` then
    makes kernels of the launches.

    A scalar that the host itself needs (for control flow, say) is an error: the host cannot read device memory without
    waiting for it.

    Example:

    ```mlir
    func.func @f(%x: memref<4x8xf32>, %o: memref<4xf32>) {
      linalg.reduce { arith.addf } ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
      return
    }
    // becomes a gpu.launch of one block whose first 4 threads add up a row each
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Number of launches made">,
  ];
}

def OverlapLaunchesPass : Pass<"fusion-overlap-launches", "::mlir::ModuleOp"> {
  let summary = "Let kernels that are not ours start before those before them have ended";
  let description = [{
    On a chip with programmatic dependent launch, launches of other kernels than `fusion.kernel`s get
    `fusion.programmatic` as well. The kernels wait for those before them (`nvvm.griddepcontrol wait`) before anything
    else, and then let the next one start. On other chips nothing is done.

    Example:

    ```mlir
    gpu.func @k(%x: memref<4xf32>) kernel { ... }
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%x : memref<4xf32>)
    // becomes
    gpu.func @k(%x: memref<4xf32>) kernel {
      nvvm.griddepcontrol wait
      nvvm.griddepcontrol launch_dependents
      ...
    }
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<4xf32>) {fusion.programmatic}
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Number of launches that may start early">,
    Statistic<"numKernels", "num-kernels", "Number of kernels that wait for those before them">,
  ];
}

def MergeGPUModulesPass : Pass<"fusion-merge-gpu-modules", "::mlir::ModuleOp"> {
  let summary = "Put all kernels into one gpu.module";
  let description = [{
    Outlining makes a `gpu.module` for each launch. One module is one PTX text and one cubin, so that a graph with a
    hundred small kernels is compiled once, not a hundred times. Names that collide are made unique. Modules that are
    equal but for their names are one: the layers of a model share their kernels.

    Example:

    ```mlir
    gpu.module @a { gpu.func @k() kernel { gpu.return } }
    gpu.module @b { gpu.func @k(%x: f32) kernel { gpu.return } }
    gpu.module @c { gpu.func @k() kernel { gpu.return } }
    // becomes, and launches of @c::@k are launches of @a::@k
    gpu.module @a { gpu.func @k() kernel { gpu.return } gpu.func @k_0(%x: f32) kernel { gpu.return } }
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let statistics = [
    Statistic<"numMerged", "num-merged", "Number of modules whose kernels moved into the first">,
    Statistic<"numEqual", "num-equal", "Number of modules erased because another one is equal">,
  ];
}

#endif // FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_TD
