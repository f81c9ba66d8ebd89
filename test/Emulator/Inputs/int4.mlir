// Weights of 4 bits: the caller hands over bytes.
func.func @signed(%x: tensor<3x64xbf16>, %w: tensor<24x64xi4>, %s: tensor<24x2xf32>) -> tensor<3x24xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<24x64xi4>, tensor<24x2xf32>) -> tensor<24x64xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<3x64xbf16>, tensor<24x64xbf16>) -> tensor<3x24xf32>
  return %1 : tensor<3x24xf32>
}
func.func @unsigned(%x: tensor<3x64xbf16>, %w: tensor<24x64xi4>, %s: tensor<24x2xf32>, %z: tensor<24x2xi8>)
    -> tensor<3x24xf32> {
  %0 = fusion.dequantize %w, %s, %z {is_unsigned}
      : (tensor<24x64xi4>, tensor<24x2xf32>, tensor<24x2xi8>) -> tensor<24x64xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<3x64xbf16>, tensor<24x64xbf16>) -> tensor<3x24xf32>
  return %1 : tensor<3x24xf32>
}
