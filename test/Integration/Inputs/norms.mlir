// Norms as programs have them: sums over rows, of values that are computed for them.

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

func.func @layer(%x: tensor<23x770xf32>, %gain: tensor<770xf32>) -> tensor<23x770xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant dense<770.0> : tensor<f32>
  %epsilon = arith.constant dense<1.0e-5> : tensor<f32>
  %empty = tensor.empty() : tensor<23xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<23xf32>) -> tensor<23xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<23x770xf32>) outs(%init : tensor<23xf32>) dimensions = [1]
  %sums = tensor.expand_shape %sum [[0, 1]] output_shape [23, 1] : tensor<23xf32> into tensor<23x1xf32>
  %mean = fusion.div %sums, %width : (tensor<23x1xf32>, tensor<f32>) -> tensor<23x1xf32>
  %centred = fusion.sub %x, %mean : (tensor<23x770xf32>, tensor<23x1xf32>) -> tensor<23x770xf32>
  %square = fusion.mul %centred, %centred : (tensor<23x770xf32>, tensor<23x770xf32>) -> tensor<23x770xf32>
  %squares = linalg.reduce { arith.addf } ins(%square : tensor<23x770xf32>) outs(%init : tensor<23xf32>) dimensions = [1]
  %spread = tensor.expand_shape %squares [[0, 1]] output_shape [23, 1] : tensor<23xf32> into tensor<23x1xf32>
  %variance = fusion.div %spread, %width : (tensor<23x1xf32>, tensor<f32>) -> tensor<23x1xf32>
  %above = fusion.add %variance, %epsilon : (tensor<23x1xf32>, tensor<f32>) -> tensor<23x1xf32>
  %scale = fusion.rsqrt %above : tensor<23x1xf32>
  %scaled = fusion.mul %centred, %scale : (tensor<23x770xf32>, tensor<23x1xf32>) -> tensor<23x770xf32>
  %y = fusion.mul %scaled, %gain : (tensor<23x770xf32>, tensor<770xf32>) -> tensor<23x770xf32>
  return %y : tensor<23x770xf32>
}

func.func @root_mean_square(%x: tensor<9x1030xbf16>, %gain: tensor<1030xbf16>) -> tensor<9x1030xbf16> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant dense<1030.0> : tensor<f32>
  %empty = tensor.empty() : tensor<9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<9xf32>) -> tensor<9xf32>
  %wide = fusion.cast %x : tensor<9x1030xbf16> to tensor<9x1030xf32>
  %square = fusion.mul %wide, %wide : (tensor<9x1030xf32>, tensor<9x1030xf32>) -> tensor<9x1030xf32>
  %squares = linalg.reduce { arith.addf } ins(%square : tensor<9x1030xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  %sums = tensor.expand_shape %squares [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
  %mean = fusion.div %sums, %width : (tensor<9x1xf32>, tensor<f32>) -> tensor<9x1xf32>
  %scale = fusion.rsqrt %mean : tensor<9x1xf32>
  %scaled = fusion.mul %wide, %scale : (tensor<9x1030xf32>, tensor<9x1xf32>) -> tensor<9x1030xf32>
  %wide_gain = fusion.cast %gain : tensor<1030xbf16> to tensor<1030xf32>
  %y = fusion.mul %scaled, %wide_gain : (tensor<9x1030xf32>, tensor<1030xf32>) -> tensor<9x1030xf32>
  %narrow = fusion.cast %y : tensor<9x1030xf32> to tensor<9x1030xbf16>
  return %narrow : tensor<9x1030xbf16>
}

// Which operand is which: a difference is no square. Sizes that only a call knows.
func.func @open(%x: tensor<?x?xf16>, %mean: tensor<?x1xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf16>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %wide = fusion.cast %x : tensor<?x?xf16> to tensor<?x?xf32>
  %centred = fusion.sub %wide, %mean : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %sum = linalg.reduce { arith.addf } ins(%centred : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  return %sum : tensor<?xf32>
}

// The scores' product ends with the mask; the greatest of a row, and the sum of what is computed with it.
func.func @scores(%q: tensor<33x64xbf16>, %k: tensor<65x64xbf16>, %mask: tensor<33x65xf32>) -> tensor<33x65xbf16> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %eighth = arith.constant dense<0.125> : tensor<f32>
  %empty = tensor.empty() : tensor<33xf32>
  %low = linalg.fill ins(%least : f32) outs(%empty : tensor<33xf32>) -> tensor<33xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<33xf32>) -> tensor<33xf32>
  %p = fusion.matmul %q, %k {transpose_b} : (tensor<33x64xbf16>, tensor<65x64xbf16>) -> tensor<33x65xf32>
  %small = fusion.mul %p, %eighth : (tensor<33x65xf32>, tensor<f32>) -> tensor<33x65xf32>
  %s = fusion.add %small, %mask : (tensor<33x65xf32>, tensor<33x65xf32>) -> tensor<33x65xf32>
  %most = linalg.reduce { arith.maximumf } ins(%s : tensor<33x65xf32>) outs(%low : tensor<33xf32>) dimensions = [1]
  %greatest = tensor.expand_shape %most [[0, 1]] output_shape [33, 1] : tensor<33xf32> into tensor<33x1xf32>
  %d = fusion.sub %s, %greatest : (tensor<33x65xf32>, tensor<33x1xf32>) -> tensor<33x65xf32>
  %e = fusion.exp %d : tensor<33x65xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<33x65xf32>) outs(%init : tensor<33xf32>) dimensions = [1]
  %sums = tensor.expand_shape %sum [[0, 1]] output_shape [33, 1] : tensor<33xf32> into tensor<33x1xf32>
  %y = fusion.div %e, %sums : (tensor<33x65xf32>, tensor<33x1xf32>) -> tensor<33x65xf32>
  %narrow = fusion.cast %y : tensor<33x65xf32> to tensor<33x65xbf16>
  return %narrow : tensor<33x65xbf16>
}

