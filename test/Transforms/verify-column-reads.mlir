// RUN: fusion-opt %s --fusion-attach-target=chip=sm_90a --fusion-verify-kernels --split-input-file --verify-diagnostics

// What a kernel looks up of what it computes is in the tile of its product.

func.func @other_row(%x: tensor<64x32xbf16>, %w: tensor<64x32xbf16>) -> tensor<64x64xbf16> {
  // expected-error @below {{sm90, sm80, simt: another row of the product is looked up, which another tile may have}}
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x32xbf16>, tensor<64x32xbf16>) -> tensor<64x64xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<64x32xbf16>, tensor<64x32xbf16>) -> tensor<64x64xbf16>
    %2 = fusion.map() tables(%t = %1) at(%row, %column) : (tensor<64x64xbf16>) -> tensor<64x64xbf16> {
      %c1 = arith.constant 1 : index
      %other = arith.xori %row, %c1 : index
      %element = fusion.lookup %t[%other, %column] : tensor<64x64xbf16>
      fusion.yield %element : bf16
    }
    fusion.yield %2 : tensor<64x64xbf16>
  }
  return %0 : tensor<64x64xbf16>
}

// -----

func.func @outside(%x: tensor<64x32xbf16>, %w: tensor<64x32xbf16>) -> tensor<64x64xbf16> {
  // expected-error @below {{sm90, sm80, simt: a column is looked up that the product does not have}}
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x32xbf16>, tensor<64x32xbf16>) -> tensor<64x64xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<64x32xbf16>, tensor<64x32xbf16>) -> tensor<64x64xbf16>
    %2 = fusion.map() tables(%t = %1) at(%row, %column) : (tensor<64x64xbf16>) -> tensor<64x64xbf16> {
      %c8 = arith.constant 8 : index
      %other = arith.addi %column, %c8 : index
      %element = fusion.lookup %t[%row, %other] : tensor<64x64xbf16>
      fusion.yield %element : bf16
    }
    fusion.yield %2 : tensor<64x64xbf16>
  }
  return %0 : tensor<64x64xbf16>
}

// -----

func.func @no_product(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{elementwise: the family looks up nothing that it computes}}
  %0 = fusion.kernel(%a = %x) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    %1 = fusion.mul %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = fusion.map() tables(%t = %1) at(%row, %column) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
      %c32 = arith.constant 32 : index
      %other = arith.xori %column, %c32 : index
      %element = fusion.lookup %t[%row, %other] : tensor<64x64xf32>
      fusion.yield %element : f32
    }
    fusion.yield %2 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

func.func @open_columns(%x: tensor<64x32xbf16>, %w: tensor<?x32xbf16>) -> tensor<64x?xbf16> {
  // expected-error @below {{columns are looked up in rows whose length is not known}}
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x32xbf16>, tensor<?x32xbf16>) -> tensor<64x?xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<64x32xbf16>, tensor<?x32xbf16>) -> tensor<64x?xbf16>
    %2 = fusion.map(%s = %1) tables(%t = %1) at(%row, %column) : (tensor<64x?xbf16>, tensor<64x?xbf16>) -> tensor<64x?xbf16> {
      %c1 = arith.constant 1 : index
      %other = arith.xori %column, %c1 : index
      %element = fusion.lookup %t[%row, %other] : tensor<64x?xbf16>
      fusion.yield %element : bf16
    }
    fusion.yield %2 : tensor<64x?xbf16>
  }
  return %0 : tensor<64x?xbf16>
}
