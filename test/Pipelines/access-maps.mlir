// Views with access maps that are more than permutations run on the CPU and in the interpreter. No family of a GPU
// reads by them: such kernels are unfused, with a remark, and the program compiles.
//
// RUN: fusion-run %s --entry=slice --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=split_and_merge --device=cpu --random=1 --dynamic=5 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=reverse_rows --device=cpu --random=1 --dynamic=5 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=roll_of_output --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=convolution --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=convolution --device=cpu --random=1 --verify=kernels | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=largest_of_windows --device=cpu --random=1 --dynamic=2 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=two_paddings --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// GOOD: good

// RUN: fusion-opt %s --fusion-to-ptx=chip=sm_90a --remarks-filter-missed='fusion.epilogue' -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: fusion-compile %s --target=sm_80 --emit=ptx -o /dev/null
// GPU-COUNT-7: [Missed] unfused {{.*}}operands may have dimensions in another order, but no other access map

// Every second column, behind the first.
func.func @slice(%x: tensor<6x9xf32>) -> tensor<6x4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<6x9xf32>) -> tensor<6x4xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 4) -> (d0, d1 * 2 + 1)> : tensor<6x9xf32> -> tensor<6x4xf32>
    %2 = fusion.exp %1 : tensor<6x4xf32>
    fusion.yield %2 : tensor<6x4xf32>
  }
  return %0 : tensor<6x4xf32>
}

// Halves of rows are added, and the sum is repeated.
func.func @split_and_merge(%x: tensor<?x8xf16>) -> tensor<?xf16> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x8xf16>) -> tensor<?xf16> {
    %1 = fusion.view %x0 access <(d0 in s0 * 8) -> (d0 floordiv 8, (d0 floordiv 2) mod 4)> : tensor<?x8xf16> -> tensor<?xf16>
    %2 = fusion.view %x0 access <(d0 in s0 * 8) -> (d0 floordiv 8, (d0 floordiv 2) mod 4 + 4)> : tensor<?x8xf16> -> tensor<?xf16>
    %3 = fusion.add %1, %2 : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xf16>
    fusion.yield %3 : tensor<?xf16>
  }
  return %0 : tensor<?xf16>
}

func.func @reverse_rows(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x4xf32>) -> tensor<?x4xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 4) -> (-d0 + s0 - 1, d1)> : tensor<?x4xf32> -> tensor<?x4xf32>
    %2 = fusion.sub %1, %x0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    fusion.yield %2 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

func.func @roll_of_output(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<5x8xf32>) -> tensor<5x8xf32> {
    %1 = fusion.relu %x0 : tensor<5x8xf32>
    %2 = fusion.view %1 access <(d0 in 5, d1 in 8) -> (d0, (d1 + 3) mod 8)> : tensor<5x8xf32> -> tensor<5x8xf32>
    fusion.yield %2 : tensor<5x8xf32>
  }
  return %0 : tensor<5x8xf32>
}

// A convolution: windows of 3 x 3, two apart, over 8 x 8 pixels of 4 channels with a border of zeros. Rows of the
// product are pixels of the result, k runs over the window and the channels.
func.func @convolution(%x: tensor<2x8x8x4xbf16>, %w: tensor<16x36xbf16>, %b: tensor<16xbf16>) -> tensor<32x16xbf16> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
      : (tensor<2x8x8x4xbf16>, tensor<16x36xbf16>, tensor<16xbf16>) -> tensor<32x16xbf16> {
    %1 = fusion.view %x0 access <(d0 in 32, d1 in 36)
        -> (d0 floordiv 16, ((d0 floordiv 4) mod 4) * 2 + d1 floordiv 12 - 1, (d0 mod 4) * 2 + (d1 floordiv 4) mod 3 - 1, d1 mod 4)
        if (((d0 floordiv 4) mod 4) * 2 + d1 floordiv 12 - 1 in s1, (d0 mod 4) * 2 + (d1 floordiv 4) mod 3 - 1 in s2)
        else 0.0 : bf16> : tensor<2x8x8x4xbf16> -> tensor<32x36xbf16>
    %2 = fusion.matmul %1, %w0 {transpose_b} : (tensor<32x36xbf16>, tensor<16x36xbf16>) -> tensor<32x16xf32>
    %3 = fusion.add %2, %b0 : (tensor<32x16xf32>, tensor<16xbf16>) -> tensor<32x16xf32>
    %4 = fusion.relu %3 : tensor<32x16xf32>
    %5 = fusion.cast %4 : tensor<32x16xf32> to tensor<32x16xbf16>
    fusion.yield %5 : tensor<32x16xbf16>
  }
  return %0 : tensor<32x16xbf16>
}

// A largest element of each window, which is no padding.
func.func @largest_of_windows(%x: tensor<?x7xf32>) -> tensor<?x4x1xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x7xf32>) -> tensor<?x4x1xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 4, d2 in 3) -> (d0, d1 * 2 + d2 - 1)
                                 if (d1 * 2 + d2 - 1 in s1) else 0xFF800000 : f32> : tensor<?x7xf32> -> tensor<?x4x3xf32>
    %2 = fusion.reduce maximumf %1 along [2] : tensor<?x4x3xf32> -> tensor<?x4x1xf32>
    fusion.yield %2 : tensor<?x4x1xf32>
  }
  return %0 : tensor<?x4x1xf32>
}

// Views that are no one map.
func.func @two_paddings(%x: tensor<8xbf16>) -> tensor<12xbf16> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xbf16>) -> tensor<12xbf16> {
    %1 = fusion.view %x0 access <(d0 in 10) -> (d0 - 1) if (d0 - 1 in 8) else -1.0 : bf16> : tensor<8xbf16> -> tensor<10xbf16>
    %2 = fusion.view %1 access <(d0 in 12) -> (d0 - 1) if (d0 - 1 in 10) else 7.0 : bf16> : tensor<10xbf16> -> tensor<12xbf16>
    %3 = fusion.add %2, %2 : (tensor<12xbf16>, tensor<12xbf16>) -> tensor<12xbf16>
    fusion.yield %3 : tensor<12xbf16>
  }
  return %0 : tensor<12xbf16>
}
