// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What kernels cost: memory traffic, operations, and a roofline estimate of their time.

#ifndef FUSION_ANALYSIS_COSTMODEL_H
#define FUSION_ANALYSIS_COSTMODEL_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {
struct ChipInfo;

/// A dynamic dimension is taken to have this size.
inline constexpr int64_t kDynamicSizeEstimate = 1024;

/// Start and drain of a small kernel, measured roughly on current products.
inline constexpr double kLaunchMicroseconds = 2.0;

/// `size`, or the estimate where it is dynamic.
int64_t estimateSize(int64_t size);

/// Elements and bytes of a tensor, limited to 2^50 so that sums do not overflow. An i1 takes one byte.
int64_t estimateElements(ArrayRef<int64_t> shape);
int64_t estimateBytes(Type tensorType);

/// Cost of one launch of a kernel.
struct KernelCost {
  double matmulFlops = 0;
  double scalarInstructions = 0; ///< of elementwise work, in f32 instructions
  int64_t bytesRead = 0, bytesWritten = 0;
};
KernelCost getKernelCost(KernelOp kernel);

/// f32 instructions that the elementwise operations of a kernel take for each element, but for those of `except`.
int64_t getScalarCostPerElement(KernelOp kernel, ArrayRef<Operation *> except = {});

/// Whether an element is computed of several elements of a table, as of a window: those of adjacent elements have most
/// in common. A kernel of elementwise work alone, which computes adjacent rows in a thread, looks these up once.
bool readsWindows(KernelOp kernel);

/// The same as getScalarCostPerElement, with what functions take more that are not approximate.
int64_t getPreciseCostPerElement(KernelOp kernel, ArrayRef<Operation *> except = {});

/// Memory traffic that the kernel saves over running its operations one by one.
int64_t getBytesSaved(KernelOp kernel);

/// Roofline estimate: the largest of tensor, scalar and memory time, plus a constant for the launch. What is known of a
/// kernel before it has a schedule.
double predictMicroseconds(KernelOp kernel, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_ANALYSIS_COSTMODEL_H
