// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s

// What a thread has of a row is loaded and stored at once, or element by element.
// CHECK-LABEL: func @known
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>]>, #fusion.variant<"_general">]
func.func @known(%x: tensor<?x768xf32>) -> tensor<?x768xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<?x768xf32>) -> tensor<?x768xf32> {
    %s = fusion.reduce addf %a along [1] : tensor<?x768xf32> -> tensor<?x1xf32>
    %r = fusion.div %a, %s : (tensor<?x768xf32>, tensor<?x1xf32>) -> tensor<?x768xf32>
    fusion.yield %r : tensor<?x768xf32>
  }
  return %0 : tensor<?x768xf32>
}

// A value of each row is stored alone and needs no address.
// CHECK-LABEL: func @sum
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>]>, #fusion.variant<"_general">]
func.func @sum(%x: tensor<64x768xbf16>) -> tensor<64x1xbf16> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x768xbf16>) -> tensor<64x1xbf16> {
    %s = fusion.reduce addf %a along [1] : tensor<64x768xbf16> -> tensor<64x1xbf16>
    fusion.yield %s : tensor<64x1xbf16>
  }
  return %0 : tensor<64x1xbf16>
}

// CHECK-LABEL: func @odd
// CHECK: variants = [#fusion.variant<"">]
func.func @odd(%x: tensor<64x767xf32>) -> tensor<64x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x767xf32>) -> tensor<64x1xf32> {
    %s = fusion.reduce addf %a along [1] : tensor<64x767xf32> -> tensor<64x1xf32>
    fusion.yield %s : tensor<64x1xf32>
  }
  return %0 : tensor<64x1xf32>
}

// How long rows are says how large their pieces are, whatever addresses are like.
// CHECK-LABEL: func @open
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <multiple 0[1] of 4>, <multiple 1[1] of 4>]>,
// CHECK-SAME: #fusion.variant<"_general_of4", guards = [<multiple 0[1] of 4>]>,
// CHECK-SAME: #fusion.variant<"_of2", guards = [<aligned 0 to 8>, <aligned 1 to 8>, <multiple 0[1] of 2>, <multiple 1[1] of 2>]>,
// CHECK-SAME: #fusion.variant<"_general_of2", guards = [<multiple 0[1] of 2>]>,
// CHECK-SAME: #fusion.variant<"_general">]
func.func @open(%x: tensor<64x?xf32>) -> tensor<64x?xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x?xf32>) -> tensor<64x?xf32> {
    %s = fusion.reduce addf %a along [1] : tensor<64x?xf32> -> tensor<64x1xf32>
    %r = fusion.div %a, %s : (tensor<64x?xf32>, tensor<64x1xf32>) -> tensor<64x?xf32>
    fusion.yield %r : tensor<64x?xf32>
  }
  return %0 : tensor<64x?xf32>
}

// A length of several sizes is a product; what is known of it may be a part of the factor.
// CHECK-LABEL: func @product
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <multiple 0[2] of 4>, <multiple 0[1] * 0[2] of 4>]>,
// CHECK-SAME: #fusion.variant<"_general_of4", guards = [<multiple 0[1] * 0[2] of 4>]>,
// CHECK-SAME: #fusion.variant<"_of2", guards = [<aligned 0 to 8>, <multiple 0[2] of 2>, <multiple 0[1] * 0[2] of 2>]>,
// CHECK-SAME: #fusion.variant<"_general_of2", guards = [<multiple 0[1] * 0[2] of 2>]>,
// CHECK-SAME: #fusion.variant<"_general">]
func.func @product(%x: tensor<64x?x?xf32>) -> tensor<64x1x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x?x?xf32>) -> tensor<64x1x1xf32> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x?x?xf32> -> tensor<64x1x1xf32>
    fusion.yield %s : tensor<64x1x1xf32>
  }
  return %0 : tensor<64x1x1xf32>
}
// CHECK-LABEL: func @factor
// CHECK: variants = [#fusion.variant<"", guards = [<multiple 0[1] of 2>]>,
// CHECK-SAME: #fusion.variant<"_of2", guards = [<aligned 0 to 8>]>,
// CHECK-SAME: #fusion.variant<"_general">]
func.func @factor(%x: tensor<64x?x6xf32>) -> tensor<64x1x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x?x6xf32>) -> tensor<64x1x1xf32> {
    %s = fusion.reduce addf %a along [1, 2] : tensor<64x?x6xf32> -> tensor<64x1x1xf32>
    fusion.yield %s : tensor<64x1x1xf32>
  }
  return %0 : tensor<64x1x1xf32>
}

// A thread of columns has several side by side, whatever pieces are like.
// CHECK-LABEL: func @columns
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>]>,
// CHECK-SAME: #fusion.variant<"_general">]
func.func @columns(%x: tensor<4096x512xf32>) -> tensor<1x512xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4096x512xf32>) -> tensor<1x512xf32> {
    %s = fusion.reduce addf %a along [0] : tensor<4096x512xf32> -> tensor<1x512xf32>
    fusion.yield %s : tensor<1x512xf32>
  }
  return %0 : tensor<1x512xf32>
}
// CHECK-LABEL: func @open_columns
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <multiple 0[0] of 4>]>,
// CHECK-SAME: #fusion.variant<"_general_of4", guards = [<multiple 0[0] of 4>]>,
// CHECK-SAME: #fusion.variant<"_of2", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <multiple 0[0] of 2>]>,
// CHECK-SAME: #fusion.variant<"_general_of2", guards = [<multiple 0[0] of 2>]>,
// CHECK-SAME: #fusion.variant<"_of1", guards = [<aligned 0 to 16>, <aligned 1 to 16>]>,
// CHECK-SAME: #fusion.variant<"_general">]
func.func @open_columns(%x: tensor<?x512xf32>) -> tensor<1x512xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<?x512xf32>) -> tensor<1x512xf32> {
    %s = fusion.reduce addf %a along [0] : tensor<?x512xf32> -> tensor<1x512xf32>
    fusion.yield %s : tensor<1x512xf32>
  }
  return %0 : tensor<1x512xf32>
}
