// TMA brings queries, keys and values as they lie in memory: what is cast is cast in front of the kernel, though
// elementwise work goes into kernels behind it where it can.
// RUN: fusion-opt %s --fusion-fuse=chip=sm_90a | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse=chip=sm_90a --remarks-filter=fusion.epilogue -o /dev/null 2>&1 | FileCheck %s --check-prefix=REASON

// CHECK: fusion.kernel
// CHECK: fusion.cast {{.*}} : tensor<2x40x64xf32> to tensor<2x40x64xbf16>
// CHECK-NEXT: fusion.yield
// CHECK: fusion.kernel
// CHECK-COUNT-2: fusion.matmul
// REASON: attention, attention_sm80: the query is cast in the kernel
func.func @query(%f: tensor<2x40x64xf32>, %k: tensor<2x72x64xbf16>, %v: tensor<2x72x64xbf16>) -> tensor<2x40x64xf32> {
  %q = fusion.cast %f : tensor<2x40x64xf32> to tensor<2x40x64xbf16>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x40x64xbf16>, tensor<2x72x64xbf16>) -> tensor<2x40x72xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x40x72xf32> -> tensor<2x40x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x40x72xf32>, tensor<2x40x1xf32>) -> tensor<2x40x72xf32>
  %e = fusion.exp %d : tensor<2x40x72xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x40x72xf32> -> tensor<2x40x1xf32>
  %w = fusion.div %e, %l : (tensor<2x40x72xf32>, tensor<2x40x1xf32>) -> tensor<2x40x72xf32>
  %p = fusion.cast %w : tensor<2x40x72xf32> to tensor<2x40x72xbf16>
  %o = fusion.matmul %p, %v : (tensor<2x40x72xbf16>, tensor<2x72x64xbf16>) -> tensor<2x40x64xf32>
  return %o : tensor<2x40x64xf32>
}
