// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that makes arithmetic of math functions.

#ifndef FUSION_CONVERSION_MATHEXPAND_PASSES_TD
#define FUSION_CONVERSION_MATHEXPAND_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"fusion-expand-math"> {
  let summary = "Expand math functions into arithmetic, without a math library";
  let description = [{
    Rewrites the functions of the math dialect on f32 and narrower scalars and vectors into arith operations, fused
    multiply-adds and bit manipulation, so that neither libm nor libdevice is needed. Narrower floats (f16, bf16,
    f8E4M3FN, f8E5M2) are computed in f32 and rounded once. With `target=nvptx` functions on f64 are expanded too,
    within 4 ULP.

    Without fast-math flags the f32 result is within 2 ULP of the exact one over the whole range of the operand,
    subnormal numbers, infinities and NaN included. `fastmath<afn>` allows a relative error of about 1e-6; with
    `target=nvptx` that selects the approximate hardware instructions (ex2, lg2, rcp, rsqrt, sqrt) where they meet it.
    docs/dev/Rationale/MathFunctions.md states each approximation and its measured error.

    On NVPTX a unit attribute `fusion.approx_tanh` on `math.tanh`, and on the parts of sigmoid, silu and gelu, says that
    they may be made of the GPU's own tanh: an error of 2^-11, times x for silu and gelu. Lowering sets it under fast
    numerics.

    A unit attribute `fusion.share_reciprocals` on the quotients of sigmoid, silu and gelu (tanh) with `fastmath<afn>`
    says that two of them may share a reciprocal. The lowering of a family sets it where its kernels gain by that.

    `n / (1 + exp(z))` and `n * erfc(z)`, the forms of sigmoid, silu and gelu, are taken as a whole where their
    operations carry `contract` or `afn` (f32: within 4 ULP), so that no part overflows or underflows before the result
    does.

    With `target=nvptx` no operation of the math dialect is left: fma, floor, copysign and the like become LLVM
    intrinsics, since upstream's GPU lowering would call libdevice for them. A function that has no expansion (one on
    f80, say) is an error there; with `target=generic` it is left alone, as those on f64 are. Both targets expand what
    would call a library or be rounded twice: truncation of f64 to narrower floats than f32, conversions of integers to
    them, isnan, isinf, isfinite and isnormal. With `target=nvptx` a signed truth value becomes a float by selection,
    since the back end takes it for 1 where the float is a bf16.

    tanh, erf and the logistic function are ±1, 0 and 1 where rounding says so, with `fastmath<afn>` too: a sum may
    follow. Only products that are rounded to 16 bits may use a form that does not promise it.

    What LLVM takes for poison gets a result for every operand (docs/Numerics.md), unless a constant needs no care:

    - divisions of integers: a quotient by zero is all ones, a remainder by zero the dividend, the least number divided
      by -1 itself, without remainder;
    - conversions of floats to integers: the nearest number of the integer's type where the float is out of its range,
      and 0 for NaN. With `target=nvptx` these are PTX's own conversions, which limit to 32 or 64 bits;
    - shifts by as many bits as the type has, or more: all bits are shifted out.

    The remainder of floats, `arith.remf`, is C's fmod, which is exact. With `target=nvptx` it becomes a loop
    (`scf.while`) that divides the numbers' digits; a CPU's libm has it.

    Example, with `target=nvptx`:

    ```mlir
    %0 = math.exp %x fastmath<afn> : f32
    // becomes
    %half_log2e = arith.constant 0.721347511 : f32
    %t = arith.mulf %x, %half_log2e : f32
    %g = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%t) : (f32) -> f32
    %0 = arith.mulf %g, %g : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect", "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"target", "target", "::fusion::MathTarget", "::fusion::MathTarget::Generic",
           "The machine to expand for",
           [{::llvm::cl::values(
             clEnumValN(::fusion::MathTarget::Generic, "generic", "any machine with a fused multiply-add"),
             clEnumValN(::fusion::MathTarget::NVPTX, "nvptx", "NVIDIA GPUs, through the NVPTX back end"))}]>,
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of operations expanded">,
  ];
}

def ExpandFloat8Pass : Pass<"fusion-expand-float8"> {
  let summary = "Make bytes of 8-bit floats";
  let description = [{
    Rewrites conversions from and to f8E4M3FN and f8E5M2 into operations on their bits, which become bytes (i8), and
    arithmetic on them into that of f32, with a conversion on each side. No machine computes with them, and LLVM has no
    such types. What only moves them is left alone: their conversion to LLVM's types makes bytes of it.

    Conversions are those of f32: to nearest even, overflow to infinity, or to NaN in f8E4M3FN, which has none. f64 is
    rounded once, by way of an f32 that is rounded to odd. NaN becomes 0x7F, and the quiet NaN of f32 without a sign.

    With `target=nvptx`, and where the module's `fusion.target` is a chip that has them, conversions are instructions of
    two numbers each. These saturate; what is limited to the finite numbers of the type (as a cast with `saturate` is)
    takes nothing else, and other numbers are compared with the first one that overflows.

    To be run behind `fusion-expand-math`, which asks what a function's result is rounded to.

    Example, with `target=nvptx` on such a chip:

    ```mlir
    %y = arith.truncf %x : f32 to f8E4M3FN
    // becomes
    %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
    %c = arith.cmpf ogt, %a, %464 : f32
    %v = arith.select %c, %nan, %x : f32
    %p = llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"(%zero, %v) : (f32, f32) -> i16
    %b = arith.trunci %p : i16 to i8
    %y = arith.bitcast %b : i8 to f8E4M3FN
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"target", "target", "::fusion::MathTarget", "::fusion::MathTarget::Generic",
           "The machine to expand for",
           [{::llvm::cl::values(
             clEnumValN(::fusion::MathTarget::Generic, "generic", "any machine"),
             clEnumValN(::fusion::MathTarget::NVPTX, "nvptx", "NVIDIA GPUs, through the NVPTX back end"))}]>,
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of operations expanded">,
  ];
}

#endif // FUSION_CONVERSION_MATHEXPAND_PASSES_TD
