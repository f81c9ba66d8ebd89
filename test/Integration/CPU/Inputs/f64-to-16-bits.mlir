// A cast, a sum, and an operation that is none of fusion's; then f16.
func.func @graph(%x: tensor<8xf64>, %y: tensor<8xf64>, %z: tensor<8xbf16>)
    -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>) {
  %0 = fusion.cast %x : tensor<8xf64> to tensor<8xbf16>
  %1 = fusion.add %x, %z : (tensor<8xf64>, tensor<8xbf16>) -> tensor<8xbf16>
  %empty = tensor.empty() : tensor<8xbf16>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf64>) outs(%empty : tensor<8xbf16>) {
  ^bb0(%a: f64, %o: bf16):
    %i = arith.bitcast %a : f64 to i64
    %v = arith.bitcast %i : i64 to f64
    %t = arith.truncf %v : f64 to bf16
    linalg.yield %t : bf16
  } -> tensor<8xbf16>
  %3 = arith.truncf %y : tensor<8xf64> to tensor<8xf16>
  %zero = arith.constant dense<-0.0> : tensor<8xf64>
  %4 = fusion.max %y, %zero : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %5 = fusion.min %y, %zero : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %6 = fusion.add %4, %5 : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf16>
  // What is computed of a value that overflowed.
  %half = arith.constant dense<0.5> : tensor<8xbf16>
  %7 = fusion.mul %0, %half : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  return %0, %1, %2, %3, %6, %7 : tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>
}
