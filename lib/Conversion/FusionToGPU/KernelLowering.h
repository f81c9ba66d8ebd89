// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELLOWERING_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELLOWERING_H

#include "Common/AccessGuard.h"
#include "fusion/Conversion/FusionToGPU/MatmulEmitter.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::fusion {

/// The lowering of one bufferized kernel: device functions and their launches. There is a fast form, which may ask for
/// alignment, and where it does, a general one that asks for nothing.
class KernelLowering {
public:
  virtual ~KernelLowering() = default;

  /// Emits the body of the fast or the general form into `func`, whose arguments are the kernel's inputs, then outputs.
  virtual void emitBody(gpu::GPUFuncOp func, bool fast) = 0;
  /// Threads of a block, blocks (index), and bytes of dynamic shared memory.
  virtual int64_t threads(bool fast) = 0;
  virtual Value blocks(OpBuilder &builder, Location loc, bool fast) = 0;
  virtual int64_t sharedBytes(bool fast) { return 0; }

  /// When the fast form may run.
  const AccessGuard &guard() const { return accessGuard; }

protected:
  explicit KernelLowering(KernelOp kernel) : kernel(kernel) {}
  KernelOp kernel;
  AccessGuard accessGuard;
};

/// A product with its epilogue, or elementwise work. Fail with a diagnostic on what has no lowering.
FailureOr<std::unique_ptr<KernelLowering>> createMatmulLowering(KernelOp kernel);
FailureOr<std::unique_ptr<KernelLowering>> createElementwiseLowering(KernelOp kernel);

/// The static shape of the kernel's iteration space with at least two dimensions.
SmallVector<int64_t> getPaddedIteration(KernelOp kernel);

/// The kernel's dynamic shared memory: an external array, so that all kernels of a module share one name.
Value getSharedMemory(KernelBuilder &kb);

/// Asks for what 8-wide accesses to the kernel's elementwise operands and outputs need. False if a type rules it out.
bool requireVectorAccess(KernelOp kernel, AccessGuard &guard);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELLOWERING_H
