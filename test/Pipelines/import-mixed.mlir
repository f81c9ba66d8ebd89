// RUN: fusion-opt %s --fusion-import | FileCheck %s

// A bias as the initial accumulator, and relu6 as torch-mlir writes it, which keeps -0.0.
// CHECK-LABEL: @init_bias
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}} : (tensor<128x64xbf16>, tensor<64x32xbf16>) -> tensor<128x32xf32>
// CHECK-NEXT: fusion.add %[[P]], %{{.*}} : (tensor<128x32xf32>, tensor<32xf32>) -> tensor<128x32xf32>
// CHECK-NEXT: fusion.compare ult
// CHECK-NEXT: fusion.select
// CHECK-NEXT: fusion.min %{{.*}} {ignore_nan}
// CHECK-NEXT: fusion.cast %{{.*}} : tensor<128x32xf32> to tensor<128x32xbf16>

// CHECK-LABEL: @softmax
// CHECK: fusion.reduce maxnumf
// CHECK: fusion.sub
// CHECK-NEXT: fusion.exp
// CHECK: fusion.reduce addf
// CHECK: fusion.div

// CHECK-LABEL: @elemwise
// CHECK: fusion.exp
// CHECK: fusion.add
// bias as initial accumulator, hardswish/relu6 forms, and generic with dense_resource-less stuff
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func.func @init_bias(%x: tensor<128x64xbf16>, %w: tensor<64x32xbf16>, %b: tensor<32xf32>) -> tensor<128x32xbf16> {
  %e = tensor.empty() : tensor<128x32xf32>
  %i = linalg.broadcast ins(%b : tensor<32xf32>) outs(%e : tensor<128x32xf32>) dimensions = [0]
  %m = linalg.matmul ins(%x, %w : tensor<128x64xbf16>, tensor<64x32xbf16>) outs(%i : tensor<128x32xf32>) -> tensor<128x32xf32>
  %eb = tensor.empty() : tensor<128x32xbf16>
  %lo = arith.constant 0.0 : f32
  %hi = arith.constant 6.0 : f32
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<128x32xf32>) outs(%eb : tensor<128x32xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %1 = arith.cmpf ult, %in, %lo : f32
    %2 = arith.select %1, %lo, %in : f32
    %3 = arith.cmpf ugt, %2, %hi : f32
    %4 = arith.select %3, %hi, %2 : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<128x32xbf16>
  return %r : tensor<128x32xbf16>
}
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @elemwise(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#map, #map1, #map] ins(%0, %y : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
