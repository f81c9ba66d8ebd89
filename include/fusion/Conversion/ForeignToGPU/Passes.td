// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_CONVERSION_FOREIGNTOGPU_PASSES_TD
#define FUSION_CONVERSION_FOREIGNTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CopyIndexedViewsPass : Pass<"fusion-copy-indexed-views", "::mlir::func::FuncOp"> {
  let summary = "Give kernels copies of what begins where the data of another tensor says";
  let description = [{
    A `fusion.kernel` on memrefs is launched with the address of each operand. Where that depends on a scalar in device
    memory (a slice at a position that was computed, as in the cache of a decoder), the host does not know it: the kernel
    reads a copy of the part, or writes one that is copied afterwards. `fusion-foreign-to-gpu` makes launches of the
    copies, which read the scalar.

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

def RowsToGPUPass : Pass<"fusion-rows-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Launch reductions of rows and the elementwise kernels around them together";
  let description = [{
    In a bufferized host function, a reduction over the last dimensions and the elementwise kernels and further such
    reductions before and behind it, which go through the same rows, become one `gpu.launch`: a block (or a warp of one)
    runs them in order on its row and goes on with no other. So a row is read from memory once, by its first reader, and
    from the block's cache by the others; what only these operations touch is kept in shared memory, where rows fit, and
    is never stored. Layer norms, RMSNorms and softmax become a launch each. Each has a remark (`rows`). Threads take up
    to four elements side by side, at once if rows begin where that can be done: the kernel has a form for either case.

    The order of each reduction is the one that `fusion-foreign-to-gpu` gives it, so that results are the same to the bit.
    An operation joins if it touches a tensor of the group row by row, and what it and the others write is touched in the
    same rows alone. Elements are of any type. Rows may be counted by other loops, and lie behind reshapes that do not
    join rows with columns: `1x8x600` has those of `8x1x600` and of `8x600`. What stands between two operations of a
    group, and neither needs nor makes what they touch, is passed by and runs before the launch. Reductions that need several blocks for a row, or lie across, stay as they are; so do few rows that
    are long.

    Example:

    ```mlir
    linalg.generic {...} ins(%x : memref<4096x768xf32>) outs(%sum : memref<4096xf32>) { ... arith.addf ... }
    fusion.kernel(%s = %sums, %v = %x) outs(%o : memref<4096x768xf32>) : (memref<4096x1xf32>, memref<4096x768xf32>) -> () {
      %r = fusion.div %v, %s : (tensor<4096x768xf32>, tensor<4096x1xf32>) -> tensor<4096x768xf32>
      fusion.yield %r : tensor<4096x768xf32>
    }
    // becomes a gpu.launch of 512 blocks, of a warp for each of eight rows, with the sums in shared memory
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect", "::mlir::math::MathDialect",
                           "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Number of launches made">,
    Statistic<"numOps", "num-ops", "Number of operations that they run">,
    Statistic<"numPrivate", "num-private", "Number of tensors that are not stored any more">,
  ];
}

def ForeignToGPUPass : Pass<"fusion-foreign-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Put bufferized operations that are not ours on the GPU, simply but right";
  let description = [{
    In a bufferized host function, every linalg operation and every copy of memory becomes a `gpu.launch`: one thread for
    each point of the parallel iteration space, which runs the reduction loops; what has no parallel loop runs in a
    single thread. Sums, products, extremes and so on are shared out among the threads of a block, a warp of it or fewer,
    or columns side by side: of floats of 16 to 64 bits, truth values, and integers of 8 to 64 bits; across, of 32 elements
    and more. Their order depends on sizes alone, not on the up to four elements of a row that a thread loads at once where
    they begin at a multiple of their size. An extremum spelled as a selection is one, but that a thread compares all terms
    in order where the result is a zero or NaN. What fills the result of a reduction is no launch, since the reduction
    begins with it.

    Scalars that the host would read from device memory are read by the launches that use them; where the tensor is
    written before that, a launch in the scalar's place keeps it in memory of its own. So are views that begin where such
    a scalar says, and assertions about one, but those that ranges of integers decide.
    `gpu-kernel-outlining` then makes kernels of the launches.

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
    On a chip with programmatic dependent launch, launches of other kernels than `fusion.kernel`s get `fusion.programmatic`
    as well. The kernels wait for those before them (`nvvm.griddepcontrol wait`) before anything else, and then let the next
    one start. On other chips nothing is done.

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
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%x : memref<4xf32>) {fusion.programmatic}
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
}

def MergeGPUModulesPass : Pass<"fusion-merge-gpu-modules", "::mlir::ModuleOp"> {
  let summary = "Put all kernels into one gpu.module";
  let description = [{
    Outlining makes a `gpu.module` for each launch. One module is one PTX text and one cubin, so that a graph with a hundred
    small kernels is compiled once, not a hundred times. Names that collide are made unique. Modules that are equal but for
    their names are one: the layers of a model share their kernels.

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
}

#endif // FUSION_CONVERSION_FOREIGNTOGPU_PASSES_TD
