#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2) -> ()>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @jit_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<32x32xbf16>, %arg3: tensor<32x32xbf16>, %arg4: tensor<2x8x2x16xbf16>, %arg5: tensor<2x8x2x16xbf16>, %arg6: tensor<2x1x32xbf16>) -> (tensor<2x1x32xbf16> {jax.result_info = "result[0]"}, tensor<2x8x2x16xbf16> {jax.result_info = "result[1]"}, tensor<2x8x2x16xbf16> {jax.result_info = "result[2]"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF80 : bf16
    %cst_1 = arith.constant 0.000000e+00 : bf16
    %cst_2 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_3 = arith.constant dense<2.500000e-01> : tensor<bf16>
    %0 = tensor.empty() : tensor<2x1x32xbf16>
    %1 = linalg.fill ins(%cst_1 : bf16) outs(%0 : tensor<2x1x32xbf16>) -> tensor<2x1x32xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg6, %arg0 : tensor<2x1x32xbf16>, tensor<32x32xbf16>) outs(%1 : tensor<2x1x32xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x1x32xbf16>
    %expanded = tensor.expand_shape %2 [[0], [1], [2, 3]] output_shape [2, 1, 2, 16] : tensor<2x1x32xbf16> into tensor<2x1x2x16xbf16>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg6, %arg1 : tensor<2x1x32xbf16>, tensor<32x32xbf16>) outs(%1 : tensor<2x1x32xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x1x32xbf16>
    %expanded_4 = tensor.expand_shape %3 [[0], [1], [2, 3]] output_shape [2, 1, 2, 16] : tensor<2x1x32xbf16> into tensor<2x1x2x16xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg6, %arg2 : tensor<2x1x32xbf16>, tensor<32x32xbf16>) outs(%1 : tensor<2x1x32xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x1x32xbf16>
    %expanded_5 = tensor.expand_shape %4 [[0], [1], [2, 3]] output_shape [2, 1, 2, 16] : tensor<2x1x32xbf16> into tensor<2x1x2x16xbf16>
    %inserted_slice = tensor.insert_slice %expanded_4 into %arg4[0, 7, 0, 0] [2, 1, 2, 16] [1, 1, 1, 1] : tensor<2x1x2x16xbf16> into tensor<2x8x2x16xbf16>
    %inserted_slice_6 = tensor.insert_slice %expanded_5 into %arg5[0, 7, 0, 0] [2, 1, 2, 16] [1, 1, 1, 1] : tensor<2x1x2x16xbf16> into tensor<2x8x2x16xbf16>
    %5 = tensor.empty() : tensor<2x2x1x8xbf16>
    %6 = linalg.fill ins(%cst_1 : bf16) outs(%5 : tensor<2x2x1x8xbf16>) -> tensor<2x2x1x8xbf16>
    %7 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %inserted_slice : tensor<2x1x2x16xbf16>, tensor<2x8x2x16xbf16>) outs(%6 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x2x1x8xbf16>
    %8 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<bf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x1x8xbf16>
    %9 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %8 : tensor<2x2x1x8xbf16>, tensor<2x2x1x8xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1x8xbf16>
    %10 = tensor.empty() : tensor<2x2x1xbf16>
    %11 = linalg.fill ins(%cst_0 : bf16) outs(%10 : tensor<2x2x1xbf16>) -> tensor<2x2x1xbf16>
    %12 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<2x2x1x8xbf16>) outs(%11 : tensor<2x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %37 = arith.maximumf %out, %in : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1xbf16>
    %13 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<bf16>) outs(%10 : tensor<2x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x1xbf16>
    %14 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %12 : tensor<2x2x1xbf16>, tensor<2x2x1xbf16>) outs(%10 : tensor<2x2x1xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.maximumf %in, %in_7 : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1xbf16>
    %15 = tensor.empty() : tensor<2x2x1x1xbf16>
    %16 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<2x2x1xbf16>) outs(%15 : tensor<2x2x1x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x1x1xbf16>
    %17 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<2x2x1x1xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x1x8xbf16>
    %18 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %17 : tensor<2x2x1x8xbf16>, tensor<2x2x1x8xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.subf %in, %in_7 : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1x8xbf16>
    %19 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x2x1x8xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %37 = math.exp %in : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1x8xbf16>
    %20 = tensor.empty() : tensor<2x2x1x8xf32>
    %21 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x2x1x8xbf16>) outs(%20 : tensor<2x2x1x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %37 = arith.extf %in : bf16 to f32
      linalg.yield %37 : f32
    } -> tensor<2x2x1x8xf32>
    %22 = tensor.empty() : tensor<2x2x1xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<2x2x1x8xf32>) outs(%23 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %out, %in : f32
      linalg.yield %37 : f32
    } -> tensor<2x2x1xf32>
    %25 = tensor.empty() : tensor<2x2x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<2x2x1xf32>) outs(%25 : tensor<2x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x2x1x1xf32>) outs(%15 : tensor<2x2x1x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %37 = arith.truncf %in : f32 to bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1x1xbf16>
    %28 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x2x1x1xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x1x8xbf16>
    %29 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %28 : tensor<2x2x1x8xbf16>, tensor<2x2x1x8xbf16>) outs(%5 : tensor<2x2x1x8xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.divf %in, %in_7 : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x2x1x8xbf16>
    %30 = tensor.empty() : tensor<2x2x16x1xbf16>
    %31 = linalg.fill ins(%cst_1 : bf16) outs(%30 : tensor<2x2x16x1xbf16>) -> tensor<2x2x16x1xbf16>
    %32 = linalg.generic {indexing_maps = [#map11, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%inserted_slice_6, %29 : tensor<2x8x2x16xbf16>, tensor<2x2x1x8xbf16>) outs(%31 : tensor<2x2x16x1xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x2x16x1xbf16>
    %33 = tensor.empty() : tensor<2x1x2x16xbf16>
    %34 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<2x2x16x1xbf16>) outs(%33 : tensor<2x1x2x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x16xbf16>
    %collapsed = tensor.collapse_shape %34 [[0], [1], [2, 3]] : tensor<2x1x2x16xbf16> into tensor<2x1x32xbf16>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg3 : tensor<2x1x32xbf16>, tensor<32x32xbf16>) outs(%1 : tensor<2x1x32xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.mulf %in, %in_7 : bf16
      %38 = arith.addf %out, %37 : bf16
      linalg.yield %38 : bf16
    } -> tensor<2x1x32xbf16>
    %36 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %35 : tensor<2x1x32xbf16>, tensor<2x1x32xbf16>) outs(%0 : tensor<2x1x32xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %37 = arith.addf %in, %in_7 : bf16
      linalg.yield %37 : bf16
    } -> tensor<2x1x32xbf16>
    return %36, %inserted_slice, %inserted_slice_6 : tensor<2x1x32xbf16>, tensor<2x8x2x16xbf16>, tensor<2x8x2x16xbf16>
  }
}

