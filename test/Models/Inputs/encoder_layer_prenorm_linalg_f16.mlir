#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @encoder_layer_prenorm_linalg_f16(%arg0: tensor<96x32xf16>, %arg1: tensor<96xf16>, %arg2: tensor<32x32xf16>, %arg3: tensor<32xf16>, %arg4: tensor<64x32xf16>, %arg5: tensor<64xf16>, %arg6: tensor<32x64xf16>, %arg7: tensor<32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32xf16>, %arg10: tensor<32xf16>, %arg11: tensor<32xf16>, %arg12: tensor<2x8x32xf16>) -> tensor<2x8x32xf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f16
    %cst_2 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<2x2x8x8xf32>
    %cst_4 = arith.constant 0xFFF0000000000000 : f64
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 3.200000e+01 : f64
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<2x8x32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %2 = tensor.empty() : tensor<2x8x32xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x32xf32>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %128 = arith.extf %in : f32 to f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %4 = tensor.empty() : tensor<2x8x1xf64>
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x8x32xf64>) outs(%5 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x1xf64>) outs(%4 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_6 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %128 = arith.subf %in, %in_44 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %128 = arith.mulf %in, %in_44 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x8x32xf64>) outs(%5 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x8x1xf64>) outs(%4 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_6 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %12 = tensor.empty() : tensor<2x8x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x1xf64>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %128 = arith.truncf %in : f64 to f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.divf %in, %cst_7 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.truncf %cst_5 : f64 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.rsqrt %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.subf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.mulf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg8 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f16, %out: f32):
      %128 = arith.extf %in_44 : f16 to f32
      %129 = arith.mulf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg9 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f16, %out: f32):
      %128 = arith.extf %in_44 : f16 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %23 = tensor.empty() : tensor<2x8x32xf16>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<2x8x32xf16>
    %25 = tensor.empty() : tensor<8x2x32xf16>
    %transposed = linalg.transpose ins(%24 : tensor<2x8x32xf16>) outs(%25 : tensor<8x2x32xf16>) permutation = [1, 0, 2] 
    %26 = tensor.empty() : tensor<32x96xf16>
    %transposed_9 = linalg.transpose ins(%arg0 : tensor<96x32xf16>) outs(%26 : tensor<32x96xf16>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<8x32x96xf16>
    %28 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<32x96xf16>) outs(%27 : tensor<8x32x96xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<8x32x96xf16>
    %29 = tensor.empty() : tensor<8x2x96xf32>
    %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<8x2x96xf32>) -> tensor<8x2x96xf32>
    %31 = linalg.batch_matmul ins(%transposed, %28 : tensor<8x2x32xf16>, tensor<8x32x96xf16>) outs(%30 : tensor<8x2x96xf32>) -> tensor<8x2x96xf32>
    %32 = tensor.empty() : tensor<8x2x96xf16>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<8x2x96xf32>) outs(%32 : tensor<8x2x96xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<8x2x96xf16>
    %34 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %arg1 : tensor<8x2x96xf16>, tensor<96xf16>) outs(%32 : tensor<8x2x96xf16>) {
    ^bb0(%in: f16, %in_44: f16, %out: f16):
      %128 = arith.addf %in, %in_44 : f16
      linalg.yield %128 : f16
    } -> tensor<8x2x96xf16>
    %expanded = tensor.expand_shape %34 [[0, 1], [2], [3, 4]] output_shape [1, 8, 2, 3, 32] : tensor<8x2x96xf16> into tensor<1x8x2x3x32xf16>
    %35 = tensor.empty() : tensor<3x8x2x1x32xf16>
    %transposed_10 = linalg.transpose ins(%expanded : tensor<1x8x2x3x32xf16>) outs(%35 : tensor<3x8x2x1x32xf16>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_10 [[0], [1], [2, 3], [4]] : tensor<3x8x2x1x32xf16> into tensor<3x8x2x32xf16>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf16> to tensor<1x8x2x32xf16>
    %extracted_slice_11 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf16> to tensor<1x8x2x32xf16>
    %extracted_slice_12 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<3x8x2x32xf16> to tensor<1x8x2x32xf16>
    %collapsed_13 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x8x2x32xf16> into tensor<8x64xf16>
    %expanded_14 = tensor.expand_shape %collapsed_13 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf16> into tensor<8x4x16xf16>
    %36 = tensor.empty() : tensor<4x8x16xf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<8x4x16xf16>) outs(%36 : tensor<4x8x16xf16>) permutation = [1, 0, 2] 
    %collapsed_16 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2, 3]] : tensor<1x8x2x32xf16> into tensor<8x64xf16>
    %expanded_17 = tensor.expand_shape %collapsed_16 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf16> into tensor<8x4x16xf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<8x4x16xf16>) outs(%36 : tensor<4x8x16xf16>) permutation = [1, 0, 2] 
    %collapsed_19 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2, 3]] : tensor<1x8x2x32xf16> into tensor<8x64xf16>
    %expanded_20 = tensor.expand_shape %collapsed_19 [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf16> into tensor<8x4x16xf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<8x4x16xf16>) outs(%36 : tensor<4x8x16xf16>) permutation = [1, 0, 2] 
    %expanded_22 = tensor.expand_shape %transposed_15 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16>
    %expanded_23 = tensor.expand_shape %transposed_18 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16>
    %expanded_24 = tensor.expand_shape %transposed_21 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16>
    %37 = tensor.empty() : tensor<2x2x8x16xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x2x8x16xf16>) outs(%37 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x16xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<2x2x8x16xf16>) outs(%37 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x16xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x2x8x16xf16>) outs(%37 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x16xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x2x8x16xf32>) outs(%37 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.mulf %in, %cst_8 : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x16xf32>
    %42 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_25 = linalg.transpose ins(%39 : tensor<2x2x8x16xf32>) outs(%42 : tensor<2x2x16x8xf32>) permutation = [0, 1, 3, 2] 
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<2x2x16x8xf32>) outs(%42 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.mulf %in, %cst_8 : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x16x8xf32>
    %collapsed_26 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_27 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %44 = tensor.empty() : tensor<4x8x8xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %46 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%45 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_28 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %47 = tensor.empty() : tensor<2x2x8xi64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %49 = tensor.empty() : tensor<2x2x8xf32>
    %50 = linalg.fill ins(%cst_2 : f32) outs(%49 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %51:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_28 : tensor<2x2x8x8xf32>) outs(%50, %48 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_44: i64):
      %128 = linalg.index 3 : index
      %129 = arith.index_cast %128 : index to i64
      %130 = arith.maximumf %in, %out : f32
      %131 = arith.cmpf ogt, %in, %out : f32
      %132 = arith.select %131, %129, %out_44 : i64
      linalg.yield %130, %132 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_29 = tensor.expand_shape %51#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %52 = tensor.empty() : tensor<2x2x8x8xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28, %expanded_29 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.subf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x8xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<2x2x8x8xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.exp %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x8xf32>
    %55 = tensor.empty() : tensor<2x2x8x1xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<2x2x8x8xf32>) outs(%56 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x1xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %57 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.divf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x8xf32>
    %59 = tensor.empty() : tensor<2x2x8x8xi1>
    %60 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x2x8x8xf32>) outs(%59 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %128 = arith.extf %in : f32 to f64
      %129 = arith.cmpf oeq, %128, %cst_4 : f64
      linalg.yield %129 : i1
    } -> tensor<2x2x8x8xi1>
    %61 = tensor.empty() : tensor<2x2x8x1xi1>
    %62 = linalg.fill ins(%true : i1) outs(%61 : tensor<2x2x8x1xi1>) -> tensor<2x2x8x1xi1>
    %63 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%60 : tensor<2x2x8x8xi1>) outs(%62 : tensor<2x2x8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %128 = arith.andi %in, %out : i1
      linalg.yield %128 : i1
    } -> tensor<2x2x8x1xi1>
    %64 = linalg.generic {indexing_maps = [#map6, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %cst_3, %58 : tensor<2x2x8x1xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_44: f32, %in_45: f32, %out: f32):
      %128 = arith.select %in, %in_44, %in_45 : f32
      linalg.yield %128 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_30 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_31 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %65 = tensor.empty() : tensor<4x8x16xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %67 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%66 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_32 = tensor.expand_shape %67 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %68 = tensor.empty() : tensor<2x2x8x16xf16>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x2x8x16xf32>) outs(%68 : tensor<2x2x8x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<2x2x8x16xf16>
    %70 = tensor.empty() : tensor<8x2x2x16xf16>
    %transposed_33 = linalg.transpose ins(%69 : tensor<2x2x8x16xf16>) outs(%70 : tensor<8x2x2x16xf16>) permutation = [2, 0, 1, 3] 
    %collapsed_34 = tensor.collapse_shape %transposed_33 [[0, 1], [2, 3]] : tensor<8x2x2x16xf16> into tensor<16x32xf16>
    %71 = tensor.empty() : tensor<32x32xf16>
    %transposed_35 = linalg.transpose ins(%arg2 : tensor<32x32xf16>) outs(%71 : tensor<32x32xf16>) permutation = [1, 0] 
    %72 = tensor.empty() : tensor<32xf32>
    %73 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg3 : tensor<32xf16>) outs(%72 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<32xf32>
    %74 = tensor.empty() : tensor<16x32xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%collapsed_34 : tensor<16x32xf16>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<16x32xf32>
    %76 = tensor.empty() : tensor<32x32xf32>
    %77 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_35 : tensor<32x32xf16>) outs(%76 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<32x32xf32>
    %78 = linalg.fill ins(%cst_0 : f32) outs(%74 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %79 = linalg.matmul ins(%75, %77 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%78 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %80 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<32xf32>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %81 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%79, %80 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.addf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<16x32xf32>
    %82 = tensor.empty() : tensor<16x32xf16>
    %83 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<16x32xf32>) outs(%82 : tensor<16x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<16x32xf16>
    %expanded_36 = tensor.expand_shape %83 [[0, 1], [2]] output_shape [8, 2, 32] : tensor<16x32xf16> into tensor<8x2x32xf16>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<8x2x32xf16>) outs(%23 : tensor<2x8x32xf16>) permutation = [1, 0, 2] 
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %transposed_37 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%23 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16, %in_44: f16, %out: f16):
      %128 = arith.addf %in, %in_44 : f16
      linalg.yield %128 : f16
    } -> tensor<2x8x32xf16>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x8x32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x8x32xf32>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %128 = arith.extf %in : f32 to f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %87 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86 : tensor<2x8x32xf64>) outs(%5 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x1xf64>) outs(%4 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_6 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %89 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %88 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %128 = arith.subf %in, %in_44 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %89 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%2 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %128 = arith.mulf %in, %in_44 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x32xf64>
    %91 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<2x8x32xf64>) outs(%5 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x8x1xf64>) outs(%4 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_6 : f64
      linalg.yield %128 : f64
    } -> tensor<2x8x1xf64>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x8x1xf64>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %128 = arith.truncf %in : f64 to f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.divf %in, %cst_7 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.truncf %cst_5 : f64 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x8x1xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.rsqrt %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x1xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %95 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.subf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %97 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.mulf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<2x8x32xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %arg10 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f16, %out: f32):
      %128 = arith.extf %in_44 : f16 to f32
      %129 = arith.mulf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %arg11 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_44: f16, %out: f32):
      %128 = arith.extf %in_44 : f16 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<2x8x32xf16>
    %collapsed_38 = tensor.collapse_shape %102 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16>
    %103 = tensor.empty() : tensor<32x64xf16>
    %transposed_39 = linalg.transpose ins(%arg4 : tensor<64x32xf16>) outs(%103 : tensor<32x64xf16>) permutation = [1, 0] 
    %104 = tensor.empty() : tensor<64xf32>
    %105 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg5 : tensor<64xf16>) outs(%104 : tensor<64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<64xf32>
    %106 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%collapsed_38 : tensor<16x32xf16>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<16x32xf32>
    %107 = tensor.empty() : tensor<32x64xf32>
    %108 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_39 : tensor<32x64xf16>) outs(%107 : tensor<32x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<32x64xf32>
    %109 = tensor.empty() : tensor<16x64xf32>
    %110 = linalg.fill ins(%cst_0 : f32) outs(%109 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %111 = linalg.matmul ins(%106, %108 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%110 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %112 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<64xf32>) outs(%109 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %113 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%111, %112 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%109 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.addf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<16x64xf32>
    %114 = tensor.empty() : tensor<16x64xf16>
    %115 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<16x64xf32>) outs(%114 : tensor<16x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<16x64xf16>
    %expanded_40 = tensor.expand_shape %115 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf16> into tensor<2x8x64xf16>
    %116 = tensor.empty() : tensor<2x8x64xf16>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<2x8x64xf16>) outs(%116 : tensor<2x8x64xf16>) {
    ^bb0(%in: f16, %out: f16):
      %128 = arith.cmpf ugt, %in, %cst_1 : f16
      %129 = arith.select %128, %in, %cst_1 : f16
      linalg.yield %129 : f16
    } -> tensor<2x8x64xf16>
    %collapsed_41 = tensor.collapse_shape %117 [[0, 1], [2]] : tensor<2x8x64xf16> into tensor<16x64xf16>
    %118 = tensor.empty() : tensor<64x32xf16>
    %transposed_42 = linalg.transpose ins(%arg6 : tensor<32x64xf16>) outs(%118 : tensor<64x32xf16>) permutation = [1, 0] 
    %119 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg7 : tensor<32xf16>) outs(%72 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<32xf32>
    %120 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%collapsed_41 : tensor<16x64xf16>) outs(%109 : tensor<16x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<16x64xf32>
    %121 = tensor.empty() : tensor<64x32xf32>
    %122 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_42 : tensor<64x32xf16>) outs(%121 : tensor<64x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %128 = arith.extf %in : f16 to f32
      linalg.yield %128 : f32
    } -> tensor<64x32xf32>
    %123 = linalg.matmul ins(%120, %122 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%78 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %124 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%119 : tensor<32xf32>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %125 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%123, %124 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%74 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %128 = arith.addf %in, %in_44 : f32
      linalg.yield %128 : f32
    } -> tensor<16x32xf32>
    %126 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<16x32xf32>) outs(%82 : tensor<16x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %128 = arith.truncf %in : f32 to f16
      linalg.yield %128 : f16
    } -> tensor<16x32xf16>
    %expanded_43 = tensor.expand_shape %126 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %expanded_43 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%23 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16, %in_44: f16, %out: f16):
      %128 = arith.addf %in, %in_44 : f16
      linalg.yield %128 : f16
    } -> tensor<2x8x32xf16>
    return %127 : tensor<2x8x32xf16>
  }
}
