// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a family makes of a kernel that is lowered.

#ifndef FUSION_SCHEDULE_KERNELVARIANT_H
#define FUSION_SCHEDULE_KERNELVARIANT_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <memory>

namespace fusion {
class AccessGuard;

/// One way to run a bufferized kernel: a device function and its launch, or other kernels in their place; and when it
/// may run. A kernel has one variant or several, the fastest first; the last may always run.
class KernelVariant {
public:
  virtual ~KernelVariant() = default;

  /// What the function's name has after the kernel's: "" for the first variant.
  virtual StringRef suffix() const = 0;
  /// When this variant may run, as the IR says (VariantAttr); tested on the host where types leave it open.
  virtual const AccessGuard &guard() const = 0;
  /// Launches may start before the kernels before them have ended: the launch carries fusion.programmatic, and every
  /// thread of the function waits (nvvm.griddepcontrol wait) before it touches memory, but for stable inputs
  /// (fusion.stable), and before it lets the next kernel start (launch_dependents). No pointer of such a function is
  /// noalias, which would let LLVM move loads in front of the wait. To be set before anything is emitted.
  void setDependentLaunch(bool value) { dependentLaunch = value; }
  bool hasDependentLaunch() const { return dependentLaunch; }
  /// Makes the device function at the insertion point, inside a gpu.module.
  virtual FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) = 0;
  /// Makes the launch on the host, in front of the kernel.
  virtual void emitLaunch(OpBuilder &builder, SymbolRefAttr function) = 0;

  /// A kernel that runs instead, and what its name has after the variant's.
  struct Part {
    KernelOp kernel;
    StringRef suffix;
  };
  /// Whether other kernels run in the place of this one. Such a variant makes no function and no launch.
  virtual bool hasParts() const { return false; }
  /// Makes those kernels in order at the insertion point, on memrefs and with their schedules.
  virtual SmallVector<Part> emitParts(OpBuilder &builder) { return {}; }

protected:
  explicit KernelVariant(KernelOp kernel) : kernel(kernel) {}

  KernelOp kernel;

private:
  bool dependentLaunch = false;
};

using KernelVariants = SmallVector<std::unique_ptr<KernelVariant>>;

} // namespace fusion

#endif // FUSION_SCHEDULE_KERNELVARIANT_H
