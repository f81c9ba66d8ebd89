// What is joined, looked up or returned is looked up where it comes from: moves and cheap operations go into the lookups.
// RUN: fusion-opt %s --fusion-fold-lookups --split-input-file | FileCheck %s

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

// What a product reads stays where one copy makes it: the other part is computed in its place. So does what has parts of
// sizes that may differ.
// CHECK-LABEL: @copies
// CHECK-COUNT-2: tensor.concat
func.func @copies(%a: tensor<4x4xf32>, %b: tensor<4x4xf16>, %w: tensor<4x8xf32>, %c: tensor<?x4xf16>, %d: tensor<?x4xf16>)
    -> (tensor<8x8xf32>, tensor<?x8xf16>) {
  %own = fusion.matmul %b, %b : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  %0 = tensor.concat dim(0) %a, %own : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = fusion.matmul %0, %w : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %2 = tensor.concat dim(1) %c, %d : (tensor<?x4xf16>, tensor<?x4xf16>) -> tensor<?x8xf16>
  %3 = fusion.relu %2 : tensor<?x8xf16>
  return %1, %3 : tensor<8x8xf32>, tensor<?x8xf16>
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
// CHECK: %[[BEFORE:.*]] = arith.addi %[[I]], %c-1
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[BEFORE]], %c4
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

// -----

// Two copies are one map, whoever reads it.
// CHECK-LABEL: @two_copies
// CHECK: %[[J:.*]] = fusion.map() tables(%{{.*}} = %arg1, %{{.*}} = %arg0)
// CHECK: fusion.matmul %[[J]], %arg2
func.func @two_copies(%a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %w: tensor<8x4xf16>) -> tensor<4x4xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x8xf16>
  %1 = fusion.matmul %0, %w : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A clamped index that is known to be in range is one of what is padded.
// CHECK-LABEL: @lookup_of_a_padding
// CHECK-NEXT: fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]]) : (tensor<6xf32>) -> tensor<12xf32>
// CHECK: %[[CLAMPED:.*]] = arith.minsi
// CHECK: %[[PLACE:.*]] = arith.addi %[[CLAMPED]], %c-2
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[PLACE]], %c6
// CHECK: fusion.lookup %[[T]][%[[PLACE]]] if %[[IN]]
// CHECK-NEXT: fusion.yield
// CHECK-NOT: fusion.map
func.func @lookup_of_a_padding(%x: tensor<6xf32>) -> tensor<12xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<6xf32> to tensor<8xf32>
  %1 = fusion.map() tables(%t = %0) at(%i) : (tensor<8xf32>) -> tensor<12xf32> {
    %last = arith.constant 7 : index
    %place = arith.minsi %i, %last : index
    %v = fusion.lookup %t[%place] : tensor<8xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<12xf32>
}

// -----

// An index that a tensor gives may be out of range, which the lookup finds: what it reads stays.
// CHECK-LABEL: @lookup_at_unknown_places
// CHECK-COUNT-2: fusion.map
func.func @lookup_at_unknown_places(%x: tensor<6xf32>, %ids: tensor<12xi64>) -> tensor<12xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<6xf32> to tensor<8xf32>
  %1 = fusion.map(%id = %ids) tables(%t = %0) : (tensor<12xi64>, tensor<8xf32>) -> tensor<12xf32> {
    %place = arith.index_cast %id : i64 to index
    %v = fusion.lookup %t[%place] : tensor<8xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<12xf32>
}

// -----

