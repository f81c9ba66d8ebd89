// RUN: fusion-opt %s --fusion-import --fusion-fuse=chip=sm_90a -o %t.marked.mlir
// RUN: FileCheck %s --implicit-check-not='fusion.no_fuse' < %t.marked.mlir
// RUN: sed 's/{fusion.no_fuse}//' %s > %t.plain.mlir
// RUN: fusion-opt %t.plain.mlir --fusion-import --fusion-fuse=chip=sm_90a | FileCheck %s --check-prefix=PLAIN --implicit-check-not=fusion.isolated

// An operation that is marked with fusion.no_fuse is in a kernel of its own, whatever kind of edge it has; without the
// mark all is one kernel, or one fewer. What comes out can be fused again, and stays as it is.
// RUN: fusion-opt %t.marked.mlir --fusion-fuse -o %t.again.mlir
// RUN: FileCheck %s < %t.again.mlir

// A bias behind a product, in front of gelu.
// CHECK-LABEL: func.func @epilogue
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: attributes {fusion.isolated = [[N:[0-9]+]] : i64}
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.yield
// CHECK: fusion.gelu
// CHECK-NEXT: fusion.yield
// CHECK-NOT: fusion.yield
// PLAIN-LABEL: func.func @epilogue
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @epilogue(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xf32>
  %1 = fusion.add %0, %b {fusion.no_fuse} : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %2 = fusion.gelu %1 : tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}

// The product itself.
// CHECK-LABEL: func.func @product
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.add
// CHECK-NEXT: fusion.relu
// PLAIN-LABEL: func.func @product
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @product(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = fusion.matmul %x, %w {fusion.no_fuse} : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xf32>
  %1 = fusion.add %0, %b : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %2 = fusion.relu %1 : tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}

