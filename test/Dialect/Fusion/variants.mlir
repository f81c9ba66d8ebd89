// RUN: fusion-opt %s | fusion-opt | FileCheck %s
// RUN: fusion-opt %s -fusion-kernels-to-destinations -fusion-bufferize -fusion-lower-views | FileCheck %s
// RUN: fusion-opt %s -canonicalize | FileCheck %s --check-prefix=CANONICAL

// Variants stay with a kernel on its way to destinations, memrefs and strides.
// CHECK-LABEL: func @viewed
// CHECK: fusion.kernel
// CHECK-SAME: variants = [
// CHECK-SAME: #fusion.variant<"", guards = [<aligned 1 to 16>, <multiple 2[1] of 8>, <multiple 0[0] * 2[0] of 4>, <at_most 2[0] is 64>, <positive 2[0]>]>
// CHECK-SAME: #fusion.variant<"_unaligned", guards = [<aligned 0 to 2>], any_address = true>
// CHECK-SAME: #fusion.variant<"_general", schedule = <family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>>]
func.func @viewed(%x: tensor<?x?xbf16>, %b: tensor<?xbf16>) -> tensor<?x?xbf16> {
  %y = fusion.kernel(%x0 = %x, %b0 = %b) : (tensor<?x?xbf16>, tensor<?xbf16>) -> tensor<?x?xbf16>
      attributes {variants = [
        #fusion.variant<"", guards = [<aligned 1 to 16>, <multiple 2[1] of 8>, <multiple 0[0] * 2[0] of 4>, <at_most 2[0] is 64>, <positive 2[0]>]>,
        #fusion.variant<"_unaligned", guards = [<aligned 0 to 2>], any_address = true>,
        #fusion.variant<"_general", schedule = <family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>>]} {
    %0 = fusion.view %x0 permute [1, 0] : tensor<?x?xbf16> -> tensor<?x?xbf16>
    %1 = fusion.add %0, %b0 : (tensor<?x?xbf16>, tensor<?xbf16>) -> tensor<?x?xbf16>
    fusion.yield %1 : tensor<?x?xbf16>
  }
  return %y : tensor<?x?xbf16>
}

// Rows may go along a dimension in front of those of size 1.
// CHECK-LABEL: func @behind
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0[0] to 16>, <aligned 1 to 4>]>, #fusion.variant<"_general">]
func.func @behind(%x: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %y = fusion.kernel(%x0 = %x) : (tensor<8x1xf32>) -> tensor<8x1xf32>
      attributes {variants = [#fusion.variant<"", guards = [<aligned 0[0] to 16>, <aligned 1 to 4>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8x1xf32>
    fusion.yield %0 : tensor<8x1xf32>
  }
  return %y : tensor<8x1xf32>
}

// Who takes an operand away takes the variants, which count operands.
// CANONICAL-LABEL: func @unused
// CANONICAL-NOT: variants
// CANONICAL: return
func.func @unused(%x: tensor<8xf32>, %unused: tensor<8xf32>) -> tensor<8xf32> {
  %y = fusion.kernel(%u0 = %unused, %x0 = %x) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
      attributes {variants = [#fusion.variant<"", guards = [<aligned 1 to 16>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<8xf32>
    fusion.yield %0 : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}
