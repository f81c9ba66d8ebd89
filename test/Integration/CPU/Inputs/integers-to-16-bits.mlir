// Conversions that the graph spells as casts, and in bodies of linalg with integer operations that fusion has not.
func.func @graph(%s32: tensor<8xi32>, %s64: tensor<8xi64>, %u32: tensor<8xi32>, %u64: tensor<8xi64>)
    -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf16>) {
  %0 = arith.sitofp %s32 : tensor<8xi32> to tensor<8xbf16>
  %e1 = tensor.empty() : tensor<8xbf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s32 : tensor<8xi32>) outs(%e1 : tensor<8xbf16>) {
  ^bb0(%a: i32, %o: bf16):
    %one = arith.constant 1 : i32
    %b = arith.xori %a, %one : i32
    %c = arith.xori %b, %one : i32
    %t = arith.sitofp %c : i32 to bf16
    linalg.yield %t : bf16
  } -> tensor<8xbf16>
  %2 = arith.sitofp %s32 : tensor<8xi32> to tensor<8xf16>
  %e3 = tensor.empty() : tensor<8xf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s32 : tensor<8xi32>) outs(%e3 : tensor<8xf16>) {
  ^bb0(%a: i32, %o: f16):
    %one = arith.constant 1 : i32
    %b = arith.xori %a, %one : i32
    %c = arith.xori %b, %one : i32
    %t = arith.sitofp %c : i32 to f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  %4 = arith.sitofp %s64 : tensor<8xi64> to tensor<8xbf16>
  %e5 = tensor.empty() : tensor<8xbf16>
  %5 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s64 : tensor<8xi64>) outs(%e5 : tensor<8xbf16>) {
  ^bb0(%a: i64, %o: bf16):
    %one = arith.constant 1 : i64
    %b = arith.xori %a, %one : i64
    %c = arith.xori %b, %one : i64
    %t = arith.sitofp %c : i64 to bf16
    linalg.yield %t : bf16
  } -> tensor<8xbf16>
  %6 = arith.sitofp %s64 : tensor<8xi64> to tensor<8xf16>
  %e7 = tensor.empty() : tensor<8xf16>
  %7 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s64 : tensor<8xi64>) outs(%e7 : tensor<8xf16>) {
  ^bb0(%a: i64, %o: f16):
    %one = arith.constant 1 : i64
    %b = arith.xori %a, %one : i64
    %c = arith.xori %b, %one : i64
    %t = arith.sitofp %c : i64 to f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  %e8 = tensor.empty() : tensor<8xbf16>
  %8 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u32 : tensor<8xi32>) outs(%e8 : tensor<8xbf16>) {
  ^bb0(%a: i32, %o: bf16):
    %one = arith.constant 1 : i32
    %b = arith.xori %a, %one : i32
    %c = arith.xori %b, %one : i32
    %t = arith.uitofp %c : i32 to bf16
    linalg.yield %t : bf16
  } -> tensor<8xbf16>
  %e9 = tensor.empty() : tensor<8xf16>
  %9 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u32 : tensor<8xi32>) outs(%e9 : tensor<8xf16>) {
  ^bb0(%a: i32, %o: f16):
    %one = arith.constant 1 : i32
    %b = arith.xori %a, %one : i32
    %c = arith.xori %b, %one : i32
    %t = arith.uitofp %c : i32 to f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  %e10 = tensor.empty() : tensor<8xbf16>
  %10 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u64 : tensor<8xi64>) outs(%e10 : tensor<8xbf16>) {
  ^bb0(%a: i64, %o: bf16):
    %one = arith.constant 1 : i64
    %b = arith.xori %a, %one : i64
    %c = arith.xori %b, %one : i64
    %t = arith.uitofp %c : i64 to bf16
    linalg.yield %t : bf16
  } -> tensor<8xbf16>
  %e11 = tensor.empty() : tensor<8xf16>
  %11 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%u64 : tensor<8xi64>) outs(%e11 : tensor<8xf16>) {
  ^bb0(%a: i64, %o: f16):
    %one = arith.constant 1 : i64
    %b = arith.xori %a, %one : i64
    %c = arith.xori %b, %one : i64
    %t = arith.uitofp %c : i64 to f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf16>
}
