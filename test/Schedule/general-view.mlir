// RUN: fusion-opt %s --fusion-select-schedule | FileCheck %s --implicit-check-not=fusion.schedule

// No family reads by any access map: attention whose heads share keys by one is not described as attention.

// CHECK-LABEL: func.func @shared_heads
// CHECK: fusion.kernel
// CHECK: fusion.view %{{.*}} access <(d0 in 8, d1 in s1, d2 in s2) -> (d0 floordiv 4, d1, d2)>
module attributes {fusion.target = #fusion.target<"sm_90a">} {
func.func @shared_heads(%q: tensor<8x64x64xbf16>, %k: tensor<2x64x64xbf16>, %v: tensor<2x64x64xbf16>) -> tensor<8x64x64xf32> {
  %0 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v)
      : (tensor<8x64x64xbf16>, tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) -> tensor<8x64x64xf32> {
    %k1 = fusion.view %k0 access <(d0 in 8, d1 in s1, d2 in s2) -> (d0 floordiv 4, d1, d2)>
        : tensor<2x64x64xbf16> -> tensor<8x64x64xbf16>
    %v1 = fusion.view %v0 access <(d0 in 8, d1 in s1, d2 in s2) -> (d0 floordiv 4, d1, d2)>
        : tensor<2x64x64xbf16> -> tensor<8x64x64xbf16>
    %s = fusion.matmul %q0, %k1 {transpose_b} : (tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) -> tensor<8x64x64xf32>
    %m = fusion.reduce maximumf %s along [2] : tensor<8x64x64xf32> -> tensor<8x64x1xf32>
    %d = fusion.sub %s, %m : (tensor<8x64x64xf32>, tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %e = fusion.exp %d : tensor<8x64x64xf32>
    %l = fusion.reduce addf %e along [2] : tensor<8x64x64xf32> -> tensor<8x64x1xf32>
    %w = fusion.div %e, %l : (tensor<8x64x64xf32>, tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %p = fusion.cast %w : tensor<8x64x64xf32> to tensor<8x64x64xbf16>
    %o = fusion.matmul %p, %v1 : (tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) -> tensor<8x64x64xf32>
    fusion.yield %o : tensor<8x64x64xf32>
  }
  return %0 : tensor<8x64x64xf32>
}
}
