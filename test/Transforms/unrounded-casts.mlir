// A cast to 16 bits and back that a relaxed kernel leaves out has a remark; one to 8 bits, one that is stored, and
// those of strict numerics are rounded, and have none.

// RUN: fusion-opt %s --fusion-import --fusion-fuse --remarks-filter='fusion.numerics' -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [Missed] unrounded-cast | Category:fusion.numerics | Function=there_and_back |
// CHECK-SAME: the kernel computes on in f32: a cast to bf16 and back rounds nothing
// CHECK-SAME: strict numerics round each value to its type
func.func @there_and_back(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = fusion.exp %x : tensor<8xf32>
  %1 = fusion.cast %0 : tensor<8xf32> to tensor<8xbf16>
  %2 = fusion.cast %1 : tensor<8xbf16> to tensor<8xf32>
  %3 = fusion.exp %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK: Function=in_a_map |
// CHECK-SAME: a cast to f16 and back rounds nothing
func.func @in_a_map(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = fusion.map(%a = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    %n = arith.truncf %a : f32 to f16
    %w = arith.extf %n : f16 to f32
    %s = math.sinh %w : f32
    fusion.yield %s : f32
  }
  return %0 : tensor<8xf32>
}

// CHECK-NOT: remark
func.func @to_8_bits(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = fusion.cast %x {saturate} : tensor<8xf32> to tensor<8xf8E4M3FN>
  %1 = fusion.cast %0 : tensor<8xf8E4M3FN> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func @stored(%x: tensor<8xf32>) -> tensor<8xbf16> {
  %0 = fusion.exp %x : tensor<8xf32>
  %1 = fusion.cast %0 : tensor<8xf32> to tensor<8xbf16>
  return %1 : tensor<8xbf16>
}

func.func @strict(%x: tensor<8xf32>) -> tensor<8xf32> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.cast %x : tensor<8xf32> to tensor<8xbf16>
  %1 = fusion.cast %0 : tensor<8xbf16> to tensor<8xf32>
  %2 = fusion.exp %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
