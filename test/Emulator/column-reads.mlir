// Rotary embeddings as epilogues of their products: threads read the other half of a head, or the other of a pair, of
// the product's sums. Odd numbers of rows, open ones, two batches, and rows of no whole vectors.
// DEFINE: %{gpu} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90
// DEFINE: %{mma} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80
// DEFINE: %{run} = fusion-run %s --device=cuda --random=3 --verify
// RUN: %{gpu} %{run} --entry=halves | FileCheck %s
// RUN: %{gpu} %{run} --entry=halves --numerics=strict | FileCheck %s
// RUN: %{mma} %{run} --entry=halves | FileCheck %s
// RUN: %{mma} %{run} --entry=halves --numerics=strict | FileCheck %s
// RUN: %{gpu} %{run} --entry=open --dynamic=29 | FileCheck %s
// RUN: %{mma} %{run} --entry=open --dynamic=29 --numerics=strict | FileCheck %s
// RUN: %{gpu} %{run} --entry=row | FileCheck %s
// RUN: %{mma} %{run} --entry=row | FileCheck %s
// RUN: %{gpu} %{run} --entry=sign | FileCheck %s
// RUN: %{gpu} %{run} --entry=batches | FileCheck %s
// RUN: %{mma} %{run} --entry=batches | FileCheck %s
// RUN: %{gpu} %{run} --entry=pairs --numerics=strict | FileCheck %s
// RUN: %{mma} %{run} --entry=pairs | FileCheck %s
// RUN: %{gpu} %{run} --entry=bias | FileCheck %s
// RUN: %{gpu} %{run} --entry=bias --numerics=strict | FileCheck %s
// RUN: %{mma} %{run} --entry=bias | FileCheck %s
// RUN: %{mma} %{run} --entry=bias --numerics=strict | FileCheck %s
// RUN: %{gpu} %{run} --entry=layer | FileCheck %s --check-prefixes=CHECK,LAYER
// RUN: %{gpu} %{run} --entry=layer --numerics=strict | FileCheck %s --check-prefixes=CHECK,LAYER
// RUN: %{mma} %{run} --entry=layer | FileCheck %s --check-prefixes=CHECK,LAYER
// RUN: fusion-run %s --device=cpu --random=3 --verify --entry=layer | FileCheck %s --check-prefixes=CHECK,LAYER
// RUN: fusion-run %s --device=cpu --random=3 --verify --entry=bias --numerics=strict | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=ptx -o /dev/null --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: fusion-compile %s --target=sm_80 --emit=ptx -o /dev/null --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// CHECK: verify output 0: good
// LAYER: verify output 1: good
// LAYER: verify output 2: good
// EXPLAIN: kernels: 9
// EXPLAIN: halves_k0: matmul, cast, map, map, mul, map, mul, add, cast
// EXPLAIN: open_k0: matmul, mul, map, mul, add
// EXPLAIN: batches_k0: matmul, map, map, mul, map, mul, add
// EXPLAIN: pairs_k0: matmul, map, sub
// EXPLAIN: bias_k0: matmul, add, cast, map, map, mul, map, mul, add
// EXPLAIN: layer_k0: matmul, {{.*}}add, matmul, {{.*}}add, matmul
// EXPLAIN: one launch with layer_k1, layer_k2

func.func @halves(%x: tensor<37x136xbf16>, %w: tensor<384x136xbf16>, %cos: tensor<37x1x128xf32>,
                  %sin: tensor<37x1x128xf32>) -> tensor<37x3x128xbf16> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<37x136xbf16>, tensor<384x136xbf16>) -> tensor<37x384xf32>
  %c = fusion.cast %p : tensor<37x384xf32> to tensor<37x384xbf16>
  %q = tensor.expand_shape %c [[0], [1, 2]] output_shape [37, 3, 128] : tensor<37x384xbf16> into tensor<37x3x128xbf16>
  %low = tensor.extract_slice %q[0, 0, 0] [37, 3, 64] [1, 1, 1] : tensor<37x3x128xbf16> to tensor<37x3x64xbf16>
  %high = tensor.extract_slice %q[0, 0, 64] [37, 3, 64] [1, 1, 1] : tensor<37x3x128xbf16> to tensor<37x3x64xbf16>
  %minus = fusion.neg %high : tensor<37x3x64xbf16>
  %r = tensor.concat dim(2) %minus, %low : (tensor<37x3x64xbf16>, tensor<37x3x64xbf16>) -> tensor<37x3x128xbf16>
  %0 = fusion.mul %q, %cos : (tensor<37x3x128xbf16>, tensor<37x1x128xf32>) -> tensor<37x3x128xf32>
  %1 = fusion.mul %r, %sin : (tensor<37x3x128xbf16>, tensor<37x1x128xf32>) -> tensor<37x3x128xf32>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<37x3x128xf32>, tensor<37x3x128xf32>) -> tensor<37x3x128xf32>
  %3 = fusion.cast %2 : tensor<37x3x128xf32> to tensor<37x3x128xbf16>
  return %3 : tensor<37x3x128xbf16>
}

