// RUN: fusion-opt %s --fusion-fuse=chip=sm_80 --verify-diagnostics

// What must be fused with what must not be is an error, which says so.
func.func @must_fuse(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  // expected-note @below {{this product: no-fuse: the producer is marked fusion.no_fuse}}
  %0 = fusion.matmul %x, %w {fusion.no_fuse} : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xf32>
  // expected-error @below {{'fusion.add' op carries 'fusion.must_fuse' but is not computed in the kernel of its product}}
  %1 = fusion.add %0, %b {fusion.must_fuse} : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}
