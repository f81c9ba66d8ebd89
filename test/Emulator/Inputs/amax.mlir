// Products and elementwise kernels with a maximum of magnitudes beside what they store.

// 1 / (|x| + 0.02) is 50 where there is nothing, and less everywhere else: by more than rounding may carry it.
func.func @ragged(%x: tensor<70x200xbf16>, %w: tensor<72x200xbf16>) -> (tensor<70x72xbf16>, tensor<1x1xf32>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<70x200xbf16>, tensor<72x200xbf16>) -> (tensor<70x72xbf16>, tensor<1x1xf32>)
      @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<70x200xbf16>, tensor<72x200xbf16>) -> tensor<70x72xf32>
    %least = arith.constant dense<0.02> : tensor<f32>
    %one = arith.constant dense<1.0> : tensor<f32>
    %1 = fusion.abs %0 : tensor<70x72xf32>
    %2 = fusion.add %1, %least : (tensor<70x72xf32>, tensor<f32>) -> tensor<70x72xf32>
    %3 = fusion.div %one, %2 : (tensor<f32>, tensor<70x72xf32>) -> tensor<70x72xf32>
    %4 = fusion.cast %3 : tensor<70x72xf32> to tensor<70x72xbf16>
    %5 = fusion.amax %4 : tensor<70x72xbf16> -> tensor<1x1xf32>
    fusion.yield %4, %5 : tensor<70x72xbf16>, tensor<1x1xf32>
  }
  return %y#0, %y#1 : tensor<70x72xbf16>, tensor<1x1xf32>
}

// The largest one is the last; its sign is not that of the others. The maximum comes before what is stored.
func.func @last(%x: tensor<70x64xbf16>, %w: tensor<72x64xbf16>) -> (tensor<1x1xf32>, tensor<70x72xf32>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<70x64xbf16>, tensor<72x64xbf16>) -> tensor<70x72xf32>
  %1 = fusion.map(%e = %0) at(%i, %j) : (tensor<70x72xf32>) -> tensor<70x72xf32> {
    %ci = arith.constant 69 : index
    %cj = arith.constant 71 : index
    %ei = arith.cmpi eq, %i, %ci : index
    %ej = arith.cmpi eq, %j, %cj : index
    %is = arith.andi %ei, %ej : i1
    %large = arith.constant -1.0e6 : f32
    %r = arith.select %is, %large, %e : f32
    fusion.yield %r : f32
  }
  %2 = fusion.abs %1 : tensor<70x72xf32>
  %3 = fusion.reduce maximumf %2 along [0, 1] : tensor<70x72xf32> -> tensor<1x1xf32>
  return %3, %1 : tensor<1x1xf32>, tensor<70x72xf32>
}

func.func @nan(%x: tensor<70x64xbf16>, %w: tensor<72x64xbf16>) -> (tensor<70x72xf32>, tensor<1x1xf32>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<70x64xbf16>, tensor<72x64xbf16>) -> tensor<70x72xf32>
  %1 = fusion.map(%e = %0) at(%i, %j) : (tensor<70x72xf32>) -> tensor<70x72xf32> {
    %ci = arith.constant 3 : index
    %cj = arith.constant 65 : index
    %ei = arith.cmpi eq, %i, %ci : index
    %ej = arith.cmpi eq, %j, %cj : index
    %is = arith.andi %ei, %ej : i1
    %nan = arith.constant 0xFFC00000 : f32
    %inf = arith.constant 0xFF800000 : f32
    %row = arith.select %ei, %inf, %e : f32
    %r = arith.select %is, %nan, %row : f32
    fusion.yield %r : f32
  }
  %2 = fusion.abs %1 : tensor<70x72xf32>
  %3 = fusion.reduce maximumf %2 along [0, 1] : tensor<70x72xf32> -> tensor<1x1xf32>
  return %1, %3 : tensor<70x72xf32>, tensor<1x1xf32>
}

// The result is smaller than the output of the kernel, and comes first in the kernel: a residual is added behind it.
func.func @batches(%x: tensor<3x2x24x64xf16>, %w: tensor<2x64x40xf16>, %r: tensor<3x2x24x40xf16>) -> (tensor<3x2x24x40xf16>, tensor<f32>) {
  %0 = fusion.matmul %x, %w : (tensor<3x2x24x64xf16>, tensor<2x64x40xf16>) -> tensor<3x2x24x40xf32>
  %1 = fusion.abs %0 : tensor<3x2x24x40xf32>
  %2 = fusion.reduce maximumf %1 along [0, 1, 2, 3] : tensor<3x2x24x40xf32> -> tensor<1x1x1x1xf32>
  %3 = tensor.collapse_shape %2 [] : tensor<1x1x1x1xf32> into tensor<f32>
  %4 = fusion.add %0, %r : (tensor<3x2x24x40xf32>, tensor<3x2x24x40xf16>) -> tensor<3x2x24x40xf16>
  return %4, %3 : tensor<3x2x24x40xf16>, tensor<f32>
}

func.func @open(%x: tensor<?x64xbf16>, %w: tensor<64x72xbf16>, %s: tensor<f32>) -> (tensor<?x72xf8E4M3FN>, tensor<1x1xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x72xbf16>) -> tensor<?x72xf32>
  %1 = fusion.silu %0 : tensor<?x72xf32>
  %2 = fusion.cast %1 : tensor<?x72xf32> to tensor<?x72xbf16>
  %3 = fusion.mul %2, %s : (tensor<?x72xbf16>, tensor<f32>) -> tensor<?x72xf32>
  %4 = fusion.cast %3 {saturate} : tensor<?x72xf32> to tensor<?x72xf8E4M3FN>
  %5 = fusion.abs %2 : tensor<?x72xbf16>
  %6 = fusion.reduce maximumf %5 along [0, 1] : tensor<?x72xbf16> -> tensor<1x1xf32>
  return %4, %6 : tensor<?x72xf8E4M3FN>, tensor<1x1xf32>
}

