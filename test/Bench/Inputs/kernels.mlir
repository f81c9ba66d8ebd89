// Kernels of several families, each with schedules to choose among, and an elementwise one, which has none.
func.func @kernels(%q: tensor<2x128x64xbf16>, %k: tensor<2x96x64xbf16>, %v: tensor<2x96x32xbf16>,
                   %x: tensor<64x256xf32>, %y: tensor<100xf32>)
    -> (tensor<2x128x32xf32>, tensor<64x256xf32>, tensor<1x256xf32>, tensor<100xf32>) {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x128x64xbf16>, tensor<2x96x64xbf16>) -> tensor<2x128x96xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
  %e = fusion.exp %d : tensor<2x128x96xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
  %w = fusion.div %e, %l : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
  %p = fusion.cast %w : tensor<2x128x96xf32> to tensor<2x128x96xbf16>
  %o = fusion.matmul %p, %v : (tensor<2x128x96xbf16>, tensor<2x96x32xbf16>) -> tensor<2x128x32xf32>

  %n = fusion.reduce maximumf %x along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  %r = fusion.sub %x, %n : (tensor<64x256xf32>, tensor<64x1xf32>) -> tensor<64x256xf32>

  %c = fusion.reduce addf %x along [0] : tensor<64x256xf32> -> tensor<1x256xf32>

  %a = fusion.exp %y : tensor<100xf32>
  return %o, %r, %c, %a : tensor<2x128x32xf32>, tensor<64x256xf32>, tensor<1x256xf32>, tensor<100xf32>
}
