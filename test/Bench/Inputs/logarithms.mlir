func.func @k(%x: tensor<64x256xf32>) -> tensor<64x1xf32> {
  %l = fusion.log %x : tensor<64x256xf32>
  %n = fusion.reduce addf %l along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  return %n : tensor<64x1xf32>
}