// A lookup that gives 0 where its condition fails still does.
// CHECK-LABEL: @lookup_under_a_condition
// CHECK-NEXT: fusion.map()
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[V:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %[[IN]], %[[V]], %{{.*}} : f32
// CHECK-NOT: fusion.map
func.func @lookup_under_a_condition(%x: tensor<6xf32>) -> tensor<12xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.pad %x low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<6xf32> to tensor<8xf32>
  %1 = fusion.map() tables(%t = %0) at(%i) : (tensor<8xf32>) -> tensor<12xf32> {
    %size = arith.constant 8 : index
    %in = arith.cmpi ult, %i, %size : index
    %v = fusion.lookup %t[%i] if %in : tensor<8xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<12xf32>
}

// -----

// Windows of rows whose number is open are returned by one map, though a transposition and a merge made them.
// CHECK-LABEL: @returned_windows
// CHECK: fusion.map(%{{.*}} = %{{.*}}) tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<?x12xf32>, tensor<?x24xf32>) -> tensor<?x12xf32>
// CHECK-DAG: arith.divui %[[J]]
// CHECK-DAG: arith.remui %[[J]]
// CHECK-NOT: linalg.transpose
func.func @returned_windows(%x: tensor<?x24xf32>) -> tensor<?x12xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %0 = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 2, 3, 4] : tensor<?x24xf32> into tensor<?x2x3x4xf32>
  %e = tensor.empty(%n) : tensor<?x3x2x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x2x3x4xf32>) outs(%e : tensor<?x3x2x4xf32>) permutation = [0, 2, 1, 3]
  %2 = tensor.collapse_shape %1 [[0, 1], [2, 3]] : tensor<?x3x2x4xf32> into tensor<?x8xf32>
  %3 = tensor.concat dim(1) %2, %2 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
  %m = tensor.dim %3, %c0 : tensor<?x16xf32>
  %4 = tensor.extract_slice %3[0, 0] [%m, 12] [1, 1] : tensor<?x16xf32> to tensor<?x12xf32>
  return %4 : tensor<?x12xf32>
}

// -----

// One transposition is one launch, by tiles. What a product gives, it writes in the other order. What is large, and does
// not lie in runs, is moved by tiles, one way after the other.
// CHECK-LABEL: @transpositions_that_stay
// CHECK-COUNT-4: linalg.transpose
func.func @transpositions_that_stay(%x: tensor<70x40xf32>, %a: tensor<70x40xf16>, %b: tensor<40x24xf16>,
    %large: tensor<900x7x500xf32>) -> (tensor<40x70xf32>, tensor<4x70x6xf32>, tensor<500x7x900x2xf32>) {
  %e0 = tensor.empty() : tensor<40x70xf32>
  %0 = linalg.transpose ins(%x : tensor<70x40xf32>) outs(%e0 : tensor<40x70xf32>) permutation = [1, 0]
  %p = fusion.matmul %a, %b : (tensor<70x40xf16>, tensor<40x24xf16>) -> tensor<70x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [70, 4, 6] : tensor<70x24xf32> into tensor<70x4x6xf32>
  %e1 = tensor.empty() : tensor<4x70x6xf32>
  %1 = linalg.transpose ins(%s : tensor<70x4x6xf32>) outs(%e1 : tensor<4x70x6xf32>) permutation = [1, 0, 2]
  %e2 = tensor.empty() : tensor<500x900x7xf32>
  %2 = linalg.transpose ins(%large : tensor<900x7x500xf32>) outs(%e2 : tensor<500x900x7xf32>) permutation = [2, 0, 1]
  %e3 = tensor.empty() : tensor<500x7x900xf32>
  %3 = linalg.transpose ins(%2 : tensor<500x900x7xf32>) outs(%e3 : tensor<500x7x900xf32>) permutation = [0, 2, 1]
  %e4 = tensor.empty() : tensor<500x7x900x2xf32>
  %4 = linalg.broadcast ins(%3 : tensor<500x7x900xf32>) outs(%e4 : tensor<500x7x900x2xf32>) dimensions = [3]
  return %0, %1, %4 : tensor<40x70xf32>, tensor<4x70x6xf32>, tensor<500x7x900x2xf32>
}

// -----

// A table that no cache holds is put into order first, however little is read of it.
// CHECK-LABEL: @large_table
// CHECK: linalg.transpose
// CHECK: fusion.map()
func.func @large_table(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %e = tensor.empty() : tensor<1024x1024xf32>
  %0 = linalg.transpose ins(%x : tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) permutation = [1, 0]
  %1 = fusion.map() tables(%t = %0) at(%i, %j) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %last = arith.constant 1023 : index
    %k = arith.subi %last, %j : index
    %v = fusion.lookup %t[%i, %k] : tensor<1024x1024xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<1024x1024xf32>
}

// -----

