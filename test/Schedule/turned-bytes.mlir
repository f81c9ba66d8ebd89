// No instruction transposes bytes: where mma.sync multiplies them, threads turn what does not lie along k, and the remark
// says so.
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_89 -fusion-select-schedule -remarks-filter='fusion.schedule' 2>&1 | FileCheck %s

// CHECK: remark: [Missed] transposed-read | Category:fusion.schedule | Function=right
// CHECK-SAME: B of f8E4M3FN not contiguous along k, and no instruction transposes bytes: threads turn them on their way to shared memory
// CHECK: remark: [Missed] transposed-read | Category:fusion.schedule | Function=both
// CHECK-SAME: A and B of i8 not contiguous along k
// CHECK-NOT: remark
func.func @right(%x: tensor<64x128xf8E4M3FN>, %w: tensor<128x256xf8E5M2>) -> tensor<64x256xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x128xf8E4M3FN>, tensor<128x256xf8E5M2>) -> tensor<64x256xf32> {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x128xf8E4M3FN>, tensor<128x256xf8E5M2>) -> tensor<64x256xf32>
    fusion.yield %0 : tensor<64x256xf32>
  }
  return %y : tensor<64x256xf32>
}

func.func @both(%x: tensor<128x64xi8>, %w: tensor<128x256xi8>) -> tensor<64x256xi32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x64xi8>, tensor<128x256xi8>) -> tensor<64x256xi32> {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<128x64xi8>, tensor<128x256xi8>) -> tensor<64x256xi32>
    fusion.yield %0 : tensor<64x256xi32>
  }
  return %y : tensor<64x256xi32>
}

func.func @along_k(%x: tensor<64x128xf8E4M3FN>, %w: tensor<256x128xf8E4M3FN>) -> tensor<64x256xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x128xf8E4M3FN>, tensor<256x128xf8E4M3FN>) -> tensor<64x256xf32> {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x128xf8E4M3FN>, tensor<256x128xf8E4M3FN>) -> tensor<64x256xf32>
    fusion.yield %0 : tensor<64x256xf32>
  }
  return %y : tensor<64x256xf32>
}

// ldmatrix transposes elements of 16 bits.
func.func @half(%x: tensor<64x128xbf16>, %w: tensor<128x256xbf16>) -> tensor<64x256xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x128xbf16>, tensor<128x256xbf16>) -> tensor<64x256xf32> {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x128xbf16>, tensor<128x256xbf16>) -> tensor<64x256xf32>
    fusion.yield %0 : tensor<64x256xf32>
  }
  return %y : tensor<64x256xf32>
}

// Of f32 each thread loads the elements that it multiplies.
func.func @wide(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>) -> tensor<64x256xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32> {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
    fusion.yield %0 : tensor<64x256xf32>
  }
  return %y : tensor<64x256xf32>
}
