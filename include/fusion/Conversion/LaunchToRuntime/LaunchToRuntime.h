// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches of kernels as calls of the runtime library: gpu.launch_func becomes fusion_launch,
// nvgpu.tma.create.descriptor fusion_tensor_map, and gpu.memset fusion_fill (fusion/Runtime/ABI.h).

#ifndef FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H
#define FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class LLVMTypeConverter;
} // namespace mlir

namespace fusion {

/// The kernels that a module launches, numbered in the order of their first launch. The number is what host code gives
/// to fusion_launch and the position in FusionModule::kernels. A function that is launched both with and without
/// fusion.programmatic has two numbers.
class KernelTable {
public:
  struct Kernel {
    StringAttr name;     ///< symbol of the kernel
    int32_t image;       ///< position of its gpu.module or gpu.binary among those of the module
    int32_t maxThreads;  ///< threads of a block, 0 if a launch does not state them as constants
    int64_t sharedBytes; ///< most dynamic shared memory of a launch, 0 if none or not constant
    bool programmatic;   ///< launches carry fusion.programmatic
  };

  explicit KernelTable(ModuleOp module);

  ArrayRef<Kernel> getKernels() const { return kernels; }
  /// Number of the kernel that `launch` launches; fails for a launch that was not there when the table was made.
  FailureOr<int32_t> lookup(gpu::LaunchFuncOp launch) const;

private:
  SmallVector<Kernel> kernels;
  llvm::DenseMap<std::pair<Attribute, unsigned>, int32_t> indices;
};

/// Pattern that turns gpu.launch_func into a call of fusion_launch. Memrefs are passed as the kernel side expects them:
/// both pointers, offset, sizes and strides, one parameter each; tensor maps as their bytes. The function around a
/// launch must have the FusionCall pointer as its first argument. `table` must outlive the patterns.
void populateLaunchToRuntimePatterns(const LLVMTypeConverter &converter, const KernelTable &table,
                                     RewritePatternSet &patterns);

/// Pattern that turns gpu.memset of contiguous elements of 32 bits into a call of fusion_fill.
void populateFillToRuntimePatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns);

/// Reports what populateTensorMapToRuntimePatterns cannot lower, with the reason: the source must be the cast of a
/// ranked, strided memref of an element type of the ABI, the box one constant of 1 to 256 for each of its 1 to 5
/// dimensions, and out-of-bounds elements zero.
LogicalResult verifyTensorMap(nvgpu::TmaCreateDescriptorOp op);

/// Pattern that turns nvgpu.tma.create.descriptor into a call of fusion_tensor_map on 128 bytes of the function's
/// stack, and conversion of its type to a pointer to them. The descriptor must be used in its function, by launches.
void populateTensorMapToRuntimePatterns(LLVMTypeConverter &converter, RewritePatternSet &patterns);

} // namespace fusion

#endif // FUSION_CONVERSION_LAUNCHTORUNTIME_LAUNCHTORUNTIME_H
