// A row of a tensor that is changed in place, read again and again.

// RUN: fusion-run %s --device=cpu --random=1 --verify

func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = math.tanh %x : tensor<8x8xf32>
  %changed = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %f = math.floor %out : f32
    %0 = arith.subf %f, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %row = linalg.generic {indexing_maps = [affine_map<(i, j) -> (2, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%changed : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.floor %in : f32
    %1 = arith.addf %0, %in : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %row : tensor<8x8xf32>
}
