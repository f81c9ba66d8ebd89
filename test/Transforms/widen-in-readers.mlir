// RUN: fusion-opt %s --fusion-fuse-epilogue --canonicalize --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A norm of groups reads behind a reshape what a product's kernel has in bf16 and widens: it is stored in bf16.
// REMARK: remark: [Passed] recomputed{{.*}}Function=groups{{.*}}widens what the kernel before stores in its own type
// REMARK-SAME: bytes_saved=4096

// CHECK-LABEL: func @groups
// CHECK: %[[Y:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<16x64xbf16> {
// CHECK: %[[S:.*]] = fusion.add
// CHECK-NEXT: fusion.yield %[[S]]
// CHECK: %[[G:.*]] = tensor.expand_shape %[[Y]] {{.*}} : tensor<16x64xbf16> into tensor<16x4x16xbf16>
// CHECK: fusion.kernel(%[[A:.*]] = %[[G]])
// CHECK: %[[W:.*]] = fusion.cast %[[A]] : tensor<16x4x16xbf16> to tensor<16x4x16xf32>
// CHECK: fusion.reduce addf %[[W]]
// CHECK: fusion.sub %[[W]]
func.func @groups(%x: tensor<16x32xbf16>, %w: tensor<32x64xbf16>, %b: tensor<64xbf16>) -> tensor<16x4x16xbf16> {
  %y = fusion.kernel(%a = %x, %c = %w, %d = %b) : (tensor<16x32xbf16>, tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<16x64xf32> {
    %0 = fusion.matmul %a, %c : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xbf16>
    %1 = fusion.add %0, %d : (tensor<16x64xbf16>, tensor<64xbf16>) -> tensor<16x64xbf16>
    %2 = fusion.cast %1 : tensor<16x64xbf16> to tensor<16x64xf32>
    fusion.yield %2 : tensor<16x64xf32>
  }
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 4, 16] : tensor<16x64xf32> into tensor<16x4x16xf32>
  %z = fusion.kernel(%a = %g) : (tensor<16x4x16xf32>) -> tensor<16x4x16xbf16> {
    %0 = fusion.reduce addf %a along [2] : tensor<16x4x16xf32> -> tensor<16x4x1xf32>
    %1 = fusion.sub %a, %0 : (tensor<16x4x16xf32>, tensor<16x4x1xf32>) -> tensor<16x4x16xf32>
    %2 = fusion.cast %1 : tensor<16x4x16xf32> to tensor<16x4x16xbf16>
    fusion.yield %2 : tensor<16x4x16xbf16>
  }
  return %z : tensor<16x4x16xbf16>
}

// -----

