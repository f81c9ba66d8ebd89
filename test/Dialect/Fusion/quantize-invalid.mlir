// RUN: fusion-opt %s --split-input-file --verify-diagnostics

func.func @shapes_differ(%x: tensor<4x8xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{expects a result of its input's shape, but they are 'tensor<4x9xi8>' and 'tensor<4x8xf32>'}}
  %0 = fusion.quantize %x, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x9xi8>
  return
}

// -----

func.func @scale_has_a_dimension_too_many(%x: tensor<8xf32>, %s: tensor<4x8xf32>) {
  // expected-error @+1 {{expects the scale of at most the rank of its input, 1, but it has rank 2}}
  %0 = fusion.quantize %x, %s : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<8xi8>
  return
}

// -----

func.func @groups_are_not_whole(%x: tensor<4x130xf32>, %s: tensor<4x4xf32>) {
  // expected-error @+1 {{expects dimension 1 of the scale to be 1 or to divide the input's, 130, but it is 4; pad the input to whole groups}}
  %0 = fusion.quantize %x, %s : (tensor<4x130xf32>, tensor<4x4xf32>) -> tensor<4x130xi8>
  return
}

// -----

func.func @scale_is_larger(%q: tensor<4x8xi8>, %s: tensor<16xf32>) {
  // expected-error @+1 {{expects dimension 0 of the scale to be 1 or to divide the input's, 8, but it is 16; pad the input to whole groups}}
  %0 = fusion.dequantize %q, %s : (tensor<4x8xi8>, tensor<16xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @zero_point_does_not_fit(%q: tensor<4x8xi8>, %s: tensor<f32>, %z: tensor<3x8xi8>) {
  // expected-error @+1 {{expects dimension 0 of the zero point to be 1 or to divide the input's, 4, but it is 3; pad the input to whole groups}}
  %0 = fusion.dequantize %q, %s, %z : (tensor<4x8xi8>, tensor<f32>, tensor<3x8xi8>) -> tensor<4x8xf32>
  return
}

// -----

func.func @floats_have_no_zero_point(%x: tensor<8xf32>, %s: tensor<f32>, %z: tensor<i32>) {
  // expected-error @+1 {{expects a zero point of i8 alone, but it quantises 'f8E4M3FN'; leave it out}}
  %0 = fusion.quantize %x, %s, %z : (tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf8E4M3FN>
  return
}

// -----

func.func @sums_have_no_zero_point(%q: tensor<8xi32>, %s: tensor<f32>, %z: tensor<i32>) {
  // expected-error @+1 {{expects a zero point of i8 alone, but it quantises 'i32'; subtract it from the sums before}}
  %0 = fusion.dequantize %q, %s, %z : (tensor<8xi32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

func.func @floats_have_a_sign(%x: tensor<8xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{expects 'is_unsigned' of i8 alone, but it quantises 'f8E5M2'}}
  %0 = fusion.quantize %x, %s {is_unsigned} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf8E5M2>
  return
}

// -----

func.func @integers_are_no_scales(%x: tensor<8xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{operand #1 must be ranked tensor of}}
  %0 = fusion.quantize %x, %s : (tensor<8xf32>, tensor<i32>) -> tensor<8xi8>
  return
}

// -----

func.func @wide_integers_are_not_quantised_to(%x: tensor<8xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{result #0 must be ranked tensor of}}
  %0 = fusion.quantize %x, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xi16>
  return
}
