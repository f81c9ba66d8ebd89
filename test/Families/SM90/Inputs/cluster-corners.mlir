func.func @f(%a: tensor<@M@x640xbf16>, %w: tensor<@N@x640xbf16>) -> tensor<@M@x@N@xbf16> {
  %y = fusion.kernel(%x = %a, %v = %w) : (tensor<@M@x640xbf16>, tensor<@N@x640xbf16>) -> tensor<@M@x@N@xbf16>
   attributes {schedule = #fusion.schedule<family = sm90, tile = @TILE@, stages = 2, group = 1, sm90 = <@CLUSTER@>>} {
    %p = fusion.matmul %x, %v {transpose_b} : (tensor<@M@x640xbf16>, tensor<@N@x640xbf16>) -> tensor<@M@x@N@xbf16>
    fusion.yield %p : tensor<@M@x@N@xbf16>
  }
  return %y : tensor<@M@x@N@xbf16>
}