// Several rows of a block, of which the last has fewer; sums over two dimensions. What is centred is asked for, too.
func.func @short_rows(%x: tensor<7x3x5x9xf16>, %shift: tensor<3x1x1xf16>) -> (tensor<7x3x5x9xf16>, tensor<7x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant dense<45.0> : tensor<f32>
  %empty = tensor.empty() : tensor<7x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x3xf32>) -> tensor<7x3xf32>
  %wide = fusion.cast %x : tensor<7x3x5x9xf16> to tensor<7x3x5x9xf32>
  %sum = linalg.reduce { arith.addf } ins(%wide : tensor<7x3x5x9xf32>) outs(%init : tensor<7x3xf32>) dimensions = [2, 3]
  %sums = tensor.expand_shape %sum [[0], [1, 2, 3]] output_shape [7, 3, 1, 1] : tensor<7x3xf32> into tensor<7x3x1x1xf32>
  %mean = fusion.div %sums, %width : (tensor<7x3x1x1xf32>, tensor<f32>) -> tensor<7x3x1x1xf32>
  %centred = fusion.sub %wide, %mean : (tensor<7x3x5x9xf32>, tensor<7x3x1x1xf32>) -> tensor<7x3x5x9xf32>
  %square = fusion.mul %centred, %centred : (tensor<7x3x5x9xf32>, tensor<7x3x5x9xf32>) -> tensor<7x3x5x9xf32>
  %squares = linalg.reduce { arith.addf } ins(%square : tensor<7x3x5x9xf32>) outs(%init : tensor<7x3xf32>) dimensions = [2, 3]
  %moved = fusion.cast %shift : tensor<3x1x1xf16> to tensor<3x1x1xf32>
  %y = fusion.add %centred, %moved : (tensor<7x3x5x9xf32>, tensor<3x1x1xf32>) -> tensor<7x3x5x9xf32>
  %narrow = fusion.cast %y : tensor<7x3x5x9xf32> to tensor<7x3x5x9xf16>
  return %narrow, %squares : tensor<7x3x5x9xf16>, tensor<7x3xf32>
}

