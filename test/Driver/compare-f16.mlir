// Comparisons of f16 are made of f32 for the CPU, whole vectors of them too: LLVM's instruction selection for AVX-512 fails on
// some of f16.

// RUN: fusion-compile %s --target=cpu --emit=llvm | FileCheck %s
// CHECK: fpext <{{[0-9]+}} x half> {{.*}} to <{{[0-9]+}} x float>
// CHECK: fcmp {{[a-z ]*}}<{{[0-9]+}} x float>
// RUN: fusion-compile %s --target=cpu --emit=llvm | FileCheck %s --check-prefix=NONE
// NONE-NOT: fcmp {{.*}}half

// RUN: fusion-run %s --random --dynamic=100 --verify | FileCheck %s --check-prefix=VERIFY
// VERIFY-COUNT-2: good
func.func @steps(%x: tensor<?xf16>, %y: tensor<?xf16>) -> (tensor<?xf16>, tensor<?xf16>) {
  %0 = fusion.max %x, %y : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xf16>
  %1 = fusion.compare olt, %x, %y : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xi1>
  %2 = fusion.select %1, %0, %x : (tensor<?xi1>, tensor<?xf16>, tensor<?xf16>) -> tensor<?xf16>
  return %0, %2 : tensor<?xf16>, tensor<?xf16>
}