// The maxima of the last steps, of which this one's is a part.
func.func @history(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %h: tensor<4xf32> {fusion.aliases = 1 : i64}, %s: tensor<f32>)
    -> (tensor<40x48xf8E4M3FN>, tensor<4xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xbf16>
  %1 = fusion.mul %0, %s : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 {saturate} : tensor<40x48xf32> to tensor<40x48xf8E4M3FN>
  %3 = fusion.abs %0 : tensor<40x48xbf16>
  %4 = fusion.reduce maximumf %3 along [0, 1] : tensor<40x48xbf16> -> tensor<1x1xf32>
  %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %6 = tensor.insert_slice %5 into %h[2] [1] [1] : tensor<1xf32> into tensor<4xf32>
  return %2, %6 : tensor<40x48xf8E4M3FN>, tensor<4xf32>
}

// Elements with a scale that follows from the old maximum, in whose place the new one is written.
func.func @in_place(%x: tensor<40x48xf32>, %a: tensor<1x1xf32> {fusion.aliases = 1 : i64}) -> (tensor<40x48xf16>, tensor<1x1xf32>) {
  %0 = fusion.div %x, %a : (tensor<40x48xf32>, tensor<1x1xf32>) -> tensor<40x48xf16>
  %1 = fusion.abs %x : tensor<40x48xf32>
  %2 = fusion.reduce maximumf %1 along [0, 1] : tensor<40x48xf32> -> tensor<1x1xf32>
  return %0, %2 : tensor<40x48xf16>, tensor<1x1xf32>
}

func.func @odd(%x: tensor<37x67xf16>, %w: tensor<67x71xf16>) -> (tensor<37x71xf16>, tensor<1x1xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<37x67xf16>, tensor<67x71xf16>) -> tensor<37x71xf32>
  %1 = fusion.sigmoid %0 : tensor<37x71xf32>
  %2 = fusion.cast %1 : tensor<37x71xf32> to tensor<37x71xf16>
  %3 = fusion.abs %2 : tensor<37x71xf16>
  %4 = fusion.reduce maximumf %3 along [0, 1] : tensor<37x71xf16> -> tensor<1x1xf32>
  return %2, %4 : tensor<37x71xf16>, tensor<1x1xf32>
}

func.func @ieee(%x: tensor<40x36xf32>, %w: tensor<36x40xf32>) -> (tensor<40x40xf32>, tensor<1x1xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x36xf32>, tensor<36x40xf32>) -> tensor<40x40xf32>
  %1 = fusion.abs %0 : tensor<40x40xf32>
  %2 = fusion.reduce maximumf %1 along [0, 1] : tensor<40x40xf32> -> tensor<1x1xf32>
  return %0, %2 : tensor<40x40xf32>, tensor<1x1xf32>
}

func.func @elements(%x: tensor<40x80xf32>, %s: tensor<80xf32>) -> (tensor<40x80xbf16>, tensor<1x1xf32>) {
  %0 = fusion.mul %x, %s : (tensor<40x80xf32>, tensor<80xf32>) -> tensor<40x80xbf16>
  %1 = fusion.abs %0 : tensor<40x80xbf16>
  %2 = fusion.reduce maximumf %1 along [0, 1] : tensor<40x80xbf16> -> tensor<1x1xf32>
  return %0, %2 : tensor<40x80xbf16>, tensor<1x1xf32>
}

func.func @odd_elements(%x: tensor<7x3x45xf16>, %s: tensor<f16>) -> (tensor<7x3x45xf16>, tensor<f32>) {
  %0 = fusion.sub %x, %s : (tensor<7x3x45xf16>, tensor<f16>) -> tensor<7x3x45xf16>
  %1 = fusion.abs %0 : tensor<7x3x45xf16>
  %2 = fusion.reduce maximumf %1 along [0, 1, 2] : tensor<7x3x45xf16> -> tensor<1x1x1xf32>
  %3 = tensor.collapse_shape %2 [] : tensor<1x1x1xf32> into tensor<f32>
  return %0, %3 : tensor<7x3x45xf16>, tensor<f32>
}

// Nothing is stored, so that sizes are those of an input.
func.func @alone(%x: tensor<24xf32>, %y: tensor<?x24xf32>) -> tensor<1x1xf32> {
  %0 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<24xf32>, tensor<?x24xf32>) -> tensor<1x1xf32> {
    %1 = fusion.sub %x0, %y0 : (tensor<24xf32>, tensor<?x24xf32>) -> tensor<?x24xf32>
    %2 = fusion.amax %1 : tensor<?x24xf32> -> tensor<1x1xf32>
    fusion.yield %2 : tensor<1x1xf32>
  }
  return %0 : tensor<1x1xf32>
}

// Of one column alone: nothing that is read or stored has more.
func.func @column_alone(%x: tensor<5x1xf32>) -> tensor<1x1xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<5x1xf32>) -> tensor<1x1xf32> {
    %1 = fusion.amax %x0 : tensor<5x1xf32> -> tensor<1x1xf32>
    fusion.yield %1 : tensor<1x1xf32>
  }
  return %0 : tensor<1x1xf32>
}
