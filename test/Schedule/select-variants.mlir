// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s --check-prefix=SM90

// The rows of f32 take two accesses of 16 bytes.
// CHECK-LABEL: func @elementwise
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <aligned 2 to 16>]>, #fusion.variant<"_general">]
func.func @elementwise(%x: tensor<?x64xf32>, %b: tensor<64xbf16>) -> tensor<?x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %b0 = %b) : (tensor<?x64xf32>, tensor<64xbf16>) -> tensor<?x64xbf16> {
    %0 = fusion.add %x0, %b0 : (tensor<?x64xf32>, tensor<64xbf16>) -> tensor<?x64xf32>
    %1 = fusion.cast %0 : tensor<?x64xf32> to tensor<?x64xbf16>
    fusion.yield %1 : tensor<?x64xbf16>
  }
  return %y : tensor<?x64xbf16>
}

// What only a launch knows is asked of it.
// CHECK-LABEL: func @open
// CHECK: guards = [<aligned 0 to 16>, <aligned 1 to 16>, <multiple 0[1] of 8>, <multiple 1[1] of 8>]
func.func @open(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %y = fusion.kernel(%x0 = %x) : (tensor<?x?xf16>) -> tensor<?x?xf16> {
    %0 = fusion.relu %x0 : tensor<?x?xf16>
    fusion.yield %0 : tensor<?x?xf16>
  }
  return %y : tensor<?x?xf16>
}

// CHECK-LABEL: func @odd
// CHECK: variants = [#fusion.variant<"">]
func.func @odd(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %y = fusion.kernel(%x0 = %x) : (tensor<4x9xf32>) -> tensor<4x9xf32> {
    %0 = fusion.relu %x0 : tensor<4x9xf32>
    fusion.yield %0 : tensor<4x9xf32>
  }
  return %y : tensor<4x9xf32>
}

// Rows of a slice lie as far from each other as those of the whole.
// CHECK-LABEL: func @slice
// CHECK: variants = [#fusion.variant<"">]
func.func @slice(%x: tensor<4x17xf32>) -> tensor<4x8xf32> {
  %s = tensor.extract_slice %x[0, 8] [4, 8] [1, 1] : tensor<4x17xf32> to tensor<4x8xf32>
  %y = fusion.kernel(%x0 = %s) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// What becomes part of another tensor is written there.
// CHECK-LABEL: func @part
// CHECK: variants = [#fusion.variant<"">]
func.func @part(%x: tensor<4x8xf32>, %z: tensor<4x9xf32>) -> tensor<4x17xf32> {
  %y = fusion.kernel(%x0 = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  %c = tensor.concat dim(1) %z, %y : (tensor<4x9xf32>, tensor<4x8xf32>) -> tensor<4x17xf32>
  return %c : tensor<4x17xf32>
}

// A view counts behind the inputs that are read as they lie; rows that lie across memory have no adjacent elements.
// CHECK-LABEL: func @view
// CHECK: variants = [#fusion.variant<"">]
// CHECK: func @heads
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <aligned 2 to 16>]>, #fusion.variant<"_general">]
func.func @view(%x: tensor<16x8xf32>) -> tensor<8x16xf32> {
  %y = fusion.kernel(%x0 = %x) : (tensor<16x8xf32>) -> tensor<8x16xf32> {
    %0 = fusion.view %x0 permute [1, 0] : tensor<16x8xf32> -> tensor<8x16xf32>
    %1 = fusion.relu %0 : tensor<8x16xf32>
    fusion.yield %1 : tensor<8x16xf32>
  }
  return %y : tensor<8x16xf32>
}
func.func @heads(%x: tensor<4x6x8xf32>, %b: tensor<8xf32>) -> tensor<6x4x8xf32> {
  %y = fusion.kernel(%x0 = %x, %b0 = %b) : (tensor<4x6x8xf32>, tensor<8xf32>) -> tensor<6x4x8xf32> {
    %0 = fusion.view %x0 permute [1, 0, 2] : tensor<4x6x8xf32> -> tensor<6x4x8xf32>
    %1 = fusion.add %0, %b0 : (tensor<6x4x8xf32>, tensor<8xf32>) -> tensor<6x4x8xf32>
    fusion.yield %1 : tensor<6x4x8xf32>
  }
  return %y : tensor<6x4x8xf32>
}

// A product: 16 bytes of A at once, 4 of W, whose rows are no multiple of more, and single elements behind it; or
// single elements throughout. By TMA W is copied first.
// CHECK-LABEL: func @product
// CHECK: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 4>]>,
// CHECK-SAME: #fusion.variant<"_general", schedule = <family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8>>]
// SM90-LABEL: func @product
// SM90: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>
// SM90-SAME: #fusion.variant<"_unaligned", guards = [<aligned 0 to 16>
// SM90-SAME: any_address = true>,
// SM90-SAME: #fusion.variant<"_general", schedule = <family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8>>]
func.func @product(%x: tensor<512x512xbf16>, %w: tensor<512x1002xbf16>) -> tensor<512x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x1002xbf16>) -> tensor<512x1002xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x1002xbf16>) -> tensor<512x1002xbf16>
    fusion.yield %0 : tensor<512x1002xbf16>
  }
  return %y : tensor<512x1002xbf16>
}

// Schedules for small M are variants with a guard of M.
// SM90-LABEL: func @rows
// SM90: variants = [#fusion.variant<"_m64"
// SM90-SAME: <at_most 0[0] is 64>
// SM90-SAME: <positive 0[0]>
// SM90-SAME: #fusion.variant<"", guards = [
// SM90-SAME: #fusion.variant<"_general"
func.func @rows(%x: tensor<?x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<?x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<?x4096xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<?x4096xbf16>
    fusion.yield %0 : tensor<?x4096xbf16>
  }
  return %y : tensor<?x4096xbf16>
}
