// Products and elementwise kernels with a mask as bits beside what they store.

func.func @product(%x: tensor<70x200xbf16>, %w: tensor<72x200xbf16>) -> (tensor<70x72xbf16>, tensor<70x9xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<70x200xbf16>, tensor<72x200xbf16>) -> (tensor<70x72xbf16>, tensor<70x9xi8>)
      @SCHEDULE@ {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<70x200xbf16>, tensor<72x200xbf16>) -> tensor<70x72xf32>
    %1 = fusion.relu %0 : tensor<70x72xf32>
    %2 = fusion.cast %1 : tensor<70x72xf32> to tensor<70x72xbf16>
    %3 = fusion.compare ogt, %0, %zero : (tensor<70x72xf32>, tensor<f32>) -> tensor<70x72xi1>
    %4 = fusion.pack_bits %3 : tensor<70x72xi1> -> tensor<70x9xi8>
    fusion.yield %2, %4 : tensor<70x72xbf16>, tensor<70x9xi8>
  }
  return %y#0, %y#1 : tensor<70x72xbf16>, tensor<70x9xi8>
}

func.func @open(%x: tensor<2x?x64xf16>, %w: tensor<64x40xf16>) -> (tensor<2x?x5xi8>, tensor<2x?x40xf16>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x?x64xf16>, tensor<64x40xf16>) -> (tensor<2x?x5xi8>, tensor<2x?x40xf16>) {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.matmul %x0, %w0 : (tensor<2x?x64xf16>, tensor<64x40xf16>) -> tensor<2x?x40xf32>
    %1 = fusion.cast %0 : tensor<2x?x40xf32> to tensor<2x?x40xf16>
    %2 = fusion.compare olt, %0, %zero : (tensor<2x?x40xf32>, tensor<f32>) -> tensor<2x?x40xi1>
    %3 = fusion.pack_bits %2 : tensor<2x?x40xi1> -> tensor<2x?x5xi8>
    fusion.yield %3, %1 : tensor<2x?x5xi8>, tensor<2x?x40xf16>
  }
  return %y#0, %y#1 : tensor<2x?x5xi8>, tensor<2x?x40xf16>
}

// Rows of the residual begin at odd places: all is accessed element by element, and bytes are bytes.
func.func @unaligned(%x: tensor<36x64xbf16>, %w: tensor<64x40xbf16>, %r: tensor<36x41xbf16>) -> (tensor<36x40xbf16>, tensor<36x5xi8>) {
  %rs = tensor.extract_slice %r[0, 1] [36, 40] [1, 1] : tensor<36x41xbf16> to tensor<36x40xbf16>
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %rs) : (tensor<36x64xbf16>, tensor<64x40xbf16>, tensor<36x40xbf16>) -> (tensor<36x40xbf16>, tensor<36x5xi8>) {
    %0 = fusion.matmul %x0, %w0 : (tensor<36x64xbf16>, tensor<64x40xbf16>) -> tensor<36x40xf32>
    %1 = fusion.add %0, %r0 : (tensor<36x40xf32>, tensor<36x40xbf16>) -> tensor<36x40xbf16>
    %2 = fusion.compare ogt, %0, %r0 : (tensor<36x40xf32>, tensor<36x40xbf16>) -> tensor<36x40xi1>
    %3 = fusion.pack_bits %2 : tensor<36x40xi1> -> tensor<36x5xi8>
    fusion.yield %1, %3 : tensor<36x40xbf16>, tensor<36x5xi8>
  }
  return %y#0, %y#1 : tensor<36x40xbf16>, tensor<36x5xi8>
}

func.func @elements(%x: tensor<3x9x24xf32>, %s: tensor<24xf32>) -> tensor<3x9x3xi8> {
  %y = fusion.kernel(%x0 = %x, %s0 = %s) : (tensor<3x9x24xf32>, tensor<24xf32>) -> tensor<3x9x3xi8> {
    %0 = fusion.compare oge, %x0, %s0 : (tensor<3x9x24xf32>, tensor<24xf32>) -> tensor<3x9x24xi1>
    %1 = fusion.pack_bits %0 : tensor<3x9x24xi1> -> tensor<3x9x3xi8>
    fusion.yield %1 : tensor<3x9x3xi8>
  }
  return %y : tensor<3x9x3xi8>
}

// Runs of 32 bytes and fewer, by the tile; the last tile of a row may have columns outside.
func.func @long(%x: tensor<70x64xbf16>, %w: tensor<64x384xbf16>, %r: tensor<70x384xbf16>) -> (tensor<70x384xbf16>, tensor<70x48xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<70x64xbf16>, tensor<64x384xbf16>, tensor<70x384xbf16>) -> (tensor<70x384xbf16>, tensor<70x48xi8>)
      @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 : (tensor<70x64xbf16>, tensor<64x384xbf16>) -> tensor<70x384xf32>
    %1 = fusion.add %0, %r0 : (tensor<70x384xf32>, tensor<70x384xbf16>) -> tensor<70x384xbf16>
    %2 = fusion.compare ogt, %0, %r0 : (tensor<70x384xf32>, tensor<70x384xbf16>) -> tensor<70x384xi1>
    %3 = fusion.pack_bits %2 : tensor<70x384xi1> -> tensor<70x48xi8>
    fusion.yield %1, %3 : tensor<70x384xbf16>, tensor<70x48xi8>
  }
  return %y#0, %y#1 : tensor<70x384xbf16>, tensor<70x48xi8>
}

func.func @short(%x: tensor<70x64xbf16>, %w: tensor<64x96xbf16>, %r: tensor<70x96xbf16>) -> (tensor<70x96xbf16>, tensor<70x12xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<70x64xbf16>, tensor<64x96xbf16>, tensor<70x96xbf16>) -> (tensor<70x96xbf16>, tensor<70x12xi8>)
      @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 : (tensor<70x64xbf16>, tensor<64x96xbf16>) -> tensor<70x96xf32>
    %1 = fusion.add %0, %r0 : (tensor<70x96xf32>, tensor<70x96xbf16>) -> tensor<70x96xbf16>
    %2 = fusion.compare ogt, %0, %r0 : (tensor<70x96xf32>, tensor<70x96xbf16>) -> tensor<70x96xi1>
    %3 = fusion.pack_bits %2 : tensor<70x96xi1> -> tensor<70x12xi8>
    fusion.yield %1, %3 : tensor<70x96xbf16>, tensor<70x12xi8>
  }
  return %y#0, %y#1 : tensor<70x96xbf16>, tensor<70x12xi8>
}

// Functions of f32 are long: groups of columns are computed in branches.
func.func @branches(%x: tensor<70x64xbf16>, %w: tensor<64x96xbf16>) -> (tensor<70x96xf32>, tensor<70x12xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<70x64xbf16>, tensor<64x96xbf16>) -> (tensor<70x96xf32>, tensor<70x12xi8>)
      @SCHEDULE@ {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.matmul %x0, %w0 : (tensor<70x64xbf16>, tensor<64x96xbf16>) -> tensor<70x96xf32>
    %1 = fusion.gelu %0 : tensor<70x96xf32>
    %2 = fusion.compare ogt, %0, %zero : (tensor<70x96xf32>, tensor<f32>) -> tensor<70x96xi1>
    %3 = fusion.pack_bits %2 : tensor<70x96xi1> -> tensor<70x12xi8>
    fusion.yield %1, %3 : tensor<70x96xf32>, tensor<70x12xi8>
  }
  return %y#0, %y#1 : tensor<70x96xf32>, tensor<70x12xi8>
}
