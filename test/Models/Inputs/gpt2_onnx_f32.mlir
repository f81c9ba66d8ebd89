#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2) -> ()>
#map14 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main_graph(%arg0: tensor<40x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x96xf32>, %arg5: tensor<96xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<128x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<2x8xi64>) -> tensor<2x8x40xf32> {
    %c40_i64 = arith.constant 40 : i64
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<"0x00000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF00000000000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000000000000000000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFF000000000000000000000000000000000000000000000000FFFF7FFFFFFF7FFF00000000000000000000000000000000000000000000000000000000FFFF7FFF000000000000000000000000000000000000000000000000000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF00000000000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000000000000000000000000000000000000000FFFF7FFFFFFF7FFFFFFF7FFF000000000000000000000000000000000000000000000000FFFF7FFFFFFF7FFF00000000000000000000000000000000000000000000000000000000FFFF7FFF0000000000000000000000000000000000000000000000000000000000000000"> : tensor<2x1x8x8xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<2.500000e-01> : tensor<f32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_6 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 9.99999974E-6 : f32
    %cst_9 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>
    %0 = tensor.empty() : tensor<2x8xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<2x8xi64>) outs(%0 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %105 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %105 : i1
    } -> tensor<2x8xi1>
    %2 = tensor.empty() : tensor<2x8xi64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<2x8xi64>) outs(%2 : tensor<2x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %105 = arith.addi %in, %c40_i64 : i64
      linalg.yield %105 : i64
    } -> tensor<2x8xi64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %3, %arg16 : tensor<2x8xi1>, tensor<2x8xi64>, tensor<2x8xi64>) outs(%2 : tensor<2x8xi64>) {
    ^bb0(%in: i1, %in_41: i64, %in_42: i64, %out: i64):
      %105 = arith.select %in, %in_41, %in_42 : i64
      linalg.yield %105 : i64
    } -> tensor<2x8xi64>
    %collapsed = tensor.collapse_shape %4 [[0, 1]] : tensor<2x8xi64> into tensor<16xi64>
    %5 = tensor.empty() : tensor<16x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<16xi64>) outs(%5 : tensor<16x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %105 = arith.index_cast %in : i64 to index
      %106 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%105, %106] : tensor<40x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<16x32xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %7 = tensor.empty() : tensor<8x32xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<8xi64>) outs(%7 : tensor<8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %105 = arith.index_cast %in : i64 to index
      %106 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%105, %106] : tensor<16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x32xf32>
    %expanded_10 = tensor.expand_shape %8 [[0, 1], [2]] output_shape [1, 8, 32] : tensor<8x32xf32> into tensor<1x8x32xf32>
    %9 = tensor.empty() : tensor<2x8x32xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded_10 : tensor<2x8x32xf32>, tensor<1x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %11 = tensor.empty() : tensor<2x8x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_11 = tensor.collapse_shape %14 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_11 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %15 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.subf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %cst_8 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.rsqrt %in : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_12 = tensor.collapse_shape %21 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %22 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %22 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg2 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %arg3 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_13 = tensor.collapse_shape %25 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %26 = tensor.empty() : tensor<16x96xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %28 = linalg.matmul ins(%collapsed_13, %arg4 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%27 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %arg5 : tensor<16x96xf32>, tensor<96xf32>) outs(%26 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<16x96xf32>
    %expanded_14 = tensor.expand_shape %29 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xf32> into tensor<2x8x96xf32>
    %extracted_slice = tensor.extract_slice %expanded_14[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_15 = tensor.extract_slice %expanded_14[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded_14[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %expanded_17 = tensor.expand_shape %extracted_slice_15 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %expanded_18 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %30 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed = linalg.transpose ins(%expanded_18 : tensor<2x8x2x16xf32>) outs(%30 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_19 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x8x2x16xf32>) outs(%30 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %31 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_21 = linalg.transpose ins(%expanded_17 : tensor<2x8x2x16xf32>) outs(%31 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %32 = tensor.empty() : tensor<4x8x8xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %34 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%33 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_24 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %35 = tensor.empty() : tensor<2x2x8x8xf32>
    %36 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24, %cst_3 : tensor<2x2x8x8xf32>, tensor<f32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x8xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %cst_1 : tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x8xf32>
    %38 = tensor.empty() : tensor<2x2x8xi64>
    %39 = linalg.fill ins(%c0_i64 : i64) outs(%38 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %40 = tensor.empty() : tensor<2x2x8xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %42:2 = linalg.generic {indexing_maps = [#map8, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<2x2x8x8xf32>) outs(%41, %39 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_41: i64):
      %105 = linalg.index 3 : index
      %106 = arith.index_cast %105 : index to i64
      %107 = arith.maximumf %in, %out : f32
      %108 = arith.cmpf ogt, %in, %out : f32
      %109 = arith.select %108, %106, %out_41 : i64
      linalg.yield %107, %109 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_25 = tensor.expand_shape %42#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_25 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.subf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x8xf32>
    %44 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.exp %in : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x8xf32>
    %45 = tensor.empty() : tensor<2x2x8x1xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%44 : tensor<2x2x8x8xf32>) outs(%46 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x1xf32>
    %48 = linalg.generic {indexing_maps = [#map8, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %47 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.divf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_26 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_27 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %49 = tensor.empty() : tensor<4x8x16xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %51 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%50 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_28 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %52 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<2x2x8x16xf32>) outs(%52 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_30 = tensor.collapse_shape %transposed_29 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%5 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %54 = linalg.matmul ins(%collapsed_30, %arg6 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%53 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %arg7 : tensor<16x32xf32>, tensor<32xf32>) outs(%5 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<16x32xf32>
    %expanded_31 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %10 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_32 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %59 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_32 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.subf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %60 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %cst_8 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %65 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.rsqrt %in : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_33 = tensor.collapse_shape %65 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %66 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_33 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %66 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg8 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg9 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_34 = tensor.collapse_shape %69 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %70 = tensor.empty() : tensor<16x128xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %72 = linalg.matmul ins(%collapsed_34, %arg10 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%71 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel"]} ins(%72, %arg11 : tensor<16x128xf32>, tensor<128xf32>) outs(%70 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<16x128xf32>
    %expanded_35 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf32> into tensor<2x8x128xf32>
    %74 = tensor.empty() : tensor<2x8x128xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map13, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %cst_4 : tensor<2x8x128xf32>, tensor<f32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<2x8x128xf32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map13, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %cst_5 : tensor<2x8x128xf32>, tensor<f32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %77 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map13, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %cst_6 : tensor<2x8x128xf32>, tensor<f32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x8x128xf32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.tanh %in : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %81 = linalg.generic {indexing_maps = [#map2, #map13, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %cst_2 : tensor<2x8x128xf32>, tensor<f32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %81 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%74 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x128xf32>
    %collapsed_36 = tensor.collapse_shape %82 [[0, 1], [2]] : tensor<2x8x128xf32> into tensor<16x128xf32>
    %83 = linalg.matmul ins(%collapsed_36, %arg12 : tensor<16x128xf32>, tensor<128x32xf32>) outs(%53 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel"]} ins(%83, %arg13 : tensor<16x32xf32>, tensor<32xf32>) outs(%5 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<16x32xf32>
    %expanded_37 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %85 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %expanded_37 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_38 = tensor.collapse_shape %87 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_38 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %88 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.subf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %90 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %89 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %out : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %92 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.divf %in, %cst_7 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = arith.addf %in, %cst_8 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %105 = math.rsqrt %in : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x1xf32>
    %collapsed_39 = tensor.collapse_shape %94 [[0], [1, 2]] : tensor<2x8x1xf32> into tensor<2x8xf32>
    %95 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_39 : tensor<2x8xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %95 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %97 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %arg14 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.mulf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %arg15 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%9 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %105 = arith.addf %in, %in_41 : f32
      linalg.yield %105 : f32
    } -> tensor<2x8x32xf32>
    %99 = tensor.empty() : tensor<32x40xf32>
    %transposed_40 = linalg.transpose ins(%arg0 : tensor<40x32xf32>) outs(%99 : tensor<32x40xf32>) permutation = [1, 0] 
    %100 = tensor.empty() : tensor<2x32x40xf32>
    %101 = linalg.generic {indexing_maps = [#map14, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_40 : tensor<32x40xf32>) outs(%100 : tensor<2x32x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x40xf32>
    %102 = tensor.empty() : tensor<2x8x40xf32>
    %103 = linalg.fill ins(%cst : f32) outs(%102 : tensor<2x8x40xf32>) -> tensor<2x8x40xf32>
    %104 = linalg.batch_matmul ins(%98, %101 : tensor<2x8x32xf32>, tensor<2x32x40xf32>) outs(%103 : tensor<2x8x40xf32>) -> tensor<2x8x40xf32>
    return %104 : tensor<2x8x40xf32>
  }
}

