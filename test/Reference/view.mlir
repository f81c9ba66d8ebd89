// RUN: %unittests/fusion-reference-run %s --split-input-file --input=mod:12:1 | FileCheck %s

// x = [1 2; 3 4; 5 6], [7 8; 9 10; 11 12]
// CHECK: tensor<3x2x2xf32>: 1 2 7 8 3 4 9 10 5 6 11 12
func.func @of_an_input(%x: tensor<2x3x2xf32>) -> tensor<3x2x2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3x2xf32>) -> tensor<3x2x2xf32> {
    %1 = fusion.view %x0 permute [1, 0, 2] : tensor<2x3x2xf32> -> tensor<3x2x2xf32>
    %2 = fusion.abs %1 : tensor<3x2x2xf32>
    fusion.yield %2 : tensor<3x2x2xf32>
  }
  return %0 : tensor<3x2x2xf32>
}

// -----

// Dimension i of the result is dimension permute[i]: 2x3x2 in the order (1, 2, 0).
// CHECK: tensor<3x2x2xf16>: -1 -7 -2 -8 -3 -9 -4 -10 -5 -11 -6 -12
func.func @of_an_output(%x: tensor<2x3x2xf32>) -> tensor<3x2x2xf16> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3x2xf32>) -> tensor<3x2x2xf16> {
    %1 = fusion.neg %x0 : tensor<2x3x2xf32>
    %2 = fusion.cast %1 : tensor<2x3x2xf32> to tensor<2x3x2xf16>
    %3 = fusion.view %2 permute [1, 2, 0] : tensor<2x3x2xf16> -> tensor<3x2x2xf16>
    fusion.yield %3 : tensor<3x2x2xf16>
  }
  return %0 : tensor<3x2x2xf16>
}

// -----

// Windows of three, two apart, with one element of padding on each side: x = 1 2 3 4 5 6.
// CHECK: tensor<3x3xf32>: 9 1 2 2 3 4 4 5 6
func.func @windows(%x: tensor<6xf32>) -> tensor<3x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<6xf32>) -> tensor<3x3xf32> {
    %1 = fusion.view %x0 access <(d0 in 3, d1 in 3) -> (d0 * 2 + d1 - 1) if (d0 * 2 + d1 - 1 in s0) else 9.0 : f32>
        : tensor<6xf32> -> tensor<3x3xf32>
    fusion.yield %1 : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}

// -----

// A merge that takes rows backwards: x = [1 2 3; 4 5 6].
// CHECK: tensor<6xi32>: 4 5 6 1 2 3
func.func @merge(%x: tensor<2x3xi32>) -> tensor<6xi32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xi32>) -> tensor<6xi32> {
    %1 = fusion.view %x0 access <(d0 in s0 * 3) -> (s0 - 1 - d0 floordiv 3, d0 mod 3)> : tensor<2x3xi32> -> tensor<6xi32>
    fusion.yield %1 : tensor<6xi32>
  }
  return %0 : tensor<6xi32>
}
