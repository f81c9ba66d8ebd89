// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's parameters, from both sides of the launch.

#ifndef FUSION_FAMILIES_ASYNC_PARAMETERS_H
#define FUSION_FAMILIES_ASYNC_PARAMETERS_H

#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/IR/IRMapping.h"

namespace fusion::async {

/// Whether the copy engine reads and writes a matrix of this type: rank 2 to 5, adjacent elements, and other strides
/// that are, or may be, multiples of 16 bytes.
bool isTMAType(MemRefType type);

/// A box of a matrix as the copy engine moves it: its innermost dimension is `columns` elements, `rows` of them follow.
struct BoxShape {
  int64_t rows, columns;
  bool roundsToTF32 = false; ///< f32 is rounded to the nearest tf32 on the way
  bool isLast = false;       ///< of the rows there are as many as the last box of the matrix has
};

/// The parameters of a kernel's function, and what a launch passes for them. Both sides are made from one list, so they
/// agree. Only what types leave open is passed: sizes and strides that are constants are constants in the kernel.
class Parameters {
public:
  /// Each returns the number of its (first) parameter.
  unsigned addTensorMap(Value memref, BoxShape box);
  unsigned addMemRef(Value memref);
  unsigned addSize(Value memref, int64_t dim);
  /// The memory that kernels of one product share, a pointer.
  unsigned addMemory();

  /// On the device: types and attributes of the function's arguments.
  SmallVector<Type> getTypes(OpBuilder &builder) const;
  /// The function's argument `first` is the first of these parameters.
  void annotate(LLVM::LLVMFuncOp function, unsigned first = 0) const;
  /// Bytes that a launch passes for them.
  int64_t getBytes() const;
  /// The memref that starts at parameter `first`.
  MemRefArgument getMemRef(KernelBuilder &kb, Block::BlockArgListType arguments, unsigned first) const;

  /// On the host: what the launch passes. Tensor maps are those of `copies`, where there is one of the memref;
  /// `memory` is a memref.
  SmallVector<Value> getOperands(OpBuilder &builder, Location loc, const IRMapping &copies, Value memory) const;

private:
  enum class Kind { TensorMap, Address, Size, Stride, Memory };
  struct Parameter {
    Kind kind;
    Value memref;
    int64_t dim = 0;   ///< Size, Stride
    BoxShape box = {}; ///< TensorMap
  };

  SmallVector<Parameter> parameters;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_PARAMETERS_H
