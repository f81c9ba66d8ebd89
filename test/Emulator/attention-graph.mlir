// A graph with attention becomes one kernel, which reads and writes heads where they lie.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} 2>&1 | FileCheck %s

// CHECK: launch heads_k0{{$}}
// CHECK-NOT: launch
// CHECK: verify output 0: good
func.func @heads(%q: tensor<2x70x3x64xbf16>, %k: tensor<2x90x3x64xbf16>, %v: tensor<2x90x3x64xbf16>) -> tensor<2x70x3x64xbf16> {
  %e = tensor.empty() : tensor<2x3x70x64xbf16>
  %ek = tensor.empty() : tensor<2x3x90x64xbf16>
  %q1 = linalg.transpose ins(%q : tensor<2x70x3x64xbf16>) outs(%e : tensor<2x3x70x64xbf16>) permutation = [0, 2, 1, 3]
  %k1 = linalg.transpose ins(%k : tensor<2x90x3x64xbf16>) outs(%ek : tensor<2x3x90x64xbf16>) permutation = [0, 2, 1, 3]
  %v1 = linalg.transpose ins(%v : tensor<2x90x3x64xbf16>) outs(%ek : tensor<2x3x90x64xbf16>) permutation = [0, 2, 1, 3]
  %scale = arith.constant dense<0.125> : tensor<f32>
  %s = fusion.matmul %q1, %k1 {transpose_b} : (tensor<2x3x70x64xbf16>, tensor<2x3x90x64xbf16>) -> tensor<2x3x70x90xf32>
  %t = fusion.mul %s, %scale : (tensor<2x3x70x90xf32>, tensor<f32>) -> tensor<2x3x70x90xf32>
  %m = fusion.reduce maximumf %t along [3] : tensor<2x3x70x90xf32> -> tensor<2x3x70x1xf32>
  %d = fusion.sub %t, %m : (tensor<2x3x70x90xf32>, tensor<2x3x70x1xf32>) -> tensor<2x3x70x90xf32>
  %x = fusion.exp %d : tensor<2x3x70x90xf32>
  %l = fusion.reduce addf %x along [3] : tensor<2x3x70x90xf32> -> tensor<2x3x70x1xf32>
  %w = fusion.div %x, %l : (tensor<2x3x70x90xf32>, tensor<2x3x70x1xf32>) -> tensor<2x3x70x90xf32>
  %p = fusion.cast %w : tensor<2x3x70x90xf32> to tensor<2x3x70x90xbf16>
  %u = fusion.matmul %p, %v1 : (tensor<2x3x70x90xbf16>, tensor<2x3x90x64xbf16>) -> tensor<2x3x70x64xf32>
  %r = fusion.cast %u : tensor<2x3x70x64xf32> to tensor<2x3x70x64xbf16>
  %er = tensor.empty() : tensor<2x70x3x64xbf16>
  %o = linalg.transpose ins(%r : tensor<2x3x70x64xbf16>) outs(%er : tensor<2x70x3x64xbf16>) permutation = [0, 2, 1, 3]
  return %o : tensor<2x70x3x64xbf16>
}
