#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> ()>
#map9 = affine_map<() -> ()>
#map10 = affine_map<(d0, d1) -> (0, d1)>
#map11 = affine_map<(d0) -> (d0)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map14 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
module {
  func.func @encoder_layer_train_f32(%arg0: tensor<96x32xf32>, %arg1: tensor<96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<64x32xf32>, %arg5: tensor<64xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<2x8x32xf32>) -> (tensor<f32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<2x8x32xf32>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %false = arith.constant false
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<3x8x2x32xf32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<2x2x8x8xf32>
    %cst_7 = arith.constant 0.3989422804014327 : f64
    %cst_8 = arith.constant 0.70710678118654757 : f64
    %cst_9 = arith.constant 1.000000e-05 : f64
    %cst_10 = arith.constant 0xFFF0000000000000 : f64
    %cst_11 = arith.constant 3.200000e+01 : f64
    %cst_12 = arith.constant 3.200000e+01 : f32
    %cst_13 = arith.constant 1.41421354 : f32
    %cst_14 = arith.constant 5.120000e+02 : f32
    %cst_15 = arith.constant 2.000000e+00 : f32
    %cst_16 = arith.constant -5.000000e-01 : f32
    %0 = tensor.empty() : tensor<8x2x32xf32>
    %transposed = linalg.transpose ins(%arg12 : tensor<2x8x32xf32>) outs(%0 : tensor<8x2x32xf32>) permutation = [1, 0, 2] 
    %1 = tensor.empty() : tensor<32x96xf32>
    %transposed_17 = linalg.transpose ins(%arg0 : tensor<96x32xf32>) outs(%1 : tensor<32x96xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]] : tensor<8x2x32xf32> into tensor<16x32xf32>
    %2 = tensor.empty() : tensor<16x96xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %4 = linalg.matmul ins(%collapsed, %transposed_17 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%3 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %expanded = tensor.expand_shape %4 [[0, 1], [2]] output_shape [8, 2, 96] : tensor<16x96xf32> into tensor<8x2x96xf32>
    %5 = tensor.empty() : tensor<8x2x96xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg1 : tensor<8x2x96xf32>, tensor<96xf32>) outs(%5 : tensor<8x2x96xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<8x2x96xf32>
    %expanded_18 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [1, 8, 2, 3, 32] : tensor<8x2x96xf32> into tensor<1x8x2x3x32xf32>
    %7 = tensor.empty() : tensor<3x8x2x1x32xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x8x2x3x32xf32>) outs(%7 : tensor<3x8x2x1x32xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2, 3], [4]] : tensor<3x8x2x1x32xf32> into tensor<3x8x2x32xf32>
    %extracted_slice = tensor.extract_slice %collapsed_20[0, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf32> to tensor<1x8x2x32xf32>
    %extracted_slice_21 = tensor.extract_slice %collapsed_20[1, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf32> to tensor<1x8x2x32xf32>
    %extracted_slice_22 = tensor.extract_slice %collapsed_20[2, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf32> to tensor<1x8x2x32xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_24 = tensor.expand_shape %collapsed_23 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %8 = tensor.empty() : tensor<4x8x16xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<8x4x16xf32>) outs(%8 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %collapsed_26 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_27 = tensor.expand_shape %collapsed_26 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<8x4x16xf32>) outs(%8 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %collapsed_29 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2, 3]] : tensor<1x8x2x32xf32> into tensor<8x64xf32>
    %expanded_30 = tensor.expand_shape %collapsed_29 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<8x4x16xf32>) outs(%8 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %expanded_32 = tensor.expand_shape %transposed_25 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %expanded_33 = tensor.expand_shape %transposed_28 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %9 = tensor.empty() : tensor<2x2x8x16xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x2x8x16xf32>) outs(%9 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_3 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x16xf32>
    %11 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<2x2x8x16xf32>) outs(%11 : tensor<2x2x16x8xf32>) permutation = [0, 1, 3, 2] 
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_34 : tensor<2x2x16x8xf32>) outs(%11 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_3 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x16x8xf32>
    %collapsed_35 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_36 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %13 = tensor.empty() : tensor<4x8x8xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %15 = linalg.batch_matmul ins(%collapsed_35, %collapsed_36 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%14 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_37 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %16 = tensor.empty() : tensor<2x2x8xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %18 = tensor.empty() : tensor<2x2x8xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %20:2 = linalg.generic {indexing_maps = [#map2, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_37 : tensor<2x2x8x8xf32>) outs(%19, %17 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %205 = linalg.index 3 : index
      %206 = arith.index_cast %205 : index to i64
      %207 = arith.maximumf %in, %out : f32
      %208 = arith.cmpf ogt, %in, %out : f32
      %209 = arith.select %208, %206, %out_96 : i64
      linalg.yield %207, %209 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_38 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %21 = tensor.empty() : tensor<2x2x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37, %expanded_38 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x2x8x8xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.exp %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %24 = tensor.empty() : tensor<2x2x8x1xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%23 : tensor<2x2x8x8xf32>) outs(%25 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.divf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %28 = tensor.empty() : tensor<2x2x8x8xi1>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x2x8x8xf32>) outs(%28 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %205 = arith.extf %in : f32 to f64
      %206 = arith.cmpf oeq, %205, %cst_10 : f64
      linalg.yield %206 : i1
    } -> tensor<2x2x8x8xi1>
    %30 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x2x8x8xi1>) outs(%28 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %205 = arith.cmpi eq, %in, %false : i1
      linalg.yield %205 : i1
    } -> tensor<2x2x8x8xi1>
    %31 = tensor.empty() : tensor<2x2x8x1xi1>
    %32 = linalg.fill ins(%false : i1) outs(%31 : tensor<2x2x8x1xi1>) -> tensor<2x2x8x1xi1>
    %33 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30 : tensor<2x2x8x8xi1>) outs(%32 : tensor<2x2x8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %205 = arith.ori %in, %out : i1
      linalg.yield %205 : i1
    } -> tensor<2x2x8x1xi1>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x2x8x1xi1>) outs(%31 : tensor<2x2x8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %205 = arith.cmpi eq, %in, %false : i1
      linalg.yield %205 : i1
    } -> tensor<2x2x8x1xi1>
    %35 = linalg.generic {indexing_maps = [#map4, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %cst_6, %27 : tensor<2x2x8x1xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_96: f32, %in_97: f32, %out: f32):
      %205 = arith.select %in, %in_96, %in_97 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_39 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%8 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %37 = linalg.batch_matmul ins(%collapsed_39, %transposed_31 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_40 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %38 = tensor.empty() : tensor<8x2x2x16xf32>
    %transposed_41 = linalg.transpose ins(%expanded_40 : tensor<2x2x8x16xf32>) outs(%38 : tensor<8x2x2x16xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_42 = tensor.collapse_shape %transposed_41 [[0, 1], [2, 3]] : tensor<8x2x2x16xf32> into tensor<16x32xf32>
    %39 = tensor.empty() : tensor<32x32xf32>
    %transposed_43 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%39 : tensor<32x32xf32>) permutation = [1, 0] 
    %40 = tensor.empty() : tensor<16x32xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %42 = linalg.matmul ins(%collapsed_42, %transposed_43 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%41 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%40 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %44 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%42, %43 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%40 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<16x32xf32>
    %expanded_44 = tensor.expand_shape %44 [[0, 1], [2]] output_shape [8, 2, 32] : tensor<16x32xf32> into tensor<8x2x32xf32>
    %45 = tensor.empty() : tensor<2x8x32xf32>
    %transposed_45 = linalg.transpose ins(%expanded_44 : tensor<8x2x32xf32>) outs(%45 : tensor<2x8x32xf32>) permutation = [1, 0, 2] 
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %transposed_45 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %47 = tensor.empty() : tensor<2x8x32xf64>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x8x32xf32>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %205 = arith.extf %in : f32 to f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %49 = tensor.empty() : tensor<2x8x1xf64>
    %50 = linalg.fill ins(%cst_1 : f64) outs(%49 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %51 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%48 : tensor<2x8x32xf64>) outs(%50 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.addf %in, %out : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x8x1xf64>) outs(%49 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.divf %in, %cst_11 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %53 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %52 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_96: f64, %out: f64):
      %205 = arith.subf %in, %in_96 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %53 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_96: f64, %out: f64):
      %205 = arith.mulf %in, %in_96 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %55 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<2x8x32xf64>) outs(%50 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.addf %in, %out : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x8x1xf64>) outs(%49 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.divf %in, %cst_11 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %57 = tensor.empty() : tensor<2x8x1xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<2x8x1xf64>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %205 = arith.truncf %in : f64 to f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%57 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.truncf %cst_9 : f64 to f32
      %206 = arith.addf %in, %205 : f32
      linalg.yield %206 : f32
    } -> tensor<2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.rsqrt %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %61 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %63 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %arg8 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %arg9 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_46 = tensor.collapse_shape %67 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %68 = tensor.empty() : tensor<32x64xf32>
    %transposed_47 = linalg.transpose ins(%arg4 : tensor<64x32xf32>) outs(%68 : tensor<32x64xf32>) permutation = [1, 0] 
    %69 = tensor.empty() : tensor<16x64xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %71 = linalg.matmul ins(%collapsed_46, %transposed_47 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%70 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %72 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%69 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %73 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%69 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<16x64xf32>
    %expanded_48 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %74 = tensor.empty() : tensor<2x8x64xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_13 : f32
      %206 = math.erf %205 : f32
      %207 = arith.addf %206, %cst_2 : f32
      %208 = arith.mulf %207, %cst_3 : f32
      %209 = arith.mulf %in, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<2x8x64xf32>
    %collapsed_49 = tensor.collapse_shape %75 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %76 = tensor.empty() : tensor<64x32xf32>
    %transposed_50 = linalg.transpose ins(%arg6 : tensor<32x64xf32>) outs(%76 : tensor<64x32xf32>) permutation = [1, 0] 
    %77 = linalg.matmul ins(%collapsed_49, %transposed_50 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%41 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %78 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<32xf32>) outs(%40 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %79 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%77, %78 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%40 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<16x32xf32>
    %expanded_51 = tensor.expand_shape %79 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %expanded_51 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x8x32xf32>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %205 = arith.extf %in : f32 to f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %82 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%81 : tensor<2x8x32xf64>) outs(%50 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.addf %in, %out : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x8x1xf64>) outs(%49 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.divf %in, %cst_11 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %84 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %83 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_96: f64, %out: f64):
      %205 = arith.subf %in, %in_96 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %84 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%47 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_96: f64, %out: f64):
      %205 = arith.mulf %in, %in_96 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x32xf64>
    %86 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<2x8x32xf64>) outs(%50 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.addf %in, %out : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x8x1xf64>) outs(%49 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %205 = arith.divf %in, %cst_11 : f64
      linalg.yield %205 : f64
    } -> tensor<2x8x1xf64>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x1xf64>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %205 = arith.truncf %in : f64 to f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.truncf %cst_9 : f64 to f32
      %206 = arith.addf %in, %205 : f32
      linalg.yield %206 : f32
    } -> tensor<2x8x1xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.rsqrt %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %90 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %92 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg10 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %arg11 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %98 = tensor.empty() : tensor<f32>
    %99 = linalg.fill ins(%cst : f32) outs(%98 : tensor<f32>) -> tensor<f32>
    %100 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["reduction", "reduction", "reduction"]} ins(%97 : tensor<2x8x32xf32>) outs(%99 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %101 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%100 : tensor<f32>) outs(%98 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_14 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %102 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%101 : tensor<f32>) outs(%98 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_15 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %103 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%cst_5 : tensor<f32>) outs(%98 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_15 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %104 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<f32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_14 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_15 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %107 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %arg10 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %94 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %113 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %111 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %114 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %118 = linalg.generic {indexing_maps = [#map7, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %116 : tensor<2x8x1xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %94 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %120 = tensor.empty() : tensor<32xf32>
    %121 = linalg.fill ins(%cst : f32) outs(%120 : tensor<32xf32>) -> tensor<32xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%119 : tensor<2x8x32xf32>) outs(%121 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%108 : tensor<2x8x32xf32>) outs(%121 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %collapsed_52 = tensor.collapse_shape %118 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %124 = linalg.matmul ins(%collapsed_52, %arg6 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%70 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %125 = tensor.empty() : tensor<32x16xf32>
    %transposed_53 = linalg.transpose ins(%collapsed_52 : tensor<16x32xf32>) outs(%125 : tensor<32x16xf32>) permutation = [1, 0] 
    %126 = linalg.fill ins(%cst : f32) outs(%68 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %127 = linalg.matmul ins(%transposed_53, %collapsed_49 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%126 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %128 = tensor.empty() : tensor<1x32xf32>
    %129 = linalg.fill ins(%cst : f32) outs(%128 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %130 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_52 : tensor<16x32xf32>) outs(%129 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<1x32xf32>
    %collapsed_54 = tensor.collapse_shape %130 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_55 = tensor.expand_shape %124 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.truncf %cst_8 : f64 to f32
      %206 = arith.mulf %in, %205 : f32
      linalg.yield %206 : f32
    } -> tensor<2x8x64xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.erf %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %cst_2 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_3 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %expanded_48 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_16 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.exp %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.truncf %cst_7 : f64 to f32
      %206 = arith.mulf %in, %205 : f32
      linalg.yield %206 : f32
    } -> tensor<2x8x64xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %138 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %139 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55, %140 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%74 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x64xf32>
    %collapsed_56 = tensor.collapse_shape %141 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %142 = linalg.matmul ins(%collapsed_56, %arg4 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%41 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %143 = tensor.empty() : tensor<64x16xf32>
    %transposed_57 = linalg.transpose ins(%collapsed_56 : tensor<16x64xf32>) outs(%143 : tensor<64x16xf32>) permutation = [1, 0] 
    %144 = linalg.fill ins(%cst : f32) outs(%76 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %145 = linalg.matmul ins(%transposed_57, %collapsed_46 : tensor<64x16xf32>, tensor<16x32xf32>) outs(%144 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %146 = tensor.empty() : tensor<1x64xf32>
    %147 = linalg.fill ins(%cst : f32) outs(%146 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %148 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_56 : tensor<16x64xf32>) outs(%147 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<1x64xf32>
    %collapsed_58 = tensor.collapse_shape %148 [[0, 1]] : tensor<1x64xf32> into tensor<64xf32>
    %expanded_59 = tensor.expand_shape %142 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %expanded_59 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %arg8 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%150 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %65 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%153 : tensor<2x8x32xf32>) outs(%59 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %154 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %152 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %155 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_12 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x1xf32>
    %159 = linalg.generic {indexing_maps = [#map7, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %157 : tensor<2x8x1xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %65 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%160 : tensor<2x8x32xf32>) outs(%121 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%149 : tensor<2x8x32xf32>) outs(%121 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %transposed_60 = linalg.transpose ins(%159 : tensor<2x8x32xf32>) outs(%0 : tensor<8x2x32xf32>) permutation = [1, 0, 2] 
    %collapsed_61 = tensor.collapse_shape %transposed_60 [[0, 1], [2]] : tensor<8x2x32xf32> into tensor<16x32xf32>
    %163 = linalg.matmul ins(%collapsed_61, %arg2 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%41 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %transposed_62 = linalg.transpose ins(%collapsed_61 : tensor<16x32xf32>) outs(%125 : tensor<32x16xf32>) permutation = [1, 0] 
    %164 = linalg.fill ins(%cst : f32) outs(%39 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %165 = linalg.matmul ins(%transposed_62, %collapsed_42 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%164 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %166 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_61 : tensor<16x32xf32>) outs(%129 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<1x32xf32>
    %collapsed_63 = tensor.collapse_shape %166 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_64 = tensor.expand_shape %163 [[0, 1], [2, 3]] output_shape [8, 2, 2, 16] : tensor<16x32xf32> into tensor<8x2x2x16xf32>
    %transposed_65 = linalg.transpose ins(%expanded_64 : tensor<8x2x2x16xf32>) outs(%9 : tensor<2x2x8x16xf32>) permutation = [1, 2, 0, 3] 
    %collapsed_66 = tensor.collapse_shape %transposed_65 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %transposed_67 = linalg.transpose ins(%collapsed_39 : tensor<4x8x8xf32>) outs(%13 : tensor<4x8x8xf32>) permutation = [0, 2, 1] 
    %167 = linalg.batch_matmul ins(%transposed_67, %collapsed_66 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %168 = tensor.empty() : tensor<4x16x8xf32>
    %transposed_68 = linalg.transpose ins(%expanded_30 : tensor<8x4x16xf32>) outs(%168 : tensor<4x16x8xf32>) permutation = [1, 2, 0] 
    %169 = linalg.batch_matmul ins(%collapsed_66, %transposed_68 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%14 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_69 = tensor.expand_shape %169 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %170 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_69, %35 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %171 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%170 : tensor<2x2x8x8xf32>) outs(%25 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x1xf32>
    %172 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %171 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.mulf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %172 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%21 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.subf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_70 = tensor.collapse_shape %173 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %transposed_71 = linalg.transpose ins(%collapsed_35 : tensor<4x8x16xf32>) outs(%168 : tensor<4x16x8xf32>) permutation = [0, 2, 1] 
    %174 = linalg.fill ins(%cst : f32) outs(%168 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %175 = linalg.batch_matmul ins(%transposed_71, %collapsed_70 : tensor<4x16x8xf32>, tensor<4x8x8xf32>) outs(%174 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %transposed_72 = linalg.transpose ins(%collapsed_36 : tensor<4x16x8xf32>) outs(%8 : tensor<4x8x16xf32>) permutation = [0, 2, 1] 
    %176 = linalg.batch_matmul ins(%collapsed_70, %transposed_72 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_73 = tensor.expand_shape %175 [[0, 1], [2], [3]] output_shape [2, 2, 16, 8] : tensor<4x16x8xf32> into tensor<2x2x16x8xf32>
    %expanded_74 = tensor.expand_shape %176 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_73 : tensor<2x2x16x8xf32>) outs(%11 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_3 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x16x8xf32>
    %transposed_75 = linalg.transpose ins(%177 : tensor<2x2x16x8xf32>) outs(%9 : tensor<2x2x8x16xf32>) permutation = [0, 1, 3, 2] 
    %178 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_74 : tensor<2x2x8x16xf32>) outs(%9 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_3 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x8x16xf32>
    %collapsed_76 = tensor.collapse_shape %transposed_75 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_77 = tensor.collapse_shape %178 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %179 = tensor.empty() : tensor<8x4x16xf32>
    %transposed_78 = linalg.transpose ins(%167 : tensor<4x8x16xf32>) outs(%179 : tensor<8x4x16xf32>) permutation = [1, 0, 2] 
    %collapsed_79 = tensor.collapse_shape %transposed_78 [[0], [1, 2]] : tensor<8x4x16xf32> into tensor<8x64xf32>
    %transposed_80 = linalg.transpose ins(%collapsed_76 : tensor<4x8x16xf32>) outs(%179 : tensor<8x4x16xf32>) permutation = [1, 0, 2] 
    %collapsed_81 = tensor.collapse_shape %transposed_80 [[0], [1, 2]] : tensor<8x4x16xf32> into tensor<8x64xf32>
    %transposed_82 = linalg.transpose ins(%collapsed_77 : tensor<4x8x16xf32>) outs(%179 : tensor<8x4x16xf32>) permutation = [1, 0, 2] 
    %collapsed_83 = tensor.collapse_shape %transposed_82 [[0], [1, 2]] : tensor<8x4x16xf32> into tensor<8x64xf32>
    %180 = tensor.empty() : tensor<3xi64>
    %181 = linalg.generic {indexing_maps = [#map11], iterator_types = ["parallel"]} outs(%180 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %205 = linalg.index 0 : index
      %206 = arith.index_cast %205 : index to i64
      linalg.yield %206 : i64
    } -> tensor<3xi64>
    %expanded_84 = tensor.expand_shape %181 [[0, 1, 2, 3]] output_shape [3, 1, 1, 1] : tensor<3xi64> into tensor<3x1x1x1xi64>
    %182 = tensor.empty() : tensor<3x1x1x1xi1>
    %183 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_84 : tensor<3x1x1x1xi64>) outs(%182 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %205 = arith.cmpi eq, %in, %c2_i64 : i64
      linalg.yield %205 : i1
    } -> tensor<3x1x1x1xi1>
    %184 = tensor.empty() : tensor<3x8x2x32xf32>
    %expanded_85 = tensor.expand_shape %collapsed_79 [[0], [1, 2]] output_shape [8, 2, 32] : tensor<8x64xf32> into tensor<8x2x32xf32>
    %185 = linalg.generic {indexing_maps = [#map12, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_85 : tensor<8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x8x2x32xf32>
    %186 = linalg.generic {indexing_maps = [#map13, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %185, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x8x2x32xf32>, tensor<3x8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: i1, %in_96: f32, %in_97: f32, %out: f32):
      %205 = arith.select %in, %in_96, %in_97 : f32
      linalg.yield %205 : f32
    } -> tensor<3x8x2x32xf32>
    %187 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_84 : tensor<3x1x1x1xi64>) outs(%182 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %205 = arith.cmpi eq, %in, %c1_i64 : i64
      linalg.yield %205 : i1
    } -> tensor<3x1x1x1xi1>
    %expanded_86 = tensor.expand_shape %collapsed_81 [[0], [1, 2]] output_shape [8, 2, 32] : tensor<8x64xf32> into tensor<8x2x32xf32>
    %188 = linalg.generic {indexing_maps = [#map12, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_86 : tensor<8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x8x2x32xf32>
    %189 = linalg.generic {indexing_maps = [#map13, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %188, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x8x2x32xf32>, tensor<3x8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: i1, %in_96: f32, %in_97: f32, %out: f32):
      %205 = arith.select %in, %in_96, %in_97 : f32
      linalg.yield %205 : f32
    } -> tensor<3x8x2x32xf32>
    %190 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186, %189 : tensor<3x8x2x32xf32>, tensor<3x8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<3x8x2x32xf32>
    %191 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_84 : tensor<3x1x1x1xi64>) outs(%182 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %205 = arith.cmpi eq, %in, %c0_i64 : i64
      linalg.yield %205 : i1
    } -> tensor<3x1x1x1xi1>
    %expanded_87 = tensor.expand_shape %collapsed_83 [[0], [1, 2]] output_shape [8, 2, 32] : tensor<8x64xf32> into tensor<8x2x32xf32>
    %192 = linalg.generic {indexing_maps = [#map12, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_87 : tensor<8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x8x2x32xf32>
    %193 = linalg.generic {indexing_maps = [#map13, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191, %192, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x8x2x32xf32>, tensor<3x8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: i1, %in_96: f32, %in_97: f32, %out: f32):
      %205 = arith.select %in, %in_96, %in_97 : f32
      linalg.yield %205 : f32
    } -> tensor<3x8x2x32xf32>
    %194 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190, %193 : tensor<3x8x2x32xf32>, tensor<3x8x2x32xf32>) outs(%184 : tensor<3x8x2x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<3x8x2x32xf32>
    %expanded_88 = tensor.expand_shape %194 [[0], [1], [2], [3, 4]] output_shape [3, 8, 2, 1, 32] : tensor<3x8x2x32xf32> into tensor<3x8x2x1x32xf32>
    %195 = tensor.empty() : tensor<1x8x2x3x32xf32>
    %transposed_89 = linalg.transpose ins(%expanded_88 : tensor<3x8x2x1x32xf32>) outs(%195 : tensor<1x8x2x3x32xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed_90 = tensor.collapse_shape %transposed_89 [[0, 1], [2], [3, 4]] : tensor<1x8x2x3x32xf32> into tensor<8x2x96xf32>
    %196 = tensor.empty() : tensor<1x1x96xf32>
    %197 = linalg.fill ins(%cst : f32) outs(%196 : tensor<1x1x96xf32>) -> tensor<1x1x96xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["reduction", "reduction", "parallel"]} ins(%collapsed_90 : tensor<8x2x96xf32>) outs(%197 : tensor<1x1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %out : f32
      linalg.yield %205 : f32
    } -> tensor<1x1x96xf32>
    %collapsed_91 = tensor.collapse_shape %198 [[0, 1, 2]] : tensor<1x1x96xf32> into tensor<96xf32>
    %collapsed_92 = tensor.collapse_shape %transposed_89 [[0, 1, 2], [3, 4]] : tensor<1x8x2x3x32xf32> into tensor<16x96xf32>
    %199 = tensor.empty() : tensor<96x16xf32>
    %transposed_93 = linalg.transpose ins(%collapsed_92 : tensor<16x96xf32>) outs(%199 : tensor<96x16xf32>) permutation = [1, 0] 
    %200 = tensor.empty() : tensor<96x32xf32>
    %201 = linalg.fill ins(%cst : f32) outs(%200 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %202 = linalg.matmul ins(%transposed_93, %collapsed : tensor<96x16xf32>, tensor<16x32xf32>) outs(%201 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %203 = linalg.matmul ins(%collapsed_92, %arg0 : tensor<16x96xf32>, tensor<96x32xf32>) outs(%41 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_94 = tensor.expand_shape %203 [[0, 1], [2]] output_shape [8, 2, 32] : tensor<16x32xf32> into tensor<8x2x32xf32>
    %transposed_95 = linalg.transpose ins(%expanded_94 : tensor<8x2x32xf32>) outs(%45 : tensor<2x8x32xf32>) permutation = [1, 0, 2] 
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %transposed_95 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%45 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %205 = arith.addf %in, %in_96 : f32
      linalg.yield %205 : f32
    } -> tensor<2x8x32xf32>
    return %102, %202, %collapsed_91, %165, %collapsed_63, %145, %collapsed_58, %127, %collapsed_54, %161, %162, %122, %123, %204 : tensor<f32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<2x8x32xf32>
  }
}
