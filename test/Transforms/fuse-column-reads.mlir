// RUN: fusion-opt %s --fusion-attach-target=chip=sm_90a --fusion-fuse --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-attach-target=chip=sm_90a --fusion-fuse --split-input-file \
// RUN:   --remarks-filter='fusion.epilogue' --verify-diagnostics -o /dev/null

// What looks up other columns of a product's rows is its epilogue, in the product's shape; or an edge says why not.

// The product is stored no more; the cosines are looked up, and the product in the row of the position.
// CHECK-LABEL: @heads
// CHECK: %[[K:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<2048x4096xbf16> {
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[C:.*]] = fusion.cast %[[P]]
// CHECK: fusion.map() tables(%[[COS:.*]] = {{.*}}) at(%[[ROW:.*]], %[[COLUMN:.*]]) : (tensor<1024x1x128xbf16>) -> tensor<2048x4096xbf16> {
// CHECK: arith.remui {{.*}} : i32
// CHECK: fusion.lookup %[[COS]][{{.*}}, %c0, {{.*}}] : tensor<1024x1x128xbf16>
// CHECK: fusion.map() tables(%[[T:.*]] = %[[C]]) at(%[[ROW2:.*]], %{{.*}}) : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16> {
// CHECK: fusion.lookup %[[T]][%[[ROW2]], %{{.*}}] : tensor<2048x4096xbf16>
// CHECK-NOT: fusion.kernel
// CHECK: tensor.expand_shape %[[K]] {{\[\[}}0, 1], [2, 3]] output_shape [2, 1024, 32, 128]
func.func @heads(%x: tensor<2048x4096xbf16>, %w: tensor<4096x4096xbf16>, %cos: tensor<1024x1x128xbf16>)
    -> tensor<2x1024x32x128xbf16> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xf32>
  // expected-remark @below {{fusion.cast is computed in heads_k0 behind fusion.matmul}}
  %c = fusion.cast %p : tensor<2048x4096xf32> to tensor<2048x4096xbf16>
  // expected-remark @below {{fusion.map is computed in heads_k0 behind fusion.cast}}
  %r = fusion.map() tables(%t = %c) at(%b, %s, %h, %d) : (tensor<2048x4096xbf16>) -> tensor<2x1024x32x128xbf16> {
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c1024 = arith.constant 1024 : index
    %row = arith.muli %b, %c1024 : index
    %i = arith.addi %row, %s : index
    %head = arith.muli %h, %c128 : index
    %other = arith.xori %d, %c64 : index
    %j = arith.addi %head, %other : index
    %e = fusion.lookup %t[%i, %j] : tensor<2048x4096xbf16>
    fusion.yield %e : bf16
  }
  // expected-remark @below {{fusion.mul is computed in heads_k0 behind fusion.map}}
  %0 = fusion.mul %r, %cos : (tensor<2x1024x32x128xbf16>, tensor<1024x1x128xbf16>) -> tensor<2x1024x32x128xbf16>
  return %0 : tensor<2x1024x32x128xbf16>
}

// -----

// CHECK-LABEL: @small
// CHECK-COUNT-2: fusion.kernel
func.func @small(%x: tensor<37x64xbf16>, %w: tensor<128x64xbf16>, %y: tensor<37x128xf32>) -> tensor<37x128xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<37x64xbf16>, tensor<128x64xbf16>) -> tensor<37x128xf32>
  // expected-remark @below {{lookup-table | Category:fusion.epilogue | Function=small | Reason="small_k0 -> small_k1: the consumer looks up other columns of the product's rows, which would take}}
  %r = fusion.map(%a = %y) tables(%t = %c) at(%i, %j) : (tensor<37x128xf32>, tensor<37x128xf32>) -> tensor<37x128xf32> {
    %c64 = arith.constant 64 : index
    %k = arith.xori %j, %c64 : index
    %e = fusion.lookup %t[%i, %k] : tensor<37x128xf32>
    %m = math.tanh %a : f32
    %n = math.tanh %e : f32
    %o = arith.mulf %m, %n : f32
    %q = math.tanh %o : f32
    fusion.yield %q : f32
  }
  return %r : tensor<37x128xf32>
}

// -----

func.func @other_row(%x: tensor<32x64xbf16>, %w: tensor<128x64xbf16>) -> tensor<32x128xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xf32>
  // expected-remark @below {{the consumer looks up other rows of the value, which other tiles may have}}
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<32x128xf32>) -> tensor<32x128xf32> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %is = arith.cmpi ugt, %i, %c0 : index
    %k = arith.subi %i, %c1 : index
    %e = fusion.lookup %t[%k, %j] if %is : tensor<32x128xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x128xf32>
}

