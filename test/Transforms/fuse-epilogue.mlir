// RUN: fusion-opt %s --fusion-fuse --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse --fusion-fuse --split-input-file | FileCheck %s

// Row, column, scalar and full operands.
// CHECK-LABEL: @operands
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xbf16>, %[[W:.*]]: tensor<8x16xbf16>, %[[ROW:.*]]: tensor<16xbf16>, %[[COL:.*]]: tensor<?x1xf32>, %[[FULL:.*]]: tensor<?x16xbf16>)
// CHECK-NEXT: %[[R:.*]] = fusion.kernel({{.*}} = %[[X]], {{.*}} = %[[W]], %[[R0:.*]] = %[[ROW]], %[[C0:.*]] = %[[COL]], %[[F0:.*]] = %[[FULL]])
// CHECK-NEXT: %[[SCALE:.*]] = arith.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %[[P:.*]] = fusion.matmul
// CHECK-NEXT: %[[A:.*]] = fusion.mul %[[P]], %[[SCALE]]
// CHECK-NEXT: %[[B:.*]] = fusion.add %[[A]], %[[R0]]
// CHECK-NEXT: %[[C:.*]] = fusion.mul %[[B]], %[[C0]]
// CHECK-NEXT: %[[D:.*]] = fusion.add %[[F0]], %[[C]]
// CHECK-NEXT: %[[E:.*]] = fusion.cast %[[D]]
// CHECK-NEXT: fusion.yield %[[E]]
// CHECK: return %[[R]]
func.func @operands(%x: tensor<?x8xbf16>, %w: tensor<8x16xbf16>, %row: tensor<16xbf16>, %col: tensor<?x1xf32>,
                    %full: tensor<?x16xbf16>) -> tensor<?x16xbf16> {
  %scale = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<?x8xbf16>, tensor<8x16xbf16>) -> tensor<?x16xf32>
  %1 = fusion.mul %0, %scale : (tensor<?x16xf32>, tensor<f32>) -> tensor<?x16xf32>
  %2 = fusion.add %1, %row : (tensor<?x16xf32>, tensor<16xbf16>) -> tensor<?x16xf32>
  %3 = fusion.mul %2, %col : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf32>
  %4 = fusion.add %full, %3 : (tensor<?x16xbf16>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %5 = fusion.cast %4 : tensor<?x16xf32> to tensor<?x16xbf16>
  return %5 : tensor<?x16xbf16>
}

// -----

