// What loops read beside a kernel leaves it stable. A maximum that begins with -0.0 is no fusion.reduce, but a loop.
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s
// CHECK: llvm.func @norm_k0(%arg0: !llvm.ptr {fusion.stable
// CHECK: gpu.func @norm_kernel
// CHECK: memref.load %arg{{[0-9]+}}
func.func @norm(%x: tensor<256x512xbf16> {fusion.constant}, %w: tensor<64x512xbf16>) -> (tensor<256x512xbf16>, tensor<256x64xbf16>) {
  %least = arith.constant -0.0 : bf16
  %empty = tensor.empty() : tensor<256xbf16>
  %low = linalg.fill ins(%least : bf16) outs(%empty : tensor<256xbf16>) -> tensor<256xbf16>
  %most = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>],
                          iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x512xbf16>) outs(%low : tensor<256xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %square = arith.mulf %in, %in : bf16
    %more = arith.maximumf %out, %square : bf16
    linalg.yield %more : bf16
  } -> tensor<256xbf16>
  %greatest = tensor.expand_shape %most [[0, 1]] output_shape [256, 1] : tensor<256xbf16> into tensor<256x1xbf16>
  %y = fusion.sub %x, %greatest : (tensor<256x512xbf16>, tensor<256x1xbf16>) -> tensor<256x512xbf16>
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<256x512xbf16>, tensor<64x512xbf16>) -> tensor<256x64xbf16>
  return %y, %p : tensor<256x512xbf16>, tensor<256x64xbf16>
}
