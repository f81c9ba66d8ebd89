// X W of bytes: the sums, and what a quantised layer makes of them, as one kernel.
func.func @bytes(%x: tensor<@X@xi8>, %w: tensor<@W@xi8>, %scale: tensor<@N@xf32>, %bias: tensor<@N@xf32>)
    -> (tensor<@O@xi32>, tensor<@O@xbf16>) {
  %0 = fusion.matmul %x, %w {@FLAGS@} : (tensor<@X@xi8>, tensor<@W@xi8>) -> tensor<@O@xi32>
  %1 = fusion.cast %0 : tensor<@O@xi32> to tensor<@O@xf32>
  %2 = fusion.mul %1, %scale : (tensor<@O@xf32>, tensor<@N@xf32>) -> tensor<@O@xf32>
  %3 = fusion.add %2, %bias : (tensor<@O@xf32>, tensor<@N@xf32>) -> tensor<@O@xf32>
  %4 = fusion.gelu %3 : tensor<@O@xf32>
  %5 = fusion.cast %4 : tensor<@O@xf32> to tensor<@O@xbf16>
  return %0, %5 : tensor<@O@xi32>, tensor<@O@xbf16>
}
