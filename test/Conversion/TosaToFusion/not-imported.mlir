// RUN: fusion-opt %s --convert-tosa-to-fusion --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: fusion-opt %s --convert-tosa-to-fusion | FileCheck %s
// RUN: fusion-opt %s --fusion-import | FileCheck %s --check-prefix=PIPELINE

// The pipeline leaves nothing of TOSA.
// PIPELINE-NOT: tosa.

// REMARK: not-imported{{.*}}Function=reduce{{.*}}there is no conversion for tosa.reduce_sum
// CHECK-LABEL: @reduce
// CHECK: tosa.reduce_sum
func.func @reduce(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// REMARK: not-imported{{.*}}Function=integers{{.*}}it works on 'tensor<4xi32>', which is not a ranked tensor of supported floats
// CHECK-LABEL: @integers
// CHECK: tosa.add
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.add %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// REMARK: not-imported{{.*}}Function=may_repeat{{.*}}an operand has a dynamic size where another has a static one
func.func @may_repeat(%x: tensor<?x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %x, %y : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
