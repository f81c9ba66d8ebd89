func.func @splits(%q: tensor<?x3xROWSx64xbf16>, %k: tensor<?x3x?x64xbf16>, %v: tensor<?x3x?xCOLUMNSxbf16>, %bias: tensor<?x1x1x?xf32>) -> (tensor<?x3xROWSxCOLUMNSxTYPE>, tensor<?x3xROWSxCOLUMNSxf32>, tensor<?x3xROWSx1xf32>) {
  %o:3 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %bias0 = %bias) : (tensor<?x3xROWSx64xbf16>, tensor<?x3x?x64xbf16>, tensor<?x3x?xCOLUMNSxbf16>, tensor<?x1x1x?xf32>) -> (tensor<?x3xROWSxCOLUMNSxTYPE>, tensor<?x3xROWSxCOLUMNSxf32>, tensor<?x3xROWSx1xf32>)
      attributes {schedule = #fusion.schedule<family = attention, tile = [TILE, 32, 64], warps = [WARPS, 1], stages = 2, attention = <splits = SPLITS>>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<?x3xROWSx64xbf16>, tensor<?x3x?x64xbf16>) -> tensor<?x3xROWSx?xf32>
    %scale = arith.constant dense<0.25> : tensor<f32>
    %x = fusion.mul %s, %scale : (tensor<?x3xROWSx?xf32>, tensor<f32>) -> tensor<?x3xROWSx?xf32>
    %y = fusion.add %x, %bias0 : (tensor<?x3xROWSx?xf32>, tensor<?x1x1x?xf32>) -> tensor<?x3xROWSx?xf32>
    %m = fusion.reduce maximumf %y along [3] : tensor<?x3xROWSx?xf32> -> tensor<?x3xROWSx1xf32>
    %d = fusion.sub %y, %m : (tensor<?x3xROWSx?xf32>, tensor<?x3xROWSx1xf32>) -> tensor<?x3xROWSx?xf32>
    %e = fusion.exp %d : tensor<?x3xROWSx?xf32>
    %l = fusion.reduce addf %e along [3] : tensor<?x3xROWSx?xf32> -> tensor<?x3xROWSx1xf32>
    %p = fusion.cast %e : tensor<?x3xROWSx?xf32> to tensor<?x3xROWSx?xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<?x3xROWSx?xbf16>, tensor<?x3x?xCOLUMNSxbf16>) -> tensor<?x3xROWSxCOLUMNSxf32>
    %w = fusion.div %u, %l : (tensor<?x3xROWSxCOLUMNSxf32>, tensor<?x3xROWSx1xf32>) -> tensor<?x3xROWSxCOLUMNSxf32>
    %r = fusion.cast %w : tensor<?x3xROWSxCOLUMNSxf32> to tensor<?x3xROWSxCOLUMNSxTYPE>
    %z = fusion.tanh %w : tensor<?x3xROWSxCOLUMNSxf32>
    %g = fusion.log %l : tensor<?x3xROWSx1xf32>
    %h = fusion.add %m, %g : (tensor<?x3xROWSx1xf32>, tensor<?x3xROWSx1xf32>) -> tensor<?x3xROWSx1xf32>
    fusion.yield %r, %z, %h : tensor<?x3xROWSxCOLUMNSxTYPE>, tensor<?x3xROWSxCOLUMNSxf32>, tensor<?x3xROWSx1xf32>
  }
  return %o#0, %o#1, %o#2 : tensor<?x3xROWSxCOLUMNSxTYPE>, tensor<?x3xROWSxCOLUMNSxf32>, tensor<?x3xROWSx1xf32>
}
