// Slices of larger tensors, at offsets that are known or that the launch brings, read by kernels of the older families.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=product 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: %{run} --entry=elementwise 2>&1 | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: %{run} --entry=last_rows --dynamic=43 2>&1 | FileCheck %s --check-prefix=ROWS

// PRODUCT-COUNT-1: launch product_k0
// PRODUCT-NOT: launch
// PRODUCT: verify output 0: good
func.func @product(%x: tensor<80x96xbf16>, %w: tensor<72x128xbf16>, %r: tensor<75x67xbf16>) -> tensor<70x64xbf16> {
  %xs = tensor.extract_slice %x[8, 16] [70, 64] [1, 1] : tensor<80x96xbf16> to tensor<70x64xbf16>
  %ws = tensor.extract_slice %w[4, 64] [64, 64] [1, 1] : tensor<72x128xbf16> to tensor<64x64xbf16>
  %rs = tensor.extract_slice %r[3, 1] [70, 64] [1, 1] : tensor<75x67xbf16> to tensor<70x64xbf16>
  %0 = fusion.matmul %xs, %ws : (tensor<70x64xbf16>, tensor<64x64xbf16>) -> tensor<70x64xbf16>
  %1 = fusion.add %0, %rs : (tensor<70x64xbf16>, tensor<70x64xbf16>) -> tensor<70x64xbf16>
  return %1 : tensor<70x64xbf16>
}

// ELEMENTWISE-COUNT-1: launch elementwise_k0
// ELEMENTWISE-NOT: launch
// ELEMENTWISE: verify output 0: good
func.func @elementwise(%x: tensor<9x40xf32>, %y: tensor<9x37xf32>) -> tensor<4x32xf32> {
  %xs = tensor.extract_slice %x[5, 8] [4, 32] [1, 1] : tensor<9x40xf32> to tensor<4x32xf32>
  %ys = tensor.extract_slice %y[2, 3] [4, 32] [1, 1] : tensor<9x37xf32> to tensor<4x32xf32>
  %0 = fusion.sub %xs, %ys : (tensor<4x32xf32>, tensor<4x32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}

// ROWS: launch last_rows_k0
// ROWS: verify output 0: good
func.func @last_rows(%x: tensor<?x24xf16>, %w: tensor<24x16xf16>) -> tensor<20x16xf16> {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xf16>
  %first = arith.subi %n, %c20 : index
  %xs = tensor.extract_slice %x[%first, 0] [20, 24] [1, 1] : tensor<?x24xf16> to tensor<20x24xf16>
  %0 = fusion.matmul %xs, %w : (tensor<20x24xf16>, tensor<24x16xf16>) -> tensor<20x16xf16>
  return %0 : tensor<20x16xf16>
}
