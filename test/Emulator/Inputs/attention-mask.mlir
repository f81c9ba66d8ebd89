// Attention whose scores are masked by a condition, %masked, of row %i and key %j.
func.func @attention(%q: tensor<2xROWSx32xbf16>, %k: tensor<2xKEYSx32xbf16>, %v: tensor<2xKEYSx32xbf16>, %given: tensor<2x1xKEYSxi1>) -> tensor<2xROWSx32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %data = %given) : (tensor<2xROWSx32xbf16>, tensor<2xKEYSx32xbf16>, tensor<2xKEYSx32xbf16>, tensor<2x1xKEYSxi1>) -> tensor<2xROWSx32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %none = arith.constant dense<NONE> : tensor<f32>
    %zero = arith.constant dense<0.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2xROWSx32xbf16>, tensor<2xKEYSx32xbf16>) -> tensor<2xROWSxKEYSxf32>
    %x = fusion.mul %s, %scale : (tensor<2xROWSxKEYSxf32>, tensor<f32>) -> tensor<2xROWSxKEYSxf32>
    %condition = fusion.map() at(%i, %j) : () -> tensor<ROWSxKEYSxi1> {
      %c20 = arith.constant 20 : index
      %c40 = arith.constant 40 : index
      MASK
      fusion.yield %masked : i1
    }
    HIDE
    %m = fusion.reduce maximumf %y along [2] : tensor<2xROWSxKEYSxf32> -> tensor<2xROWSx1xf32>
    %d = fusion.sub %y, %m : (tensor<2xROWSxKEYSxf32>, tensor<2xROWSx1xf32>) -> tensor<2xROWSxKEYSxf32>
    %f = fusion.exp %d : tensor<2xROWSxKEYSxf32>
    %l = fusion.reduce addf %f along [2] : tensor<2xROWSxKEYSxf32> -> tensor<2xROWSx1xf32>
    %w = fusion.div %f, %l : (tensor<2xROWSxKEYSxf32>, tensor<2xROWSx1xf32>) -> tensor<2xROWSxKEYSxf32>
    %p = fusion.cast %w : tensor<2xROWSxKEYSxf32> to tensor<2xROWSxKEYSxbf16>
    %r = fusion.matmul %p, %v0 : (tensor<2xROWSxKEYSxbf16>, tensor<2xKEYSx32xbf16>) -> tensor<2xROWSx32xf32>
    fusion.yield %r : tensor<2xROWSx32xf32>
  }
  return %o : tensor<2xROWSx32xf32>
}
