// Loops that insert parts into a tensor from outside: each iteration starts from the tensor as it was.

// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=part
// RUN: fusion-run %s --device=cuda --random=1 --verify --entry=part
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=changed_part
// RUN: fusion-run %s --device=cuda --random=1 --verify --entry=changed_part
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=5 --verify --entry=of_input
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=3 --verify --entry=of_input

func.func @part(%x0: tensor<8x8xf32>, %x2: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v1 = math.tanh %x0 : tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x2) -> (tensor<8x8xf32>) {
    %s = tensor.extract_slice %x0[%i,0][1,8][1,1] : tensor<8x8xf32> to tensor<1x8xf32>
    %t = math.exp %s : tensor<1x8xf32>
    %u = tensor.insert_slice %t into %v1[%i,0][1,8][1,1] : tensor<1x8xf32> into tensor<8x8xf32>
    scf.yield %u : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// The part is the tensor's own.
func.func @changed_part(%x0: tensor<8x8xf32>, %x2: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v1 = math.tanh %x0 : tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x2) -> (tensor<8x8xf32>) {
    %s = tensor.extract_slice %v1[%i,0][1,8][1,1] : tensor<8x8xf32> to tensor<1x8xf32>
    %t = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>],iterator_types=["parallel","parallel"]} outs(%s : tensor<1x8xf32>) {
    ^bb0(%o: f32):
      %f = math.floor %o : f32
      %g = arith.subf %f, %o : f32
      linalg.yield %g : f32
    } -> tensor<1x8xf32>
    %u = tensor.insert_slice %t into %v1[%i,0][1,8][1,1] : tensor<1x8xf32> into tensor<8x8xf32>
    scf.yield %u : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// In a branch, into an input.
func.func @of_input(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %dd: tensor<?xf32>) -> (tensor<8x8xf32>,tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %dd, %c0 : tensor<?xf32>
  %cond = arith.cmpi ugt, %d, %c3 : index
  %cond2 = arith.cmpi ugt, %d, %c2 : index
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (tensor<8x8xf32>) {
    %y = scf.if %cond -> tensor<8x8xf32> {
      %u = tensor.extract_slice %x[%i,0][1,8][1,1] : tensor<8x8xf32> to tensor<1x8xf32>
      %v = tensor.insert_slice %u into %w[%i,0][1,8][1,1] : tensor<1x8xf32> into tensor<8x8xf32>
      scf.yield %v : tensor<8x8xf32>
    } else {
      scf.yield %a : tensor<8x8xf32>
    }
    scf.yield %y : tensor<8x8xf32>
  }
  return %r,%r : tensor<8x8xf32>,tensor<8x8xf32>
}
