// RUN: fusion-opt %s --canonicalize --split-input-file | FileCheck %s

// Folds are exact: x + 0.0 is not x (it turns -0.0 into 0.0), x + -0.0 is.

// CHECK-LABEL: func @neutral
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @neutral(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %minus = arith.constant dense<-0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.add %x, %minus : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.sub %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = fusion.mul %one, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.div %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %n = fusion.neg %x : tensor<4xf32>
  %4 = fusion.neg %n : tensor<4xf32>
  // CHECK: %[[A:.*]] = fusion.add %[[X]]
  %5 = fusion.add %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[A]]
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A fold that would change the type or the shape does not happen.
// CHECK-LABEL: func @neutral_types
func.func @neutral_types(%x: tensor<4xf16>, %y: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  // CHECK: fusion.mul
  %0 = fusion.mul %x, %one : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: fusion.mul
  %1 = fusion.mul %y, %one : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func @cast
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @cast(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<9.99999996E-13> : tensor<f32>
  %eps = arith.constant dense<1.0e-12> : tensor<f64>
  %0 = fusion.cast %x : tensor<4xf32> to tensor<4xf32>
  %1 = fusion.cast %eps : tensor<f64> to tensor<f32>
  // CHECK: return %[[X]], %[[C]]
  return %0, %1 : tensor<4xf32>, tensor<f32>
}

// -----

// Overflow of a constant is that of the machine: NaN or infinity, or the largest number.
// CHECK-LABEL: func @cast_overflows
func.func @cast_overflows(%x: tensor<4xf32>)
    -> (tensor<f8E4M3FN>, tensor<f8E5M2>, tensor<f8E4M3FN>, tensor<f8E5M2>, tensor<4xf32>) {
  // CHECK-DAG: %[[N:.*]] = arith.constant dense<0x7F> : tensor<f8E4M3FN>
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<0xFC> : tensor<f8E5M2>
  // CHECK-DAG: %[[L:.*]] = arith.constant dense<-4.480000e+02> : tensor<f8E4M3FN>
  // CHECK-DAG: %[[M:.*]] = arith.constant dense<-5.734400e+04> : tensor<f8E5M2>
  %large = arith.constant dense<-1.0e+10> : tensor<f32>
  %0 = fusion.cast %large : tensor<f32> to tensor<f8E4M3FN>
  %1 = fusion.cast %large : tensor<f32> to tensor<f8E5M2>
  %2 = fusion.cast %large {saturate} : tensor<f32> to tensor<f8E4M3FN>
  %3 = fusion.cast %large {saturate} : tensor<f32> to tensor<f8E5M2>
  // Infinity becomes a number: it is more than a copy.
  // CHECK: %[[S:.*]] = fusion.cast %{{.*}} {saturate} : tensor<4xf32> to tensor<4xf32>
  %4 = fusion.cast %x {saturate} : tensor<4xf32> to tensor<4xf32>
  // CHECK: return %[[N]], %[[I]], %[[L]], %[[M]], %[[S]]
  return %0, %1, %2, %3, %4 : tensor<f8E4M3FN>, tensor<f8E5M2>, tensor<f8E4M3FN>, tensor<f8E5M2>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func @relu_of_max
func.func @relu_of_max(%x: tensor<4x8xf16>) -> (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf16>
  %minus = arith.constant dense<-0.0> : tensor<f16>
  // CHECK: fusion.relu %{{[a-z0-9]+}} : tensor<4x8xf16>
  %0 = fusion.max %x, %zero : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: fusion.relu %{{.*}} {ignore_nan} : tensor<4x8xf16>
  %1 = fusion.max %zero, %x {ignore_nan} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: fusion.max
  %2 = fusion.max %x, %minus : (tensor<4x8xf16>, tensor<f16>) -> tensor<4x8xf16>
  return %0, %1, %2 : tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>
}

// -----

// Which spellings of relu keep NaN and which drop it.
// CHECK-LABEL: func @relu_of_select
func.func @relu_of_select(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %z = arith.constant dense<0.0> : tensor<f32>
  // CHECK: %[[R0:.*]] = fusion.relu %{{[a-z0-9]+}} : tensor<8xf32>
  %ugt = fusion.compare ugt, %x, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xi1>
  %0 = fusion.select %ugt, %x, %z : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: %[[R1:.*]] = fusion.relu %{{.*}} {ignore_nan} : tensor<8xf32>
  %ogt = fusion.compare ogt, %x, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xi1>
  %1 = fusion.select %ogt, %x, %z : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: %[[R2:.*]] = fusion.relu %{{[a-z0-9]+}} : tensor<8xf32>
  %ole = fusion.compare ole, %x, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xi1>
  %2 = fusion.select %ole, %z, %x : (tensor<8xi1>, tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[R3:.*]] = fusion.relu %{{.*}} {ignore_nan} : tensor<8xf32>
  %olt = fusion.compare olt, %z, %x : (tensor<f32>, tensor<8xf32>) -> tensor<8xi1>
  %3 = fusion.select %olt, %x, %z : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // `>=` keeps -0.0: not relu.
  // CHECK: %[[R4:.*]] = fusion.select
  %oge = fusion.compare oge, %x, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xi1>
  %4 = fusion.select %oge, %x, %z : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]]
  return %0, %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: func @shrink_splat
func.func @shrink_splat(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-DAG: %[[S:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[W:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
  %two = arith.constant dense<2.0> : tensor<4x8xf32>
  // CHECK: fusion.mul %{{.*}}, %[[S]] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %0 = fusion.mul %x, %two : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  // Here the constant gives the shape.
  // CHECK: fusion.mul %{{.*}}, %[[W]] : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = fusion.mul %y, %two : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @kernel_operands
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<?x8xf32>
func.func @kernel_operands(%x: tensor<?x8xf32>, %unused: tensor<f32>) -> (tensor<?x8xf32>, index) {
  // CHECK: fusion.kernel(%[[A:.*]] = %[[X]]) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: fusion.add %{{.*}}, %[[A]]
  // CHECK: fusion.yield %{{[a-z0-9]+}} : tensor<?x8xf32>
  %r:2 = fusion.kernel(%a = %x, %u = %unused, %b = %x) : (tensor<?x8xf32>, tensor<f32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
    %0 = fusion.relu %a : tensor<?x8xf32>
    %1 = fusion.add %0, %b : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    fusion.yield %1, %0 : tensor<?x8xf32>, tensor<?x8xf32>
  }
  %c0 = arith.constant 0 : index
  %d = tensor.dim %r#0, %c0 : tensor<?x8xf32>
  return %r#0, %d : tensor<?x8xf32>, index
}

// -----

// Of no updates, all is kept; in a kernel the output is written all the same.
// CHECK-LABEL: func.func @no_updates
// CHECK: return %arg1 : tensor<4x0xf32>
func.func @no_updates(%x: tensor<2x0xf32>, %o: tensor<4x0xf32>, %i: tensor<2x1xi32>) -> tensor<4x0xf32> {
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<2x0xf32>, tensor<2x1xi32>, tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// A reduction of no elements is what it begins with.
// CHECK-LABEL: func.func @reduce_nothing(
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<2x1xbf16>
// CHECK-DAG: arith.constant dense<0xFF80> : tensor<2x1xbf16>
// CHECK-DAG: arith.constant dense<1> : tensor<2x1xi32>
// CHECK-NOT: fusion.reduce
func.func @reduce_nothing(%x: tensor<2x0xbf16>, %i: tensor<2x0xi32>)
    -> (tensor<2x1xbf16>, tensor<2x1xbf16>, tensor<2x1xi32>) {
  %0 = fusion.reduce addf %x along [1] : tensor<2x0xbf16> -> tensor<2x1xbf16>
  %1 = fusion.reduce maximumf %x along [1] : tensor<2x0xbf16> -> tensor<2x1xbf16>
  %2 = fusion.reduce muli %i along [1] : tensor<2x0xi32> -> tensor<2x1xi32>
  return %0, %1, %2 : tensor<2x1xbf16>, tensor<2x1xbf16>, tensor<2x1xi32>
}
