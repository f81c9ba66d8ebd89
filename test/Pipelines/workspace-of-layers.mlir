// RUN: fusion-compile %s --target=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=GPU
// RUN: fusion-compile %s --target=cpu --emit=llvm -o - | FileCheck %s --check-prefix=CPU

// Products of layers take turns in the workspace, however many layers there are. On a GPU it holds two products of
// 256 x 512 f16; on the CPU one, and the f32 sums of one.

// GPU: define {{.*}}i64 @fusion.workspace.0(
// GPU-NEXT: ret i64 524288
// CPU: define {{.*}}i64 @fusion.workspace.0(
// CPU-NEXT: ret i64 786432
func.func @layers(%x: tensor<256x512xf16>, %w: tensor<512x512xf16>) -> tensor<256x512xf16> {
  %a = fusion.matmul %x, %w : (tensor<256x512xf16>, tensor<512x512xf16>) -> tensor<256x512xf16>
  %b = fusion.matmul %a, %w : (tensor<256x512xf16>, tensor<512x512xf16>) -> tensor<256x512xf16>
  %c = fusion.matmul %b, %w : (tensor<256x512xf16>, tensor<512x512xf16>) -> tensor<256x512xf16>
  %d = fusion.matmul %c, %w : (tensor<256x512xf16>, tensor<512x512xf16>) -> tensor<256x512xf16>
  %e = fusion.matmul %d, %w : (tensor<256x512xf16>, tensor<512x512xf16>) -> tensor<256x512xf16>
  return %e : tensor<256x512xf16>
}
