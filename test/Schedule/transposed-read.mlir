// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -remarks-filter='fusion.schedule' \
// RUN:   2>&1 | FileCheck %s

// wgmma reads f32 from shared memory only with its elements adjacent along k. One operand that lies otherwise comes from
// registers; of two, one is transposed first, and what that costs is said; a small product of two is one of mma.sync.

// CHECK: remark: [Missed] transposed-read | Category:fusion.schedule | Function=large
// CHECK-SAME: {{A|B}} of f32 not contiguous along k, which wgmma cannot read: copied first, which takes {{[0-9]+.[0-9]}} of {{[0-9]+.[0-9]}} us
// CHECK-SAME: store the operand with its elements adjacent along k{{.*}}copy_ns={{[0-9]+}}
// CHECK: remark: [Missed] transposed-read | Category:fusion.schedule | Function=small
// CHECK-SAME: A and B of f32 not contiguous along k, which wgmma cannot read: the kernel is one of mma.sync
// CHECK-NOT: remark

// CHECK: func @large
// CHECK: family = sm90
// CHECK-SAME: copy_{{a|b}} = true
func.func @large(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    fusion.yield %0 : tensor<4096x4096xf32>
  }
  return %y : tensor<4096x4096xf32>
}

// CHECK: func @one
// CHECK: family = sm90
// CHECK-SAME: swap = true
// CHECK-NOT: copy_{{a|b}}
func.func @one(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    fusion.yield %0 : tensor<4096x4096xf32>
  }
  return %y : tensor<4096x4096xf32>
}

// CHECK: func @small
// CHECK: family = sm80
func.func @small(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    fusion.yield %0 : tensor<64x64xf32>
  }
  return %y : tensor<64x64xf32>
}

// CHECK: func @adjacent
// CHECK: family = sm90
// CHECK-NOT: copy_{{a|b}}
func.func @adjacent(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    fusion.yield %0 : tensor<4096x4096xf32>
  }
  return %y : tensor<4096x4096xf32>
}