// Slices and transpositions are done with the narrow value, once for both readers; a view in a reader is one of it.
// CHECK-LABEL: func @moved
// CHECK: %[[Y:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<16x?xf16> {
// CHECK: %[[S:.*]] = tensor.extract_slice %[[Y]][0, 0] [8, %{{.*}}] [1, 1] : tensor<16x?xf16> to tensor<8x?xf16>
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x8xf16>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[S]] : tensor<8x?xf16>) outs(%[[E]]
// CHECK-NOT: linalg.transpose
// CHECK: fusion.kernel(%[[A:.*]] = %[[T]])
// CHECK: fusion.cast %[[A]] : tensor<?x8xf16> to tensor<?x8xf64>
// CHECK: fusion.kernel(%[[B:.*]] = %[[T]])
// CHECK: %[[V:.*]] = fusion.view %[[B]] permute [1, 0] : tensor<?x8xf16> -> tensor<8x?xf16>
// CHECK: fusion.cast %[[V]] : tensor<8x?xf16> to tensor<8x?xf64>
func.func @moved(%x: tensor<16x?xf16>, %n: index) -> (tensor<?x1xf64>, tensor<8x1xf64>) {
  %y = fusion.kernel(%a = %x) : (tensor<16x?xf16>) -> tensor<16x?xf64> {
    %0 = fusion.exp %a : tensor<16x?xf16>
    %1 = fusion.cast %0 : tensor<16x?xf16> to tensor<16x?xf64>
    fusion.yield %1 : tensor<16x?xf64>
  }
  %s = tensor.extract_slice %y[0, 0] [8, %n] [1, 1] : tensor<16x?xf64> to tensor<8x?xf64>
  %e = tensor.empty(%n) : tensor<?x8xf64>
  %t = linalg.transpose ins(%s : tensor<8x?xf64>) outs(%e : tensor<?x8xf64>) permutation = [1, 0]
  %z = fusion.kernel(%a = %t) : (tensor<?x8xf64>) -> tensor<?x1xf64> {
    %0 = fusion.reduce addf %a along [1] : tensor<?x8xf64> -> tensor<?x1xf64>
    fusion.yield %0 : tensor<?x1xf64>
  }
  %u = fusion.kernel(%a = %t) : (tensor<?x8xf64>) -> tensor<8x1xf64> {
    %v = fusion.view %a permute [1, 0] : tensor<?x8xf64> -> tensor<8x?xf64>
    %0 = fusion.reduce addf %v along [1] : tensor<8x?xf64> -> tensor<8x1xf64>
    fusion.yield %0 : tensor<8x1xf64>
  }
  return %z, %u : tensor<?x1xf64>, tensor<8x1xf64>
}

// -----

// The kernel writes the narrow value in the order in which it wrote the wide one; integers are widened too.
// CHECK-LABEL: func @written_in_another_order
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> tensor<2x4x8xi8> {
// CHECK: %[[N:.*]] = fusion.cast %{{.*}} : tensor<4x2x8xi32> to tensor<4x2x8xi8>
// CHECK: %[[V:.*]] = fusion.view %[[N]] permute [1, 0, 2] : tensor<4x2x8xi8> -> tensor<2x4x8xi8>
// CHECK: fusion.yield %[[V]]
// CHECK: fusion.cast %{{.*}} : tensor<2x4x8xi8> to tensor<2x4x8xi32>
func.func @written_in_another_order(%x: tensor<4x2x16xi8>, %w: tensor<4x16x8xi8>) -> tensor<2x4x1xi32> {
  %y = fusion.kernel(%a = %x, %b = %w) : (tensor<4x2x16xi8>, tensor<4x16x8xi8>) -> tensor<2x4x8xi32> {
    %0 = fusion.matmul %a, %b : (tensor<4x2x16xi8>, tensor<4x16x8xi8>) -> tensor<4x2x8xi32>
    %1 = fusion.cast %0 : tensor<4x2x8xi32> to tensor<4x2x8xi8>
    %2 = fusion.cast %1 : tensor<4x2x8xi8> to tensor<4x2x8xi32>
    %3 = fusion.view %2 permute [1, 0, 2] : tensor<4x2x8xi32> -> tensor<2x4x8xi32>
    fusion.yield %3 : tensor<2x4x8xi32>
  }
  %z = fusion.kernel(%a = %y) : (tensor<2x4x8xi32>) -> tensor<2x4x1xi32> {
    %0 = fusion.reduce addi %a along [2] : tensor<2x4x8xi32> -> tensor<2x4x1xi32>
    fusion.yield %0 : tensor<2x4x1xi32>
  }
  return %z : tensor<2x4x1xi32>
}

// -----

// What a caller wants wide is stored so. One reader more moves as many bytes if it reads a second, narrow output:
// that is left.
// CHECK-LABEL: func @returned
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> tensor<16x64xf32> {
// CHECK-NOT: fusion.cast %{{.*}} : tensor<16x4x16xbf16>
func.func @returned(%x: tensor<16x32xbf16>, %w: tensor<32x64xbf16>, %b: tensor<64xbf16>) -> (tensor<16x4x1xf32>, tensor<16x64xf32>) {
  %y = fusion.kernel(%a = %x, %c = %w, %d = %b) : (tensor<16x32xbf16>, tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<16x64xf32> {
    %0 = fusion.matmul %a, %c : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xbf16>
    %1 = fusion.add %0, %d : (tensor<16x64xbf16>, tensor<64xbf16>) -> tensor<16x64xbf16>
    %2 = fusion.cast %1 : tensor<16x64xbf16> to tensor<16x64xf32>
    fusion.yield %2 : tensor<16x64xf32>
  }
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 4, 16] : tensor<16x64xf32> into tensor<16x4x16xf32>
  %z = fusion.kernel(%a = %g) : (tensor<16x4x16xf32>) -> tensor<16x4x1xf32> {
    %0 = fusion.reduce addf %a along [2] : tensor<16x4x16xf32> -> tensor<16x4x1xf32>
    fusion.yield %0 : tensor<16x4x1xf32>
  }
  return %z, %y : tensor<16x4x1xf32>, tensor<16x64xf32>
}

// -----

// Two readers more move fewer bytes.
// CHECK-LABEL: func @returned_and_read_twice
// CHECK: %[[Y:.*]]:2 = fusion.kernel({{.*}}) : ({{.*}}) -> (tensor<16x64xf64>, tensor<16x64xbf16>) {
// CHECK-COUNT-2: tensor.expand_shape %[[Y]]#1
// CHECK: return %{{.*}}, %{{.*}}, %[[Y]]#0
func.func @returned_and_read_twice(%x: tensor<16x32xbf16>, %w: tensor<32x64xbf16>, %b: tensor<64xbf16>) -> (tensor<16x4x1xf64>, tensor<16x8x1xf64>, tensor<16x64xf64>) {
  %y = fusion.kernel(%a = %x, %c = %w, %d = %b) : (tensor<16x32xbf16>, tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<16x64xf64> {
    %0 = fusion.matmul %a, %c : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xbf16>
    %1 = fusion.add %0, %d : (tensor<16x64xbf16>, tensor<64xbf16>) -> tensor<16x64xbf16>
    %2 = fusion.cast %1 : tensor<16x64xbf16> to tensor<16x64xf64>
    fusion.yield %2 : tensor<16x64xf64>
  }
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 4, 16] : tensor<16x64xf64> into tensor<16x4x16xf64>
  %z = fusion.kernel(%a = %g) : (tensor<16x4x16xf64>) -> tensor<16x4x1xf64> {
    %0 = fusion.reduce addf %a along [2] : tensor<16x4x16xf64> -> tensor<16x4x1xf64>
    fusion.yield %0 : tensor<16x4x1xf64>
  }
  %h = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 8, 8] : tensor<16x64xf64> into tensor<16x8x8xf64>
  %u = fusion.kernel(%a = %h) : (tensor<16x8x8xf64>) -> tensor<16x8x1xf64> {
    %0 = fusion.reduce addf %a along [2] : tensor<16x8x8xf64> -> tensor<16x8x1xf64>
    fusion.yield %0 : tensor<16x8x1xf64>
  }
  return %z, %u, %y : tensor<16x4x1xf64>, tensor<16x8x1xf64>, tensor<16x64xf64>
}

// -----

// The narrow value may be in memory already: as an input, or as another output.
// CHECK-LABEL: func @stored_already
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<16x64xbf16>
// CHECK: %[[Y:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<16x64xbf16> {
// CHECK-DAG: linalg.transpose ins(%[[X]] :
// CHECK-DAG: linalg.transpose ins(%[[Y]] :
// CHECK: return %{{.*}}, %{{.*}}, %[[Y]]
func.func @stored_already(%x: tensor<16x64xbf16>) -> (tensor<64x1xf32>, tensor<64x1xf32>, tensor<16x64xbf16>) {
  %y:3 = fusion.kernel(%a = %x) : (tensor<16x64xbf16>) -> (tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>) {
    %0 = fusion.cast %a : tensor<16x64xbf16> to tensor<16x64xf32>
    %1 = fusion.exp %a : tensor<16x64xbf16>
    %2 = fusion.cast %1 : tensor<16x64xbf16> to tensor<16x64xf32>
    fusion.yield %0, %1, %2 : tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>
  }
  %e = tensor.empty() : tensor<64x16xf32>
  %g = linalg.transpose ins(%y#0 : tensor<16x64xf32>) outs(%e : tensor<64x16xf32>) permutation = [1, 0]
  %z = fusion.kernel(%a = %g) : (tensor<64x16xf32>) -> tensor<64x1xf32> {
    %0 = fusion.reduce addf %a along [1] : tensor<64x16xf32> -> tensor<64x1xf32>
    fusion.yield %0 : tensor<64x1xf32>
  }
  %h = linalg.transpose ins(%y#2 : tensor<16x64xf32>) outs(%e : tensor<64x16xf32>) permutation = [1, 0]
  %u = fusion.kernel(%a = %h) : (tensor<64x16xf32>) -> tensor<64x1xf32> {
    %0 = fusion.reduce maximumf %a along [1] : tensor<64x16xf32> -> tensor<64x1xf32>
    fusion.yield %0 : tensor<64x1xf32>
  }
  return %z, %u, %y#1 : tensor<64x1xf32>, tensor<64x1xf32>, tensor<16x64xbf16>
}

// -----

// A product's factor is not widened by a family that computes the product more slowly.
// CHECK-LABEL: func @factor
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> tensor<64x128xbf16> {
func.func @factor(%x: tensor<16x128xbf16>, %w: tensor<64x128xbf16>) -> tensor<16x64xbf16> {
  %y = fusion.kernel(%a = %w) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.exp %a : tensor<64x128xbf16>
    %1 = fusion.cast %0 : tensor<64x128xbf16> to tensor<64x128xi8>
    %2 = fusion.cast %1 : tensor<64x128xi8> to tensor<64x128xbf16>
    fusion.yield %2 : tensor<64x128xbf16>
  }
  %z = fusion.kernel(%a = %x, %c = %y) : (tensor<16x128xbf16>, tensor<64x128xbf16>) -> tensor<16x64xbf16> {
    %0 = fusion.matmul %a, %c {transpose_b} : (tensor<16x128xbf16>, tensor<64x128xbf16>) -> tensor<16x64xbf16>
    fusion.yield %0 : tensor<16x64xbf16>
  }
  return %z : tensor<16x64xbf16>
}

// -----

// A narrowing cast stays: the wide value is not what is stored.
// CHECK-LABEL: func @narrowed
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> tensor<16x64xbf16> {
// CHECK: fusion.cast
// CHECK-NEXT: fusion.yield
func.func @narrowed(%x: tensor<16x64xf32>) -> tensor<16x4x1xbf16> {
  %y = fusion.kernel(%a = %x) : (tensor<16x64xf32>) -> tensor<16x64xbf16> {
    %0 = fusion.exp %a : tensor<16x64xf32>
    %1 = fusion.cast %0 : tensor<16x64xf32> to tensor<16x64xbf16>
    fusion.yield %1 : tensor<16x64xbf16>
  }
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [16, 4, 16] : tensor<16x64xbf16> into tensor<16x4x16xbf16>
  %z = fusion.kernel(%a = %g) : (tensor<16x4x16xbf16>) -> tensor<16x4x1xbf16> {
    %0 = fusion.reduce maximumf %a along [2] : tensor<16x4x16xbf16> -> tensor<16x4x1xbf16>
    fusion.yield %0 : tensor<16x4x1xbf16>
  }
  return %z : tensor<16x4x1xbf16>
}
