// A gated pair by weights [K, N].
func.func @kn(%x: tensor<130x200xf16>, %g: tensor<200x208xf16>, %u: tensor<200x208xf16>) -> tensor<130x208xf16> {
  %0 = fusion.matmul %x, %g : (tensor<130x200xf16>, tensor<200x208xf16>) -> tensor<130x208xf16>
  %1 = fusion.gelu %0 : tensor<130x208xf16>
  %2 = fusion.matmul %x, %u : (tensor<130x200xf16>, tensor<200x208xf16>) -> tensor<130x208xf16>
  %3 = fusion.mul %1, %2 : (tensor<130x208xf16>, tensor<130x208xf16>) -> tensor<130x208xf16>
  return %3 : tensor<130x208xf16>
}
