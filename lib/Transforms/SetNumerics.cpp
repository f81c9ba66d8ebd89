// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that states the numerics contract on the module.

#include "fusion/Transforms/Passes.h"

namespace fusion {
#define GEN_PASS_DEF_SETNUMERICSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct SetNumericsPass : fusion::impl::SetNumericsPassBase<SetNumericsPass> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<Numerics> contract = symbolizeNumerics(numerics);
    std::optional<F32Precision> precision = symbolizeF32Precision(f32Precision);
    if (!numerics.empty() && !contract)
      return fail("numerics", numerics, "relaxed, strict, fast");
    if (!f32Precision.empty() && !precision)
      return fail("f32-precision", f32Precision, "tf32x3, tf32, ieee");
    if (contract)
      set(kNumericsAttrName, NumericsAttr::get(&getContext(), *contract));
    if (precision)
      set(kF32PrecisionAttrName, F32PrecisionAttr::get(&getContext(), *precision));
  }

  void set(StringRef name, Attribute value) {
    numSet += getOperation()->getAttr(name) != value;
    getOperation()->setAttr(name, value);
  }

  void fail(StringRef option, StringRef value, StringRef allowed) {
    getOperation().emitError() << "fusion-set-numerics expects " << option << " to be one of " << allowed
                               << ", but it is '" << value << "'";
    signalPassFailure();
  }
};
} // namespace
