// A BERT classifier as torch-mlir wrote it in 2023, by older_bert.py.
module attributes {torch.debug_module_name = "Bert"} {
  func.func @forward(%arg0: tensor<1x12xi64>, %arg1: tensor<50x64xf32>, %arg2: tensor<32x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<128x64xf32>, %arg16: tensor<128xf32>, %arg17: tensor<64x128xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64x64xf32>, %arg22: tensor<64xf32>, %arg23: tensor<64x64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64x64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64x64xf32>, %arg28: tensor<64xf32>, %arg29: tensor<64xf32>, %arg30: tensor<64xf32>, %arg31: tensor<128x64xf32>, %arg32: tensor<128xf32>, %arg33: tensor<64x128xf32>, %arg34: tensor<64xf32>, %arg35: tensor<64xf32>, %arg36: tensor<64xf32>, %arg37: tensor<64x64xf32>, %arg38: tensor<64xf32>, %arg39: tensor<2x64xf32>, %arg40: tensor<2xf32>) -> tensor<1x2xf32> {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %half = arith.constant 5.0e-01 : f32
    %root = arith.constant 1.41421354 : f32
    %width = arith.constant 64.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %zero_i64 = arith.constant 0 : i64
    %epsilon = arith.constant 9.9999999999999998E-13 : f64
    %lowest_f64 = arith.constant -3.4028234663852886E+38 : f64
    %scale = arith.constant dense<5.656854249492381> : tensor<f64>
    %1 = tensor.empty() : tensor<1x1x1x12xf32>
    %2 = linalg.fill ins(%one : f32) outs(%1 : tensor<1x1x1x12xf32>) -> tensor<1x1x1x12xf32>
    %3 = tensor.empty() : tensor<1x1x1x12xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x1x1x12xf32>) outs(%3 : tensor<1x1x1x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %w = arith.subf %one, %i0 : f32
      %t = arith.truncf %lowest_f64 : f64 to f32
      %v = arith.mulf %w, %t : f32
      linalg.yield %v : f32
    } -> tensor<1x1x1x12xf32>
    %5 = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]> : tensor<1x12xi64>
    %rows_50 = arith.constant 50 : index
    %6 = tensor.empty() : tensor<1x12x64xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x12xi64>) outs(%6 : tensor<1x12x64xf32>) {
    ^bb0(%i0: i64, %out: f32):
      %at = arith.index_cast %i0 : i64 to index
      %column = linalg.index 2 : index
      %below = arith.cmpi slt, %at, %rows_50 : index
      cf.assert %below, "index must be smaller than dim size"
      %above = arith.cmpi sge, %i0, %zero_i64 : i64
      cf.assert %above, "index must be larger or equal to 0"
      %v = tensor.extract %arg1[%at, %column] : tensor<50x64xf32>
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %rows_32 = arith.constant 32 : index
    %8 = tensor.empty() : tensor<1x12x64xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x12xi64>) outs(%8 : tensor<1x12x64xf32>) {
    ^bb0(%i0: i64, %out: f32):
      %at = arith.index_cast %i0 : i64 to index
      %column = linalg.index 2 : index
      %below = arith.cmpi slt, %at, %rows_32 : index
      cf.assert %below, "index must be smaller than dim size"
      %above = arith.cmpi sge, %i0, %zero_i64 : i64
      cf.assert %above, "index must be larger or equal to 0"
      %v = tensor.extract %arg2[%at, %column] : tensor<32x64xf32>
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %10 = tensor.empty() : tensor<1x12x64xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %9 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%10 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %12 = tensor.empty() : tensor<1x12x1xf32>
    %13 = linalg.fill ins(%zero : f32) outs(%12 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<1x12x64xf32>) outs(%13 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %15 = tensor.empty() : tensor<1x12x1xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x12x1xf32>) outs(%15 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %17 = tensor.empty() : tensor<1x12x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x12x1xf32>) outs(%17 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %19 = tensor.empty() : tensor<1x12x64xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %18 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%19 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %21 = tensor.empty() : tensor<1x12x64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %20 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%21 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %23 = tensor.empty() : tensor<1x12x1xf32>
    %24 = linalg.fill ins(%zero : f32) outs(%23 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%22 : tensor<1x12x64xf32>) outs(%24 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %26 = tensor.empty() : tensor<1x12x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x12x1xf32>) outs(%26 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %28 = tensor.empty() : tensor<1x12x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x12x1xf32>) outs(%28 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %e = arith.truncf %epsilon : f64 to f32
      %v = arith.addf %i0, %e : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %30 = tensor.empty() : tensor<1x12x1xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x12x1xf32>) outs(%30 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.rsqrt %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %32 = tensor.empty() : tensor<1x12x64xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<1x12x1xf32>) outs(%32 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %34 = tensor.empty() : tensor<1x12x64xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %33 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%34 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %36 = tensor.empty() : tensor<1x12x64xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %arg3 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%36 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %38 = tensor.empty() : tensor<1x12x64xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %arg4 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%38 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %40 = tensor.empty() : tensor<64x64xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64x64xf32>) outs(%40 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %42 = tensor.empty() : tensor<1x12x64xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x12x64xf32>) outs(%42 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %44 = tensor.empty() : tensor<1x64x64xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<64x64xf32>) outs(%44 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %46 = tensor.empty() : tensor<1x12x64xf32>
    %47 = linalg.fill ins(%zero : f32) outs(%46 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %48 = linalg.batch_matmul ins(%43, %45 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%47 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %49 = tensor.empty() : tensor<1x12x64xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %arg6 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%49 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %51 = tensor.expand_shape %50 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %52 = tensor.empty() : tensor<1x2x12x32xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x12x2x32xf32>) outs(%52 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %54 = tensor.empty() : tensor<64x64xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<64x64xf32>) outs(%54 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %56 = tensor.empty() : tensor<1x12x64xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x12x64xf32>) outs(%56 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %58 = tensor.empty() : tensor<1x64x64xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<64x64xf32>) outs(%58 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %60 = tensor.empty() : tensor<1x12x64xf32>
    %61 = linalg.fill ins(%zero : f32) outs(%60 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %62 = linalg.batch_matmul ins(%57, %59 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%61 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %63 = tensor.empty() : tensor<1x12x64xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %arg8 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%63 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %65 = tensor.expand_shape %64 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %66 = tensor.empty() : tensor<1x2x12x32xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<1x12x2x32xf32>) outs(%66 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %68 = tensor.empty() : tensor<64x64xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<64x64xf32>) outs(%68 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %70 = tensor.empty() : tensor<1x12x64xf32>
    %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x12x64xf32>) outs(%70 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %72 = tensor.empty() : tensor<1x64x64xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<64x64xf32>) outs(%72 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %74 = tensor.empty() : tensor<1x12x64xf32>
    %75 = linalg.fill ins(%zero : f32) outs(%74 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %76 = linalg.batch_matmul ins(%71, %73 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%75 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %77 = tensor.empty() : tensor<1x12x64xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg10 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%77 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %79 = tensor.expand_shape %78 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %80 = tensor.empty() : tensor<1x2x12x32xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<1x12x2x32xf32>) outs(%80 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %82 = tensor.empty() : tensor<1x2x32x12xf32>
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<1x2x12x32xf32>) outs(%82 : tensor<1x2x32x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x32x12xf32>
    %84 = tensor.empty() : tensor<1x2x12x32xf32>
    %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x2x12x32xf32>) outs(%84 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %86 = tensor.collapse_shape %85 [[0, 1], [2], [3]] : tensor<1x2x12x32xf32> into tensor<2x12x32xf32>
    %87 = tensor.empty() : tensor<1x2x32x12xf32>
    %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<1x2x32x12xf32>) outs(%87 : tensor<1x2x32x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x32x12xf32>
    %89 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : tensor<1x2x32x12xf32> into tensor<2x32x12xf32>
    %90 = tensor.empty() : tensor<2x12x12xf32>
    %91 = linalg.fill ins(%zero : f32) outs(%90 : tensor<2x12x12xf32>) -> tensor<2x12x12xf32>
    %92 = linalg.batch_matmul ins(%86, %89 : tensor<2x12x32xf32>, tensor<2x32x12xf32>) outs(%91 : tensor<2x12x12xf32>) -> tensor<2x12x12xf32>
    %93 = tensor.expand_shape %92 [[0, 1], [2], [3]] output_shape [1, 2, 12, 12] : tensor<2x12x12xf32> into tensor<1x2x12x12xf32>
    %94 = tensor.empty() : tensor<1x2x12x12xf32>
    %95 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %scale : tensor<1x2x12x12xf32>, tensor<f64>) outs(%94 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f64, %out: f32):
      %s = arith.truncf %i1 : f64 to f32
      %v = arith.divf %i0, %s : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %96 = tensor.empty() : tensor<1x2x12x12xf32>
    %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%95, %4 : tensor<1x2x12x12xf32>, tensor<1x1x1x12xf32>) outs(%96 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %98 = tensor.empty() : tensor<1x2x12x1xf32>
    %99 = linalg.fill ins(%lowest : f32) outs(%98 : tensor<1x2x12x1xf32>) -> tensor<1x2x12x1xf32>
    %100 = tensor.empty() : tensor<1x2x12x1xi64>
    %101 = linalg.fill ins(%zero_i64 : i64) outs(%100 : tensor<1x2x12x1xi64>) -> tensor<1x2x12x1xi64>
    %102:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<1x2x12x12xf32>) outs(%99, %101 : tensor<1x2x12x1xf32>, tensor<1x2x12x1xi64>) {
    ^bb0(%in: f32, %out: f32, %at: i64):
      %position = linalg.index 3 : index
      %p = arith.index_cast %position : index to i64
      %m = arith.maximumf %in, %out : f32
      %more = arith.cmpf ogt, %in, %out : f32
      %a = arith.select %more, %p, %at : i64
      linalg.yield %m, %a : f32, i64
    } -> (tensor<1x2x12x1xf32>, tensor<1x2x12x1xi64>)
    %103 = tensor.empty() : tensor<1x2x12x12xf32>
    %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %102#0 : tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) outs(%103 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %105 = tensor.empty() : tensor<1x2x12x12xf32>
    %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104 : tensor<1x2x12x12xf32>) outs(%105 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.exp %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %107 = tensor.empty() : tensor<1x2x12x1xf32>
    %108 = linalg.fill ins(%zero : f32) outs(%107 : tensor<1x2x12x1xf32>) -> tensor<1x2x12x1xf32>
    %109 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%106 : tensor<1x2x12x12xf32>) outs(%108 : tensor<1x2x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x1xf32>
    %110 = tensor.empty() : tensor<1x2x12x12xf32>
    %111 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %109 : tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) outs(%110 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.divf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %112 = tensor.empty() : tensor<1x2x12x12xf32>
    %113 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<1x2x12x12xf32>) outs(%112 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x12xf32>
    %114 = tensor.collapse_shape %113 [[0, 1], [2], [3]] : tensor<1x2x12x12xf32> into tensor<2x12x12xf32>
    %115 = tensor.empty() : tensor<1x2x12x32xf32>
    %116 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x2x12x32xf32>) outs(%115 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %117 = tensor.collapse_shape %116 [[0, 1], [2], [3]] : tensor<1x2x12x32xf32> into tensor<2x12x32xf32>
    %118 = tensor.empty() : tensor<2x12x32xf32>
    %119 = linalg.fill ins(%zero : f32) outs(%118 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %120 = linalg.batch_matmul ins(%114, %117 : tensor<2x12x12xf32>, tensor<2x12x32xf32>) outs(%119 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %121 = tensor.expand_shape %120 [[0, 1], [2], [3]] output_shape [1, 2, 12, 32] : tensor<2x12x32xf32> into tensor<1x2x12x32xf32>
    %122 = tensor.empty() : tensor<1x12x2x32xf32>
    %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<1x2x12x32xf32>) outs(%122 : tensor<1x12x2x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x2x32xf32>
    %124 = tensor.collapse_shape %123 [[0], [1], [2, 3]] : tensor<1x12x2x32xf32> into tensor<1x12x64xf32>
    %125 = tensor.empty() : tensor<64x64xf32>
    %126 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<64x64xf32>) outs(%125 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %127 = tensor.empty() : tensor<1x12x64xf32>
    %128 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x12x64xf32>) outs(%127 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %129 = tensor.empty() : tensor<1x64x64xf32>
    %130 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<64x64xf32>) outs(%129 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %131 = tensor.empty() : tensor<1x12x64xf32>
    %132 = linalg.fill ins(%zero : f32) outs(%131 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %133 = linalg.batch_matmul ins(%128, %130 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%132 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %134 = tensor.empty() : tensor<1x12x64xf32>
    %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %arg12 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%134 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %136 = tensor.empty() : tensor<1x12x64xf32>
    %137 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %39 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%136 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %138 = tensor.empty() : tensor<1x12x1xf32>
    %139 = linalg.fill ins(%zero : f32) outs(%138 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %140 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%137 : tensor<1x12x64xf32>) outs(%139 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %141 = tensor.empty() : tensor<1x12x1xf32>
    %142 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<1x12x1xf32>) outs(%141 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %143 = tensor.empty() : tensor<1x12x64xf32>
    %144 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x12x1xf32>) outs(%143 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %145 = tensor.empty() : tensor<1x12x64xf32>
    %146 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %144 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%145 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %147 = tensor.empty() : tensor<1x12x64xf32>
    %148 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %146 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%147 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %149 = tensor.empty() : tensor<1x12x1xf32>
    %150 = linalg.fill ins(%zero : f32) outs(%149 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%148 : tensor<1x12x64xf32>) outs(%150 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %152 = tensor.empty() : tensor<1x12x1xf32>
    %153 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x12x1xf32>) outs(%152 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %154 = tensor.empty() : tensor<1x12x1xf32>
    %155 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x12x1xf32>) outs(%154 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %e = arith.truncf %epsilon : f64 to f32
      %v = arith.addf %i0, %e : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %156 = tensor.empty() : tensor<1x12x1xf32>
    %157 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<1x12x1xf32>) outs(%156 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.rsqrt %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %158 = tensor.empty() : tensor<1x12x64xf32>
    %159 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<1x12x1xf32>) outs(%158 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %160 = tensor.empty() : tensor<1x12x64xf32>
    %161 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %159 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%160 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %162 = tensor.empty() : tensor<1x12x64xf32>
    %163 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %arg13 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%162 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %164 = tensor.empty() : tensor<1x12x64xf32>
    %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %arg14 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%164 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %166 = tensor.empty() : tensor<64x128xf32>
    %167 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg15 : tensor<128x64xf32>) outs(%166 : tensor<64x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x128xf32>
    %168 = tensor.empty() : tensor<1x12x64xf32>
    %169 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<1x12x64xf32>) outs(%168 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %170 = tensor.empty() : tensor<1x64x128xf32>
    %171 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<64x128xf32>) outs(%170 : tensor<1x64x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x128xf32>
    %172 = tensor.empty() : tensor<1x12x128xf32>
    %173 = linalg.fill ins(%zero : f32) outs(%172 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %174 = linalg.batch_matmul ins(%169, %171 : tensor<1x12x64xf32>, tensor<1x64x128xf32>) outs(%173 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %175 = tensor.empty() : tensor<1x12x128xf32>
    %176 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %arg16 : tensor<1x12x128xf32>, tensor<128xf32>) outs(%175 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x128xf32>
    %177 = tensor.empty() : tensor<1x12x128xf32>
    %178 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<1x12x128xf32>) outs(%177 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %a = arith.divf %i0, %root : f32
      %b = math.erf %a : f32
      %c = arith.addf %b, %one : f32
      %d = arith.mulf %c, %half : f32
      %v = arith.mulf %i0, %d : f32
      linalg.yield %v : f32
    } -> tensor<1x12x128xf32>
    %179 = tensor.empty() : tensor<128x64xf32>
    %180 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<64x128xf32>) outs(%179 : tensor<128x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<128x64xf32>
    %181 = tensor.empty() : tensor<1x12x128xf32>
    %182 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<1x12x128xf32>) outs(%181 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x128xf32>
    %183 = tensor.empty() : tensor<1x128x64xf32>
    %184 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<128x64xf32>) outs(%183 : tensor<1x128x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x128x64xf32>
    %185 = tensor.empty() : tensor<1x12x64xf32>
    %186 = linalg.fill ins(%zero : f32) outs(%185 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %187 = linalg.batch_matmul ins(%182, %184 : tensor<1x12x128xf32>, tensor<1x128x64xf32>) outs(%186 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %188 = tensor.empty() : tensor<1x12x64xf32>
    %189 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %arg18 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%188 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %190 = tensor.empty() : tensor<1x12x64xf32>
    %191 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %165 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%190 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %192 = tensor.empty() : tensor<1x12x1xf32>
    %193 = linalg.fill ins(%zero : f32) outs(%192 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %194 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%191 : tensor<1x12x64xf32>) outs(%193 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %195 = tensor.empty() : tensor<1x12x1xf32>
    %196 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<1x12x1xf32>) outs(%195 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %197 = tensor.empty() : tensor<1x12x64xf32>
    %198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<1x12x1xf32>) outs(%197 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %199 = tensor.empty() : tensor<1x12x64xf32>
    %200 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %198 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%199 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %201 = tensor.empty() : tensor<1x12x64xf32>
    %202 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %200 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%201 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %203 = tensor.empty() : tensor<1x12x1xf32>
    %204 = linalg.fill ins(%zero : f32) outs(%203 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %205 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%202 : tensor<1x12x64xf32>) outs(%204 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %206 = tensor.empty() : tensor<1x12x1xf32>
    %207 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<1x12x1xf32>) outs(%206 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %208 = tensor.empty() : tensor<1x12x1xf32>
    %209 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<1x12x1xf32>) outs(%208 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %e = arith.truncf %epsilon : f64 to f32
      %v = arith.addf %i0, %e : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %210 = tensor.empty() : tensor<1x12x1xf32>
    %211 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<1x12x1xf32>) outs(%210 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.rsqrt %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %212 = tensor.empty() : tensor<1x12x64xf32>
    %213 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<1x12x1xf32>) outs(%212 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %214 = tensor.empty() : tensor<1x12x64xf32>
    %215 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %213 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%214 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %216 = tensor.empty() : tensor<1x12x64xf32>
    %217 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %arg19 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%216 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %218 = tensor.empty() : tensor<1x12x64xf32>
    %219 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217, %arg20 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%218 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %220 = tensor.empty() : tensor<64x64xf32>
    %221 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg21 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %222 = tensor.empty() : tensor<1x12x64xf32>
    %223 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<1x12x64xf32>) outs(%222 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %224 = tensor.empty() : tensor<1x64x64xf32>
    %225 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<64x64xf32>) outs(%224 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %226 = tensor.empty() : tensor<1x12x64xf32>
    %227 = linalg.fill ins(%zero : f32) outs(%226 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %228 = linalg.batch_matmul ins(%223, %225 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%227 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %229 = tensor.empty() : tensor<1x12x64xf32>
    %230 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228, %arg22 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%229 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %231 = tensor.expand_shape %230 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %232 = tensor.empty() : tensor<1x2x12x32xf32>
    %233 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231 : tensor<1x12x2x32xf32>) outs(%232 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %234 = tensor.empty() : tensor<64x64xf32>
    %235 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg23 : tensor<64x64xf32>) outs(%234 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %236 = tensor.empty() : tensor<1x12x64xf32>
    %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<1x12x64xf32>) outs(%236 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %238 = tensor.empty() : tensor<1x64x64xf32>
    %239 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%235 : tensor<64x64xf32>) outs(%238 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %240 = tensor.empty() : tensor<1x12x64xf32>
    %241 = linalg.fill ins(%zero : f32) outs(%240 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %242 = linalg.batch_matmul ins(%237, %239 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%241 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %243 = tensor.empty() : tensor<1x12x64xf32>
    %244 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %arg24 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%243 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %245 = tensor.expand_shape %244 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %246 = tensor.empty() : tensor<1x2x12x32xf32>
    %247 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245 : tensor<1x12x2x32xf32>) outs(%246 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %248 = tensor.empty() : tensor<64x64xf32>
    %249 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg25 : tensor<64x64xf32>) outs(%248 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %250 = tensor.empty() : tensor<1x12x64xf32>
    %251 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<1x12x64xf32>) outs(%250 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %252 = tensor.empty() : tensor<1x64x64xf32>
    %253 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249 : tensor<64x64xf32>) outs(%252 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %254 = tensor.empty() : tensor<1x12x64xf32>
    %255 = linalg.fill ins(%zero : f32) outs(%254 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %256 = linalg.batch_matmul ins(%251, %253 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%255 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %257 = tensor.empty() : tensor<1x12x64xf32>
    %258 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256, %arg26 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%257 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %259 = tensor.expand_shape %258 [[0], [1], [2, 3]] output_shape [1, 12, 2, 32] : tensor<1x12x64xf32> into tensor<1x12x2x32xf32>
    %260 = tensor.empty() : tensor<1x2x12x32xf32>
    %261 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259 : tensor<1x12x2x32xf32>) outs(%260 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %262 = tensor.empty() : tensor<1x2x32x12xf32>
    %263 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%247 : tensor<1x2x12x32xf32>) outs(%262 : tensor<1x2x32x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x32x12xf32>
    %264 = tensor.empty() : tensor<1x2x12x32xf32>
    %265 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%233 : tensor<1x2x12x32xf32>) outs(%264 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %266 = tensor.collapse_shape %265 [[0, 1], [2], [3]] : tensor<1x2x12x32xf32> into tensor<2x12x32xf32>
    %267 = tensor.empty() : tensor<1x2x32x12xf32>
    %268 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263 : tensor<1x2x32x12xf32>) outs(%267 : tensor<1x2x32x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x32x12xf32>
    %269 = tensor.collapse_shape %268 [[0, 1], [2], [3]] : tensor<1x2x32x12xf32> into tensor<2x32x12xf32>
    %270 = tensor.empty() : tensor<2x12x12xf32>
    %271 = linalg.fill ins(%zero : f32) outs(%270 : tensor<2x12x12xf32>) -> tensor<2x12x12xf32>
    %272 = linalg.batch_matmul ins(%266, %269 : tensor<2x12x32xf32>, tensor<2x32x12xf32>) outs(%271 : tensor<2x12x12xf32>) -> tensor<2x12x12xf32>
    %273 = tensor.expand_shape %272 [[0, 1], [2], [3]] output_shape [1, 2, 12, 12] : tensor<2x12x12xf32> into tensor<1x2x12x12xf32>
    %274 = tensor.empty() : tensor<1x2x12x12xf32>
    %275 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%273, %scale : tensor<1x2x12x12xf32>, tensor<f64>) outs(%274 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f64, %out: f32):
      %s = arith.truncf %i1 : f64 to f32
      %v = arith.divf %i0, %s : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %276 = tensor.empty() : tensor<1x2x12x12xf32>
    %277 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%275, %4 : tensor<1x2x12x12xf32>, tensor<1x1x1x12xf32>) outs(%276 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %278 = tensor.empty() : tensor<1x2x12x1xf32>
    %279 = linalg.fill ins(%lowest : f32) outs(%278 : tensor<1x2x12x1xf32>) -> tensor<1x2x12x1xf32>
    %280 = tensor.empty() : tensor<1x2x12x1xi64>
    %281 = linalg.fill ins(%zero_i64 : i64) outs(%280 : tensor<1x2x12x1xi64>) -> tensor<1x2x12x1xi64>
    %282:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%277 : tensor<1x2x12x12xf32>) outs(%279, %281 : tensor<1x2x12x1xf32>, tensor<1x2x12x1xi64>) {
    ^bb0(%in: f32, %out: f32, %at: i64):
      %position = linalg.index 3 : index
      %p = arith.index_cast %position : index to i64
      %m = arith.maximumf %in, %out : f32
      %more = arith.cmpf ogt, %in, %out : f32
      %a = arith.select %more, %p, %at : i64
      linalg.yield %m, %a : f32, i64
    } -> (tensor<1x2x12x1xf32>, tensor<1x2x12x1xi64>)
    %283 = tensor.empty() : tensor<1x2x12x12xf32>
    %284 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277, %282#0 : tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) outs(%283 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %285 = tensor.empty() : tensor<1x2x12x12xf32>
    %286 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%284 : tensor<1x2x12x12xf32>) outs(%285 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.exp %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %287 = tensor.empty() : tensor<1x2x12x1xf32>
    %288 = linalg.fill ins(%zero : f32) outs(%287 : tensor<1x2x12x1xf32>) -> tensor<1x2x12x1xf32>
    %289 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%286 : tensor<1x2x12x12xf32>) outs(%288 : tensor<1x2x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x1xf32>
    %290 = tensor.empty() : tensor<1x2x12x12xf32>
    %291 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%286, %289 : tensor<1x2x12x12xf32>, tensor<1x2x12x1xf32>) outs(%290 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.divf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2x12x12xf32>
    %292 = tensor.empty() : tensor<1x2x12x12xf32>
    %293 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%291 : tensor<1x2x12x12xf32>) outs(%292 : tensor<1x2x12x12xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x12xf32>
    %294 = tensor.collapse_shape %293 [[0, 1], [2], [3]] : tensor<1x2x12x12xf32> into tensor<2x12x12xf32>
    %295 = tensor.empty() : tensor<1x2x12x32xf32>
    %296 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261 : tensor<1x2x12x32xf32>) outs(%295 : tensor<1x2x12x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x2x12x32xf32>
    %297 = tensor.collapse_shape %296 [[0, 1], [2], [3]] : tensor<1x2x12x32xf32> into tensor<2x12x32xf32>
    %298 = tensor.empty() : tensor<2x12x32xf32>
    %299 = linalg.fill ins(%zero : f32) outs(%298 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %300 = linalg.batch_matmul ins(%294, %297 : tensor<2x12x12xf32>, tensor<2x12x32xf32>) outs(%299 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %301 = tensor.expand_shape %300 [[0, 1], [2], [3]] output_shape [1, 2, 12, 32] : tensor<2x12x32xf32> into tensor<1x2x12x32xf32>
    %302 = tensor.empty() : tensor<1x12x2x32xf32>
    %303 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%301 : tensor<1x2x12x32xf32>) outs(%302 : tensor<1x12x2x32xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x2x32xf32>
    %304 = tensor.collapse_shape %303 [[0], [1], [2, 3]] : tensor<1x12x2x32xf32> into tensor<1x12x64xf32>
    %305 = tensor.empty() : tensor<64x64xf32>
    %306 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg27 : tensor<64x64xf32>) outs(%305 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %307 = tensor.empty() : tensor<1x12x64xf32>
    %308 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%304 : tensor<1x12x64xf32>) outs(%307 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %309 = tensor.empty() : tensor<1x64x64xf32>
    %310 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306 : tensor<64x64xf32>) outs(%309 : tensor<1x64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x64xf32>
    %311 = tensor.empty() : tensor<1x12x64xf32>
    %312 = linalg.fill ins(%zero : f32) outs(%311 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %313 = linalg.batch_matmul ins(%308, %310 : tensor<1x12x64xf32>, tensor<1x64x64xf32>) outs(%312 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %314 = tensor.empty() : tensor<1x12x64xf32>
    %315 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %arg28 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%314 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %316 = tensor.empty() : tensor<1x12x64xf32>
    %317 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315, %219 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%316 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %318 = tensor.empty() : tensor<1x12x1xf32>
    %319 = linalg.fill ins(%zero : f32) outs(%318 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %320 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%317 : tensor<1x12x64xf32>) outs(%319 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %321 = tensor.empty() : tensor<1x12x1xf32>
    %322 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<1x12x1xf32>) outs(%321 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %323 = tensor.empty() : tensor<1x12x64xf32>
    %324 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%322 : tensor<1x12x1xf32>) outs(%323 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %325 = tensor.empty() : tensor<1x12x64xf32>
    %326 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%317, %324 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%325 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %327 = tensor.empty() : tensor<1x12x64xf32>
    %328 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326, %326 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%327 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %329 = tensor.empty() : tensor<1x12x1xf32>
    %330 = linalg.fill ins(%zero : f32) outs(%329 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %331 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%328 : tensor<1x12x64xf32>) outs(%330 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %332 = tensor.empty() : tensor<1x12x1xf32>
    %333 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%331 : tensor<1x12x1xf32>) outs(%332 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %334 = tensor.empty() : tensor<1x12x1xf32>
    %335 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<1x12x1xf32>) outs(%334 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %e = arith.truncf %epsilon : f64 to f32
      %v = arith.addf %i0, %e : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %336 = tensor.empty() : tensor<1x12x1xf32>
    %337 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<1x12x1xf32>) outs(%336 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.rsqrt %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %338 = tensor.empty() : tensor<1x12x64xf32>
    %339 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337 : tensor<1x12x1xf32>) outs(%338 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %340 = tensor.empty() : tensor<1x12x64xf32>
    %341 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326, %339 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%340 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %342 = tensor.empty() : tensor<1x12x64xf32>
    %343 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341, %arg29 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%342 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %344 = tensor.empty() : tensor<1x12x64xf32>
    %345 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343, %arg30 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%344 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %346 = tensor.empty() : tensor<64x128xf32>
    %347 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg31 : tensor<128x64xf32>) outs(%346 : tensor<64x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x128xf32>
    %348 = tensor.empty() : tensor<1x12x64xf32>
    %349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345 : tensor<1x12x64xf32>) outs(%348 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %350 = tensor.empty() : tensor<1x64x128xf32>
    %351 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347 : tensor<64x128xf32>) outs(%350 : tensor<1x64x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x64x128xf32>
    %352 = tensor.empty() : tensor<1x12x128xf32>
    %353 = linalg.fill ins(%zero : f32) outs(%352 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %354 = linalg.batch_matmul ins(%349, %351 : tensor<1x12x64xf32>, tensor<1x64x128xf32>) outs(%353 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %355 = tensor.empty() : tensor<1x12x128xf32>
    %356 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354, %arg32 : tensor<1x12x128xf32>, tensor<128xf32>) outs(%355 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x128xf32>
    %357 = tensor.empty() : tensor<1x12x128xf32>
    %358 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%356 : tensor<1x12x128xf32>) outs(%357 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %a = arith.divf %i0, %root : f32
      %b = math.erf %a : f32
      %c = arith.addf %b, %one : f32
      %d = arith.mulf %c, %half : f32
      %v = arith.mulf %i0, %d : f32
      linalg.yield %v : f32
    } -> tensor<1x12x128xf32>
    %359 = tensor.empty() : tensor<128x64xf32>
    %360 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg33 : tensor<64x128xf32>) outs(%359 : tensor<128x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<128x64xf32>
    %361 = tensor.empty() : tensor<1x12x128xf32>
    %362 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358 : tensor<1x12x128xf32>) outs(%361 : tensor<1x12x128xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x128xf32>
    %363 = tensor.empty() : tensor<1x128x64xf32>
    %364 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%360 : tensor<128x64xf32>) outs(%363 : tensor<1x128x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x128x64xf32>
    %365 = tensor.empty() : tensor<1x12x64xf32>
    %366 = linalg.fill ins(%zero : f32) outs(%365 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %367 = linalg.batch_matmul ins(%362, %364 : tensor<1x12x128xf32>, tensor<1x128x64xf32>) outs(%366 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %368 = tensor.empty() : tensor<1x12x64xf32>
    %369 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%367, %arg34 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%368 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %370 = tensor.empty() : tensor<1x12x64xf32>
    %371 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%369, %345 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%370 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %372 = tensor.empty() : tensor<1x12x1xf32>
    %373 = linalg.fill ins(%zero : f32) outs(%372 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %374 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%371 : tensor<1x12x64xf32>) outs(%373 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %375 = tensor.empty() : tensor<1x12x1xf32>
    %376 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374 : tensor<1x12x1xf32>) outs(%375 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %377 = tensor.empty() : tensor<1x12x64xf32>
    %378 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%376 : tensor<1x12x1xf32>) outs(%377 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %379 = tensor.empty() : tensor<1x12x64xf32>
    %380 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %378 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%379 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.subf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %381 = tensor.empty() : tensor<1x12x64xf32>
    %382 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%380, %380 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%381 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %383 = tensor.empty() : tensor<1x12x1xf32>
    %384 = linalg.fill ins(%zero : f32) outs(%383 : tensor<1x12x1xf32>) -> tensor<1x12x1xf32>
    %385 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%382 : tensor<1x12x64xf32>) outs(%384 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.addf %i0, %out : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %386 = tensor.empty() : tensor<1x12x1xf32>
    %387 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%385 : tensor<1x12x1xf32>) outs(%386 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = arith.divf %i0, %width : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %388 = tensor.empty() : tensor<1x12x1xf32>
    %389 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%387 : tensor<1x12x1xf32>) outs(%388 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %e = arith.truncf %epsilon : f64 to f32
      %v = arith.addf %i0, %e : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %390 = tensor.empty() : tensor<1x12x1xf32>
    %391 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%389 : tensor<1x12x1xf32>) outs(%390 : tensor<1x12x1xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.rsqrt %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x1xf32>
    %392 = tensor.empty() : tensor<1x12x64xf32>
    %393 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%391 : tensor<1x12x1xf32>) outs(%392 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<1x12x64xf32>
    %394 = tensor.empty() : tensor<1x12x64xf32>
    %395 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%380, %393 : tensor<1x12x64xf32>, tensor<1x12x64xf32>) outs(%394 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %396 = tensor.empty() : tensor<1x12x64xf32>
    %397 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%395, %arg35 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%396 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.mulf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %398 = tensor.empty() : tensor<1x12x64xf32>
    %399 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%397, %arg36 : tensor<1x12x64xf32>, tensor<64xf32>) outs(%398 : tensor<1x12x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x12x64xf32>
    %400 = tensor.extract_slice %399[0, 0, 0] [1, 1, 64] [1, 1, 1] : tensor<1x12x64xf32> to tensor<1x1x64xf32>
    %401 = tensor.collapse_shape %400 [[0, 1], [2]] : tensor<1x1x64xf32> into tensor<1x64xf32>
    %402 = tensor.empty() : tensor<64x64xf32>
    %403 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg37 : tensor<64x64xf32>) outs(%402 : tensor<64x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x64xf32>
    %404 = tensor.empty() : tensor<1x64xf32>
    %405 = linalg.fill ins(%zero : f32) outs(%404 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %406 = linalg.matmul ins(%401, %403 : tensor<1x64xf32>, tensor<64x64xf32>) outs(%405 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %407 = tensor.empty() : tensor<1x64xf32>
    %408 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%406, %arg38 : tensor<1x64xf32>, tensor<64xf32>) outs(%407 : tensor<1x64xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x64xf32>
    %409 = tensor.empty() : tensor<1x64xf32>
    %410 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%408 : tensor<1x64xf32>) outs(%409 : tensor<1x64xf32>) {
    ^bb0(%i0: f32, %out: f32):
      %v = math.tanh %i0 : f32
      linalg.yield %v : f32
    } -> tensor<1x64xf32>
    %411 = tensor.empty() : tensor<64x2xf32>
    %412 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%arg39 : tensor<2x64xf32>) outs(%411 : tensor<64x2xf32>) {
    ^bb0(%i0: f32, %out: f32):
      linalg.yield %i0 : f32
    } -> tensor<64x2xf32>
    %413 = tensor.empty() : tensor<1x2xf32>
    %414 = linalg.fill ins(%zero : f32) outs(%413 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %415 = linalg.matmul ins(%410, %412 : tensor<1x64xf32>, tensor<64x2xf32>) outs(%414 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %416 = tensor.empty() : tensor<1x2xf32>
    %417 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%415, %arg40 : tensor<1x2xf32>, tensor<2xf32>) outs(%416 : tensor<1x2xf32>) {
    ^bb0(%i0: f32, %i1: f32, %out: f32):
      %v = arith.addf %i0, %i1 : f32
      linalg.yield %v : f32
    } -> tensor<1x2xf32>
    return %417 : tensor<1x2xf32>
  }
}
