// One product of a feed-forward block and its bias, in TOSA: the weight is reshaped to a batch of one.
func.func @projection(%x: tensor<1x24x64xf32>, %weight: tensor<64x256xf32>, %bias: tensor<1x1x256xf32>) -> tensor<1x24x256xf32> {
  %shape = tosa.const_shape {values = dense<[1, 64, 256]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %batch = tosa.reshape %weight, %shape : (tensor<64x256xf32>, !tosa.shape<3>) -> tensor<1x64x256xf32>
  %product = tosa.matmul %x, %batch, %zero, %zero
      : (tensor<1x24x64xf32>, tensor<1x64x256xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x24x256xf32>
  %sum = tosa.add %product, %bias : (tensor<1x24x256xf32>, tensor<1x1x256xf32>) -> tensor<1x24x256xf32>
  return %sum : tensor<1x24x256xf32>
}
