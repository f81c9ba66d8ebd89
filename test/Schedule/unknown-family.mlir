// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -verify-diagnostics -o /dev/null

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{has a schedule of family 'sm91', which is not known; families of sm_90a are attention, sm90, attention_sm80, sm80, narrow, simt, rows, columns, elementwise}}
  %0 = fusion.kernel(%x0 = %x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
      attributes {schedule = #fusion.schedule<family = sm91, tile = [1, 2048, 1], warps = [1, 8]>} {
    %1 = fusion.relu %x0 : tensor<64x64xf32>
    fusion.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
