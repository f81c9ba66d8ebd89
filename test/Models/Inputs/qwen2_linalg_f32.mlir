#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map12 = affine_map<(d0, d1, d2) -> (d2)>
#map13 = affine_map<(d0, d1) -> (d1)>
#map14 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @qwen2_linalg_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<16xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<64x32xf32>, %arg9: tensor<64x32xf32>, %arg10: tensor<32x64xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<40x32xf32>, %arg15: tensor<2x8xi64>) -> tensor<2x8x40xf32> {
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 2.500000e-01 : f32
    %c2_i64 = arith.constant 2 : i64
    %cst_9 = arith.constant dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %115 = arith.index_cast %in : i64 to index
      %116 = linalg.index 2 : index
      %117 = arith.cmpi slt, %115, %c40 : index
      cf.assert %117, "index must be smaller than dim size"
      %118 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %118, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%115, %116] : tensor<40x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x32xf32>
    %2 = tensor.empty() : tensor<8xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %115 = linalg.index 0 : index
      %116 = arith.index_cast %115 : index to i64
      linalg.yield %116 : i64
    } -> tensor<8xi64>
    %4 = tensor.empty() : tensor<2x8xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<2x8xi64>) outs(%4 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %115 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %115 : i1
    } -> tensor<2x8xi1>
    %6 = tensor.empty() : tensor<2xi64>
    %7 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%6 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %115 = linalg.index 0 : index
      %116 = arith.index_cast %115 : index to i64
      linalg.yield %116 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %7 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_10 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xi64> into tensor<1x1x1x8xi64>
    %8 = tensor.empty() : tensor<1x1x8x8xi1>
    %9 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11, %expanded_10 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%8 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %115 = arith.cmpi sle, %in, %in_52 : i64
      linalg.yield %115 : i1
    } -> tensor<1x1x8x8xi1>
    %10 = linalg.generic {indexing_maps = [#map7, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %9 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%8 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %115 = arith.andi %in, %in_52 : i1
      linalg.yield %115 : i1
    } -> tensor<1x1x8x8xi1>
    %11 = tensor.empty() : tensor<2x1x1x8xi1>
    %12 = linalg.generic {indexing_maps = [#map8, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x1x8xi64>) outs(%11 : tensor<2x1x1x8xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %115 = arith.cmpi slt, %in, %c0_i64 : i64
      %116 = arith.addi %in, %c2_i64 : i64
      %117 = arith.select %115, %116, %in : i64
      %118 = arith.index_cast %117 : i64 to index
      %119 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %120 = arith.addi %in_52, %c8_i64 : i64
      %121 = arith.select %119, %120, %in_52 : i64
      %122 = arith.index_cast %121 : i64 to index
      %extracted = tensor.extract %5[%118, %122] : tensor<2x8xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x8xi1>
    %13 = tensor.empty() : tensor<2x1x8x8xi1>
    %14 = linalg.generic {indexing_maps = [#map10, #map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %12 : tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) outs(%13 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %115 = arith.andi %in, %in_52 : i1
      linalg.yield %115 : i1
    } -> tensor<2x1x8x8xi1>
    %15 = tensor.empty() : tensor<2x1x8x8xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map7, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %cst_3, %cst_2 : tensor<2x1x8x8xi1>, tensor<f32>, tensor<f32>) outs(%15 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: i1, %in_52: f32, %in_53: f32, %out: f32):
      %115 = arith.select %in, %in_52, %in_53 : f32
      linalg.yield %115 : f32
    } -> tensor<2x1x8x8xf32>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi64> into tensor<1x8x1xi64>
    %17 = tensor.empty() : tensor<1x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x8x1xi64>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %115 = arith.sitofp %in : i64 to f32
      linalg.yield %115 : f32
    } -> tensor<1x8x1xf32>
    %19 = tensor.empty() : tensor<1x8x8xf32>
    %20 = linalg.generic {indexing_maps = [#map11, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %cst_6 : tensor<1x8x1xf32>, tensor<8xf32>) outs(%19 : tensor<1x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<1x8x8xf32>
    %concat = tensor.concat dim(2) %20, %20 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<1x8x16xf32>
    %21 = tensor.empty() : tensor<1x8x16xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%21 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.cos %in : f32
      linalg.yield %115 : f32
    } -> tensor<1x8x16xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%21 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.sin %in : f32
      linalg.yield %115 : f32
    } -> tensor<1x8x16xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %25 = tensor.empty() : tensor<2x8x1xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_7 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.truncf %cst_5 : f64 to f32
      %116 = arith.addf %in, %115 : f32
      linalg.yield %116 : f32
    } -> tensor<2x8x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.rsqrt %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %30 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %32 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %31 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %collapsed = tensor.collapse_shape %32 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %33 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<32x32xf32>) outs(%33 : tensor<32x32xf32>) permutation = [1, 0] 
    %34 = tensor.empty() : tensor<16x32xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %36 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xf32>, tensor<32x32xf32>) outs(%35 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %37 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<32xf32>) outs(%34 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%36, %37 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%34 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<16x32xf32>
    %expanded_13 = tensor.expand_shape %38 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %39 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<2x8x2x16xf32>) outs(%39 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %40 = tensor.empty() : tensor<32x16xf32>
    %transposed_15 = linalg.transpose ins(%arg3 : tensor<16x32xf32>) outs(%40 : tensor<32x16xf32>) permutation = [1, 0] 
    %41 = tensor.empty() : tensor<16x16xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %43 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<16x32xf32>, tensor<32x16xf32>) outs(%42 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %44 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%41 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%43, %44 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%41 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<16x16xf32>
    %expanded_16 = tensor.expand_shape %45 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xf32> into tensor<2x8x1x16xf32>
    %46 = tensor.empty() : tensor<2x1x8x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x8x1x16xf32>) outs(%46 : tensor<2x1x8x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_18 = linalg.transpose ins(%arg5 : tensor<16x32xf32>) outs(%40 : tensor<32x16xf32>) permutation = [1, 0] 
    %47 = linalg.matmul ins(%collapsed, %transposed_18 : tensor<16x32xf32>, tensor<32x16xf32>) outs(%42 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %48 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<16xf32>) outs(%41 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%47, %48 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%41 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<16x16xf32>
    %expanded_19 = tensor.expand_shape %49 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xf32> into tensor<2x8x1x16xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x8x1x16xf32>) outs(%46 : tensor<2x1x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_21 = tensor.expand_shape %22 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xf32> into tensor<1x1x8x16xf32>
    %expanded_22 = tensor.expand_shape %23 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xf32> into tensor<1x1x8x16xf32>
    %50 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14, %expanded_21 : tensor<2x2x8x16xf32>, tensor<1x1x8x16xf32>) outs(%39 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x16xf32>
    %extracted_slice = tensor.extract_slice %transposed_14[0, 0, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xf32> to tensor<2x2x8x8xf32>
    %extracted_slice_23 = tensor.extract_slice %transposed_14[0, 0, 0, 8] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xf32> to tensor<2x2x8x8xf32>
    %51 = tensor.empty() : tensor<2x2x8x8xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.negf %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %concat_24 = tensor.concat dim(3) %52, %extracted_slice : (tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) -> tensor<2x2x8x16xf32>
    %53 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_24, %expanded_22 : tensor<2x2x8x16xf32>, tensor<1x1x8x16xf32>) outs(%39 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x16xf32>
    %54 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>) outs(%39 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x16xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_17, %expanded_21 : tensor<2x1x8x16xf32>, tensor<1x1x8x16xf32>) outs(%46 : tensor<2x1x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x1x8x16xf32>
    %extracted_slice_25 = tensor.extract_slice %transposed_17[0, 0, 0, 0] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xf32> to tensor<2x1x8x8xf32>
    %extracted_slice_26 = tensor.extract_slice %transposed_17[0, 0, 0, 8] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xf32> to tensor<2x1x8x8xf32>
    %56 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<2x1x8x8xf32>) outs(%15 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.negf %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x1x8x8xf32>
    %concat_27 = tensor.concat dim(3) %56, %extracted_slice_25 : (tensor<2x1x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x1x8x16xf32>
    %57 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_22 : tensor<2x1x8x16xf32>, tensor<1x1x8x16xf32>) outs(%46 : tensor<2x1x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x1x8x16xf32>
    %58 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %57 : tensor<2x1x8x16xf32>, tensor<2x1x8x16xf32>) outs(%46 : tensor<2x1x8x16xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x1x8x16xf32>
    %59 = tensor.empty() : tensor<2x1x2x8x16xf32>
    %60 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<2x1x8x16xf32>) outs(%59 : tensor<2x1x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x8x16xf32>
    %collapsed_28 = tensor.collapse_shape %60 [[0], [1, 2], [3], [4]] : tensor<2x1x2x8x16xf32> into tensor<2x2x8x16xf32>
    %61 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_20 : tensor<2x1x8x16xf32>) outs(%59 : tensor<2x1x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x8x16xf32>
    %62 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_29 = linalg.transpose ins(%collapsed_28 : tensor<2x2x8x16xf32>) outs(%62 : tensor<2x2x16x8xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_30 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_31 = tensor.collapse_shape %transposed_29 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %63 = tensor.empty() : tensor<4x8x8xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %65 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%64 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_32 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %66 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.mulf %in, %cst_8 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %67 = linalg.generic {indexing_maps = [#map6, #map17, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %16 : tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %68 = tensor.empty() : tensor<2x2x8xi64>
    %69 = linalg.fill ins(%c0_i64 : i64) outs(%68 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %70 = tensor.empty() : tensor<2x2x8xf32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%70 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %72:2 = linalg.generic {indexing_maps = [#map6, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<2x2x8x8xf32>) outs(%71, %69 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_52: i64):
      %115 = linalg.index 3 : index
      %116 = arith.index_cast %115 : index to i64
      %117 = arith.maximumf %in, %out : f32
      %118 = arith.cmpf ogt, %in, %out : f32
      %119 = arith.select %118, %116, %out_52 : i64
      linalg.yield %117, %119 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_33 = tensor.expand_shape %72#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %73 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_33 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.subf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %74 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.exp %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %75 = tensor.empty() : tensor<2x2x8x1xf32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %77 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%74 : tensor<2x2x8x8xf32>) outs(%76 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x1xf32>
    %78 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %77 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%51 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.divf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_34 = tensor.collapse_shape %78 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_35 = tensor.collapse_shape %61 [[0, 1, 2], [3], [4]] : tensor<2x1x2x8x16xf32> into tensor<4x8x16xf32>
    %79 = tensor.empty() : tensor<4x8x16xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %81 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%80 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_36 = tensor.expand_shape %81 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %82 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<2x2x8x16xf32>) outs(%82 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_38 = linalg.transpose ins(%arg7 : tensor<32x32xf32>) outs(%33 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %transposed_37 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %83 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%35 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_40 = tensor.expand_shape %83 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_40 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_7 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.truncf %cst_5 : f64 to f32
      %116 = arith.addf %in, %115 : f32
      linalg.yield %116 : f32
    } -> tensor<2x8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.rsqrt %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %89 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %91 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %90 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %92 = tensor.empty() : tensor<32x64xf32>
    %transposed_41 = linalg.transpose ins(%arg8 : tensor<64x32xf32>) outs(%92 : tensor<32x64xf32>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %91 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %93 = tensor.empty() : tensor<16x64xf32>
    %94 = linalg.fill ins(%cst : f32) outs(%93 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %95 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%94 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %expanded_43 = tensor.expand_shape %95 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %96 = tensor.empty() : tensor<2x8x64xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<2x8x64xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.negf %in : f32
      %116 = math.exp %115 : f32
      %117 = arith.addf %116, %cst_1 : f32
      %118 = arith.divf %cst_1, %117 : f32
      linalg.yield %118 : f32
    } -> tensor<2x8x64xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %97 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %transposed_44 = linalg.transpose ins(%arg9 : tensor<64x32xf32>) outs(%92 : tensor<32x64xf32>) permutation = [1, 0] 
    %99 = linalg.matmul ins(%collapsed_42, %transposed_44 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%94 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %expanded_45 = tensor.expand_shape %99 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %expanded_45 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %101 = tensor.empty() : tensor<64x32xf32>
    %transposed_46 = linalg.transpose ins(%arg10 : tensor<32x64xf32>) outs(%101 : tensor<64x32xf32>) permutation = [1, 0] 
    %collapsed_47 = tensor.collapse_shape %100 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %102 = linalg.matmul ins(%collapsed_47, %transposed_46 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%35 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_48 = tensor.expand_shape %102 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %expanded_48 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.addf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%104 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_7 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.truncf %cst_5 : f64 to f32
      %116 = arith.addf %in, %115 : f32
      linalg.yield %116 : f32
    } -> tensor<2x8x1xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.rsqrt %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %108 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %110 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %109 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %115 = arith.mulf %in, %in_52 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %111 = tensor.empty() : tensor<32x40xf32>
    %transposed_49 = linalg.transpose ins(%arg14 : tensor<40x32xf32>) outs(%111 : tensor<32x40xf32>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %110 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %112 = tensor.empty() : tensor<16x40xf32>
    %113 = linalg.fill ins(%cst : f32) outs(%112 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %114 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<16x32xf32>, tensor<32x40xf32>) outs(%113 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %expanded_51 = tensor.expand_shape %114 [[0, 1], [2]] output_shape [2, 8, 40] : tensor<16x40xf32> into tensor<2x8x40xf32>
    return %expanded_51 : tensor<2x8x40xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.float32: "0x040000000000803F9BE8A13ECDCCCC3DE386013D0AD7233C383E4F3B6F12833A60CBA539",
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
