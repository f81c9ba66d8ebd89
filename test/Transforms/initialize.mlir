// What follows from constants alone goes to a function beside its entry; what does not pay stays where it is.
// RUN: fusion-opt %s --fusion-form-kernels --fusion-initialize --fusion-unfuse --split-input-file --verify-diagnostics | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-initialize --fusion-initialize --fusion-unfuse --split-input-file --verify-diagnostics | FileCheck %s

// A cast weight. The step takes all constants of the entry, in order, and has its numerics.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME: , %[[W:[a-z0-9]+]]: tensor<8x16xbf16> {fusion.constant, fusion.initialized}) -> tensor<4x16xbf16>
// CHECK-NOT: fusion.cast
// CHECK: fusion.matmul %{{.*}}, %[[W]]
// CHECK-LABEL: func.func @cast.initialize(
// CHECK-SAME: %{{.*}}: tensor<16xbf16> {fusion.constant}, %[[X:[a-z0-9]+]]: tensor<8x16xf32> {fusion.constant}) -> tensor<8x16xbf16>
// CHECK-SAME: attributes {fusion.numerics = #fusion.numerics<strict>}
// CHECK-NEXT: %[[C:.*]] = fusion.cast %[[X]]
// CHECK-NEXT: return %[[C]]
func.func @cast(%b: tensor<16xbf16> {fusion.constant}, %x: tensor<4x8xbf16>, %w: tensor<8x16xf32> {fusion.constant})
    -> tensor<4x16xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.cast %w : tensor<8x16xf32> to tensor<8x16xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  %2 = fusion.add %1, %b : (tensor<4x16xbf16>, tensor<16xbf16>) -> tensor<4x16xbf16>
  return %2 : tensor<4x16xbf16>
}

// -----

