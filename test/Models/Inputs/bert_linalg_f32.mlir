#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @bert_linalg_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<2x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<64x32xf32>, %arg16: tensor<64xf32>, %arg17: tensor<32x64xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<2x8xi64>) -> tensor<2x8x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c16 = arith.constant 16 : index
    %c2 = arith.constant 2 : index
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant 9.9999999999999998E-13 : f64
    %c0 = arith.constant 0 : index
    %cst_7 = arith.constant 3.200000e+01 : f64
    %cst_8 = arith.constant 3.200000e+01 : f32
    %cst_9 = arith.constant 2.500000e-01 : f32
    %cst_10 = arith.constant 1.41421354 : f32
    %cst_11 = arith.constant dense_resource<torch_tensor_1_16_torch.int64_1> : tensor<1x16xi64>
    %cst_12 = arith.constant dense_resource<torch_tensor_1_16_torch.int64> : tensor<1x16xi64>
    %extracted_slice = tensor.extract_slice %cst_12[0, 0] [1, 8] [1, 1] : tensor<1x16xi64> to tensor<1x8xi64>
    %0 = tensor.empty() : tensor<1x8xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x8xi64>) -> tensor<1x8xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x8xi64>) outs(%1 : tensor<1x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %125 = arith.index_cast %in : i64 to index
      %126 = arith.cmpi slt, %125, %c16 : index
      cf.assert %126, "index must be smaller than dim size"
      %127 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %127, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_11[%c0, %125] : tensor<1x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x8xi64>
    %3 = tensor.empty() : tensor<2x8xi64>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x8xi64> into tensor<8xi64>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<8xi64>) outs(%3 : tensor<2x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x8xi64>
    %5 = tensor.empty() : tensor<2x8x32xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<2x8xi64>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %125 = arith.index_cast %in : i64 to index
      %126 = linalg.index 2 : index
      %127 = arith.cmpi slt, %125, %c40 : index
      cf.assert %127, "index must be smaller than dim size"
      %128 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %128, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%125, %126] : tensor<40x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x32xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x8xi64>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %125 = arith.index_cast %in : i64 to index
      %126 = linalg.index 2 : index
      %127 = arith.cmpi slt, %125, %c2 : index
      cf.assert %127, "index must be smaller than dim size"
      %128 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %128, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%125, %126] : tensor<2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x32xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %9 = tensor.empty() : tensor<1x8x32xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x8xi64>) outs(%9 : tensor<1x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %125 = arith.index_cast %in : i64 to index
      %126 = linalg.index 2 : index
      %127 = arith.cmpi slt, %125, %c16 : index
      cf.assert %127, "index must be smaller than dim size"
      %128 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %128, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%125, %126] : tensor<16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x8x32xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<2x8x32xf32>, tensor<1x8x32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %12 = tensor.empty() : tensor<2x8x32xf64>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %125 = arith.extf %in : f32 to f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %14 = tensor.empty() : tensor<2x8x1xf64>
    %15 = linalg.fill ins(%cst : f64) outs(%14 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %16 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %17 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.subf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %18 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.mulf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%19 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %22 = tensor.empty() : tensor<2x8x1xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %125 = arith.truncf %in : f64 to f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<2x8x32xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %in, %out : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.divf %in, %cst_8 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.truncf %cst_6 : f64 to f32
      %126 = arith.addf %in, %125 : f32
      linalg.yield %126 : f32
    } -> tensor<2x8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.rsqrt %in : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %26 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.subf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %28 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %arg3 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg4 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %33 = tensor.empty() : tensor<8xi64>
    %34 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%33 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %125 = linalg.index 0 : index
      %126 = arith.index_cast %125 : index to i64
      linalg.yield %126 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %34 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %35 = tensor.empty() : tensor<1x1x8x1xi1>
    %36 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x8x1xi64>) outs(%35 : tensor<1x1x8x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %125 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %125 : i1
    } -> tensor<1x1x8x1xi1>
    %37 = tensor.empty() : tensor<2x1x8x8xi1>
    %collapsed_13 = tensor.collapse_shape %36 [[0, 1], [2, 3]] : tensor<1x1x8x1xi1> into tensor<1x8xi1>
    %38 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<1x8xi1>) outs(%37 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x1x8x8xi1>
    %39 = tensor.empty() : tensor<2x1x8x8xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map10, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %cst_5, %cst_4 : tensor<2x1x8x8xi1>, tensor<f32>, tensor<f32>) outs(%39 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: i1, %in_40: f32, %in_41: f32, %out: f32):
      %125 = arith.select %in, %in_40, %in_41 : f32
      linalg.yield %125 : f32
    } -> tensor<2x1x8x8xf32>
    %collapsed_14 = tensor.collapse_shape %32 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %41 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%41 : tensor<32x32xf32>) permutation = [1, 0] 
    %42 = tensor.empty() : tensor<16x32xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %44 = linalg.matmul ins(%collapsed_14, %transposed : tensor<16x32xf32>, tensor<32x32xf32>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%44, %45 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x32xf32>
    %expanded_15 = tensor.expand_shape %46 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %47 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x8x2x16xf32>) outs(%47 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%arg7 : tensor<32x32xf32>) outs(%41 : tensor<32x32xf32>) permutation = [1, 0] 
    %48 = linalg.matmul ins(%collapsed_14, %transposed_17 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%48, %49 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x32xf32>
    %expanded_18 = tensor.expand_shape %50 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %transposed_19 = linalg.transpose ins(%arg9 : tensor<32x32xf32>) outs(%41 : tensor<32x32xf32>) permutation = [1, 0] 
    %51 = linalg.matmul ins(%collapsed_14, %transposed_19 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%51, %52 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x32xf32>
    %expanded_20 = tensor.expand_shape %53 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<2x8x2x16xf32>) outs(%47 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %54 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_22 = linalg.transpose ins(%expanded_18 : tensor<2x8x2x16xf32>) outs(%54 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %55 = tensor.empty() : tensor<4x8x8xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %57 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%56 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_25 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %58 = tensor.empty() : tensor<2x2x8x8xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x2x8x8xf32>) outs(%58 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.mulf %in, %cst_9 : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x8xf32>
    %60 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %40 : tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) outs(%58 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x8xf32>
    %61 = tensor.empty() : tensor<2x2x8xi64>
    %62 = linalg.fill ins(%c0_i64 : i64) outs(%61 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %63 = tensor.empty() : tensor<2x2x8xf32>
    %64 = linalg.fill ins(%cst_1 : f32) outs(%63 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %65:2 = linalg.generic {indexing_maps = [#map8, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%60 : tensor<2x2x8x8xf32>) outs(%64, %62 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_40: i64):
      %125 = linalg.index 3 : index
      %126 = arith.index_cast %125 : index to i64
      %127 = arith.maximumf %in, %out : f32
      %128 = arith.cmpf ogt, %in, %out : f32
      %129 = arith.select %128, %126, %out_40 : i64
      linalg.yield %127, %129 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_26 = tensor.expand_shape %65#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %66 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %expanded_26 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%58 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.subf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x8xf32>
    %67 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<2x2x8x8xf32>) outs(%58 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.exp %in : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x8xf32>
    %68 = tensor.empty() : tensor<2x2x8x1xf32>
    %69 = linalg.fill ins(%cst_0 : f32) outs(%68 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %70 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<2x2x8x8xf32>) outs(%69 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %in, %out : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x1xf32>
    %71 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %70 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%58 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.divf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_27 = tensor.collapse_shape %71 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_28 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %72 = tensor.empty() : tensor<4x8x16xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%72 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %74 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%73 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_29 = tensor.expand_shape %74 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %75 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<2x2x8x16xf32>) outs(%75 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %transposed_32 = linalg.transpose ins(%arg11 : tensor<32x32xf32>) outs(%41 : tensor<32x32xf32>) permutation = [1, 0] 
    %76 = linalg.matmul ins(%collapsed_31, %transposed_32 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%76, %77 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x32xf32>
    %expanded_33 = tensor.expand_shape %78 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %32 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %125 = arith.extf %in : f32 to f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %81 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %83 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %82 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.subf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %84 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %83 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.mulf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %85 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%84 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %86 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %87 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %125 = arith.truncf %in : f64 to f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%79 : tensor<2x8x32xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %in, %out : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.divf %in, %cst_8 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.truncf %cst_6 : f64 to f32
      %126 = arith.addf %in, %125 : f32
      linalg.yield %126 : f32
    } -> tensor<2x8x1xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.rsqrt %in : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %89 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.subf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %91 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %arg13 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg14 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_34 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %96 = tensor.empty() : tensor<32x64xf32>
    %transposed_35 = linalg.transpose ins(%arg15 : tensor<64x32xf32>) outs(%96 : tensor<32x64xf32>) permutation = [1, 0] 
    %97 = tensor.empty() : tensor<16x64xf32>
    %98 = linalg.fill ins(%cst_0 : f32) outs(%97 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %99 = linalg.matmul ins(%collapsed_34, %transposed_35 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%98 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%97 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%99, %100 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%97 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x64xf32>
    %expanded_36 = tensor.expand_shape %101 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %102 = tensor.empty() : tensor<2x8x64xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x64xf32>) outs(%102 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.divf %in, %cst_10 : f32
      %126 = math.erf %125 : f32
      %127 = arith.addf %126, %cst_2 : f32
      %128 = arith.mulf %127, %cst_3 : f32
      %129 = arith.mulf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x64xf32>
    %collapsed_37 = tensor.collapse_shape %103 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %104 = tensor.empty() : tensor<64x32xf32>
    %transposed_38 = linalg.transpose ins(%arg17 : tensor<32x64xf32>) outs(%104 : tensor<64x32xf32>) permutation = [1, 0] 
    %105 = linalg.matmul ins(%collapsed_37, %transposed_38 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%105, %106 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%42 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<16x32xf32>
    %expanded_39 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %95 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %125 = arith.extf %in : f32 to f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %110 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %111 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %112 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %111 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.subf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %113 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %112 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%12 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %125 = arith.mulf %in, %in_40 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x32xf64>
    %114 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%113 : tensor<2x8x32xf64>) outs(%15 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.addf %in, %out : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %115 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x8x1xf64>) outs(%14 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %125 = arith.divf %in, %cst_7 : f64
      linalg.yield %125 : f64
    } -> tensor<2x8x1xf64>
    %116 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %125 = arith.truncf %in : f64 to f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%108 : tensor<2x8x32xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.addf %in, %out : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.divf %in, %cst_8 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.truncf %cst_6 : f64 to f32
      %126 = arith.addf %in, %125 : f32
      linalg.yield %126 : f32
    } -> tensor<2x8x1xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x8x1xf32>) outs(%22 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = math.rsqrt %in : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x1xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %118 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.subf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %120 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %arg19 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.mulf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %arg20 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %125 = arith.addf %in, %in_40 : f32
      linalg.yield %125 : f32
    } -> tensor<2x8x32xf32>
    return %124 : tensor<2x8x32xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_1_16_torch.int64_1: "0x080000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_1_16_torch.int64: "0x0800000000000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000080000000000000009000000000000000A000000000000000B000000000000000C000000000000000D000000000000000E000000000000000F00000000000000"
    }
  }
#-}
