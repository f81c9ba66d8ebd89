// RUN: fusion-opt %s --split-input-file --fusion-lower-views | FileCheck %s

// CHECK-LABEL: @input_and_output
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<2x16x4x8xf32>, %[[W:[a-z0-9]+]]: memref<8x8xf32>, %[[O:[a-z0-9]+]]: memref<2x16x4x8xf32>
// CHECK-DAG: %[[XV:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [2, 4, 16, 8], strides: [512, 8, 32, 1] : memref<2x16x4x8xf32> to memref<2x4x16x8xf32, strided<[512, 8, 32, 1]>>
// CHECK-DAG: %[[OV:.*]] = memref.reinterpret_cast %[[O]] to offset: [0], sizes: [2, 4, 16, 8], strides: [512, 8, 32, 1]
// CHECK: fusion.kernel(%[[W0:.*]] = %[[W]], %[[X0:.*]] = %[[XV]]) outs(%[[OV]] : memref<2x4x16x8xf32, strided<[512, 8, 32, 1]>>)
// CHECK-NEXT: %[[P:.*]] = fusion.matmul %[[X0]], %[[W0]]
// CHECK-NEXT: fusion.yield %[[P]]
func.func @input_and_output(%x: memref<2x16x4x8xf32>, %w: memref<8x8xf32>, %o: memref<2x16x4x8xf32>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<2x16x4x8xf32>) : (memref<2x16x4x8xf32>, memref<8x8xf32>) -> () {
    %0 = fusion.view %x0 permute [0, 2, 1, 3] : tensor<2x16x4x8xf32> -> tensor<2x4x16x8xf32>
    %1 = fusion.matmul %0, %w0 : (tensor<2x4x16x8xf32>, tensor<8x8xf32>) -> tensor<2x4x16x8xf32>
    %2 = fusion.view %1 permute [0, 2, 1, 3] : tensor<2x4x16x8xf32> -> tensor<2x16x4x8xf32>
    fusion.yield %2 : tensor<2x16x4x8xf32>
  }
  return
}

// -----

// What is computed in order (a, b, c) is stored in (c, a, b): memory in the order of the computation is the inverse.
// CHECK-LABEL: @inverse
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<4x2x3xf32>
// CHECK: memref.reinterpret_cast %[[O]] to offset: [0], sizes: [2, 3, 4], strides: [3, 1, 6]
func.func @inverse(%x: memref<2x3x4xf32>, %o: memref<4x2x3xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4x2x3xf32>) : (memref<2x3x4xf32>) -> () {
    %0 = fusion.exp %x0 : tensor<2x3x4xf32>
    %1 = fusion.view %0 permute [2, 0, 1] : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
    fusion.yield %1 : tensor<4x2x3xf32>
  }
  return
}

// -----

// Equal views are one input; what is read as it lies too stays an input, what is not goes away.
// CHECK-LABEL: @shared
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<4x4xf32>, %[[Y:[a-z0-9]+]]: memref<4x4xf32>
// CHECK: %[[XV:.*]] = memref.reinterpret_cast %[[X]]
// CHECK: %[[YV:.*]] = memref.reinterpret_cast %[[Y]]
// CHECK: fusion.kernel(%[[X0:.*]] = %[[X]], %[[X1:.*]] = %[[XV]], %[[Y1:.*]] = %[[YV]])
// CHECK-NEXT: %[[A:.*]] = fusion.add %[[X1]], %[[X1]]
// CHECK-NEXT: %[[B:.*]] = fusion.add %[[A]], %[[X0]]
// CHECK-NEXT: fusion.add %[[B]], %[[Y1]]
func.func @shared(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %o: memref<4x4xf32>) {
  fusion.kernel(%x0 = %x, %y0 = %y) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>, memref<4x4xf32>) -> () {
    %0 = fusion.view %x0 permute [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    %1 = fusion.view %x0 permute [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    %2 = fusion.view %y0 permute [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    %3 = fusion.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = fusion.add %3, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = fusion.add %4, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %5 : tensor<4x4xf32>
  }
  return
}

// -----

// Sizes, strides and offsets that types leave open are those of the memory.
// CHECK-LABEL: @open
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x6x8xf16, strided<[?, 8, 1], offset: ?>>
// CHECK: %[[B:.*]], %[[OFF:.*]], %{{.*}}:3, %[[S:.*]]:3 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[D:.*]] = memref.dim %[[X]], %c0
// CHECK: memref.reinterpret_cast %[[X]] to offset: [%[[OFF]]], sizes: [6, %[[D]], 8], strides: [8, %[[S]]#0, 1]
func.func @open(%x: memref<?x6x8xf16, strided<[?, 8, 1], offset: ?>>, %o: memref<6x?x8xf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<6x?x8xf16>) : (memref<?x6x8xf16, strided<[?, 8, 1], offset: ?>>) -> () {
    %0 = fusion.view %x0 permute [1, 0, 2] : tensor<?x6x8xf16> -> tensor<6x?x8xf16>
    %1 = fusion.relu %0 : tensor<6x?x8xf16>
    fusion.yield %1 : tensor<6x?x8xf16>
  }
  return
}

// -----

// Kernels that are not bufferized stay.
// CHECK-LABEL: @graph
// CHECK: fusion.view
func.func @graph(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {
    %1 = fusion.view %x0 permute [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    fusion.yield %1 : tensor<3x2xf32>
  }
  return %0 : tensor<3x2xf32>
}
