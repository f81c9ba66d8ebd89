// What is joined is looked up where it is read: slices, transpositions and cheap operations go into the lookups.
// RUN: fusion-opt %s --fusion-fold-concats --split-input-file | FileCheck %s

// The halves of a rotary embedding.
// CHECK-LABEL: @rotate
// CHECK-NEXT: %[[R:.*]] = fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<8x6xbf16>) -> tensor<8x6xbf16>
// CHECK-DAG: %[[HIGH:.*]] = arith.cmpi uge, %[[J]], %{{.*}} : index
// CHECK-DAG: %[[BACK:.*]] = arith.addi %[[J]], %c-3
// CHECK: %[[LOW:.*]] = fusion.lookup %[[T]][%[[I]], %[[BACK]]] if %[[HIGH]]
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : index
// CHECK: %[[ON:.*]] = arith.addi %[[J]], %c3
// CHECK: fusion.lookup %[[T]][%[[I]], %[[ON]]] if %[[FIRST]]
// CHECK: arith.negf
// CHECK: %[[V:.*]] = arith.select %[[FIRST]], %{{.*}}, %[[LOW]] : bf16
// CHECK: fusion.yield %[[V]]
// CHECK: fusion.mul %[[R]], %arg1
func.func @rotate(%x: tensor<8x6xbf16>, %sin: tensor<8x6xbf16>) -> tensor<8x6xbf16> {
  %low = tensor.extract_slice %x[0, 0] [8, 3] [1, 1] : tensor<8x6xbf16> to tensor<8x3xbf16>
  %high = tensor.extract_slice %x[0, 3] [8, 3] [1, 1] : tensor<8x6xbf16> to tensor<8x3xbf16>
  %minus = fusion.neg %high : tensor<8x3xbf16>
  %0 = tensor.concat dim(1) %minus, %low : (tensor<8x3xbf16>, tensor<8x3xbf16>) -> tensor<8x6xbf16>
  %1 = fusion.mul %0, %sin : (tensor<8x6xbf16>, tensor<8x6xbf16>) -> tensor<8x6xbf16>
  return %1 : tensor<8x6xbf16>
}

// -----

// Every second column, of a transposed tensor; three parts, of which one stands twice; dimensions of size 1.
// CHECK-LABEL: @strided
// CHECK-NOT: tensor.concat
// CHECK: fusion.map() tables(%[[X:.*]] = %arg0, %[[Y:.*]] = %arg1) at(%[[I:.*]], %[[J:.*]]) : (tensor<8x5xf32>, tensor<5x1x2xf32>) -> tensor<5x10xf32>
// CHECK: fusion.lookup %[[X]][%{{.*}}, %[[I]]] if
// CHECK: fusion.lookup %[[Y]][%[[I]], %{{.*}}, %{{.*}}] if
// CHECK: fusion.lookup %[[X]][%{{.*}}, %[[I]]] if
func.func @strided(%x: tensor<8x5xf32>, %y: tensor<5x1x2xf32>, %z: tensor<5x10xf32>) -> tensor<5x10xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %t = linalg.transpose ins(%x : tensor<8x5xf32>) outs(%e : tensor<5x8xf32>) permutation = [1, 0]
  %a = tensor.extract_slice %t[0, 1] [5, 4] [1, 2] : tensor<5x8xf32> to tensor<5x4xf32>
  %b = tensor.collapse_shape %y [[0, 1], [2]] : tensor<5x1x2xf32> into tensor<5x2xf32>
  %0 = tensor.concat dim(1) %a, %b, %a : (tensor<5x4xf32>, tensor<5x2xf32>, tensor<5x4xf32>) -> tensor<5x10xf32>
  %1 = fusion.add %0, %z : (tensor<5x10xf32>, tensor<5x10xf32>) -> tensor<5x10xf32>
  return %1 : tensor<5x10xf32>
}

// -----

