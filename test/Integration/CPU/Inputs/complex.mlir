#m = affine_map<(i,j,k)->(i,k)>
func.func @cplxw(%x: tensor<100x96xf32>) -> tensor<100xf32> {
  %z0 = arith.constant 0.0 : f32
  %z = complex.create %z0, %z0 : complex<f32>
  %e0 = tensor.empty() : tensor<100xcomplex<f32>>
  %f = linalg.fill ins(%z : complex<f32>) outs(%e0 : tensor<100xcomplex<f32>>) -> tensor<100xcomplex<f32>>
  %a = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>], iterator_types=["parallel","reduction"]} ins(%x : tensor<100x96xf32>) outs(%f : tensor<100xcomplex<f32>>) { ^bb0(%u: f32, %o: complex<f32>): 
    %c = complex.create %u, %u : complex<f32>
    %d = complex.add %c, %o : complex<f32>
    linalg.yield %d : complex<f32> } -> tensor<100xcomplex<f32>>
  %e1 = tensor.empty() : tensor<100xf32>
  %b = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a : tensor<100xcomplex<f32>>) outs(%e1 : tensor<100xf32>) { ^bb0(%u: complex<f32>, %o: f32): 
    %c = complex.re %u : complex<f32>
    linalg.yield %c : f32 } -> tensor<100xf32>
  return %b : tensor<100xf32>
}
