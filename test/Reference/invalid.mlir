// RUN: %unittests/fusion-reference-run %s --split-input-file --verify-diagnostics --input=splat:2@3x4

func.func @unsupported(%x: tensor<3x4xf32>) -> tensor<1x3x4xf32> {
  %rows = arith.constant dense<1> : tensor<1x1xindex>
  // expected-error @+1 {{'tensor.gather' op is not supported by the reference interpreter}}
  %0 = tensor.gather %x[%rows] gather_dims([0]) : (tensor<3x4xf32>, tensor<1x1xindex>) -> tensor<1x1x4xf32>
  %1 = tensor.empty() : tensor<1x3x4xf32>
  return %1 : tensor<1x3x4xf32>
}

// -----

func.func @constant(%x: tensor<3x4xf32>) -> tensor<2xcomplex<f32>> {
  // expected-error @+1 {{'arith.constant' op is a constant that the reference interpreter does not support: 'tensor<2xcomplex<f32>>'}}
  %0 = arith.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @elided(%x: tensor<3x4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'arith.constant' op has no data for its resource: the weights were elided when the file was written}}
  %0 = arith.constant dense_resource<__elided__> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @scatter_of_promised_places(%x: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %old = arith.constant dense<7.0> : tensor<5x4xf32>
  %i = arith.constant dense<[[1], [-1], [1]]> : tensor<3x1xi32>
  // expected-error @+1 {{'fusion.scatter' op is given several updates for index 1 of dimension 0, but unique_indices promises that there is one}}
  %0 = fusion.scatter %x at %i into %old along 0 {unique_indices} : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @scatter_of_other_sizes(%x: tensor<3x4xf32>) -> tensor<5x?xf32> {
  %old = arith.constant dense<7.0> : tensor<5x6xf32>
  %open = tensor.cast %old : tensor<5x6xf32> to tensor<5x?xf32>
  %rows = tensor.cast %x : tensor<3x4xf32> to tensor<3x?xf32>
  %i = arith.constant dense<1> : tensor<3x1xi32>
  // expected-error @+1 {{'fusion.scatter' op cannot store updates of sizes [3, 4] into [5, 6] along dim 0}}
  %0 = fusion.scatter %rows at %i into %open along 0 : (tensor<3x?xf32>, tensor<3x1xi32>, tensor<5x?xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// -----

func.func @scatter_by_too_few(%x: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %old = arith.constant dense<7.0> : tensor<5x4xf32>
  %rows = tensor.cast %x : tensor<3x4xf32> to tensor<?x4xf32>
  %two = arith.constant dense<1> : tensor<2x1xi32>
  %i = tensor.cast %two : tensor<2x1xi32> to tensor<?x1xi32>
  // expected-error @+1 {{'fusion.scatter' op cannot broadcast indices of sizes [2, 1] to updates of [3, 4]}}
  %0 = fusion.scatter %rows at %i into %old along 0 : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @scatter_in_destination_style(%x: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %i = arith.constant dense<1> : tensor<3x1xi32>
  // expected-error @+1 {{'fusion.scatter' op expects the tensor that it keeps elements of; destination style is not evaluated}}
  %0 = fusion.scatter %x at %i along 0 : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @in_body(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.map ins(%x : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) (%a: f32, %o: f32) {
    // expected-error @+1 {{'tensor.from_elements' op is not supported by the reference interpreter in a body of scalar code}}
    %t = tensor.from_elements %a : tensor<1xf32>
    linalg.yield %a : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

func.func @assertion(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.map ins(%x : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) (%a: f32, %o: f32) {
    %c = arith.cmpf olt, %a, %one : f32
    // expected-error @+1 {{'cf.assert' op failed in the reference interpreter: must be small}}
    cf.assert %c, "must be small"
    linalg.yield %a : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

func.func @top_level_assertion(%x: tensor<3x4xf32>) {
  %c = arith.constant false
  // expected-error @+1 {{'cf.assert' op failed in the reference interpreter: no}}
  cf.assert %c, "no"
  return
}

// -----

func.func @out_of_range(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %c9 = arith.constant 9 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.map ins(%x : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) (%a: f32, %o: f32) {
    // expected-error @+1 {{'tensor.extract' op failed in the reference interpreter: reads outside of its tensor}}
    %b = tensor.extract %x[%c9, %c9] : tensor<3x4xf32>
    linalg.yield %b : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

func.func @extract(%x: tensor<3x4xf32>) -> f32 {
  %c9 = arith.constant 9 : index
  // expected-error @+1 {{'tensor.extract' op accesses element 9 of dimension 0 of size 3}}
  %b = tensor.extract %x[%c9, %c9] : tensor<3x4xf32>
  return %b : f32
}

// -----

func.func @slice(%x: tensor<?x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'tensor.extract_slice' op takes elements 2 to 3 of dimension 0 of size 3}}
  %0 = tensor.extract_slice %x[2, 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @cast(%x: tensor<?x4xf32>) -> tensor<5x4xf32> {
  // expected-error @+1 {{'tensor.cast' op gets a shape of [3, 4] at run time, but its result is 'tensor<5x4xf32>'}}
  %0 = tensor.cast %x : tensor<?x4xf32> to tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @dim(%x: tensor<?x4xf32>) -> index {
  %c7 = arith.constant 7 : index
  // expected-error @+1 {{'tensor.dim' op asks for dimension 7 of a tensor of rank 2}}
  %0 = tensor.dim %x, %c7 : tensor<?x4xf32>
  return %0 : index
}

// -----

func.func @broadcast(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = arith.constant dense<1.0> : tensor<2x4xf32>
  %z = tensor.cast %y : tensor<2x4xf32> to tensor<?x4xf32>
  // expected-error @+1 {{'fusion.add' op cannot broadcast sizes 3 and 2 of dimension 0 of the result}}
  %0 = fusion.add %x, %z : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @contraction(%x: tensor<3x?xf32>) -> tensor<3x2xf32> {
  %y = arith.constant dense<1.0> : tensor<5x2xf32>
  %z = tensor.cast %y : tensor<5x2xf32> to tensor<?x2xf32>
  // expected-error @+1 {{'fusion.matmul' op expects equal contraction sizes, but lhs has 4 and rhs has 5}}
  %0 = fusion.matmul %x, %z : (tensor<3x?xf32>, tensor<?x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @linalg_sizes(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c5 = arith.constant 5 : index
  %e = tensor.empty(%c5) : tensor<?x4xf32>
  // expected-error @+1 {{'linalg.add' op reads or writes elements 0 to 4 of dimension 0 of an operand of size 3}}
  %0 = linalg.add ins(%e, %x : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @too_large(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %n = arith.constant 4000000000000 : index
  // expected-error @+1 {{'tensor.empty' op needs a tensor of [4000000000000, 4000000000000] elements, more than the reference interpreter holds}}
  %e = tensor.empty(%n, %n) : tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}

// -----

func.func @negative(%x: tensor<3x4xf32>) -> tensor<?xf32> {
  %n = arith.constant -1 : index
  // expected-error @+1 {{'tensor.empty' op has a negative size: [-1]}}
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

func.func @pad(%x: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %n = arith.constant -1 : index
  %z = arith.constant 0.0 : f32
  // expected-error @+1 {{'tensor.pad' op pads by a negative size in dimension 0}}
  %0 = tensor.pad %x low[%n, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<3x4xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @concat(%x: tensor<3x?xf32>) -> tensor<6x?xf32> {
  %y = arith.constant dense<1.0> : tensor<3x2xf32>
  %z = tensor.cast %y : tensor<3x2xf32> to tensor<3x?xf32>
  // expected-error @+1 {{'tensor.concat' op joins sizes 4 and 2 of dimension 1}}
  %0 = tensor.concat dim(0) %x, %z : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// -----

func.func @insert(%x: tensor<3x?xf32>) -> tensor<8x8xf32> {
  %y = arith.constant dense<1.0> : tensor<8x8xf32>
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{'tensor.insert_slice' op inserts a tensor of [3, 4] into a slice of [3, 2]}}
  %0 = tensor.insert_slice %x into %y[0, 0] [3, %c2] [1, 1] : tensor<3x?xf32> into tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @reshape(%x: tensor<?x4xf32>) -> tensor<5x2xf32> {
  %s = arith.constant dense<[5, 2]> : tensor<2xindex>
  // expected-error @+1 {{'tensor.reshape' op reshapes 12 elements to [5, 2]}}
  %0 = tensor.reshape %x(%s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

// expected-error @+1 {{input 0 has type 'tensor<3x4xf32>', but the function takes 'f32'}}
func.func @rank(%x: f32, %y: tensor<2xf32>) -> f32 {
  return %x : f32
}

// -----

// expected-error @+1 {{'f' is called more than 64 deep}}
func.func @f(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = func.call @f(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func private @outside(tensor<3x4xf32>) -> tensor<3x4xf32> // expected-error {{'outside' must have a body of one block for the reference interpreter}}
func.func @calls(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = func.call @outside(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @step(%x: tensor<3x4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'scf.for' op has step 0, but it must be positive}}
  scf.for %i = %c0 to %c0 step %c0 {
  }
  return
}

// -----

func.func @computed_dimension(%x: tensor<3x4xf32>) -> tensor<2xindex> {
  %e = tensor.empty() : tensor<2xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    // expected-error @+1 {{'tensor.dim' op asks for a dimension that is computed, which the reference interpreter does not support in a body of scalar code}}
    %n = tensor.dim %x, %i : tensor<3x4xf32>
    linalg.yield %n : index
  } -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @step(%x: tensor<3x4xf32>) -> tensor<2xindex> {
  %e = tensor.empty() : tensor<2xindex>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    // expected-error @+1 {{'scf.for' op failed in the reference interpreter: has a step that is not positive}}
    %n = scf.for %j = %c0 to %c1 step %i iter_args(%s = %c0) -> index {
      scf.yield %j : index
    }
    linalg.yield %n : index
  } -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// A branch that is taken reads all the same.
func.func @taken(%x: tensor<3x4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %late = arith.cmpi ugt, %i, %c2 : index
    %r = scf.if %late -> f32 {
      // expected-error @+1 {{'tensor.extract' op failed in the reference interpreter: reads outside of its tensor}}
      %v = tensor.extract %x[%i, %c0] : tensor<3x4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @map(%x: tensor<?x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  // expected-error @+1 {{'linalg.generic' op reads or writes element 3 of dimension 0 of an operand of size 3}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 floordiv 2, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// expected-error @+1 {{input 1 has type 'tensor<f32>', but the function takes 'memref<3x4xf32>'}}
func.func @memrefs(%x: tensor<3x4xf32>, %m: memref<3x4xf32>) {
  return
}
