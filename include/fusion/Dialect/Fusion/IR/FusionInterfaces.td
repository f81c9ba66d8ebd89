// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What passes ask of operations in kernels: interfaces of elementwise operations and of anchors.

#ifndef FUSION_INTERFACES_TD
#define FUSION_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Fusion_ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::fusion";
  let description = [{
    An operation that computes each element of its one result from the elements of its operands at the same place,
    after numpy broadcasting; it may also ask for the place, and look up elements of other operands (tables). Emitters,
    the CPU path and the cost model know elementwise operations by this interface alone: a new activation needs its
    definition and these methods.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the scalar form with arith and math operations. Operands come in compute types: f32 for float elements of
      at most 32 bits, f64 for f64, the element type itself for integers (i1 for predicates). The result is in the
      compute type of the op's result element type; the caller rounds it to the element type where its numerics ask for
      that. `operands` are those of getElementOperands(); the context gives what else the operation asks for.
    }], "::mlir::Value", "buildScalar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::ValueRange":$operands,
           "const ::fusion::ScalarContext &":$context)>,
    InterfaceMethod<[{
      The operands of which elements are taken at the same place, and which give the result's shape. They come first;
      the others are tables.
    }], "::mlir::OperandRange", "getElementOperands", (ins), "", "return $_op->getOperands();">,
    InterfaceMethod<[{
      Whether elements of operand `number` are read at the same place. One of getElementOperands() that is not gives a
      size alone.
    }], "bool", "readsElement", (ins "unsigned":$number), "", "return true;">,
    InterfaceMethod<[{
      Whether the scalar form asks for the element's position.
    }], "bool", "dependsOnPosition", (ins), "", "return false;">,
    InterfaceMethod<[{
      Gives the result another shape, to which the operands broadcast: where the operation depends on positions, one
      that differs by dimensions of size 1.
    }], "void", "setResultShape", (ins "::llvm::ArrayRef<int64_t>":$shape), "", [{
      ::mlir::Value result = $_op->getResult(0);
      result.setType(::llvm::cast<::mlir::ShapedType>(result.getType()).clone(shape));
    }]>,
    InterfaceMethod<[{
      Rough cost of one element in f32 instructions on a GPU, for the cost model: in the shorter form for results of 16
      bits, if there is one.
    }], "int64_t", "getScalarCost", (ins), "", "return 1;">,
    InterfaceMethod<[{
      The same for results of f32.
    }], "int64_t", "getPreciseScalarCost", (ins), "", "return $_op.getScalarCost();">,
    InterfaceMethod<[{
      Whether fast numerics may make it of the GPU's own tanh: what buildScalar makes has a form for that
      (`fusion.approx_tanh`).
    }], "bool", "hasApproxForm", (ins), "", "return false;">
  ];
}

def Fusion_AnchorOpInterface : OpInterface<"AnchorOpInterface"> {
  let cppNamespace = "::fusion";
  let description = [{
    An operation with reduction loops, around which a kernel is formed: what is computed in front of a factor is that
    factor's prologue, and what is computed with the results is the kernel's epilogue. Loops and indexing maps are those
    of a structured operation (linalg): parallel loops first, in the order of the result's dimensions.
  }];
  let methods = [
    InterfaceMethod<[{
      The loops: as many parallel ones as the result has dimensions, then the reductions.
    }], "::llvm::SmallVector<::mlir::utils::IteratorType>", "getIteratorTypes">,
    InterfaceMethod<[{
      Where each factor is read, and last where the result is written, in terms of the loops. A constant 0 stands where
      a dimension of size 1 is repeated.
    }], "::llvm::SmallVector<::mlir::AffineMap>", "getIndexingMaps">,
    InterfaceMethod<[{
      The operands that are contracted or reduced, each of which may have a prologue.
    }], "::mlir::OperandRange", "getFactors", (ins), "", "return $_op->getOperands();">,
    InterfaceMethod<[{
      The element type in which terms are combined.
    }], "::mlir::Type", "getAccumulatorType">,
    InterfaceMethod<[{
      How terms are combined.
    }], "::mlir::arith::AtomicRMWKind", "getCombiner">,
    InterfaceMethod<[{
      A type whose shape is the space of elementwise work around the anchor, [batch..., M, N]: a product's result, a
      reduction's input.
    }], "::mlir::RankedTensorType", "getIterationType">
  ];
}

#endif // FUSION_INTERFACES_TD
