// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Several products as one launch.

#ifndef FUSION_LIB_FAMILIES_SM90_SHAREDVARIANT_H
#define FUSION_LIB_FAMILIES_SM90_SHAREDVARIANT_H

#include "Variant.h"

namespace fusion::async {

/// Kernels of one schedule whose tiles the blocks of one launch walk over, those of one kernel after the other. Each
/// kernel has its own sizes, right factor, epilogue and outputs.
class SharedVariant : public KernelVariant {
public:
  /// `variants` has one of each kernel.
  explicit SharedVariant(SmallVector<std::unique_ptr<SM90Variant>, 3> variants);

  /// Whether they can be one launch: their schedules are equal, none has launches of its own in front or behind, and
  /// the memory and the parameters of all are those of one launch.
  bool canShare() const;

  StringRef suffix() const override { return variants.front()->suffix(); }
  const AccessGuard &guard() const override { return needed; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

private:
  SharedLayout getLayout() const;
  SmallVector<const Parameters *, 3> getParameters() const;
  Location getLoc() const;

  SmallVector<std::unique_ptr<SM90Variant>, 3> variants;
  AccessGuard needed; ///< by all of them
};

/// The variants in which kernels are one launch, of what `variants` has for each of them; see
/// KernelFamily::createSharedVariants.
FailureOr<KernelVariants> createSharedVariants(ArrayRef<KernelPlan> plans, ArrayRef<SmallVector<VariantAttr>> variants);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_SM90_SHAREDVARIANT_H
