// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-explain -o /dev/null 2>&1 | FileCheck %s

// The families' models tell schedules apart (about 170 us were measured of the first); the roofline, which is told where
// a schedule cannot be lowered, does not.
// CHECK: large_k0: matmul {{.*}}about 16{{[0-9]}}.{{[0-9]}} us
// CHECK: narrow_k0: matmul {{.*}}about 2{{[0-9][0-9]}}.{{[0-9]}} us
// CHECK: other_family_k0: matmul {{.*}}about 40{{[0-9]}}.{{[0-9]}} us
// CHECK: impossible_k0: matmul {{.*}}about 141.0 us
func.func @large(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <grid = 128>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

func.func @narrow(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 8, group = 16, sm90 = <>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

func.func @other_family(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
      attributes {schedule = #fusion.schedule<family = sm80, tile = [128, 256, 64], warps = [2, 4], stages = 4, group = 8>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

func.func @impossible(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 7, 64], warps = [4, 1], stages = 8, sm90 = <>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}