// A cheap product of a broadcast row; a formula of positions, whoever else reads it.
// CHECK-LABEL: @angles
// CHECK: fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<3xf32>) -> tensor<8x6xf32>
// CHECK: arith.index_cast %[[I]]
// CHECK: fusion.lookup %[[T]]
// CHECK: fusion.cos
func.func @angles(%frequencies: tensor<3xf32>) -> (tensor<8x6xf32>, tensor<8x1xf32>) {
  %p = fusion.map() at(%i, %j) : () -> tensor<8x1xf32> {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    fusion.yield %1 : f32
  }
  %0 = fusion.mul %p, %frequencies : (tensor<8x1xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  %1 = tensor.concat dim(1) %0, %0 : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  %2 = fusion.cos %1 : tensor<8x6xf32>
  return %2, %p : tensor<8x6xf32>, tensor<8x1xf32>
}

// -----

// What stands behind a product is its epilogue, and stays; so does what costs much, or has other readers.
// CHECK-LABEL: @stored
// CHECK: fusion.matmul
// CHECK: %[[C:.*]] = fusion.cast
// CHECK: %[[G:.*]] = fusion.tan
// CHECK: %[[S:.*]] = fusion.add
// CHECK: fusion.map() tables(%{{.*}} = %[[S]], %{{.*}} = %[[G]], %{{.*}} = %[[C]])
// CHECK: fusion.relu
func.func @stored(%x: tensor<8x4xf16>, %w: tensor<4x4xf16>) -> (tensor<8x12xf16>, tensor<8x4xf16>) {
  %0 = fusion.matmul %x, %w : (tensor<8x4xf16>, tensor<4x4xf16>) -> tensor<8x4xf32>
  %1 = fusion.cast %0 : tensor<8x4xf32> to tensor<8x4xf16>
  %2 = fusion.tan %x : tensor<8x4xf16>
  %3 = fusion.add %x, %x : (tensor<8x4xf16>, tensor<8x4xf16>) -> tensor<8x4xf16>
  %4 = tensor.concat dim(1) %1, %2, %3 : (tensor<8x4xf16>, tensor<8x4xf16>, tensor<8x4xf16>) -> tensor<8x12xf16>
  %5 = fusion.relu %4 : tensor<8x12xf16>
  return %5, %3 : tensor<8x12xf16>, tensor<8x4xf16>
}

// -----

// A copy of what is stored that a product reads stays as it is, and so does what has parts of sizes that may differ.
// CHECK-LABEL: @copies
// CHECK-COUNT-2: tensor.concat
func.func @copies(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %w: tensor<8x4xf16>, %c: tensor<?x4xf16>, %d: tensor<?x4xf16>)
    -> (tensor<4x4xf32>, tensor<?x8xf16>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x8xf16>
  %1 = fusion.matmul %0, %w : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf32>
  %2 = tensor.concat dim(1) %c, %d : (tensor<?x4xf16>, tensor<?x4xf16>) -> tensor<?x8xf16>
  %3 = fusion.relu %2 : tensor<?x8xf16>
  return %1, %3 : tensor<4x4xf32>, tensor<?x8xf16>
}

// -----

// Parts of open lengths: the map is passed where the second one begins.
// CHECK-LABEL: @open_lengths
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf16>, %[[Y:.*]]: tensor<?x4xf16>)
// CHECK-DAG: %[[NX:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[NY:.*]] = tensor.dim %[[Y]], %c0
// CHECK: %[[N:.*]] = arith.addi %[[NX]], %[[NY]] : index
// CHECK: tensor.empty(%[[N]]) : tensor<?x4xf16>
// CHECK: %[[PX:.*]] = tensor.from_elements %{{.*}} : tensor<i64>
// CHECK: fusion.map(%{{.*}} = %{{.*}}, %[[MX:.*]] = %[[PX]]) tables(%[[TY:.*]] = %[[Y]], %[[TX:.*]] = %[[X]]) at(%[[I:.*]], %[[J:.*]]) :
// CHECK-DAG: %[[BEGIN:.*]] = arith.index_cast %[[MX]] : i64 to index
// CHECK: %[[BEHIND:.*]] = arith.cmpi uge, %[[I]], %[[BEGIN]] : index
// CHECK: fusion.lookup %[[TY]][%{{.*}}, %[[J]]] if
// CHECK: fusion.lookup %[[TX]][%[[I]], %[[J]]] if
// CHECK-NOT: tensor.concat
func.func @open_lengths(%x: tensor<?x4xf16>, %y: tensor<?x4xf16>) -> tensor<?x4xf16> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<?x4xf16>, tensor<?x4xf16>) -> tensor<?x4xf16>
  %1 = fusion.relu %0 : tensor<?x4xf16>
  return %1 : tensor<?x4xf16>
}

