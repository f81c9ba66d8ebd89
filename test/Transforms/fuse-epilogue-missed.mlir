// RUN: fusion-opt %s --fusion-fuse --split-input-file --remarks-filter='fusion.*' --verify-diagnostics -o /dev/null

// Every edge leaves one remark: passed with its metric, or missed with code and reason.

func.func @passed(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{[Passed] fused | Category:fusion.epilogue | Function=passed | Remark="fusion.add is computed in passed_k0 behind fusion.matmul", bytes_saved=512}}
  %1 = fusion.add %0, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

// The write stays where another operation needs the value: only the read is saved.
func.func @passed_stored(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{bytes_saved=256}}
  %1 = fusion.relu %0 : tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

func.func @leftover(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{[Missed] foreign-consumer | Category:fusion.epilogue | Function=leftover | Reason="leftover_k0 -> linalg.reduce: linalg.reduce reduces over 1 dimension(s), which takes more than a tile of the product"}}
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x16xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// -----

func.func @slice(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark-re @below {{layout-consumer {{.*}}tensor.extract_slice puts the value's elements elsewhere, and outputs are stored in place}}
  %1 = tensor.extract_slice %0[0, 0] [4, 4] [1, 1] : tensor<4x16xf32> to tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

func.func @matmul_operand(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // expected-remark-re @below {{matmul-operand {{.*}}matmul_operand_k0 -> matmul_operand_k1: the consumer contracts the value: each of its tiles needs whole rows or columns of it}}
  %1 = fusion.matmul %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

func.func @prologue(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.relu %x : tensor<4x8xf32>
  // expected-remark-re @below {{matmul-operand {{.*}}the value is an operand of the consumer's product, and no family computes it there}}
  %1 = fusion.matmul %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Merging for the sake of the second edge would bring the first one into the kernel as well.
func.func @other_output(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0:2 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %3 = fusion.relu %x0 : tensor<8x8xf32>
    %4 = fusion.exp %x0 : tensor<8x8xf32>
    fusion.yield %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  // expected-remark @below {{[Missed] matmul-operand}}
  %1 = fusion.matmul %0#0, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] matmul-operand {{.*}}another output of the producer is an operand of the consumer's product}}
  %2 = fusion.add %1, %0#1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

func.func @two_products(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %g: tensor<8x16xf32>, %u: tensor<8x16xf32>)
    -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %g : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.matmul %y, %u : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}two_products_k0 -> two_products_k1: the consumer is computed in the kernel of another product}}
  %2 = fusion.mul %0, %1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Products of one left factor whose weights lie otherwise, or that are rounded to other types, are no pair.
func.func @other_layout(%x: tensor<4x16xbf16>, %g: tensor<16x16xbf16>, %u: tensor<16x16xbf16>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %g : (tensor<4x16xbf16>, tensor<16x16xbf16>) -> tensor<4x16xf32>
  %1 = fusion.matmul %x, %u {transpose_b} : (tensor<4x16xbf16>, tensor<16x16xbf16>) -> tensor<4x16xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}other_layout_k0 -> other_layout_k1: }}
  %2 = fusion.mul %0, %1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

func.func @other_type(%x: tensor<4x8xbf16>, %g: tensor<8x16xbf16>, %u: tensor<8x16xbf16>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %g : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}other_type_k0 -> other_type_k1: }}
  %1 = fusion.cast %0 : tensor<4x16xbf16> to tensor<4x16xf32>
  // expected-remark @below {{[Passed] recomputed}}
  %2 = fusion.matmul %x, %u : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  // expected-remark @below {{[Passed] fused}}
  %3 = fusion.mul %1, %2 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

