// RUN: fusion-opt %s --fusion-outline-shapes --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @product.shapes(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index) -> (index, index)
// CHECK-SAME: {
// CHECK: return %arg0, %arg3
// CHECK: func @product(
func.func @product(%x: tensor<?x8xf32>, %w: tensor<8x?xf32>) -> tensor<?x?xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %1 = fusion.relu %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Sizes are followed through casts between operations.

// CHECK-LABEL: func @casts.shapes(%{{.*}}: index, %{{.*}}: index) -> (index, index, index)
// CHECK: return %c7{{.*}}, %arg0, %c7
func.func @casts(%x: tensor<?x?xf32>) -> tensor<7x?x?xf32> {
  %c0 = arith.constant 0 : index
  %0 = fusion.gelu %x : tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<7x?x7xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x7xf32>
  %2 = linalg.broadcast ins(%1 : tensor<?x7xf32>) outs(%e : tensor<7x?x7xf32>) dimensions = [0]
  %3 = tensor.cast %2 : tensor<7x?x7xf32> to tensor<7x?x?xf32>
  return %3 : tensor<7x?x?xf32>
}

// -----

// An integer that the entry takes stands among the sizes with its value; a float does not.

// CHECK-LABEL: func @numbers.shapes(%{{.*}}: index, %{{.*}}: index) -> (index, index)
// CHECK: %[[N:.*]] = arith.index_cast %arg0 : index to i64
// CHECK: %[[MORE:.*]] = arith.addi %[[N]], %{{.*}} : i64
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[MORE]] : i64 to index
// CHECK: return %[[SIZE]], %arg1
func.func @numbers(%v: f32, %n: i64, %x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  %more = arith.addi %n, %c1 : i64
  %rows = arith.index_cast %more : i64 to index
  %columns = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

func.func @name_is_taken.shapes(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-error @below {{function 'name_is_taken' needs the name 'name_is_taken.shapes', which another symbol has}}
func.func @name_is_taken(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{function 'data' expects output shapes that follow from input shapes, but dimension 0 of result 0 depends on data}}
func.func @data(%n: tensor<i64>) -> tensor<?xf32> {
  %0 = tensor.extract %n[] : tensor<i64>
  %1 = arith.index_cast %0 : i64 to index
  %2 = tensor.empty(%1) : tensor<?xf32>
  %3 = fusion.relu %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// expected-error @below {{function 'scalar' returns 'index'; only ranked tensors can be returned}}
func.func @scalar(%n: index) -> index {
  return %n : index
}

// -----

// expected-error @below {{function 'takes_narrow' takes 'i4'; only ranked tensors can be taken, and numbers of type f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or signless integers}}
func.func @takes_narrow(%x: i4) -> tensor<4xi4> {
  %0 = tensor.splat %x : tensor<4xi4>
  return %0 : tensor<4xi4>
}

// -----

// expected-error @below {{function 'unranked' takes 'tensor<*xf32>'; only ranked tensors can be taken}}
func.func @unranked(%u: tensor<*xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{function 'loop' expects output shapes that follow from input shapes, but dimension 0 of result 0 is carried by a loop; give it a static size}}
func.func @loop(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<?x8xf32> {
    %b = math.tanh %a : tensor<?x8xf32>
    scf.yield %b : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// -----

// A loop that changes elements alone keeps sizes, however it is nested.

// CHECK-LABEL: func @elements.shapes(%{{.*}}: index, %{{.*}}: index) -> (index, index)
// CHECK: return %arg0, %c8
func.func @elements(%x: tensor<?x8xf32>, %i: tensor<?xindex>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<?x8xf32> {
    %row = tensor.extract %i[%k] : tensor<?xindex>
    %ok = arith.cmpi ult, %row, %c3 : index
    %b = scf.if %ok -> tensor<?x8xf32> {
      %c = scf.for %j = %c0 to %c8 step %c1 iter_args(%d = %a) -> tensor<?x8xf32> {
        %e = tensor.extract %d[%k, %j] : tensor<?x8xf32>
        %f = tensor.insert %e into %d[%row, %j] : tensor<?x8xf32>
        scf.yield %f : tensor<?x8xf32>
      }
      scf.yield %c : tensor<?x8xf32>
    } else {
      scf.yield %a : tensor<?x8xf32>
    }
    scf.yield %b : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// -----

// So does one that casts what it carries, or writes to it in destination style.

// CHECK-LABEL: func @carried_through_casts.shapes(
// CHECK-SAME: %{{.*}}: index, %[[COLUMNS:.*]]: index) -> (index, index)
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: return %[[ONE]], %[[COLUMNS]]
func.func @carried_through_casts(%x: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<1x?xf32> {
    %b = tensor.cast %a : tensor<1x?xf32> to tensor<?x?xf32>
    %c = linalg.fill ins(%zero : f32) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
    %d = tensor.cast %c : tensor<?x?xf32> to tensor<1x?xf32>
    scf.yield %d : tensor<1x?xf32>
  }
  %0 = tensor.cast %r : tensor<1x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
