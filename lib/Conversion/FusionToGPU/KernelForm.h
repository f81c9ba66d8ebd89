// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELFORM_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELFORM_H

#include "Common/AccessGuard.h"
#include "Common/KernelBuilder.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Schedule/SM80Schedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::fusion {

/// One way to run a bufferized kernel: a device function, its launch, and when it may run. A kernel has one form or
/// several, the fastest first; the last may always run.
class KernelForm {
public:
  virtual ~KernelForm() = default;

  /// What the function's name has after the kernel's: "" for the first form.
  virtual StringRef suffix() const = 0;
  /// When this form may run; tested on the host where types leave it open.
  const AccessGuard &guard() const { return accessGuard; }
  /// Launches may start before the kernels before them have ended: the launch carries fusion.programmatic, and every
  /// thread of the function waits (nvvm.griddepcontrol wait) before it touches memory, but for settled inputs
  /// (SettledInputs.h), and before it lets the next kernel start (launch_dependents). No pointer of such a function is
  /// noalias, which would let LLVM move loads in front of the wait. To be set before anything is emitted.
  void setDependentLaunch(bool value) { dependentLaunch = value; }
  bool hasDependentLaunch() const { return dependentLaunch; }
  /// Makes the device function at the insertion point, inside a gpu.module.
  virtual FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) = 0;
  /// Makes the launch on the host, in front of the kernel.
  virtual void emitLaunch(OpBuilder &builder, SymbolRefAttr function) = 0;

protected:
  explicit KernelForm(KernelOp kernel) : kernel(kernel) {}

  KernelOp kernel;
  AccessGuard accessGuard;

private:
  bool dependentLaunch = false;
};

using KernelForms = SmallVector<std::unique_ptr<KernelForm>>;

/// A form whose function is a gpu.func that takes the kernel's memrefs: inputs, then outputs.
class MemRefForm : public KernelForm {
public:
  StringRef suffix() const override { return nameSuffix; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

protected:
  MemRefForm(KernelOp kernel, StringRef nameSuffix) : KernelForm(kernel), nameSuffix(nameSuffix) {}

  /// Everything but the wait of a dependent launch, which comes before it.
  virtual void emitBody(gpu::GPUFuncOp func) = 0;
  /// Threads of a block, blocks (index), and bytes of dynamic shared memory.
  virtual int64_t threads() const = 0;
  virtual Value blocks(OpBuilder &builder, Location loc) = 0;
  virtual int64_t sharedBytes() const { return 0; }

private:
  StringRef nameSuffix;
};

/// Suffix of forms that ask for nothing.
inline constexpr StringRef kGeneralSuffix = "_general";

/// The forms of a product with its epilogue, or of elementwise work. Fail with a diagnostic on what has no lowering.
FailureOr<KernelForms> createMatmulForms(KernelOp kernel);
FailureOr<KernelForms> createElementwiseForms(KernelOp kernel);

/// Forms of one family.
FailureOr<KernelForms> createSM80Forms(KernelOp kernel);
KernelForms createSM80Forms(KernelOp kernel, const SM80Schedule &schedule);
FailureOr<KernelForms> createSM90Forms(KernelOp kernel);

/// The form of a product that asks for nothing: any address, pitch and size. `leastBlocks` of it must fit a
/// multiprocessor; 0 leaves that to ptxas, which may spill so that more do (tf32 with W [K,N]: 4 bytes at 96 registers,
/// none at 124).
std::unique_ptr<KernelForm> createSM80GeneralForm(KernelOp kernel, int64_t leastBlocks = 0);

/// The static shape of the kernel's iteration space with at least two dimensions.
SmallVector<int64_t> getPaddedIteration(KernelOp kernel);

/// The kernel's dynamic shared memory: an external array, so that all kernels of a module share one name.
Value getSharedMemory(KernelBuilder &kb);

/// Asks for what 8-wide accesses to the kernel's elementwise operands and outputs need. False if a type rules it out.
bool requireVectorAccess(KernelOp kernel, AccessGuard &guard);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_KERNELFORM_H
