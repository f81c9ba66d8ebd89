// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.*' --verify-diagnostics -o /dev/null
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.*' -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='of the concatenated weights'

// Why two products whose results are added are not one kernel. What helps two products of one left factor is not said.
// CHECK: strict numerics round each of the two products before they are added

// Strict numerics round each of them.
func.func @strict(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x16xbf16>, %v: tensor<16x256xbf16>)
    -> tensor<256x256xf32> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x16xbf16>, tensor<16x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}strict numerics round each of the two products before they are added}}
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

// -----

// Rows that TMA cannot read.
func.func @odd_depth(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x9xbf16>, %v: tensor<9x256xbf16>)
    -> tensor<256x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x9xbf16>, tensor<9x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the family takes two products whose rows are multiples of 16 bytes, not of 18}}
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

// -----

func.func @types(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x16xf16>, %v: tensor<16x256xf16>)
    -> tensor<256x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x16xf16>, tensor<16x256xf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the two products that are added are of different types}}
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

// -----

// Two depths that the launch alone knows.
func.func @open_depths(%x: tensor<256x?xbf16>, %w: tensor<?x256xbf16>, %t: tensor<256x?xbf16>, %v: tensor<?x256xbf16>)
    -> tensor<256x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<256x?xbf16>, tensor<?x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x?xbf16>, tensor<?x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the depths of the two products that are added are dynamic, or 0}}
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

// -----

// Sums of one product times 3 or 5 and the other one are not: 5/3 and 3/5 are no numbers of f32.
func.func @ratio(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x16xbf16>, %v: tensor<16x256xbf16>)
    -> tensor<256x256xf32> {
  %three = arith.constant dense<3.0> : tensor<f32>
  %five = arith.constant dense<5.0> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  %1 = fusion.mul %0, %three : (tensor<256x256xf32>, tensor<f32>) -> tensor<256x256xf32>
  %2 = fusion.matmul %t, %v : (tensor<256x16xbf16>, tensor<16x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  %3 = fusion.mul %2, %five : (tensor<256x256xf32>, tensor<f32>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the two products that are added are multiplied with numbers whose ratio f32 does not have}}
  %4 = fusion.add %1, %3 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %4 : tensor<256x256xf32>
}

// -----

// The first product is a result too: its own sums are needed.
func.func @kept(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x16xbf16>, %v: tensor<16x256xbf16>)
    -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x16xbf16>, tensor<16x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the consumer is computed in the kernel of another product, and no family computes both}}
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2, %0 : tensor<256x256xf32>, tensor<256x256xf32>
}

// -----

// Something else than an addition reads both, or something stands between that is no factor and no addend.
func.func @gate(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>, %t: tensor<256x16xbf16>, %v: tensor<16x256xbf16>)
    -> tensor<256x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x16xbf16>, tensor<16x256xbf16>) -> tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  %2 = fusion.relu %1 : tensor<256x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}the consumer is computed in the kernel of another product, and no family computes both}}
  %3 = fusion.add %0, %2 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %3 : tensor<256x256xf32>
}

// -----

// K of both is long, of few tiles: with a kernel each it is shared by blocks.
func.func @long_sums(%x: tensor<16x16384xbf16>, %w: tensor<16384x256xbf16>, %t: tensor<16x16384xbf16>,
                     %v: tensor<16384x256xbf16>) -> tensor<16x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark-re @below {{[Missed] two-products {{.*}}both are products that an addition brings together, which would take {{[0-9.]+}} us in one kernel, and take {{[0-9.]+}} us in two}}
  %2 = fusion.add %0, %1 : (tensor<16x256xf32>, tensor<16x256xf32>) -> tensor<16x256xf32>
  return %2 : tensor<16x256xf32>
}
