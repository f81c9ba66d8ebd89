// A scale per row, to each type.
func.func @rows(%x: tensor<?x16xf32>, %s: tensor<?x1xf32>)
    -> (tensor<?x16xi8>, tensor<?x16xi8>, tensor<?x16xf8E4M3FN>, tensor<?x16xf8E5M2>) {
  %0 = fusion.quantize %x, %s : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xi8>
  %1 = fusion.quantize %x, %s {is_unsigned} : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xi8>
  %2 = fusion.quantize %x, %s : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf8E4M3FN>
  %3 = fusion.quantize %x, %s : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf8E5M2>
  return %0, %1, %2, %3 : tensor<?x16xi8>, tensor<?x16xi8>, tensor<?x16xf8E4M3FN>, tensor<?x16xf8E5M2>
}

// A scale per eight of a row, a zero point per column.
func.func @groups(%x: tensor<?x16xf32>, %s: tensor<?x2xf32>, %z: tensor<16xi32>) -> (tensor<?x16xi8>, tensor<?x16xi8>) {
  %0 = fusion.quantize %x, %s, %z : (tensor<?x16xf32>, tensor<?x2xf32>, tensor<16xi32>) -> tensor<?x16xi8>
  %1 = fusion.quantize %x, %s, %z {is_unsigned}
      : (tensor<?x16xf32>, tensor<?x2xf32>, tensor<16xi32>) -> tensor<?x16xi8>
  return %0, %1 : tensor<?x16xi8>, tensor<?x16xi8>
}

// All bytes, and back: a scale per block of 4 x 8, a zero point per row.
func.func @back(%q: tensor<16x16xi8>, %s: tensor<4x2xf32>, %z: tensor<16x1xi8>)
    -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = fusion.dequantize %q, %s, %z : (tensor<16x16xi8>, tensor<4x2xf32>, tensor<16x1xi8>) -> tensor<16x16xf32>
  %1 = fusion.dequantize %q, %s, %z {is_unsigned}
      : (tensor<16x16xi8>, tensor<4x2xf32>, tensor<16x1xi8>) -> tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

func.func @floats(%q: tensor<256xi8>, %s: tensor<8xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %a = fusion.map(%e = %q) : (tensor<256xi8>) -> tensor<256xf8E4M3FN> {
    %0 = arith.bitcast %e : i8 to f8E4M3FN
    fusion.yield %0 : f8E4M3FN
  }
  %b = fusion.map(%e = %q) : (tensor<256xi8>) -> tensor<256xf8E5M2> {
    %0 = arith.bitcast %e : i8 to f8E5M2
    fusion.yield %0 : f8E5M2
  }
  %0 = fusion.dequantize %a, %s : (tensor<256xf8E4M3FN>, tensor<8xf32>) -> tensor<256xf32>
  %1 = fusion.dequantize %b, %s : (tensor<256xf8E5M2>, tensor<8xf32>) -> tensor<256xf32>
  return %0, %1 : tensor<256xf32>, tensor<256xf32>
}
