// Elements that are stored where indices say: rows, columns, batches and single elements. Random indices are from -128
// to 127: some have no place, and some rows have one place.

// Some rows have no place: -1, or one behind the end.
func.func @rows(%cache: tensor<96x72xbf16> {fusion.aliases = 0 : i64}, %x: tensor<70x64xbf16>, %w: tensor<72x64xbf16>) -> tensor<96x72xbf16> {
  %slots = fusion.map() at(%i, %j) : () -> tensor<70x1xi64> {
    %c37 = arith.constant 37 : index
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    %0 = arith.muli %i, %c37 : index
    %1 = arith.remui %0, %c100 : index
    %2 = arith.subi %1, %c1 : index
    %3 = arith.index_cast %2 : index to i64
    fusion.yield %3 : i64
  }
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<70x64xbf16>, tensor<72x64xbf16>) -> tensor<70x72xf32>
  %1 = fusion.relu %0 : tensor<70x72xf32>
  %2 = fusion.cast %1 : tensor<70x72xf32> to tensor<70x72xbf16>
  %3 = fusion.scatter %2 at %slots into %cache along 0 {unique_indices} : (tensor<70x72xbf16>, tensor<70x1xi64>, tensor<96x72xbf16>) -> tensor<96x72xbf16>
  return %3 : tensor<96x72xbf16>
}

func.func @odd(%cache: tensor<50x71xf16> {fusion.aliases = 0 : i64}, %x: tensor<37x64xf16>, %w: tensor<71x64xf16>, %slots: tensor<37x1xi32>) -> tensor<50x71xf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<37x64xf16>, tensor<71x64xf16>) -> tensor<37x71xf16>
  %1 = fusion.scatter %0 at %slots into %cache along 0 : (tensor<37x71xf16>, tensor<37x1xi32>, tensor<50x71xf16>) -> tensor<50x71xf16>
  return %1 : tensor<50x71xf16>
}

// The second result is stored whole, and one cache is of another type.
func.func @beside(%k: tensor<100x64xbf16> {fusion.aliases = 0 : i64}, %v: tensor<128x64xf32> {fusion.aliases = 2 : i64}, %x: tensor<40x64xbf16>, %w: tensor<64x64xbf16>, %slots: tensor<40x1xi64>) -> (tensor<100x64xbf16>, tensor<40x64xbf16>, tensor<128x64xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x64xbf16>) -> tensor<40x64xf32>
  %1 = fusion.cast %0 : tensor<40x64xf32> to tensor<40x64xbf16>
  %2 = fusion.scatter %1 at %slots into %k along 0 : (tensor<40x64xbf16>, tensor<40x1xi64>, tensor<100x64xbf16>) -> tensor<100x64xbf16>
  %3 = fusion.scatter %0 at %slots into %v along 0 : (tensor<40x64xf32>, tensor<40x1xi64>, tensor<128x64xf32>) -> tensor<128x64xf32>
  return %2, %1, %3 : tensor<100x64xbf16>, tensor<40x64xbf16>, tensor<128x64xf32>
}

func.func @columns(%old: tensor<40x90xf32> {fusion.aliases = 0 : i64}, %x: tensor<40x64xbf16>, %w: tensor<64x72xbf16>, %to: tensor<72xi32>) -> tensor<40x90xf32> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x72xbf16>) -> tensor<40x72xf32>
  %1 = fusion.scatter %0 at %to into %old along 1 : (tensor<40x72xf32>, tensor<72xi32>, tensor<40x90xf32>) -> tensor<40x90xf32>
  return %1 : tensor<40x90xf32>
}

func.func @batches(%old: tensor<90x24x40xf32> {fusion.aliases = 0 : i64}, %x: tensor<5x24x32xbf16>, %w: tensor<5x32x40xbf16>, %to: tensor<5x1x1xi64>) -> tensor<90x24x40xf32> {
  %0 = fusion.matmul %x, %w : (tensor<5x24x32xbf16>, tensor<5x32x40xbf16>) -> tensor<5x24x40xf32>
  %1 = fusion.scatter %0 at %to into %old along 0 : (tensor<5x24x40xf32>, tensor<5x1x1xi64>, tensor<90x24x40xf32>) -> tensor<90x24x40xf32>
  return %1 : tensor<90x24x40xf32>
}

