// Integers and truth values come to an epilogue by TMA, through the buffers of results that leave by TMA.

func.func @bytes(%x: tensor<140x128xbf16>, %w: tensor<144x128xbf16>, %r: tensor<140x144xi8>) -> tensor<140x144xi8> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<140x128xbf16>, tensor<144x128xbf16>) -> tensor<140x144xf32>
  %1 = fusion.cast %r : tensor<140x144xi8> to tensor<140x144xf32>
  %2 = fusion.add %0, %1 : (tensor<140x144xf32>, tensor<140x144xf32>) -> tensor<140x144xf32>
  %3 = fusion.cast %2 {saturate} : tensor<140x144xf32> to tensor<140x144xi8>
  return %3 : tensor<140x144xi8>
}
func.func @truths(%x: tensor<140x128xbf16>, %w: tensor<144x128xbf16>, %r: tensor<140x144xi1>) -> tensor<140x144xi1> {
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<140x128xbf16>, tensor<144x128xbf16>) -> tensor<140x144xf32>
  %1 = fusion.compare ogt, %0, %z : (tensor<140x144xf32>, tensor<f32>) -> tensor<140x144xi1>
  %2 = fusion.map(%p = %1, %q = %r) : (tensor<140x144xi1>, tensor<140x144xi1>) -> tensor<140x144xi1> {
    %s = arith.xori %p, %q : i1
    fusion.yield %s : i1
  }
  return %2 : tensor<140x144xi1>
}
func.func @both(%x: tensor<140x128xbf16>, %w: tensor<144x128xbf16>, %r: tensor<140x144xi1>) -> (tensor<140x144xbf16>, tensor<140x144xi8>) {
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<140x128xbf16>, tensor<144x128xbf16>) -> tensor<140x144xf32>
  %1 = fusion.select %r, %0, %z : (tensor<140x144xi1>, tensor<140x144xf32>, tensor<f32>) -> tensor<140x144xf32>
  %2 = fusion.cast %1 : tensor<140x144xf32> to tensor<140x144xbf16>
  %3 = fusion.cast %1 {saturate} : tensor<140x144xf32> to tensor<140x144xi8>
  return %2, %3 : tensor<140x144xbf16>, tensor<140x144xi8>
}
