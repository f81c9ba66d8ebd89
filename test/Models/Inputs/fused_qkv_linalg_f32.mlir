#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @fused_qkv_linalg_f32(%arg0: tensor<96x32xf32>, %arg1: tensor<96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<128x32xf32>, %arg5: tensor<32x64xf32>, %arg6: tensor<2x8x32xf32>) -> tensor<2x8x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant dense<true> : tensor<8x8xi1>
    %cst_4 = arith.constant 2.500000e-01 : f32
    %collapsed = tensor.collapse_shape %arg6 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %0 = tensor.empty() : tensor<32x96xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<96x32xf32>) outs(%0 : tensor<32x96xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<16x96xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xf32>, tensor<32x96xf32>) outs(%2 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<96xf32>) outs(%1 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x96xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<16x96xf32>, tensor<16x96xf32>) outs(%1 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.addf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<16x96xf32>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xf32> into tensor<2x8x96xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_5 = tensor.extract_slice %expanded[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_6 = tensor.extract_slice %expanded[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %expanded_7 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %6 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<2x8x2x16xf32>) outs(%6 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_9 = tensor.expand_shape %extracted_slice_5 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %expanded_10 = tensor.expand_shape %extracted_slice_6 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x8x2x16xf32>) outs(%6 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %7 = tensor.empty() : tensor<8xi64>
    %8 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%7 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %56 = linalg.index 0 : index
      %57 = arith.index_cast %56 : index to i64
      linalg.yield %57 : i64
    } -> tensor<8xi64>
    %expanded_12 = tensor.expand_shape %8 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %expanded_13 = tensor.expand_shape %8 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %9 = tensor.empty() : tensor<8x8xi64>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_12, %expanded_13 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%9 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_34: i64, %out: i64):
      %56 = arith.subi %in, %in_34 : i64
      linalg.yield %56 : i64
    } -> tensor<8x8xi64>
    %11 = tensor.empty() : tensor<8x8xi1>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x8xi64>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %56 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %56 : i1
    } -> tensor<8x8xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %cst_3 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_34: i1, %out: i1):
      %56 = arith.andi %in, %in_34 : i1
      linalg.yield %56 : i1
    } -> tensor<8x8xi1>
    %14 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_14 = linalg.transpose ins(%expanded_9 : tensor<2x8x2x16xf32>) outs(%14 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_15 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_16 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %15 = tensor.empty() : tensor<4x8x8xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %17 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%16 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_17 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %18 = tensor.empty() : tensor<2x2x8x8xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.mulf %in, %cst_4 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x8xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<8x8xi1>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %56 = arith.xori %in, %true : i1
      linalg.yield %56 : i1
    } -> tensor<8x8xi1>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_2, %19 : tensor<8x8xi1>, tensor<f32>, tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %56 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x8xf32>
    %22 = tensor.empty() : tensor<2x2x8xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %24 = tensor.empty() : tensor<2x2x8xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %26:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<2x2x8x8xf32>) outs(%25, %23 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %56 = linalg.index 3 : index
      %57 = arith.index_cast %56 : index to i64
      %58 = arith.maximumf %in, %out : f32
      %59 = arith.cmpf ogt, %in, %out : f32
      %60 = arith.select %59, %57, %out_34 : i64
      linalg.yield %58, %60 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_18 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_18 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.subf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x8xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = math.exp %in : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x8xf32>
    %29 = tensor.empty() : tensor<2x2x8x1xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.addf %in, %out : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x1xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.divf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_19 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %33 = tensor.empty() : tensor<4x8x16xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %35 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%34 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_21 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %36 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x2x8x16xf32>) outs(%36 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %37 = tensor.empty() : tensor<32x32xf32>
    %transposed_24 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%37 : tensor<32x32xf32>) permutation = [1, 0] 
    %38 = tensor.empty() : tensor<16x32xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %40 = linalg.matmul ins(%collapsed_23, %transposed_24 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%38 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%38 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.addf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<16x32xf32>
    %expanded_25 = tensor.expand_shape %42 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %43 = tensor.empty() : tensor<2x8x32xf32>
    %44 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %expanded_25 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.addf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x8x32xf32>
    %45 = tensor.empty() : tensor<32x128xf32>
    %transposed_26 = linalg.transpose ins(%arg4 : tensor<128x32xf32>) outs(%45 : tensor<32x128xf32>) permutation = [1, 0] 
    %collapsed_27 = tensor.collapse_shape %44 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %46 = tensor.empty() : tensor<16x128xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %48 = linalg.matmul ins(%collapsed_27, %transposed_26 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%47 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %expanded_28 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf32> into tensor<2x8x128xf32>
    %extracted_slice_29 = tensor.extract_slice %expanded_28[0, 0, 0] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xf32> to tensor<2x8x64xf32>
    %extracted_slice_30 = tensor.extract_slice %expanded_28[0, 0, 64] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xf32> to tensor<2x8x64xf32>
    %49 = tensor.empty() : tensor<2x8x64xf32>
    %50 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.negf %in : f32
      %57 = math.exp %56 : f32
      %58 = arith.addf %57, %cst_1 : f32
      %59 = arith.divf %cst_1, %58 : f32
      linalg.yield %59 : f32
    } -> tensor<2x8x64xf32>
    %51 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_29, %50 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.mulf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x8x64xf32>
    %52 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %extracted_slice_30 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.mulf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x8x64xf32>
    %53 = tensor.empty() : tensor<64x32xf32>
    %transposed_31 = linalg.transpose ins(%arg5 : tensor<32x64xf32>) outs(%53 : tensor<64x32xf32>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %52 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %54 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_33 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %55 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %expanded_33 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %56 = arith.addf %in, %in_34 : f32
      linalg.yield %56 : f32
    } -> tensor<2x8x32xf32>
    return %55 : tensor<2x8x32xf32>
  }
}
