// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that form kernels and merge them.

#ifndef FUSION_TRANSFORMS_PASSES_TD
#define FUSION_TRANSFORMS_PASSES_TD

include "fusion/Transforms/BoundaryPasses.td"
include "mlir/Pass/PassBase.td"

def CommonSubexpressionsPass : Pass<"fusion-cse"> {
  let summary = "Compute once what equal operations compute";
  let description = [{
    This is upstream's elimination of common subexpressions. Upstream finds operations that may be equal by a hash that
    does not see regions, so that a thousand loops over one tensor, which differ in a constant of their bodies alone,
    are all compared with each other. Here the hash of each region is part of its operation's while the pass runs.

    Equal kernels that read nothing stay two where something is written into their results: it would be a copy else.

    Example:

    ```mlir
    %0 = fusion.map(%x) : (tensor<4xf32>) -> tensor<4xf32> { ... 1.0 ... }
    %1 = fusion.map(%x) : (tensor<4xf32>) -> tensor<4xf32> { ... 2.0 ... }
    %2 = fusion.map(%x) : (tensor<4xf32>) -> tensor<4xf32> { ... 1.0 ... }
    // becomes: %0 and %1, and %0 in the place of %2
    ```
  }];
  let statistics = [Statistic<"numErased", "num-erased", "Number of operations that were equal to another, or unused">];
}