// A transposed constant of the graph, of which the step has no argument; the sums of a weight's columns.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %{{.*}}: tensor<5x3xf32> {fusion.constant}, %[[SUM:[a-z0-9]+]]: tensor<3xf32> {fusion.constant, fusion.initialized}, %[[T:[a-z0-9]+]]: tensor<3x2xf32> {fusion.constant, fusion.initialized})
// CHECK-NOT: linalg
// CHECK: fusion.add %{{.*}}, %[[T]]
// CHECK: fusion.mul %{{.*}}, %[[SUM]]
// CHECK-LABEL: func.func @moved.initialize(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<5x3xf32> {fusion.constant}) -> (tensor<3xf32>, tensor<3x2xf32>)
// CHECK: linalg.reduce ins(%[[W]]
// CHECK: linalg.transpose
func.func @moved(%x: tensor<3x2xf32>, %y: tensor<4x3xf32>, %w: tensor<5x3xf32> {fusion.constant}) -> (tensor<3x2xf32>, tensor<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.reduce ins(%w : tensor<5x3xf32>) outs(%fill : tensor<3xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %t = tensor.empty() : tensor<3x2xf32>
  %ct = linalg.transpose ins(%c : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
  %0 = fusion.add %x, %ct : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = fusion.mul %y, %sum : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<4x3xf32>
}

// -----

// Rows of a table at constant indices; a table that is computed, and that others look up.
// CHECK-LABEL: func.func @gathered(
// CHECK-SAME: , %[[ROWS:[a-z0-9]+]]: tensor<4x3xf32> {fusion.constant, fusion.initialized}, %[[TABLE:[a-z0-9]+]]: tensor<8x3xf32> {fusion.constant, fusion.initialized})
// CHECK: fusion.add %{{.*}}, %[[ROWS]]
// CHECK: fusion.map(%{{.*}}) tables(%{{.*}} = %[[TABLE]])
func.func @gathered(%x: tensor<4x3xf32>, %at: tensor<4x3xi64>, %t: tensor<8x3xf32> {fusion.constant}) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %ids = arith.constant dense<[[5], [2], [7], [0]]> : tensor<4x1xi64>
  %rows = fusion.map(%id = %ids) tables(%table = %t) at(%i, %j) : (tensor<4x1xi64>, tensor<8x3xf32>) -> tensor<4x3xf32> {
    %row = arith.index_cast %id : i64 to index
    %e = fusion.lookup %table[%row, %j] : tensor<8x3xf32>
    fusion.yield %e : f32
  }
  %0 = fusion.add %x, %rows : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %double = fusion.add %t, %t : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
  %1 = fusion.map(%id = %at) tables(%table = %double) at(%i, %j) : (tensor<4x3xi64>, tensor<8x3xf32>) -> tensor<4x3xf32> {
    %row = arith.index_cast %id : i64 to index
    %e = fusion.lookup %table[%row, %j] : tensor<8x3xf32>
    fusion.yield %e : f32
  }
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// Costly functions of positions are kept, cheap ones and cheap combinations of what is kept are not: the cosines of
// angles, once for each pair, not for each pair twice; and not the triangle.
// CHECK-LABEL: func.func @angles(
// CHECK-SAME: , %[[COS:[a-z0-9]+]]: tensor<64x16xf32> {fusion.constant, fusion.initialized}) ->
// CHECK: fusion.map() at
// CHECK: fusion.select
// CHECK: fusion.mul %{{.*}}, %[[COS]]
// CHECK-LABEL: func.func @angles.initialize() -> tensor<64x16xf32>
// CHECK-NOT: cmpi
func.func @angles(%x: tensor<2x64x16xf32>, %s: tensor<64x64xf32>) -> (tensor<2x64x16xf32>, tensor<64x64xf32>) {
  %low = arith.constant dense<-1.0e30> : tensor<f32>
  %later = fusion.map() at(%row, %column) : () -> tensor<64x64xi1> {
    %l = arith.cmpi ugt, %column, %row : index
    fusion.yield %l : i1
  }
  %masked = fusion.select %later, %low, %s : (tensor<64x64xi1>, tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %angle = fusion.map() at(%i, %j) : () -> tensor<64x16xf32> {
    %a = arith.index_cast %i : index to i32
    %b = arith.index_cast %j : index to i32
    %p = arith.muli %a, %b : i32
    %f = arith.sitofp %p : i32 to f32
    fusion.yield %f : f32
  }
  %cos = fusion.cos %angle : tensor<64x16xf32>
  %0 = fusion.mul %x, %cos : (tensor<2x64x16xf32>, tensor<64x16xf32>) -> tensor<2x64x16xf32>
  return %0, %masked : tensor<2x64x16xf32>, tensor<64x64xf32>
}

// -----

// A cheap sum of costly rows and columns: these are kept.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: tensor<64x1xf32> {fusion.constant, fusion.initialized}, %{{.*}}: tensor<1x64xf32> {fusion.constant, fusion.initialized})
func.func @outer(%x: tensor<64x64xf32>, %a: tensor<64x1xf32> {fusion.constant}, %b: tensor<1x64xf32> {fusion.constant}) -> tensor<64x64xf32> {
  %0 = fusion.tanh %a : tensor<64x1xf32>
  %1 = fusion.tanh %b : tensor<1x64xf32>
  %2 = fusion.add %0, %1 : (tensor<64x1xf32>, tensor<1x64xf32>) -> tensor<64x64xf32>
  %3 = fusion.mul %x, %2 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

// What one elementwise reader computes as cheaply as it reads: a scaled weight, a widened one, even for two.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT: fusion.initialized
// CHECK: return
// CHECK-NOT: func.func
func.func @stays(%x: tensor<4x8xf32>, %w: tensor<4x8xf32> {fusion.constant}, %v: tensor<4x8xbf16> {fusion.constant}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %two = arith.constant dense<2.0> : tensor<f32>
  %0 = fusion.mul %w, %two : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = fusion.add %x, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = fusion.cast %v : tensor<4x8xbf16> to tensor<4x8xf32>
  %3 = fusion.add %1, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = fusion.mul %x, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// The same is kept where it would be stored at each call: for two readers, or for a product.
// CHECK-LABEL: func.func @stored(
// CHECK-SAME: tensor<4x8xf32> {fusion.constant, fusion.initialized}, %{{.*}}: tensor<8x4xf32> {fusion.constant, fusion.initialized})
// CHECK-LABEL: func.func @stored.initialize(
// CHECK: return
func.func @stored(%x: tensor<4x8xf32>, %w: tensor<4x8xf32> {fusion.constant}, %v: tensor<8x4xf32> {fusion.constant}) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>) {
  %two = arith.constant dense<2.0> : tensor<f32>
  %0 = fusion.mul %w, %two : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = fusion.add %x, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = fusion.mul %x, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = fusion.mul %v, %two : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %4 = fusion.matmul %x, %3 : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %1, %2, %4 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>
}

// -----

// What depends on an argument without the promise, and what has a size that only the run knows, is no value of a step.
// CHECK-LABEL: func.func @no_value_of_step(
// CHECK-NOT: fusion.initialized
// CHECK: return
func.func @no_value_of_step(%x: tensor<8x4xf32>, %w: tensor<?x4xf32> {fusion.constant}) -> (tensor<8x4xf32>, tensor<?x4xf32>) {
  %0 = fusion.exp %x : tensor<8x4xf32>
  %1 = fusion.exp %w : tensor<?x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<?x4xf32>
}

// -----

// A result that costs much is kept and copied. A loop that reads a constant value keeps it.
// CHECK-LABEL: func.func @returned(
// CHECK-SAME: , %[[E:[a-z0-9]+]]: tensor<8x8xf32> {fusion.constant, fusion.initialized})
// CHECK: scf.for
// CHECK: fusion.matmul %{{.*}}, %[[E]]
// CHECK: return %[[E]]
func.func @returned(%x: tensor<8x8xf32>, %w: tensor<8x8xf32> {fusion.constant}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = fusion.tanh %w : tensor<8x8xf32>
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%z = %x) -> tensor<8x8xf32> {
    %p = fusion.matmul %z, %e : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %p : tensor<8x8xf32>
  }
  return %e, %y : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Another function has the name of the step.
// CHECK-LABEL: func.func @taken(
// CHECK-NOT: fusion.initialized
// expected-warning @+1 {{computes at each call what follows from constants alone: the name 'taken.initialize' of the function that would do it once is taken}}
func.func @taken(%x: tensor<4x4xf32>, %w: tensor<4x4xf64> {fusion.constant}) -> tensor<4x4xf32> {
  %e = fusion.cast %w : tensor<4x4xf64> to tensor<4x4xf32>
  %0 = fusion.add %x, %e : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @taken.initialize(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

// Nothing is kept for a boundary, which is there until kernels are merged.
// CHECK-LABEL: func.func @boundaries(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x16xbf16> {fusion.constant}) -> tensor<4x16xbf16>
// CHECK: fusion.boundary %[[W]]
// CHECK-NOT: func.func @boundaries.initialize
func.func @boundaries(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16> {fusion.constant}) -> tensor<4x16xbf16> {
  %0 = fusion.boundary %w entering 0 : tensor<8x16xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  %2 = fusion.boundary %1 leaving 0 : tensor<4x16xbf16>
  return %2 : tensor<4x16xbf16>
}
