// A schedule of attention is chosen by the code of its scores, of which a soft cap is in a dialect that no graph has.
// RUN: fusion-compile %s --target=sm_90a --emit=fusion | FileCheck %s
// CHECK: family = attention
func.func @capped(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %scale = arith.constant dense<0.125> : tensor<f32>
  %cap = arith.constant dense<5.0> : tensor<f32>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %x = fusion.mul %s, %scale : (tensor<2x70x90xf32>, tensor<f32>) -> tensor<2x70x90xf32>
  %y = fusion.tanh %x : tensor<2x70x90xf32>
  %z = fusion.mul %y, %cap : (tensor<2x70x90xf32>, tensor<f32>) -> tensor<2x70x90xf32>
  %m = fusion.reduce maximumf %z along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %z, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}
