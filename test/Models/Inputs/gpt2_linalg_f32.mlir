#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1) -> (d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @gpt2_linalg_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x96xf32>, %arg5: tensor<96xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<128x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<2x8xi64>) -> tensor<2x8x40xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c8_i64 = arith.constant 8 : i64
    %c40 = arith.constant 40 : index
    %c16 = arith.constant 16 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.79788456080286541 : f64
    %cst_6 = arith.constant 4.471500e-02 : f64
    %cst_7 = arith.constant 1.000000e-05 : f64
    %cst_8 = arith.constant 3.200000e+01 : f64
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : f32
    %cst_11 = arith.constant 5.000000e-01 : f32
    %cst_12 = arith.constant 1.000000e+00 : f32
    %c2_i64 = arith.constant 2 : i64
    %c3_i64 = arith.constant 3 : i64
    %cst_13 = arith.constant dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %129 = arith.index_cast %in : i64 to index
      %130 = linalg.index 2 : index
      %131 = arith.cmpi slt, %129, %c40 : index
      cf.assert %131, "index must be smaller than dim size"
      %132 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %132, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%129, %130] : tensor<40x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x32xf32>
    %2 = tensor.empty() : tensor<8xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %129 = linalg.index 0 : index
      %130 = arith.index_cast %129 : index to i64
      linalg.yield %130 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %4 = tensor.empty() : tensor<1x8x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8xi64>) outs(%4 : tensor<1x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %129 = arith.index_cast %in : i64 to index
      %130 = linalg.index 2 : index
      %131 = arith.cmpi slt, %129, %c16 : index
      cf.assert %131, "index must be smaller than dim size"
      %132 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %132, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%129, %130] : tensor<16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x8x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x8x32xf32>, tensor<1x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %7 = tensor.empty() : tensor<2x8xi1>
    %8 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<2x8xi64>) outs(%7 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %129 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %129 : i1
    } -> tensor<2x8xi1>
    %9 = tensor.empty() : tensor<2xi64>
    %10 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%9 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %129 = linalg.index 0 : index
      %130 = arith.index_cast %129 : index to i64
      linalg.yield %130 : i64
    } -> tensor<2xi64>
    %expanded_14 = tensor.expand_shape %10 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_15 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %expanded_16 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xi64> into tensor<1x1x1x8xi64>
    %11 = tensor.empty() : tensor<1x1x8x8xi1>
    %12 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_15 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %129 = arith.cmpi sle, %in, %in_42 : i64
      linalg.yield %129 : i1
    } -> tensor<1x1x8x8xi1>
    %13 = linalg.generic {indexing_maps = [#map8, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %12 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %129 = arith.andi %in, %in_42 : i1
      linalg.yield %129 : i1
    } -> tensor<1x1x8x8xi1>
    %14 = tensor.empty() : tensor<2x1x1x8xi1>
    %15 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x1x8xi64>) outs(%14 : tensor<2x1x1x8xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %129 = arith.cmpi slt, %in, %c0_i64 : i64
      %130 = arith.addi %in, %c2_i64 : i64
      %131 = arith.select %129, %130, %in : i64
      %132 = arith.index_cast %131 : i64 to index
      %133 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %134 = arith.addi %in_42, %c8_i64 : i64
      %135 = arith.select %133, %134, %in_42 : i64
      %136 = arith.index_cast %135 : i64 to index
      %extracted = tensor.extract %8[%132, %136] : tensor<2x8xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x8xi1>
    %16 = tensor.empty() : tensor<2x1x8x8xi1>
    %17 = linalg.generic {indexing_maps = [#map11, #map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %15 : tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) outs(%16 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %129 = arith.andi %in, %in_42 : i1
      linalg.yield %129 : i1
    } -> tensor<2x1x8x8xi1>
    %18 = tensor.empty() : tensor<2x1x8x8xf32>
    %19 = linalg.generic {indexing_maps = [#map7, #map8, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %cst_3, %cst_2 : tensor<2x1x8x8xi1>, tensor<f32>, tensor<f32>) outs(%18 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %129 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %129 : f32
    } -> tensor<2x1x8x8xf32>
    %20 = tensor.empty() : tensor<2x8x32xf64>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x32xf32>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %129 = arith.extf %in : f32 to f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %22 = tensor.empty() : tensor<2x8x1xf64>
    %23 = linalg.fill ins(%cst : f64) outs(%22 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %24 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %26 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %25 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.subf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %26 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.mulf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %28 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%27 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %30 = tensor.empty() : tensor<2x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x8x1xf64>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %129 = arith.truncf %in : f64 to f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%30 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x8x32xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.addf %in, %out : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.divf %in, %cst_9 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.truncf %cst_7 : f64 to f32
      %130 = arith.addf %in, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x8x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.rsqrt %in : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %34 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.subf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %36 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %arg2 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %arg3 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %collapsed = tensor.collapse_shape %40 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %41 = tensor.empty() : tensor<16x96xf32>
    %42 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %43 = linalg.matmul ins(%collapsed, %arg4 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%42 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %44 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<96xf32>) outs(%41 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x96xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%43, %44 : tensor<16x96xf32>, tensor<16x96xf32>) outs(%41 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<16x96xf32>
    %expanded_17 = tensor.expand_shape %45 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xf32> into tensor<2x8x96xf32>
    %extracted_slice = tensor.extract_slice %expanded_17[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_18 = tensor.extract_slice %expanded_17[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_19 = tensor.extract_slice %expanded_17[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %expanded_20 = tensor.expand_shape %extracted_slice_18 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %expanded_21 = tensor.expand_shape %extracted_slice_19 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %46 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed = linalg.transpose ins(%expanded_21 : tensor<2x8x2x16xf32>) outs(%46 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_22 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x8x2x16xf32>) outs(%46 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %47 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_24 = linalg.transpose ins(%expanded_20 : tensor<2x8x2x16xf32>) outs(%47 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_25 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_26 = tensor.collapse_shape %transposed_24 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %48 = tensor.empty() : tensor<4x8x8xf32>
    %49 = linalg.fill ins(%cst_0 : f32) outs(%48 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %50 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%49 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_27 = tensor.expand_shape %50 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %51 = tensor.empty() : tensor<2x2x8x8xf32>
    %52 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.mulf %in, %cst_10 : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x8xf32>
    %53 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %19 : tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x8xf32>
    %54 = tensor.empty() : tensor<2x2x8xi64>
    %55 = linalg.fill ins(%c0_i64 : i64) outs(%54 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %56 = tensor.empty() : tensor<2x2x8xf32>
    %57 = linalg.fill ins(%cst_1 : f32) outs(%56 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %58:2 = linalg.generic {indexing_maps = [#map7, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%53 : tensor<2x2x8x8xf32>) outs(%57, %55 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %129 = linalg.index 3 : index
      %130 = arith.index_cast %129 : index to i64
      %131 = arith.maximumf %in, %out : f32
      %132 = arith.cmpf ogt, %in, %out : f32
      %133 = arith.select %132, %130, %out_42 : i64
      linalg.yield %131, %133 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_28 = tensor.expand_shape %58#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %59 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %expanded_28 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.subf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x8xf32>
    %60 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.exp %in : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x8xf32>
    %61 = tensor.empty() : tensor<2x2x8x1xf32>
    %62 = linalg.fill ins(%cst_0 : f32) outs(%61 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%60 : tensor<2x2x8x8xf32>) outs(%62 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.addf %in, %out : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %63 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.divf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_29 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_30 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %65 = tensor.empty() : tensor<4x8x16xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %67 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%66 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_31 = tensor.expand_shape %67 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %68 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<2x2x8x16xf32>) outs(%68 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_33 = tensor.collapse_shape %transposed_32 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %69 = tensor.empty() : tensor<16x32xf32>
    %70 = linalg.fill ins(%cst_0 : f32) outs(%69 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %71 = linalg.matmul ins(%collapsed_33, %arg6 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%70 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %72 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<32xf32>) outs(%69 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%69 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<16x32xf32>
    %expanded_34 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %6 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x8x32xf32>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %129 = arith.extf %in : f32 to f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %76 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%75 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %78 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %77 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.subf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %79 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %78 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.mulf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %80 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%79 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x8x1xf64>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %129 = arith.truncf %in : f64 to f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%74 : tensor<2x8x32xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.addf %in, %out : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.divf %in, %cst_9 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.truncf %cst_7 : f64 to f32
      %130 = arith.addf %in, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x8x1xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.rsqrt %in : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %84 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.subf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %86 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %arg8 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %arg9 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_35 = tensor.collapse_shape %90 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %91 = tensor.empty() : tensor<16x128xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%91 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %93 = linalg.matmul ins(%collapsed_35, %arg10 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%92 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %94 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<128xf32>) outs(%91 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x128xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%91 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<16x128xf32>
    %expanded_36 = tensor.expand_shape %95 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf32> into tensor<2x8x128xf32>
    %96 = tensor.empty() : tensor<2x8x128xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.mulf %in, %cst_11 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.truncf %cst_6 : f64 to f32
      %130 = arith.mulf %in, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x8x128xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %99 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.truncf %cst_5 : f64 to f32
      %130 = arith.mulf %in, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x8x128xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.tanh %in : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.addf %in, %cst_12 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %103 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%96 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x128xf32>
    %collapsed_37 = tensor.collapse_shape %104 [[0, 1], [2]] : tensor<2x8x128xf32> into tensor<16x128xf32>
    %105 = linalg.matmul ins(%collapsed_37, %arg12 : tensor<16x128xf32>, tensor<128x32xf32>) outs(%70 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %106 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<32xf32>) outs(%69 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105, %106 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%69 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<16x32xf32>
    %expanded_38 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %expanded_38 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x8x32xf32>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %129 = arith.extf %in : f32 to f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %110 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %112 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %111 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.subf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %112 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%20 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %129 = arith.mulf %in, %in_42 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x32xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%113 : tensor<2x8x32xf64>) outs(%23 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.addf %in, %out : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x8x1xf64>) outs(%22 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %129 = arith.divf %in, %cst_8 : f64
      linalg.yield %129 : f64
    } -> tensor<2x8x1xf64>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x8x1xf64>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %129 = arith.truncf %in : f64 to f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%108 : tensor<2x8x32xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.addf %in, %out : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.divf %in, %cst_9 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = arith.truncf %cst_7 : f64 to f32
      %130 = arith.addf %in, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x8x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x8x1xf32>) outs(%30 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %129 = math.rsqrt %in : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %118 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.subf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %120 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %arg14 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.mulf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %arg15 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %129 = arith.addf %in, %in_42 : f32
      linalg.yield %129 : f32
    } -> tensor<2x8x32xf32>
    %125 = tensor.empty() : tensor<32x40xf32>
    %transposed_39 = linalg.transpose ins(%arg0 : tensor<40x32xf32>) outs(%125 : tensor<32x40xf32>) permutation = [1, 0] 
    %collapsed_40 = tensor.collapse_shape %124 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %126 = tensor.empty() : tensor<16x40xf32>
    %127 = linalg.fill ins(%cst_0 : f32) outs(%126 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %128 = linalg.matmul ins(%collapsed_40, %transposed_39 : tensor<16x32xf32>, tensor<32x40xf32>) outs(%127 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %expanded_41 = tensor.expand_shape %128 [[0, 1], [2]] output_shape [2, 8, 40] : tensor<16x40xf32> into tensor<2x8x40xf32>
    return %expanded_41 : tensor<2x8x40xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
