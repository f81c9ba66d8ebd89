// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that make a host program of a graph with kernels.

#ifndef FUSION_TRANSFORMS_HOST_PASSES_TD
#define FUSION_TRANSFORMS_HOST_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineShapesPass : Pass<"fusion-outline-shapes", "::mlir::ModuleOp"> {
  let summary = "Make functions that compute the output sizes of entries";
  let description = [{
    Beside each public function @f on tensors, makes a function @f.shapes from all input sizes to all output
    sizes, so that a caller can allocate outputs before the call. An output whose size depends on data is an error.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32>
    // gets beside it
    func.func @f.shapes(%d0: index, %d1: index) -> (index, index) {
      %c8 = arith.constant 8 : index
      return %d0, %c8 : index, index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::affine::AffineDialect"];
  let statistics = [Statistic<"numEntries", "num-entries", "Number of entries">];
}

def ResultsToOutputsPass : Pass<"fusion-results-to-outputs", "::mlir::ModuleOp"> {
  let summary = "Turn the results of entries into output arguments";
  let description = [{
    Gives each public function on tensors the form that the host program has: a leading pointer to the call, inputs that
    are not written to, a trailing output for each result, and a status as the first result. A result is materialized in
    its output; reshapes before the return become reshapes of the output, so that the producer can write there. Up to
    bufferization the outputs' new contents are returned too.

    An input with `fusion.aliases` is written to: its result is materialized there, at the end, and what makes it moves
    behind all that reads the input and does not need the result. The output is an argument that nothing touches.

    Example:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      ...
      return %y : tensor<4xf32>
    }
    // becomes
    func.func @f(%call: !llvm.ptr, %x: tensor<4xf32> {bufferization.writable = false},
                 %out: tensor<4xf32> {fusion.output}) -> (i32, tensor<4xf32>) {
      ...
      %new = bufferization.materialize_in_destination %y in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %c0_i32, %new : i32, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numOutputs", "num-outputs", "Number of results turned into outputs">];
}

def WriteToOutputsPass : Pass<"fusion-write-to-outputs"> {
  let summary = "Let the producers of outputs write to them";
  let description = [{
    Where the value that is materialized in an output is written to an empty tensor, by one operation or by several in a
    row that nobody else watches, the output takes the place of the empty tensor, and bufferization needs no copy.

    Example:

    ```mlir
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %new = bufferization.materialize_in_destination %y in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %y = linalg.exp ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
    %new = bufferization.materialize_in_destination %y in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    Where it is an input or a constant of which parts are replaced, a cache of keys say, that is copied to the output
    first.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
  let statistics = [Statistic<"numOutputs", "num-outputs", "Number of outputs that are written directly">];
}

def KernelsToDestinationsPass : Pass<"fusion-kernels-to-destinations"> {
  let summary = "Give kernels an empty tensor for each result to write to";
  let description = [{
    Puts each `fusion.kernel` in destination form, which bufferization needs.

    Example:

    ```mlir
    %0 = fusion.kernel(%a = %x) : (tensor<?x8xf32>) -> tensor<?x8xf32> { ... }
    // becomes
    %d = tensor.dim %x, %c0 : tensor<?x8xf32>
    %e = tensor.empty(%d) : tensor<?x8xf32>
    %0 = fusion.kernel(%a = %x) outs(%e : tensor<?x8xf32>) : (tensor<?x8xf32>) -> tensor<?x8xf32> { ... }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels changed">];
}

def SplitDestinationsPass : Pass<"fusion-split-destinations"> {
  let summary = "Give each user of an empty or filled tensor its own";
  let description = [{
    `tensor.empty` and fills are copied for each operation that would write to them. Common subexpression elimination
    makes one of equal ones, and then all users but one would have to copy it; and where several users lead to outputs,
    empty tensor elimination would send them all to the memory of one. A linalg operation that begins with a constant of
    one value begins with a fill, which whoever lowers it makes no copy of.

    Example:

    ```mlir
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
    %1 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
    // becomes two fills of two empty tensors, one for each reduction
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numCopies", "num-copies", "Number of tensors copied">,
    Statistic<"numFills", "num-fills", "Number of operations that began with a constant">,
  ];
}

def EliminateEmptyTensorsPass : Pass<"fusion-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Compute parts of a tensor where they are inserted";
  let description = [{
    What upstream's `eliminate-empty-tensors` does: an empty tensor that is computed into and then inserted into another
    one becomes a slice of that one. Modules without insertions are left alone before upstream's analysis, whose time
    grows with the square of the readers of a value.

    Example:

    ```mlir
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    // becomes
    %e = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numAnalyses", "num-analyses", "Number of modules with insertions">];
}

def CheckShapesPass : Pass<"fusion-check-shapes"> {
  let summary = "Insert run-time checks of sizes that are only known at run time";
  let description = [{
    Where operands of a product, of elementwise work, of linalg operations or of a cast must agree in a size that is
    dynamic, inserts `cf.assert` on the sizes before the operation, or before the kernel that holds it. Sizes that are
    known to agree get none.

    Example:

    ```mlir
    %0 = fusion.matmul %x, %w : (tensor<4x?xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
    // gets before it
    %k0 = tensor.dim %x, %c1 : tensor<4x?xf32>
    %k1 = tensor.dim %w, %c0 : tensor<?x8xf32>
    %same = arith.cmpi eq, %k0, %k1 : index
    cf.assert %same, "'fusion.matmul' expects equal sizes in dimension 1 of operand 0 and dimension 0 of operand 1"
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numChecks", "num-checks", "Number of checks inserted">];
}

def FuseLoopsPass : Pass<"fusion-fuse-loops"> {
  let summary = "Merge elementwise linalg operations into those that use them";
  let description = [{
    As upstream's linalg-fuse-elementwise-ops, except that nothing is merged into a reduction, where it would be
    computed again for each element of the result, and that a merged loop has at most 512 instructions for each element.
    linalg operations without loops of their own (softmax) are decomposed first.

    Example: `exp` and `add` in two `linalg.generic` become one that holds both.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numGeneralized", "num-generalized", "Number of named operations that became generic ones">,
    Statistic<"numMerged", "num-merged", "Number of operations that are gone, most of them merged into others">,
  ];
}

def BufferizePass : Pass<"fusion-bufferize", "::mlir::ModuleOp"> {
  let summary = "Turn tensors into memrefs, except inside kernels";
  let description = [{
    One-shot bufferization with row-major memrefs at function boundaries. Bodies of `fusion.kernel` keep their tensors.
    Copies are `linalg.copy`, so that they become loops or kernels like everything else. What a loop carries over is
    written back to the memory that it came in. Parts of a concatenation are computed, or copied, where they belong: in
    an output, where the whole is one. Entries return their status alone afterwards. What is copied into an input with
    `fusion.aliases`, because it could not be computed there, has a remark
    ([not-in-place](../Remarks.md#not-in-place)).

    Example:

    ```mlir
    %0 = fusion.kernel(%a = %x) outs(%e : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32> { ... }
    // becomes
    fusion.kernel(%a = %m) outs(%o : memref<4xf32>) : (memref<4xf32>) -> () { ... }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Number of operands that are written in place">,
    Statistic<"numCopied", "num-copied", "Number of operands that are written to memory of their own">,
    Statistic<"numAllocations", "num-allocations", "Number of allocations made">,
    Statistic<"numCuts", "num-cuts", "Number of cuts in long histories of memory, which are analysed in pieces">,
  ];
}

def PlanWorkspacePass : Pass<"fusion-plan-workspace", "::mlir::ModuleOp"> {
  let summary = "Place all allocations of an entry in one workspace that the caller brings";
  let description = [{
    Replaces `memref.alloc` by views of a trailing workspace argument, at offsets that are multiples of 256 bytes.
    Allocations whose lives do not overlap share memory: those of static size by first fit, those of dynamic size where
    they are of the same size. Makes @f.workspace beside each entry @f: the bytes needed, from the input sizes alone;
    all ones where a product of sizes overflows, so that no caller can serve it.

    Example:

    ```mlir
    %a = memref.alloc() : memref<64xf32>
    // becomes
    %a = memref.view %workspace[%c0][] : memref<?xi8> to memref<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numAllocations", "num-allocations", "Number of allocations placed">,
    Statistic<"staticBytes", "static-bytes", "Bytes of workspace for allocations of static size">,
  ];
}

def OutlineLinalgPass : Pass<"fusion-outline-linalg", "::mlir::ModuleOp"> {
  let summary = "Move linalg operations on memrefs into functions of their own";
  let description = [{
    LLVM's optimizer takes a time that grows with the square of the loops in a function. Operations that are the same
    but for their operands share a function; it is not inlined again. Constants go along with the operation; what
    asserts stays.

    Example: each `linalg.generic` of an entry @f becomes

    ```mlir
    call @f.loops(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numFunctions", "num-functions", "Number of functions made">];
}

def TileProductsPass : Pass<"fusion-tile-products"> {
  let summary = "Tile matrix products on memrefs for the caches of a CPU";
  let description = [{
    A product whose innermost loop runs along N is cut along N and K, so that a tile of the right operand stays in the
    cache while all rows of the left one pass over it. Sums keep their order along K.

    Example, with sizes 64 x 1024 x 1024: loops over (m, k, n) become

    ```mlir
    scf.for %n = %c0 to %c1024 step %c256 {
      scf.for %k = %c0 to %c1024 step %c128 {
        linalg.generic ... // 64 x 128 x 256
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"tileN", "tile-n", "int64_t", "256", "Columns of a tile">,
    Option<"tileK", "tile-k", "int64_t", "128", "Steps of a tile along the contraction">,
  ];
  let statistics = [Statistic<"numTiled", "num-tiled", "Number of products tiled">];
}

#endif // FUSION_TRANSFORMS_HOST_PASSES_TD
