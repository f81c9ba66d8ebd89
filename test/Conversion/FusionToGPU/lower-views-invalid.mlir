// RUN: fusion-opt %s --fusion-lower-views --verify-diagnostics

func.func @slice(%x: memref<8xf32>, %o: memref<4xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4xf32>) : (memref<8xf32>) -> () {
    // expected-error @+1 {{'fusion.view' op has an access map, but strides are permuted dimensions alone}}
    %0 = fusion.view %x0 access <(d0 in 4) -> (d0 * 2)> : tensor<8xf32> -> tensor<4xf32>
    %1 = fusion.exp %0 : tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return
}
