#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d1)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main_graph(%arg0: tensor<96x32xf32>, %arg1: tensor<96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<64x32xf32>, %arg5: tensor<64xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<2x8x32xf32>) -> tensor<2x8x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant dense<5.000000e-01> : tensor<1xf32>
    %cst_4 = arith.constant 3.200000e+01 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %cst_6 = arith.constant 1.41421354 : f32
    %cst_7 = arith.constant dense<2> : tensor<1xi64>
    %cst_8 = arith.constant dense<1> : tensor<1xi64>
    %cst_9 = arith.constant dense<0> : tensor<1xi64>
    %0 = tensor.empty() : tensor<8x2x32xf32>
    %transposed = linalg.transpose ins(%arg12 : tensor<2x8x32xf32>) outs(%0 : tensor<8x2x32xf32>) permutation = [1, 0, 2] 
    %1 = tensor.empty() : tensor<32x96xf32>
    %transposed_10 = linalg.transpose ins(%arg0 : tensor<96x32xf32>) outs(%1 : tensor<32x96xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<8x32x96xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_10 : tensor<32x96xf32>) outs(%2 : tensor<8x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x96xf32>
    %4 = tensor.empty() : tensor<8x2x96xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<8x2x96xf32>) -> tensor<8x2x96xf32>
    %6 = linalg.batch_matmul ins(%transposed, %3 : tensor<8x2x32xf32>, tensor<8x32x96xf32>) outs(%5 : tensor<8x2x96xf32>) -> tensor<8x2x96xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg1 : tensor<8x2x96xf32>, tensor<96xf32>) outs(%4 : tensor<8x2x96xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<8x2x96xf32>
    %expanded = tensor.expand_shape %7 [[0, 1], [2], [3, 4]] output_shape [1, 8, 2, 3, 32] : tensor<8x2x96xf32> into tensor<1x8x2x3x32xf32>
    %8 = tensor.empty() : tensor<3x8x2x1x32xf32>
    %transposed_11 = linalg.transpose ins(%expanded : tensor<1x8x2x3x32xf32>) outs(%8 : tensor<3x8x2x1x32xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_11 [[0], [1], [2, 3], [4]] : tensor<3x8x2x1x32xf32> into tensor<3x8x2x32xf32>
    %9 = tensor.empty() : tensor<1x8x2x32xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<1xi64>) outs(%9 : tensor<1x8x2x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %87 = arith.index_cast %in : i64 to index
      %88 = linalg.index 1 : index
      %89 = linalg.index 2 : index
      %90 = linalg.index 3 : index
      %extracted = tensor.extract %collapsed[%87, %88, %89, %90] : tensor<3x8x2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x8x2x32xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<1xi64>) outs(%9 : tensor<1x8x2x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %87 = arith.index_cast %in : i64 to index
      %88 = linalg.index 1 : index
      %89 = linalg.index 2 : index
      %90 = linalg.index 3 : index
      %extracted = tensor.extract %collapsed[%87, %88, %89, %90] : tensor<3x8x2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x8x2x32xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<1xi64>) outs(%9 : tensor<1x8x2x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %87 = arith.index_cast %in : i64 to index
      %88 = linalg.index 1 : index
      %89 = linalg.index 2 : index
      %90 = linalg.index 3 : index
      %extracted = tensor.extract %collapsed[%87, %88, %89, %90] : tensor<3x8x2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x8x2x32xf32>
    %collapsed_12 = tensor.collapse_shape %10 [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_13 = tensor.expand_shape %collapsed_12 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %13 = tensor.empty() : tensor<4x8x16xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<8x4x16xf32>) outs(%13 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %collapsed_15 = tensor.collapse_shape %11 [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %collapsed_17 = tensor.collapse_shape %12 [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_18 = tensor.expand_shape %collapsed_17 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<8x4x16xf32>) outs(%13 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %expanded_20 = tensor.expand_shape %transposed_14 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %14 = tensor.empty() : tensor<4x16x8xf32>
    %transposed_21 = linalg.transpose ins(%expanded_16 : tensor<8x4x16xf32>) outs(%14 : tensor<4x16x8xf32>) permutation = [1, 2, 0] 
    %expanded_22 = tensor.expand_shape %transposed_21 [[0, 1], [2], [3]] output_shape [2, 2, 16, 8] : tensor<4x16x8xf32> into tensor<2x2x16x8xf32>
    %15 = tensor.empty() : tensor<2x2x8x16xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20, %cst_3 : tensor<2x2x8x16xf32>, tensor<1xf32>) outs(%15 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x8x16xf32>
    %17 = tensor.empty() : tensor<2x2x16x8xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22, %cst_3 : tensor<2x2x16x8xf32>, tensor<1xf32>) outs(%17 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x16x8xf32>
    %collapsed_23 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_24 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %19 = tensor.empty() : tensor<4x8x8xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %21 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%20 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_25 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %22 = tensor.empty() : tensor<2x2x8xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %24 = tensor.empty() : tensor<2x2x8xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %26:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_25 : tensor<2x2x8x8xf32>) outs(%25, %23 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_40: i64):
      %87 = linalg.index 3 : index
      %88 = arith.index_cast %87 : index to i64
      %89 = arith.maximumf %in, %out : f32
      %90 = arith.cmpf ogt, %in, %out : f32
      %91 = arith.select %90, %88, %out_40 : i64
      linalg.yield %89, %91 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_26 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %27 = tensor.empty() : tensor<2x2x8x8xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25, %expanded_26 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%27 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.subf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x8x8xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<2x2x8x8xf32>) outs(%27 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = math.exp %in : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x8x8xf32>
    %30 = tensor.empty() : tensor<2x2x8x1xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29 : tensor<2x2x8x8xf32>) outs(%31 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %out : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x8x1xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %32 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%27 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.divf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_27 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %35 = linalg.batch_matmul ins(%collapsed_27, %transposed_19 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%34 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_28 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %36 = tensor.empty() : tensor<8x2x2x16xf32>
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<2x2x8x16xf32>) outs(%36 : tensor<8x2x2x16xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_30 = tensor.collapse_shape %transposed_29 [[0, 1], [2, 3]] : tensor<8x2x2x16xf32> into tensor<16x32xf32>
    %37 = tensor.empty() : tensor<32x32xf32>
    %transposed_31 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%37 : tensor<32x32xf32>) permutation = [1, 0] 
    %38 = tensor.empty() : tensor<16x32xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %40 = linalg.matmul ins(%collapsed_30, %transposed_31 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%40, %arg3 : tensor<16x32xf32>, tensor<32xf32>) outs(%38 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<16x32xf32>
    %expanded_32 = tensor.expand_shape %41 [[0, 1], [2]] output_shape [8, 2, 32] : tensor<16x32xf32> into tensor<8x2x32xf32>
    %42 = tensor.empty() : tensor<2x8x32xf32>
    %transposed_33 = linalg.transpose ins(%expanded_32 : tensor<8x2x32xf32>) outs(%42 : tensor<2x8x32xf32>) permutation = [1, 0, 2] 
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %transposed_33 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %44 = tensor.empty() : tensor<2x8x1xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %out : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.divf %in, %cst_4 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_34 = tensor.collapse_shape %47 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %48 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_34 : tensor<2x8xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %48 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.subf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %49 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%50 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %out : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.divf %in, %cst_4 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %cst_5 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = math.rsqrt %in : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_35 = tensor.collapse_shape %54 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %55 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_35 : tensor<2x8xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %55 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %arg8 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %arg9 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %59 = tensor.empty() : tensor<32x64xf32>
    %transposed_36 = linalg.transpose ins(%arg4 : tensor<64x32xf32>) outs(%59 : tensor<32x64xf32>) permutation = [1, 0] 
    %60 = tensor.empty() : tensor<2x32x64xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_36 : tensor<32x64xf32>) outs(%60 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %62 = tensor.empty() : tensor<2x8x64xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %64 = linalg.batch_matmul ins(%58, %61 : tensor<2x8x32xf32>, tensor<2x32x64xf32>) outs(%63 : tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %arg5 : tensor<2x8x64xf32>, tensor<64xf32>) outs(%62 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x64xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x8x64xf32>) outs(%62 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.divf %in, %cst_6 : f32
      %88 = math.erf %87 : f32
      %89 = arith.addf %88, %cst_1 : f32
      %90 = arith.mulf %89, %cst_2 : f32
      %91 = arith.mulf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x8x64xf32>
    %67 = tensor.empty() : tensor<64x32xf32>
    %transposed_37 = linalg.transpose ins(%arg6 : tensor<32x64xf32>) outs(%67 : tensor<64x32xf32>) permutation = [1, 0] 
    %68 = tensor.empty() : tensor<2x64x32xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_37 : tensor<64x32xf32>) outs(%68 : tensor<2x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x32xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%42 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %71 = linalg.batch_matmul ins(%66, %69 : tensor<2x8x64xf32>, tensor<2x64x32xf32>) outs(%70 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg7 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %72 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%73 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %out : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.divf %in, %cst_4 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_38 = tensor.collapse_shape %75 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %76 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_38 : tensor<2x8xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %76 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.subf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %77 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %out : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.divf %in, %cst_4 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = arith.addf %in, %cst_5 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %87 = math.rsqrt %in : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_39 = tensor.collapse_shape %82 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %83 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_39 : tensor<2x8xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %83 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %arg10 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.mulf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %arg11 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%42 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %87 = arith.addf %in, %in_40 : f32
      linalg.yield %87 : f32
    } -> tensor<2x8x32xf32>
    return %86 : tensor<2x8x32xf32>
  }
}