func.func @open(%cache: tensor<?x72xbf16> {fusion.aliases = 0 : i64}, %x: tensor<?x64xbf16>, %w: tensor<64x72xbf16>, %slots: tensor<?x1xi64>) -> tensor<?x72xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x72xbf16>) -> tensor<?x72xbf16>
  %1 = fusion.scatter %0 at %slots into %cache along 0 : (tensor<?x72xbf16>, tensor<?x1xi64>, tensor<?x72xbf16>) -> tensor<?x72xbf16>
  return %1 : tensor<?x72xbf16>
}

func.func @elements(%cache: tensor<100x80xbf16> {fusion.aliases = 0 : i64}, %x: tensor<40x80xf32>, %slots: tensor<40x1xi32>) -> tensor<100x80xbf16> {
  %0 = fusion.silu %x : tensor<40x80xf32>
  %1 = fusion.cast %0 : tensor<40x80xf32> to tensor<40x80xbf16>
  %2 = fusion.scatter %1 at %slots into %cache along 0 : (tensor<40x80xbf16>, tensor<40x1xi32>, tensor<100x80xbf16>) -> tensor<100x80xbf16>
  return %2 : tensor<100x80xbf16>
}

// Each batch and head has places of its own, along the dimension before the last.
func.func @heads(%cache: tensor<2x3x90x16xf16> {fusion.aliases = 0 : i64}, %x: tensor<2x3x7x16xf16>, %slots: tensor<2x1x7x1xi64>) -> tensor<2x3x90x16xf16> {
  %0 = fusion.scatter %x at %slots into %cache along 2 : (tensor<2x3x7x16xf16>, tensor<2x1x7x1xi64>, tensor<2x3x90x16xf16>) -> tensor<2x3x90x16xf16>
  return %0 : tensor<2x3x90x16xf16>
}

// Each element has a place of its own.
func.func @places(%old: tensor<100x13xf32> {fusion.aliases = 0 : i64}, %x: tensor<40x13xf32>, %to: tensor<40x13xi32>) -> tensor<100x13xf32> {
  %0 = fusion.scatter %x at %to into %old along 0 : (tensor<40x13xf32>, tensor<40x13xi32>, tensor<100x13xf32>) -> tensor<100x13xf32>
  return %0 : tensor<100x13xf32>
}

func.func @vector(%old: tensor<100xf32> {fusion.aliases = 0 : i64}, %x: tensor<64xf32>, %to: tensor<64xi64>) -> tensor<100xf32> {
  %0 = fusion.exp %x : tensor<64xf32>
  %1 = fusion.scatter %0 at %to into %old along 0 : (tensor<64xf32>, tensor<64xi64>, tensor<100xf32>) -> tensor<100xf32>
  return %1 : tensor<100xf32>
}

func.func @bytes(%old: tensor<100x48xf8E4M3FN> {fusion.aliases = 0 : i64}, %x: tensor<33x48xbf16>, %to: tensor<33x1xi32>) -> tensor<100x48xf8E4M3FN> {
  %0 = fusion.cast %x {saturate} : tensor<33x48xbf16> to tensor<33x48xf8E4M3FN>
  %1 = fusion.scatter %0 at %to into %old along 0 : (tensor<33x48xf8E4M3FN>, tensor<33x1xi32>, tensor<100x48xf8E4M3FN>) -> tensor<100x48xf8E4M3FN>
  return %1 : tensor<100x48xf8E4M3FN>
}

// Nothing that is read has all sizes.
func.func @sizes(%old: tensor<100x?xi32> {fusion.aliases = 0 : i64}, %x: tensor<?x?xf32>, %to: tensor<?x1xi32>) -> tensor<100x?xi32> {
  %0 = fusion.map(%e = %x) at(%i, %j) : (tensor<?x?xf32>) -> tensor<?x?xi32> {
    %1 = arith.addi %i, %j : index
    %2 = arith.index_cast %1 : index to i32
    fusion.yield %2 : i32
  }
  %3 = fusion.scatter %0 at %to into %old along 0 : (tensor<?x?xi32>, tensor<?x1xi32>, tensor<100x?xi32>) -> tensor<100x?xi32>
  return %3 : tensor<100x?xi32>
}

