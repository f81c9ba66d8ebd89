// RUN: fusion-opt %s --split-input-file --verify-diagnostics -o /dev/null

func.func @assign(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  // expected-error @below {{expects a kind that combines, but has 'assign'}}
  %0 = fusion.reduce assign %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

func.func @kind(%x: tensor<4x8xi32>) -> tensor<4x1xi32> {
  // expected-error @below {{expects a kind for 'i32', but has 'addf'}}
  %0 = fusion.reduce addf %x along [1] : tensor<4x8xi32> -> tensor<4x1xi32>
  return %0 : tensor<4x1xi32>
}

// -----

func.func @narrower(%x: tensor<4x8xf32>) -> tensor<4x1xbf16> {
  // expected-error @below {{expects a result of 'f32' or a wider float, but it is of 'bf16'}}
  %0 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xbf16>
  return %0 : tensor<4x1xbf16>
}

// -----

func.func @nothing(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expects a dimension to reduce along}}
  %0 = fusion.reduce addf %x along [] : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @order(%x: tensor<4x8xf32>) -> tensor<1x1xf32> {
  // expected-error @below {{expects dimensions in ascending order, from 0 to 1, but has [1, 0]}}
  %0 = fusion.reduce addf %x along [1, 0] : tensor<4x8xf32> -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

func.func @dropped(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects results of shape 'tensor<4x1xf32>', with size 1 along the dimensions, but one is 'tensor<4xf32>'}}
  %0 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @position(%x: tensor<4x8xf32>) -> tensor<4x1xi32> {
  // expected-error @below {{expects an extremum along one dimension where it has a position}}
  %0, %1 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>, tensor<4x1xi32>
  return %1 : tensor<4x1xi32>
}
