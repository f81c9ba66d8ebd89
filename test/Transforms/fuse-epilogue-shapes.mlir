// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --remarks-filter='fusion.*' --verify-diagnostics -o /dev/null

// A size that one side does not know. (fusion-propagate-layout would tell it.)
func.func @shape_change(%x: tensor<?x8xf32>, %w: tensor<8x16xf32>, %r: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  // expected-remark-re @below {{shape-change {{.*}}the producer computes [?x16], but the consumer [4x16]}}
  %1 = fusion.add %0, %r : (tensor<?x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// What helps is said where it does.
func.func @other_left(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.matmul %y, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{two-products {{.*}}and no family computes both"{{$}}}}
  %2 = fusion.mul %0, %1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

func.func @sliced(%x: tensor<4x16xf32>) -> tensor<2x16xf32> {
  %0 = fusion.relu %x : tensor<4x16xf32>
  // expected-remark-re @below {{layout-consumer {{.*}}outputs are stored in place"{{$}}}}
  %1 = tensor.extract_slice %0[0, 0] [2, 16] [1, 1] : tensor<4x16xf32> to tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

func.func @reduced(%x: tensor<4x16xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.relu %x : tensor<4x16xf32>
  // expected-remark-re @below {{foreign-consumer {{.*}}which takes more than the elements of a block"{{$}}}}
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x16xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}
