// A value that is the same along the inner loop, and is squared twenty times, takes LLVM's loop vectorizer minutes: that
// loop is marked, so that it stays as it is. Other loops are vectorized, those of one function of such a value too.

// RUN: fusion-compile --target=cpu %s -o - | FileCheck %s

// CHECK-LABEL: define {{.*}} @fusion.entry.squares.loops
// CHECK-NOT: fmul <
// CHECK: br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
func.func @squares(%row: tensor<1xf32>) -> tensor<1x1000xf32> {
  %empty = tensor.empty() : tensor<1x1000xf32>
  %v0 = linalg.broadcast ins(%row : tensor<1xf32>) outs(%empty : tensor<1x1000xf32>) dimensions = [1]
  %v1 = fusion.mul %v0, %v0 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v2 = fusion.mul %v1, %v1 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v3 = fusion.mul %v2, %v2 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v4 = fusion.mul %v3, %v3 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v5 = fusion.mul %v4, %v4 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v6 = fusion.mul %v5, %v5 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v7 = fusion.mul %v6, %v6 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v8 = fusion.mul %v7, %v7 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v9 = fusion.mul %v8, %v8 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v10 = fusion.mul %v9, %v9 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v11 = fusion.mul %v10, %v10 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v12 = fusion.mul %v11, %v11 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v13 = fusion.mul %v12, %v12 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v14 = fusion.mul %v13, %v13 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v15 = fusion.mul %v14, %v14 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v16 = fusion.mul %v15, %v15 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v17 = fusion.mul %v16, %v16 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v18 = fusion.mul %v17, %v17 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v19 = fusion.mul %v18, %v18 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %v20 = fusion.mul %v19, %v19 : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  return %v20 : tensor<1x1000xf32>
}

// CHECK-LABEL: define {{.*}} @fusion.entry.sine.loops
// CHECK: fmul <{{[0-9]+}} x float>
// CHECK-NOT: !llvm.loop ![[LOOP]]{{$}}
func.func @sine(%row: tensor<1xf32>, %x: tensor<1x1000xf32>) -> tensor<1x1000xf32> {
  %empty = tensor.empty() : tensor<1x1000xf32>
  %all = linalg.broadcast ins(%row : tensor<1xf32>) outs(%empty : tensor<1x1000xf32>) dimensions = [1]
  %sine = fusion.sin %all : tensor<1x1000xf32>
  %y = fusion.mul %sine, %x : (tensor<1x1000xf32>, tensor<1x1000xf32>) -> tensor<1x1000xf32>
  return %y : tensor<1x1000xf32>
}

// CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[OFF:[0-9]+]]
// CHECK: ![[OFF]] = !{!"llvm.loop.vectorize.enable", i32 0}
