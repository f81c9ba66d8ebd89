// RUN: fusion-opt %s | fusion-opt | FileCheck %s
// RUN: fusion-opt %s --mlir-print-op-generic | fusion-opt | FileCheck %s

// Every operation survives printing and parsing.

// CHECK-LABEL: func @matmul_of_bytes
func.func @matmul_of_bytes(%x: tensor<2x?x8xi8>, %w: tensor<16x8xi8>) {
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b, unsigned_a} : (tensor<2x?x8xi8>, tensor<16x8xi8>) -> tensor<2x?x16xi32>
  %0 = fusion.matmul %x, %w {transpose_b, unsigned_a} : (tensor<2x?x8xi8>, tensor<16x8xi8>) -> tensor<2x?x16xi32>
  return
}

// CHECK-LABEL: func @matmul_of_8_bit_floats
func.func @matmul_of_8_bit_floats(%x: tensor<?x8xf8E5M2>, %w: tensor<16x8xf8E4M3FN>) {
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<?x8xf8E5M2>, tensor<16x8xf8E4M3FN>) -> tensor<?x16xf32>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x8xf8E5M2>, tensor<16x8xf8E4M3FN>) -> tensor<?x16xf32>
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<?x8xf8E5M2>, tensor<16x8xf8E4M3FN>) -> tensor<?x16xf8E4M3FN>
  %1 = fusion.matmul %x, %w {transpose_b} : (tensor<?x8xf8E5M2>, tensor<16x8xf8E4M3FN>) -> tensor<?x16xf8E4M3FN>
  return
}

