#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map11 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @grouped_attention_linalg_bf16(%arg0: tensor<32x32xbf16>, %arg1: tensor<16x32xbf16>, %arg2: tensor<16x32xbf16>, %arg3: tensor<32x32xbf16>, %arg4: tensor<2x8x32xbf16>) -> tensor<2x8x32xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<2x2x8x8xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<8x8xi1>
    %cst_5 = arith.constant 0xFFF0000000000000 : f64
    %cst_6 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<32x16xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<16x32xbf16>) outs(%0 : tensor<32x16xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg4 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %1 = tensor.empty() : tensor<16x16xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%2 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %4 = tensor.empty() : tensor<16x16xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16x16xf32>) outs(%4 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %70 = arith.truncf %in : f32 to bf16
      linalg.yield %70 : bf16
    } -> tensor<16x16xbf16>
    %transposed_7 = linalg.transpose ins(%arg2 : tensor<16x32xbf16>) outs(%0 : tensor<32x16xbf16>) permutation = [1, 0] 
    %6 = linalg.matmul ins(%collapsed, %transposed_7 : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%2 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<16x16xf32>) outs(%4 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %70 = arith.truncf %in : f32 to bf16
      linalg.yield %70 : bf16
    } -> tensor<16x16xbf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %8 = tensor.empty() : tensor<2x1x8x16xbf16>
    %transposed_8 = linalg.transpose ins(%expanded : tensor<2x8x1x16xbf16>) outs(%8 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %9 = tensor.empty() : tensor<2x1x2x8x16xbf16>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<2x1x8x16xbf16>) outs(%9 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %collapsed_9 = tensor.collapse_shape %10 [[0], [1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<2x2x8x16xbf16>
    %expanded_10 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x8x1x16xbf16>) outs(%8 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<2x1x8x16xbf16>) outs(%9 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %collapsed_12 = tensor.collapse_shape %11 [[0], [1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<2x2x8x16xbf16>
    %12 = tensor.empty() : tensor<32x32xbf16>
    %transposed_13 = linalg.transpose ins(%arg0 : tensor<32x32xbf16>) outs(%12 : tensor<32x32xbf16>) permutation = [1, 0] 
    %13 = tensor.empty() : tensor<16x32xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %15 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%14 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %16 = tensor.empty() : tensor<16x32xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<16x32xf32>) outs(%16 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %70 = arith.truncf %in : f32 to bf16
      linalg.yield %70 : bf16
    } -> tensor<16x32xbf16>
    %expanded_14 = tensor.expand_shape %17 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %18 = tensor.empty() : tensor<2x2x8x16xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x8x2x16xbf16>) outs(%18 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %19 = tensor.empty() : tensor<2x2x8x16xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<2x2x8x16xbf16>) outs(%19 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %70 = arith.extf %in : bf16 to f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x16xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<2x2x8x16xbf16>) outs(%19 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %70 = arith.extf %in : bf16 to f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x16xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<2x2x8x16xbf16>) outs(%19 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %70 = arith.extf %in : bf16 to f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x16xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<2x2x8x16xf32>) outs(%19 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %70 = arith.mulf %in, %cst_6 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x16xf32>
    %24 = tensor.empty() : tensor<8xi64>
    %25 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%24 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %70 = linalg.index 0 : index
      %71 = arith.index_cast %70 : index to i64
      linalg.yield %71 : i64
    } -> tensor<8xi64>
    %expanded_16 = tensor.expand_shape %25 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %expanded_17 = tensor.expand_shape %25 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %26 = tensor.empty() : tensor<8x8xi64>
    %27 = linalg.generic {indexing_maps = [#map5, #map6, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_29: i64, %out: i64):
      %70 = arith.subi %in, %in_29 : i64
      linalg.yield %70 : i64
    } -> tensor<8x8xi64>
    %28 = tensor.empty() : tensor<8x8xi1>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8x8xi64>) outs(%28 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %70 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %70 : i1
    } -> tensor<8x8xi1>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %cst_4 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%28 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_29: i1, %out: i1):
      %70 = arith.andi %in, %in_29 : i1
      linalg.yield %70 : i1
    } -> tensor<8x8xi1>
    %31 = tensor.empty() : tensor<8x8xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map7, #map7, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %cst_2, %cst_3 : tensor<8x8xi1>, tensor<f32>, tensor<f32>) outs(%31 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %70 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %70 : f32
    } -> tensor<8x8xf32>
    %33 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_18 = linalg.transpose ins(%21 : tensor<2x2x8x16xf32>) outs(%33 : tensor<2x2x16x8xf32>) permutation = [0, 1, 3, 2] 
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<2x2x16x8xf32>) outs(%33 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %70 = arith.mulf %in, %cst_6 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x16x8xf32>
    %collapsed_19 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_20 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %35 = tensor.empty() : tensor<4x8x8xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %37 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%36 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_21 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %38 = tensor.empty() : tensor<2x2x8x8xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21, %32 : tensor<2x2x8x8xf32>, tensor<8x8xf32>) outs(%38 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %70 = arith.addf %in, %in_29 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x8xf32>
    %40 = tensor.empty() : tensor<2x2x8xi64>
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %42 = tensor.empty() : tensor<2x2x8xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %44:2 = linalg.generic {indexing_maps = [#map3, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<2x2x8x8xf32>) outs(%43, %41 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_29: i64):
      %70 = linalg.index 3 : index
      %71 = arith.index_cast %70 : index to i64
      %72 = arith.maximumf %in, %out : f32
      %73 = arith.cmpf ogt, %in, %out : f32
      %74 = arith.select %73, %71, %out_29 : i64
      linalg.yield %72, %74 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_22 = tensor.expand_shape %44#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_22 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%38 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %70 = arith.subf %in, %in_29 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x8xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<2x2x8x8xf32>) outs(%38 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %70 = math.exp %in : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x8xf32>
    %47 = tensor.empty() : tensor<2x2x8x1xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<2x2x8x8xf32>) outs(%48 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %70 = arith.addf %in, %out : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x1xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %49 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%38 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %70 = arith.divf %in, %in_29 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x8xf32>
    %51 = tensor.empty() : tensor<2x2x8x8xi1>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %70 = arith.extf %in : f32 to f64
      %71 = arith.cmpf oeq, %70, %cst_5 : f64
      linalg.yield %71 : i1
    } -> tensor<2x2x8x8xi1>
    %53 = tensor.empty() : tensor<2x2x8x1xi1>
    %54 = linalg.fill ins(%true : i1) outs(%53 : tensor<2x2x8x1xi1>) -> tensor<2x2x8x1xi1>
    %55 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%52 : tensor<2x2x8x8xi1>) outs(%54 : tensor<2x2x8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %70 = arith.andi %in, %out : i1
      linalg.yield %70 : i1
    } -> tensor<2x2x8x1xi1>
    %56 = linalg.generic {indexing_maps = [#map10, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %cst_1, %50 : tensor<2x2x8x1xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%38 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %70 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %70 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_23 = tensor.collapse_shape %56 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_24 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %57 = tensor.empty() : tensor<4x8x16xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %59 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%58 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_25 = tensor.expand_shape %59 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x2x8x16xf32>) outs(%18 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %70 = arith.truncf %in : f32 to bf16
      linalg.yield %70 : bf16
    } -> tensor<2x2x8x16xbf16>
    %61 = tensor.empty() : tensor<2x8x2x16xbf16>
    %transposed_26 = linalg.transpose ins(%60 : tensor<2x2x8x16xbf16>) outs(%61 : tensor<2x8x2x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0], [1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<2x8x32xbf16>
    %transposed_28 = linalg.transpose ins(%arg3 : tensor<32x32xbf16>) outs(%12 : tensor<32x32xbf16>) permutation = [1, 0] 
    %62 = tensor.empty() : tensor<2x32x32xbf16>
    %63 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<32x32xbf16>) outs(%62 : tensor<2x32x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x32x32xbf16>
    %64 = tensor.empty() : tensor<2x8x32xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %66 = linalg.batch_matmul ins(%collapsed_27, %63 : tensor<2x8x32xbf16>, tensor<2x32x32xbf16>) outs(%65 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %67 = tensor.empty() : tensor<2x8x32xbf16>
    %68 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x8x32xf32>) outs(%67 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %70 = arith.truncf %in : f32 to bf16
      linalg.yield %70 : bf16
    } -> tensor<2x8x32xbf16>
    %69 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %68 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%67 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_29: bf16, %out: bf16):
      %70 = arith.addf %in, %in_29 : bf16
      linalg.yield %70 : bf16
    } -> tensor<2x8x32xbf16>
    return %69 : tensor<2x8x32xbf16>
  }
}
