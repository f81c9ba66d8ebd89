// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.kernel, and what only its body has.

#ifndef FUSION_KERNEL_OPS_TD
#define FUSION_KERNEL_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

def Fusion_KernelOp : Fusion_Op<"kernel", [IsolatedFromAbove, AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the piece of a graph that becomes one kernel";
  let description = [{
    Holds a formula: its anchors (operations with reduction loops, such as matrix products), and elementwise work in
    front of them, between them and behind them; or elementwise work alone. The body sees the inputs as block arguments,
    always of tensor type, and yields the outputs.

    Three forms, in the order in which a compile meets them:

    1. inputs and results are tensors;
    2. destination style: `outs` gives a tensor for each result to be written to;
    3. after bufferization, inputs and `outs` are memrefs and there are no results; the body is as before.

    Kernels of one block that have the same number as `launch_group` share a launch where their family can run them so;
    they do not depend on each other, and nothing that reads or writes memory stands between them.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x768xbf16>, %w: tensor<768x3072xbf16>, %b: tensor<3072xbf16>) -> tensor<?x3072xbf16> {
      %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
          : (tensor<?x768xbf16>, tensor<768x3072xbf16>, tensor<3072xbf16>) -> tensor<?x3072xbf16> {
        %0 = fusion.matmul %x0, %w0 : (tensor<?x768xbf16>, tensor<768x3072xbf16>) -> tensor<?x3072xf32>
        %1 = fusion.add %0, %b0 : (tensor<?x3072xf32>, tensor<3072xbf16>) -> tensor<?x3072xf32>
        %2 = fusion.cast %1 : tensor<?x3072xf32> to tensor<?x3072xbf16>
        fusion.yield %2 : tensor<?x3072xbf16>
      }
      return %y : tensor<?x3072xbf16>
    }
    func.func @bufferized(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
      fusion.kernel(%x0 = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () {
        %0 = fusion.relu %x0 : tensor<4x8xf32>
        fusion.yield %0 : tensor<4x8xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inputs,
                       Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$outs,
                       OptionalAttr<Fusion_ScheduleAttr>:$schedule,
                       OptionalAttr<Fusion_AlternativesAttr>:$alternatives,
                       OptionalAttr<Fusion_VariantsAttr>:$variants,
                       OptionalAttr<I64Attr>:$launch_group);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// A kernel with an empty body block whose arguments have the tensor types of `inputs`.
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$inputs,
                   CArg<"::mlir::ValueRange", "{}">:$outs)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &getRegion().front(); }
    ::fusion::YieldOp getYield();
    /// Whether the body has no anchor: it is elementwise work alone.
    bool isElementwise() { return getBodyBlock()->getOps<::fusion::AnchorOpInterface>().empty(); }
    /// Takes over the schedules of `other`, and the launch that it shares.
    void copySchedules(::fusion::KernelOp other) {
      setScheduleAttr(other.getScheduleAttr());
      if (other.getAlternativesAttr())
        setAlternativesAttr(other.getAlternativesAttr());
      if (other.getLaunchGroupAttr())
        setLaunchGroupAttr(other.getLaunchGroupAttr());
    }
    /// Takes over the variants of `other`, which has the same operands.
    void copyVariants(::fusion::KernelOp other) {
      if (other.getVariantsAttr())
        setVariantsAttr(other.getVariantsAttr());
    }
    bool isBufferized() { return getNumResults() == 0 && !getOuts().empty(); }
    /// The tensor type that the body sees for an input of tensor or memref type.
    static ::mlir::RankedTensorType getBodyType(::mlir::Type type);
    ::mlir::BlockArgument getBodyArgument(unsigned input) { return getBodyBlock()->getArgument(input); }
    /// The input that a value of the body stands for, itself or as a view; null for one that the body computes.
    ::mlir::Value getInputOf(::mlir::Value bodyValue);
    /// Whether an elementwise operation, or the yield, reads elements of an argument of the body, or of a view of one.
    static bool isElementwiseOperand(::mlir::Value read);
    /// Whether all that reads an argument of the body reads the element at the place of what it computes: no product,
    /// no view, no table.
    static bool readsOnlyElements(::mlir::Value argument);
    /// The first view that does more than permute dimensions; null if there is none.
    ::fusion::ViewOp getGeneralView();
    /// Whether an argument of the body is a table that elements are looked up in.
    static bool isTable(::mlir::Value read);
    /// The values as which the body reads its inputs, in their order: arguments that are not only viewed, and views of
    /// arguments. Each becomes an input of its own where views become strides.
    ::llvm::SmallVector<::mlir::Value> getReads();
    /// The values as which the body reads the inputs that the lowered kernel has, in their order: arguments that are
    /// not only viewed, then what differs among views of arguments. Guards of variants count these, then the outputs.
    ::llvm::SmallVector<::mlir::Value> getAccesses();
    /// What the body computes for each output, before a view puts it in another order.
    ::llvm::SmallVector<::mlir::Value> getComputed();
  }];
}