// CHECK-LABEL: func @matmul
func.func @matmul(%x: tensor<2x1x?x8xbf16>, %w: tensor<4x16x8xbf16>, %t: tensor<8x3xf32>, %u: tensor<8x5xf32>) {
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x1x?x8xbf16>, tensor<4x16x8xbf16>) -> tensor<2x4x?x16xf32>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<2x1x?x8xbf16>, tensor<4x16x8xbf16>) -> tensor<2x4x?x16xf32>
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_a} : (tensor<8x3xf32>, tensor<8x5xf32>) -> tensor<3x5xf32>
  %1 = fusion.matmul %t, %u {transpose_a} : (tensor<8x3xf32>, tensor<8x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func @boundary
func.func @boundary(%x: tensor<?x8xf32>, %y: tensor<4xindex>) {
  // CHECK: fusion.boundary %{{.*}} entering 0 : tensor<?x8xf32>
  %0 = fusion.boundary %x entering 0 : tensor<?x8xf32>
  // CHECK: fusion.boundary %{{.*}} leaving 12 : tensor<4xindex>
  %1 = fusion.boundary %y leaving 12 : tensor<4xindex>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<?x8xf32>, %b: tensor<8xbf16>) {
  // CHECK: fusion.add %{{.*}}, %{{.*}} : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  %0 = fusion.add %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.sub
  %1 = fusion.sub %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.mul
  %2 = fusion.mul %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.div
  %3 = fusion.div %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.pow
  %4 = fusion.pow %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.max %{{.*}}, %{{.*}} {ignore_nan}
  %5 = fusion.max %x, %b {ignore_nan} : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  // CHECK: fusion.min
  %6 = fusion.min %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
  return
}

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<4x8xf16>) {
  // CHECK: fusion.neg %{{.*}} : tensor<4x8xf16>
  %0 = fusion.neg %x : tensor<4x8xf16>
  // CHECK: fusion.abs
  %1 = fusion.abs %x : tensor<4x8xf16>
  // CHECK: fusion.exp
  %2 = fusion.exp %x : tensor<4x8xf16>
  // CHECK: fusion.log
  %3 = fusion.log %x : tensor<4x8xf16>
  // CHECK: fusion.sqrt
  %4 = fusion.sqrt %x : tensor<4x8xf16>
  // CHECK: fusion.rsqrt
  %5 = fusion.rsqrt %x : tensor<4x8xf16>
  // CHECK: fusion.sin
  %6 = fusion.sin %x : tensor<4x8xf16>
  // CHECK: fusion.cos
  %7 = fusion.cos %x : tensor<4x8xf16>
  // CHECK: fusion.tan
  %8 = fusion.tan %x : tensor<4x8xf16>
  // CHECK: fusion.tanh
  %9 = fusion.tanh %x : tensor<4x8xf16>
  // CHECK: fusion.erf
  %10 = fusion.erf %x : tensor<4x8xf16>
  // CHECK: fusion.sigmoid
  %11 = fusion.sigmoid %x : tensor<4x8xf16>
  // CHECK: fusion.silu
  %12 = fusion.silu %x : tensor<4x8xf16>
  // CHECK: fusion.hardswish
  %13 = fusion.hardswish %x : tensor<4x8xf16>
  // CHECK: fusion.relu %{{.*}} {ignore_nan} : tensor<4x8xf16>
  %14 = fusion.relu %x {ignore_nan} : tensor<4x8xf16>
  // CHECK: fusion.leaky_relu %{{.*}} {alpha = 1.000000e-02 : f64} : tensor<4x8xf16>
  %15 = fusion.leaky_relu %x {alpha = 0.01 : f64} : tensor<4x8xf16>
  // CHECK: fusion.gelu %{{.*}} {approximate = "tanh", scale = 0.797724035{{[0-9]*}} : f64} : tensor<4x8xf16>
  %16 = fusion.gelu %x {approximate = "tanh", scale = 0.7977240352 : f64} : tensor<4x8xf16>
  // CHECK: fusion.gelu %{{[0-9a-z]+}} : tensor<4x8xf16>
  %17 = fusion.gelu %x : tensor<4x8xf16>
  // CHECK: fusion.clamp %{{.*}} {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<4x8xf16>
  %18 = fusion.clamp %x {min = 0.0 : f64, max = 6.0 : f64} : tensor<4x8xf16>
  // CHECK: fusion.floor
  %19 = fusion.floor %x : tensor<4x8xf16>
  // CHECK: fusion.ceil
  %20 = fusion.ceil %x : tensor<4x8xf16>
  // CHECK: fusion.trunc
  %21 = fusion.trunc %x : tensor<4x8xf16>
  // CHECK: fusion.round
  %22 = fusion.round %x : tensor<4x8xf16>
  // CHECK: fusion.roundeven
  %23 = fusion.roundeven %x : tensor<4x8xf16>
  // CHECK: fusion.exp2
  %24 = fusion.exp2 %x : tensor<4x8xf16>
  // CHECK: fusion.expm1
  %25 = fusion.expm1 %x : tensor<4x8xf16>
  // CHECK: fusion.log2
  %26 = fusion.log2 %x : tensor<4x8xf16>
  // CHECK: fusion.log10
  %27 = fusion.log10 %x : tensor<4x8xf16>
  // CHECK: fusion.log1p
  %28 = fusion.log1p %x : tensor<4x8xf16>
  // CHECK: fusion.softplus
  %29 = fusion.softplus %x : tensor<4x8xf16>
  // CHECK: fusion.mish
  %30 = fusion.mish %x : tensor<4x8xf16>
  return
}

// CHECK-LABEL: func @choices
func.func @choices(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %i: tensor<8xi32>) {
  // CHECK: fusion.compare ugt, %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %0 = fusion.compare ugt, %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  // CHECK: fusion.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = fusion.select %0, %x, %y : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: fusion.cast %{{.*}} : tensor<8xi32> to tensor<8xf16>
  %2 = fusion.cast %i : tensor<8xi32> to tensor<8xf16>
  return
}

