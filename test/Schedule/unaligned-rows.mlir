// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -remarks-filter='fusion.schedule' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule -remarks-filter='fusion.schedule' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=OLDER --allow-empty

// What it costs that TMA cannot read an operand's rows is said, with the way out.

// CHECK: [[@LINE+4]]:8: remark: [Missed] unaligned-rows | Category:fusion.schedule | Function=copied
// CHECK-SAME: rows of A and B are no multiple of 16 bytes, which TMA cannot read: copied first, which takes {{[0-9]+.[0-9]}} of {{[0-9]+.[0-9]}} us
// CHECK-SAME: pad the rows to a multiple of 16 bytes{{.*}}copy_ns={{[0-9]+}}
func.func @copied(%x: tensor<4095x1023xbf16>, %w: tensor<4097x1023xbf16>) -> tensor<4095x4097xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4095x1023xbf16>, tensor<4097x1023xbf16>) -> tensor<4095x4097xbf16> {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4095x1023xbf16>, tensor<4097x1023xbf16>) -> tensor<4095x4097xbf16>
    fusion.yield %0 : tensor<4095x4097xbf16>
  }
  return %y : tensor<4095x4097xbf16>
}

// CHECK: remark: [Missed] unaligned-rows | Category:fusion.schedule | Function=tiny
// CHECK-SAME: rows of A are no multiple of 16 bytes, which TMA cannot read: the kernel is one of mma.sync
func.func @tiny(%x: tensor<16x57xbf16>, %w: tensor<57x16xbf16>) -> tensor<16x16xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x57xbf16>, tensor<57x16xbf16>) -> tensor<16x16xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x57xbf16>, tensor<57x16xbf16>) -> tensor<16x16xbf16>
    fusion.yield %0 : tensor<16x16xbf16>
  }
  return %y : tensor<16x16xbf16>
}

// CHECK: remark: [Missed] unaligned-rows | Category:fusion.schedule | Function=narrow
// CHECK-SAME: rows of B are no multiple of 16 bytes, which TMA cannot read: copied first
func.func @narrow(%x: tensor<1000x1000xbf16>, %w: tensor<1000x1002xbf16>) -> tensor<1000x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<1000x1000xbf16>, tensor<1000x1002xbf16>) -> tensor<1000x1002xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<1000x1000xbf16>, tensor<1000x1002xbf16>) -> tensor<1000x1002xbf16>
    fusion.yield %0 : tensor<1000x1002xbf16>
  }
  return %y : tensor<1000x1002xbf16>
}

// CHECK-NOT: remark
func.func @aligned(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

// Rows of a transposed operand are as long as the other size of the product.
func.func @transposed(%x: tensor<1000x1000xbf16>, %w: tensor<1002x1000xbf16>) -> tensor<1000x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<1000x1000xbf16>, tensor<1002x1000xbf16>) -> tensor<1000x1002xbf16> {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1000x1000xbf16>, tensor<1002x1000xbf16>) -> tensor<1000x1002xbf16>
    fusion.yield %0 : tensor<1000x1002xbf16>
  }
  return %y : tensor<1000x1002xbf16>
}

// The older family has no TMA.
// OLDER-NOT: remark
