// A kernel that looks up elements of a tensor is not merged into the kernel of rows that writes it: what it reads belongs
// to other rows.
// RUN: fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
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
