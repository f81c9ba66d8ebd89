// Values of every kind that an initialise step keeps, from arguments and from constants of the graph.
func.func @layer(%x: tensor<16x32xbf16>, %w: tensor<32x64xf32> {fusion.constant}, %ids: tensor<16xi64> {fusion.constant},
                 %table: tensor<8x64xf32> {fusion.constant}, %y: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>) {
  // A cast weight.
  %narrow = fusion.cast %w : tensor<32x64xf32> to tensor<32x64xbf16>
  %0 = fusion.matmul %x, %narrow : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xf32>
  // Rows of a table, at indices that are no position.
  %column = tensor.expand_shape %ids [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
  %rows = fusion.map(%id = %column) tables(%t = %table) at(%i, %j) : (tensor<16x1xi64>, tensor<8x64xf32>) -> tensor<16x64xf32> {
    %seven = arith.constant 7 : i64
    %row = arith.andi %id, %seven : i64
    %at = arith.index_cast %row : i64 to index
    %e = fusion.lookup %t[%at, %j] : tensor<8x64xf32>
    fusion.yield %e : f32
  }
  %1 = fusion.add %0, %rows : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  // Sums of columns, which are a result too.
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<64xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%init : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.reduce ins(%w : tensor<32x64xf32>) outs(%fill : tensor<64xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %2 = fusion.add %1, %sums : (tensor<16x64xf32>, tensor<64xf32>) -> tensor<16x64xf32>
  // Cosines of positions, costly, and a triangle, which stays a formula.
  %angle = fusion.map() at(%i, %j) : () -> tensor<16x64xf32> {
    %p = arith.muli %i, %j : index
    %n = arith.index_cast %p : index to i32
    %f = arith.sitofp %n : i32 to f32
    fusion.yield %f : f32
  }
  %cos = fusion.cos %angle : tensor<16x64xf32>
  %later = fusion.map() at(%i, %j) : () -> tensor<16x64xi1> {
    %l = arith.cmpi ugt, %j, %i : index
    fusion.yield %l : i1
  }
  %none = arith.constant dense<0.0> : tensor<f32>
  %3 = fusion.mul %y, %cos : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %4 = fusion.select %later, %none, %3 : (tensor<16x64xi1>, tensor<f32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %2, %4, %sums : tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>
}

// A constant of the graph alone, transposed; the step takes nothing.
func.func @inside(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %init = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%c : tensor<2x3xf32>) outs(%init : tensor<3x2xf32>) permutation = [1, 0]
  %0 = fusion.add %x, %t : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// Two f32 factors that do not lie along K: kernels of wgmma take one of them so, and copy the other.
func.func @factor(%x: tensor<64x?xf32>, %w: tensor<64x256xf32> {fusion.constant}) -> tensor<?x256xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<64x?xf32>, tensor<64x256xf32>) -> tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
