// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches of kernels as calls of the runtime library: gpu.launch_func becomes fusion_launch (fusion/Runtime/ABI.h).

#ifndef FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H
#define FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class LLVMTypeConverter;
} // namespace mlir

namespace mlir::fusion {

/// The kernels that a module launches, numbered in the order of their first launch. The number is what host code gives
/// to fusion_launch and the position in FusionModule::kernels.
class KernelTable {
public:
  struct Kernel {
    StringAttr name;     ///< symbol of the kernel
    int32_t image;       ///< position of its gpu.module or gpu.binary among those of the module
    int32_t maxThreads;  ///< threads of a block, 0 if a launch does not state them as constants
    int64_t sharedBytes; ///< most dynamic shared memory of a launch, 0 if none or not constant
  };

  explicit KernelTable(ModuleOp module);

  ArrayRef<Kernel> getKernels() const { return kernels; }
  /// Number of a kernel; fails if no launch names it.
  FailureOr<int32_t> lookup(SymbolRefAttr name) const;

private:
  SmallVector<Kernel> kernels;
  llvm::DenseMap<Attribute, int32_t> indices;
};

/// Pattern that turns gpu.launch_func into a call of fusion_launch. Memrefs are passed as the kernel side expects them:
/// both pointers, offset, sizes and strides, one parameter each. The function around a launch must have the
/// FusionCall pointer as its first argument. `table` must outlive the patterns.
void populateLaunchToRuntimePatterns(const LLVMTypeConverter &converter, const KernelTable &table,
                                     RewritePatternSet &patterns);

} // namespace mlir::fusion

#endif // FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H