def RepeatFormulasPass : Pass<"fusion-repeat-formulas", "::mlir::ModuleOp"> {
  let summary = "Compute cheap formulas of positions anew for each elementwise operation that reads them";
  let description = [{
    A value that follows from constants and positions alone, by some instructions for each element, is a formula: a
    causal mask, say, and the lowest number where it holds. Each elementwise operation that reads one gets a copy of it,
    so that the two can be fused whoever else reads it, and the formula is never stored. A formula whose elements are
    moved, by reshapes, transpositions, slices or repetitions, is one map of the positions that they are moved to: masks
    of several layers, however they are spelled, reach the scores of each. What others read, as a product or a
    function's result, stays.

    Example:

    ```mlir
    %mask = fusion.map() at(%i, %j) : () -> tensor<128x128xi1> { ... arith.cmpi ugt, %j, %i ... }
    %0 = fusion.select %mask, %low, %scores0 : ...
    %1 = fusion.select %mask, %low, %scores1 : ...
    // becomes: a map for each select
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let statistics = [Statistic<"numRepeated", "num-repeated", "Number of operands that became copies">];
}

def FillConstantsPass : Pass<"fusion-fill-constants", "::mlir::ModuleOp"> {
  let summary = "Compute tensors of one value where they are stored";
  let description = [{
    A constant tensor of one value that is returned, written into or inserted lies in memory. As a constant it would lie
    there twice, in the module too, and be copied; as a map that reads nothing it is a kernel that writes it.

    Example:

    ```mlir
    %zeros = arith.constant dense<0.0> : tensor<50257x768xf32>
    return %zeros : tensor<50257x768xf32>
    // becomes
    %zeros = fusion.map() : () -> tensor<50257x768xf32> {
      %zero = arith.constant 0.0 : f32
      fusion.yield %zero : f32
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numFills", "num-fills", "Number of uses that have a tensor of their own">];
}

def FreeFactorsPass : Pass<"fusion-free-factors", "::mlir::ModuleOp"> {
  let summary = "Multiply products with numbers that their factors were multiplied with";
  let description = [{
    A factor of an f32 product that is multiplied with one number, or divided by one, is read without it, and the
    product is multiplied instead, in its epilogue. A factor that is widened from 16 bits is read as it was, if both are
    of one such type; else the cast stands in front of the transpositions, reshapes and repetitions behind it, which the
    product can do by strides. So attention as torch spells it, of queries and keys in f32 that are both multiplied with
    the root of the scale, is one of 16-bit tensors.

    An f32 product of factors that are both dequantised from bytes, as graphs of quantised models have them, is one of
    the bytes, whose sums are exact: zero points, of tensors, rows or columns, are subtracted from those, and scales
    multiply them. K is known, and so small that sums fit 32 bits.

    Results differ by rounding, so nothing happens under strict numerics. Numbers are taken from 2^-32 to 2^32. Under
    fast numerics weights, which are computed of exponentials, are rounded to the type of values that are widened.

    Example:

    ```mlir
    %1 = fusion.cast %q : tensor<4x8xbf16> to tensor<4x8xf32>
    %2 = fusion.mul %1, %half : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %3 = fusion.cast %k : tensor<16x8xbf16> to tensor<16x8xf32>
    %0 = fusion.matmul %2, %3 {transpose_b} : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
    // becomes
    %1 = fusion.matmul %q, %k {transpose_b} : (tensor<4x8xbf16>, tensor<16x8xbf16>) -> tensor<4x16xf32>
    %0 = fusion.mul %1, %half : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::fusion::FusionDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numFreed", "num-freed", "Number of factors that are read without scales or casts">,
    Statistic<"numIntegerProducts", "num-integer-products", "Number of f32 products that are products of bytes">
  ];
}

def ExpandBlockScalesPass : Pass<"fusion-expand-block-scales", "::mlir::ModuleOp"> {
  let summary = "Multiply operands with their scales in front of products whose kernels cannot";
  let description = [{
    Kernels of products multiply the sums of 32 terms or more with the scales of their operands' blocks, as they add
    them. A product outside of kernels whose blocks along K are no multiples of 32, or in strict numerics or ieee
    precision, becomes one of f32, whose operands are multiplied with their scales element by element, with a remark
    (`scaled-operands`).

    Example:

    ```mlir
    %0 = fusion.matmul %a, %b lhs_scale %s {transpose_b, lhs_block = array<i64: 1, 16>}
        : (tensor<4x64xf8E4M3FN>, tensor<8x64xf8E4M3FN>, tensor<4x4xf32>) -> tensor<4x8xf32>
    // becomes
    %1 = fusion.map(%x = %a) tables(%t = %s) at(%m, %k)
        : (tensor<4x64xf8E4M3FN>, tensor<4x4xf32>) -> tensor<4x64xf32> {
      %c16 = arith.constant 16 : index
      %3 = arith.divui %k, %c16 : index
      %4 = fusion.lookup %t[%m, %3] : tensor<4x4xf32>
      %5 = arith.extf %x : f8E4M3FN to f32
      %6 = arith.mulf %5, %4 : f32
      fusion.yield %6 : f32
    }
    %2 = fusion.cast %b : tensor<8x64xf8E4M3FN> to tensor<8x64xf32>
    %0 = fusion.matmul %1, %2 {transpose_b} : (tensor<4x64xf32>, tensor<8x64xf32>) -> tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::fusion::FusionDialect"];
  let statistics = [Statistic<"numExpanded", "num-expanded", "Number of products expanded">];
}

def SplitProductsPass : Pass<"fusion-split-products", "::mlir::ModuleOp"> {
  let summary = "Compute the halves of a product that meet as two products";
  let description = [{
    A product whose result is two halves of columns, which an elementwise operation reads both, as a layer with one
    weight for gate and up has it, becomes two products, of the halves of the weight. These are one kernel then
    (fusion-fuse-epilogue), and nothing is stored in between. What stands between the product and the slices, a bias and
    reshapes that leave columns alone, is computed for each half.

    Factors must have 16 bits and no scales, with rows of whole pieces of 16 bytes: then each family takes two products
    of one left factor. Halves of the weight are slices of it, which nobody copies.

    Example:

    ```mlir
    %0 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xbf16>
    %g = tensor.extract_slice %0[0, 0] [4, 16] [1, 1] : tensor<4x32xbf16> to tensor<4x16xbf16>
    %u = tensor.extract_slice %0[0, 16] [4, 16] [1, 1] : tensor<4x32xbf16> to tensor<4x16xbf16>
    // becomes
    %wg = tensor.extract_slice %w[0, 0] [8, 16] [1, 1] : tensor<8x32xbf16> to tensor<8x16xbf16>
    %g = fusion.matmul %x, %wg : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
    %wu = tensor.extract_slice %w[0, 16] [8, 16] [1, 1] : tensor<8x32xbf16> to tensor<8x16xbf16>
    %u = fusion.matmul %x, %wu : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numSplit", "products-split", "Number of products that became two">];
}

def FoldLookupsPass : Pass<"fusion-fold-lookups", "::mlir::ModuleOp"> {
  let summary = "Look up what is joined, moved and stored where it comes from";
  let description = [{
    A `tensor.concat` becomes a `fusion.map` that looks up, at each position, the element of the part that is there: the
    rotated halves of a rotary embedding, say. Slices, transpositions and dimensions of size 1 in front of it go into
    the indices, and cheap elementwise operations that nothing else reads into the region. So nothing is copied, and the
    map fuses into the elementwise operations that read it. Where the joined dimension is merged with others behind it,
    as that of a rotary embedding's pairs, the map has the merged shape.

    A padding with a constant becomes such a map too, as does what is inserted into what is filled: loops would take a
    launch for the border, and others for the rest. What a map looks up, and what is returned, becomes one where several
    launches would move it: each transposition, repetition and joined part takes one. What elementwise operations read
    becomes one where a launch would move it. An operation that costs no more than a move is computed with it, even if
    it is repeated. An index must be known to be in range, since a lookup finds those that are not. Elements must be
    adjacent, or those of a tensor that stays in a cache, or of open size: else the launches stay, which move by tiles.
    So do those behind a product, which writes in another order itself.

    What a map looks up of its own row, where the row is reduced and what is looked up follows from that, is computed
    again from what the reduction reads, if that costs less than storing it would: a rotary embedding behind a norm of
    heads is in the kernel of the norm.

    Sizes may be open: where one decides what is read, the map is passed the number. A map that would be long reads what
    is stored before it.

    Concatenations stay where one copy makes them, as others are computed in their place, and where the parts' other
    sizes may differ.

    Example:

    ```mlir
    %low = tensor.extract_slice %x[0, 0] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
    %high = tensor.extract_slice %x[0, 32] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
    %minus = fusion.neg %high : tensor<8x32xf32>
    %turned = tensor.concat dim(1) %minus, %low : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x64xf32>
    // becomes
    %turned = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<8x64xf32>) -> tensor<8x64xf32> {
      ... -%t[%i, %j + 32] where %j < 32, else %t[%i, %j - 32]
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::fusion::FusionDialect", "::mlir::math::MathDialect"];
  let statistics = [Statistic<"numFolded", "num-folded", "Number of results that are looked up">];
}

def FormStoresPass : Pass<"fusion-form-stores", "::mlir::ModuleOp"> {
  let summary = "Leave to the kernel of a tensor's elements what it can make of them as it stores them";
  let description = [{
    The maximum of |x| over a whole tensor becomes `fusion.amax`, which the kernel that computes x can find beside what
    it stores, where x is stored for other readers too: x is what an epilogue computes of a product, or some reader of x
    does not wait for the maximum. Shapes and widening casts between x and the maximum are looked through, and so are
    maxima along some dimensions after others.

    All other reductions stay: a kernel of rows finds the maximum, and computes x again where it is needed.

    A selection between what is computed and an argument whose place the result takes (`fusion.aliases`) becomes
    `fusion.keep`: the kernel writes elements where the condition holds, and reads no old ones.

    A map that looks up eight conditions of a row for each byte, as the Python package's `packbits` does, becomes
    `fusion.pack_bits` where the conditions are computed in the graph.

    A `fusion.scatter` of updates that are a reshape scatters what was reshaped, where the indices are the same for all
    elements that the reshape splits apart: the product that computes heads of keys side by side stores them so. Of
    updates that are a transposition, or another reshape, it scatters what was before that, in the order of its own
    (`as`), where elements that are beside each other are stored so; indices that are shared are looked up. A
    transposition that stays leaves a remark in the category `fusion.layout`.

    Example:

    ```mlir
    func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<1x1xf32>) {
      %x = fusion.matmul %a, %b : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %m = fusion.abs %x : tensor<4x16xf32>
      %0 = fusion.reduce maximumf %m along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
      return %x, %0 : tensor<4x16xf32>, tensor<1x1xf32>
    }
    // becomes
    %0 = fusion.amax %x : tensor<4x16xf32> -> tensor<1x1xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numMaxima", "num-maxima", "Number of maxima that are left to other kernels">,
    Statistic<"numKept", "num-kept", "Number of selections of which one side is stored">,
    Statistic<"numPacked", "num-packed", "Number of masks that are stored as bits">,
    Statistic<"numScattered", "num-scattered", "Number of scatters in front of a reshape or a transposition">,
  ];
}

def FormKernelsPass : Pass<"fusion-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Put every matrix product and elementwise operation into its own kernel";
  let description = [{
    First half of stage 2. Afterwards no `fusion.matmul` and no elementwise operation of the fusion dialect stands
    outside a `fusion.kernel`. Splat constants are cloned into the bodies; other constants are inputs. Operations whose
    results are not used go away. Kernels that are there already are left alone.

    Example:

    ```mlir
    %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    // becomes
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> {
      %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      fusion.yield %1 : tensor<4x16xf32>
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels formed">];
}

def FlattenKernelsPass : Pass<"fusion-flatten-kernels", "::mlir::ModuleOp"> {
  let summary = "Take dimensions of elementwise kernels as one where rows are no whole vectors";
  let description = [{
    A thread of an elementwise kernel computes eight adjacent elements of a row, or one where rows are no multiple of
    eight. Of a kernel with such rows, and static sizes, the last dimensions become one, as few as have whole vectors
    together. Maps by position take the new one apart. An input that is repeated along a part of these dimensions is
    looked up.

    The pass comes behind fusion. What reads and writes the kernel sees reshapes, which copy nothing.

    Example:

    ```mlir
    %0 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<64x5x6xf32>, tensor<5x6xf32>) -> tensor<64x5x6xf32> {
      %1 = fusion.add %x0, %y0 : (tensor<64x5x6xf32>, tensor<5x6xf32>) -> tensor<64x5x6xf32>
      fusion.yield %1 : tensor<64x5x6xf32>
    }
    // becomes
    %2 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<64x5x6xf32> into tensor<1920xf32>
    %3 = fusion.kernel(%x0 = %2, %y0 = %y) : (tensor<1920xf32>, tensor<5x6xf32>) -> tensor<1920xf32> {
      %4 = fusion.map() tables(%t = %y0) at(%i) : (tensor<5x6xf32>) -> tensor<1920xf32> {
        // ... the row and the column of %i
        %5 = fusion.lookup %t[%row, %column] : tensor<5x6xf32>
        fusion.yield %5 : f32
      }
      %6 = fusion.add %x0, %4 : (tensor<1920xf32>, tensor<1920xf32>) -> tensor<1920xf32>
      fusion.yield %6 : tensor<1920xf32>
    }
    %7 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [64, 5, 6] : tensor<1920xf32> into tensor<64x5x6xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numFlattened", "num-flattened", "Number of kernels whose dimensions became one">];
}

def AbsorbTransposesPass : Pass<"fusion-absorb-transposes", "::mlir::ModuleOp"> {
  let summary = "Read and write transposed tensors of products by strides";
  let description = [{
    A `linalg.transpose` that the kernels of products read becomes a `fusion.view` of their inputs, and one behind such
    a kernel a view in front of its yield: nothing is copied. Split and merged heads of attention are such. Reshapes
    between the two are looked through where they come to a reshape of the operand.

    Elements that are adjacent in memory stay so: for a product's operand along its rows or columns (then
    `transpose_a` and `transpose_b` tell which), for other operands and results along the columns. All readers must be
    such kernels, or the copy is made for those that are not; and a result must have no other reader.

    Elementwise kernels count as a product's if they, or kernels before them, read a product of their shape:
    `fusion-fuse-epilogue` can bring them there. Each transposition leaves a remark in the category `fusion.layout`.

    Example:

    ```mlir
    %t = linalg.transpose ins(%x : tensor<8x16x4x64xf16>) outs(%e : tensor<8x4x16x64xf16>) permutation = [0, 2, 1, 3]
    %0 = fusion.kernel(%x0 = %t, %w0 = %w) : (tensor<8x4x16x64xf16>, tensor<64x64xf16>) -> tensor<8x4x16x64xf16> {
      %1 = fusion.matmul %x0, %w0 : (tensor<8x4x16x64xf16>, tensor<64x64xf16>) -> tensor<8x4x16x64xf16>
      fusion.yield %1 : tensor<8x4x16x64xf16>
    }
    // becomes
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<8x16x4x64xf16>, tensor<64x64xf16>) -> tensor<8x4x16x64xf16> {
      %1 = fusion.view %x0 permute [0, 2, 1, 3] : tensor<8x16x4x64xf16> -> tensor<8x4x16x64xf16>
      %2 = fusion.matmul %1, %w0 : (tensor<8x4x16x64xf16>, tensor<64x64xf16>) -> tensor<8x4x16x64xf16>
      fusion.yield %2 : tensor<8x4x16x64xf16>
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numReads", "num-reads", "Number of transpositions that kernels read by strides">,
    Statistic<"numWrites", "num-writes", "Number of transpositions that kernels write by strides">,
    Statistic<"numMissed", "num-missed", "Number of transposed copies that products read">,
  ];
}

def InitializePass : Pass<"fusion-initialize", "::mlir::ModuleOp"> {
  let summary = "Compute what follows from constants alone by a function beside its entry, once";
  let description = [{
    Of an entry, values that follow from constants and from arguments with `fusion.constant` alone move to a function
    `NAME.initialize`, which takes those arguments, in their order, and returns the values. NAME takes them as further
    arguments, at its end, with the attributes `fusion.constant` and `fusion.initialized`. Kept are values of static
    shape that something else needs at each call, and that

    - reduce, multiply, gather or move elements, or come from anything else that would be a launch of its own;
    - cost more than 16 f32 instructions for each element, from what is kept. Of a cheap combination of smaller tensors,
      as of the rows and columns of a table, these are kept;
    - are narrower than what they are computed from, as a cast weight is;
    - would be stored at each call: by whom a product or another operation reads as a factor, or a kernel as a table,
      or by several readers. What only follows from positions has one elementwise reader by then
      (`fusion-repeat-formulas`), and stays a formula if it is cheap.

    A second run adds to the function, and takes back what is needed no more. With `transpose-factors` (behind
    `fusion-attach-target`), a constant f32 factor is transposed once where the kernel of its product would copy a
    factor transposed at each call.

    The pass comes behind `fusion-absorb-transposes`: what kernels read by strides is not moved, and cheap work is in
    the reductions that read it. It comes before `fusion-fuse-epilogue`, so that no kernel holds constant work beside
    other.

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xbf16>, %w: tensor<8x16xf32> {fusion.constant}) -> tensor<4x16xbf16> {
      %0 = fusion.cast %w : tensor<8x16xf32> -> tensor<8x16xbf16>
      %1 = fusion.matmul %x, %0 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
      return %1 : tensor<4x16xbf16>
    }
    // becomes, without the kernels
    func.func @f(%x: tensor<4x8xbf16>, %w: tensor<8x16xf32> {fusion.constant},
                 %0: tensor<8x16xbf16> {fusion.constant, fusion.initialized}) -> tensor<4x16xbf16> {
      %1 = fusion.matmul %x, %0 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
      return %1 : tensor<4x16xbf16>
    }
    func.func @f.initialize(%w: tensor<8x16xf32> {fusion.constant}) -> tensor<8x16xbf16> {
      %0 = fusion.cast %w : tensor<8x16xf32> -> tensor<8x16xbf16>
      return %0 : tensor<8x16xbf16>
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
  let options = [Option<"transposeFactors", "transpose-factors", "bool", "false",
                        "Transpose constant f32 factors where that saves a copy at each call">];
  let statistics = [
    Statistic<"numValues", "num-values", "Number of values that are computed once">,
    Statistic<"numTransposed", "num-transposed", "Number of factors transposed">,
  ];
}

def FuseEpiloguePass : Pass<"fusion-fuse-epilogue", "::mlir::ModuleOp"> {
  let summary = "Merge elementwise kernels into the kernels whose results they read";
  let description = [{
    Second half of stage 2. Merges kernels where that is legal (Analysis/EpilogueLegality.h), a family of the chip takes
    the merged kernel and it is profitable (Analysis/FusionProfit.h), to a fixpoint: first products that read each other
    with all that stands between them, as in attention, then elementwise kernels into the products that they read, then
    those that only an epilogue reads into its product's kernel, then the rest into each
    other. The chip is that of the module's `fusion.target`, else the first of the chip table. What only widens a value
    that is stored anyway, or the result of a product that is then reduced, goes to the kernels that read it, if these
    cannot be merged with that value's producer. A value that others need as well becomes a further output of the merged
    kernel. Where an operation reads two products, it goes to the one that saves most memory traffic, the later one if
    they save the same.

    Then outputs that only kernels read are computed again by these, where they follow by little arithmetic from what is
    in memory anyway (from another output, say) and that takes less time than storing and reading them: the derivative
    of an activation in the backward pass, of the activation's argument. Outputs that only widen a value of their kernel
    (bf16 to f32) are stored in its type, and the kernels that read them widen it, also behind reshapes, transpositions
    and slices: a norm of groups that reads a product. And kernels are merged again, which now have fewer outputs.

    Then kernels that look up other columns of a product's rows become its epilogue, in the product's shape, where
    groups of columns that a tile holds read each other alone, and it pays: rotary embeddings of queries and keys
    (docs/dev/ColumnReads.md).

    Elementwise kernels that are left, have one shape, and read a tensor in common but not each other, become one: the
    rotary embeddings of queries and keys. So do sums of the same columns, and other reductions across memory: the
    gradients of a norm's gain and bias.

    After the fixpoint each edge leaves a remark in the category `fusion.epilogue`: `passed` with the bytes saved, or
    `missed` with a code of docs/Remarks.md, the reason and a suggestion. An operation with `fusion.must_fuse` that did
    not get into the kernel of its product is an error; limits of profit do not hold for it. Nothing is merged across a
    `fusion.boundary`; before the remarks boundaries are taken away (`fusion-drop-boundaries`).

    Example:

    ```mlir
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> {
      %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      fusion.yield %1 : tensor<4x16xf32>
    }
    %2 = fusion.kernel(%y = %0) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
      %3 = fusion.relu %y : tensor<4x16xf32>
      fusion.yield %3 : tensor<4x16xf32>
    }
    // becomes
    %2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> {
      %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %3 = fusion.relu %1 : tensor<4x16xf32>
      fusion.yield %3 : tensor<4x16xf32>
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let statistics = [
    Statistic<"numFused", "num-fused", "Number of edges fused">,
    Statistic<"numMissed", "num-missed", "Number of edges not fused">,
    Statistic<"numRecomputed", "num-recomputed", "Number of outputs that their readers compute again or widen">,
    Statistic<"numJoined", "num-joined", "Number of kernels merged into others that read the same">,
    Statistic<"numVisited", "num-visited", "Number of operations and uses visited to find what depends on what">,
  ];
}

def UnfusePass : Pass<"fusion-unfuse", "::mlir::ModuleOp"> {
  let summary = "Inline the body of every kernel";
  let description = [{
    The reverse of stage 2. `fusion-form-kernels` behind it gives one kernel for each operation, the form to
    compare a fused one with. Views become transpositions, or loops that read by their access maps. Schedules are lost;
    a kernel in destination style is an error.

    With `refused` it is for modules that were fused for another chip: only kernels in graph form, without a schedule,
    that no family of the module's target takes, but one of another chip does, are inlined, each with a remark
    (`unfused`); so are kernels with access maps that are no permutations. Without a target there are none. Others stay
    for `fusion-verify-kernels` to refuse: what no chip takes was written by hand, for a reason that is not known here.

    Example:

    ```mlir
    %0 = fusion.kernel(%y = %x) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
      %1 = fusion.relu %y : tensor<4x16xf32>
      fusion.yield %1 : tensor<4x16xf32>
    }
    // becomes
    %0 = fusion.relu %x : tensor<4x16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"refused", "refused", "bool", "false",
                        "Inline only what no family of the module's target takes, but one of another chip does">];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels inlined">];
}

def AttachTargetPass : Pass<"fusion-attach-target", "::mlir::ModuleOp"> {
  let summary = "Name the chip that the module is compiled for";
  let description = [{
    Stage 1. Sets `fusion.target` on the module. A module that names another chip already, or another card where one is
    given, is an error.

    Example, with `chip=sm_90a`:

    ```mlir
    module {}
    // becomes
    module attributes {fusion.target = #fusion.target<"sm_90a">} {}
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let options = [Option<"chip", "chip", "std::string", "", "Name of a chip, of the chip table">,
                 Option<"card", "card", "std::string", "", "Card with it, as the driver names it; empty: none">];
  let statistics = [Statistic<"numAttached", "num-attached", "Number of modules whose target was set or changed">];
}

def SetNumericsPass : Pass<"fusion-set-numerics", "::mlir::ModuleOp"> {
  let summary = "State the numerics contract on the module";
  let description = [{
    Sets `fusion.numerics` and `fusion.f32_precision` on the module, each if its option is given. What a function says
    for itself stays in force there.

    Example, with `numerics=strict`:

    ```mlir
    module {}
    // becomes
    module attributes {fusion.numerics = #fusion.numerics<strict>} {}
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let options = [
    Option<"numerics", "numerics", "std::string", "", "relaxed, strict or fast">,
    Option<"f32Precision", "f32-precision", "std::string", "", "tf32x3, tf32 or ieee">,
  ];
  let statistics = [Statistic<"numSet", "num-set", "Number of attributes set or changed">];
}

def VerifyKernelsPass : Pass<"fusion-verify-kernels", "::mlir::ModuleOp"> {
  let summary = "Check that every kernel can be lowered";
  let description = [{
    Stage 4. Each kernel holds anchors, elementwise operations and splat constants; with one anchor at most, its outputs
    have one shape, to which all its values broadcast. If the module has a `fusion.target`, a family of the chip takes
    the kernel, its element types and ranks are ones that the GPU lowering takes, and its arguments 4096 bytes
    at most. An error names the operation, what it needs, and the target. Changes nothing.

    Example: a kernel with two products is an error.

    ```mlir
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
      %1 = fusion.matmul %x0, %w0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %2 = fusion.matmul %1, %w0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      fusion.yield %2 : tensor<8x8xf32>
    }
    ```
  }];
}

def ExplainPass : Pass<"fusion-explain", "::mlir::ModuleOp"> {
  let summary = "Print what each kernel holds, and why each other edge is not fused";
  let description = [{
    Prints the report of `fusion-compile --explain` to the standard error stream; changes nothing. It is read off the
    IR, so it can stand anywhere behind `fusion-fuse-epilogue`; behind `fusion-select-schedule` it tells schedules as
    well. What is launched is not known there: it lists kernels, and all that stands outside of them.

    Example, with `format=text`:

    ```
    kernels: 1
      ffn_up_k0: matmul, add, gelu, cast  (saves 18874368 bytes)
    not fused: 0
    ```
  }];
  let options = [Option<"format", "format", "std::string", "\"text\"", "text or json">];
}

#endif // FUSION_TRANSFORMS_PASSES_TD