// -----

// Joined pairs are merged with a dimension of open size in front of them, and with one behind: number floordiv size and
// number mod size.
// CHECK-LABEL: @open_merge
// CHECK-SAME: (%[[X:.*]]: tensor<?x1xf32>, %[[Y:.*]]: tensor<1x?xf32>)
// CHECK: %[[N:.*]] = arith.muli %{{.*}}, %c2 : index
// CHECK: tensor.empty(%[[N]])
// CHECK: fusion.map(
// CHECK: arith.remui %{{.*}}, %c2
// CHECK: arith.divui %{{.*}}, %c2
// CHECK: fusion.map(
// CHECK: %[[SIZE:.*]] = arith.index_cast
// CHECK: arith.divui %{{.*}}, %[[SIZE]]
// CHECK: arith.remui %{{.*}}, %[[SIZE]]
// CHECK-NOT: tensor.concat
func.func @open_merge(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.concat dim(1) %x, %x : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %2 = fusion.relu %1 : tensor<?xf32>
  %3 = tensor.concat dim(0) %y, %y : (tensor<1x?xf32>, tensor<1x?xf32>) -> tensor<2x?xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<2x?xf32> into tensor<?xf32>
  %5 = fusion.relu %4 : tensor<?xf32>
  return %2, %5 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The halves of an open batch: its size comes from an operand that is not read.
// CHECK-LABEL: @rotate_open
// CHECK-SAME: (%[[X:.*]]: tensor<?x6x8xf16>)
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?x6x8xf16>
// CHECK: fusion.map(%{{.*}} = %[[E]]) tables(%[[T:.*]] = %[[X]]) at(%[[B:.*]], %[[I:.*]], %[[J:.*]]) :
// CHECK: fusion.lookup %[[T]][%[[B]], %[[I]], %{{.*}}] if
// CHECK: fusion.lookup %[[T]][%[[B]], %[[I]], %{{.*}}] if
// CHECK-NOT: tensor.concat
func.func @rotate_open(%x: tensor<?x6x8xf16>) -> tensor<?x6x8xf16> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?x6x8xf16>
  %0 = tensor.extract_slice %x[0, 0, 0] [%dim, 6, 4] [1, 1, 1] : tensor<?x6x8xf16> to tensor<?x6x4xf16>
  %1 = tensor.extract_slice %x[0, 0, 4] [%dim, 6, 4] [1, 1, 1] : tensor<?x6x8xf16> to tensor<?x6x4xf16>
  %2 = fusion.neg %1 : tensor<?x6x4xf16>
  %3 = tensor.concat dim(2) %2, %0 : (tensor<?x6x4xf16>, tensor<?x6x4xf16>) -> tensor<?x6x8xf16>
  return %3 : tensor<?x6x8xf16>
}

// -----

// A part that is all of the result, beside an empty one: an empty cache and the first keys.
// CHECK-LABEL: @empty
// CHECK: fusion.map()
// CHECK: %[[V:.*]] = fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] : tensor<2x3xf32>
// CHECK-NEXT: fusion.yield %[[V]]
func.func @empty(%a: tensor<2x3xf32>, %b: tensor<2x0xf32>) -> tensor<2x3xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x0xf32>) -> tensor<2x3xf32>
  %1 = fusion.relu %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// The pairs of a rotary embedding, joined in a dimension of their own, which is merged with that of the pairs.
