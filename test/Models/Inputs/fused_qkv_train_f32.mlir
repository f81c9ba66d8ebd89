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
#map11 = affine_map<(d0, d1, d2) -> ()>
#map12 = affine_map<() -> ()>
module {
  func.func @fused_qkv_train_f32(%arg0: tensor<96x32xf32>, %arg1: tensor<96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<128x32xf32>, %arg5: tensor<32x64xf32>, %arg6: tensor<2x8x32xf32>) -> (tensor<f32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32x64xf32>, tensor<2x8x32xf32>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<true> : tensor<8x8xi1>
    %cst_6 = arith.constant 2.500000e-01 : f32
    %cst_7 = arith.constant 5.120000e+02 : f32
    %cst_8 = arith.constant 2.000000e+00 : f32
    %cst_9 = arith.constant dense<1> : tensor<i64>
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
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<16x96xf32>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xf32> into tensor<2x8x96xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_10 = tensor.extract_slice %expanded[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %extracted_slice_11 = tensor.extract_slice %expanded[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf32> to tensor<2x8x32xf32>
    %expanded_12 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %6 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<2x8x2x16xf32>) outs(%6 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_14 = tensor.expand_shape %extracted_slice_10 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %expanded_15 = tensor.expand_shape %extracted_slice_11 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x8x2x16xf32>) outs(%6 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %7 = tensor.empty() : tensor<8xi64>
    %8 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%7 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %115 = linalg.index 0 : index
      %116 = arith.index_cast %115 : index to i64
      linalg.yield %116 : i64
    } -> tensor<8xi64>
    %expanded_17 = tensor.expand_shape %8 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %expanded_18 = tensor.expand_shape %8 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %9 = tensor.empty() : tensor<8x8xi64>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_17, %expanded_18 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%9 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_71: i64, %out: i64):
      %115 = arith.subi %in, %in_71 : i64
      linalg.yield %115 : i64
    } -> tensor<8x8xi64>
    %11 = tensor.empty() : tensor<8x8xi1>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x8xi64>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %115 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %115 : i1
    } -> tensor<8x8xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %cst_5 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_71: i1, %out: i1):
      %115 = arith.andi %in, %in_71 : i1
      linalg.yield %115 : i1
    } -> tensor<8x8xi1>
    %14 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_19 = linalg.transpose ins(%expanded_14 : tensor<2x8x2x16xf32>) outs(%14 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_20 = tensor.collapse_shape %transposed_13 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_21 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %15 = tensor.empty() : tensor<4x8x8xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %17 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%16 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_22 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %18 = tensor.empty() : tensor<2x2x8x8xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.mulf %in, %cst_6 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<8x8xi1>) outs(%11 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %115 = arith.xori %in, %true : i1
      linalg.yield %115 : i1
    } -> tensor<8x8xi1>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_4, %19 : tensor<8x8xi1>, tensor<f32>, tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_71: f32, %in_72: f32, %out: f32):
      %115 = arith.select %in, %in_71, %in_72 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %22 = tensor.empty() : tensor<2x2x8xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %24 = tensor.empty() : tensor<2x2x8xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %26:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<2x2x8x8xf32>) outs(%25, %23 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_71: i64):
      %115 = linalg.index 3 : index
      %116 = arith.index_cast %115 : index to i64
      %117 = arith.maximumf %in, %out : f32
      %118 = arith.cmpf ogt, %in, %out : f32
      %119 = arith.select %118, %116, %out_71 : i64
      linalg.yield %117, %119 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_23 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_23 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.subf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.exp %in : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %29 = tensor.empty() : tensor<2x2x8x1xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x1xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.divf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_24 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %33 = tensor.empty() : tensor<4x8x16xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %35 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%34 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_26 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %36 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x2x8x16xf32>) outs(%36 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_28 = tensor.collapse_shape %transposed_27 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %37 = tensor.empty() : tensor<32x32xf32>
    %transposed_29 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%37 : tensor<32x32xf32>) permutation = [1, 0] 
    %38 = tensor.empty() : tensor<16x32xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %40 = linalg.matmul ins(%collapsed_28, %transposed_29 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%38 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%38 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<16x32xf32>
    %expanded_30 = tensor.expand_shape %42 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %43 = tensor.empty() : tensor<2x8x32xf32>
    %44 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %expanded_30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %45 = tensor.empty() : tensor<32x128xf32>
    %transposed_31 = linalg.transpose ins(%arg4 : tensor<128x32xf32>) outs(%45 : tensor<32x128xf32>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %44 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %46 = tensor.empty() : tensor<16x128xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %48 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%47 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %expanded_33 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf32> into tensor<2x8x128xf32>
    %extracted_slice_34 = tensor.extract_slice %expanded_33[0, 0, 0] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xf32> to tensor<2x8x64xf32>
    %extracted_slice_35 = tensor.extract_slice %expanded_33[0, 0, 64] [2, 8, 64] [1, 1, 1] : tensor<2x8x128xf32> to tensor<2x8x64xf32>
    %49 = tensor.empty() : tensor<2x8x64xf32>
    %50 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_34 : tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.negf %in : f32
      %116 = math.exp %115 : f32
      %117 = arith.addf %116, %cst_1 : f32
      %118 = arith.divf %cst_1, %117 : f32
      linalg.yield %118 : f32
    } -> tensor<2x8x64xf32>
    %51 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_34, %50 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %52 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %extracted_slice_35 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %53 = tensor.empty() : tensor<64x32xf32>
    %transposed_36 = linalg.transpose ins(%arg5 : tensor<32x64xf32>) outs(%53 : tensor<64x32xf32>) permutation = [1, 0] 
    %collapsed_37 = tensor.collapse_shape %52 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %54 = linalg.matmul ins(%collapsed_37, %transposed_36 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_38 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %55 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %expanded_38 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %57 = tensor.empty() : tensor<f32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<f32>) -> tensor<f32>
    %59 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["reduction", "reduction", "reduction"]} ins(%56 : tensor<2x8x32xf32>) outs(%58 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %60 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%59 : tensor<f32>) outs(%57 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_7 : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %61 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%60 : tensor<f32>) outs(%57 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_8 : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %62 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%cst_3 : tensor<f32>) outs(%57 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_8 : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %63 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<f32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %64 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_7 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %65 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %66 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.mulf %in, %cst_8 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %67 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %66 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_39 = tensor.collapse_shape %67 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %68 = tensor.empty() : tensor<32x16xf32>
    %transposed_40 = linalg.transpose ins(%collapsed_39 : tensor<16x32xf32>) outs(%68 : tensor<32x16xf32>) permutation = [1, 0] 
    %69 = tensor.empty() : tensor<32x64xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %71 = linalg.matmul ins(%transposed_40, %collapsed_37 : tensor<32x16xf32>, tensor<16x64xf32>) outs(%70 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %72 = tensor.empty() : tensor<16x64xf32>
    %73 = linalg.fill ins(%cst : f32) outs(%72 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %74 = linalg.matmul ins(%collapsed_39, %arg5 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%73 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %expanded_41 = tensor.expand_shape %74 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %75 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_41, %51 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %76 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_41, %extracted_slice_35 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %77 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %50 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %78 = linalg.generic {indexing_maps = [#map11, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9, %50 : tensor<i64>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: i64, %in_71: f32, %out: f32):
      %115 = arith.sitofp %in : i64 to f32
      %116 = arith.subf %115, %in_71 : f32
      linalg.yield %116 : f32
    } -> tensor<2x8x64xf32>
    %79 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_34, %78 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %80 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %cst_1 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %81 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %80 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%49 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x64xf32>
    %concat = tensor.concat dim(2) %81, %75 : (tensor<2x8x64xf32>, tensor<2x8x64xf32>) -> tensor<2x8x128xf32>
    %collapsed_42 = tensor.collapse_shape %concat [[0, 1], [2]] : tensor<2x8x128xf32> into tensor<16x128xf32>
    %82 = tensor.empty() : tensor<128x16xf32>
    %transposed_43 = linalg.transpose ins(%collapsed_42 : tensor<16x128xf32>) outs(%82 : tensor<128x16xf32>) permutation = [1, 0] 
    %83 = tensor.empty() : tensor<128x32xf32>
    %84 = linalg.fill ins(%cst : f32) outs(%83 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %85 = linalg.matmul ins(%transposed_43, %collapsed_32 : tensor<128x16xf32>, tensor<16x32xf32>) outs(%84 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %86 = linalg.matmul ins(%collapsed_42, %arg4 : tensor<16x128xf32>, tensor<128x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_44 = tensor.expand_shape %86 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %87 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %expanded_44 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_45 = tensor.collapse_shape %87 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %88 = linalg.matmul ins(%collapsed_45, %arg2 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %transposed_46 = linalg.transpose ins(%collapsed_45 : tensor<16x32xf32>) outs(%68 : tensor<32x16xf32>) permutation = [1, 0] 
    %89 = linalg.fill ins(%cst : f32) outs(%37 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %90 = linalg.matmul ins(%transposed_46, %collapsed_28 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%89 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %91 = tensor.empty() : tensor<1x32xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%collapsed_45 : tensor<16x32xf32>) outs(%92 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<1x32xf32>
    %collapsed_47 = tensor.collapse_shape %93 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_48 = tensor.expand_shape %88 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<2x8x2x16xf32>) outs(%6 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_50 = tensor.collapse_shape %transposed_49 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %transposed_51 = linalg.transpose ins(%collapsed_24 : tensor<4x8x8xf32>) outs(%15 : tensor<4x8x8xf32>) permutation = [0, 2, 1] 
    %94 = linalg.batch_matmul ins(%transposed_51, %collapsed_50 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%34 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %95 = tensor.empty() : tensor<4x16x8xf32>
    %transposed_52 = linalg.transpose ins(%collapsed_25 : tensor<4x8x16xf32>) outs(%95 : tensor<4x16x8xf32>) permutation = [0, 2, 1] 
    %96 = linalg.batch_matmul ins(%collapsed_50, %transposed_52 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%16 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_53 = tensor.expand_shape %94 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %expanded_54 = tensor.expand_shape %96 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_54, %32 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %98 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x1xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %98 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.mulf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %99 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.subf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_2, %100 : tensor<8x8xi1>, tensor<f32>, tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_71: f32, %in_72: f32, %out: f32):
      %115 = arith.select %in, %in_71, %in_72 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<2x2x8x8xf32>) outs(%18 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.mulf %in, %cst_6 : f32
      linalg.yield %115 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_55 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %transposed_56 = linalg.transpose ins(%collapsed_20 : tensor<4x8x16xf32>) outs(%95 : tensor<4x16x8xf32>) permutation = [0, 2, 1] 
    %103 = linalg.fill ins(%cst : f32) outs(%95 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %104 = linalg.batch_matmul ins(%transposed_56, %collapsed_55 : tensor<4x16x8xf32>, tensor<4x8x8xf32>) outs(%103 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %transposed_57 = linalg.transpose ins(%collapsed_21 : tensor<4x16x8xf32>) outs(%33 : tensor<4x8x16xf32>) permutation = [0, 2, 1] 
    %105 = linalg.batch_matmul ins(%collapsed_55, %transposed_57 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%34 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_58 = tensor.expand_shape %104 [[0, 1], [2], [3]] output_shape [2, 2, 16, 8] : tensor<4x16x8xf32> into tensor<2x2x16x8xf32>
    %expanded_59 = tensor.expand_shape %105 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %transposed_60 = linalg.transpose ins(%expanded_53 : tensor<2x2x8x16xf32>) outs(%36 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_61 = tensor.collapse_shape %transposed_60 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %transposed_62 = linalg.transpose ins(%expanded_58 : tensor<2x2x16x8xf32>) outs(%36 : tensor<2x8x2x16xf32>) permutation = [0, 3, 1, 2] 
    %collapsed_63 = tensor.collapse_shape %transposed_62 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %transposed_64 = linalg.transpose ins(%expanded_59 : tensor<2x2x8x16xf32>) outs(%36 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_65 = tensor.collapse_shape %transposed_64 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %concat_66 = tensor.concat dim(2) %collapsed_65, %collapsed_63, %collapsed_61 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x96xf32>
    %collapsed_67 = tensor.collapse_shape %concat_66 [[0, 1], [2]] : tensor<2x8x96xf32> into tensor<16x96xf32>
    %106 = linalg.matmul ins(%collapsed_67, %arg0 : tensor<16x96xf32>, tensor<96x32xf32>) outs(%39 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %107 = tensor.empty() : tensor<96x16xf32>
    %transposed_68 = linalg.transpose ins(%collapsed_67 : tensor<16x96xf32>) outs(%107 : tensor<96x16xf32>) permutation = [1, 0] 
    %108 = tensor.empty() : tensor<96x32xf32>
    %109 = linalg.fill ins(%cst : f32) outs(%108 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %110 = linalg.matmul ins(%transposed_68, %collapsed : tensor<96x16xf32>, tensor<16x32xf32>) outs(%109 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %111 = tensor.empty() : tensor<1x96xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%collapsed_67 : tensor<16x96xf32>) outs(%112 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %in, %out : f32
      linalg.yield %115 : f32
    } -> tensor<1x96xf32>
    %collapsed_69 = tensor.collapse_shape %113 [[0, 1]] : tensor<1x96xf32> into tensor<96xf32>
    %expanded_70 = tensor.expand_shape %106 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %114 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %expanded_70 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%43 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %115 = arith.addf %in, %in_71 : f32
      linalg.yield %115 : f32
    } -> tensor<2x8x32xf32>
    return %61, %110, %collapsed_69, %90, %collapsed_47, %85, %71, %114 : tensor<f32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32x64xf32>, tensor<2x8x32xf32>
  }
}
