#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @mlp_train_bf16(%arg0: tensor<64x32xbf16>, %arg1: tensor<64xbf16>, %arg2: tensor<32x64xbf16>, %arg3: tensor<32xbf16>, %arg4: tensor<2x8x32xbf16>) -> (tensor<bf16>, tensor<64x32xbf16>, tensor<64xbf16>, tensor<32x64xbf16>, tensor<32xbf16>, tensor<2x8x32xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %cst_1 = arith.constant 1.000000e+00 : bf16
    %cst_2 = arith.constant 2.000000e+00 : bf16
    %cst_3 = arith.constant 5.000000e-01 : bf16
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<bf16>
    %cst_5 = arith.constant 0.3989422804014327 : f64
    %cst_6 = arith.constant 0.70710678118654757 : f64
    %cst_7 = arith.constant 5.120000e+02 : bf16
    %cst_8 = arith.constant 1.000000e+00 : f32
    %cst_9 = arith.constant 5.000000e-01 : f32
    %cst_10 = arith.constant -5.000000e-01 : f32
    %collapsed = tensor.collapse_shape %arg4 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %0 = tensor.empty() : tensor<32x64xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<64x32xbf16>) outs(%0 : tensor<32x64xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<64xbf16>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<64xf32>
    %3 = tensor.empty() : tensor<16x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<16x32xbf16>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<16x32xf32>
    %5 = tensor.empty() : tensor<32x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x64xbf16>) outs(%5 : tensor<32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<32x64xf32>
    %7 = tensor.empty() : tensor<16x64xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%8 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64xf32>) outs(%7 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%7 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.addf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<16x64xf32>
    %12 = tensor.empty() : tensor<16x64xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<16x64xf32>) outs(%12 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<16x64xbf16>
    %expanded = tensor.expand_shape %13 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %14 = tensor.empty() : tensor<2x8x64xbf16>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x8x64xbf16>) outs(%14 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = math.sqrt %cst_2 : bf16
      %77 = arith.divf %in, %76 : bf16
      %78 = math.erf %77 : bf16
      %79 = arith.addf %78, %cst_1 : bf16
      %80 = arith.mulf %79, %cst_3 : bf16
      %81 = arith.mulf %in, %80 : bf16
      linalg.yield %81 : bf16
    } -> tensor<2x8x64xbf16>
    %collapsed_11 = tensor.collapse_shape %15 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %16 = tensor.empty() : tensor<64x32xbf16>
    %transposed_12 = linalg.transpose ins(%arg2 : tensor<32x64xbf16>) outs(%16 : tensor<64x32xbf16>) permutation = [1, 0] 
    %17 = tensor.empty() : tensor<32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<32xbf16>) outs(%17 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<32xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_11 : tensor<16x64xbf16>) outs(%7 : tensor<16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<16x64xf32>
    %20 = tensor.empty() : tensor<64x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_12 : tensor<64x32xbf16>) outs(%20 : tensor<64x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<64x32xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%3 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %23 = linalg.matmul ins(%19, %21 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%22 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<32xf32>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.addf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<16x32xf32>
    %26 = tensor.empty() : tensor<16x32xbf16>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<16x32xf32>) outs(%26 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<16x32xbf16>
    %expanded_13 = tensor.expand_shape %27 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %28 = tensor.empty() : tensor<2x8x32xbf16>
    %29 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %expanded_13 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_22: bf16, %out: bf16):
      %76 = arith.addf %in, %in_22 : bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = math.fpowi %in, %c2_i64 : bf16, i64
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %31 = tensor.empty() : tensor<bf16>
    %32 = linalg.fill ins(%cst_0 : bf16) outs(%31 : tensor<bf16>) -> tensor<bf16>
    %33 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%30 : tensor<2x8x32xbf16>) outs(%32 : tensor<bf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.addf %in, %out : bf16
      linalg.yield %76 : bf16
    } -> tensor<bf16>
    %34 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%33 : tensor<bf16>) outs(%31 : tensor<bf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.divf %in, %cst_7 : bf16
      linalg.yield %76 : bf16
    } -> tensor<bf16>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%34 : tensor<bf16>) outs(%31 : tensor<bf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.divf %in, %cst_2 : bf16
      linalg.yield %76 : bf16
    } -> tensor<bf16>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%cst_4 : tensor<bf16>) outs(%31 : tensor<bf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.divf %in, %cst_2 : bf16
      linalg.yield %76 : bf16
    } -> tensor<bf16>
    %37 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<bf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.divf %in, %cst_7 : bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %39 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = math.fpowi %in, %c1_i64 : bf16, i64
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %40 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.mulf %in, %cst_2 : bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %41 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %40 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_22: bf16, %out: bf16):
      %76 = arith.mulf %in, %in_22 : bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    %collapsed_14 = tensor.collapse_shape %41 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %42 = linalg.matmul ins(%collapsed_14, %arg2 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%8 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<16x64xf32>) outs(%12 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<16x64xbf16>
    %44 = tensor.empty() : tensor<32x16xbf16>
    %transposed_15 = linalg.transpose ins(%collapsed_14 : tensor<16x32xbf16>) outs(%44 : tensor<32x16xbf16>) permutation = [1, 0] 
    %45 = linalg.fill ins(%cst : f32) outs(%5 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %46 = linalg.matmul ins(%transposed_15, %collapsed_11 : tensor<32x16xbf16>, tensor<16x64xbf16>) outs(%45 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<32x64xf32>) outs(%0 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<32x64xbf16>
    %48 = tensor.empty() : tensor<1x32xbf16>
    %49 = linalg.fill ins(%cst_0 : bf16) outs(%48 : tensor<1x32xbf16>) -> tensor<1x32xbf16>
    %50 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "parallel"]} ins(%collapsed_14 : tensor<16x32xbf16>) outs(%49 : tensor<1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.addf %in, %out : bf16
      linalg.yield %76 : bf16
    } -> tensor<1x32xbf16>
    %collapsed_16 = tensor.collapse_shape %50 [[0, 1]] : tensor<1x32xbf16> into tensor<32xbf16>
    %expanded_17 = tensor.expand_shape %43 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %51 = tensor.empty() : tensor<2x8x64xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x8x64xbf16>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x8x64xbf16>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.truncf %cst_6 : f64 to f32
      %77 = arith.mulf %in, %76 : f32
      linalg.yield %77 : f32
    } -> tensor<2x8x64xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = math.erf %in : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.addf %in, %cst_8 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %57 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.mulf %in, %cst_9 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %53 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.mulf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.mulf %in, %cst_10 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = math.exp %in : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.truncf %cst_5 : f64 to f32
      %77 = arith.mulf %in, %76 : f32
      linalg.yield %77 : f32
    } -> tensor<2x8x64xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %61 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.mulf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %62 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.addf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %63 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%51 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %76 = arith.mulf %in, %in_22 : f32
      linalg.yield %76 : f32
    } -> tensor<2x8x64xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x8x64xf32>) outs(%14 : tensor<2x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x64xbf16>
    %collapsed_18 = tensor.collapse_shape %65 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %66 = linalg.matmul ins(%collapsed_18, %arg0 : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%22 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<16x32xf32>) outs(%26 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<16x32xbf16>
    %68 = tensor.empty() : tensor<64x16xbf16>
    %transposed_19 = linalg.transpose ins(%collapsed_18 : tensor<16x64xbf16>) outs(%68 : tensor<64x16xbf16>) permutation = [1, 0] 
    %69 = linalg.fill ins(%cst : f32) outs(%20 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %70 = linalg.matmul ins(%transposed_19, %collapsed : tensor<64x16xbf16>, tensor<16x32xbf16>) outs(%69 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<64x32xf32>) outs(%16 : tensor<64x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<64x32xbf16>
    %72 = tensor.empty() : tensor<1x64xbf16>
    %73 = linalg.fill ins(%cst_0 : bf16) outs(%72 : tensor<1x64xbf16>) -> tensor<1x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "parallel"]} ins(%collapsed_18 : tensor<16x64xbf16>) outs(%73 : tensor<1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %76 = arith.addf %in, %out : bf16
      linalg.yield %76 : bf16
    } -> tensor<1x64xbf16>
    %collapsed_20 = tensor.collapse_shape %74 [[0, 1]] : tensor<1x64xbf16> into tensor<64xbf16>
    %expanded_21 = tensor.expand_shape %67 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %75 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %expanded_21 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%28 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_22: bf16, %out: bf16):
      %76 = arith.addf %in, %in_22 : bf16
      linalg.yield %76 : bf16
    } -> tensor<2x8x32xbf16>
    return %35, %71, %collapsed_20, %47, %collapsed_16, %75 : tensor<bf16>, tensor<64x32xbf16>, tensor<64xbf16>, tensor<32x64xbf16>, tensor<32xbf16>, tensor<2x8x32xbf16>
  }
}