// What an epilogue reads beside the product.
// CHECK-LABEL: func.func @before_epilogue
// CHECK: fusion.exp
// CHECK-NEXT: fusion.yield
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.yield
// PLAIN-LABEL: func.func @before_epilogue
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @before_epilogue(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %r: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %e = fusion.exp %r {fusion.no_fuse} : tensor<64x128xf32>
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xf32>
  %1 = fusion.add %0, %e : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// The exponentials of a softmax: what is left of it is two kernels.
// CHECK-LABEL: func.func @softmax
// CHECK: fusion.reduce maximumf
// CHECK-NEXT: fusion.sub
// CHECK-NEXT: fusion.yield
// CHECK: fusion.exp
// CHECK-NEXT: fusion.yield
// CHECK: fusion.reduce addf
// CHECK-NEXT: fusion.div
// PLAIN-LABEL: func.func @softmax
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @softmax(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  %d = fusion.sub %x, %m : (tensor<64x256xf32>, tensor<64x1xf32>) -> tensor<64x256xf32>
  %e = fusion.exp %d {fusion.no_fuse} : tensor<64x256xf32>
  %s = fusion.reduce addf %e along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  %r = fusion.div %e, %s : (tensor<64x256xf32>, tensor<64x1xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// The sum of a norm.
// CHECK-LABEL: func.func @norm
// CHECK: fusion.mul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.reduce addf
// CHECK-NEXT: fusion.yield
// CHECK: fusion.rsqrt
// PLAIN-LABEL: func.func @norm
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @norm(%x: tensor<64x256xf32>, %g: tensor<256xf32>) -> tensor<64x256xf32> {
  %q = fusion.mul %x, %x : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %s = fusion.reduce addf %q along [1] {fusion.no_fuse} : tensor<64x256xf32> -> tensor<64x1xf32>
  %i = fusion.rsqrt %s : tensor<64x1xf32>
  %n = fusion.mul %x, %i : (tensor<64x256xf32>, tensor<64x1xf32>) -> tensor<64x256xf32>
  %r = fusion.mul %n, %g : (tensor<64x256xf32>, tensor<256xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// One product of a gated pair.
// CHECK-LABEL: func.func @pair
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.matmul
// CHECK: fusion.silu
// CHECK-NEXT: fusion.mul
// PLAIN-LABEL: func.func @pair
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @pair(%x: tensor<512x256xbf16>, %g: tensor<256x512xbf16>, %u: tensor<256x512xbf16>) -> tensor<512x512xf32> {
  %0 = fusion.matmul %x, %g : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xf32>
  %1 = fusion.matmul %x, %u {fusion.no_fuse} : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xf32>
  %2 = fusion.silu %0 : tensor<512x512xf32>
  %3 = fusion.mul %1, %2 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %3 : tensor<512x512xf32>
}

// The weights of attention.
// CHECK-LABEL: func.func @attention
// CHECK: fusion.matmul
// CHECK: fusion.yield
// CHECK: fusion.exp
// CHECK-NEXT: fusion.yield
// CHECK: fusion.matmul
// PLAIN-LABEL: func.func @attention
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @attention(%q: tensor<8x128x64xbf16>, %k: tensor<8x128x64xbf16>, %v: tensor<8x128x64xbf16>) -> tensor<8x128x64xbf16> {
  %0 = fusion.matmul %q, %k {transpose_b} : (tensor<8x128x64xbf16>, tensor<8x128x64xbf16>) -> tensor<8x128x128xf32>
  %m = fusion.reduce maximumf %0 along [2] : tensor<8x128x128xf32> -> tensor<8x128x1xf32>
  %d = fusion.sub %0, %m : (tensor<8x128x128xf32>, tensor<8x128x1xf32>) -> tensor<8x128x128xf32>
  %e = fusion.exp %d {fusion.no_fuse} : tensor<8x128x128xf32>
  %s = fusion.reduce addf %e along [2] : tensor<8x128x128xf32> -> tensor<8x128x1xf32>
  %p = fusion.div %e, %s : (tensor<8x128x128xf32>, tensor<8x128x1xf32>) -> tensor<8x128x128xf32>
  %w = fusion.cast %p : tensor<8x128x128xf32> to tensor<8x128x128xbf16>
  %r = fusion.matmul %w, %v : (tensor<8x128x128xbf16>, tensor<8x128x64xbf16>) -> tensor<8x128x64xbf16>
  return %r : tensor<8x128x64xbf16>
}

// A transposition that a product would read by strides, and one that it would not fold into the marked product.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[T:.*]] = linalg.transpose {{.*}}fusion.isolated
// CHECK: fusion.kernel({{.*}} = %[[T]])
// CHECK-NOT: fusion.view
// CHECK: return
// PLAIN-LABEL: func.func @transposed
// PLAIN-NOT: linalg.transpose
// PLAIN: return
func.func @transposed(%x: tensor<64x256xbf16>, %w: tensor<128x256xbf16>) -> tensor<64x128xf32> {
  %e = tensor.empty() : tensor<256x128xbf16>
  %t = linalg.transpose {fusion.no_fuse} ins(%w : tensor<128x256xbf16>) outs(%e : tensor<256x128xbf16>) permutation = [1, 0]
  %0 = fusion.matmul %x, %t : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// Nor is the marked product written by strides.
// CHECK-LABEL: func.func @written
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.lookup
// PLAIN-LABEL: func.func @written
// PLAIN: fusion.view
// PLAIN-NOT: fusion.lookup
// PLAIN: return
func.func @written(%x: tensor<8x64x256xbf16>, %w: tensor<8x256x128xbf16>) -> tensor<64x8x128xf32> {
  %e = tensor.empty() : tensor<64x8x128xf32>
  %0 = fusion.matmul %x, %w {fusion.no_fuse} : (tensor<8x64x256xbf16>, tensor<8x256x128xbf16>) -> tensor<8x64x128xf32>
  %t = linalg.transpose ins(%0 : tensor<8x64x128xf32>) outs(%e : tensor<64x8x128xf32>) permutation = [1, 0, 2]
  return %t : tensor<64x8x128xf32>
}

// Elementwise operations that read the same, and not each other, are joined.
// CHECK-LABEL: func.func @beside
// CHECK-COUNT-2: fusion.yield
// PLAIN-LABEL: func.func @beside
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @beside(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %0 = fusion.mul %x, %y {fusion.no_fuse} : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %1 = fusion.add %x, %y : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  return %0, %1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// A concatenation looks up its parts.
// CHECK-LABEL: func.func @concatenated
// CHECK: arith.select
// CHECK-NEXT: fusion.yield
// CHECK-NEXT: }
// CHECK-NEXT: fusion.yield
// CHECK: fusion.relu
// PLAIN-LABEL: func.func @concatenated
// PLAIN: arith.select
// PLAIN-NEXT: fusion.yield
// PLAIN-NEXT: }
// PLAIN-NEXT: fusion.relu
func.func @concatenated(%x: tensor<64x256xf32>, %y: tensor<64x128xf32>) -> tensor<64x384xf32> {
  %c = tensor.concat dim(1) %x, %y {fusion.no_fuse} : (tensor<64x256xf32>, tensor<64x128xf32>) -> tensor<64x384xf32>
  %0 = fusion.relu %c : tensor<64x384xf32>
  return %0 : tensor<64x384xf32>
}

// Operations that the import converts: what one becomes is one kernel.
// CHECK-LABEL: func.func @of_linalg
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.exp
// CHECK-NEXT: fusion.yield
// CHECK: fusion.neg
// PLAIN-LABEL: func.func @of_linalg
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @of_linalg(%x: tensor<64x256xf32>, %w: tensor<256x128xf32>) -> tensor<64x128xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x128xf32>) outs(%f : tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = linalg.exp {fusion.no_fuse} ins(%0 : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = linalg.negf ins(%1 : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}
// CHECK-LABEL: func.func @of_tosa
// CHECK: fusion.sigmoid
// CHECK-NEXT: fusion.yield
// CHECK: fusion.tanh
// CHECK-NEXT: fusion.yield
// PLAIN-LABEL: func.func @of_tosa
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @of_tosa(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = tosa.sigmoid %x {fusion.no_fuse} : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %1 = tosa.tanh %0 : (tensor<64x256xf32>) -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// An activation that is spelled out is not raised across the mark.
// CHECK-LABEL: func.func @spelled
// CHECK: fusion.sigmoid
// CHECK-NEXT: fusion.yield
// CHECK: fusion.mul
// CHECK-NEXT: fusion.yield
// PLAIN-LABEL: func.func @spelled
// PLAIN: fusion.silu
func.func @spelled(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = fusion.sigmoid %x {fusion.no_fuse} : tensor<64x256xf32>
  %1 = fusion.mul %x, %0 : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// Rows of dynamic number are known to be as many on both sides: the operations behind the mark are one kernel.
// CHECK-LABEL: func.func @dynamic
// CHECK: fusion.matmul
// CHECK-NEXT: fusion.yield
// CHECK: fusion.relu
// CHECK-NEXT: fusion.yield
// CHECK: fusion.add
// CHECK-NEXT: fusion.exp
// PLAIN-LABEL: func.func @dynamic
// PLAIN-COUNT-1: fusion.yield
// PLAIN-NOT: fusion.yield
func.func @dynamic(%x: tensor<?x256xf32>, %w: tensor<256x128xf32>, %r: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x256xf32>, tensor<256x128xf32>) -> tensor<?x128xf32>
  %1 = fusion.relu %0 {fusion.no_fuse} : tensor<?x128xf32>
  %2 = fusion.add %1, %r : (tensor<?x128xf32>, tensor<?x128xf32>) -> tensor<?x128xf32>
  %3 = fusion.exp %2 : tensor<?x128xf32>
  return %3 : tensor<?x128xf32>
}

// So they are where parts are joined, of which each must have them.
// CHECK-LABEL: func.func @joined
// CHECK: fusion.relu
// CHECK-NEXT: fusion.yield
// CHECK-COUNT-2: fusion.lookup
// CHECK: fusion.exp
// PLAIN-LABEL: func.func @joined
// PLAIN: fusion.lookup
func.func @joined(%x: tensor<?x8xf32>) -> tensor<?x16xf32> {
  %0 = fusion.relu %x {fusion.no_fuse} : tensor<?x8xf32>
  %1 = tensor.concat dim(1) %0, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
  %2 = fusion.exp %1 : tensor<?x16xf32>
  return %2 : tensor<?x16xf32>
}
