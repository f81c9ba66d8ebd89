// Static sizes pass casts, so that kernels know them and meet.
// RUN: fusion-opt %s -split-input-file -fusion-propagate-layout | FileCheck %s
// RUN: fusion-opt %s -split-input-file -fusion-fuse | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: @forwards(
// CHECK-SAME: %[[A:.*]]: tensor<64x128xbf16>, %[[W:.*]]: tensor<256x128xbf16>, %[[R:.*]]: tensor<?x256xbf16>)
// CHECK: %[[P:.*]] = fusion.matmul %[[A]], %[[W]] {transpose_b} : {{.*}} -> tensor<64x256xbf16>
// CHECK: %[[S:.*]] = fusion.sqrt %[[P]] : tensor<64x256xbf16>
// CHECK: %[[Y:.*]] = fusion.add %[[S]], %[[R]] : (tensor<64x256xbf16>, tensor<?x256xbf16>) -> tensor<64x256xbf16>
// CHECK: %[[C:.*]] = tensor.cast %[[Y]] : tensor<64x256xbf16> to tensor<?x256xbf16>
// CHECK: return %[[C]]
// FUSED-LABEL: @forwards
// FUSED: fusion.kernel
// FUSED-NEXT: fusion.matmul
// FUSED-NEXT: fusion.sqrt
// FUSED-NEXT: fusion.add
// FUSED-NOT: fusion.kernel
// FUSED: return
func.func @forwards(%a: tensor<64x128xbf16>, %w: tensor<256x128xbf16>, %r: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %0 = tensor.cast %a : tensor<64x128xbf16> to tensor<?x128xbf16>
  %1 = fusion.matmul %0, %w {transpose_b} : (tensor<?x128xbf16>, tensor<256x128xbf16>) -> tensor<?x256xbf16>
  %2 = fusion.sqrt %1 : tensor<?x256xbf16>
  %3 = fusion.add %2, %r : (tensor<?x256xbf16>, tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %3 : tensor<?x256xbf16>
}

// -----

// What is checked is where the sizes come from.
// CHECK-LABEL: @backwards(
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf32>, %[[W:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?xf32>)
// CHECK-DAG: %[[AC:.*]] = tensor.cast %[[A]] : tensor<?x?xf32> to tensor<64x?xf32>
// CHECK-DAG: %[[WC:.*]] = tensor.cast %[[W]] : tensor<?x?xf32> to tensor<?x32xf32>
// CHECK: %[[P:.*]] = fusion.matmul %[[AC]], %[[WC]] : (tensor<64x?xf32>, tensor<?x32xf32>) -> tensor<64x32xf32>
// CHECK: %[[BC:.*]] = tensor.cast %[[B]] : tensor<?xf32> to tensor<32xf32>
// CHECK: %[[Y:.*]] = fusion.add %[[P]], %[[BC]] : (tensor<64x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>
// CHECK: return %[[Y]]
func.func @backwards(%a: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<64x32xf32> {
  %0 = fusion.matmul %a, %w : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = fusion.add %0, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// -----

// K, and batches of which one is repeated.
// CHECK-LABEL: @product(
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_a} : (tensor<5x16x3xf32>, tensor<16x?xf32>) -> tensor<5x3x?xf32>
func.func @product(%a: tensor<5x16x3xf32>, %w: tensor<1x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = tensor.cast %a : tensor<5x16x3xf32> to tensor<?x?x?xf32>
  %1 = tensor.cast %w : tensor<1x?x?xf32> to tensor<1x16x?xf32>
  %2 = tensor.cast %1 : tensor<1x16x?xf32> to tensor<1x?x?xf32>
  %3 = fusion.matmul %0, %2 {transpose_a} : (tensor<?x?x?xf32>, tensor<1x?x?xf32>) -> tensor<?x?x?xf32>
  return %3 : tensor<?x?x?xf32>
}

// -----

// A dynamic size is never repeated, also if it is known to be 1: the other operand must have one row, too.
// CHECK-LABEL: @one_row(
// CHECK-SAME: %[[A:.*]]: tensor<1x8xf32>, %[[R:.*]]: tensor<?x8xf32>)
// CHECK: %[[RC:.*]] = tensor.cast %[[R]] : tensor<?x8xf32> to tensor<1x8xf32>
// CHECK: fusion.add %[[A]], %[[RC]] : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
func.func @one_row(%a: tensor<1x8xf32>, %r: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = tensor.cast %a : tensor<1x8xf32> to tensor<?x8xf32>
  %1 = fusion.add %0, %r : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// An error of the graph, said when it runs.
// CHECK-LABEL: @contradictory(
// CHECK: fusion.add %{{.*}}, %{{.*}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
func.func @contradictory(%a: tensor<1xf32>, %b: tensor<5xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<1xf32> to tensor<?xf32>
  %1 = tensor.cast %b : tensor<5xf32> to tensor<?xf32>
  %2 = fusion.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Where the condition does not hold, any size is good.
// CHECK-LABEL: @in_a_branch(
// CHECK: fusion.relu %{{.*}} : tensor<?xf32>
// CHECK: scf.if
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
func.func @in_a_branch(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = fusion.relu %a : tensor<?xf32>
  %1 = scf.if %c -> tensor<4xf32> {
    %2 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
    %3 = fusion.add %2, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// -----

// All operands have one row, so the result has: what asks for five is wrong, and is left for the run.
// CHECK-LABEL: @not_five(
// CHECK: %[[Y:.*]] = fusion.add %{{.*}} : ({{.*}}) -> tensor<1x8xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?x8xf32> to tensor<5x8xf32>
func.func @not_five(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> tensor<5x8xf32> {
  %0 = fusion.add %a, %b : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<?x8xf32>
  %1 = tensor.cast %0 : tensor<?x8xf32> to tensor<5x8xf32>
  return %1 : tensor<5x8xf32>
}

// -----

// Updates and their indices have one size, which either may know.
// CHECK-LABEL: @scattered(
// CHECK-SAME: %[[X:.*]]: tensor<16x8xf32>, %[[I:.*]]: tensor<?x1xi64>, %[[C:.*]]: tensor<64x8xf32>)
// CHECK: %[[Y:.*]] = fusion.sqrt %[[X]] : tensor<16x8xf32>
// CHECK: %[[J:.*]] = tensor.cast %[[I]] : tensor<?x1xi64> to tensor<16x1xi64>
// CHECK: fusion.scatter %[[Y]] at %[[J]] into %[[C]] along 0 {unique_indices} : (tensor<16x8xf32>, tensor<16x1xi64>, tensor<64x8xf32>)
// FUSED-LABEL: @scattered
// FUSED: fusion.kernel
// FUSED-NEXT: fusion.sqrt
// FUSED-NEXT: fusion.scatter
// FUSED-NOT: fusion.kernel
// FUSED: return
func.func @scattered(%x: tensor<16x8xf32>, %i: tensor<?x1xi64>, %c: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %0 = fusion.sqrt %x : tensor<16x8xf32>
  %1 = tensor.cast %0 : tensor<16x8xf32> to tensor<?x8xf32>
  %2 = fusion.scatter %1 at %i into %c along 0 {unique_indices} : (tensor<?x8xf32>, tensor<?x1xi64>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}

// -----

// What is kept has the sizes before its cast, and the result is cast instead.
// CHECK-LABEL: @kept(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?xi32>, %[[C:.*]]: tensor<64x8xf32>)
// CHECK: %[[Y:.*]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<?x8xf32>
// CHECK: %[[J:.*]] = tensor.cast %[[I]] : tensor<?xi32> to tensor<8xi32>
// CHECK: fusion.scatter %[[Y]] at %[[J]] into %[[C]] along 0 : (tensor<?x8xf32>, tensor<8xi32>, tensor<64x8xf32>) -> tensor<64x8xf32>
func.func @kept(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %c: tensor<64x8xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %c : tensor<64x8xf32> to tensor<?x?xf32>
  %1 = fusion.scatter %x at %i into %0 along 0 : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// An argument whose place the result takes is not cast, so its rows stay as long as the launch says.
// CHECK-LABEL: @argument(
// CHECK: fusion.scatter %{{.*}} at %{{.*}} into %arg2 along 0 : (tensor<16x?xf32>, tensor<16x1xi64>, tensor<64x?xf32>)
func.func @argument(%x: tensor<16x8xf32>, %i: tensor<?x1xi64>, %c: tensor<64x?xf32> {fusion.aliases = 0 : i64}) -> tensor<64x?xf32> {
  %0 = tensor.cast %x : tensor<16x8xf32> to tensor<?x?xf32>
  %1 = fusion.scatter %0 at %i into %c along 0 : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<64x?xf32>) -> tensor<64x?xf32>
  return %1 : tensor<64x?xf32>
}

// -----

// Sizes that contradict each other are found when the graph runs.
// CHECK-LABEL: @contradictory_updates(
// CHECK: fusion.scatter %{{.*}} : (tensor<?x8xf32>, tensor<?x1xi64>, tensor<64x8xf32>)
func.func @contradictory_updates(%x: tensor<16x8xf32>, %i: tensor<15x1xi64>, %c: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %0 = tensor.cast %x : tensor<16x8xf32> to tensor<?x8xf32>
  %1 = tensor.cast %i : tensor<15x1xi64> to tensor<?x1xi64>
  %2 = fusion.scatter %0 at %1 into %c along 0 : (tensor<?x8xf32>, tensor<?x1xi64>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}
