// Kernels with reductions, written by hand: they run on the CPU and in the interpreter. No GPU has a family for attention
// in strict numerics.
// RUN: fusion-run %s --entry=kernel --device=cpu --random=3 --verify | FileCheck %s
// RUN: fusion-run %s --entry=kernel --device=cpu --random=3 --verify --numerics=strict | FileCheck %s
// RUN: fusion-run %s --entry=attention --device=cpu --random=3 --verify | FileCheck %s
// RUN: fusion-run %s --entry=attention --device=cpu --random=3 --verify=kernels | FileCheck %s --check-prefix=KERNELS
// RUN: not fusion-compile %s --target=sm_80 --numerics=strict --emit=ptx 2>&1 | FileCheck %s --check-prefix=SM80
// RUN: not fusion-compile %s --target=sm_90a --numerics=strict --emit=ptx 2>&1 | FileCheck %s --check-prefix=SM90
// CHECK-NOT: MISMATCH
// CHECK: the results are right
// KERNELS: the kernels are right
// SM80: error: 'fusion.kernel' op reduces, but kernels for sm_80 compute rows of one space: the kernel has a product
// SM90: error: 'fusion.kernel' op reduces, but kernels for sm_90a compute rows of one space: the kernel has a product

// Residual and RMS norm, with the sum and the statistic as outputs.
func.func @kernel(%x: tensor<6x40xbf16>, %r: tensor<6x40xbf16>) -> (tensor<6x40xbf16>, tensor<6x40xbf16>, tensor<6x1xf32>) {
  %0:3 = fusion.kernel(%x0 = %x, %r0 = %r) : (tensor<6x40xbf16>, tensor<6x40xbf16>)
      -> (tensor<6x40xbf16>, tensor<6x40xbf16>, tensor<6x1xf32>) {
    %sum = fusion.add %x0, %r0 : (tensor<6x40xbf16>, tensor<6x40xbf16>) -> tensor<6x40xbf16>
    %wide = fusion.cast %sum : tensor<6x40xbf16> to tensor<6x40xf32>
    %square = fusion.mul %wide, %wide : (tensor<6x40xf32>, tensor<6x40xf32>) -> tensor<6x40xf32>
    %total = fusion.reduce addf %square along [1] : tensor<6x40xf32> -> tensor<6x1xf32>
    %n = arith.constant dense<0.025> : tensor<f32>
    %mean = fusion.mul %total, %n : (tensor<6x1xf32>, tensor<f32>) -> tensor<6x1xf32>
    %scale = fusion.rsqrt %mean : tensor<6x1xf32>
    %normed = fusion.mul %wide, %scale : (tensor<6x40xf32>, tensor<6x1xf32>) -> tensor<6x40xf32>
    %y = fusion.cast %normed : tensor<6x40xf32> to tensor<6x40xbf16>
    fusion.yield %y, %sum, %total : tensor<6x40xbf16>, tensor<6x40xbf16>, tensor<6x1xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<6x40xbf16>, tensor<6x40xbf16>, tensor<6x1xf32>
}

// Attention as one kernel: two products and two reductions.
func.func @attention(%q: tensor<2x16x8xf32>, %k: tensor<2x12x8xf32>, %v: tensor<2x12x24xf32>) -> tensor<2x16x24xf32> {
  %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
      : (tensor<2x16x8xf32>, tensor<2x12x8xf32>, tensor<2x12x24xf32>) -> tensor<2x16x24xf32> {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x16x8xf32>, tensor<2x12x8xf32>) -> tensor<2x16x12xf32>
    %m = fusion.reduce maximumf %s along [2] : tensor<2x16x12xf32> -> tensor<2x16x1xf32>
    %d = fusion.sub %s, %m : (tensor<2x16x12xf32>, tensor<2x16x1xf32>) -> tensor<2x16x12xf32>
    %e = fusion.exp %d : tensor<2x16x12xf32>
    %t = fusion.reduce addf %e along [2] : tensor<2x16x12xf32> -> tensor<2x16x1xf32>
    %p = fusion.div %e, %t : (tensor<2x16x12xf32>, tensor<2x16x1xf32>) -> tensor<2x16x12xf32>
    %o = fusion.matmul %p, %v0 : (tensor<2x16x12xf32>, tensor<2x12x24xf32>) -> tensor<2x16x24xf32>
    fusion.yield %o : tensor<2x16x24xf32>
  }
  return %0 : tensor<2x16x24xf32>
}