// Heads of keys and of values for a cache each, of one product.
func.func @tokens(%k: tensor<100x2x16xbf16> {fusion.aliases = 0 : i64}, %v: tensor<90x2x16xbf16> {fusion.aliases = 1 : i64}, %x: tensor<?x64xbf16>, %w: tensor<64x32xbf16>, %slots: tensor<?xi64>) -> (tensor<100x2x16xbf16>, tensor<90x2x16xbf16>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x32xbf16>) -> tensor<?x32xbf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%n, 2, 16] : tensor<?x32xbf16> into tensor<?x2x16xbf16>
  %i = tensor.expand_shape %slots [[0, 1, 2]] output_shape [%n, 1, 1] : tensor<?xi64> into tensor<?x1x1xi64>
  %2 = fusion.scatter %1 at %i into %k along 0 : (tensor<?x2x16xbf16>, tensor<?x1x1xi64>, tensor<100x2x16xbf16>) -> tensor<100x2x16xbf16>
  %3 = fusion.neg %1 : tensor<?x2x16xbf16>
  %4 = fusion.scatter %3 at %i into %v along 0 : (tensor<?x2x16xbf16>, tensor<?x1x1xi64>, tensor<90x2x16xbf16>) -> tensor<90x2x16xbf16>
  return %2, %4 : tensor<100x2x16xbf16>, tensor<90x2x16xbf16>
}

// Keys with a norm of their own go into a cache, beside their scale and where they lie.
func.func @norms(%cache: tensor<100x64xbf16> {fusion.aliases = 0 : i64}, %scales: tensor<90x1xf32> {fusion.aliases = 1 : i64}, %x: tensor<?x64xbf16>, %slots: tensor<?x1xi64>) -> (tensor<100x64xbf16>, tensor<90x1xf32>, tensor<?x64xbf16>) {
  %0 = fusion.mul %x, %x : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xf32>
  %1 = fusion.reduce addf %0 along [1] : tensor<?x64xf32> -> tensor<?x1xf32>
  %2 = fusion.rsqrt %1 : tensor<?x1xf32>
  %3 = fusion.mul %x, %2 : (tensor<?x64xbf16>, tensor<?x1xf32>) -> tensor<?x64xbf16>
  %4 = fusion.scatter %3 at %slots into %cache along 0 : (tensor<?x64xbf16>, tensor<?x1xi64>, tensor<100x64xbf16>) -> tensor<100x64xbf16>
  %5 = fusion.scatter %2 at %slots into %scales along 0 : (tensor<?x1xf32>, tensor<?x1xi64>, tensor<90x1xf32>) -> tensor<90x1xf32>
  return %4, %5, %3 : tensor<100x64xbf16>, tensor<90x1xf32>, tensor<?x64xbf16>
}

// The cache is the only output: no output has the number of rows.
func.func @softmax(%cache: tensor<2x100x45xf32> {fusion.aliases = 0 : i64}, %x: tensor<2x?x45xf32>, %slots: tensor<?x1xi32>) -> tensor<2x100x45xf32> {
  %0 = fusion.reduce maximumf %x along [2] : tensor<2x?x45xf32> -> tensor<2x?x1xf32>
  %1 = fusion.sub %x, %0 : (tensor<2x?x45xf32>, tensor<2x?x1xf32>) -> tensor<2x?x45xf32>
  %2 = fusion.exp %1 : tensor<2x?x45xf32>
  %3 = fusion.reduce addf %2 along [2] : tensor<2x?x45xf32> -> tensor<2x?x1xf32>
  %4 = fusion.div %2, %3 : (tensor<2x?x45xf32>, tensor<2x?x1xf32>) -> tensor<2x?x45xf32>
  %5 = fusion.scatter %4 at %slots into %cache along 1 : (tensor<2x?x45xf32>, tensor<?x1xi32>, tensor<2x100x45xf32>) -> tensor<2x100x45xf32>
  return %5 : tensor<2x100x45xf32>
}

// Where the largest element of a row is says where the row goes.
func.func @sorted(%old: tensor<33x40xf32> {fusion.aliases = 0 : i64}, %x: tensor<20x40xf32>) -> tensor<33x40xf32> {
  %0, %1 = fusion.reduce maximumf %x along [1] : tensor<20x40xf32> -> tensor<20x1xf32>, tensor<20x1xi32>
  %2 = fusion.sub %x, %0 : (tensor<20x40xf32>, tensor<20x1xf32>) -> tensor<20x40xf32>
  %3 = fusion.scatter %2 at %1 into %old along 0 : (tensor<20x40xf32>, tensor<20x1xi32>, tensor<33x40xf32>) -> tensor<33x40xf32>
  return %3 : tensor<33x40xf32>
}
