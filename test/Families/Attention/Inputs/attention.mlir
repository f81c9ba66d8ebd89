func.func @attention(%q: tensor<2x100x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> tensor<2x100x64xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x100x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x100x64xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = STAGES>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x100x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x100x200xf32>
    %m = fusion.reduce maximumf %s along [2] : tensor<2x100x200xf32> -> tensor<2x100x1xf32>
    %d = fusion.sub %s, %m : (tensor<2x100x200xf32>, tensor<2x100x1xf32>) -> tensor<2x100x200xf32>
    %e = fusion.exp %d : tensor<2x100x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x100x200xf32> -> tensor<2x100x1xf32>
    %p = fusion.cast %e : tensor<2x100x200xf32> to tensor<2x100x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x100x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x100x64xf32>
    %w = fusion.div %u, %l : (tensor<2x100x64xf32>, tensor<2x100x1xf32>) -> tensor<2x100x64xf32>
    %r = fusion.cast %w : tensor<2x100x64xf32> to tensor<2x100x64xbf16>
    fusion.yield %r : tensor<2x100x64xbf16>
  }
  return %o : tensor<2x100x64xbf16>
}