// CHECK-LABEL: func @casts_that_saturate
func.func @casts_that_saturate(%x: tensor<8xf32>, %i: tensor<8xi8>) {
  // CHECK: fusion.cast %{{.*}} {saturate} : tensor<8xf32> to tensor<8xf8E4M3FN>
  %0 = fusion.cast %x {saturate} : tensor<8xf32> to tensor<8xf8E4M3FN>
  // CHECK: fusion.cast %{{.*}} {is_unsigned, saturate} : tensor<8xf32> to tensor<8xi8>
  %1 = fusion.cast %x {saturate, is_unsigned} : tensor<8xf32> to tensor<8xi8>
  // CHECK: fusion.cast %{{.*}} {is_unsigned} : tensor<8xi8> to tensor<8xf8E5M2>
  %2 = fusion.cast %i {is_unsigned} : tensor<8xi8> to tensor<8xf8E5M2>
  return
}

// CHECK-LABEL: func @kernel
func.func @kernel(%x: tensor<?x8xbf16>, %w: tensor<8x16xbf16>, %o: tensor<?x16xbf16>) -> tensor<?x16xbf16> {
  // CHECK: %[[G:.*]] = fusion.kernel(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (tensor<?x8xbf16>, tensor<8x16xbf16>) -> tensor<?x16xbf16> {
  // CHECK-NEXT: %[[P:.*]] = fusion.matmul %[[A]], %[[B]]
  // CHECK-NEXT: fusion.yield %[[P]] : tensor<?x16xbf16>
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<?x8xbf16>, tensor<8x16xbf16>) -> tensor<?x16xbf16> {
    %p = fusion.matmul %a, %b : (tensor<?x8xbf16>, tensor<8x16xbf16>) -> tensor<?x16xbf16>
    fusion.yield %p : tensor<?x16xbf16>
  }
  // CHECK: fusion.kernel(%{{.*}} = %[[G]]) outs(%{{.*}} : tensor<?x16xbf16>) : (tensor<?x16xbf16>) -> tensor<?x16xbf16> {
  %1 = fusion.kernel(%a = %0) outs(%o : tensor<?x16xbf16>) : (tensor<?x16xbf16>) -> tensor<?x16xbf16> {
    %r = fusion.relu %a : tensor<?x16xbf16>
    fusion.yield %r : tensor<?x16xbf16>
  }
  return %1 : tensor<?x16xbf16>
}

// CHECK-LABEL: func @amax
func.func @amax(%x: tensor<?x8xbf16>) -> (tensor<?x8xbf16>, tensor<1x1xf32>) {
  // CHECK: fusion.kernel(%{{.*}} = %{{.*}}) : (tensor<?x8xbf16>) -> (tensor<?x8xbf16>, tensor<1x1xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<?x8xbf16>) -> (tensor<?x8xbf16>, tensor<1x1xf32>) {
    %r = fusion.relu %a : tensor<?x8xbf16>
    // CHECK: fusion.amax %{{.*}} : tensor<?x8xbf16> -> tensor<1x1xf32>
    %m = fusion.amax %r : tensor<?x8xbf16> -> tensor<1x1xf32>
    fusion.yield %r, %m : tensor<?x8xbf16>, tensor<1x1xf32>
  }
  return %0#0, %0#1 : tensor<?x8xbf16>, tensor<1x1xf32>
}

// CHECK-LABEL: func @keep_and_bits
func.func @keep_and_bits(%x: tensor<?x8xf32>, %o: tensor<?x8xf32>, %m: tensor<?x8xi1>) -> (tensor<?x8xf32>, tensor<?x1xi8>, tensor<?x8xf32>) {
  // CHECK: fusion.keep %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = fusion.keep %m, %x, %o : (tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: fusion.pack_bits %{{.*}} : tensor<?x8xi1> -> tensor<?x1xi8>
  %1 = fusion.pack_bits %m : tensor<?x8xi1> -> tensor<?x1xi8>
  %2 = fusion.kernel(%a = %x, %b = %m) outs(%o : tensor<?x8xf32>) : (tensor<?x8xf32>, tensor<?x8xi1>) -> tensor<?x8xf32> {
    // CHECK: fusion.keep %{{.*}}, %{{.*}} : (tensor<?x8xi1>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %k = fusion.keep %b, %a : (tensor<?x8xi1>, tensor<?x8xf32>) -> tensor<?x8xf32>
    fusion.yield %k : tensor<?x8xf32>
  }
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x1xi8>, tensor<?x8xf32>
}