// -----

func.func @chosen_column(%x: tensor<32x64xbf16>, %w: tensor<128x64xbf16>, %y: tensor<32x128xi32>) -> tensor<32x128xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xf32>
  // expected-remark @below {{which column is looked up follows from more than the column}}
  %r = fusion.map(%a = %y) tables(%t = %c) at(%i, %j) : (tensor<32x128xi32>, tensor<32x128xf32>) -> tensor<32x128xf32> {
    %k = arith.index_castui %a : i32 to index
    %e = fusion.lookup %t[%i, %k] : tensor<32x128xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x128xf32>
}

// -----

func.func @heads_of_96(%x: tensor<32x64xbf16>, %w: tensor<192x64xbf16>) -> tensor<32x2x96xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<192x64xbf16>) -> tensor<32x192xf32>
  // expected-remark @below {{columns are looked up in groups of 96, and tiles hold whole groups of a power of two of columns, 256 at most}}
  %r = fusion.map() tables(%t = %c) at(%i, %h, %d) : (tensor<32x192xf32>) -> tensor<32x2x96xf32> {
    %c48 = arith.constant 48 : index
    %c96 = arith.constant 96 : index
    %head = arith.muli %h, %c96 : index
    %moved = arith.addi %d, %c48 : index
    %other = arith.remui %moved, %c96 : index
    %j = arith.addi %head, %other : index
    %e = fusion.lookup %t[%i, %j] : tensor<32x192xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x2x96xf32>
}

// -----

// Of the first head the halves change places, and the second one stays: all columns are one group.
func.func @heads_that_differ(%x: tensor<32x64xbf16>, %w: tensor<512x64xbf16>) -> tensor<32x512xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<512x64xbf16>) -> tensor<32x512xf32>
  // expected-remark @below {{columns are looked up in groups of 512}}
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<32x512xf32>) -> tensor<32x512xf32> {
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %first = arith.cmpi ult, %j, %c128 : index
    %turned = arith.xori %j, %c64 : index
    %k = arith.select %first, %turned, %j : index
    %e = fusion.lookup %t[%i, %k] : tensor<32x512xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x512xf32>
}

// -----

func.func @turned_fours(%x: tensor<32x64xbf16>, %w: tensor<128x64xbf16>) -> tensor<32x128xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xf32>
  // expected-remark @below {{columns are looked up in runs of 1, and threads have runs of 8, or pairs}}
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<32x128xf32>) -> tensor<32x128xf32> {
    %c3 = arith.constant 3 : index
    %k = arith.xori %j, %c3 : index
    %e = fusion.lookup %t[%i, %k] : tensor<32x128xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x128xf32>
}

// -----

func.func @behind_residual(%x: tensor<32x64xbf16>, %w: tensor<128x64xbf16>, %y: tensor<32x128xf32>) -> tensor<32x128xf32> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xf32>
  // expected-remark @below {{fusion.add is computed in behind_residual_k0 behind fusion.matmul}}
  %c = fusion.add %p, %y : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
  // expected-remark @below {{what is looked up in other columns is more than a product and what is the same in all rows}}
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<32x128xf32>) -> tensor<32x128xf32> {
    %c64 = arith.constant 64 : index
    %k = arith.xori %j, %c64 : index
    %e = fusion.lookup %t[%i, %k] : tensor<32x128xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<32x128xf32>
}

// -----

// The consumer also reads the product's first row, which is there when all of the product is.
// CHECK-LABEL: @also_behind_slice
// CHECK-COUNT-2: fusion.kernel
func.func @also_behind_slice(%x: tensor<2048x64xbf16>, %w: tensor<128x64xbf16>) -> tensor<2048x128xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<2048x64xbf16>, tensor<128x64xbf16>) -> tensor<2048x128xf32>
  // expected-remark @below {{layout-consumer}}
  %s = tensor.extract_slice %c[0, 0] [1, 128] [1, 1] : tensor<2048x128xf32> to tensor<1x128xf32>
  // expected-remark @below {{the consumer looks up elements of the value at indices that it computes}}
  %r = fusion.map(%a = %s) tables(%t = %c) at(%i, %j) : (tensor<1x128xf32>, tensor<2048x128xf32>) -> tensor<2048x128xf32> {
    %c64 = arith.constant 64 : index
    %k = arith.xori %j, %c64 : index
    %e = fusion.lookup %t[%i, %k] : tensor<2048x128xf32>
    %m = arith.mulf %a, %e : f32
    fusion.yield %m : f32
  }
  return %r : tensor<2048x128xf32>
}