// A table that is only computed stays: each lookup would compute its element again.
// CHECK-LABEL: @computed_table
// CHECK: %[[N:.*]] = fusion.neg
// CHECK: fusion.map() tables(%{{.*}} = %[[N]])
func.func @computed_table(%x: tensor<8x6xf32>) -> tensor<40x6xf32> {
  %0 = fusion.neg %x : tensor<8x6xf32>
  %1 = fusion.map() tables(%t = %0) at(%i, %j) : (tensor<8x6xf32>) -> tensor<40x6xf32> {
    %n = arith.constant 8 : index
    %k = arith.remui %i, %n : index
    %v = fusion.lookup %t[%k, %j] : tensor<8x6xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<40x6xf32>
}

// -----

// The only row of a part is row 0, wherever the part stands.
// CHECK-LABEL: @only_rows
// CHECK: fusion.lookup %{{.*}}[%c0{{.*}}, %{{.*}}] if %{{.*}} : tensor<1x5xf32>
// CHECK: fusion.lookup %{{.*}}[%c0{{.*}}, %{{.*}}] if %{{.*}} : tensor<1x5xf32>
// CHECK: fusion.lookup %{{.*}}[%c0{{.*}}, %{{.*}}] if %{{.*}} : tensor<1x5xf32>
func.func @only_rows(%x: tensor<1x5xf32>, %y: tensor<1x5xf32>) -> (tensor<4x5xf32>, tensor<2x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[2, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<1x5xf32> to tensor<4x5xf32>
  %1 = tensor.concat dim(0) %x, %y : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<2x5xf32>
  %2 = fusion.neg %1 : tensor<2x5xf32>
  return %0, %2 : tensor<4x5xf32>, tensor<2x5xf32>
}

// -----

// A cheap operation in front of a repetition is computed with it; behind others it is computed in their kernel.
// CHECK-LABEL: @computed_with_what_moves
// CHECK-NEXT: fusion.map() tables(%{{.*}} = %arg0)
// CHECK: arith.negf
// CHECK: fusion.tan
// CHECK: fusion.neg
// CHECK: linalg.broadcast
func.func @computed_with_what_moves(%x: tensor<4x5xf32>) -> (tensor<1x5x4xf32>, tensor<5x3x4xf32>) {
  %0 = fusion.neg %x : tensor<4x5xf32>
  %e = tensor.empty() : tensor<5x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 0]
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [1, 5, 4] : tensor<5x4xf32> into tensor<1x5x4xf32>
  %t = fusion.tan %x : tensor<4x5xf32>
  %n = fusion.neg %t : tensor<4x5xf32>
  %c = tensor.collapse_shape %n [[0, 1]] : tensor<4x5xf32> into tensor<20xf32>
  %3 = tensor.expand_shape %c [[0, 1]] output_shape [5, 4] : tensor<20xf32> into tensor<5x4xf32>
  %e3 = tensor.empty() : tensor<5x3x4xf32>
  %4 = linalg.broadcast ins(%3 : tensor<5x4xf32>) outs(%e3 : tensor<5x3x4xf32>) dimensions = [1]
  return %2, %4 : tensor<1x5x4xf32>, tensor<5x3x4xf32>
}

// -----

// What is read several times, by parts of one result alone, is not stored: a roll within a concatenation that is
// reversed. The roll's numbers are raised until they are natural, where the condition holds too.
// CHECK-LABEL: @roll_that_is_reversed
// CHECK-NEXT: fusion.map() tables(%[[T:.*]] = %arg0, %{{.*}} = %arg1) at(%[[I:.*]]) : (tensor<20xf32>, tensor<8xf32>) -> tensor<28xf32>
// CHECK: %[[PLACE:.*]] = arith.addi %{{.*}}, %c6
// CHECK: %[[N:.*]] = arith.addi %[[PLACE]], %c40
// CHECK: arith.remui %[[N]], %c20
// CHECK-NOT: tensor.concat
func.func @roll_that_is_reversed(%x: tensor<20xf32>, %y: tensor<8xf32>) -> tensor<28xf32> {
  %a = tensor.extract_slice %x[7] [13] [1] : tensor<20xf32> to tensor<13xf32>
  %b = tensor.extract_slice %x[0] [7] [1] : tensor<20xf32> to tensor<7xf32>
  %r = tensor.concat dim(0) %a, %b : (tensor<13xf32>, tensor<7xf32>) -> tensor<20xf32>
  %0 = tensor.concat dim(0) %y, %r : (tensor<8xf32>, tensor<20xf32>) -> tensor<28xf32>
  %1 = fusion.map() tables(%t = %0) at(%i) : (tensor<28xf32>) -> tensor<28xf32> {
    %last = arith.constant 27 : index
    %place = arith.subi %last, %i : index
    %v = fusion.lookup %t[%place] : tensor<28xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<28xf32>
}

// -----

// Parts that are inserted into what is filled, one after the other, are looked up within it. What is inserted into a
// tensor is copied into it.
// CHECK-LABEL: @insertions
// CHECK: %[[M:.*]] = fusion.map() tables(%[[Y:.*]] = %arg1, %[[X:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) :
// CHECK: %[[V:.*]] = fusion.lookup %[[Y]][
// CHECK: %[[U:.*]] = fusion.lookup %[[X]][
// CHECK: %[[REST:.*]] = arith.select %{{.*}}, %[[U]], %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %[[V]], %[[REST]] : f32
// CHECK-NOT: linalg.fill
// CHECK: tensor.insert_slice %arg0 into %arg2
func.func @insertions(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>, %to: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %0 = tensor.insert_slice %x into %f[1, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<6x5xf32>
  %1 = tensor.insert_slice %y into %0[4, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<6x5xf32>
  %2 = tensor.insert_slice %x into %to[1, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<6x5xf32>
  return %1, %2 : tensor<6x5xf32>, tensor<6x5xf32>
}

// -----

// Sizes that follow from each other are known to be equal: rows of windows that are joined with themselves, of which one
// is sliced by its size, and places of a reversal in range of them.
// CHECK-LABEL: @sizes_of_windows
// CHECK: fusion.map(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) tables(%{{.*}} = %arg0) at
// CHECK-NOT: linalg.transpose
// CHECK-NOT: tensor.concat
func.func @sizes_of_windows(%x: tensor<6x?xf32>) -> tensor<?x24xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<6x?xf32>
  %q = arith.divui %n, %c4 : index
  %0 = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [2, 3, %q, 4] : tensor<6x?xf32> into tensor<2x3x?x4xf32>
  %e = tensor.empty(%q) : tensor<2x?x3x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x3x?x4xf32>) outs(%e : tensor<2x?x3x4xf32>) permutation = [0, 2, 1, 3]
  %2 = tensor.collapse_shape %1 [[0, 1], [2, 3]] : tensor<2x?x3x4xf32> into tensor<?x12xf32>
  %m = arith.muli %q, %c2 : index
  %empty = tensor.empty(%m) : tensor<?x12xf32>
  %3 = fusion.map(%s = %empty) tables(%t = %2) at(%i, %j) : (tensor<?x12xf32>, tensor<?x12xf32>) -> tensor<?x12xf32> {
    %last = arith.constant 11 : index
    %place = arith.subi %last, %j : index
    %v = fusion.lookup %t[%i, %place] : tensor<?x12xf32>
    fusion.yield %v : f32
  }
  %part = tensor.extract_slice %2[0, 0] [%m, 12] [1, 1] : tensor<?x12xf32> to tensor<?x12xf32>
  %4 = tensor.concat dim(1) %3, %part : (tensor<?x12xf32>, tensor<?x12xf32>) -> tensor<?x24xf32>
  return %4 : tensor<?x24xf32>
}

// -----

// A map that would be too long reads what is stored before it, which is a map too.
// CHECK-LABEL: @long
// CHECK: %[[M:.*]] = fusion.map()
// CHECK: fusion.map() tables(%{{.*}} = %[[M]])
// CHECK-NOT: fusion.map
// CHECK-NOT: tensor.concat
func.func @long(%x: tensor<3x5xf32>) -> tensor<375x5xf32> {
  %r = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<3x5xf32>) -> tensor<3x5xf32> {
    %one = arith.constant 1 : index
    %shifted = arith.subi %i, %one : index
    %zero = arith.constant 0 : index
    %place = arith.maxsi %shifted, %zero : index
    %v = fusion.lookup %t[%place, %j] : tensor<3x5xf32>
    fusion.yield %v : f32
  }
  %0 = tensor.concat dim(0) %r, %r, %r, %r, %r : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<15x5xf32>
  %1 = tensor.concat dim(0) %0, %0, %0, %0, %0 : (tensor<15x5xf32>, tensor<15x5xf32>, tensor<15x5xf32>, tensor<15x5xf32>, tensor<15x5xf32>) -> tensor<75x5xf32>
  %2 = tensor.concat dim(0) %1, %1, %1, %1, %1 : (tensor<75x5xf32>, tensor<75x5xf32>, tensor<75x5xf32>, tensor<75x5xf32>, tensor<75x5xf32>) -> tensor<375x5xf32>
  return %2 : tensor<375x5xf32>
}

// -----

// What stands in front of a loop is moved once.
// CHECK-LABEL: @in_front_of_a_loop
// CHECK: linalg.transpose
// CHECK: scf.for
// CHECK: fusion.map()
// CHECK-NOT: fusion.map
func.func @in_front_of_a_loop(%x: tensor<4x5xf32>, %y: tensor<5x4xf32>, %n: index) -> tensor<5x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<5x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 0]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<5x4xf32> {
    %m = fusion.map() tables(%u = %t) at(%p, %q) : (tensor<5x4xf32>) -> tensor<5x4xf32> {
      %last = arith.constant 4 : index
      %place = arith.subi %last, %p : index
      %v = fusion.lookup %u[%place, %q] : tensor<5x4xf32>
      fusion.yield %v : f32
    }
    %s = fusion.add %a, %m : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    scf.yield %s : tensor<5x4xf32>
  }
  return %r : tensor<5x4xf32>
}

