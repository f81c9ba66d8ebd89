// RUN: fusion-opt %s --fusion-fuse-epilogue --remarks-filter='fusion.*' --split-input-file --verify-diagnostics | FileCheck %s

// Views stay at the ends of merged kernels: those of inputs before the product, those of outputs in front of the yield.
// CHECK-LABEL: @merged
// CHECK: fusion.kernel
// CHECK-DAG: %[[X:.*]] = fusion.view %{{.*}} permute [1, 0, 2] : tensor<16x4x8xf32> -> tensor<4x16x8xf32>
// CHECK-DAG: %[[R:.*]] = fusion.view %{{.*}} permute [1, 0, 2] : tensor<16x4x6xf32> -> tensor<4x16x6xf32>
// CHECK: %[[P:.*]] = fusion.matmul %[[X]]
// CHECK: %[[A:.*]] = fusion.add %[[P]], %[[R]]
// CHECK: %[[V:.*]] = fusion.view %[[A]] permute [1, 0, 2]
// CHECK: fusion.yield %[[V]]
// CHECK-NOT: fusion.kernel
func.func @merged(%x: tensor<16x4x8xf32>, %w: tensor<8x6xf32>, %r: tensor<16x4x6xf32>) -> tensor<16x4x6xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x4x8xf32>, tensor<8x6xf32>) -> tensor<4x16x6xf32> {
    %2 = fusion.view %x0 permute [1, 0, 2] : tensor<16x4x8xf32> -> tensor<4x16x8xf32>
    %3 = fusion.matmul %2, %w0 : (tensor<4x16x8xf32>, tensor<8x6xf32>) -> tensor<4x16x6xf32>
    fusion.yield %3 : tensor<4x16x6xf32>
  }
  %1 = fusion.kernel(%a = %0, %r0 = %r) : (tensor<4x16x6xf32>, tensor<16x4x6xf32>) -> tensor<16x4x6xf32> {
    %2 = fusion.view %r0 permute [1, 0, 2] : tensor<16x4x6xf32> -> tensor<4x16x6xf32>
    // expected-remark @below {{[Passed] fused}}
    %3 = fusion.add %a, %2 : (tensor<4x16x6xf32>, tensor<4x16x6xf32>) -> tensor<4x16x6xf32>
    %4 = fusion.view %3 permute [1, 0, 2] : tensor<4x16x6xf32> -> tensor<16x4x6xf32>
    fusion.yield %4 : tensor<16x4x6xf32>
  }
  return %1 : tensor<16x4x6xf32>
}

// -----

// CHECK-LABEL: @stored_in_other_order
// CHECK-COUNT-2: fusion.kernel
func.func @stored_in_other_order(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32> {
    %2 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %3 = fusion.view %2 permute [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    fusion.yield %3 : tensor<4x4xf32>
  }
  %1 = fusion.kernel(%a = %0) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    // expected-remark @below {{[Missed] layout-consumer | Category:fusion.epilogue | Function=stored_in_other_order | Reason="stored_in_other_order_k0 -> stored_in_other_order_k1: the producer stores the value in another order of dimensions"}}
    %2 = fusion.exp %a : tensor<4x4xf32>
    fusion.yield %2 : tensor<4x4xf32>
  }
  return %1 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @read_in_other_order
// CHECK-COUNT-2: fusion.kernel
func.func @read_in_other_order(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32> {
    %2 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    fusion.yield %2 : tensor<4x4xf32>
  }
  %1 = fusion.kernel(%a = %0) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    %2 = fusion.view %a permute [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    // expected-remark @below {{the consumer reads the value in another order of dimensions}}
    %3 = fusion.exp %2 : tensor<4x4xf32>
    fusion.yield %3 : tensor<4x4xf32>
  }
  return %1 : tensor<4x4xf32>
}
