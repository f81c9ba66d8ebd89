// RUN: fusion-opt %s --fusion-check-graph --split-input-file --verify-diagnostics
// RUN: not fusion-opt %s --canonicalize --split-input-file -o /dev/null 2>&1 | FileCheck %s

// -2^63 is the mark of a number that an operand gives. Where there is no such operand, whoever asks for it reads past them.
// (fusion-opt looks before the first pass, whichever it is.)
// CHECK: error: 'tensor.pad' op has 1 of -9223372036854775808 in 'static_high'

func.func @pad(%x: tensor<8xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  // expected-error @+1 {{'tensor.pad' op has 1 of -9223372036854775808 in 'static_high', each the mark of a number that an operand gives, and 0 such operands; give both the same count}}
  %0 = tensor.pad %x low[0] high[-9223372036854775808] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @pack(%x: tensor<8x8xf32>, %d: tensor<?x8x?xf32>) -> tensor<?x8x?xf32> {
  // expected-error @+1 {{in 'static_inner_tiles'}}
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [-9223372036854775808] into %d : tensor<8x8xf32> -> tensor<?x8x?xf32>
  return %0 : tensor<?x8x?xf32>
}

// -----

func.func @forall(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{in 'staticUpperBound'}}
  %0 = scf.forall (%i) in (-9223372036854775808) shared_outs(%o = %x) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @delinearize(%i: index) -> (index, index) {
  // expected-error @+1 {{in 'static_basis'}}
  %0:2 = affine.delinearize_index %i into (-9223372036854775808, 4) : index, index
  return %0#0, %0#1 : index, index
}

// -----

// A constant operand would be folded to the mark.
func.func @constant_operand(%x: tensor<8xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -9223372036854775808 : index
  // expected-error @+1 {{'tensor.pad' op is given -9223372036854775808 for 'static_low', which is the mark of a number that is not known; give another one}}
  %0 = tensor.pad %x low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @shape(%x: tensor<8xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'tosa.const_shape' op has -9223372036854775808 in 'values', which is the mark of a number that is not known; give a number}}
  %s = tosa.const_shape {values = dense<-9223372036854775808> : tensor<1xindex>} : () -> !tosa.shape<1>
  %t = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %x, %s, %t : (tensor<8xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @without_operands(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error @+1 {{has -9223372036854775808 in 'pad', which is the mark of a number that is not known; give a number}}
  %0 = tosa.avg_pool2d %x, %z, %z {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, -9223372036854775808, 0, 0>, acc_type = f32} : (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}