// Sizes of elements are compared at the launch; those of heads, which would be looked up, would not be.
func.func @open(%x: tensor<?x520xbf16>, %w: tensor<64x520xbf16>, %cos: tensor<?x64xbf16>, %sin: tensor<?x64xbf16>)
    -> tensor<?x64xbf16> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?x520xbf16>
  %q = fusion.matmul %x, %w {transpose_b} : (tensor<?x520xbf16>, tensor<64x520xbf16>) -> tensor<?x64xbf16>
  %low = tensor.extract_slice %q[0, 0] [%dim, 32] [1, 1] : tensor<?x64xbf16> to tensor<?x32xbf16>
  %high = tensor.extract_slice %q[0, 32] [%dim, 32] [1, 1] : tensor<?x64xbf16> to tensor<?x32xbf16>
  %minus = fusion.neg %high : tensor<?x32xbf16>
  %r = tensor.concat dim(1) %minus, %low : (tensor<?x32xbf16>, tensor<?x32xbf16>) -> tensor<?x64xbf16>
  %0 = fusion.mul %q, %cos : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  %1 = fusion.mul %r, %sin : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %2 : tensor<?x64xbf16>
}

// One row: its position is 0, and so is the index of the row.
func.func @row(%x: tensor<1x40xbf16>, %w: tensor<64x40xbf16>, %cos: tensor<1x64xbf16>, %sin: tensor<1x64xbf16>)
    -> tensor<1x64xbf16> {
  %q = fusion.matmul %x, %w {transpose_b} : (tensor<1x40xbf16>, tensor<64x40xbf16>) -> tensor<1x64xbf16>
  %low = tensor.extract_slice %q[0, 0] [1, 32] [1, 1] : tensor<1x64xbf16> to tensor<1x32xbf16>
  %high = tensor.extract_slice %q[0, 32] [1, 32] [1, 1] : tensor<1x64xbf16> to tensor<1x32xbf16>
  %minus = fusion.neg %high : tensor<1x32xbf16>
  %r = tensor.concat dim(1) %minus, %low : (tensor<1x32xbf16>, tensor<1x32xbf16>) -> tensor<1x64xbf16>
  %0 = fusion.mul %q, %cos : (tensor<1x64xbf16>, tensor<1x64xbf16>) -> tensor<1x64xbf16>
  %1 = fusion.mul %r, %sin : (tensor<1x64xbf16>, tensor<1x64xbf16>) -> tensor<1x64xbf16>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<1x64xbf16>, tensor<1x64xbf16>) -> tensor<1x64xbf16>
  return %2 : tensor<1x64xbf16>
}

// A condition that is extended with its sign is 0 or -1.
func.func @sign(%x: tensor<37x24xf16>, %w: tensor<64x24xf16>) -> tensor<37x64xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<37x24xf16>, tensor<64x24xf16>) -> tensor<37x64xf32>
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<37x64xf32>) -> tensor<37x64xf32> {
    %eight = arith.constant 8 : index
    %sixteen = arith.constant 16 : index
    %rest = arith.remui %j, %sixteen : index
    %isHigh = arith.cmpi uge, %rest, %eight : index
    %minusOne = arith.extsi %isHigh : i1 to i64
    %sign = arith.index_cast %minusOne : i64 to index
    %distance = arith.muli %sign, %eight : index
    %column = arith.addi %j, %distance : index
    %v = fusion.lookup %t[%i, %column] : tensor<37x64xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<37x64xf32>
}

