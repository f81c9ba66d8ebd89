// A kernel that looks up elements of a tensor is not merged into the kernel of rows that writes it: what it reads belongs
// to other rows.
// RUN: fusion-run %s --entry=mirrored --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=table_and_element --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @mirrored(%x: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<40x64xf32>) outs(%f : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<40xf32>
  %c = tensor.expand_shape %s [[0, 1]] output_shape [40, 1] : tensor<40xf32> into tensor<40x1xf32>
  %y = fusion.sub %x, %c : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xf32>
  %r = fusion.map() tables(%t = %y) at(%i, %j) : (tensor<40x64xf32>) -> tensor<40x64xf32> {
    %last = arith.constant 39 : index
    %k = arith.subi %last, %i : index
    %v = fusion.lookup %t[%k, %j] : tensor<40x64xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<40x64xf32>
}

// An input is read at its place and looked up.
func.func @table_and_element(%x: tensor<32x64xf32>, %y: tensor<32x1xf32>) -> tensor<32xf32> {
  %m = fusion.map() tables(%t = %x, %u = %y) at(%i, %j) : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x64xf32> {
    %zero = arith.constant 0 : index
    %last = arith.constant 63 : index
    %final = arith.constant 31 : index
    %k = arith.subi %last, %j : index
    %n = arith.subi %final, %i : index
    %v = fusion.lookup %t[%i, %k] : tensor<32x64xf32>
    %w = fusion.lookup %u[%n, %zero] : tensor<32x1xf32>
    %p = arith.mulf %v, %w : f32
    fusion.yield %p : f32
  }
  %s = fusion.mul %m, %x : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %d = fusion.sub %s, %y : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x64xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %r = linalg.reduce { arith.addf } ins(%d : tensor<32x64xf32>) outs(%f : tensor<32xf32>) dimensions = [1]
  return %r : tensor<32xf32>
}
