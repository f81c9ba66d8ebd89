// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s --check-prefix=GUARD
// RUN: fusion-compile %s --target=sm_90a --aligned=true --emit=ptx -o - | FileCheck %s --check-prefix=PTX

// Dimensions of size 1 do not hide that elements are neighbours: accesses have 16 bytes, and the guard names the
// dimension that they go along.

// GUARD-LABEL: func @behind
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 0[1] to 16>, <aligned 1[1] to 16>]>, #fusion.variant<"_general">]
// PTX-LABEL: .entry behind_k0(
// PTX-NOT: ld.global.{{[bfu]}}
// PTX: ld.global.v4.b32
// PTX-NOT: ld.global.{{[bfu]}}
// PTX-NOT: st.global.{{[bfu]}}
// PTX: st.global.v4.b32
func.func @behind(%x: tensor<64x256x1xbf16>) -> tensor<64x256x1xbf16> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x256x1xbf16>) -> tensor<64x256x1xbf16> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x256x1xbf16> -> tensor<64x1x1xbf16>
    %r = fusion.div %a, %s : (tensor<64x256x1xbf16>, tensor<64x1x1xbf16>) -> tensor<64x256x1xbf16>
    fusion.yield %r : tensor<64x256x1xbf16>
  }
  return %0 : tensor<64x256x1xbf16>
}

// Whether the dimension is reduced makes no difference, even in one kernel.
// GUARD-LABEL: func @reduced_or_not
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 0[1] to 16>, <aligned 1[1] to 16>]>, #fusion.variant<"_general">]
// PTX-LABEL: .entry reduced_or_not_k0(
// PTX-NOT: ld.global.{{[bfu]}}
// PTX: ld.global.v4.b32
// PTX-NOT: ld.global.{{[bfu]}}
// PTX-NOT: st.global.{{[bfu]}}
// PTX: st.global.v4.b32
func.func @reduced_or_not(%x: tensor<64x256x1xbf16>) -> tensor<64x256x1xbf16> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x256x1xbf16>) -> tensor<64x256x1xbf16> {
    %m = fusion.reduce maximumf %a along [1, 2] : tensor<64x256x1xbf16> -> tensor<64x1x1xbf16>
    %d = fusion.sub %a, %m : (tensor<64x256x1xbf16>, tensor<64x1x1xbf16>) -> tensor<64x256x1xbf16>
    %s = fusion.reduce addf %d along [1] : tensor<64x256x1xbf16> -> tensor<64x1x1xbf16>
    %r = fusion.div %d, %s : (tensor<64x256x1xbf16>, tensor<64x1x1xbf16>) -> tensor<64x256x1xbf16>
    fusion.yield %r : tensor<64x256x1xbf16>
  }
  return %0 : tensor<64x256x1xbf16>
}

// In front of the last dimension.
// GUARD-LABEL: func @in_front
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>]>, #fusion.variant<"_general">]
// PTX-LABEL: .entry in_front_k0(
// PTX-NOT: ld.global.{{[bfu]}}
// PTX: ld.global.v4.b32
// PTX-NOT: ld.global.{{[bfu]}}
// PTX-NOT: st.global.{{[bfu]}}
// PTX: st.global.v4.b32
func.func @in_front(%x: tensor<64x1x256xbf16>) -> tensor<64x1x256xbf16> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x1x256xbf16>) -> tensor<64x1x256xbf16> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x1x256xbf16> -> tensor<64x1x1xbf16>
    %r = fusion.div %a, %s : (tensor<64x1x256xbf16>, tensor<64x1x1xbf16>) -> tensor<64x1x256xbf16>
    fusion.yield %r : tensor<64x1x256xbf16>
  }
  return %0 : tensor<64x1x256xbf16>
}

// Columns side by side.
// GUARD-LABEL: func @across
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 0[1] to 16>, <aligned 1[1] to 16>]>,
// PTX-LABEL: .entry across_k0_step0(
// PTX-NOT: ld.global.{{[bfu]}}
// PTX: ld.global.v4.b32
// PTX-NOT: ld.global.{{[bfu]}}
// PTX-NOT: st.global.{{[bfu]}}
// PTX: st.global.v4.b32
func.func @across(%x: tensor<4096x512x1xf32>) -> tensor<1x512x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4096x512x1xf32>) -> tensor<1x512x1xf32> {
    %s = fusion.reduce addf %a along [0, 2] : tensor<4096x512x1xf32> -> tensor<1x512x1xf32>
    fusion.yield %s : tensor<1x512x1xf32>
  }
  return %0 : tensor<1x512x1xf32>
}

// A dynamic size is told of the dimension that accesses go along.
// GUARD-LABEL: func @dynamic
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 0[1] to 16>, <multiple 0[1] of 4>]>,
// GUARD-SAME: #fusion.variant<"_general_of4", guards = [<multiple 0[1] of 4>]>,
func.func @dynamic(%x: tensor<64x?x1xf32>) -> tensor<64x1x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x?x1xf32>) -> tensor<64x1x1xf32> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x?x1xf32> -> tensor<64x1x1xf32>
    fusion.yield %s : tensor<64x1x1xf32>
  }
  return %0 : tensor<64x1x1xf32>
}

// An odd size takes no wide access.
// GUARD-LABEL: func @odd
// GUARD: variants = [#fusion.variant<"">]
func.func @odd(%x: tensor<64x255x1xf32>) -> tensor<64x1x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x255x1xf32>) -> tensor<64x1x1xf32> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x255x1xf32> -> tensor<64x1x1xf32>
    fusion.yield %s : tensor<64x1x1xf32>
  }
  return %0 : tensor<64x1x1xf32>
}