// Rows are those of two batches, which share the sines.
func.func @batches(%x: tensor<2x19x40xf16>, %w: tensor<64x40xf16>, %cos: tensor<19x1x32xf16>, %sin: tensor<19x1x32xf16>)
    -> tensor<2x19x2x32xf16> {
  %f = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x19x40xf16> into tensor<38x40xf16>
  %c = fusion.matmul %f, %w {transpose_b} : (tensor<38x40xf16>, tensor<64x40xf16>) -> tensor<38x64xf16>
  %q = tensor.expand_shape %c [[0, 1], [2, 3]] output_shape [2, 19, 2, 32] : tensor<38x64xf16> into tensor<2x19x2x32xf16>
  %low = tensor.extract_slice %q[0, 0, 0, 0] [2, 19, 2, 16] [1, 1, 1, 1] : tensor<2x19x2x32xf16> to tensor<2x19x2x16xf16>
  %high = tensor.extract_slice %q[0, 0, 0, 16] [2, 19, 2, 16] [1, 1, 1, 1] : tensor<2x19x2x32xf16> to tensor<2x19x2x16xf16>
  %minus = fusion.neg %high : tensor<2x19x2x16xf16>
  %r = tensor.concat dim(3) %minus, %low : (tensor<2x19x2x16xf16>, tensor<2x19x2x16xf16>) -> tensor<2x19x2x32xf16>
  %0 = fusion.mul %q, %cos : (tensor<2x19x2x32xf16>, tensor<19x1x32xf16>) -> tensor<2x19x2x32xf16>
  %1 = fusion.mul %r, %sin : (tensor<2x19x2x32xf16>, tensor<19x1x32xf16>) -> tensor<2x19x2x32xf16>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<2x19x2x32xf16>, tensor<2x19x2x32xf16>) -> tensor<2x19x2x32xf16>
  return %2 : tensor<2x19x2x32xf16>
}

func.func @pairs(%x: tensor<37x24xf16>, %w: tensor<42x24xf16>) -> tensor<37x42xf32> {
  %c = fusion.matmul %x, %w {transpose_b} : (tensor<37x24xf16>, tensor<42x24xf16>) -> tensor<37x42xf32>
  %r = fusion.map() tables(%t = %c) at(%i, %j) : (tensor<37x42xf32>) -> tensor<37x42xf32> {
    %c1 = arith.constant 1 : index
    %k = arith.xori %j, %c1 : index
    %e = fusion.lookup %t[%i, %k] : tensor<37x42xf32>
    fusion.yield %e : f32
  }
  %2 = fusion.sub %c, %r {fusion.must_fuse} : (tensor<37x42xf32>, tensor<37x42xf32>) -> tensor<37x42xf32>
  return %2 : tensor<37x42xf32>
}

// The bias of the other half is that of its own column.
func.func @bias(%x: tensor<37x72xbf16>, %w: tensor<256x72xbf16>, %bias: tensor<256xf32>, %cos: tensor<37x1x128xbf16>,
                %sin: tensor<37x1x128xbf16>) -> tensor<37x2x128xbf16> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<37x72xbf16>, tensor<256x72xbf16>) -> tensor<37x256xf32>
  %b = fusion.add %p, %bias : (tensor<37x256xf32>, tensor<256xf32>) -> tensor<37x256xf32>
  %c = fusion.cast %b : tensor<37x256xf32> to tensor<37x256xbf16>
  %q = tensor.expand_shape %c [[0], [1, 2]] output_shape [37, 2, 128] : tensor<37x256xbf16> into tensor<37x2x128xbf16>
  %low = tensor.extract_slice %q[0, 0, 0] [37, 2, 64] [1, 1, 1] : tensor<37x2x128xbf16> to tensor<37x2x64xbf16>
  %high = tensor.extract_slice %q[0, 0, 64] [37, 2, 64] [1, 1, 1] : tensor<37x2x128xbf16> to tensor<37x2x64xbf16>
  %minus = fusion.neg %high : tensor<37x2x64xbf16>
  %r = tensor.concat dim(2) %minus, %low : (tensor<37x2x64xbf16>, tensor<37x2x64xbf16>) -> tensor<37x2x128xbf16>
  %0 = fusion.mul %q, %cos : (tensor<37x2x128xbf16>, tensor<37x1x128xbf16>) -> tensor<37x2x128xbf16>
  %1 = fusion.mul %r, %sin : (tensor<37x2x128xbf16>, tensor<37x1x128xbf16>) -> tensor<37x2x128xbf16>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<37x2x128xbf16>, tensor<37x2x128xbf16>) -> tensor<37x2x128xbf16>
  return %2 : tensor<37x2x128xbf16>
}