// CHECK-LABEL: @pairs
// CHECK: %[[R:.*]] = fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<9x10xf32>) -> tensor<9x10xf32>
// CHECK: %[[N:.*]] = arith.index_castui %[[J]] : index to i32
// CHECK: %[[R2:.*]] = arith.remui %[[N]], %{{.*}} : i32
// CHECK: %[[ODD:.*]] = arith.index_castui %[[R2]]
// CHECK: arith.cmpi uge, %[[ODD]]
// CHECK: %[[PAIR:.*]] = arith.divui
// CHECK: arith.muli %[[PAIR]]
// CHECK: fusion.lookup %[[T]][%[[I]], %{{.*}}] if
// CHECK: fusion.lookup %[[T]][%[[I]], %{{.*}}] if
// CHECK-NOT: tensor.collapse_shape
// CHECK: fusion.mul %[[R]], %arg1
func.func @pairs(%x: tensor<9x10xf32>, %sin: tensor<9x10xf32>) -> tensor<9x10xf32> {
  %even = tensor.extract_slice %x[0, 0] [9, 5] [1, 2] : tensor<9x10xf32> to tensor<9x5xf32>
  %odd = tensor.extract_slice %x[0, 1] [9, 5] [1, 2] : tensor<9x10xf32> to tensor<9x5xf32>
  %minus = fusion.neg %odd : tensor<9x5xf32>
  %a = tensor.expand_shape %minus [[0], [1, 2]] output_shape [9, 5, 1] : tensor<9x5xf32> into tensor<9x5x1xf32>
  %b = tensor.expand_shape %even [[0], [1, 2]] output_shape [9, 5, 1] : tensor<9x5xf32> into tensor<9x5x1xf32>
  %0 = tensor.concat dim(2) %a, %b : (tensor<9x5x1xf32>, tensor<9x5x1xf32>) -> tensor<9x5x2xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<9x5x2xf32> into tensor<9x10xf32>
  %2 = fusion.mul %1, %sin : (tensor<9x10xf32>, tensor<9x10xf32>) -> tensor<9x10xf32>
  return %2 : tensor<9x10xf32>
}

// -----

// A size that the result's type leaves open may be a number where the parts come from.

// CHECK-LABEL: @size_is_known_in_front_of_a_cast
// CHECK: %[[SIZE:.*]] = arith.constant 65 : index
// CHECK: %[[SHAPE:.*]] = tensor.empty(%[[SIZE]]) : tensor<128x?xf16>
// CHECK: %[[R:.*]] = fusion.map(%{{.*}} = %[[SHAPE]])
// CHECK: fusion.neg %[[R]]
func.func @size_is_known_in_front_of_a_cast(%x: tensor<64x65xf16>) -> tensor<128x?xf16> {
  %0 = tensor.cast %x : tensor<64x65xf16> to tensor<64x?xf16>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<64x?xf16>, tensor<64x?xf16>) -> tensor<128x?xf16>
  %2 = fusion.neg %1 : tensor<128x?xf16>
  return %2 : tensor<128x?xf16>
}

// -----