// Rows that only a call counts. The exponentials are needed twice.
func.func @open_rows(%x: tensor<?x300xf16>) -> tensor<?x300xf16> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x300xf16>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %low = linalg.fill ins(%least : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %wide = fusion.cast %x : tensor<?x300xf16> to tensor<?x300xf32>
  %most = linalg.reduce { arith.maximumf } ins(%wide : tensor<?x300xf32>) outs(%low : tensor<?xf32>) dimensions = [1]
  %greatest = tensor.expand_shape %most [[0, 1]] output_shape [%rows, 1] : tensor<?xf32> into tensor<?x1xf32>
  %d = fusion.sub %wide, %greatest : (tensor<?x300xf32>, tensor<?x1xf32>) -> tensor<?x300xf32>
  %e = fusion.exp %d : tensor<?x300xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<?x300xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  %sums = tensor.expand_shape %sum [[0, 1]] output_shape [%rows, 1] : tensor<?xf32> into tensor<?x1xf32>
  %y = fusion.div %e, %sums : (tensor<?x300xf32>, tensor<?x1xf32>) -> tensor<?x300xf32>
  %narrow = fusion.cast %y : tensor<?x300xf32> to tensor<?x300xf16>
  return %narrow : tensor<?x300xf16>
}

// What the rows' sums are used for lies across them: each row needs the sums of all.
func.func @across(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<300xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<300xf32>) -> tensor<300xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<300x300xf32>) outs(%init : tensor<300xf32>) dimensions = [1]
  %sums = tensor.expand_shape %sum [[0, 1]] output_shape [1, 300] : tensor<300xf32> into tensor<1x300xf32>
  %y = fusion.sub %x, %sums : (tensor<300x300xf32>, tensor<1x300xf32>) -> tensor<300x300xf32>
  return %y : tensor<300x300xf32>
}

// A kernel before the first reduction, whose result is read by others, too.
func.func @residual(%x: tensor<21x600xf16>, %before: tensor<21x600xf16>) -> (tensor<21x600xf16>, tensor<21x600xf16>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<21xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<21xf32>) -> tensor<21xf32>
  %a = fusion.add %x, %before : (tensor<21x600xf16>, tensor<21x600xf16>) -> tensor<21x600xf16>
  %t = fusion.tanh %a : tensor<21x600xf16>
  %wide = fusion.cast %t : tensor<21x600xf16> to tensor<21x600xf32>
  %square = fusion.mul %wide, %wide : (tensor<21x600xf32>, tensor<21x600xf32>) -> tensor<21x600xf32>
  %squares = linalg.reduce { arith.addf } ins(%square : tensor<21x600xf32>) outs(%init : tensor<21xf32>) dimensions = [1]
  %sums = tensor.expand_shape %squares [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
  %scale = fusion.rsqrt %sums : tensor<21x1xf32>
  %scaled = fusion.mul %wide, %scale : (tensor<21x600xf32>, tensor<21x1xf32>) -> tensor<21x600xf32>
  %y = fusion.cast %scaled : tensor<21x600xf32> to tensor<21x600xf16>
  return %t, %y : tensor<21x600xf16>, tensor<21x600xf16>
}