// Queries and keys that are turned, and values that are not, are one launch.
func.func @layer(%x: tensor<21x72xbf16>, %wq: tensor<128x72xbf16>, %wk: tensor<64x72xbf16>, %wv: tensor<64x72xbf16>,
                 %cos: tensor<21x1x64xbf16>, %sin: tensor<21x1x64xbf16>)
    -> (tensor<21x2x64xbf16>, tensor<21x1x64xbf16>, tensor<21x64xbf16>) {
  %p = fusion.matmul %x, %wq {transpose_b} : (tensor<21x72xbf16>, tensor<128x72xbf16>) -> tensor<21x128xbf16>
  %q = tensor.expand_shape %p [[0], [1, 2]] output_shape [21, 2, 64] : tensor<21x128xbf16> into tensor<21x2x64xbf16>
  %low = tensor.extract_slice %q[0, 0, 0] [21, 2, 32] [1, 1, 1] : tensor<21x2x64xbf16> to tensor<21x2x32xbf16>
  %high = tensor.extract_slice %q[0, 0, 32] [21, 2, 32] [1, 1, 1] : tensor<21x2x64xbf16> to tensor<21x2x32xbf16>
  %minus = fusion.neg %high : tensor<21x2x32xbf16>
  %r = tensor.concat dim(2) %minus, %low : (tensor<21x2x32xbf16>, tensor<21x2x32xbf16>) -> tensor<21x2x64xbf16>
  %0 = fusion.mul %q, %cos : (tensor<21x2x64xbf16>, tensor<21x1x64xbf16>) -> tensor<21x2x64xbf16>
  %1 = fusion.mul %r, %sin : (tensor<21x2x64xbf16>, tensor<21x1x64xbf16>) -> tensor<21x2x64xbf16>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<21x2x64xbf16>, tensor<21x2x64xbf16>) -> tensor<21x2x64xbf16>
  %pk = fusion.matmul %x, %wk {transpose_b} : (tensor<21x72xbf16>, tensor<64x72xbf16>) -> tensor<21x64xbf16>
  %k = tensor.expand_shape %pk [[0], [1, 2]] output_shape [21, 1, 64] : tensor<21x64xbf16> into tensor<21x1x64xbf16>
  %klow = tensor.extract_slice %k[0, 0, 0] [21, 1, 32] [1, 1, 1] : tensor<21x1x64xbf16> to tensor<21x1x32xbf16>
  %khigh = tensor.extract_slice %k[0, 0, 32] [21, 1, 32] [1, 1, 1] : tensor<21x1x64xbf16> to tensor<21x1x32xbf16>
  %kminus = fusion.neg %khigh : tensor<21x1x32xbf16>
  %kr = tensor.concat dim(2) %kminus, %klow : (tensor<21x1x32xbf16>, tensor<21x1x32xbf16>) -> tensor<21x1x64xbf16>
  %3 = fusion.mul %k, %cos : (tensor<21x1x64xbf16>, tensor<21x1x64xbf16>) -> tensor<21x1x64xbf16>
  %4 = fusion.mul %kr, %sin : (tensor<21x1x64xbf16>, tensor<21x1x64xbf16>) -> tensor<21x1x64xbf16>
  %5 = fusion.add %3, %4 {fusion.must_fuse} : (tensor<21x1x64xbf16>, tensor<21x1x64xbf16>) -> tensor<21x1x64xbf16>
  %v = fusion.matmul %x, %wv {transpose_b} : (tensor<21x72xbf16>, tensor<64x72xbf16>) -> tensor<21x64xbf16>
  return %2, %5, %v : tensor<21x2x64xbf16>, tensor<21x1x64xbf16>, tensor<21x64xbf16>
}
