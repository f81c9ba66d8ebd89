// Scalar operations that upstream's canonicalization does not survive are written in another way.
// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s
// RUN: fusion-opt %s --fusion-import | FileCheck %s --check-prefix=IMPORT

// Comparisons that hold always or never are constants, in maps, in bodies that are left, and on tensors.
// CHECK-LABEL: func @comparisons
// CHECK-NOT: arith.cmpf
// CHECK: return
// IMPORT-LABEL: func @comparisons
func.func @comparisons(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<i1>, tensor<4xi1>) {
  %0 = fusion.map(%a = %x) : (tensor<4xi32>) -> tensor<4xi1> {
    %half = arith.constant 0.5 : f32
    %f = arith.sitofp %a : i32 to f32
    %never = arith.cmpf false, %f, %half : f32
    fusion.yield %never : i1
  }
  %empty = tensor.empty() : tensor<i1>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi32>) outs(%empty : tensor<i1>) {
  ^bb0(%in: i32, %out: i1):
    %half = arith.constant 0.5 : f32
    %f = arith.uitofp %in : i32 to f32
    %always = arith.cmpf true, %f, %half : f32
    %both = arith.andi %always, %out : i1
    linalg.yield %both : i1
  } -> tensor<i1>
  %2 = arith.cmpf true, %y, %y : tensor<4xf32>
  return %0, %1, %2 : tensor<4xi1>, tensor<i1>, tensor<4xi1>
}

// Of a size that is not known they stay comparisons until there are scalars.
// CHECK-LABEL: func @open_comparison
// CHECK: fusion.compare true
func.func @open_comparison(%y: tensor<?xf32>) -> tensor<?xi1> {
  %0 = arith.cmpf true, %y, %y : tensor<?xf32>
  return %0 : tensor<?xi1>
}

// Extended sums and products of indices are those of i64; those of integers stay.
// CHECK-LABEL: func @extended
// CHECK: %[[I:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: arith.mulsi_extended %[[I]], %{{.*}} : i64
// CHECK: arith.mului_extended %{{.*}}, %{{.*}} : i64
// CHECK: arith.addui_extended %{{.*}}, %{{.*}} : i64, i1
// CHECK: arith.mulsi_extended %{{.*}}, %{{.*}} : i32
// IMPORT-LABEL: func @extended
// IMPORT-NOT: extsi {{.*}} to index
func.func @extended(%x: tensor<4xi32>) -> tensor<4xi64> {
  %0 = fusion.map(%a = %x) at(%i) : (tensor<4xi32>) -> tensor<4xi64> {
    %one = arith.constant 1 : index
    %low, %high = arith.mulsi_extended %i, %one : index
    %lower, %higher = arith.mului_extended %high, %i : index
    %sum, %carry = arith.addui_extended %higher, %low : index, i1
    %l, %h = arith.mulsi_extended %a, %a : i32
    %wide = arith.extsi %h : i32 to i64
    %cast = arith.index_cast %sum : index to i64
    %more = arith.extui %carry : i1 to i64
    %s = arith.addi %wide, %cast : i64
    %t = arith.addi %s, %more : i64
    fusion.yield %t : i64
  }
  return %0 : tensor<4xi64>
}

// A cast of an index to less than 64 bits loses bits, which a cast back does not bring: upstream folds the two away. On
// tensors too.
// CHECK-LABEL: func @narrow_casts
// CHECK: %[[W:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[N:.*]] = arith.trunci %[[W]] : i64 to i8
// CHECK: arith.index_cast %[[N]] : i8 to index
// CHECK: %[[U:.*]] = arith.index_castui %{{.*}} : index to i64
// CHECK: %[[M:.*]] = arith.trunci %[[U]] : i64 to i32
// CHECK: arith.index_castui %[[M]] : i32 to index
// CHECK: arith.index_cast %{{.*}} : index to i64
// IMPORT-LABEL: func @narrow_casts
// IMPORT: arith.trunci %{{.*}} : i64 to i8
// IMPORT: arith.trunci %{{.*}} : i64 to i32
func.func @narrow_casts(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = fusion.map(%a = %x) : (tensor<4xi64>) -> tensor<4xi64> {
    %i = arith.index_cast %a : i64 to index
    %n = arith.index_cast %i : index to i8
    %s = arith.index_cast %n : i8 to index
    %m = arith.index_castui %i : index to i32
    %u = arith.index_castui %m : i32 to index
    %sum = arith.addi %s, %u : index
    %r = arith.index_cast %sum : index to i64
    fusion.yield %r : i64
  }
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func @narrow_cast_of_tensor
// CHECK: arith.index_cast %{{.*}} : tensor<4xindex> to tensor<4xi64>
func.func @narrow_cast_of_tensor(%x: tensor<4xindex>) -> tensor<4xindex> {
  %0 = arith.index_cast %x : tensor<4xindex> to tensor<4xi1>
  %1 = arith.index_cast %0 : tensor<4xi1> to tensor<4xindex>
  return %1 : tensor<4xindex>
}
