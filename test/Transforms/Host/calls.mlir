// RUN: fusion-opt %s --fusion-to-cpu --split-input-file --verify-diagnostics

// Calls are inlined by the import; those that cannot be are refused, for any target.

func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
func.func @no_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op calls 'outside', which has no body; give it one, or compute its result outside of the graph}}
  %0 = call @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op calls 'itself', which calls itself; write it as a loop with scf}}
  %0 = call @itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @down(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %more = arith.cmpi sgt, %n, %c0 : i32
  %r = scf.if %more -> tensor<4xf32> {
    %m = arith.subi %n, %c1 : i32
    %y = arith.addf %x, %x : tensor<4xf32>
    // expected-error @below {{calls 'down', which calls itself}}
    %0 = func.call @down(%y, %m) : (tensor<4xf32>, i32) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @recursion(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : i32
  %0 = call @down(%x, %c3) : (tensor<4xf32>, i32) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @blocks(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  cf.cond_br %p, ^same, ^doubled
^same:
  return %x : tensor<4xf32>
^doubled:
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @branches(%x: tensor<4xf32>, %i: tensor<i1>) -> tensor<4xf32> {
  %p = tensor.extract %i[] : tensor<i1>
  %0 = scf.if %p -> tensor<4xf32> {
    // expected-error @below {{calls 'blocks', which has a body of several blocks; write its branches with scf}}
    %q = func.call @blocks(%x, %p) : (tensor<4xf32>, i1) -> tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Operations of this dialect are inlined like others.
func.func private @activation(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %y = fusion.kernel(%x0 = %x) : (tensor<4x4xbf16>) -> tensor<4x4xbf16> {
    %0 = fusion.tanh %x0 : tensor<4x4xbf16>
    fusion.yield %0 : tensor<4x4xbf16>
  }
  %z = fusion.relu %y : tensor<4x4xbf16>
  return %z : tensor<4x4xbf16>
}
func.func @inlined(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %0 = call @activation(%x) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// -----

func.func private @exact(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %y = fusion.tanh %x : tensor<4x4xbf16>
  return %y : tensor<4x4xbf16>
}
func.func @mixed(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  // expected-error @below {{calls 'exact', which has other numerics than the caller; give both the same}}
  %0 = call @exact(%x) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// -----

func.func private @constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @by_a_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = func.constant @constant : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{calls 'constant', which was not inlined: the call is of a value, or it holds an operation that cannot be moved; call it by its name, or write its operations in the place of the call}}
  %0 = call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
