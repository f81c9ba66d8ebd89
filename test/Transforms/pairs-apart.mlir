// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.*' --verify-diagnostics -o /dev/null

// Why two products of one left factor are not one kernel.

// A kernel of two products has no stream-K tail, so two kernels are faster where few tiles have a long sum each.
func.func @long_sums(%x: tensor<16x16384xbf16>, %g: tensor<16384x256xbf16>, %u: tensor<16384x256xbf16>)
    -> tensor<16x256xf32> {
  %0 = fusion.matmul %x, %g : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  %1 = fusion.matmul %x, %u : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}both are products of one left factor, which would take {{[0-9.]+}} us in one kernel, and take {{[0-9.]+}} us in two}}
  %2 = fusion.mul %0, %1 : (tensor<16x256xf32>, tensor<16x256xf32>) -> tensor<16x256xf32>
  return %2 : tensor<16x256xf32>
}

// -----

// A schedule that a product has already is kept.
func.func @schedules(%x: tensor<512x256xbf16>, %g: tensor<512x256xbf16>, %u: tensor<512x256xbf16>)
    -> tensor<512x512xf32> {
  %0 = fusion.kernel(%x0 = %x, %g0 = %g) : (tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<512x512xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>} {
    %2 = fusion.matmul %x0, %g0 {transpose_b} : (tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<512x512xf32>
    fusion.yield %2 : tensor<512x512xf32>
  }
  %1 = fusion.kernel(%x0 = %x, %u0 = %u, %y0 = %0)
      : (tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<512x512xf32>) -> tensor<512x512xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4>} {
    %2 = fusion.matmul %x0, %u0 {transpose_b} : (tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<512x512xf32>
    // expected-remark-re @below {{[Missed] two-products {{.*}}each of the two products has a schedule of its own}}
    %3 = fusion.mul %2, %y0 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    fusion.yield %3 : tensor<512x512xf32>
  }
  return %1 : tensor<512x512xf32>
}
