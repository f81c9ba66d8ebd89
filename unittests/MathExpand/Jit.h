// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_UNITTESTS_MATHEXPAND_JIT_H
#define FUSION_UNITTESTS_MATHEXPAND_JIT_H

#include "fusion/Conversion/MathExpand/MathExpand.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

/// Expands the math operations of an MLIR module for a target and compiles it for this machine, llvm.nvvm intrinsics as
/// calls of their emulation. No symbol of this process is visible to the code, so that a call of libm is a link error.
class Jit {
public:
  /// Functions of the module take pointers to 16 floats, aligned to 64 bytes: operands, then the result.
  using Unary = void (*)(const float *, float *);
  using Binary = void (*)(const float *, const float *, float *);

  static llvm::Expected<Jit> create(llvm::StringRef mlir, fusion::MathTarget target);
  Jit(Jit &&);
  ~Jit();

  /// The address of a function, or an error.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  explicit Jit(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

#endif // FUSION_UNITTESTS_MATHEXPAND_JIT_H
