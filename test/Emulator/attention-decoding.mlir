// One query of grouped heads: all heads of a key head are rows of one tile, in one kernel that reads keys once.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: fusion-compile %s --target=sm_90a --emit=fusion | FileCheck %s --check-prefix=FORM
// RUN: %{run} 2>&1 | FileCheck %s

// FORM: fusion.matmul {{.*}} : (tensor<2x2x4x64xbf16>, tensor<2x2x90x64xbf16>) -> tensor<2x2x4x90xf32>
// CHECK: launch decode_k0{{$}}
// CHECK-NOT: launch decode_k
// CHECK: verify output 0: good
func.func @decode(%q: tensor<2x1x8x64xbf16>, %k: tensor<2x90x2x64xbf16>, %v: tensor<2x90x2x64xbf16>,
                  %mask: tensor<2x1x1x90xf32>) -> tensor<2x1x512xbf16> {
  %e = tensor.empty() : tensor<2x8x1x64xbf16>
  %q1 = linalg.transpose ins(%q : tensor<2x1x8x64xbf16>) outs(%e : tensor<2x8x1x64xbf16>) permutation = [0, 2, 1, 3]
  %eh = tensor.empty() : tensor<2x2x90x64xbf16>
  %kh = linalg.transpose ins(%k : tensor<2x90x2x64xbf16>) outs(%eh : tensor<2x2x90x64xbf16>) permutation = [0, 2, 1, 3]
  %vh = linalg.transpose ins(%v : tensor<2x90x2x64xbf16>) outs(%eh : tensor<2x2x90x64xbf16>) permutation = [0, 2, 1, 3]
  %eb = tensor.empty() : tensor<2x2x4x90x64xbf16>
  %kb = linalg.broadcast ins(%kh : tensor<2x2x90x64xbf16>) outs(%eb : tensor<2x2x4x90x64xbf16>) dimensions = [2]
  %vb = linalg.broadcast ins(%vh : tensor<2x2x90x64xbf16>) outs(%eb : tensor<2x2x4x90x64xbf16>) dimensions = [2]
  %k1 = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<2x2x4x90x64xbf16> into tensor<2x8x90x64xbf16>
  %v1 = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<2x2x4x90x64xbf16> into tensor<2x8x90x64xbf16>
  %scale = arith.constant dense<0.125> : tensor<f32>
  %s = fusion.matmul %q1, %k1 {transpose_b} : (tensor<2x8x1x64xbf16>, tensor<2x8x90x64xbf16>) -> tensor<2x8x1x90xf32>
  %t0 = fusion.mul %s, %scale : (tensor<2x8x1x90xf32>, tensor<f32>) -> tensor<2x8x1x90xf32>
  %t = fusion.add %t0, %mask : (tensor<2x8x1x90xf32>, tensor<2x1x1x90xf32>) -> tensor<2x8x1x90xf32>
  %m = fusion.reduce maximumf %t along [3] : tensor<2x8x1x90xf32> -> tensor<2x8x1x1xf32>
  %d = fusion.sub %t, %m : (tensor<2x8x1x90xf32>, tensor<2x8x1x1xf32>) -> tensor<2x8x1x90xf32>
  %x = fusion.exp %d : tensor<2x8x1x90xf32>
  %l = fusion.reduce addf %x along [3] : tensor<2x8x1x90xf32> -> tensor<2x8x1x1xf32>
  %w = fusion.div %x, %l : (tensor<2x8x1x90xf32>, tensor<2x8x1x1xf32>) -> tensor<2x8x1x90xf32>
  %p = fusion.cast %w : tensor<2x8x1x90xf32> to tensor<2x8x1x90xbf16>
  %u = fusion.matmul %p, %v1 : (tensor<2x8x1x90xbf16>, tensor<2x8x90x64xbf16>) -> tensor<2x8x1x64xf32>
  %r = fusion.cast %u : tensor<2x8x1x64xf32> to tensor<2x8x1x64xbf16>
  %er = tensor.empty() : tensor<2x1x8x64xbf16>
  %o = linalg.transpose ins(%r : tensor<2x8x1x64xbf16>) outs(%er : tensor<2x1x8x64xbf16>) permutation = [0, 2, 1, 3]
  %oc = tensor.collapse_shape %o [[0], [1], [2, 3]] : tensor<2x1x8x64xbf16> into tensor<2x1x512xbf16>
  return %oc : tensor<2x1x512xbf16>
}
