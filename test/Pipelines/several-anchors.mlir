// Kernels written by hand with several products: they parse, run on the CPU and in the interpreter, and each GPU says why
// it refuses those that no family of it takes.
// RUN: fusion-run %s --entry=gated --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=qkv --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=attention --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=prologue --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=attention --device=cpu --random=1 --verify=kernels | FileCheck %s --check-prefix=KERNELS
// RUN: not fusion-compile %s --target=sm_80 --emit=ptx 2>&1 | FileCheck %s --check-prefix=SM80
// RUN: not fusion-compile %s --target=sm_90a --emit=ptx 2>&1 | FileCheck %s --check-prefix=SM90
// RUN: fusion-compile %s --target=cpu --emit=fusion --explain=json -o /dev/null | FileCheck %s --check-prefix=JSON
// GOOD: verify output 0: good
// KERNELS: verify kernels: 1 alone on the values that they read, 1 good

// SM80: several-anchors.mlir:[[#]]:[[#]]: error: 'fusion.matmul' op is a second product in its kernel, but kernels for sm_80 have one, two of one left factor, or two that are added
// SM80: several-anchors.mlir:[[#]]:[[#]]: note: the first product
// SM80: error: 'fusion.matmul' op in kernels for sm_80 expects operands that are inputs of the kernel, but operand 0 is computed in it
// SM90: error: 'fusion.matmul' op is a second product in its kernel, but kernels for sm_90a have one, two of one left factor, or two that are added

// JSON: "anchor": "matmul",
// JSON-NEXT: "anchors": [
// JSON-NEXT: "matmul",
// JSON-NEXT: "matmul"
// JSON-NEXT: ]

// SwiGLU.
func.func @gated(%x: tensor<16x24xbf16>, %g: tensor<40x24xbf16>, %u: tensor<40x24xbf16>) -> tensor<16x40xbf16> {
  %0 = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u)
      : (tensor<16x24xbf16>, tensor<40x24xbf16>, tensor<40x24xbf16>) -> tensor<16x40xbf16> {
    %1 = fusion.matmul %x0, %g0 {transpose_b} : (tensor<16x24xbf16>, tensor<40x24xbf16>) -> tensor<16x40xf32>
    %2 = fusion.matmul %x0, %u0 {transpose_b} : (tensor<16x24xbf16>, tensor<40x24xbf16>) -> tensor<16x40xf32>
    %3 = fusion.silu %1 : tensor<16x40xf32>
    %4 = fusion.mul %3, %2 : (tensor<16x40xf32>, tensor<16x40xf32>) -> tensor<16x40xf32>
    %5 = fusion.cast %4 : tensor<16x40xf32> to tensor<16x40xbf16>
    fusion.yield %5 : tensor<16x40xbf16>
  }
  return %0 : tensor<16x40xbf16>
}

// Siblings of different width, each with its bias.
func.func @qkv(%x: tensor<16x24xf32>, %q: tensor<24x32xf32>, %k: tensor<24x8xf32>, %v: tensor<24x8xf32>,
               %b: tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0:3 = fusion.kernel(%x0 = %x, %q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b)
      : (tensor<16x24xf32>, tensor<24x32xf32>, tensor<24x8xf32>, tensor<24x8xf32>, tensor<32xf32>)
      -> (tensor<16x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %1 = fusion.matmul %x0, %q0 : (tensor<16x24xf32>, tensor<24x32xf32>) -> tensor<16x32xf32>
    %2 = fusion.matmul %x0, %k0 : (tensor<16x24xf32>, tensor<24x8xf32>) -> tensor<16x8xf32>
    %3 = fusion.matmul %x0, %v0 : (tensor<16x24xf32>, tensor<24x8xf32>) -> tensor<16x8xf32>
    %4 = fusion.add %1, %b0 : (tensor<16x32xf32>, tensor<32xf32>) -> tensor<16x32xf32>
    fusion.yield %4, %2, %3 : tensor<16x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<16x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}

// A product of what another one gives, as attention without its sums.
func.func @attention(%q: tensor<2x16x8xf32>, %k: tensor<2x12x8xf32>, %v: tensor<2x12x24xf32>) -> tensor<2x16x24xf32> {
  %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
      : (tensor<2x16x8xf32>, tensor<2x12x8xf32>, tensor<2x12x24xf32>) -> tensor<2x16x24xf32> {
    %1 = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x16x8xf32>, tensor<2x12x8xf32>) -> tensor<2x16x12xf32>
    %2 = fusion.sigmoid %1 : tensor<2x16x12xf32>
    %3 = fusion.matmul %2, %v0 : (tensor<2x16x12xf32>, tensor<2x12x24xf32>) -> tensor<2x16x24xf32>
    fusion.yield %3 : tensor<2x16x24xf32>
  }
  return %0 : tensor<2x16x24xf32>
}

// A product of what is computed from an input.
func.func @prologue(%x: tensor<16x24xf32>, %w: tensor<24x8xf32>) -> tensor<16x8xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x24xf32>, tensor<24x8xf32>) -> tensor<16x8xf32> {
    %1 = fusion.silu %x0 : tensor<16x24xf32>
    %2 = fusion.matmul %1, %w0 : (tensor<16x24xf32>, tensor<24x8xf32>) -> tensor<16x8xf32>
    fusion.yield %2 : tensor<16x8xf32>
  }
  return %0 : tensor<16x8xf32>
}
