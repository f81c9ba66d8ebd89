// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.map, any elementwise computation, and what its region may hold.

#ifndef FUSION_MAP_OPS_TD
#define FUSION_MAP_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

def Fusion_MapOp : Fusion_Op<"map", [Pure, IsolatedFromAbove, AttrSizedOperandSegments, SingleBlock,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<Fusion_ElementwiseOpInterface,
                              ["getElementOperands", "readsElement", "dependsOnPosition", "setResultShape",
                               "getScalarCost"]>]> {
  let summary = "elementwise computation that a region of scalar operations gives";
  let description = [{
    Computes each element of the result by the region, from the elements of `elements` at the same place, after numpy
    broadcasting. What has no named operation is a map: integers and booleans, masks by position, lookups.

    The region sees the elements as scalars of their own types, the `tables` whole, for `fusion.lookup`, and, where `at`
    names them, the indices of the element in the result, one for each dimension. It holds operations of arith and math
    on scalars, `fusion.lookup`, and `fusion.yield` of one scalar; at most 1024 of them.

    Each dimension of the result has the size of an operand, or a static size of its own. An operand whose element the
    region does not use gives a size only; its memory is not read. Division of integers by zero and out-of-range
    conversions are those of the scalar operations.

    In relaxed numerics floats of 16 bits are computed in f32, and casts between floats of at most 32 bits round
    nothing. In strict numerics each operation rounds to its own type.

    Example:

    ```mlir
    // Scores behind the diagonal become the lowest number.
    func.func @causal(%scores: tensor<8x128x128xf32>) -> tensor<8x128x128xf32> {
      %later = fusion.map() at(%row, %column) : () -> tensor<128x128xi1> {
        %0 = arith.cmpi ugt, %column, %row : index
        fusion.yield %0 : i1
      }
      %lowest = arith.constant dense<0xFF7FFFFF> : tensor<f32>
      %masked = fusion.select %later, %lowest, %scores
          : (tensor<128x128xi1>, tensor<f32>, tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
      return %masked : tensor<8x128x128xf32>
    }
    // Rows of a table.
    func.func @embed(%ids: tensor<8x128x1xi64>, %table: tensor<500x768xbf16>) -> tensor<8x128x768xbf16> {
      %rows = fusion.map(%id = %ids) tables(%t = %table) at(%b, %s, %column)
          : (tensor<8x128x1xi64>, tensor<500x768xbf16>) -> tensor<8x128x768xbf16> {
        %row = arith.index_cast %id : i64 to index
        %0 = fusion.lookup %t[%row, %column] : tensor<500x768xbf16>
        fusion.yield %0 : bf16
      }
      return %rows : tensor<8x128x768xbf16>
    }
    ```
  }];
  let arguments = (ins Variadic<Fusion_AnyTensor>:$elements, Variadic<Fusion_AnyTensor>:$tables);
  let results = (outs Fusion_AnyTensor:$result);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// A map with an empty body, with arguments for the elements and tables and, if `positions`, the result's
    /// dimensions.
    OpBuilder<(ins "::mlir::RankedTensorType":$resultType, "::mlir::ValueRange":$elements,
                   "::mlir::ValueRange":$tables, "bool":$positions)>
  ];
  let extraClassDeclaration = [{
    /// Most operations of a region.
    static constexpr int64_t kMaxOperations = 1024;
    ::mlir::Block *getBodyBlock() { return &getRegion().front(); }
    ::fusion::YieldOp getYield();
    ::mlir::RankedTensorType getResultType() { return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType()); }
    ::mlir::Block::BlockArgListType getElementArguments() {
      return getBodyBlock()->getArguments().take_front(getElements().size());
    }
    ::mlir::Block::BlockArgListType getTableArguments() {
      return getBodyBlock()->getArguments().slice(getElements().size(), getTables().size());
    }
    /// One for each dimension of the result, or none.
    ::mlir::Block::BlockArgListType getPositions() {
      return getBodyBlock()->getArguments().drop_front(getElements().size() + getTables().size());
    }
    /// What buildScalar gives for several lanes, of which each has its elements in `operands`: an operation of the
    /// region for all of them, then the next one. `enter` is told of which lane is built what comes next.
    ::llvm::SmallVector<::mlir::Value> buildLanes(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                                  ::llvm::ArrayRef<::llvm::SmallVector<::mlir::Value>> operands,
                                                  const ::fusion::ScalarContext &context,
                                                  ::llvm::function_ref<void(int64_t)> enter);
    /// What an operation of the region costs (getScalarCost).
    static int64_t getCost(::mlir::Operation &op);
    /// Whether an operation may stand in the region of a map.
    static bool isAllowed(::mlir::Operation *op);
  }];
}

def Fusion_LookupOp : Fusion_Op<"lookup", [Pure, HasParent<"MapOp">, AttrSizedOperandSegments,
    TypesMatchWith<"result type matches the table's element type", "table", "result",
                   "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType()">]> {
  let summary = "element of a table at computed indices";
  let description = [{
    The element of `table`, an argument of the map, at `indices`; zero where `condition` is given and false. Where it is
    true, or not given, an index out of range is an error when the program runs, on GPUs a trap. What is outside of the
    result, in a tile that reaches beyond it, is never looked up.

    Example:

    ```mlir
    func.func @shifted(%x: tensor<64xf32>) -> tensor<64xf32> {
      %0 = fusion.map() tables(%t = %x) at(%i) : (tensor<64xf32>) -> tensor<64xf32> {
        %one = arith.constant 1 : index
        %first = arith.constant 0 : index
        %before = arith.subi %i, %one : index
        %inside = arith.cmpi ne, %i, %first : index
        %v = fusion.lookup %t[%before] if %inside : tensor<64xf32>
        fusion.yield %v : f32
      }
      return %0 : tensor<64xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_AnyTensor:$table, Variadic<Index>:$indices, Optional<I1>:$condition);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$table `[` $indices `]` (`if` $condition^)? attr-dict `:` type($table)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of the table among the operands of the map.
    unsigned getTableNumber() { return ::llvm::cast<::mlir::BlockArgument>(getTable()).getArgNumber(); }
  }];
}

#endif // FUSION_MAP_OPS_TD
