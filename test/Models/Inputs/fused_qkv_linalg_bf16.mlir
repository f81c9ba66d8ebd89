#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @fused_qkv_linalg_bf16(%arg0: tensor<96x32xbf16>, %arg1: tensor<96xbf16>, %arg2: tensor<32x32xbf16>, %arg3: tensor<32xbf16>, %arg4: tensor<128x32xbf16>, %arg5: tensor<32x64xbf16>, %arg6: tensor<2x8x32xbf16>) -> tensor<2x8x32xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_3 = arith.constant dense<true> : tensor<8x8xi1>
    %cst_4 = arith.constant 2.500000e-01 : bf16
    %collapsed = tensor.collapse_shape %arg6 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %0 = tensor.empty() : tensor<32x96xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<96x32xbf16>) outs(%0 : tensor<32x96xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<96xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<96xbf16>) outs(%1 : tensor<96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<96xf32>
    %3 = tensor.empty() : tensor<16x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<16x32xbf16>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<16x32xf32>
    %5 = tensor.empty() : tensor<32x96xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x96xbf16>) outs(%5 : tensor<32x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<32x96xf32>
    %7 = tensor.empty() : tensor<16x96xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%8 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<96xf32>) outs(%7 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x96xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<16x96xf32>, tensor<16x96xf32>) outs(%7 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %83 = arith.addf %in, %in_34 : f32
      linalg.yield %83 : f32
    } -> tensor<16x96xf32>
    %12 = tensor.empty() : tensor<16x96xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<16x96xf32>) outs(%12 : tensor<16x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<16x96xbf16>
    %expanded = tensor.expand_shape %13 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xbf16> into tensor<2x8x96xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xbf16> to tensor<2x8x32xbf16>
    %extracted_slice_5 = tensor.extract_slice %expanded[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xbf16> to tensor<2x8x32xbf16>
    %extracted_slice_6 = tensor.extract_slice %expanded[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xbf16> to tensor<2x8x32xbf16>
    %expanded_7 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %14 = tensor.empty() : tensor<2x2x8x16xbf16>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<2x8x2x16xbf16>) outs(%14 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_9 = tensor.expand_shape %extracted_slice_5 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %expanded_10 = tensor.expand_shape %extracted_slice_6 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x8x2x16xbf16>) outs(%14 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %15 = tensor.empty() : tensor<8xi64>
    %16 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%15 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %83 = linalg.index 0 : index
      %84 = arith.index_cast %83 : index to i64
      linalg.yield %84 : i64
    } -> tensor<8xi64>
    %expanded_12 = tensor.expand_shape %16 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %expanded_13 = tensor.expand_shape %16 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %17 = tensor.empty() : tensor<8x8xi64>
    %18 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_12, %expanded_13 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%17 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_34: i64, %out: i64):
      %83 = arith.subi %in, %in_34 : i64
      linalg.yield %83 : i64
    } -> tensor<8x8xi64>
    %19 = tensor.empty() : tensor<8x8xi1>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x8xi64>) outs(%19 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %83 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %83 : i1
    } -> tensor<8x8xi1>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %cst_3 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%19 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_34: i1, %out: i1):
      %83 = arith.andi %in, %in_34 : i1
      linalg.yield %83 : i1
    } -> tensor<8x8xi1>
    %22 = tensor.empty() : tensor<2x2x16x8xbf16>
    %transposed_14 = linalg.transpose ins(%expanded_9 : tensor<2x8x2x16xbf16>) outs(%22 : tensor<2x2x16x8xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_15 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_16 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x2x16x8xbf16> into tensor<4x16x8xbf16>
    %23 = tensor.empty() : tensor<4x8x8xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %25 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%24 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %26 = tensor.empty() : tensor<4x8x8xbf16>
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x8x8xf32>) outs(%26 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_17 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xbf16> into tensor<2x2x8x8xbf16>
    %28 = tensor.empty() : tensor<2x2x8x8xbf16>
    %29 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x2x8x8xbf16>) outs(%28 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %83 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %83 : bf16
    } -> tensor<2x2x8x8xbf16>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<8x8xi1>) outs(%19 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %83 = arith.xori %in, %true : i1
      linalg.yield %83 : i1
    } -> tensor<8x8xi1>
    %31 = linalg.generic {indexing_maps = [#map7, #map8, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_2, %29 : tensor<8x8xi1>, tensor<bf16>, tensor<2x2x8x8xbf16>) outs(%28 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: i1, %in_34: bf16, %in_35: bf16, %out: bf16):
      %83 = arith.select %in, %in_34, %in_35 : bf16
      linalg.yield %83 : bf16
    } -> tensor<2x2x8x8xbf16>
    %32 = tensor.empty() : tensor<2x2x8x8xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<2x2x8x8xbf16>) outs(%32 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<2x2x8x8xf32>
    %34 = tensor.empty() : tensor<2x2x8xi64>
    %35 = linalg.fill ins(%c0_i64 : i64) outs(%34 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %36 = tensor.empty() : tensor<2x2x8xf32>
    %37 = linalg.fill ins(%cst_0 : f32) outs(%36 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %38:2 = linalg.generic {indexing_maps = [#map6, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33 : tensor<2x2x8x8xf32>) outs(%37, %35 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %83 = linalg.index 3 : index
      %84 = arith.index_cast %83 : index to i64
      %85 = arith.maximumf %in, %out : f32
      %86 = arith.cmpf ogt, %in, %out : f32
      %87 = arith.select %86, %84, %out_34 : i64
      linalg.yield %85, %87 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_18 = tensor.expand_shape %38#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %39 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_18 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%32 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %83 = arith.subf %in, %in_34 : f32
      linalg.yield %83 : f32
    } -> tensor<2x2x8x8xf32>
    %40 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x2x8x8xf32>) outs(%32 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = math.exp %in : f32
      linalg.yield %83 : f32
    } -> tensor<2x2x8x8xf32>
    %41 = tensor.empty() : tensor<2x2x8x1xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40 : tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.addf %in, %out : f32
      linalg.yield %83 : f32
    } -> tensor<2x2x8x1xf32>
    %44 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %43 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%32 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %83 = arith.divf %in, %in_34 : f32
      linalg.yield %83 : f32
    } -> tensor<2x2x8x8xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x2x8x8xf32>) outs(%28 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<2x2x8x8xbf16>
    %collapsed_19 = tensor.collapse_shape %45 [[0, 1], [2], [3]] : tensor<2x2x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_20 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %46 = tensor.empty() : tensor<4x8x16xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %48 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%47 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %49 = tensor.empty() : tensor<4x8x16xbf16>
    %50 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<4x8x16xf32>) outs(%49 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_21 = tensor.expand_shape %50 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xbf16> into tensor<2x2x8x16xbf16>
    %51 = tensor.empty() : tensor<2x8x2x16xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x2x8x16xbf16>) outs(%51 : tensor<2x8x2x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0, 1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<16x32xbf16>
    %52 = tensor.empty() : tensor<32x32xbf16>
    %transposed_24 = linalg.transpose ins(%arg2 : tensor<32x32xbf16>) outs(%52 : tensor<32x32xbf16>) permutation = [1, 0] 
    %53 = tensor.empty() : tensor<32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<32xbf16>) outs(%53 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<32xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_23 : tensor<16x32xbf16>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<16x32xf32>
    %56 = tensor.empty() : tensor<32x32xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_24 : tensor<32x32xbf16>) outs(%56 : tensor<32x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<32x32xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%3 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %59 = linalg.matmul ins(%55, %57 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%58 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<32xf32>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%3 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %83 = arith.addf %in, %in_34 : f32
      linalg.yield %83 : f32
    } -> tensor<16x32xf32>
    %62 = tensor.empty() : tensor<16x32xbf16>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<16x32xf32>) outs(%62 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<16x32xbf16>
    %expanded_25 = tensor.expand_shape %63 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %64 = tensor.empty() : tensor<2x8x32xbf16>
    %65 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %expanded_25 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%64 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
      %83 = arith.addf %in, %in_34 : bf16
      linalg.yield %83 : bf16
    } -> tensor<2x8x32xbf16>
    %66 = tensor.empty() : tensor<32x128xbf16>
    %transposed_26 = linalg.transpose ins(%arg4 : tensor<128x32xbf16>) outs(%66 : tensor<32x128xbf16>) permutation = [1, 0] 
    %collapsed_27 = tensor.collapse_shape %65 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %67 = tensor.empty() : tensor<16x128xf32>
    %68 = linalg.fill ins(%cst : f32) outs(%67 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %69 = linalg.matmul ins(%collapsed_27, %transposed_26 : tensor<16x32xbf16>, tensor<32x128xbf16>) outs(%68 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %70 = tensor.empty() : tensor<16x128xbf16>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<16x128xf32>) outs(%70 : tensor<16x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<16x128xbf16>
    %expanded_28 = tensor.expand_shape %71 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xbf16> into tensor<2x8x128xbf16>
    %extracted_slice_29 = tensor.extract_slice %expanded_28[0, 0, 0] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xbf16> to tensor<2x8x64xbf16>
    %extracted_slice_30 = tensor.extract_slice %expanded_28[0, 0, 64] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xbf16> to tensor<2x8x64xbf16>
    %72 = tensor.empty() : tensor<2x8x64xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<2x8x64xbf16>) outs(%72 : tensor<2x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<2x8x64xf32>
    %74 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x8x64xf32>) outs(%72 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.negf %in : f32
      %84 = math.exp %83 : f32
      %85 = arith.addf %84, %cst_1 : f32
      %86 = arith.divf %cst_1, %85 : f32
      linalg.yield %86 : f32
    } -> tensor<2x8x64xf32>
    %75 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %74 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%72 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %83 = arith.mulf %in, %in_34 : f32
      linalg.yield %83 : f32
    } -> tensor<2x8x64xf32>
    %76 = tensor.empty() : tensor<2x8x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x8x64xf32>) outs(%76 : tensor<2x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<2x8x64xbf16>
    %78 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %extracted_slice_30 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%76 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
      %83 = arith.mulf %in, %in_34 : bf16
      linalg.yield %83 : bf16
    } -> tensor<2x8x64xbf16>
    %79 = tensor.empty() : tensor<64x32xbf16>
    %transposed_31 = linalg.transpose ins(%arg5 : tensor<32x64xbf16>) outs(%79 : tensor<64x32xbf16>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %80 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%58 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<16x32xf32>) outs(%62 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<16x32xbf16>
    %expanded_33 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %82 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %expanded_33 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%64 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_34: bf16, %out: bf16):
      %83 = arith.addf %in, %in_34 : bf16
      linalg.yield %83 : bf16
    } -> tensor<2x8x32xbf16>
    return %82 : tensor<2x8x32xbf16>
  }
}