// Constants stand first in the body, each once.
// CHECK-LABEL: @constants
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: %[[TWO:.*]] = arith.constant dense<2.000000e+00>
// CHECK-NEXT: %[[THREE:.*]] = arith.constant dense<3.000000e+00>
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.mul %{{.*}}, %[[TWO]]
// CHECK-NEXT: fusion.add %{{.*}}, %[[THREE]]
// CHECK-NEXT: fusion.div %{{.*}}, %[[TWO]]
func.func @constants(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %two = arith.constant dense<2.0> : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.mul %0, %two : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %2 = fusion.add %1, %three : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %3 = fusion.div %2, %two : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// A DAG with compare and select, reading one value several times.
// CHECK-LABEL: @dag
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.compare
// CHECK: fusion.exp
// CHECK: fusion.select
// CHECK: fusion.yield
// CHECK-NOT: fusion.kernel
func.func @dag(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.compare ogt, %0, %zero : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xi1>
  %2 = fusion.exp %0 : tensor<4x16xf32>
  %3 = fusion.select %1, %0, %2 : (tensor<4x16xi1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// A value that others need too is a further output, stored once and used on.
// CHECK-LABEL: @several_outputs
// CHECK: %[[K:.*]]:3 = fusion.kernel
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[R:.*]] = fusion.relu %[[P]]
// CHECK: %[[T:.*]] = fusion.tanh %[[P]]
// CHECK: fusion.yield %[[P]], %[[R]], %[[T]]
// CHECK: return %[[K]]#0, %[[K]]#1, %[[K]]#2
func.func @several_outputs(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>)
    -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.relu %0 : tensor<4x16xf32>
  %2 = fusion.tanh %0 : tensor<4x16xf32>
  return %0, %1, %2 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// Batches: a residual for each batch, a bias for all.
// CHECK-LABEL: @batched
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @batched(%x: tensor<2x4x8xf16>, %w: tensor<2x8x16xf16>, %b: tensor<16xf16>, %r: tensor<2x4x16xf16>)
    -> tensor<2x4x16xf16> {
  %0 = fusion.matmul %x, %w : (tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  %1 = fusion.add %0, %b : (tensor<2x4x16xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  %2 = fusion.add %1, %r : (tensor<2x4x16xf16>, tensor<2x4x16xf16>) -> tensor<2x4x16xf16>
  return %2 : tensor<2x4x16xf16>
}

// -----

// Two products of one left factor that meet are one kernel.
// CHECK-LABEL: @swiglu
// CHECK: fusion.kernel(%[[X:[a-z0-9]+]] = %arg0, %[[G:[a-z0-9]+]] = %arg1, %[[U:[a-z0-9]+]] = %arg2)
// CHECK: %[[A:.*]] = fusion.matmul %[[X]], %[[G]]
// CHECK: %[[S:.*]] = fusion.silu %[[A]]
// CHECK: %[[B:.*]] = fusion.matmul %[[X]], %[[U]]
// CHECK: fusion.mul %[[S]], %[[B]]
// CHECK-NOT: fusion.kernel(
func.func @swiglu(%x: tensor<4x8xf16>, %g: tensor<8x16xf16>, %u: tensor<8x16xf16>) -> tensor<4x16xf16> {
  %0 = fusion.matmul %x, %g : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %1 = fusion.silu %0 : tensor<4x16xf16>
  %2 = fusion.matmul %x, %u : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %3 = fusion.mul %1, %2 : (tensor<4x16xf16>, tensor<4x16xf16>) -> tensor<4x16xf16>
  return %3 : tensor<4x16xf16>
}

// -----

// Of two products of other left factors that meet, the later one takes the operation; the other's result is a full
// operand.
// CHECK-LABEL: @others
// CHECK: %[[G:.*]] = fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.silu
// CHECK: fusion.yield
// CHECK: fusion.kernel({{.*}}, %[[G0:[a-z0-9]+]] = %[[G]])
// CHECK: %[[U:.*]] = fusion.matmul
// CHECK: fusion.mul %[[G0]], %[[U]]
func.func @others(%x: tensor<4x8xf16>, %y: tensor<4x8xf16>, %g: tensor<8x16xf16>, %u: tensor<8x16xf16>)
    -> tensor<4x16xf16> {
  %0 = fusion.matmul %x, %g : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %1 = fusion.silu %0 : tensor<4x16xf16>
  %2 = fusion.matmul %y, %u : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %3 = fusion.mul %1, %2 : (tensor<4x16xf16>, tensor<4x16xf16>) -> tensor<4x16xf16>
  return %3 : tensor<4x16xf16>
}

// -----

// Of two products of different sizes in bytes, the one whose result is larger takes the operation, though it is earlier.
// CHECK-LABEL: @larger_first
// CHECK: %[[G:.*]] = fusion.kernel
// CHECK: fusion.matmul {{.*}} -> tensor<4x16xf16>
// CHECK-NEXT: fusion.yield
// CHECK: fusion.kernel({{.*}}, %[[G0:[a-z0-9]+]] = %[[G]])
// CHECK: %[[U:.*]] = fusion.matmul {{.*}} -> tensor<4x16xf32>
// CHECK: fusion.mul %[[U]], %[[G0]]
func.func @larger_first(%x: tensor<4x8xf16>, %g: tensor<8x16xf16>, %u: tensor<8x16xf16>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %u : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  %1 = fusion.matmul %x, %g : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %2 = fusion.mul %0, %1 : (tensor<4x16xf32>, tensor<4x16xf16>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Elementwise operations without a product become one kernel, broadcast parts included.
// CHECK-LABEL: @elementwise
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.rsqrt %{{.*}} : tensor<4x1xf32>
// CHECK: fusion.mul
// CHECK-NOT: fusion.kernel
func.func @elementwise(%x: tensor<4x16xf32>, %mean: tensor<4x1xf32>, %var: tensor<4x1xf32>) -> tensor<4x16xf32> {
  %eps = arith.constant dense<1.0e-5> : tensor<f32>
  %0 = fusion.sub %x, %mean : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  %1 = fusion.add %var, %eps : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %2 = fusion.rsqrt %1 : tensor<4x1xf32>
  %3 = fusion.mul %0, %2 : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// Elementwise work that only an epilogue reads is done there; the product stays first.
// CHECK-LABEL: @before_epilogue
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.neg
// CHECK-NEXT: fusion.add
// CHECK-NOT: fusion.kernel
func.func @before_epilogue(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %r: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.neg %r : tensor<4x16xf32>
  %1 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %2 = fusion.add %1, %0 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Work between a stored value and an epilogue goes to the epilogue, which reads the stored value again.
// CHECK-LABEL: @epilogue_before_elementwise
// CHECK: %[[R:.*]] = fusion.kernel
// CHECK-NEXT: fusion.relu
// CHECK-NEXT: fusion.yield
// CHECK: fusion.kernel({{.*}} = %[[R]], {{.*}} = %{{.*}})
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.exp
// CHECK-NEXT: fusion.add
func.func @epilogue_before_elementwise(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.relu %x : tensor<8x8xf32>
  %1 = fusion.exp %0 : tensor<8x8xf32>
  %2 = fusion.matmul %0, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = fusion.add %2, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// An operation between the two that depends on the producer moves behind the merged kernel.
// CHECK-LABEL: @move_dependent
// CHECK: %[[K:.*]]:2 = fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.add
// CHECK: fusion.kernel(%{{.*}} = %[[K]]#0) : (tensor<4x16xf32>) -> tensor<4x4xf32>
func.func @move_dependent(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %r: tensor<4x16xf32>)
    -> (tensor<4x4xf32>, tensor<4x16xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 4] [1, 1] : tensor<4x16xf32> to tensor<4x4xf32>
  %2 = fusion.exp %r : tensor<4x16xf32>
  %3 = fusion.add %0, %2 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1, %3 : tensor<4x4xf32>, tensor<4x16xf32>
}
