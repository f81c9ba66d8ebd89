// RUN: fusion-opt %s --fusion-rows-to-gpu | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#all3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row3 = affine_map<(d0, d1, d2) -> (d0, d1)>

// The same rows, by two loops here and by one there: one launch, in which each counts them its own way. What only they
// touch is kept whatever shape they see it in.
// CHECK-LABEL: func.func @rows_by_other_loops
// CHECK: gpu.launch {{.*}} workgroup(%{{[a-z0-9]+}} : memref<1x768xf32, #gpu.address_space<workgroup>>, %{{[a-z0-9]+}} : memref<1xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @rows_by_other_loops(%x: memref<8x5x768xf32>, %o: memref<40x768xf32>) {
  %zero = arith.constant 0.0 : f32
  %twice = memref.alloc() : memref<8x5x768xf32>
  %sum = memref.alloc() : memref<40xf32>
  fusion.kernel(%v = %x) outs(%twice : memref<8x5x768xf32>) : (memref<8x5x768xf32>) -> () {
    %0 = fusion.add %v, %v : (tensor<8x5x768xf32>, tensor<8x5x768xf32>) -> tensor<8x5x768xf32>
    fusion.yield %0 : tensor<8x5x768xf32>
  }
  %rows = memref.collapse_shape %twice [[0, 1], [2]] : memref<8x5x768xf32> into memref<40x768xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%rows : memref<40x768xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %sums = memref.expand_shape %sum [[0, 1, 2]] output_shape [8, 5, 1] : memref<40xf32> into memref<8x5x1xf32>
  %out = memref.expand_shape %o [[0, 1], [2]] output_shape [8, 5, 768] : memref<40x768xf32> into memref<8x5x768xf32>
  fusion.kernel(%v = %twice, %s = %sums) outs(%out : memref<8x5x768xf32>) : (memref<8x5x768xf32>, memref<8x5x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<8x5x768xf32>, tensor<8x5x1xf32>) -> tensor<8x5x768xf32>
    fusion.yield %0 : tensor<8x5x768xf32>
  }
  return
}

