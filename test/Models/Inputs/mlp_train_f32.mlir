#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> ()>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @mlp_train_f32(%arg0: tensor<64x32xf32>, %arg1: tensor<64xf32>, %arg2: tensor<32x64xf32>, %arg3: tensor<32xf32>, %arg4: tensor<2x8x32xf32>) -> (tensor<f32>, tensor<64x32xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<2x8x32xf32>) {
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 0.3989422804014327 : f64
    %cst_4 = arith.constant 0.70710678118654757 : f64
    %cst_5 = arith.constant 1.41421354 : f32
    %cst_6 = arith.constant 5.120000e+02 : f32
    %cst_7 = arith.constant 2.000000e+00 : f32
    %cst_8 = arith.constant -5.000000e-01 : f32
    %collapsed = tensor.collapse_shape %arg4 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %0 = tensor.empty() : tensor<32x64xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<64x32xf32>) outs(%0 : tensor<32x64xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<16x64xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xf32>, tensor<32x64xf32>) outs(%2 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.addf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<16x64xf32>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %6 = tensor.empty() : tensor<2x8x64xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.divf %in, %cst_5 : f32
      %55 = math.erf %54 : f32
      %56 = arith.addf %55, %cst_0 : f32
      %57 = arith.mulf %56, %cst_1 : f32
      %58 = arith.mulf %in, %57 : f32
      linalg.yield %58 : f32
    } -> tensor<2x8x64xf32>
    %collapsed_9 = tensor.collapse_shape %7 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %8 = tensor.empty() : tensor<64x32xf32>
    %transposed_10 = linalg.transpose ins(%arg2 : tensor<32x64xf32>) outs(%8 : tensor<64x32xf32>) permutation = [1, 0] 
    %9 = tensor.empty() : tensor<16x32xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %11 = linalg.matmul ins(%collapsed_9, %transposed_10 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%10 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%9 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %12 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%9 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.addf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<16x32xf32>
    %expanded_11 = tensor.expand_shape %13 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %14 = tensor.empty() : tensor<2x8x32xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %expanded_11 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.addf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %17 = tensor.empty() : tensor<f32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<f32>) -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction", "reduction", "reduction"]} ins(%16 : tensor<2x8x32xf32>) outs(%18 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %in, %out : f32
      linalg.yield %54 : f32
    } -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%19 : tensor<f32>) outs(%17 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.divf %in, %cst_6 : f32
      linalg.yield %54 : f32
    } -> tensor<f32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%20 : tensor<f32>) outs(%17 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.divf %in, %cst_7 : f32
      linalg.yield %54 : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%cst_2 : tensor<f32>) outs(%17 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.divf %in, %cst_7 : f32
      linalg.yield %54 : f32
    } -> tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<f32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.divf %in, %cst_6 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.mulf %in, %cst_7 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %26 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.mulf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_12 = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %28 = linalg.matmul ins(%collapsed_12, %arg2 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%2 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %29 = tensor.empty() : tensor<32x16xf32>
    %transposed_13 = linalg.transpose ins(%collapsed_12 : tensor<16x32xf32>) outs(%29 : tensor<32x16xf32>) permutation = [1, 0] 
    %30 = linalg.fill ins(%cst : f32) outs(%0 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %31 = linalg.matmul ins(%transposed_13, %collapsed_9 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%30 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %32 = tensor.empty() : tensor<1x32xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "parallel"]} ins(%collapsed_12 : tensor<16x32xf32>) outs(%33 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %in, %out : f32
      linalg.yield %54 : f32
    } -> tensor<1x32xf32>
    %collapsed_14 = tensor.collapse_shape %34 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_15 = tensor.expand_shape %28 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_4 : f64 to f32
      %55 = arith.mulf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<2x8x64xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.erf %in : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %in, %cst_0 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.mulf %in, %cst_1 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.mulf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.mulf %in, %cst_8 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %41 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.exp %in : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_3 : f64 to f32
      %55 = arith.mulf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<2x8x64xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %42 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.mulf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %43 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.addf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %45 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %44 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%6 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.mulf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x64xf32>
    %collapsed_16 = tensor.collapse_shape %45 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %46 = linalg.matmul ins(%collapsed_16, %arg0 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%10 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %47 = tensor.empty() : tensor<64x16xf32>
    %transposed_17 = linalg.transpose ins(%collapsed_16 : tensor<16x64xf32>) outs(%47 : tensor<64x16xf32>) permutation = [1, 0] 
    %48 = linalg.fill ins(%cst : f32) outs(%8 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %49 = linalg.matmul ins(%transposed_17, %collapsed : tensor<64x16xf32>, tensor<16x32xf32>) outs(%48 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %50 = tensor.empty() : tensor<1x64xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "parallel"]} ins(%collapsed_16 : tensor<16x64xf32>) outs(%51 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %in, %out : f32
      linalg.yield %54 : f32
    } -> tensor<1x64xf32>
    %collapsed_18 = tensor.collapse_shape %52 [[0, 1]] : tensor<1x64xf32> into tensor<64xf32>
    %expanded_19 = tensor.expand_shape %46 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %expanded_19 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %54 = arith.addf %in, %in_20 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x32xf32>
    return %21, %49, %collapsed_18, %31, %collapsed_14, %53 : tensor<f32>, tensor<64x32xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<2x8x32xf32>
  }
}
