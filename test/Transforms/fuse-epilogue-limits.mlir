// RUN: fusion-opt %s --fusion-fuse --split-input-file --remarks-filter-missed='fusion.*' --verify-diagnostics -o /dev/null

// Limits of profit, which fusion.must_fuse overrides.

func.func @product(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>, %a3: tensor<4x4xf32>, %a4: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.add %0, %a0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = fusion.mul %1, %a1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fusion.add %2, %a2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = fusion.mul %3, %a3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark-re @below {{too-many-operands {{.*}}the kernel would read 5 operands for each element; the limit is 4}}
  %5 = fusion.add %4, %a4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}

// -----

// The same with must_fuse: nothing is missed.
func.func @must_fuse(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>, %a3: tensor<4x4xf32>, %a4: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.add %0, %a0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = fusion.mul %1, %a1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fusion.add %2, %a2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = fusion.mul %3, %a3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = fusion.add %4, %a4 {fusion.must_fuse} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}

// -----

func.func @elementwise(%x: tensor<4x4xf32>, %a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>, %a3: tensor<4x4xf32>, %a4: tensor<4x4xf32>, %a5: tensor<4x4xf32>, %a6: tensor<4x4xf32>, %a7: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.exp %x : tensor<4x4xf32>
  %1 = fusion.add %0, %a0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = fusion.mul %1, %a1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fusion.add %2, %a2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = fusion.mul %3, %a3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = fusion.add %4, %a4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = fusion.mul %5, %a5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = fusion.add %6, %a6 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark-re @below {{too-many-operands {{.*}}the kernel would read 9 operands for each element; the limit is 8}}
  %8 = fusion.mul %7, %a7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %8 : tensor<4x4xf32>
}

// -----

func.func @outputs(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>,
                                                                 tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.relu %0 : tensor<4x4xf32>
  %2 = fusion.exp %0 : tensor<4x4xf32>
  %3 = fusion.neg %0 : tensor<4x4xf32>
  // expected-remark-re @below {{too-many-outputs {{.*}}the kernel would have 5 outputs; the limit is 4}}
  %4 = fusion.abs %0 : tensor<4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

func.func @recompute(%x: tensor<4x1xf32>, %y: tensor<4x1xf32>, %r: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.pow %x, %y : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = fusion.exp %0 : tensor<4x1xf32>
  // expected-remark-re @below {{recompute {{.*}}the value's 4 elements cost 48 instructions each and would be computed 64 times; the limit is 40}}
  %2 = fusion.mul %1, %r : (tensor<4x1xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// A table of biases is looked up once for all images.
func.func @gathered(%i: tensor<4x16xi32>, %b: tensor<9xf32>, %r: tensor<3x4x16xf32>) -> tensor<3x4x16xf32> {
  %0 = fusion.map(%n = %i) tables(%t = %b) : (tensor<4x16xi32>, tensor<9xf32>) -> tensor<4x16xf32> {
    %k = arith.index_cast %n : i32 to index
    %v = fusion.lookup %t[%k] : tensor<9xf32>
    fusion.yield %v : f32
  }
  // expected-remark-re @below {{recompute {{.*}}the value's 64 elements are looked up at indices that are read, and would be so 192 times}}
  %1 = fusion.add %0, %r : (tensor<4x16xf32>, tensor<3x4x16xf32>) -> tensor<3x4x16xf32>
  return %1 : tensor<3x4x16xf32>
}

// -----

// The largest kernel: twelve powers of 40 instructions each.
func.func @instructions(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.pow %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.pow %0, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = fusion.pow %1, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fusion.pow %2, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = fusion.pow %3, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = fusion.pow %4, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = fusion.pow %5, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = fusion.pow %6, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = fusion.pow %7, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = fusion.pow %8, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = fusion.pow %9, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = fusion.pow %10, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark-re @below {{too-many-instructions {{.*}}the kernel would take 520 instructions for each element; the limit is 512}}
  %12 = fusion.pow %11, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %12 : tensor<4x4xf32>
}

// -----

// Factors of the product are none of the four, though they have the shape of its result.
func.func @square(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>, %a3: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.add %0, %a0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = fusion.mul %1, %a1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fusion.add %2, %a2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = fusion.mul %3, %a3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}
