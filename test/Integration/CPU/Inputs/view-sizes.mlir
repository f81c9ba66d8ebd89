func.func @expand(%x: tensor<?x48xbf16>, %w: tensor<?x32xbf16>, %n: tensor<?x4xbf16>) -> tensor<?x4x32xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?x4xbf16>
  %0 = fusion.matmul %x, %w : (tensor<?x48xbf16>, tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%d, 4, 32] : tensor<?x32xbf16> into tensor<?x4x32xbf16>
  %2 = fusion.relu %1 : tensor<?x4x32xbf16>
  return %2 : tensor<?x4x32xbf16>
}
func.func @slice(%x: tensor<4096xf32>, %n: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %s = tensor.extract_slice %x[%d] [%d] [1] : tensor<4096xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}
func.func @insert(%x: tensor<?x32xbf16>, %w: tensor<32x24xbf16>, %r: tensor<?x?xbf16>, %n: tensor<?xf32>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %m = tensor.dim %x, %c0 : tensor<?x32xbf16>
  %0 = fusion.matmul %x, %w : (tensor<?x32xbf16>, tensor<32x24xbf16>) -> tensor<?x24xbf16>
  %1 = fusion.silu %0 : tensor<?x24xbf16>
  %2 = tensor.insert_slice %1 into %r[%d, 3] [%m, 24] [1, 1] : tensor<?x24xbf16> into tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}
func.func @concat(%x: tensor<?x?xbf16>, %y: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %c = tensor.concat dim(1) %x, %y : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %0 = fusion.neg %c : tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}
func.func @pad(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %first = arith.subi %n, %c20 : index
  %z = arith.constant 0.0 : f32
  %xs = tensor.pad %x low[0] high[%first] { ^bb0(%i: index): tensor.yield %z : f32 } : tensor<?xf32> to tensor<?xf32>
  %1 = fusion.exp %xs : tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @conv(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
func.func @reshape(%x: tensor<?x?xf32>, %n: tensor<?xf32>, %m: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %e = tensor.dim %m, %c0 : tensor<?xf32>
  %d6 = arith.index_cast %d : index to i64
  %e6 = arith.index_cast %e : index to i64
  %sh = tensor.from_elements %d6, %e6 : tensor<2xi64>
  %1 = tensor.reshape %x(%sh) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = fusion.exp %1 : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @reshape_i32(%x: tensor<?x24xbf16>, %w: tensor<24x16xbf16>) -> tensor<?x4x16xbf16> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xbf16>
  %d = arith.divui %n, %c4 : index
  %d6 = arith.index_cast %d : index to i32
  %e6 = arith.constant 4 : i32
  %f6 = arith.constant 16 : i32
  %sh = tensor.from_elements %d6, %e6, %f6 : tensor<3xi32>
  %0 = fusion.matmul %x, %w : (tensor<?x24xbf16>, tensor<24x16xbf16>) -> tensor<?x16xbf16>
  %1 = tensor.reshape %0(%sh) : (tensor<?x16xbf16>, tensor<3xi32>) -> tensor<?x4x16xbf16>
  return %1 : tensor<?x4x16xbf16>
}
func.func @reshape_index(%x: tensor<?x?xf32>, %d: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.dim %d, %c0 : tensor<?xf32>
  %sh = tensor.from_elements %e, %e : tensor<2xindex>
  %1 = tensor.reshape %x(%sh) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
