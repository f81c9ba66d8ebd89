// RUN: fusion-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{guard expects aligned, multiple, at_most or positive, but has near}}
func.func private @f() attributes {s = #fusion.guard<near 0 to 16>}

// -----

// expected-error @+1 {{guard expects a power of two, but has 12}}
func.func private @f() attributes {s = #fusion.guard<aligned 0 to 12>}

// -----

// expected-error @+1 {{guard expects operands and dimensions of at least 0, but has -1}}
func.func private @f() attributes {s = #fusion.guard<multiple 0[-1] of 8>}

// -----

// expected-error @+1 {{guard expects a size of at least 0, but has -3}}
func.func private @f() attributes {s = #fusion.guard<at_most 0[1] is -3>}

// -----

// expected-error @+1 {{form expects a suffix of letters, digits and _, but has "a b"}}
func.func private @f() attributes {s = #fusion.form<"a b">}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expects forms to be at least one}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32> attributes {forms = []} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has a form with a guard of operand 2, but has 2 operands}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {forms = [#fusion.form<"", guards = [<aligned 2 to 16>]>, #fusion.form<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has a form with a guard of size 1 of operand 0, which has 1 dimensions}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {forms = [#fusion.form<"", guards = [<positive 0[1]>]>, #fusion.form<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expects a last form that asks for nothing}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {forms = [#fusion.form<"", guards = [<aligned 0 to 16>]>]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// expected-error @+1 {{form expects guards, then schedule, then any_address, but has sizes}}
func.func private @f() attributes {s = #fusion.form<"", sizes = [<aligned 0 to 16>]>}

// -----

// expected-error @+1 {{form expects schedule, then any_address, but has guards}}
func.func private @f() attributes {s = #fusion.form<"", guards = [<aligned 0 to 16>], guards = []>}
