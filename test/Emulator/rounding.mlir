// Functions that round, and logarithms and exponentials near zero, behind a product: fake quantization, softplus, ELU. One
// kernel each, interpreted on both families.

// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --numerics=strict 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=120 fusion-run %s --device=cuda --random=1 --verify 2>&1 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=2 --verify
// RUN: fusion-run %s --device=cpu --random=2 --verify --numerics=strict

// CHECK: launch {{[a-z]+}}_k0
// CHECK-NOT: launch
// CHECK: verify output 0: good
// CHECK: verify output 1: good
// CHECK: verify output 2: good
// CHECK: verify output 3: good
func.func @rounding(%x: tensor<24x32xbf16>, %w: tensor<40x32xbf16>) -> (tensor<24x40xf32>, tensor<24x40xbf16>, tensor<24x40xf32>, tensor<24x40xf32>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<24x32xbf16>, tensor<40x32xbf16>) -> tensor<24x40xf32>
  %scale = arith.constant dense<0.05> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  // Steps of a scale, in a range.
  %1 = fusion.div %0, %scale : (tensor<24x40xf32>, tensor<f32>) -> tensor<24x40xf32>
  %2 = fusion.roundeven %1 : tensor<24x40xf32>
  %3 = fusion.clamp %2 {min = -128.0 : f64, max = 127.0 : f64} : tensor<24x40xf32>
  %quantized = fusion.mul %3, %scale : (tensor<24x40xf32>, tensor<f32>) -> tensor<24x40xf32>
  // max(x, 0) + ln(1 + exp(-|x|)).
  %4 = fusion.abs %0 : tensor<24x40xf32>
  %5 = fusion.neg %4 : tensor<24x40xf32>
  %6 = fusion.exp %5 : tensor<24x40xf32>
  %7 = fusion.log1p %6 : tensor<24x40xf32>
  %8 = fusion.relu %0 : tensor<24x40xf32>
  %softplus = fusion.add %8, %7 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xbf16>
  // x or e^x - 1.
  %9 = fusion.expm1 %0 : tensor<24x40xf32>
  %10 = fusion.compare ogt, %0, %zero : (tensor<24x40xf32>, tensor<f32>) -> tensor<24x40xi1>
  %elu = fusion.select %10, %0, %9 : (tensor<24x40xi1>, tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  // The rest.
  %11 = fusion.floor %0 : tensor<24x40xf32>
  %12 = fusion.ceil %1 : tensor<24x40xf32>
  %13 = fusion.trunc %1 : tensor<24x40xf32>
  %14 = fusion.round %1 : tensor<24x40xf32>
  %15 = fusion.exp2 %5 : tensor<24x40xf32>
  %16 = fusion.add %4, %15 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  %17 = fusion.log2 %16 : tensor<24x40xf32>
  %18 = fusion.log10 %16 : tensor<24x40xf32>
  %19 = fusion.add %11, %12 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  %20 = fusion.add %13, %14 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  %21 = fusion.add %17, %18 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  %22 = fusion.add %19, %20 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  %rest = fusion.add %22, %21 : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xf32>
  return %quantized, %softplus, %elu, %rest : tensor<24x40xf32>, tensor<24x40xbf16>, tensor<24x40xf32>, tensor<24x40xf32>
}
