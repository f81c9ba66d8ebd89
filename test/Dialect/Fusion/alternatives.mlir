// RUN: fusion-opt %s | fusion-opt | FileCheck %s
// Schedules stay with a kernel that loses an input that nothing reads, and on its way to destinations and memrefs.
// RUN: fusion-opt %s -canonicalize | FileCheck %s
// RUN: fusion-opt %s -fusion-kernels-to-destinations -fusion-bufferize | FileCheck %s

#large = #fusion.schedule<family = sm80, tile = [128, 128, 64], warps = [2, 2], stages = 3, group = 8>
#small = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 4], stages = 4, group = 8>

// CHECK-LABEL: func @alternatives_stay_with_kernel
// CHECK: fusion.kernel
// CHECK-SAME: alternatives = [#fusion.alternative<most_m = 16, schedule = <family = sm80, tile = [16, 64, 64], warps = [1, 4], stages = 4, group = 8>>]
// CHECK-SAME: schedule = #fusion.schedule<family = sm80, tile = [128, 128, 64], warps = [2, 2], stages = 3, group = 8>
func.func @alternatives_stay_with_kernel(%x: tensor<?x64xbf16>, %w: tensor<64x64xbf16>, %unused: tensor<64xbf16>) -> tensor<?x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %u0 = %unused) : (tensor<?x64xbf16>, tensor<64x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
      attributes {schedule = #large, alternatives = [#fusion.alternative<most_m = 16, schedule = #small>]} {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xbf16>
    fusion.yield %0 : tensor<?x64xbf16>
  }
  return %y : tensor<?x64xbf16>
}
