// Arguments that a text calls values of an initialise step must be those of one.
// RUN: fusion-opt %s --fusion-initialize --split-input-file --verify-diagnostics

// A step that is there already is no error.
func.func @good(%x: tensor<4xf32>, %w: tensor<4xf64> {fusion.constant}, %v: tensor<4xf32> {fusion.constant, fusion.initialized}) -> tensor<4xf32> {
  %0 = fusion.add %x, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @good.initialize(%w: tensor<4xf64> {fusion.constant}) -> tensor<4xf32> {
  %0 = fusion.cast %w : tensor<4xf64> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{function 'none' has arguments with 'fusion.initialized', which must be its last ones, and the results of a function 'none.initialize' of its arguments with 'fusion.constant'}}
func.func @none(%v: tensor<4xf32> {fusion.constant, fusion.initialized}) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}

// -----

// expected-error @+1 {{function 'first' has arguments with 'fusion.initialized'}}
func.func @first(%v: tensor<4xf32> {fusion.constant, fusion.initialized}, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.add %x, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @first.initialize() -> tensor<4xf32> {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{function 'types' has arguments with 'fusion.initialized'}}
func.func @types(%w: tensor<4xf64> {fusion.constant}, %v: tensor<4xf32> {fusion.constant, fusion.initialized}) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}
func.func @types.initialize(%w: tensor<4xf64> {fusion.constant}) -> tensor<4xf64> {
  return %w : tensor<4xf64>
}
