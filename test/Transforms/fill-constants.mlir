// RUN: fusion-opt %s --fusion-fill-constants | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAUNCHES
// RUN: fusion-run %s --entry=returned --device=cpu --random=1 --verify | FileCheck %s --check-prefix=RIGHT

// RIGHT: the results are right

// The whole pipeline looks both parts up within zeros, in one kernel, and another writes the zeros that are returned.
// LAUNCHES: returned_k0: map, map
// LAUNCHES: returned_k1: map
// LAUNCHES: filled_k0: map

// CHECK-LABEL: func @returned
// CHECK-DAG: %[[A:.*]] = fusion.map() : () -> tensor<30x8xf16>
// CHECK-DAG: fusion.yield %{{.*}} : f16
// CHECK-DAG: %[[B:.*]] = fusion.map() : () -> tensor<30x8xf16>
// CHECK-DAG: %[[P:.*]] = tensor.insert_slice %arg0 into %[[A]]
// CHECK-DAG: %[[Q:.*]] = tensor.insert_slice %arg0 into %[[B]]
// CHECK: %[[C:.*]] = fusion.map() : () -> tensor<30x8xf16>
// CHECK: return %[[P]], %[[Q]], %[[C]]
func.func @returned(%x: tensor<10x8xf16>) -> (tensor<30x8xf16>, tensor<30x8xf16>, tensor<30x8xf16>) {
  %zeros = arith.constant dense<0.0> : tensor<30x8xf16>
  %p = tensor.insert_slice %x into %zeros[0, 0] [10, 8] [1, 1] : tensor<10x8xf16> into tensor<30x8xf16>
  %q = tensor.insert_slice %x into %zeros[20, 0] [10, 8] [1, 1] : tensor<10x8xf16> into tensor<30x8xf16>
  return %p, %q, %zeros : tensor<30x8xf16>, tensor<30x8xf16>, tensor<30x8xf16>
}

// A fill of a number that is known is one too; of another it stays.

// CHECK-LABEL: func @filled
// CHECK: %[[B:.*]] = linalg.fill ins(%arg0 : i32)
// CHECK: %[[A:.*]] = fusion.map() : () -> tensor<4xi32>
// CHECK: return %[[A]], %[[B]]
func.func @filled(%n: i32) -> (tensor<4xi32>, tensor<4xi32>) {
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<4xi32>
  %a = linalg.fill ins(%seven : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %b = linalg.fill ins(%n : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %a, %b : tensor<4xi32>, tensor<4xi32>
}

// What keeps some elements of its output writes into it. Who computes with the one value reads no memory.

// CHECK-LABEL: func @kept
// CHECK: %[[ONE:.*]] = arith.constant dense<1.0{{.*}}> : tensor<4x8xf32>
// CHECK: %[[X:.*]] = fusion.add %arg0, %[[ONE]]
// CHECK: %[[ONES:.*]] = fusion.map() : () -> tensor<4x8xf32>
// CHECK: fusion.scatter %[[X]] at %arg1 into %[[ONES]]
func.func @kept(%x: tensor<4x8xf32>, %at: tensor<4x1xi64>) -> tensor<4x8xf32> {
  %ones = arith.constant dense<1.0> : tensor<4x8xf32>
  %0 = fusion.add %x, %ones : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = fusion.scatter %0 at %at into %ones along 0 : (tensor<4x8xf32>, tensor<4x1xi64>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Numbers that differ, and what has no elements, stay constants.

// CHECK-LABEL: func @others
// CHECK-NOT: fusion.map
func.func @others() -> (tensor<2xf32>, tensor<0x8xf32>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<1.0> : tensor<0x8xf32>
  return %a, %b : tensor<2xf32>, tensor<0x8xf32>
}
