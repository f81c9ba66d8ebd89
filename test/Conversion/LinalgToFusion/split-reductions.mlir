// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --cse | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=moments
// RUN: fusion-run %s --device=cpu --random=1 --verify --numerics=strict --entry=moments
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=of_columns
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=counts
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=named
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=in_f64
// RUN: fusion-opt %s --fusion-import | FileCheck %s --check-prefix=IMPORT
// IMPORT-NOT: linalg.generic
// IMPORT-NOT: linalg.reduce

#all = affine_map<(a, b) -> (a, b)>
#rows = affine_map<(a, b) -> (a)>
#columns = affine_map<(a, b) -> (b)>

// Each result has a reduction of its own; what is as it was read is read again, and narrow if it was.
// CHECK-LABEL: func @moments
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xbf16>
// CHECK-DAG: %[[W:.*]] = fusion.cast %[[X]] : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-DAG: %[[Q:.*]] = fusion.mul %[[W]], %[[W]]
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<?x8xbf16>)
// CHECK: %[[E:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK-NEXT: arith.addf %{{.*}}, %[[E]] : f32
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[Q]] : tensor<?x8xf32>)
// CHECK: arith.addf
func.func @moments(%x: tensor<?x8xbf16>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xbf16>
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x8xbf16>) outs(%i, %i : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%in: bf16, %sum: f32, %squares: f32):
    %w = arith.extf %in : bf16 to f32
    %q = arith.mulf %w, %w : f32
    %s = arith.addf %sum, %w : f32
    %t = arith.addf %squares, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

// Operands that are repeated, positions, and a result in another order than the operand's. The terms lie as the operand
// that each of them reads an element of.
// CHECK-LABEL: func @of_columns
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x5x4xf32>, %[[B:[^:]*]]: tensor<4xf32>
// CHECK: fusion.map() at(%[[I:[^,]*]], %{{.*}}, %{{.*}})
// CHECK: arith.index_cast %[[I]]
// CHECK: fusion.add %[[X]], %[[B]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<6x5x4xf32>) outs(%{{.*}} : tensor<4x5xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.maximumf
func.func @of_columns(%x: tensor<6x5x4xf32>, %bias: tensor<4xf32>) -> tensor<4x5xf32> {
  %init = arith.constant dense<0xFF800000> : tensor<4x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(c, b, a) -> (c)>, affine_map<(c, b, a) -> (a, b, c)>,
                                        affine_map<(c, b, a) -> (c, b)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%bias, %x : tensor<4xf32>, tensor<6x5x4xf32>) outs(%init : tensor<4x5xf32>) {
  ^bb0(%add: f32, %in: f32, %out: f32):
    %at = linalg.index 2 : index
    %i = arith.index_cast %at : index to i32
    %f = arith.sitofp %i : i32 to f32
    %0 = arith.addf %in, %add : f32
    %1 = arith.mulf %0, %f : f32
    %m = arith.maximumf %out, %1 : f32
    linalg.yield %m : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// Counts go on from others: integers may be added in any order.
// CHECK-LABEL: func @counts
// CHECK: %[[P:.*]] = fusion.compare ogt, %arg0
// CHECK: %[[W:.*]] = fusion.cast %[[P]] : tensor<4x8xi1> to tensor<4x8xi64>
// CHECK: linalg.generic {{.*}} ins(%[[W]] : tensor<4x8xi64>) outs(%arg1 : tensor<4xi64>)
func.func @counts(%x: tensor<4x8xf32>, %before: tensor<4xi64>) -> tensor<4xi64> {
  %r = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%before : tensor<4xi64>) {
  ^bb0(%in: f32, %out: i64):
    %zero = arith.constant 0.0 : f32
    %p = arith.cmpf ogt, %in, %zero : f32
    %w = arith.extui %p : i1 to i64
    %s = arith.addi %w, %out : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// CHECK-LABEL: func @named
// CHECK: fusion.sub
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x8xf32>)
func.func @named(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %low = arith.constant dense<0xFF800000> : tensor<8xf32>
  %r:2 = linalg.reduce ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero, %low : tensor<8xf32>, tensor<8xf32>)
      dimensions = [0] (%a: f32, %b: f32, %sum: f32, %most: f32) {
    %d = arith.subf %a, %b : f32
    %s = arith.addf %sum, %d : f32
    %m = arith.maximumf %b, %most : f32
    linalg.yield %s, %m : f32, f32
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// fusion.reduce would sum them in f32.
// CHECK-LABEL: func @in_f64
// CHECK: fusion.cast %{{.*}} : tensor<4x8xf32> to tensor<4x8xf64>
func.func @in_f64(%x: tensor<4x8xf32>) -> tensor<4xf64> {
  %zero = arith.constant dense<0.0> : tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zero : tensor<4xf64>) {
  ^bb0(%in: f32, %out: f64):
    %w = arith.extf %in : f32 to f64
    %s = arith.addf %out, %w : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