// -----

// What elementwise operations read in another order is looked up in their kernel, and so is an operation that costs no
// more than a move, though it is repeated.
// CHECK-LABEL: @read_by_element
// CHECK-NEXT: %[[M:.*]] = fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %{{.*}}, %[[J:.*]]) : (tensor<4x5xf32>) -> tensor<5x3x4xf32>
// CHECK-NEXT: %[[V:.*]] = fusion.lookup %[[T]][%[[J]], %[[I]]]
// CHECK-NEXT: arith.negf %[[V]]
// CHECK: fusion.exp %[[M]]
// CHECK-NOT: linalg
func.func @read_by_element(%x: tensor<4x5xf32>) -> tensor<5x3x4xf32> {
  %n = fusion.neg %x : tensor<4x5xf32>
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.transpose ins(%n : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<5x3x4xf32>
  %1 = linalg.broadcast ins(%0 : tensor<5x4xf32>) outs(%f : tensor<5x3x4xf32>) dimensions = [1]
  %2 = fusion.exp %1 : tensor<5x3x4xf32>
  return %2 : tensor<5x3x4xf32>
}

// -----

// What costs more is not repeated, nor what a product gives, whose epilogue it is.
// CHECK-LABEL: @not_repeated
// CHECK: %[[T:.*]] = fusion.tan
// CHECK: fusion.map() tables(%{{.*}} = %[[T]])
// CHECK: %[[R:.*]] = fusion.relu
// CHECK: linalg.broadcast ins(%[[R]]
func.func @not_repeated(%x: tensor<4x5xf32>, %a: tensor<4x8xf16>, %b: tensor<8x5xf16>) -> (tensor<4x3x5xf32>, tensor<4x3x5xf32>) {
  %0 = fusion.tan %x : tensor<4x5xf32>
  %e = tensor.empty() : tensor<4x3x5xf32>
  %1 = linalg.broadcast ins(%0 : tensor<4x5xf32>) outs(%e : tensor<4x3x5xf32>) dimensions = [1]
  %2 = fusion.neg %1 : tensor<4x3x5xf32>
  %p = fusion.matmul %a, %b : (tensor<4x8xf16>, tensor<8x5xf16>) -> tensor<4x5xf32>
  %r = fusion.relu %p : tensor<4x5xf32>
  %3 = linalg.broadcast ins(%r : tensor<4x5xf32>) outs(%e : tensor<4x3x5xf32>) dimensions = [1]
  %4 = fusion.neg %3 : tensor<4x3x5xf32>
  return %2, %4 : tensor<4x3x5xf32>, tensor<4x3x5xf32>
}

// -----

// Every other element from the second on, and those from the first on.
// CHECK-LABEL: @odd_and_even
// CHECK: at(%[[I:.*]], %[[J:.*]]) :
// CHECK: %[[TWICE:.*]] = arith.muli %[[J]], %c2{{.*}} : index
// CHECK: arith.addi %[[TWICE]], %c-8{{.*}} : index
// CHECK: arith.addi %[[TWICE]], %c1{{.*}} : index
func.func @odd_and_even(%x: tensor<9x8xf32>) -> tensor<9x8xf32> {
  %odd = tensor.extract_slice %x[0, 1] [9, 4] [1, 2] : tensor<9x8xf32> to tensor<9x4xf32>
  %even = tensor.extract_slice %x[0, 0] [9, 4] [1, 2] : tensor<9x8xf32> to tensor<9x4xf32>
  %0 = tensor.concat dim(1) %odd, %even : (tensor<9x4xf32>, tensor<9x4xf32>) -> tensor<9x8xf32>
  %1 = fusion.neg %0 : tensor<9x8xf32>
  return %1 : tensor<9x8xf32>
}

// -----

// An operand that is repeated along the rows has one column.
// CHECK-LABEL: @repeated_operand
// CHECK: tables(%{{.*}} = %arg2, %[[X:.*]] = %arg0, %[[S:.*]] = %arg1) at(%[[I:.*]], %[[J:.*]]) :
// CHECK: fusion.lookup %[[X]][%[[I]], %[[J]]] if
// CHECK: fusion.lookup %[[S]][%[[I]], %c0{{.*}}] if
func.func @repeated_operand(%x: tensor<9x4xf32>, %s: tensor<9x1xf32>, %rest: tensor<9x3xf32>) -> tensor<9x7xf32> {
  %0 = fusion.mul %x, %s : (tensor<9x4xf32>, tensor<9x1xf32>) -> tensor<9x4xf32>
  %1 = tensor.concat dim(1) %0, %rest : (tensor<9x4xf32>, tensor<9x3xf32>) -> tensor<9x7xf32>
  %2 = fusion.neg %1 : tensor<9x7xf32>
  return %2 : tensor<9x7xf32>
}

// -----

// What a map looks up at indices that are not known to be in range is stored, joined or not.
// CHECK-LABEL: @joined_table
// CHECK: %[[T:.*]] = fusion.map()
// CHECK: fusion.map({{.*}}) tables(%{{.*}} = %[[T]])
func.func @joined_table(%x: tensor<9x4xf32>, %rest: tensor<9x3xf32>, %n: tensor<9x1xi32>) -> tensor<9x7xf32> {
  %0 = tensor.concat dim(1) %x, %rest : (tensor<9x4xf32>, tensor<9x3xf32>) -> tensor<9x7xf32>
  %1 = fusion.map(%row = %n) tables(%t = %0) at(%i, %j) : (tensor<9x1xi32>, tensor<9x7xf32>) -> tensor<9x7xf32> {
    %index = arith.index_cast %row : i32 to index
    %v = fusion.lookup %t[%index, %j] : tensor<9x7xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<9x7xf32>
}

// -----

// A normed row is computed again where its other half is looked up: what the row is reduced to is an element.
// CHECK-LABEL: @normed_halves
// CHECK: %[[R:.*]] = fusion.reduce addf
// CHECK: %[[S:.*]] = fusion.rsqrt %[[R]]
// CHECK: fusion.map(%[[E:.*]] = %[[S]]) tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) : (tensor<8x1xf32>, tensor<8x6xf32>)
// CHECK: %[[V:.*]] = fusion.lookup %[[T]][%[[I]], %{{.*}}]
// CHECK: arith.mulf %[[V]], %[[E]] : f32
func.func @normed_halves(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = fusion.reduce addf %x along [1] : tensor<8x6xf32> -> tensor<8x1xf32>
  %s = fusion.rsqrt %r : tensor<8x1xf32>
  %n = fusion.mul %x, %s : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %low = tensor.extract_slice %n[0, 0] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %high = tensor.extract_slice %n[0, 3] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %j = tensor.concat dim(1) %high, %low : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  %0 = fusion.add %n, %j : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// What other rows are reduced to is stored, and so is what is computed of it.
// CHECK-LABEL: @normed_rows_beside
// CHECK: %[[N:.*]] = fusion.mul %arg0
// CHECK: fusion.map() tables(%{{.*}} = %[[N]])
func.func @normed_rows_beside(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = fusion.reduce addf %x along [1] : tensor<8x6xf32> -> tensor<8x1xf32>
  %s = fusion.rsqrt %r : tensor<8x1xf32>
  %n = fusion.mul %x, %s : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %low = tensor.extract_slice %n[0, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  %high = tensor.extract_slice %n[4, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  %j = tensor.concat dim(0) %high, %low : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %0 = fusion.add %n, %j : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// Functions that take long are not computed again.
// CHECK-LABEL: @long_formula
// CHECK: fusion.pow
// CHECK: %[[N:.*]] = fusion.pow
// CHECK: fusion.map() tables(%{{.*}} = %[[N]])
func.func @long_formula(%x: tensor<8x6xf32>, %y: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = fusion.reduce maximumf %x along [1] : tensor<8x6xf32> -> tensor<8x1xf32>
  %d = fusion.sub %x, %r : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %p = fusion.pow %d, %y : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %n = fusion.pow %p, %d : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %low = tensor.extract_slice %n[0, 0] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %high = tensor.extract_slice %n[0, 3] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %j = tensor.concat dim(1) %high, %low : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  %0 = fusion.add %n, %j : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// A conversion to wider floats is made by who looks up: fewer bytes are read.
// CHECK-LABEL: @widened
// CHECK: fusion.map() tables(%[[T:.*]] = %arg0)
// CHECK: fusion.lookup %[[T]]{{.*}} : tensor<8x6xbf16>
// CHECK: arith.extf
func.func @widened(%x: tensor<8x6xbf16>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %n = fusion.cast %x : tensor<8x6xbf16> to tensor<8x6xf32>
  %low = tensor.extract_slice %n[0, 0] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %high = tensor.extract_slice %n[0, 3] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %j = tensor.concat dim(1) %high, %low : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  %0 = fusion.add %n, %j : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0, %n : tensor<8x6xf32>, tensor<8x6xf32>
}

// -----

// A column of what is computed of reduced rows is looked up: it has another size than the map.
// CHECK-LABEL: @column_of_normed
// CHECK: fusion.pow %arg0
// CHECK: %[[N:.*]] = fusion.pow
// CHECK: fusion.map() tables(%[[T:.*]] = %[[N]]) at(%[[I:.*]], %{{.*}}) : (tensor<8x6xf32>) -> tensor<8x1xf32>
// CHECK: fusion.lookup %[[T]][%[[I]], %c0{{.*}}]
func.func @column_of_normed(%x: tensor<8x6xf32>, %y: tensor<8x1xf32>) -> (tensor<8x6xf32>, tensor<8x1xf32>) {
  %r = fusion.reduce addf %x along [1] : tensor<8x6xf32> -> tensor<8x1xf32>
  %p = fusion.pow %x, %r : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %n = fusion.pow %p, %x : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  %t = linalg.transpose ins(%n : tensor<8x6xf32>) outs(%e : tensor<6x8xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<8x6xf32>
  %u = linalg.transpose ins(%t : tensor<6x8xf32>) outs(%f : tensor<8x6xf32>) permutation = [1, 0]
  %column = tensor.extract_slice %u[0, 0] [8, 1] [1, 1] : tensor<8x6xf32> to tensor<8x1xf32>
  %0 = fusion.mul %column, %y : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
  return %n, %0 : tensor<8x6xf32>, tensor<8x1xf32>
}

// -----

// Nor is a function of which three are looked up, that would be computed again for two.
// CHECK-LABEL: @parts_of_function
// CHECK: %[[N:.*]] = fusion.erf
// CHECK: fusion.map() tables(%{{.*}} = %[[N]])
func.func @parts_of_function(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = fusion.reduce maximumf %x along [1] : tensor<8x6xf32> -> tensor<8x1xf32>
  %d = fusion.sub %x, %r : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %n = fusion.erf %d : tensor<8x6xf32>
  %a = tensor.extract_slice %n[0, 0] [8, 2] [1, 1] : tensor<8x6xf32> to tensor<8x2xf32>
  %b = tensor.extract_slice %n[0, 2] [8, 2] [1, 1] : tensor<8x6xf32> to tensor<8x2xf32>
  %c = tensor.extract_slice %n[0, 4] [8, 2] [1, 1] : tensor<8x6xf32> to tensor<8x2xf32>
  %m = fusion.neg %a : tensor<8x2xf32>
  %e = fusion.abs %c : tensor<8x2xf32>
  %j = tensor.concat dim(1) %b, %e, %m : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x6xf32>
  %0 = fusion.add %n, %j : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