// CHECK-LABEL: func @scatter_heads
func.func @scatter_heads(%x: tensor<?x24xf32>, %i: tensor<?x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // CHECK: fusion.scatter %{{.*}} at %{{.*}} into %{{.*}} along 1 as {{\[\[}}1], [0, 2]] {unique_indices} : (tensor<?x24xf32>, tensor<?x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  %0 = fusion.scatter %x at %i into %o along 1 as [[1], [0, 2]] {unique_indices} : (tensor<?x24xf32>, tensor<?x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>, %o: tensor<9x8xf32>) -> (tensor<9x8xf32>, tensor<9x8xf32>) {
  // CHECK: fusion.scatter %{{.*}} at %{{.*}} into %{{.*}} along 0 {unique_indices} : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<9x8xf32>) -> tensor<9x8xf32>
  %0 = fusion.scatter %x at %i into %o along 0 {unique_indices} : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<9x8xf32>) -> tensor<9x8xf32>
  %1 = fusion.kernel(%a = %x, %b = %i) outs(%o : tensor<9x8xf32>) : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<9x8xf32> {
    // CHECK: fusion.scatter %{{.*}} at %{{.*}} along 0 : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<9x8xf32>
    %s = fusion.scatter %a at %b along 0 : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<9x8xf32>
    fusion.yield %s : tensor<9x8xf32>
  }
  return %0, %1 : tensor<9x8xf32>, tensor<9x8xf32>
}

// CHECK-LABEL: func @bufferized
func.func @bufferized(%x: memref<4x8xf32, strided<[16, 1], offset: ?>>, %o: memref<4x8xf32>) {
  // CHECK: fusion.kernel(%{{.*}} = %{{.*}}) outs(%{{.*}} : memref<4x8xf32>) : (memref<4x8xf32, strided<[16, 1], offset: ?>>) -> ()
  // CHECK-SAME: attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 1024, 1], warps = [1, 4]>}
  fusion.kernel(%a = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32, strided<[16, 1], offset: ?>>) -> ()
      attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 1024, 1], warps = [1, 4]>} {
    %r = fusion.relu %a : tensor<4x8xf32>
    fusion.yield %r : tensor<4x8xf32>
  }
  return
}

// CHECK: module attributes {fusion.f32_precision = #fusion.f32_precision<ieee>, fusion.numerics = #fusion.numerics<strict>, fusion.target = #fusion.target<"sm_86">}
module attributes {fusion.numerics = #fusion.numerics<strict>, fusion.f32_precision = #fusion.f32_precision<ieee>, fusion.target = #fusion.target<"sm_86">} {
  // CHECK: func.func private @scoped() attributes {fusion.numerics = #fusion.numerics<relaxed>}
  func.func private @scoped() attributes {fusion.numerics = #fusion.numerics<relaxed>}
  // CHECK: attributes {s = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <order = snake_rows, grid = 128>>}
  func.func private @schedule_sm90() attributes {s = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <order = snake_rows, grid = 128>>}
  // CHECK: attributes {s = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 9, sm90 = <swap = true, dependents = late>>}
  func.func private @schedule_swap() attributes {s = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 9, sm90 = <swap = true, dependents = late>>}
  // CHECK: attributes {s = #fusion.schedule<family = sm80, tile = [128, 256, 32], warps = [2, 4], stages = 4, group = 8>}
  func.func private @schedule() attributes {s = #fusion.schedule<family = sm80, tile = [128, 256, 32], warps = [2, 4], stages = 4, group = 8>}
}

// CHECK: module attributes {fusion.target = #fusion.target<"sm_90a", card = "H100 PCIe">}
module attributes {fusion.target = #fusion.target<"sm_90a", card = "H100 PCIe">} {
}
