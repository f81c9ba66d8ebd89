// Functions of bf16 that no fusion operation stands for are computed in f32: no code calls a compiler's library for bf16.

// RUN: fusion-run %s --device=cpu --random=1 --verify
// RUN: fusion-compile %s --target=cpu | FileCheck %s
// CHECK-NOT: @llvm.{{[a-z]+}}.bf16
// CHECK-NOT: fptrunc {{.*}} to bfloat
func.func @f(%x: tensor<13xbf16>) -> (tensor<13xbf16>, tensor<13xbf16>) {
  %0 = math.floor %x : tensor<13xbf16>
  %1 = math.roundeven %x : tensor<13xbf16>
  return %0, %1 : tensor<13xbf16>, tensor<13xbf16>
}
