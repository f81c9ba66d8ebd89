// RUN: fusion-opt %s --fusion-isolate --split-input-file --verify-diagnostics

// Marks that cannot be obeyed are errors.

func.func @scalar(%x: f32) -> f32 {
  // expected-error @below {{'arith.negf' op must not carry 'fusion.no_fuse', which belongs on an operation of a graph with a tensor as its result}}
  %0 = arith.negf %x {fusion.no_fuse} : f32
  return %0 : f32
}

// -----

// expected-error @below {{'func.func' op must not carry 'fusion.no_fuse', which belongs on an operation of a graph with a tensor as its result}}
func.func @function(%x: tensor<4xf32>) -> tensor<4xf32> attributes {fusion.no_fuse} {
  return %x : tensor<4xf32>
}

// -----

func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @call(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op must not carry 'fusion.no_fuse': the function is inlined; mark operations of the function}}
  %0 = call @callee(%x) {fusion.no_fuse} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @in_a_kernel(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    // expected-error @below {{'fusion.relu' op must not carry 'fusion.no_fuse' in a kernel, which is fused already; mark the kernel}}
    %1 = fusion.relu %a {fusion.no_fuse} : tensor<4x8xf32>
    %2 = fusion.exp %1 : tensor<4x8xf32>
    fusion.yield %2 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
