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
  func.func @bert_linalg_bf16(%arg0: tensor<40x32xbf16>, %arg1: tensor<16x32xbf16>, %arg2: tensor<2x32xbf16>, %arg3: tensor<32xbf16>, %arg4: tensor<32xbf16>, %arg5: tensor<32x32xbf16>, %arg6: tensor<32xbf16>, %arg7: tensor<32x32xbf16>, %arg8: tensor<32xbf16>, %arg9: tensor<32x32xbf16>, %arg10: tensor<32xbf16>, %arg11: tensor<32x32xbf16>, %arg12: tensor<32xbf16>, %arg13: tensor<32xbf16>, %arg14: tensor<32xbf16>, %arg15: tensor<64x32xbf16>, %arg16: tensor<64xbf16>, %arg17: tensor<32x64xbf16>, %arg18: tensor<32xbf16>, %arg19: tensor<32xbf16>, %arg20: tensor<32xbf16>, %arg21: tensor<2x8xi64>) -> tensor<2x8x32xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c16 = arith.constant 16 : index
    %c2 = arith.constant 2 : index
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : bf16
    %cst_3 = arith.constant 2.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_7 = arith.constant 9.9999999999999998E-13 : f64
    %c0 = arith.constant 0 : index
    %cst_8 = arith.constant 3.200000e+01 : f64
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : bf16
    %cst_11 = arith.constant dense_resource<torch_tensor_1_16_torch.int64_1> : tensor<1x16xi64>
    %cst_12 = arith.constant dense_resource<torch_tensor_1_16_torch.int64> : tensor<1x16xi64>
    %extracted_slice = tensor.extract_slice %cst_12[0, 0] [1, 8] [1, 1] : tensor<1x16xi64> to tensor<1x8xi64>
    %0 = tensor.empty() : tensor<1x8xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x8xi64>) -> tensor<1x8xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x8xi64>) outs(%1 : tensor<1x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %168 = arith.index_cast %in : i64 to index
      %169 = arith.cmpi slt, %168, %c16 : index
      cf.assert %169, "index must be smaller than dim size"
      %170 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %170, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_11[%c0, %168] : tensor<1x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x8xi64>
    %3 = tensor.empty() : tensor<2x8xi64>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x8xi64> into tensor<8xi64>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<8xi64>) outs(%3 : tensor<2x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x8xi64>
    %5 = tensor.empty() : tensor<2x8x32xbf16>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<2x8xi64>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %168 = arith.index_cast %in : i64 to index
      %169 = linalg.index 2 : index
      %170 = arith.cmpi slt, %168, %c40 : index
      cf.assert %170, "index must be smaller than dim size"
      %171 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %171, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%168, %169] : tensor<40x32xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x8x32xbf16>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x8xi64>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %168 = arith.index_cast %in : i64 to index
      %169 = linalg.index 2 : index
      %170 = arith.cmpi slt, %168, %c2 : index
      cf.assert %170, "index must be smaller than dim size"
      %171 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %171, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%168, %169] : tensor<2x32xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x8x32xbf16>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %168 = arith.addf %in, %in_40 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %9 = tensor.empty() : tensor<1x8x32xbf16>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x8xi64>) outs(%9 : tensor<1x8x32xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %168 = arith.index_cast %in : i64 to index
      %169 = linalg.index 2 : index
      %170 = arith.cmpi slt, %168, %c16 : index
      cf.assert %170, "index must be smaller than dim size"
      %171 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %171, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%168, %169] : tensor<16x32xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x8x32xbf16>
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<2x8x32xbf16>, tensor<1x8x32xbf16>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %168 = arith.addf %in, %in_40 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %12 = tensor.empty() : tensor<2x8x32xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %14 = tensor.empty() : tensor<2x8x32xf64>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %168 = arith.extf %in : f32 to f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %16 = tensor.empty() : tensor<2x8x1xf64>
    %17 = linalg.fill ins(%cst : f64) outs(%16 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %19 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.subf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %20 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.mulf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %24 = tensor.empty() : tensor<2x8x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %168 = arith.truncf %in : f64 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.addf %in, %out : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.divf %in, %cst_9 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.truncf %cst_7 : f64 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = math.rsqrt %in : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %28 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.subf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %30 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.mulf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg3 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.mulf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %arg4 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %36 = tensor.empty() : tensor<8xi64>
    %37 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%36 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %168 = linalg.index 0 : index
      %169 = arith.index_cast %168 : index to i64
      linalg.yield %169 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %37 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %38 = tensor.empty() : tensor<1x1x8x1xi1>
    %39 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x8x1xi64>) outs(%38 : tensor<1x1x8x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %168 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %168 : i1
    } -> tensor<1x1x8x1xi1>
    %40 = tensor.empty() : tensor<2x1x8x8xi1>
    %collapsed_13 = tensor.collapse_shape %39 [[0, 1], [2, 3]] : tensor<1x1x8x1xi1> into tensor<1x8xi1>
    %41 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<1x8xi1>) outs(%40 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x1x8x8xi1>
    %42 = tensor.empty() : tensor<2x1x8x8xbf16>
    %43 = linalg.generic {indexing_maps = [#map8, #map10, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %cst_6, %cst_5 : tensor<2x1x8x8xi1>, tensor<bf16>, tensor<bf16>) outs(%42 : tensor<2x1x8x8xbf16>) {
    ^bb0(%in: i1, %in_40: bf16, %in_41: bf16, %out: bf16):
      %168 = arith.select %in, %in_40, %in_41 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x1x8x8xbf16>
    %collapsed_14 = tensor.collapse_shape %35 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %44 = tensor.empty() : tensor<32x32xbf16>
    %transposed = linalg.transpose ins(%arg5 : tensor<32x32xbf16>) outs(%44 : tensor<32x32xbf16>) permutation = [1, 0] 
    %45 = tensor.empty() : tensor<32xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg6 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32xf32>
    %47 = tensor.empty() : tensor<16x32xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_14 : tensor<16x32xbf16>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %49 = tensor.empty() : tensor<32x32xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x32xbf16>) outs(%49 : tensor<32x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32x32xf32>
    %51 = linalg.fill ins(%cst_0 : f32) outs(%47 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %52 = linalg.matmul ins(%48, %50 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%52, %53 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %55 = tensor.empty() : tensor<16x32xbf16>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<16x32xf32>) outs(%55 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x32xbf16>
    %expanded_15 = tensor.expand_shape %56 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %57 = tensor.empty() : tensor<2x2x8x16xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x8x2x16xbf16>) outs(%57 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%arg7 : tensor<32x32xbf16>) outs(%44 : tensor<32x32xbf16>) permutation = [1, 0] 
    %58 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_17 : tensor<32x32xbf16>) outs(%49 : tensor<32x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32x32xf32>
    %60 = linalg.matmul ins(%48, %59 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%60, %61 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<16x32xf32>) outs(%55 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x32xbf16>
    %expanded_18 = tensor.expand_shape %63 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %transposed_19 = linalg.transpose ins(%arg9 : tensor<32x32xbf16>) outs(%44 : tensor<32x32xbf16>) permutation = [1, 0] 
    %64 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_19 : tensor<32x32xbf16>) outs(%49 : tensor<32x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32x32xf32>
    %66 = linalg.matmul ins(%48, %65 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%66, %67 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<16x32xf32>) outs(%55 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x32xbf16>
    %expanded_20 = tensor.expand_shape %69 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<2x8x2x16xbf16>) outs(%57 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %70 = tensor.empty() : tensor<2x2x16x8xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_18 : tensor<2x8x2x16xbf16>) outs(%70 : tensor<2x2x16x8xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<2x2x16x8xbf16> into tensor<4x16x8xbf16>
    %71 = tensor.empty() : tensor<4x8x8xf32>
    %72 = linalg.fill ins(%cst_0 : f32) outs(%71 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %73 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%72 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %74 = tensor.empty() : tensor<4x8x8xbf16>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<4x8x8xf32>) outs(%74 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_25 = tensor.expand_shape %75 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xbf16> into tensor<2x2x8x8xbf16>
    %76 = tensor.empty() : tensor<2x2x8x8xbf16>
    %77 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x2x8x8xbf16>) outs(%76 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %168 = arith.mulf %in, %cst_10 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x2x8x8xbf16>
    %78 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %43 : tensor<2x2x8x8xbf16>, tensor<2x1x8x8xbf16>) outs(%76 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %168 = arith.addf %in, %in_40 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x2x8x8xbf16>
    %79 = tensor.empty() : tensor<2x2x8x8xf32>
    %80 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<2x2x8x8xbf16>) outs(%79 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<2x2x8x8xf32>
    %81 = tensor.empty() : tensor<2x2x8xi64>
    %82 = linalg.fill ins(%c0_i64 : i64) outs(%81 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %83 = tensor.empty() : tensor<2x2x8xf32>
    %84 = linalg.fill ins(%cst_1 : f32) outs(%83 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %85:2 = linalg.generic {indexing_maps = [#map8, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%80 : tensor<2x2x8x8xf32>) outs(%84, %82 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_40: i64):
      %168 = linalg.index 3 : index
      %169 = arith.index_cast %168 : index to i64
      %170 = arith.maximumf %in, %out : f32
      %171 = arith.cmpf ogt, %in, %out : f32
      %172 = arith.select %171, %169, %out_40 : i64
      linalg.yield %170, %172 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_26 = tensor.expand_shape %85#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %86 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %expanded_26 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%79 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.subf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x2x8x8xf32>
    %87 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86 : tensor<2x2x8x8xf32>) outs(%79 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = math.exp %in : f32
      linalg.yield %168 : f32
    } -> tensor<2x2x8x8xf32>
    %88 = tensor.empty() : tensor<2x2x8x1xf32>
    %89 = linalg.fill ins(%cst_0 : f32) outs(%88 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%87 : tensor<2x2x8x8xf32>) outs(%89 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.addf %in, %out : f32
      linalg.yield %168 : f32
    } -> tensor<2x2x8x1xf32>
    %91 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %90 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%79 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.divf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x2x8x8xf32>
    %92 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<2x2x8x8xf32>) outs(%76 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<2x2x8x8xbf16>
    %collapsed_27 = tensor.collapse_shape %92 [[0, 1], [2], [3]] : tensor<2x2x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_28 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %93 = tensor.empty() : tensor<4x8x16xf32>
    %94 = linalg.fill ins(%cst_0 : f32) outs(%93 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %95 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%94 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %96 = tensor.empty() : tensor<4x8x16xbf16>
    %97 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<4x8x16xf32>) outs(%96 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_29 = tensor.expand_shape %97 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xbf16> into tensor<2x2x8x16xbf16>
    %98 = tensor.empty() : tensor<2x8x2x16xbf16>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<2x2x8x16xbf16>) outs(%98 : tensor<2x8x2x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<16x32xbf16>
    %transposed_32 = linalg.transpose ins(%arg11 : tensor<32x32xbf16>) outs(%44 : tensor<32x32xbf16>) permutation = [1, 0] 
    %99 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg12 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_31 : tensor<16x32xbf16>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_32 : tensor<32x32xbf16>) outs(%49 : tensor<32x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32x32xf32>
    %102 = linalg.matmul ins(%100, %101 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %103 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%104 : tensor<16x32xf32>) outs(%55 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x32xbf16>
    %expanded_33 = tensor.expand_shape %105 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %35 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %168 = arith.addf %in, %in_40 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %168 = arith.extf %in : f32 to f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %109 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%108 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %110 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %111 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %110 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.subf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %111 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.mulf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %113 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %115 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %168 = arith.truncf %in : f64 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%107 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.addf %in, %out : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.divf %in, %cst_9 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.truncf %cst_7 : f64 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x1xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = math.rsqrt %in : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %117 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.subf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %119 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.mulf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %arg13 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.mulf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %arg14 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %collapsed_34 = tensor.collapse_shape %124 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %125 = tensor.empty() : tensor<32x64xbf16>
    %transposed_35 = linalg.transpose ins(%arg15 : tensor<64x32xbf16>) outs(%125 : tensor<32x64xbf16>) permutation = [1, 0] 
    %126 = tensor.empty() : tensor<64xf32>
    %127 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg16 : tensor<64xbf16>) outs(%126 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<64xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_34 : tensor<16x32xbf16>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %129 = tensor.empty() : tensor<32x64xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_35 : tensor<32x64xbf16>) outs(%129 : tensor<32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32x64xf32>
    %131 = tensor.empty() : tensor<16x64xf32>
    %132 = linalg.fill ins(%cst_0 : f32) outs(%131 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %133 = linalg.matmul ins(%128, %130 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%132 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<64xf32>) outs(%131 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%133, %134 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%131 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x64xf32>
    %136 = tensor.empty() : tensor<16x64xbf16>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%135 : tensor<16x64xf32>) outs(%136 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x64xbf16>
    %expanded_36 = tensor.expand_shape %137 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %138 = tensor.empty() : tensor<2x8x64xbf16>
    %139 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x64xbf16>) outs(%138 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %168 = math.sqrt %cst_3 : bf16
      %169 = arith.divf %in, %168 : bf16
      %170 = math.erf %169 : bf16
      %171 = arith.addf %170, %cst_2 : bf16
      %172 = arith.mulf %171, %cst_4 : bf16
      %173 = arith.mulf %in, %172 : bf16
      linalg.yield %173 : bf16
    } -> tensor<2x8x64xbf16>
    %collapsed_37 = tensor.collapse_shape %139 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %140 = tensor.empty() : tensor<64x32xbf16>
    %transposed_38 = linalg.transpose ins(%arg17 : tensor<32x64xbf16>) outs(%140 : tensor<64x32xbf16>) permutation = [1, 0] 
    %141 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg18 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<32xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<16x64xbf16>) outs(%131 : tensor<16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<16x64xf32>
    %143 = tensor.empty() : tensor<64x32xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_38 : tensor<64x32xbf16>) outs(%143 : tensor<64x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<64x32xf32>
    %145 = linalg.matmul ins(%142, %144 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%141 : tensor<32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%145, %146 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%47 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.addf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<16x32xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<16x32xf32>) outs(%55 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<16x32xbf16>
    %expanded_39 = tensor.expand_shape %148 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %149 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %124 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %168 = arith.addf %in, %in_40 : bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    %150 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x8x32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %168 = arith.extf %in : bf16 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x8x32xf32>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %168 = arith.extf %in : f32 to f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %152 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%151 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %153 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %154 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %153 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.subf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %155 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154, %154 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%14 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %168 = arith.mulf %in, %in_40 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x32xf64>
    %156 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%155 : tensor<2x8x32xf64>) outs(%17 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.addf %in, %out : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %157 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x8x1xf64>) outs(%16 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %168 = arith.divf %in, %cst_8 : f64
      linalg.yield %168 : f64
    } -> tensor<2x8x1xf64>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %168 = arith.truncf %in : f64 to f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%150 : tensor<2x8x32xf32>) outs(%26 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.addf %in, %out : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %160 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.divf %in, %cst_9 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %161 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = arith.truncf %cst_7 : f64 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x1xf32>
    %162 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<2x8x1xf32>) outs(%24 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %168 = math.rsqrt %in : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x1xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %160 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.subf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %162 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %168 = arith.mulf %in, %in_40 : f32
      linalg.yield %168 : f32
    } -> tensor<2x8x32xf32>
    %165 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %arg19 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.mulf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %166 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %arg20 : tensor<2x8x32xf32>, tensor<32xbf16>) outs(%12 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_40: bf16, %out: f32):
      %168 = arith.extf %in_40 : bf16 to f32
      %169 = arith.addf %in, %168 : f32
      linalg.yield %169 : f32
    } -> tensor<2x8x32xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x8x32xf32>) outs(%5 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %168 = arith.truncf %in : f32 to bf16
      linalg.yield %168 : bf16
    } -> tensor<2x8x32xbf16>
    return %167 : tensor<2x8x32xbf16>
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