// Threads take several elements at once, if rows start where that can be done: those of the first slice do, those of the
// second don't, as only the kernel finds out.
func.func @slices(%x: tensor<11x520xbf16>) -> (tensor<11x512xbf16>, tensor<11x512xbf16>) {
  %least = arith.constant 0xFF80 : bf16
  %empty = tensor.empty() : tensor<11xbf16>
  %low = linalg.fill ins(%least : bf16) outs(%empty : tensor<11xbf16>) -> tensor<11xbf16>
  %a = tensor.extract_slice %x[0, 4] [11, 512] [1, 1] : tensor<11x520xbf16> to tensor<11x512xbf16>
  %b = tensor.extract_slice %x[0, 1] [11, 512] [1, 1] : tensor<11x520xbf16> to tensor<11x512xbf16>
  %most_a = linalg.reduce { arith.maximumf } ins(%a : tensor<11x512xbf16>) outs(%low : tensor<11xbf16>) dimensions = [1]
  %greatest_a = tensor.expand_shape %most_a [[0, 1]] output_shape [11, 1] : tensor<11xbf16> into tensor<11x1xbf16>
  %y_a = fusion.sub %a, %greatest_a : (tensor<11x512xbf16>, tensor<11x1xbf16>) -> tensor<11x512xbf16>
  %most_b = linalg.reduce { arith.maximumf } ins(%b : tensor<11x512xbf16>) outs(%low : tensor<11xbf16>) dimensions = [1]
  %greatest_b = tensor.expand_shape %most_b [[0, 1]] output_shape [11, 1] : tensor<11xbf16> into tensor<11x1xbf16>
  %y_b = fusion.sub %b, %greatest_b : (tensor<11x512xbf16>, tensor<11x1xbf16>) -> tensor<11x512xbf16>
  return %y_a, %y_b : tensor<11x512xbf16>, tensor<11x512xbf16>
}

// Of 16 rows of 17, two elements side by side may be of two rows.
func.func @planes(%x: tensor<9x16x17xbf16>, %shift: tensor<9x16x1xbf16>) -> tensor<9x16x17xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<9xf32>) -> tensor<9xf32>
  %wide = fusion.cast %x : tensor<9x16x17xbf16> to tensor<9x16x17xf32>
  %offset = fusion.cast %shift : tensor<9x16x1xbf16> to tensor<9x16x1xf32>
  %shifted = fusion.sub %wide, %offset : (tensor<9x16x17xf32>, tensor<9x16x1xf32>) -> tensor<9x16x17xf32>
  %sum = linalg.reduce { arith.addf } ins(%shifted : tensor<9x16x17xf32>) outs(%init : tensor<9xf32>) dimensions = [1, 2]
  %sums = tensor.expand_shape %sum [[0, 1, 2]] output_shape [9, 1, 1] : tensor<9xf32> into tensor<9x1x1xf32>
  %y = fusion.sub %shifted, %sums : (tensor<9x16x17xf32>, tensor<9x1x1xf32>) -> tensor<9x16x17xf32>
  return %y : tensor<9x16x17xf32>
}

// Truth values come in and go out.
func.func @masked(%x: tensor<13x512xf16>, %mask: tensor<13x512xi1>) -> (tensor<13x512xf16>, tensor<13x512xi1>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %low = arith.constant dense<-64.0> : tensor<f32>
  %empty = tensor.empty() : tensor<13xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<13xf32>) -> tensor<13xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<13xf32>) -> tensor<13xf32>
  %wide = fusion.cast %x : tensor<13x512xf16> to tensor<13x512xf32>
  %s = fusion.select %mask, %wide, %low : (tensor<13x512xi1>, tensor<13x512xf32>, tensor<f32>) -> tensor<13x512xf32>
  %most = linalg.reduce { arith.maximumf } ins(%s : tensor<13x512xf32>) outs(%start : tensor<13xf32>) dimensions = [1]
  %greatest = tensor.expand_shape %most [[0, 1]] output_shape [13, 1] : tensor<13xf32> into tensor<13x1xf32>
  %d = fusion.sub %s, %greatest : (tensor<13x512xf32>, tensor<13x1xf32>) -> tensor<13x512xf32>
  %e = fusion.exp %d : tensor<13x512xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<13x512xf32>) outs(%init : tensor<13xf32>) dimensions = [1]
  %sums = tensor.expand_shape %sum [[0, 1]] output_shape [13, 1] : tensor<13xf32> into tensor<13x1xf32>
  %y = fusion.div %e, %sums : (tensor<13x512xf32>, tensor<13x1xf32>) -> tensor<13x512xf32>
  %narrow = fusion.cast %y : tensor<13x512xf32> to tensor<13x512xf16>
  %top = fusion.compare oeq, %s, %greatest : (tensor<13x512xf32>, tensor<13x1xf32>) -> tensor<13x512xi1>
  return %narrow, %top : tensor<13x512xf16>, tensor<13x512xi1>
}