// Dimensions of size 1 before, between and behind rows and columns.
// CHECK-LABEL: func.func @behind_unit_dimensions
// CHECK: gpu.launch
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @behind_unit_dimensions(%x: memref<8x600xf32>, %sum: memref<1x8xf32>, %o: memref<8x1x600xf32>) {
  %units = memref.expand_shape %x [[0, 1], [2]] output_shape [1, 8, 600] : memref<8x600xf32> into memref<1x8x600xf32>
  linalg.generic {indexing_maps = [#all3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%units : memref<1x8x600xf32>) outs(%sum : memref<1x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  %most = memref.collapse_shape %sum [[0, 1]] : memref<1x8xf32> into memref<8xf32>
  %mosts = memref.expand_shape %most [[0, 1, 2]] output_shape [8, 1, 1] : memref<8xf32> into memref<8x1x1xf32>
  %between = memref.expand_shape %x [[0, 1], [2]] output_shape [8, 1, 600] : memref<8x600xf32> into memref<8x1x600xf32>
  fusion.kernel(%v = %between, %s = %mosts) outs(%o : memref<8x1x600xf32>) : (memref<8x1x600xf32>, memref<8x1x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<8x1x600xf32>, tensor<8x1x1xf32>) -> tensor<8x1x600xf32>
    fusion.yield %0 : tensor<8x1x600xf32>
  }
  return
}

// A reshape that joins a part of the rows with columns leaves no common rows; nor do rows of other sizes.
// CHECK-LABEL: func.func @other_rows
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @other_rows(%x: memref<40x12x64xf32>, %sum: memref<40x12xf32>, %o: memref<40x768xf32>, %p: memref<40x64x12xf32>) {
  linalg.generic {indexing_maps = [#all3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : memref<40x12x64xf32>) outs(%sum : memref<40x12xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %flat = memref.collapse_shape %x [[0], [1, 2]] : memref<40x12x64xf32> into memref<40x768xf32>
  fusion.kernel(%v = %flat) outs(%o : memref<40x768xf32>) : (memref<40x768xf32>) -> () {
    %0 = fusion.tanh %v : tensor<40x768xf32>
    fusion.yield %0 : tensor<40x768xf32>
  }
  %other = memref.expand_shape %flat [[0], [1, 2]] output_shape [40, 64, 12] : memref<40x768xf32> into memref<40x64x12xf32>
  fusion.kernel(%v = %other) outs(%p : memref<40x64x12xf32>) : (memref<40x64x12xf32>) -> () {
    %0 = fusion.tanh %v : tensor<40x64x12xf32>
    fusion.yield %0 : tensor<40x64x12xf32>
  }
  return
}

// Rows that only a call counts are the same where a tensor has them in common.
// CHECK-LABEL: func.func @open_rows
// CHECK: gpu.launch
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @open_rows(%x: memref<?x5x300xf32>, %sum: memref<?x5xf32>, %n: index, %o: memref<?x300xf32>) {
  linalg.generic {indexing_maps = [#all3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : memref<?x5x300xf32>) outs(%sum : memref<?x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %flat = memref.collapse_shape %x [[0, 1], [2]] : memref<?x5x300xf32> into memref<?x300xf32>
  fusion.kernel(%v = %flat) outs(%o : memref<?x300xf32>) : (memref<?x300xf32>) -> () {
    %0 = fusion.tanh %v : tensor<?x300xf32>
    fusion.yield %0 : tensor<?x300xf32>
  }
  return
}

// What stands between, and neither needs nor makes what they touch, goes before the launch; loops in any order.
// CHECK-LABEL: func.func @passed_by
// CHECK: linalg.generic
// CHECK-SAME: outs(%arg3
// CHECK: gpu.launch
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @passed_by(%x: memref<40x300xf32>, %sum: memref<40xf32>, %w: memref<64x32xf32>, %t: memref<32x64xf32>, %o: memref<40x300xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<40x300xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #all], iterator_types = ["parallel", "parallel"]} ins(%w : memref<64x32xf32>) outs(%t : memref<32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %sums = memref.expand_shape %sum [[0, 1]] output_shape [40, 1] : memref<40xf32> into memref<40x1xf32>
  fusion.kernel(%v = %x, %s = %sums) outs(%o : memref<40x300xf32>) : (memref<40x300xf32>, memref<40x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  return
}

// What reads the sums, or changes what they were made of, ends the group.
// CHECK-LABEL: func.func @not_passed_by
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @not_passed_by(%x: memref<40x300xf32>, %sum: memref<40xf32>, %other: memref<40xf32>, %o: memref<40x300xf32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<40x300xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  memref.copy %sum, %other : memref<40xf32> to memref<40xf32>
  %others = memref.expand_shape %other [[0, 1]] output_shape [40, 1] : memref<40xf32> into memref<40x1xf32>
  fusion.kernel(%v = %x, %s = %others) outs(%o : memref<40x300xf32>) : (memref<40x300xf32>, memref<40x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  return
}

// A lookup in the body of a reduction may read other rows: it keeps to itself.
// CHECK-LABEL: func.func @looks_up
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @looks_up(%x: memref<40x300xf32>, %table: memref<40x300xf32>, %sum: memref<40xf32>) {
  fusion.kernel(%v = %x) outs(%table : memref<40x300xf32>) : (memref<40x300xf32>) -> () {
    %0 = fusion.tanh %v : tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<40x300xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c0 = arith.constant 0 : index
    %0 = memref.load %table[%c0, %c0] : memref<40x300xf32>
    %1 = arith.mulf %in, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// A norm whose statistics are in f64, and the guard of a softmax: all types join.
// CHECK-LABEL: func.func @statistics_in_f64
// CHECK: gpu.launch {{.*}} memref<1xf64, #gpu.address_space<workgroup>>
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @statistics_in_f64(%x: memref<40x600xf32>, %o: memref<40x600xf32>) {
  %zero = arith.constant 0.0 : f64
  %sum = memref.alloc() : memref<40x1xf64>
  linalg.fill ins(%zero : f64) outs(%sum : memref<40x1xf64>)
  linalg.generic {indexing_maps = [#all, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<40x600xf32>) outs(%sum : memref<40x1xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  }
  fusion.kernel(%v = %x, %s = %sum) outs(%o : memref<40x600xf32>) : (memref<40x600xf32>, memref<40x1xf64>) -> () {
    %0 = fusion.cast %v : tensor<40x600xf32> to tensor<40x600xf64>
    %1 = fusion.sub %0, %s : (tensor<40x600xf64>, tensor<40x1xf64>) -> tensor<40x600xf64>
    %2 = fusion.cast %1 : tensor<40x600xf64> to tensor<40x600xf32>
    fusion.yield %2 : tensor<40x600xf32>
  }
  return
}

// CHECK-LABEL: func.func @guard
// CHECK: gpu.launch {{.*}} memref<8x300xi1, #gpu.address_space<workgroup>>, %{{[a-z0-9]+}} : memref<8xi1, #gpu.address_space<workgroup>>
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @guard(%x: memref<4096x300xf32>, %o: memref<4096x300xf32>) {
  %true = arith.constant true
  %is = memref.alloc() : memref<4096x300xi1>
  %all = memref.alloc() : memref<4096x1xi1>
  fusion.kernel(%v = %x) outs(%is : memref<4096x300xi1>) : (memref<4096x300xf32>) -> () {
    %c = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = fusion.cast %v : tensor<4096x300xf32> to tensor<4096x300xf64>
    %1 = fusion.compare oeq, %0, %c : (tensor<4096x300xf64>, tensor<f64>) -> tensor<4096x300xi1>
    fusion.yield %1 : tensor<4096x300xi1>
  }
  linalg.fill ins(%true : i1) outs(%all : memref<4096x1xi1>)
  linalg.generic {indexing_maps = [#all, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%is : memref<4096x300xi1>) outs(%all : memref<4096x1xi1>) {
  ^bb0(%in: i1, %out: i1):
    %0 = arith.andi %in, %out : i1
    linalg.yield %0 : i1
  }
  fusion.kernel(%a = %all, %v = %x) outs(%o : memref<4096x300xf32>) : (memref<4096x1xi1>, memref<4096x300xf32>) -> () {
    %c = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.select %a, %c, %v : (tensor<4096x1xi1>, tensor<f32>, tensor<4096x300xf32>) -> tensor<4096x300xf32>
    fusion.yield %0 : tensor<4096x300xf32>
  }
  return
}
