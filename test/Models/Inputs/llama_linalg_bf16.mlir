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
#map13 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @llama_linalg_bf16(%arg0: tensor<40x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<16x32xbf16>, %arg3: tensor<16x32xbf16>, %arg4: tensor<32x32xbf16>, %arg5: tensor<64x32xbf16>, %arg6: tensor<64x32xbf16>, %arg7: tensor<32x64xbf16>, %arg8: tensor<32xbf16>, %arg9: tensor<32xbf16>, %arg10: tensor<32xbf16>, %arg11: tensor<40x32xbf16>, %arg12: tensor<2x8xi64>) -> tensor<2x8x40xbf16> {
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant dense_resource<torch_tensor_8_torch.bfloat16> : tensor<8xbf16>
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 2.500000e-01 : bf16
    %c2_i64 = arith.constant 2 : i64
    %cst_9 = arith.constant dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %143 = arith.index_cast %in : i64 to index
      %144 = linalg.index 2 : index
      %145 = arith.cmpi slt, %143, %c40 : index
      cf.assert %145, "index must be smaller than dim size"
      %146 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %146, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%143, %144] : tensor<40x32xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x8x32xbf16>
    %2 = tensor.empty() : tensor<8xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %143 = linalg.index 0 : index
      %144 = arith.index_cast %143 : index to i64
      linalg.yield %144 : i64
    } -> tensor<8xi64>
    %4 = tensor.empty() : tensor<2x8xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<2x8xi64>) outs(%4 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %143 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %143 : i1
    } -> tensor<2x8xi1>
    %6 = tensor.empty() : tensor<2xi64>
    %7 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%6 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %143 = linalg.index 0 : index
      %144 = arith.index_cast %143 : index to i64
      linalg.yield %144 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %7 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_10 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xi64> into tensor<1x1x1x8xi64>
    %8 = tensor.empty() : tensor<1x1x8x8xi1>
    %9 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11, %expanded_10 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%8 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %143 = arith.cmpi sle, %in, %in_52 : i64
      linalg.yield %143 : i1
    } -> tensor<1x1x8x8xi1>
    %10 = linalg.generic {indexing_maps = [#map7, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %9 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%8 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %143 = arith.andi %in, %in_52 : i1
      linalg.yield %143 : i1
    } -> tensor<1x1x8x8xi1>
    %11 = tensor.empty() : tensor<2x1x1x8xi1>
    %12 = linalg.generic {indexing_maps = [#map8, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x1x8xi64>) outs(%11 : tensor<2x1x1x8xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %143 = arith.cmpi slt, %in, %c0_i64 : i64
      %144 = arith.addi %in, %c2_i64 : i64
      %145 = arith.select %143, %144, %in : i64
      %146 = arith.index_cast %145 : i64 to index
      %147 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %148 = arith.addi %in_52, %c8_i64 : i64
      %149 = arith.select %147, %148, %in_52 : i64
      %150 = arith.index_cast %149 : i64 to index
      %extracted = tensor.extract %5[%146, %150] : tensor<2x8xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x8xi1>
    %13 = tensor.empty() : tensor<2x1x8x8xi1>
    %14 = linalg.generic {indexing_maps = [#map10, #map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %12 : tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) outs(%13 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %143 = arith.andi %in, %in_52 : i1
      linalg.yield %143 : i1
    } -> tensor<2x1x8x8xi1>
    %15 = tensor.empty() : tensor<2x1x8x8xbf16>
    %16 = linalg.generic {indexing_maps = [#map6, #map7, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %cst_3, %cst_2 : tensor<2x1x8x8xi1>, tensor<bf16>, tensor<bf16>) outs(%15 : tensor<2x1x8x8xbf16>) {
    ^bb0(%in: i1, %in_52: bf16, %in_53: bf16, %out: bf16):
      %143 = arith.select %in, %in_52, %in_53 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x1x8x8xbf16>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi64> into tensor<1x8x1xi64>
    %17 = tensor.empty() : tensor<1x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x8x1xi64>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %143 = arith.sitofp %in : i64 to f32
      linalg.yield %143 : f32
    } -> tensor<1x8x1xf32>
    %19 = tensor.empty() : tensor<8xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%cst_6 : tensor<8xbf16>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %21 = tensor.empty() : tensor<1x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map11, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<1x8x1xf32>, tensor<8xf32>) outs(%21 : tensor<1x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.mulf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<1x8x8xf32>
    %concat = tensor.concat dim(2) %22, %22 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<1x8x16xf32>
    %23 = tensor.empty() : tensor<1x8x16xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%23 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.cos %in : f32
      linalg.yield %143 : f32
    } -> tensor<1x8x16xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%23 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.sin %in : f32
      linalg.yield %143 : f32
    } -> tensor<1x8x16xf32>
    %26 = tensor.empty() : tensor<1x8x16xbf16>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x8x16xf32>) outs(%26 : tensor<1x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<1x8x16xbf16>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x8x16xf32>) outs(%26 : tensor<1x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<1x8x16xbf16>
    %29 = tensor.empty() : tensor<2x8x32xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x32xbf16>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<2x8x32xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %32 = tensor.empty() : tensor<2x8x1xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<2x8x32xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %out : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.divf %in, %cst_7 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.truncf %cst_5 : f64 to f32
      %144 = arith.addf %in, %143 : f32
      linalg.yield %144 : f32
    } -> tensor<2x8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.rsqrt %in : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %37 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.mulf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %40 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %39 : tensor<32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %41 = tensor.empty() : tensor<32x32xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<32x32xbf16>) outs(%41 : tensor<32x32xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %40 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %42 = tensor.empty() : tensor<16x32xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %44 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %45 = tensor.empty() : tensor<16x32xbf16>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<16x32xf32>) outs(%45 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x32xbf16>
    %expanded_13 = tensor.expand_shape %46 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %47 = tensor.empty() : tensor<2x2x8x16xbf16>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<2x8x2x16xbf16>) outs(%47 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %48 = tensor.empty() : tensor<32x16xbf16>
    %transposed_15 = linalg.transpose ins(%arg2 : tensor<16x32xbf16>) outs(%48 : tensor<32x16xbf16>) permutation = [1, 0] 
    %49 = tensor.empty() : tensor<16x16xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %51 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%50 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %52 = tensor.empty() : tensor<16x16xbf16>
    %53 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<16x16xf32>) outs(%52 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x16xbf16>
    %expanded_16 = tensor.expand_shape %53 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %54 = tensor.empty() : tensor<2x1x8x16xbf16>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x8x1x16xbf16>) outs(%54 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_18 = linalg.transpose ins(%arg3 : tensor<16x32xbf16>) outs(%48 : tensor<32x16xbf16>) permutation = [1, 0] 
    %55 = linalg.matmul ins(%collapsed, %transposed_18 : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%50 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<16x16xf32>) outs(%52 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x16xbf16>
    %expanded_19 = tensor.expand_shape %56 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x8x1x16xbf16>) outs(%54 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_21 = tensor.expand_shape %27 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xbf16> into tensor<1x1x8x16xbf16>
    %expanded_22 = tensor.expand_shape %28 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xbf16> into tensor<1x1x8x16xbf16>
    %57 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14, %expanded_21 : tensor<2x2x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%47 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x16xbf16>
    %extracted_slice = tensor.extract_slice %transposed_14[0, 0, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xbf16> to tensor<2x2x8x8xbf16>
    %extracted_slice_23 = tensor.extract_slice %transposed_14[0, 0, 0, 8] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xbf16> to tensor<2x2x8x8xbf16>
    %58 = tensor.empty() : tensor<2x2x8x8xbf16>
    %59 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<2x2x8x8xbf16>) outs(%58 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %143 = arith.negf %in : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x8xbf16>
    %concat_24 = tensor.concat dim(3) %59, %extracted_slice : (tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) -> tensor<2x2x8x16xbf16>
    %60 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_24, %expanded_22 : tensor<2x2x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%47 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x16xbf16>
    %61 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %60 : tensor<2x2x8x16xbf16>, tensor<2x2x8x16xbf16>) outs(%47 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.addf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x16xbf16>
    %62 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_17, %expanded_21 : tensor<2x1x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%54 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x1x8x16xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_17[0, 0, 0, 0] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xbf16> to tensor<2x1x8x8xbf16>
    %extracted_slice_26 = tensor.extract_slice %transposed_17[0, 0, 0, 8] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xbf16> to tensor<2x1x8x8xbf16>
    %63 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<2x1x8x8xbf16>) outs(%15 : tensor<2x1x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %143 = arith.negf %in : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x1x8x8xbf16>
    %concat_27 = tensor.concat dim(3) %63, %extracted_slice_25 : (tensor<2x1x8x8xbf16>, tensor<2x1x8x8xbf16>) -> tensor<2x1x8x16xbf16>
    %64 = linalg.generic {indexing_maps = [#map6, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_22 : tensor<2x1x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%54 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x1x8x16xbf16>
    %65 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %64 : tensor<2x1x8x16xbf16>, tensor<2x1x8x16xbf16>) outs(%54 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.addf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x1x8x16xbf16>
    %66 = tensor.empty() : tensor<2x1x2x8x16xbf16>
    %67 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<2x1x8x16xbf16>) outs(%66 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %collapsed_28 = tensor.collapse_shape %67 [[0], [1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<2x2x8x16xbf16>
    %68 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_20 : tensor<2x1x8x16xbf16>) outs(%66 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %69 = tensor.empty() : tensor<2x2x16x8xbf16>
    %transposed_29 = linalg.transpose ins(%collapsed_28 : tensor<2x2x8x16xbf16>) outs(%69 : tensor<2x2x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_30 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_31 = tensor.collapse_shape %transposed_29 [[0, 1], [2], [3]] : tensor<2x2x16x8xbf16> into tensor<4x16x8xbf16>
    %70 = tensor.empty() : tensor<4x8x8xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %72 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%71 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %73 = tensor.empty() : tensor<4x8x8xbf16>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<4x8x8xf32>) outs(%73 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_32 = tensor.expand_shape %74 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xbf16> into tensor<2x2x8x8xbf16>
    %75 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x2x8x8xbf16>) outs(%58 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %143 = arith.mulf %in, %cst_8 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x8xbf16>
    %76 = linalg.generic {indexing_maps = [#map6, #map16, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %16 : tensor<2x2x8x8xbf16>, tensor<2x1x8x8xbf16>) outs(%58 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.addf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x8xbf16>
    %77 = tensor.empty() : tensor<2x2x8x8xf32>
    %78 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<2x2x8x8xbf16>) outs(%77 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<2x2x8x8xf32>
    %79 = tensor.empty() : tensor<2x2x8xi64>
    %80 = linalg.fill ins(%c0_i64 : i64) outs(%79 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %81 = tensor.empty() : tensor<2x2x8xf32>
    %82 = linalg.fill ins(%cst_0 : f32) outs(%81 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %83:2 = linalg.generic {indexing_maps = [#map6, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%78 : tensor<2x2x8x8xf32>) outs(%82, %80 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_52: i64):
      %143 = linalg.index 3 : index
      %144 = arith.index_cast %143 : index to i64
      %145 = arith.maximumf %in, %out : f32
      %146 = arith.cmpf ogt, %in, %out : f32
      %147 = arith.select %146, %144, %out_52 : i64
      linalg.yield %145, %147 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_33 = tensor.expand_shape %83#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %expanded_33 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%77 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.subf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x2x8x8xf32>
    %85 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<2x2x8x8xf32>) outs(%77 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.exp %in : f32
      linalg.yield %143 : f32
    } -> tensor<2x2x8x8xf32>
    %86 = tensor.empty() : tensor<2x2x8x1xf32>
    %87 = linalg.fill ins(%cst : f32) outs(%86 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %88 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85 : tensor<2x2x8x8xf32>) outs(%87 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %out : f32
      linalg.yield %143 : f32
    } -> tensor<2x2x8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %88 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%77 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.divf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x2x8x8xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<2x2x8x8xf32>) outs(%58 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<2x2x8x8xbf16>
    %collapsed_34 = tensor.collapse_shape %90 [[0, 1], [2], [3]] : tensor<2x2x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_35 = tensor.collapse_shape %68 [[0, 1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<4x8x16xbf16>
    %91 = tensor.empty() : tensor<4x8x16xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %93 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%92 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %94 = tensor.empty() : tensor<4x8x16xbf16>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<4x8x16xf32>) outs(%94 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_36 = tensor.expand_shape %95 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xbf16> into tensor<2x2x8x16xbf16>
    %96 = tensor.empty() : tensor<2x8x2x16xbf16>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<2x2x8x16xbf16>) outs(%96 : tensor<2x8x2x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_38 = linalg.transpose ins(%arg4 : tensor<32x32xbf16>) outs(%41 : tensor<32x32xbf16>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %transposed_37 [[0, 1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<16x32xbf16>
    %97 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%97 : tensor<16x32xf32>) outs(%45 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x32xbf16>
    %expanded_40 = tensor.expand_shape %98 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_40 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.addf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x8x32xbf16>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x8x32xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<2x8x32xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %out : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.divf %in, %cst_7 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.truncf %cst_5 : f64 to f32
      %144 = arith.addf %in, %143 : f32
      linalg.yield %144 : f32
    } -> tensor<2x8x1xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.rsqrt %in : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %105 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.mulf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %108 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %107 : tensor<32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %109 = tensor.empty() : tensor<32x64xbf16>
    %transposed_41 = linalg.transpose ins(%arg5 : tensor<64x32xbf16>) outs(%109 : tensor<32x64xbf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %108 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %110 = tensor.empty() : tensor<16x64xf32>
    %111 = linalg.fill ins(%cst : f32) outs(%110 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %112 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%111 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %113 = tensor.empty() : tensor<16x64xbf16>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%112 : tensor<16x64xf32>) outs(%113 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x64xbf16>
    %expanded_43 = tensor.expand_shape %114 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %115 = tensor.empty() : tensor<2x8x64xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<2x8x64xbf16>) outs(%115 : tensor<2x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<2x8x64xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x8x64xf32>) outs(%115 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      %144 = math.exp %143 : f32
      %145 = arith.addf %144, %cst_1 : f32
      %146 = arith.divf %cst_1, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x8x64xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %117 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%115 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.mulf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x64xf32>
    %119 = tensor.empty() : tensor<2x8x64xbf16>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x8x64xf32>) outs(%119 : tensor<2x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x64xbf16>
    %transposed_44 = linalg.transpose ins(%arg6 : tensor<64x32xbf16>) outs(%109 : tensor<32x64xbf16>) permutation = [1, 0] 
    %121 = linalg.matmul ins(%collapsed_42, %transposed_44 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%111 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%121 : tensor<16x64xf32>) outs(%113 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x64xbf16>
    %expanded_45 = tensor.expand_shape %122 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %expanded_45 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%119 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x64xbf16>
    %124 = tensor.empty() : tensor<64x32xbf16>
    %transposed_46 = linalg.transpose ins(%arg7 : tensor<32x64xbf16>) outs(%124 : tensor<64x32xbf16>) permutation = [1, 0] 
    %collapsed_47 = tensor.collapse_shape %123 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %125 = linalg.matmul ins(%collapsed_47, %transposed_46 : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%43 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<16x32xf32>) outs(%45 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x32xbf16>
    %expanded_48 = tensor.expand_shape %126 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %127 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %expanded_48 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.addf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x8x32xbf16>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %143 = arith.extf %in : bf16 to f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x8x32xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%129 : tensor<2x8x32xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %out : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.divf %in, %cst_7 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.truncf %cst_5 : f64 to f32
      %144 = arith.addf %in, %143 : f32
      linalg.yield %144 : f32
    } -> tensor<2x8x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.rsqrt %in : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %133 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%29 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %143 = arith.mulf %in, %in_52 : f32
      linalg.yield %143 : f32
    } -> tensor<2x8x32xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %136 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %135 : tensor<32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %143 = arith.mulf %in, %in_52 : bf16
      linalg.yield %143 : bf16
    } -> tensor<2x8x32xbf16>
    %137 = tensor.empty() : tensor<32x40xbf16>
    %transposed_49 = linalg.transpose ins(%arg11 : tensor<40x32xbf16>) outs(%137 : tensor<32x40xbf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %136 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %138 = tensor.empty() : tensor<16x40xf32>
    %139 = linalg.fill ins(%cst : f32) outs(%138 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %140 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<16x32xbf16>, tensor<32x40xbf16>) outs(%139 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %141 = tensor.empty() : tensor<16x40xbf16>
    %142 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<16x40xf32>) outs(%141 : tensor<16x40xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %143 = arith.truncf %in : f32 to bf16
      linalg.yield %143 : bf16
    } -> tensor<16x40xbf16>
    %expanded_51 = tensor.expand_shape %142 [[0, 1], [2]] output_shape [2, 8, 40] : tensor<16x40xbf16> into tensor<2x8x40xbf16>
    return %expanded_51 : tensor<2x8x40xbf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.bfloat16: "0x02000000803FA23ECD3D023D243C4F3B833AA639",
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
