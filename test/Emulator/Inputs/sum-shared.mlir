// Two layers with adapters of their own, of one input, with numbers and epilogues of their own.
func.func @shared(%x: tensor<130x200xbf16>, %wq: tensor<208x200xbf16>, %aq: tensor<16x200xbf16>,
                  %bq: tensor<208x16xbf16>, %wk: tensor<72x200xbf16>, %ak: tensor<16x200xbf16>, %bk: tensor<72x16xbf16>)
    -> (tensor<130x208xbf16>, tensor<130x72xf32>) {
  %two = arith.constant dense<2.0> : tensor<f32>
  %half = arith.constant dense<-0.5> : tensor<f32>
  %0 = fusion.matmul %x, %wq {transpose_b} : (tensor<130x200xbf16>, tensor<208x200xbf16>) -> tensor<130x208xf32>
  %1 = fusion.matmul %x, %aq {transpose_b} : (tensor<130x200xbf16>, tensor<16x200xbf16>) -> tensor<130x16xbf16>
  %2 = fusion.matmul %1, %bq {transpose_b} : (tensor<130x16xbf16>, tensor<208x16xbf16>) -> tensor<130x208xf32>
  %3 = fusion.mul %2, %two : (tensor<130x208xf32>, tensor<f32>) -> tensor<130x208xf32>
  %4 = fusion.add %0, %3 : (tensor<130x208xf32>, tensor<130x208xf32>) -> tensor<130x208xf32>
  %5 = fusion.gelu %4 : tensor<130x208xf32>
  %6 = fusion.cast %5 : tensor<130x208xf32> to tensor<130x208xbf16>
  %7 = fusion.matmul %x, %wk {transpose_b} : (tensor<130x200xbf16>, tensor<72x200xbf16>) -> tensor<130x72xf32>
  %8 = fusion.matmul %x, %ak {transpose_b} : (tensor<130x200xbf16>, tensor<16x200xbf16>) -> tensor<130x16xbf16>
  %9 = fusion.matmul %8, %bk {transpose_b} : (tensor<130x16xbf16>, tensor<72x16xbf16>) -> tensor<130x72xf32>
  %10 = fusion.mul %9, %half : (tensor<130x72xf32>, tensor<f32>) -> tensor<130x72xf32>
  %11 = fusion.add %7, %10 : (tensor<130x72xf32>, tensor<130x72xf32>) -> tensor<130x72xf32>
  return %6, %11 : tensor<130x208xbf16>, tensor<130x72xf32>
}
