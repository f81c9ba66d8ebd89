// Reductions of every kind.

func.func @sum(%x: tensor<37x300xf32>) -> tensor<37xf32> {
  %zero = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<37xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<37xf32>) -> tensor<37xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x300xf32>) outs(%init : tensor<37xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<37xf32>
  return %0 : tensor<37xf32>
}

func.func @one_warp(%x: tensor<5x96xbf16>) -> tensor<5xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<5xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<5xbf16>) -> tensor<5xbf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x96xbf16>) outs(%init : tensor<5xbf16>) {
  ^bb0(%in: bf16, %sum: bf16):
    %next = arith.addf %sum, %in : bf16
    linalg.yield %next : bf16
  } -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

func.func @greatest(%x: tensor<3x4x1030xf16>) -> tensor<3x4xf16> {
  %zero = arith.constant 0xFC00 : f16
  %empty = tensor.empty() : tensor<3x4xf16>
  %init = linalg.fill ins(%zero : f16) outs(%empty : tensor<3x4xf16>) -> tensor<3x4xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x4x1030xf16>) outs(%init : tensor<3x4xf16>) {
  ^bb0(%in: f16, %sum: f16):
    %next = arith.maximumf %sum, %in : f16
    linalg.yield %next : f16
  } -> tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}

func.func @least(%x: tensor<6x33xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x33xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.minnumf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @product(%x: tensor<7x40xf32>) -> tensor<7xf32> {
  %zero = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<7xf32>) -> tensor<7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x40xf32>) outs(%init : tensor<7xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %one = arith.constant 1.0 : f32
    %tenth = arith.constant 0.1 : f32
    %small = arith.mulf %in, %tenth : f32
    %term = arith.addf %small, %one : f32
    %next = arith.mulf %sum, %term : f32
    linalg.yield %next : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @integers(%x: tensor<9x500xi32>) -> tensor<9xi32> {
  %zero = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<9xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<9xi32>) -> tensor<9xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x500xi32>) outs(%init : tensor<9xi32>) {
  ^bb0(%in: i32, %sum: i32):
    %next = arith.addi %sum, %in : i32
    linalg.yield %next : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

func.func @signed(%x: tensor<4x70xi32>) -> tensor<4xi32> {
  %zero = arith.constant -5 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x70xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%in: i32, %sum: i32):
    %next = arith.maxsi %sum, %in : i32
    linalg.yield %next : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @largest_block(%x: tensor<3x9001xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x9001xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @several_loops(%x: tensor<4x5x6x7xf32>) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>],
                       iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%x : tensor<4x5x6x7xf32>) outs(%init : tensor<4x6xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @columns(%x: tensor<200x6xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<200x6xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @scalar(%x: tensor<70x50xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<70x50xf32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @open(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %empty = tensor.empty(%n0) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<?x?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @open_one(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%n0) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.maximumf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @placed(%x: tensor<5x64xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x64xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %place = linalg.index 1 : index
    %int = arith.index_cast %place : index to i32
    %float = arith.sitofp %int : i32 to f32
    %term = arith.mulf %in, %float : f32
    %next = arith.addf %sum, %term : f32
    linalg.yield %next : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @beside(%x: tensor<200x300xf32>) -> tensor<300xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<300xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<300xf32>) -> tensor<300xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<200x300xf32>) outs(%init : tensor<300xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

func.func @wide_beside(%x: tensor<2x70x4300xbf16>) -> tensor<2x4300xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<2x4300xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<2x4300xbf16>) -> tensor<2x4300xbf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>],
                       iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<2x70x4300xbf16>) outs(%init : tensor<2x4300xbf16>) {
  ^bb0(%in: bf16, %sum: bf16):
    %next = arith.addf %sum, %in : bf16
    linalg.yield %next : bf16
  } -> tensor<2x4300xbf16>
  return %0 : tensor<2x4300xbf16>
}

func.func @short_beside(%x: tensor<33x2200xf16>) -> tensor<2200xf16> {
  %zero = arith.constant 0xFC00 : f16
  %empty = tensor.empty() : tensor<2200xf16>
  %init = linalg.fill ins(%zero : f16) outs(%empty : tensor<2200xf16>) -> tensor<2200xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<33x2200xf16>) outs(%init : tensor<2200xf16>) {
  ^bb0(%in: f16, %sum: f16):
    %next = arith.maximumf %sum, %in : f16
    linalg.yield %next : f16
  } -> tensor<2200xf16>
  return %0 : tensor<2200xf16>
}

func.func @open_beside(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%n1) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @several_points(%x: tensor<3x7x40xf32>) -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x7xf32>) -> tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x7x40xf32>) outs(%init : tensor<3x7xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// Much that few results are made of: several blocks for each, and a second launch.

func.func @all_by_slices(%x: tensor<300x1000xf32>) -> tensor<f32> {
  %zero = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<300x1000xf32>) outs(%init : tensor<f32>)
      dimensions = [0, 1]
  return %0 : tensor<f32>
}

func.func @columns_by_slices(%x: tensor<5000x45xf16>) -> tensor<45xf16> {
  %zero = arith.constant 0xFC00 : f16
  %empty = tensor.empty() : tensor<45xf16>
  %init = linalg.fill ins(%zero : f16) outs(%empty : tensor<45xf16>) -> tensor<45xf16>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<5000x45xf16>) outs(%init : tensor<45xf16>)
      dimensions = [0]
  return %0 : tensor<45xf16>
}

func.func @rows_by_slices(%x: tensor<2x3x140001xf32>, %init: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x3x140001xf32>) outs(%init : tensor<3x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %out, %in : f32
    linalg.yield %next : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// Reductions that no kernel has, which blocks of threads share.

func.func @filter_gradient(%x: tensor<3x5x9x9xf32>, %g: tensor<4x5x7x7xf32>) -> tensor<3x4x3x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<3x4x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %g : tensor<3x5x9x9xf32>, tensor<4x5x7x7xf32>)
                                outs(%zero : tensor<3x4x3x3xf32>) -> tensor<3x4x3x3xf32>
  return %0 : tensor<3x4x3x3xf32>
}

func.func @long_products(%x: tensor<?x?xi64>, %y: tensor<?x?xi64>, %init: tensor<?x?xi64>) -> tensor<?x?xi64> {
  %0 = linalg.matmul ins(%x, %y : tensor<?x?xi64>, tensor<?x?xi64>) outs(%init : tensor<?x?xi64>) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

func.func @one_window(%x: tensor<1x70x50x1xf16>) -> tensor<1x1x1x1xf16> {
  %least = arith.constant dense<-65504.0> : tensor<1x1x1x1xf16>
  %window = tensor.empty() : tensor<70x50xf16>
  %0 = linalg.pooling_nhwc_max ins(%x, %window : tensor<1x70x50x1xf16>, tensor<70x50xf16>)
                               outs(%least : tensor<1x1x1x1xf16>) -> tensor<1x1x1x1xf16>
  return %0 : tensor<1x1x1x1xf16>
}
