// Where the caller promises that tensors start at multiples of 16 bytes, by the attribute or by the option, kernels of
// static sizes have no variant for other places.
// DEFINE: %{list} = fusion-compile %s --target=sm_90a --emit=ptx
// DEFINE: %{sort} = grep -o '\.entry [a-z0-9_]*' | sort
// RUN: %{list} | %{sort} | FileCheck %s --match-full-lines
// RUN: %{list} --aligned=true | %{sort} | FileCheck %s --match-full-lines --check-prefix=PROMISED
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s --check-prefix=OWN
// RUN: sed 's/{fusion.aligned}/{fusion.aligned = 16 : i64}/' %s | not fusion-opt 2>&1 | FileCheck %s --check-prefix=FORM

//      CHECK: .entry free_k0
// CHECK-NEXT: .entry free_k0_general
// CHECK-NEXT: .entry free_k0_unaligned
// CHECK-NEXT: .entry free_k1
// CHECK-NEXT: .entry free_k1_general
// CHECK-NEXT: .entry own_initialize_k0
// CHECK-NEXT: .entry own_initialize_k0_general
// CHECK-NEXT: .entry own_k0
// CHECK-NEXT: .entry own_k0_general
// CHECK-NEXT: .entry own_k0_unaligned
// CHECK-NEXT: .entry part_k0
// CHECK-NEXT: .entry part_k0_general
// CHECK-NEXT: .entry sizes_k0
// CHECK-NEXT: .entry sizes_k0_general
//  CHECK-NOT: entry

//      PROMISED: .entry free_k0
// PROMISED-NEXT: .entry free_k1
// PROMISED-NEXT: .entry own_initialize_k0
// PROMISED-NEXT: .entry own_k0
// PROMISED-NEXT: .entry part_k0
// PROMISED-NEXT: .entry part_k0_general
// PROMISED-NEXT: .entry sizes_k0
// PROMISED-NEXT: .entry sizes_k0_general
//  PROMISED-NOT: entry

// FORM: error: 'func.func' op expects attribute 'fusion.aligned' to be a unit attribute

func.func @free(%x: tensor<64x128xbf16>, %w: tensor<128x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x1xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<64x128xbf16>, tensor<128x256xbf16>) -> tensor<64x256xbf16>
  %1 = fusion.cast %0 : tensor<64x256xbf16> to tensor<64x256xf32>
  %2 = fusion.reduce addf %1 along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  return %0, %2 : tensor<64x256xbf16>, tensor<64x1xf32>
}

// Its kernel is that of the function above.
func.func @promised(%x: tensor<64x128xbf16>, %w: tensor<128x256xbf16>) -> tensor<64x256xbf16> attributes {fusion.aligned} {
  %0 = fusion.matmul %x, %w : (tensor<64x128xbf16>, tensor<128x256xbf16>) -> tensor<64x256xbf16>
  return %0 : tensor<64x256xbf16>
}

// A part starts 8 bytes behind a multiple of 16.
func.func @part(%x: tensor<64x72xbf16>) -> tensor<64x64xbf16> attributes {fusion.aligned} {
  %0 = tensor.extract_slice %x[0, 4] [64, 64] [1, 1] : tensor<64x72xbf16> to tensor<64x64xbf16>
  %1 = fusion.exp %0 : tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// Rows of a size that the launch tells may start anywhere.
func.func @sizes(%x: tensor<64x?xbf16>) -> tensor<64x?xbf16> attributes {fusion.aligned} {
  %0 = fusion.exp %x : tensor<64x?xbf16>
  return %0 : tensor<64x?xbf16>
}

// The second product reads the workspace and what the initialise step gives, and writes the workspace: no place is
// tested. The third one writes the caller's memory.
// OWN-LABEL: func.func @own(
// OWN: scf.if
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0 blocks
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0_unaligned blocks
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0_general blocks
// OWN-NOT: scf.if
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0 blocks
// OWN: scf.if
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0 blocks
// OWN: launch_func{{ +}}@fusion_kernels::@own_k0_unaligned blocks
// OWN-NOT: launch_func
// OWN-LABEL: func.func @own.initialize(
func.func @own(%x: tensor<64x128xbf16>, %w: tensor<128x128xf32> {fusion.constant}) -> tensor<64x128xbf16> {
  %v = fusion.cast %w : tensor<128x128xf32> to tensor<128x128xbf16>
  %0 = fusion.matmul %x, %v : (tensor<64x128xbf16>, tensor<128x128xbf16>) -> tensor<64x128xbf16>
  %1 = fusion.matmul %0, %v : (tensor<64x128xbf16>, tensor<128x128xbf16>) -> tensor<64x128xbf16>
  %2 = fusion.matmul %1, %v : (tensor<64x128xbf16>, tensor<128x128xbf16>) -> tensor<64x128xbf16>
  return %2 : tensor<64x128xbf16>
}