def Fusion_ViewOp : Fusion_Op<"view", [Pure, HasParent<"KernelOp">,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "an input or output of a kernel as other loops see it";
  let description = [{
    Dimensions of the result are the loops of an access map, dimensions of the input its memory. With `permute` [...]
    dimension i of the result is dimension `permute`[i] of the input.

    Nothing is moved: a view tells how a kernel reads an input or writes an output, whose type outside of the kernel is
    that of memory. So it stands in a kernel's body alone, on an argument or in front of the yield. A permutation
    becomes strides there. No kernel of a GPU reads by another map yet: such kernels are unfused, with a remark. On the
    CPU each view is a loop.

    Example: attention's scores, of heads that lie beside each other in memory, and sums of windows.

    ```mlir
    func.func @f(%q: tensor<8x128x12x64xbf16>, %k: tensor<8x128x12x64xbf16>) -> tensor<8x12x128x128xf32> {
      %s = fusion.kernel(%q0 = %q, %k0 = %k)
          : (tensor<8x128x12x64xbf16>, tensor<8x128x12x64xbf16>) -> tensor<8x12x128x128xf32> {
        %0 = fusion.view %q0 permute [0, 2, 1, 3] : tensor<8x128x12x64xbf16> -> tensor<8x12x128x64xbf16>
        %1 = fusion.view %k0 permute [0, 2, 1, 3] : tensor<8x128x12x64xbf16> -> tensor<8x12x128x64xbf16>
        %2 = fusion.matmul %0, %1 {transpose_b}
            : (tensor<8x12x128x64xbf16>, tensor<8x12x128x64xbf16>) -> tensor<8x12x128x128xf32>
        fusion.yield %2 : tensor<8x12x128x128xf32>
      }
      return %s : tensor<8x12x128x128xf32>
    }
    func.func @windows(%x: tensor<8xf32>) -> tensor<4x1xf32> {
      %s = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<4x1xf32> {
        %0 = fusion.view %x0 access <(d0 in 4, d1 in 3) -> (d0 * 2 + d1 - 1) if (d0 * 2 + d1 - 1 in 8) else 0.0 : f32>
            : tensor<8xf32> -> tensor<4x3xf32>
        %1 = fusion.reduce addf %0 along [1] : tensor<4x3xf32> -> tensor<4x1xf32>
        fusion.yield %1 : tensor<4x1xf32>
      }
      return %s : tensor<4x1xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Fusion_AccessAttr:$access);
  let results = (outs AnyRankedTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    /// With the type that follows.
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$permutation)>,
    OpBuilder<(ins "::mlir::Value":$input, "::fusion::AccessAttr":$access)>
  ];
  let extraClassDeclaration = [{
    /// Whether it is one of an argument: how an input is read. Else it is how an output is written.
    bool isOfInput();
    /// The dimensions of the input that those of the result are, if it is in another order alone.
    std::optional<::llvm::SmallVector<int64_t>> getAsPermutation();
    /// The same of a view that is known to be one.
    ::llvm::SmallVector<int64_t> getPermutation() { return *getAsPermutation(); }
    /// Whether elements that are adjacent in the last dimension of the one are so in that of the other.
    bool keepsLastDim();
    /// The access of all views between the result and what is no view; nothing where they are not one.
    std::optional<::fusion::AccessMap> getComposedAccess();
    /// Their permutation, of views that are known to be one.
    ::llvm::SmallVector<int64_t> getComposedPermutation();
    /// The type of `input` behind `access`, which must be of its rank.
    static ::mlir::RankedTensorType getResultType(::mlir::RankedTensorType input, const ::fusion::AccessMap &access);
    /// Sizes of the result from those of the input.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes(::mlir::OpBuilder &builder,
                                                            ::llvm::ArrayRef<::mlir::OpFoldResult> ofInput);
  }];
}

def Fusion_YieldOp : Fusion_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["KernelOp", "MapOp"]>]> {
  let summary = "end of a kernel's body, or of a map's region";
  let description = [{
    Names the kernel's outputs, or the element that a map computes.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; (void)$_state; }]>];
}

#endif // FUSION_KERNEL_OPS_TD
