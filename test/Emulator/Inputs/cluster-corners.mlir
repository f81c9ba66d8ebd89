// Six batches, each one cluster of four blocks, of which the first alone has a part of the output in both directions.
func.func @f(%a: tensor<6x70x264xbf16>, %w: tensor<6x40x264xbf16>) -> tensor<6x70x40xf32> {
  %y = fusion.kernel(%x = %a, %v = %w) : (tensor<6x70x264xbf16>, tensor<6x40x264xbf16>) -> tensor<6x70x40xf32>
   attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4, group = 2, sm90 = <cluster_m = 2, cluster_n = 2, grid = 4>>} {
    %p = fusion.matmul %x, %v {transpose_b} : (tensor<6x70x264xbf16>, tensor<6x40x264xbf16>) -> tensor<6x70x40xf32>
    fusion.yield %p : tensor<6x70x40xf32>
  }
  return %y : tensor<6x70x40xf32>
}
