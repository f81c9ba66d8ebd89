// RUN: %unittests/fusion-reference-run %s --input=mod:7:-3 --input=mod:5:-1 --input=list:1,-1 | FileCheck %s

// A linear layer and a clamp, after upstream's lowerings. x = [-3 -2 -1; 0 1 2], w = [-1 0; 1 2; 3 -1]
// CHECK: tensor<1x2x2xf32> (bounded): -1 -4 8 -1
// CHECK: tensor<1x2x2xf32>: 0 0 6 0
// CHECK: tensor<1x2x2xf32> (bounded): 0.268941 0.0179862 0.999665 0.268941
func.func @linear(%x: tensor<1x2x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %sw = tosa.const_shape {values = dense<[1, 3, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %sb = tosa.const_shape {values = dense<[1, 1, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w3 = tosa.reshape %w, %sw : (tensor<3x2xf32>, !tosa.shape<3>) -> tensor<1x3x2xf32>
  %b3 = tosa.reshape %b, %sb : (tensor<2xf32>, !tosa.shape<3>) -> tensor<1x1x2xf32>
  %0 = tosa.matmul %x, %w3, %zp, %zp : (tensor<1x2x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %1 = tosa.add %0, %b3 : (tensor<1x2x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %3 = tosa.sigmoid %1 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %1, %2, %3 : tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}
