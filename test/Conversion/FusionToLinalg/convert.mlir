// RUN: fusion-opt %s --convert-fusion-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// A product accumulates in f32 from zero; its innermost loop runs along N; a transposed operand is copied first.

// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func @matmul
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xbf16>, %[[W:.*]]: tensor<16x8xbf16>)
func.func @matmul(%x: tensor<?x8xbf16>, %w: tensor<16x8xbf16>) -> tensor<?x16xbf16> {
  // CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?x16xf32>)
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] : tensor<16x8xbf16>)
  // CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]], iterator_types = ["parallel", "reduction", "parallel"]}
  // CHECK-SAME: ins(%[[X]], %[[T]] : {{.*}}) outs(%[[ZERO]] : tensor<?x16xf32>)
  // CHECK: math.fma %{{.*}} : f32
  // CHECK: linalg.generic {{.*}} ins(%[[P]] : tensor<?x16xf32>) outs(%{{.*}} : tensor<?x16xbf16>)
  // CHECK: arith.truncf
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x8xbf16>, tensor<16x8xbf16>) -> tensor<?x16xbf16>
  return %0 : tensor<?x16xbf16>
}

// -----

// Batches broadcast: a missing dimension is left out of the map, a size of 1 is index 0.

// CHECK: #[[LHS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, 0, d2, d3)>
// CHECK: #[[RHS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4)>
// CHECK-LABEL: func @batches
func.func @batches(%x: tensor<2x1x4x8xf64>, %w: tensor<3x8x5xf64>) -> tensor<2x3x4x5xf64> {
  // CHECK: linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #{{.*}}]
  // CHECK: math.fma %{{.*}} : f64
  %0 = fusion.matmul %x, %w : (tensor<2x1x4x8xf64>, tensor<3x8x5xf64>) -> tensor<2x3x4x5xf64>
  return %0 : tensor<2x3x4x5xf64>
}

// -----

// relaxed: f32 between the operations of a kernel, rounded once at the yield.

// CHECK-LABEL: func @relaxed
func.func @relaxed(%x: tensor<4x8xbf16>, %b: tensor<8xbf16>) -> tensor<4x8xbf16> {
  // CHECK: arith.addf
  // CHECK-NEXT: linalg.yield %{{.*}} : f32
  // CHECK: math.exp
  // CHECK-NEXT: linalg.yield %{{.*}} : f32
  // CHECK: arith.truncf
  // CHECK-NEXT: linalg.yield %{{.*}} : bf16
  // CHECK-NOT: fusion.{{kernel|add}}
  %0 = fusion.kernel(%x0 = %x, %b0 = %b) : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16> {
    %s = fusion.add %x0, %b0 : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16>
    %e = fusion.exp %s : tensor<4x8xbf16>
    fusion.yield %e : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// -----

// strict: each operation rounds to its own type, in a kernel and outside.

module attributes {fusion.numerics = #fusion.numerics<strict>} {
  // CHECK-LABEL: func @strict
  func.func @strict(%x: tensor<4x8xbf16>, %b: tensor<8xbf16>) -> tensor<4x8xbf16> {
    // CHECK: arith.addf
    // CHECK-NEXT: arith.truncf
    // CHECK: math.exp
    // CHECK-NEXT: arith.truncf
    %0 = fusion.kernel(%x0 = %x, %b0 = %b) : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16> {
      %s = fusion.add %x0, %b0 : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16>
      %e = fusion.exp %s : tensor<4x8xbf16>
      fusion.yield %e : tensor<4x8xbf16>
    }
    return %0 : tensor<4x8xbf16>
  }
}

// -----

// Extrema order the zeros, in what the import left too.
// CHECK-LABEL: func @extrema
// CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-DAG: %[[M:.*]] = arith.maxnumf %[[X]], %[[Y]]
// CHECK-DAG: %[[E:.*]] = arith.cmpf oeq, %[[X]], %[[Y]]
// CHECK-DAG: %[[BX:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK-DAG: %[[BY:.*]] = arith.bitcast %[[Y]] : f32 to i32
// CHECK-DAG: %[[B:.*]] = arith.andi %[[BX]], %[[BY]]
// CHECK-DAG: %[[Z:.*]] = arith.bitcast %[[B]] : i32 to f32
// CHECK: %[[R:.*]] = arith.select %[[E]], %[[Z]], %[[M]]
// CHECK: linalg.yield %[[R]]
// CHECK: arith.ori %{{.*}} : tensor<4xi32>
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @extrema(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: tensor<4xbf16>, %m: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %0 = fusion.max %x, %y {ignore_nan} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.minimumf %n, %m : tensor<4xbf16>
  return %0, %1 : tensor<4xf32>, tensor<4xbf16>
}

// -----

// A limit that is no zero, or +0.0 for a maximum that keeps NaN, needs none of that.
// CHECK-LABEL: func @limits
// CHECK-NOT: andi
// CHECK: arith.maximumf
// CHECK-NOT: ori
// CHECK: arith.minnumf
// CHECK-NOT: ori
// CHECK: arith.maxnumf
// CHECK: arith.select
func.func @limits(%x: f32) -> (f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %0 = arith.maximumf %x, %zero : f32
  %1 = arith.minnumf %x, %six : f32
  %2 = arith.maxnumf %x, %zero : f32
  return %0, %1, %2 : f32, f32, f32
}

// -----

// An f64 operand is rounded after the operation, not before.

// CHECK-LABEL: func @rounds_after
func.func @rounds_after(%x: tensor<8xf32>, %y: tensor<8xf64>) -> tensor<8xf32> {
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : f32 to f64
  // CHECK: %[[S:.*]] = arith.addf %[[X]], %{{.*}} : f64
  // CHECK: arith.truncf %[[S]] : f64 to f32
  %0 = fusion.add %x, %y : (tensor<8xf32>, tensor<8xf64>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
