#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main_graph(%arg0: tensor<1x1x32xf32>, %arg1: tensor<1x5x32xf32>, %arg2: tensor<32x3x8x8xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<64x32xf32>, %arg17: tensor<64xf32>, %arg18: tensor<32x64xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<2x3x16x16xf32>) -> tensor<2x5x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<2x1x5x5xf32>
    %cst_4 = arith.constant dense<2.500000e-01> : tensor<f32>
    %cst_5 = arith.constant 3.200000e+01 : f32
    %cst_6 = arith.constant 9.99999996E-13 : f32
    %cst_7 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x32x2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<32xf32>) outs(%0 : tensor<2x32x2x2xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<8> : vector<2xi64>} ins(%arg22, %arg2 : tensor<2x3x16x16xf32>, tensor<32x3x8x8xf32>) outs(%broadcasted : tensor<2x32x2x2xf32>) -> tensor<2x32x2x2xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<2x32x2x2xf32> into tensor<2x32x4xf32>
    %2 = tensor.empty() : tensor<2x4x32xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x32x4xf32>) outs(%2 : tensor<2x4x32xf32>) permutation = [0, 2, 1] 
    %3 = tensor.empty() : tensor<2x1x32xf32>
    %collapsed_8 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<1x32xf32>) outs(%3 : tensor<2x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x32xf32>
    %concat = tensor.concat dim(1) %4, %transposed : (tensor<2x1x32xf32>, tensor<2x4x32xf32>) -> tensor<2x5x32xf32>
    %5 = tensor.empty() : tensor<2x5x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg1 : tensor<2x5x32xf32>, tensor<1x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %7 = tensor.empty() : tensor<2x5x1xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_9 = tensor.collapse_shape %10 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %11 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.subf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %12 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %cst_6 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.rsqrt %in : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_10 = tensor.collapse_shape %17 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_10 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %18 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg12 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg13 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %22 = tensor.empty() : tensor<32x32xf32>
    %transposed_11 = linalg.transpose ins(%arg4 : tensor<32x32xf32>) outs(%22 : tensor<32x32xf32>) permutation = [1, 0] 
    %23 = tensor.empty() : tensor<2x32x32xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<32x32xf32>) outs(%23 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%5 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %26 = linalg.batch_matmul ins(%21, %24 : tensor<2x5x32xf32>, tensor<2x32x32xf32>) outs(%25 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg5 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %expanded = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 5, 2, 16] : tensor<2x5x32xf32> into tensor<2x5x2x16xf32>
    %28 = tensor.empty() : tensor<2x2x5x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x5x2x16xf32>) outs(%28 : tensor<2x2x5x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg6 : tensor<32x32xf32>) outs(%22 : tensor<32x32xf32>) permutation = [1, 0] 
    %29 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_13 : tensor<32x32xf32>) outs(%23 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %30 = linalg.batch_matmul ins(%21, %29 : tensor<2x5x32xf32>, tensor<2x32x32xf32>) outs(%25 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %arg7 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %expanded_14 = tensor.expand_shape %31 [[0], [1], [2, 3]] output_shape [2, 5, 2, 16] : tensor<2x5x32xf32> into tensor<2x5x2x16xf32>
    %transposed_15 = linalg.transpose ins(%arg8 : tensor<32x32xf32>) outs(%22 : tensor<32x32xf32>) permutation = [1, 0] 
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<32x32xf32>) outs(%23 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %33 = linalg.batch_matmul ins(%21, %32 : tensor<2x5x32xf32>, tensor<2x32x32xf32>) outs(%25 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %arg9 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %expanded_16 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [2, 5, 2, 16] : tensor<2x5x32xf32> into tensor<2x5x2x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x5x2x16xf32>) outs(%28 : tensor<2x2x5x16xf32>) permutation = [0, 2, 1, 3] 
    %35 = tensor.empty() : tensor<2x2x16x5xf32>
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x5x2x16xf32>) outs(%35 : tensor<2x2x16x5xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x2x5x16xf32> into tensor<4x5x16xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x2x16x5xf32> into tensor<4x16x5xf32>
    %36 = tensor.empty() : tensor<4x5x5xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %38 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<4x5x16xf32>, tensor<4x16x5xf32>) outs(%37 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %expanded_21 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 2, 5, 5] : tensor<4x5x5xf32> into tensor<2x2x5x5xf32>
    %39 = tensor.empty() : tensor<2x2x5x5xf32>
    %40 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21, %cst_4 : tensor<2x2x5x5xf32>, tensor<f32>) outs(%39 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x5xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %cst_3 : tensor<2x2x5x5xf32>, tensor<2x1x5x5xf32>) outs(%39 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x5xf32>
    %42 = tensor.empty() : tensor<2x2x5xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<2x2x5xi64>) -> tensor<2x2x5xi64>
    %44 = tensor.empty() : tensor<2x2x5xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
    %46:2 = linalg.generic {indexing_maps = [#map6, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<2x2x5x5xf32>) outs(%45, %43 : tensor<2x2x5xf32>, tensor<2x2x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_35: i64):
      %101 = linalg.index 3 : index
      %102 = arith.index_cast %101 : index to i64
      %103 = arith.maximumf %in, %out : f32
      %104 = arith.cmpf ogt, %in, %out : f32
      %105 = arith.select %104, %102, %out_35 : i64
      linalg.yield %103, %105 : f32, i64
    } -> (tensor<2x2x5xf32>, tensor<2x2x5xi64>)
    %expanded_22 = tensor.expand_shape %46#0 [[0], [1], [2, 3]] output_shape [2, 2, 5, 1] : tensor<2x2x5xf32> into tensor<2x2x5x1xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_22 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%39 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.subf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x5xf32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<2x2x5x5xf32>) outs(%39 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.exp %in : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x5xf32>
    %49 = tensor.empty() : tensor<2x2x5x1xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<2x2x5x1xf32>) -> tensor<2x2x5x1xf32>
    %51 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%48 : tensor<2x2x5x5xf32>) outs(%50 : tensor<2x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x1xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %51 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%39 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.divf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x2x5x5xf32>
    %collapsed_23 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : tensor<2x2x5x5xf32> into tensor<4x5x5xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x2x5x16xf32> into tensor<4x5x16xf32>
    %53 = tensor.empty() : tensor<4x5x16xf32>
    %54 = linalg.fill ins(%cst : f32) outs(%53 : tensor<4x5x16xf32>) -> tensor<4x5x16xf32>
    %55 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x5x5xf32>, tensor<4x5x16xf32>) outs(%54 : tensor<4x5x16xf32>) -> tensor<4x5x16xf32>
    %expanded_25 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [2, 2, 5, 16] : tensor<4x5x16xf32> into tensor<2x2x5x16xf32>
    %56 = tensor.empty() : tensor<2x5x2x16xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x2x5x16xf32>) outs(%56 : tensor<2x5x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0], [1], [2, 3]] : tensor<2x5x2x16xf32> into tensor<2x5x32xf32>
    %transposed_28 = linalg.transpose ins(%arg10 : tensor<32x32xf32>) outs(%22 : tensor<32x32xf32>) permutation = [1, 0] 
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<32x32xf32>) outs(%23 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %58 = linalg.batch_matmul ins(%collapsed_27, %57 : tensor<2x5x32xf32>, tensor<2x32x32xf32>) outs(%25 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %arg11 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %6 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_29 = tensor.collapse_shape %62 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_29 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %63 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.subf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %64 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%65 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %cst_6 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.rsqrt %in : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_30 = tensor.collapse_shape %69 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %70 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_30 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %70 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg14 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %arg15 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %74 = tensor.empty() : tensor<32x64xf32>
    %transposed_31 = linalg.transpose ins(%arg16 : tensor<64x32xf32>) outs(%74 : tensor<32x64xf32>) permutation = [1, 0] 
    %75 = tensor.empty() : tensor<2x32x64xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<32x64xf32>) outs(%75 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %77 = tensor.empty() : tensor<2x5x64xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<2x5x64xf32>) -> tensor<2x5x64xf32>
    %79 = linalg.batch_matmul ins(%73, %76 : tensor<2x5x32xf32>, tensor<2x32x64xf32>) outs(%78 : tensor<2x5x64xf32>) -> tensor<2x5x64xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %arg17 : tensor<2x5x64xf32>, tensor<64xf32>) outs(%77 : tensor<2x5x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x64xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x5x64xf32>) outs(%77 : tensor<2x5x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_7 : f32
      %102 = math.erf %101 : f32
      %103 = arith.addf %102, %cst_1 : f32
      %104 = arith.mulf %103, %cst_2 : f32
      %105 = arith.mulf %in, %104 : f32
      linalg.yield %105 : f32
    } -> tensor<2x5x64xf32>
    %82 = tensor.empty() : tensor<64x32xf32>
    %transposed_32 = linalg.transpose ins(%arg18 : tensor<32x64xf32>) outs(%82 : tensor<64x32xf32>) permutation = [1, 0] 
    %83 = tensor.empty() : tensor<2x64x32xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_32 : tensor<64x32xf32>) outs(%83 : tensor<2x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x32xf32>
    %85 = linalg.batch_matmul ins(%81, %84 : tensor<2x5x64xf32>, tensor<2x64x32xf32>) outs(%25 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %arg19 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %60 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_33 = tensor.collapse_shape %89 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %90 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_33 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %90 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.subf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %91 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%92 : tensor<2x5x32xf32>) outs(%8 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %out : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.divf %in, %cst_5 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %in, %cst_6 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<2x5x1xf32>) outs(%7 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.rsqrt %in : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x1xf32>
    %collapsed_34 = tensor.collapse_shape %96 [[0], [1, 2]] : tensor<2x5x1xf32> into tensor<2x5xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_34 : tensor<2x5xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x32xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %97 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %arg20 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.mulf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %arg21 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %101 = arith.addf %in, %in_35 : f32
      linalg.yield %101 : f32
    } -> tensor<2x5x32xf32>
    return %100 : tensor<2x5x32xf32>
  }
}

