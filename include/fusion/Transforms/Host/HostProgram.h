// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the host program looks between the passes of this directory. An entry is a public function
//
//   func.func @f(%call: !llvm.ptr, inputs..., outputs... {fusion.output},
//               %workspace: memref<?xi8> {fusion.workspace}) -> i32
//
// (the workspace comes with fusion-plan-workspace). Inputs are memrefs and numbers. Beside it stand two functions of
// the input sizes alone, one index for each dimension of each input in order, and one with the value of each integer:
//
//   func.func @f.shapes(index...) -> (index...)  all dimensions of all outputs
//   func.func @f.workspace(index...) -> i64         bytes; all ones where a size overflows

#ifndef FUSION_TRANSFORMS_HOST_HOSTPROGRAM_H
#define FUSION_TRANSFORMS_HOST_HOSTPROGRAM_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace fusion {

/// Names of the functions beside an entry.
std::string getShapesName(func::FuncOp entry);
std::string getWorkspaceName(func::FuncOp entry);

/// Public functions with a body, without those beside them.
SmallVector<func::FuncOp> getEntries(ModuleOp module);
/// Those that are still functions on tensors.
SmallVector<func::FuncOp> getTensorEntries(ModuleOp module);

/// The arguments of an entry in its form with outputs, without call and workspace.
SmallVector<BlockArgument> getInputs(func::FuncOp entry);
SmallVector<BlockArgument> getOutputs(func::FuncOp entry);
/// For each of `numResults` results the argument that it is written into (fusion.aliases); null where there is none.
/// The function touches that memory by this argument alone: the output is there for the caller, who passes the same
/// memory.
SmallVector<BlockArgument> getAliasedArguments(func::FuncOp entry, unsigned numResults);
/// The workspace argument; null before fusion-plan-workspace.
BlockArgument getWorkspace(func::FuncOp entry);

/// Rebuilds `value`, an index computed from sizes of the entry's inputs, at the builder's place. `getDim` gives the
/// size of a dimension of an argument there, or null; of an integer its value, as that or as an index. Fails where the
/// value depends on anything else, and returns that in `obstacle`.
FailureOr<Value> cloneSizeComputation(OpBuilder &builder, Value value, IRMapping &mapping,
                                      function_ref<Value(BlockArgument, int64_t)> getDim, Value &obstacle);

/// A function `name` beside `entry` that takes an index for each dimension of `inputs`. `getDim` of the above
/// is then `getSizeArgument`, which is null for an argument that is not an input.
func::FuncOp createSizeFunction(func::FuncOp entry, StringRef name, ArrayRef<BlockArgument> inputs,
                                TypeRange resultTypes);
Value getSizeArgument(func::FuncOp sizeFunction, ArrayRef<BlockArgument> inputs, BlockArgument input, int64_t dim);
/// Position of a size in the list of all sizes of `tensors`, one of which is `tensor`.
int64_t getSizePosition(ArrayRef<BlockArgument> tensors, BlockArgument tensor, int64_t dim);

} // namespace fusion

#endif // FUSION_TRANSFORMS_HOST_HOSTPROGRAM_H
