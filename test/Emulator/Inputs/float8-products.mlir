// X W of 8-bit floats: the sums, and a layer with a scale as it stands behind them, as one kernel.
func.func @product(%x: tensor<@X@x@A@>, %w: tensor<@W@x@B@>, %scale: tensor<@N@xf32>, %bias: tensor<@N@xf32>)
    -> (tensor<@O@xf32>, tensor<@O@xf16>) {
  %0 = fusion.matmul %x, %w {@FLAGS@} : (tensor<@X@x@A@>, tensor<@W@x@B@>) -> tensor<@O@xf32>
  %1 = fusion.mul %0, %scale : (tensor<@O@xf32>, tensor<@N@xf32>) -> tensor<@O@xf32>
  %2 = fusion.add %1, %bias : (tensor<@O@xf32>, tensor<@N@xf32>) -> tensor<@O@xf32>
  %3 = fusion.relu %2 : tensor<@O@xf32>
  %4 = fusion.cast %3 : tensor<@O@xf32> to tensor<@O@xf16>
  return %0, %4 : tensor<@O@xf32>, tensor<@O@xf16>
}
