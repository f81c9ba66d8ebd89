// RUN: fusion-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{guard expects aligned, multiple, at_most or positive, but has near}}
func.func private @guard_of_unknown_kind() attributes {s = #fusion.guard<near 0 to 16>}

// -----

// expected-error @+1 {{guard expects a power of two, but has 12}}
func.func private @guard_no_power_of_two() attributes {s = #fusion.guard<aligned 0 to 12>}

// -----

// expected-error @+1 {{guard expects operands and dimensions of at least 0, but has -1}}
func.func private @guard_negative_dimension() attributes {s = #fusion.guard<multiple 0[-1] of 8>}

// -----

// expected-error @+1 {{guard expects a size of at least 0, but has -3}}
func.func private @guard_negative_size() attributes {s = #fusion.guard<at_most 0[1] is -3>}

// -----

// expected-error @+1 {{expected '['}}
func.func private @guard_of_no_dimension() attributes {s = #fusion.guard<multiple 0 of 8>}

// -----

// expected-error @+1 {{variant expects a suffix of letters, digits and _, but has "a b"}}
func.func private @suffix_with_space() attributes {s = #fusion.variant<"a b">}

// -----

func.func @no_variants(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expects variants to be at least one}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32> attributes {variants = []} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @guard_of_missing_operand(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has a variant with a guard of operand 2, but has 2 operands}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {variants = [#fusion.variant<"", guards = [<aligned 2 to 16>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @guard_along_missing_dimension(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has a variant with a guard of size 1 of operand 0, which has 1 dimensions}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {variants = [#fusion.variant<"", guards = [<aligned 0[1] to 16>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @guard_of_missing_dimension(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has a variant with a guard of size 1 of operand 0, which has 1 dimensions}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {variants = [#fusion.variant<"", guards = [<positive 0[1]>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

func.func @last_variant_asks(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expects a last variant that asks for nothing}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32>
      attributes {variants = [#fusion.variant<"", guards = [<aligned 0 to 16>]>]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// expected-error @+1 {{variant expects guards, then schedule, then any_address, but has sizes}}
func.func private @settings_of_unknown_name() attributes {s = #fusion.variant<"", sizes = [<aligned 0 to 16>]>}

// -----

// expected-error @+1 {{variant expects schedule, then any_address, but has guards}}
func.func private @settings_out_of_order() attributes {s = #fusion.variant<"", guards = [<aligned 0 to 16>], guards = []>}
