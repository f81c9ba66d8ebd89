// RUN: fusion-opt %s --fusion-write-to-outputs --split-input-file | FileCheck %s

// A chain of operations in one memory starts in the output.

// CHECK-LABEL: func @chain
// CHECK-SAME: %[[O:[a-z0-9]+]]: tensor<4xf32> {fusion.output}
func.func @chain(%call: !llvm.ptr, %x: tensor<4x8xf32>, %o: tensor<4xf32> {fusion.output}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: linalg.fill {{.*}} outs(%[[O]]
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %1 = bufferization.materialize_in_destination %0 in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Somebody else needs a value of the chain: it cannot be overwritten in the output.

// CHECK-LABEL: func @watched
// CHECK: linalg.exp {{.*}} outs(%{{[0-9]+}} : tensor<4xf32>)
func.func @watched(%call: !llvm.ptr, %x: tensor<4xf32>, %y: tensor<4x8xf32>, %o: tensor<4xf32> {fusion.output})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %1 = bufferization.materialize_in_destination %0 in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %z : tensor<4xf32>, tensor<4xf32>
}

// -----

// A kernel writes to the output.

// CHECK-LABEL: func @kernel
// CHECK-SAME: %[[O:[a-z0-9]+]]: tensor<4xf32> {fusion.output}
func.func @kernel(%call: !llvm.ptr, %x: tensor<4xf32>, %o: tensor<4xf32> {fusion.output}) -> tensor<4xf32> {
  // CHECK: fusion.kernel({{.*}}) outs(%[[O]] : tensor<4xf32>)
  %e = tensor.empty() : tensor<4xf32>
  %0 = fusion.kernel(%a = %x) outs(%e : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32> {
    %r = fusion.exp %a : tensor<4xf32>
    fusion.yield %r : tensor<4xf32>
  }
  %1 = bufferization.materialize_in_destination %0 in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// So it is where a kernel stores some of the elements, of which an argument or a constant has the others.

// CHECK-LABEL: func @scattered
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<8x4xf32>, %[[K:[a-z0-9]+]]: tensor<2x4xf32>, %{{.*}}, %[[O:[a-z0-9]+]]: tensor<8x4xf32> {fusion.output}, %[[P:[a-z0-9]+]]: tensor<8x4xf32> {fusion.output}
func.func @scattered(%call: !llvm.ptr, %cache: tensor<8x4xf32>, %k: tensor<2x4xf32>, %i: tensor<2x1xi32>, %o: tensor<8x4xf32> {fusion.output}, %p: tensor<8x4xf32> {fusion.output}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  // CHECK: %[[COPY:.*]] = linalg.copy ins(%[[C]] : tensor<8x4xf32>) outs(%[[O]] : tensor<8x4xf32>)
  // CHECK: fusion.kernel({{.*}}) outs(%[[COPY]] : tensor<8x4xf32>)
  %0 = fusion.kernel(%a = %k, %b = %i, %c = %cache) outs(%cache : tensor<8x4xf32>) : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    %s = fusion.scatter %a at %b along 0 : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<8x4xf32>
    fusion.yield %s : tensor<8x4xf32>
  }
  %1 = fusion.kernel(%a = %k, %b = %i, %c = %0) outs(%0 : tensor<8x4xf32>) : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    %s = fusion.scatter %a at %b along 0 : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<8x4xf32>
    fusion.yield %s : tensor<8x4xf32>
  }
  // CHECK: %[[ZEROS:.*]] = linalg.copy ins(%{{.*}} : tensor<8x4xf32>) outs(%[[P]] : tensor<8x4xf32>)
  // CHECK: fusion.kernel({{.*}}) outs(%[[ZEROS]] : tensor<8x4xf32>)
  %2 = fusion.kernel(%a = %k, %b = %i) outs(%zeros : tensor<8x4xf32>) : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<8x4xf32> {
    %s = fusion.scatter %a at %b along 0 : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<8x4xf32>
    fusion.yield %s : tensor<8x4xf32>
  }
  %3 = bufferization.materialize_in_destination %1 in %o : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = bufferization.materialize_in_destination %2 in %p : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %3, %4 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A cache whose part is replaced is copied to the output, not to memory of its own first.

// CHECK-LABEL: func @cache
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<8x4xf32>, %[[K:[a-z0-9]+]]: tensor<1x4xf32>, %[[O:[a-z0-9]+]]: tensor<8x4xf32> {fusion.output}
func.func @cache(%call: !llvm.ptr, %cache: tensor<8x4xf32>, %k: tensor<1x4xf32>, %o: tensor<8x4xf32> {fusion.output}) -> tensor<8x4xf32> {
  // CHECK: %[[COPY:.*]] = linalg.copy ins(%[[C]] : tensor<8x4xf32>) outs(%[[O]] : tensor<8x4xf32>)
  // CHECK: tensor.insert_slice %[[K]] into %[[COPY]]
  %0 = tensor.insert_slice %k into %cache[7, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
  %1 = bufferization.materialize_in_destination %0 in %o : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// One that is written into stays where it is.

// CHECK-LABEL: func @in_place
// CHECK-NOT: linalg.copy
func.func @in_place(%call: !llvm.ptr, %cache: tensor<8x4xf32> {fusion.aliases = 0 : i64}, %k: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %0 = tensor.insert_slice %k into %cache[7, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
  %1 = bufferization.materialize_in_destination %0 in %cache : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// A kernel that keeps elements of what another filled names it twice; the other writes to the output.

// CHECK-LABEL: func @kept
// CHECK-SAME: %[[O:[a-z0-9]+]]: tensor<4x8xf32> {fusion.output}
func.func @kept(%call: !llvm.ptr, %x: tensor<4x8xf32>, %at: tensor<4x1xi64>, %o: tensor<4x8xf32> {fusion.output}) -> tensor<4x8xf32> {
  // CHECK: linalg.fill {{.*}} outs(%[[O]]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %k = fusion.kernel(%a = %x, %b = %at, %c = %z) outs(%z : tensor<4x8xf32>) : (tensor<4x8xf32>, tensor<4x1xi64>, tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = fusion.scatter %a at %b into %c along 0 : (tensor<4x8xf32>, tensor<4x1xi64>, tensor<4x8xf32>) -> tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  %1 = bufferization.materialize_in_destination %k in %o : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
