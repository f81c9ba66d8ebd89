// Two layers in named operations of linalg: product, sum with a whole matrix, maximum with zeros.
func.func @named_mlp(%x: tensor<32x512xf16>, %w1: tensor<512x512xf16>, %b1: tensor<32x512xf16>, %w2: tensor<512x512xf16>,
                     %b2: tensor<32x512xf16>) -> tensor<32x512xf16> {
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<32x512xf16>
  %e = tensor.empty() : tensor<32x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<32x512xf16>) -> tensor<32x512xf16>
  %p1 = linalg.matmul ins(%x, %w1 : tensor<32x512xf16>, tensor<512x512xf16>) outs(%f : tensor<32x512xf16>) -> tensor<32x512xf16>
  %s1 = linalg.add ins(%b1, %p1 : tensor<32x512xf16>, tensor<32x512xf16>) outs(%e : tensor<32x512xf16>) -> tensor<32x512xf16>
  %r1 = linalg.max ins(%zeros, %s1 : tensor<32x512xf16>, tensor<32x512xf16>) outs(%e : tensor<32x512xf16>) -> tensor<32x512xf16>
  %p2 = linalg.matmul ins(%r1, %w2 : tensor<32x512xf16>, tensor<512x512xf16>) outs(%f : tensor<32x512xf16>) -> tensor<32x512xf16>
  %s2 = linalg.add ins(%b2, %p2 : tensor<32x512xf16>, tensor<32x512xf16>) outs(%e : tensor<32x512xf16>) -> tensor<32x512xf16>
  %r2 = linalg.max ins(%zeros, %s2 : tensor<32x512xf16>, tensor<32x512xf16>) outs(%e : tensor<32x512xf16>) -> tensor<32x512xf16>
  return %r2 : tensor<32x512xf16>
}