// Maps have no complex numbers.
// CHECK-LABEL: @complex_halves
// CHECK: tensor.concat
func.func @complex_halves(%x: tensor<4x8xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %low = tensor.extract_slice %x[0, 1] [4, 2] [1, 1] : tensor<4x8xcomplex<f32>> to tensor<4x2xcomplex<f32>>
  %high = tensor.extract_slice %x[0, 5] [4, 2] [1, 1] : tensor<4x8xcomplex<f32>> to tensor<4x2xcomplex<f32>>
  %0 = tensor.concat dim(1) %high, %low : (tensor<4x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// -----

// What is computed in front of a reshape is computed where it is read, too: GPT-J's rotary embedding joins what it
// turned, pair by pair, with the rest of a head.
// CHECK-LABEL: @computed_in_front_of_a_reshape
// CHECK: fusion.map() tables(%{{.*}} = %arg1, %{{.*}} = %arg0) at(%{{.*}}, %[[J:.*]]) : (tensor<9x3xf32>, tensor<9x2x2xf32>) -> tensor<9x7xf32>
// CHECK-DAG: %[[N:.*]] = arith.index_castui %[[J]] : index to i32
// CHECK-DAG: arith.divui %[[N]]
// CHECK-DAG: arith.remui
// CHECK: arith.mulf
// CHECK-NOT: fusion.mul
// CHECK: fusion.neg
func.func @computed_in_front_of_a_reshape(%x: tensor<9x2x2xf32>, %rest: tensor<9x3xf32>) -> tensor<9x7xf32> {
  %0 = fusion.mul %x, %x : (tensor<9x2x2xf32>, tensor<9x2x2xf32>) -> tensor<9x2x2xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<9x2x2xf32> into tensor<9x4xf32>
  %2 = tensor.concat dim(1) %1, %rest : (tensor<9x4xf32>, tensor<9x3xf32>) -> tensor<9x7xf32>
  %3 = fusion.neg %2 : tensor<9x7xf32>
  return %3 : tensor<9x7xf32>
}

// -----

// A padding, with the cheap operation in front of it.
// CHECK-LABEL: @padding
// CHECK-NEXT: %[[P:.*]] = fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<4x6xf32>) -> tensor<5x6xf32>
// CHECK: %[[INSIDE:.*]] = arith.cmpi uge, %[[I]], %{{.*}} : index
// CHECK: %[[BEFORE:.*]] = arith.addi %[[I]], %c-1
// CHECK: %[[X:.*]] = fusion.lookup %[[T]][%[[BEFORE]], %[[J]]] if %[[INSIDE]]
// CHECK: %[[N:.*]] = arith.negf %[[X]]
// CHECK: %[[BORDER:.*]] = arith.constant 1.0
// CHECK: %[[V:.*]] = arith.select %[[INSIDE]], %[[N]], %[[BORDER]]
// CHECK: fusion.yield %[[V]]
// CHECK: return %[[P]]
func.func @padding(%x: tensor<4x6xf32>) -> tensor<5x6xf32> {
  %one = arith.constant 1.0 : f32
  %width = arith.constant 1 : index
  %n = fusion.neg %x : tensor<4x6xf32>
  %0 = tensor.pad %n low[%width, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<4x6xf32> to tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// -----

// An open size is asked of what is padded, and passed to the map where there is a border along it.
// CHECK-LABEL: @padding_of_open_size
// CHECK-SAME: (%[[X:.*]]: tensor<4x?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: tensor.empty(%[[N]]) : tensor<6x?xf32>
// CHECK: fusion.map(%{{.*}} = %{{.*}}) tables
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %c2 : index
// CHECK: tensor.empty(%[[SUM]]) : tensor<4x?xf32>
// CHECK: %[[P:.*]] = tensor.from_elements
// CHECK: fusion.map(%{{.*}} = %{{.*}}, %{{.*}} = %[[P]]) tables
func.func @padding_of_open_size(%x: tensor<4x?xf32>) -> (tensor<6x?xf32>, tensor<4x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  %1 = tensor.pad %x low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  return %0, %1 : tensor<6x?xf32>, tensor<4x?xf32>
}

// -----

// The border of a padding is known.
// CHECK-LABEL: @padding_that_stays
// CHECK: tensor.pad
func.func @padding_that_stays(%y: tensor<4x6xf32>, %border: f32) -> tensor<6x6xf32> {
  %0 = tensor.pad %y low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %border : f32
  } : tensor<4x6xf32> to tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