func.func @broadcast_up(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %r: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark-re @below {{broadcast-up {{.*}}the consumer broadcasts the product from [4x16] to [2x4x16]}}
  %1 = fusion.add %0, %r : (tensor<4x16xf32>, tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %1 : tensor<2x4x16xf32>
}

// -----

// A static 1 is repeated up to a dynamic size; that is not the same shape.
func.func @broadcast_up_dynamic(%x: tensor<1x8xf32>, %w: tensor<8x16xf32>, %r: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
  // expected-remark-re @below {{broadcast-up {{.*}}from [1x16] to [?x16]}}
  %1 = fusion.add %0, %r : (tensor<1x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

// -----

func.func @several_uses(%x: tensor<4x1xf32>, %r: tensor<4x16xf32>, %c: f32) -> (tensor<4x16xf32>, tensor<4x4xf32>) {
  %0 = fusion.rsqrt %x : tensor<4x1xf32>
  // expected-remark-re @below {{several-uses {{.*}}the consumer computes [4x16] from the value's [4x1], and tensor.pad needs that stored}}
  %1 = fusion.mul %0, %r : (tensor<4x1xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{layout-consumer}}
  %2 = tensor.pad %0 low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x1xf32> to tensor<4x4xf32>
  return %1, %2 : tensor<4x16xf32>, tensor<4x4xf32>
}

// -----

// The mean depends on the product, and the difference on both.
func.func @cycle(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %init: tensor<4xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{foreign-consumer}}
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x16xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  // expected-remark-re @below {{cycle {{.*}}the consumer also reads linalg.reduce, which depends on the producer}}
  %3 = fusion.sub %0, %2 : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// What stands between the two reads the product in a region.
func.func @cycle_through_region(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %init: tensor<4x1xf32>, %c: i1) -> tensor<4x16xf32> {
  %c0 = arith.constant 0 : index
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = scf.if %c -> tensor<4x1xf32> {
    // expected-remark @below {{layout-consumer}}
    %2 = tensor.extract_slice %0[0, 0] [4, 1] [1, 1] : tensor<4x16xf32> to tensor<4x1xf32>
    scf.yield %2 : tensor<4x1xf32>
  } else {
    scf.yield %init : tensor<4x1xf32>
  }
  // expected-remark-re @below {{cycle {{.*}}the consumer also reads scf.if, which depends on the producer}}
  %3 = fusion.sub %0, %1 : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

func.func @different_block(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %c: i1) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = scf.if %c -> tensor<4x16xf32> {
    // expected-remark-re @below {{different-block {{.*}}the consumer is in another block}}
    %2 = fusion.relu %0 : tensor<4x16xf32>
    // expected-remark-re @below {{different-block {{.*}}k1 -> scf.yield: scf.yield hands the value to the operation around its block}}
    scf.yield %2 : tensor<4x16xf32>
  } else {
    // expected-remark-re @below {{different-block {{.*}}k0 -> scf.yield: scf.yield hands the value to the operation around its block}}
    scf.yield %0 : tensor<4x16xf32>
  }
  return %1 : tensor<4x16xf32>
}

// -----

func.func private @send(tensor<4x16xf32>)
func.func private @receive() -> tensor<4x16xf32>

// The value is sent before the other operand is received.
func.func @side_effects(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark-re @below {{foreign-consumer {{.*}}func.call computes with the value in another function", Suggestion="inline the function}}
  func.call @send(%0) : (tensor<4x16xf32>) -> ()
  %1 = func.call @receive() : () -> tensor<4x16xf32>
  // expected-remark-re @below {{side-effects {{.*}}func.call depends on the producer and must keep its place}}
  %2 = fusion.add %0, %1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

func.func @layout(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x16xf32> into tensor<64xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  // expected-remark-re @below {{layout-consumer {{.*}}tensor.collapse_shape stands between producer and consumer}}
  %3 = fusion.add %2, %b : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

func.func @destination(%x: tensor<4x16xf32>, %o: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.kernel(%y = %x) outs(%o : tensor<4x16xf32>) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
    %2 = fusion.exp %y : tensor<4x16xf32>
    fusion.yield %2 : tensor<4x16xf32>
  }
  // expected-remark-re @below {{not-graph-form {{.*}}a kernel in destination style is not merged}}
  %1 = fusion.relu %0 : tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
