#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map15 = affine_map<() -> ()>
module @jit_cross_entropy attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x32xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<2x8xi32>, %arg3: tensor<2x8xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %cst = arith.constant 1.600000e+01 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c15 = arith.constant 15 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_4 = arith.constant dense<15> : tensor<1xi32>
    %cst_5 = arith.constant dense<16> : tensor<i32>
    %cst_6 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<2x8xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<i32>) outs(%0 : tensor<2x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8xi32>
    %2 = tensor.empty() : tensor<2x8xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %1 : tensor<2x8xi32>, tensor<2x8xi32>) outs(%2 : tensor<2x8xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi slt, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<i32>) outs(%0 : tensor<2x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %4 : tensor<2x8xi32>, tensor<2x8xi32>) outs(%0 : tensor<2x8xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %68 = arith.addi %in, %in_7 : i32
      linalg.yield %68 : i32
    } -> tensor<2x8xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg3 : tensor<2x8xi1>, tensor<2x8xi32>, tensor<2x8xi32>) outs(%0 : tensor<2x8xi32>) {
    ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
      %68 = arith.select %in, %in_7, %in_8 : i32
      linalg.yield %68 : i32
    } -> tensor<2x8xi32>
    %7 = tensor.empty() : tensor<2x8x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8xi32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %9 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<i32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %10 = tensor.empty() : tensor<2x8x1xi1>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %9 : tensor<2x8x1xi32>, tensor<2x8x1xi32>) outs(%10 : tensor<2x8x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi sge, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8x1xi1>
    %12 = tensor.empty() : tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<1xi32>) outs(%12 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x1x1xi32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %14 : tensor<2x8x1xi32>, tensor<2x8x1xi32>) outs(%10 : tensor<2x8x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi sle, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8x1xi1>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %15 : tensor<2x8x1xi1>, tensor<2x8x1xi1>) outs(%10 : tensor<2x8x1xi1>) {
    ^bb0(%in: i1, %in_7: i1, %out: i1):
      %68 = arith.andi %in, %in_7 : i1
      linalg.yield %68 : i1
    } -> tensor<2x8x1xi1>
    %17 = linalg.fill ins(%true : i1) outs(%2 : tensor<2x8xi1>) -> tensor<2x8xi1>
    %18 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<2x8x1xi1>) outs(%17 : tensor<2x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      %68 = arith.andi %out, %in : i1
      linalg.yield %68 : i1
    } -> tensor<2x8xi1>
    %19 = tensor.empty() : tensor<2x8x32xf32>
    %20 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%19 : tensor<2x8x32xf32>) {
    ^bb0(%out: f32):
      %68 = linalg.index 0 : index
      %69 = linalg.index 1 : index
      %70 = linalg.index 2 : index
      %extracted = tensor.extract %8[%68, %69, %c0] : tensor<2x8x1xi32>
      %71 = arith.index_cast %extracted : i32 to index
      %72 = arith.maxsi %71, %c0 : index
      %73 = arith.minsi %72, %c15 : index
      %extracted_7 = tensor.extract %arg0[%73, %70] : tensor<16x32xf32>
      linalg.yield %extracted_7 : f32
    } -> tensor<2x8x32xf32>
    %21 = tensor.empty() : tensor<2x8x32xi1>
    %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x8xi1>) outs(%21 : tensor<2x8x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x8x32xi1>
    %23 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%19 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %20, %23 : tensor<2x8x32xi1>, tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%19 : tensor<2x8x32xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %68 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x32xf32>
    %25 = tensor.empty() : tensor<2x8x16xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %27 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%24, %arg1 : tensor<2x8x32xf32>, tensor<32x16xf32>) outs(%26 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %68 = arith.mulf %in, %in_7 : f32
      %69 = arith.addf %out, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<2x8x16xf32>
    %28 = tensor.empty() : tensor<2x8xf32>
    %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%27 : tensor<2x8x16xf32>) outs(%29 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.maximumf %out, %in : f32
      linalg.yield %68 : f32
    } -> tensor<2x8xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%28 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31, %30 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%28 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %68 = arith.maximumf %in, %in_7 : f32
      linalg.yield %68 : f32
    } -> tensor<2x8xf32>
    %33 = tensor.empty() : tensor<2x8x1xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<2x8xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %35 = linalg.generic {indexing_maps = [#map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %35 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%25 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %68 = arith.subf %in, %in_7 : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x16xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x8x16xf32>) outs(%25 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.exp %in : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x16xf32>
    %38 = linalg.fill ins(%cst_1 : f32) outs(%28 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<2x8x16xf32>) outs(%38 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %out, %in : f32
      linalg.yield %68 : f32
    } -> tensor<2x8xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x8xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x8x1xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.log %in : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<2x8x1xf32>) outs(%25 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %43 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %42 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%25 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %68 = arith.subf %in, %in_7 : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x16xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x8xi32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %9 : tensor<2x8x1xi32>, tensor<2x8x1xi32>) outs(%10 : tensor<2x8x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi slt, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8x1xi1>
    %46 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<i32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %47 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<2x8x1xi32>, tensor<2x8x1xi32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %68 = arith.addi %in, %in_7 : i32
      linalg.yield %68 : i32
    } -> tensor<2x8x1xi32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %47, %44 : tensor<2x8x1xi1>, tensor<2x8x1xi32>, tensor<2x8x1xi32>) outs(%7 : tensor<2x8x1xi32>) {
    ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
      %68 = arith.select %in, %in_7, %in_8 : i32
      linalg.yield %68 : i32
    } -> tensor<2x8x1xi32>
    %expanded = tensor.expand_shape %48 [[0], [1], [2, 3]] output_shape [2, 8, 1, 1] : tensor<2x8x1xi32> into tensor<2x8x1x1xi32>
    %49 = tensor.empty() : tensor<2x8x1x1xi32>
    %50 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<i32>) outs(%49 : tensor<2x8x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1x1xi32>
    %51 = tensor.empty() : tensor<2x8x1x1xi1>
    %52 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %50 : tensor<2x8x1x1xi32>, tensor<2x8x1x1xi32>) outs(%51 : tensor<2x8x1x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi sge, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8x1x1xi1>
    %53 = tensor.empty() : tensor<1x1x1x1xi32>
    %54 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<1xi32>) outs(%53 : tensor<1x1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1x1xi32>
    %55 = linalg.generic {indexing_maps = [#map14, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x1x1x1xi32>) outs(%49 : tensor<2x8x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1x1xi32>
    %56 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %55 : tensor<2x8x1x1xi32>, tensor<2x8x1x1xi32>) outs(%51 : tensor<2x8x1x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %68 = arith.cmpi sle, %in, %in_7 : i32
      linalg.yield %68 : i1
    } -> tensor<2x8x1x1xi1>
    %57 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %56 : tensor<2x8x1x1xi1>, tensor<2x8x1x1xi1>) outs(%51 : tensor<2x8x1x1xi1>) {
    ^bb0(%in: i1, %in_7: i1, %out: i1):
      %68 = arith.andi %in, %in_7 : i1
      linalg.yield %68 : i1
    } -> tensor<2x8x1x1xi1>
    %58 = linalg.fill ins(%true : i1) outs(%10 : tensor<2x8x1xi1>) -> tensor<2x8x1xi1>
    %59 = linalg.generic {indexing_maps = [#map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<2x8x1x1xi1>) outs(%58 : tensor<2x8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %68 = arith.andi %out, %in : i1
      linalg.yield %68 : i1
    } -> tensor<2x8x1xi1>
    %60 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%out: f32):
      %68 = linalg.index 0 : index
      %69 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%68, %69, %c0, %c0] : tensor<2x8x1x1xi32>
      %70 = arith.index_cast %extracted : i32 to index
      %71 = arith.maxsi %70, %c0 : index
      %72 = arith.minsi %71, %c15 : index
      %extracted_7 = tensor.extract %43[%68, %69, %72] : tensor<2x8x16xf32>
      linalg.yield %extracted_7 : f32
    } -> tensor<2x8x1xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %60, %61 : tensor<2x8x1xi1>, tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%33 : tensor<2x8x1xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %68 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %68 : f32
    } -> tensor<2x8x1xf32>
    %63 = tensor.empty() : tensor<f32>
    %64 = linalg.fill ins(%cst_1 : f32) outs(%63 : tensor<f32>) -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction", "reduction", "reduction"]} ins(%62 : tensor<2x8x1xf32>) outs(%64 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %out, %in : f32
      linalg.yield %68 : f32
    } -> tensor<f32>
    %66 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%65 : tensor<f32>) outs(%63 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst : f32
      linalg.yield %68 : f32
    } -> tensor<f32>
    %67 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%66 : tensor<f32>) outs(%63 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.negf %in : f32
      linalg.yield %68 : f32
    } -> tensor<f32>
    return %67 : tensor<f32>
  }
}

