// All values of both 8-bit floats, widened.
func.func @widen(%x: tensor<256xf8E4M3FN>, %y: tensor<256xf8E5M2>)
    -> (tensor<256xf32>, tensor<256xf16>, tensor<256xbf16>, tensor<256xf32>, tensor<256xf16>, tensor<256xbf16>) {
  %0 = fusion.cast %x : tensor<256xf8E4M3FN> to tensor<256xf32>
  %1 = fusion.cast %x : tensor<256xf8E4M3FN> to tensor<256xf16>
  %2 = fusion.cast %x : tensor<256xf8E4M3FN> to tensor<256xbf16>
  %3 = fusion.cast %y : tensor<256xf8E5M2> to tensor<256xf32>
  %4 = fusion.cast %y : tensor<256xf8E5M2> to tensor<256xf16>
  %5 = fusion.cast %y : tensor<256xf8E5M2> to tensor<256xbf16>
  return %0, %1, %2, %3, %4, %5
      : tensor<256xf32>, tensor<256xf16>, tensor<256xbf16>, tensor<256xf32>, tensor<256xf16>, tensor<256xbf16>
}

func.func @f32(%x: tensor<?xf32>)
    -> (tensor<?xf8E4M3FN>, tensor<?xf8E5M2>, tensor<?xf8E4M3FN>, tensor<?xf8E5M2>) {
  %0 = fusion.cast %x : tensor<?xf32> to tensor<?xf8E4M3FN>
  %1 = fusion.cast %x : tensor<?xf32> to tensor<?xf8E5M2>
  %2 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xf8E4M3FN>
  %3 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xf8E5M2>
  return %0, %1, %2, %3 : tensor<?xf8E4M3FN>, tensor<?xf8E5M2>, tensor<?xf8E4M3FN>, tensor<?xf8E5M2>
}

func.func @f16(%x: tensor<65536xf16>)
    -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>) {
  %0 = fusion.cast %x : tensor<65536xf16> to tensor<65536xf8E4M3FN>
  %1 = fusion.cast %x : tensor<65536xf16> to tensor<65536xf8E5M2>
  %2 = fusion.cast %x {saturate} : tensor<65536xf16> to tensor<65536xf8E4M3FN>
  %3 = fusion.cast %x {saturate} : tensor<65536xf16> to tensor<65536xf8E5M2>
  return %0, %1, %2, %3 : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>
}

func.func @bf16(%x: tensor<65536xbf16>)
    -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>) {
  %0 = fusion.cast %x : tensor<65536xbf16> to tensor<65536xf8E4M3FN>
  %1 = fusion.cast %x : tensor<65536xbf16> to tensor<65536xf8E5M2>
  %2 = fusion.cast %x {saturate} : tensor<65536xbf16> to tensor<65536xf8E4M3FN>
  %3 = fusion.cast %x {saturate} : tensor<65536xbf16> to tensor<65536xf8E5M2>
  return %0, %1, %2, %3 : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>
}

func.func @integers(%x: tensor<?xf32>)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi64>) {
  %0 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xi8>
  %1 = fusion.cast %x {saturate, is_unsigned} : tensor<?xf32> to tensor<?xi8>
  %2 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xi16>
  %3 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xi32>
  %4 = fusion.cast %x {saturate, is_unsigned} : tensor<?xf32> to tensor<?xi32>
  %5 = fusion.cast %x {saturate} : tensor<?xf32> to tensor<?xi64>
  return %0, %1, %2, %3, %4, %5
      : tensor<?xi8>, tensor<?xi8>, tensor<?xi16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi64>
}

func.func @unsigned(%x: tensor<256xi8>) -> (tensor<256xf32>, tensor<256xf8E4M3FN>, tensor<256xf8E5M2>) {
  %0 = fusion.cast %x {is_unsigned} : tensor<256xi8> to tensor<256xf32>
  %1 = fusion.cast %x {is_unsigned} : tensor<256xi8> to tensor<256xf8E4M3FN>
  %2 = fusion.cast %x {is_unsigned} : tensor<256xi8> to tensor<256xf8E5M2>
  return %0, %1, %2 : tensor<256xf32>, tensor<256xf8E4M3FN>, tensor<256xf8E5M2>
}
