// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Several products as one launch.

#ifndef FUSION_LIB_FAMILIES_SM80_SHAREDVARIANT_H
#define FUSION_LIB_FAMILIES_SM80_SHAREDVARIANT_H

#include "Variant.h"

namespace fusion::sm80 {

/// Kernels whose blocks are those of one launch, the blocks of one kernel behind those of the other. A block first
/// finds out of which kernel it is. Each kernel has its own sizes, factors, accesses, epilogue and outputs.
class SharedVariant : public KernelVariant {
public:
  /// `variants` has one of each kernel.
  explicit SharedVariant(SmallVector<std::unique_ptr<SM80Variant>, 3> variants);

  /// Whether they can be one launch: their blocks have equally many threads, none meet in memory, and one launch takes
  /// all parameters.
  bool canShare() const;

  StringRef suffix() const override { return variants.front()->suffix(); }
  const AccessGuard &guard() const override { return needed; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

private:
  Location getLoc() const;
  void emitBody(gpu::GPUFuncOp function);

  SmallVector<std::unique_ptr<SM80Variant>, 3> variants;
  AccessGuard needed; ///< by all of them
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_SHAREDVARIANT_H
