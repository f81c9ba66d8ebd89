// A rotary embedding is one kernel behind each product: halves that are looked up, of odd sizes too, and every second
// element; products read the result transposed.
// DEFINE: %{gpu} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver
// RUN: fusion-run %s --entry=halves --device=cpu --random=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=halves --device=cuda --random=3 --verify | FileCheck %s
// RUN: fusion-run %s --entry=halves --device=cpu --random=3 --verify --numerics=strict | FileCheck %s
// RUN: fusion-run %s --entry=pairs --device=cpu --random=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=pairs --device=cuda --random=3 --verify | FileCheck %s
// RUN: fusion-run %s --entry=open --device=cpu --random=3 --dynamic=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=open --device=cuda --random=3 --dynamic=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=queries_and_keys --device=cuda --random=3 --verify | FileCheck %s --check-prefix=BOTH
// RUN: %{gpu} fusion-run %s --entry=queries_and_keys --device=cuda --random=4 --verify --numerics=strict \
// RUN:   | FileCheck %s --check-prefix=BOTH
// RUN: %{gpu} fusion-run %s --entry=interleaved --device=cuda --random=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=complex --device=cuda --random=3 --verify | FileCheck %s --check-prefix=BOTH
// RUN: fusion-compile %s --target=sm_90a --emit=ptx -o /dev/null --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// CHECK: verify output 0: good
// BOTH: verify output 0: good
// BOTH: verify output 1: good
// EXPLAIN: kernels: 7
// EXPLAIN: halves_k0: matmul, cast
// EXPLAIN: halves_k1: map, mul, map, mul, add
// EXPLAIN: pairs_k0: map
// EXPLAIN: open_k0: mul, map, mul, add
// EXPLAIN: queries_and_keys_k0: mul, map, mul, add, mul, map, mul, add
// EXPLAIN: interleaved_k0: mul, map, mul, add
// EXPLAIN: complex_k0: map, map

func.func @halves(%x: tensor<2x5x12xbf16>, %w: tensor<12x42xbf16>, %cos: tensor<5x14xbf16>, %sin: tensor<5x14xbf16>)
    -> tensor<2x3x5x14xbf16> {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x5x12xbf16> into tensor<10x12xbf16>
  %0 = fusion.matmul %r, %w : (tensor<10x12xbf16>, tensor<12x42xbf16>) -> tensor<10x42xf32>
  %1 = fusion.cast %0 : tensor<10x42xf32> to tensor<10x42xbf16>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [2, 5, 3, 14]
      : tensor<10x42xbf16> into tensor<2x5x3x14xbf16>
  %e = tensor.empty() : tensor<2x3x5x14xbf16>
  %t = linalg.transpose ins(%2 : tensor<2x5x3x14xbf16>) outs(%e : tensor<2x3x5x14xbf16>) permutation = [0, 2, 1, 3]
  %low = tensor.extract_slice %t[0, 0, 0, 0] [2, 3, 5, 7] [1, 1, 1, 1]
      : tensor<2x3x5x14xbf16> to tensor<2x3x5x7xbf16>
  %high = tensor.extract_slice %t[0, 0, 0, 7] [2, 3, 5, 7] [1, 1, 1, 1]
      : tensor<2x3x5x14xbf16> to tensor<2x3x5x7xbf16>
  %minus = fusion.neg %high : tensor<2x3x5x7xbf16>
  %i = tensor.insert_slice %minus into %e[0, 0, 0, 0] [2, 3, 5, 7] [1, 1, 1, 1]
      : tensor<2x3x5x7xbf16> into tensor<2x3x5x14xbf16>
  %j = tensor.insert_slice %low into %i[0, 0, 0, 7] [2, 3, 5, 7] [1, 1, 1, 1]
      : tensor<2x3x5x7xbf16> into tensor<2x3x5x14xbf16>
  %3 = fusion.mul %t, %cos : (tensor<2x3x5x14xbf16>, tensor<5x14xbf16>) -> tensor<2x3x5x14xbf16>
  %4 = fusion.mul %j, %sin : (tensor<2x3x5x14xbf16>, tensor<5x14xbf16>) -> tensor<2x3x5x14xbf16>
  %5 = fusion.add %3, %4 : (tensor<2x3x5x14xbf16>, tensor<2x3x5x14xbf16>) -> tensor<2x3x5x14xbf16>
  return %5 : tensor<2x3x5x14xbf16>
}

func.func @pairs(%x: tensor<2x9x10xf32>, %cos: tensor<9x5xf32>, %sin: tensor<9x5xf32>) -> tensor<2x9x10xf32> {
  %even = tensor.extract_slice %x[0, 0, 0] [2, 9, 5] [1, 1, 2] : tensor<2x9x10xf32> to tensor<2x9x5xf32>
  %odd = tensor.extract_slice %x[0, 0, 1] [2, 9, 5] [1, 1, 2] : tensor<2x9x10xf32> to tensor<2x9x5xf32>
  %a = fusion.mul %even, %cos : (tensor<2x9x5xf32>, tensor<9x5xf32>) -> tensor<2x9x5xf32>
  %b = fusion.mul %odd, %sin : (tensor<2x9x5xf32>, tensor<9x5xf32>) -> tensor<2x9x5xf32>
  %c = fusion.sub %a, %b : (tensor<2x9x5xf32>, tensor<2x9x5xf32>) -> tensor<2x9x5xf32>
  %d = fusion.mul %even, %sin : (tensor<2x9x5xf32>, tensor<9x5xf32>) -> tensor<2x9x5xf32>
  %f = fusion.mul %odd, %cos : (tensor<2x9x5xf32>, tensor<9x5xf32>) -> tensor<2x9x5xf32>
  %g = fusion.add %d, %f : (tensor<2x9x5xf32>, tensor<2x9x5xf32>) -> tensor<2x9x5xf32>
  %c1 = tensor.expand_shape %c [[0], [1], [2, 3]] output_shape [2, 9, 5, 1] : tensor<2x9x5xf32> into tensor<2x9x5x1xf32>
  %g1 = tensor.expand_shape %g [[0], [1], [2, 3]] output_shape [2, 9, 5, 1] : tensor<2x9x5xf32> into tensor<2x9x5x1xf32>
  %s = tensor.concat dim(3) %c1, %g1 : (tensor<2x9x5x1xf32>, tensor<2x9x5x1xf32>) -> tensor<2x9x5x2xf32>
  %r = tensor.collapse_shape %s [[0], [1], [2, 3]] : tensor<2x9x5x2xf32> into tensor<2x9x10xf32>
  return %r : tensor<2x9x10xf32>
}

// An open batch.
func.func @open(%x: tensor<?x5x14xf32>, %cos: tensor<5x14xf32>, %sin: tensor<5x14xf32>) -> tensor<?x5x14xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?x5x14xf32>
  %low = tensor.extract_slice %x[0, 0, 0] [%dim, 5, 7] [1, 1, 1] : tensor<?x5x14xf32> to tensor<?x5x7xf32>
  %high = tensor.extract_slice %x[0, 0, 7] [%dim, 5, 7] [1, 1, 1] : tensor<?x5x14xf32> to tensor<?x5x7xf32>
  %minus = fusion.neg %high : tensor<?x5x7xf32>
  %j = tensor.concat dim(2) %minus, %low : (tensor<?x5x7xf32>, tensor<?x5x7xf32>) -> tensor<?x5x14xf32>
  %0 = fusion.mul %x, %cos : (tensor<?x5x14xf32>, tensor<5x14xf32>) -> tensor<?x5x14xf32>
  %1 = fusion.mul %j, %sin : (tensor<?x5x14xf32>, tensor<5x14xf32>) -> tensor<?x5x14xf32>
  %2 = fusion.add %0, %1 : (tensor<?x5x14xf32>, tensor<?x5x14xf32>) -> tensor<?x5x14xf32>
  return %2 : tensor<?x5x14xf32>
}

// Of one shape, with the same sines and cosines.
func.func @queries_and_keys(%q: tensor<5x3x32xbf16>, %k: tensor<5x3x32xbf16>, %cos: tensor<5x1x32xf32>,
                            %sin: tensor<5x1x32xf32>) -> (tensor<5x3x32xf32>, tensor<5x3x32xf32>) {
  %qlow = tensor.extract_slice %q[0, 0, 0] [5, 3, 16] [1, 1, 1] : tensor<5x3x32xbf16> to tensor<5x3x16xbf16>
  %qhigh = tensor.extract_slice %q[0, 0, 16] [5, 3, 16] [1, 1, 1] : tensor<5x3x32xbf16> to tensor<5x3x16xbf16>
  %qminus = fusion.neg %qhigh : tensor<5x3x16xbf16>
  %qr = tensor.concat dim(2) %qminus, %qlow : (tensor<5x3x16xbf16>, tensor<5x3x16xbf16>) -> tensor<5x3x32xbf16>
  %q0 = fusion.mul %q, %cos : (tensor<5x3x32xbf16>, tensor<5x1x32xf32>) -> tensor<5x3x32xf32>
  %q1 = fusion.mul %qr, %sin : (tensor<5x3x32xbf16>, tensor<5x1x32xf32>) -> tensor<5x3x32xf32>
  %q2 = fusion.add %q0, %q1 : (tensor<5x3x32xf32>, tensor<5x3x32xf32>) -> tensor<5x3x32xf32>
  %klow = tensor.extract_slice %k[0, 0, 0] [5, 3, 16] [1, 1, 1] : tensor<5x3x32xbf16> to tensor<5x3x16xbf16>
  %khigh = tensor.extract_slice %k[0, 0, 16] [5, 3, 16] [1, 1, 1] : tensor<5x3x32xbf16> to tensor<5x3x16xbf16>
  %kminus = fusion.neg %khigh : tensor<5x3x16xbf16>
  %kr = tensor.concat dim(2) %kminus, %klow : (tensor<5x3x16xbf16>, tensor<5x3x16xbf16>) -> tensor<5x3x32xbf16>
  %k0 = fusion.mul %k, %cos : (tensor<5x3x32xbf16>, tensor<5x1x32xf32>) -> tensor<5x3x32xf32>
  %k1 = fusion.mul %kr, %sin : (tensor<5x3x32xbf16>, tensor<5x1x32xf32>) -> tensor<5x3x32xf32>
  %k2 = fusion.add %k0, %k1 : (tensor<5x3x32xf32>, tensor<5x3x32xf32>) -> tensor<5x3x32xf32>
  return %q2, %k2 : tensor<5x3x32xf32>, tensor<5x3x32xf32>
}

// Pairs that are turned and merged again.
func.func @interleaved(%x: tensor<9x3x32xf32>, %cos: tensor<9x1x32xf32>, %sin: tensor<9x1x32xf32>)
    -> tensor<9x3x32xf32> {
  %even = tensor.extract_slice %x[0, 0, 0] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %odd = tensor.extract_slice %x[0, 0, 1] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %minus = fusion.neg %odd : tensor<9x3x16xf32>
  %a = tensor.expand_shape %minus [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %b = tensor.expand_shape %even [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %j = tensor.concat dim(3) %a, %b : (tensor<9x3x16x1xf32>, tensor<9x3x16x1xf32>) -> tensor<9x3x16x2xf32>
  %r = tensor.collapse_shape %j [[0], [1], [2, 3]] : tensor<9x3x16x2xf32> into tensor<9x3x32xf32>
  %0 = fusion.mul %x, %cos : (tensor<9x3x32xf32>, tensor<9x1x32xf32>) -> tensor<9x3x32xf32>
  %1 = fusion.mul %r, %sin : (tensor<9x3x32xf32>, tensor<9x1x32xf32>) -> tensor<9x3x32xf32>
  %2 = fusion.add %0, %1 : (tensor<9x3x32xf32>, tensor<9x3x32xf32>) -> tensor<9x3x32xf32>
  return %2 : tensor<9x3x32xf32>
}

// Complex numbers, whose parts lie side by side, of queries and keys.
func.func @complex(%q: tensor<9x3x32xf32>, %k: tensor<9x3x32xf32>, %cos: tensor<9x1x16xf32>, %sin: tensor<9x1x16xf32>)
    -> (tensor<9x3x32xf32>, tensor<9x3x32xf32>) {
  %aeven = tensor.extract_slice %q[0, 0, 0] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %aodd = tensor.extract_slice %q[0, 0, 1] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %a0 = fusion.mul %aeven, %cos : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %a1 = fusion.mul %aodd, %sin : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %a2 = fusion.sub %a0, %a1 : (tensor<9x3x16xf32>, tensor<9x3x16xf32>) -> tensor<9x3x16xf32>
  %a3 = fusion.mul %aeven, %sin : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %a4 = fusion.mul %aodd, %cos : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %a5 = fusion.add %a3, %a4 : (tensor<9x3x16xf32>, tensor<9x3x16xf32>) -> tensor<9x3x16xf32>
  %a6 = tensor.expand_shape %a2 [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %a7 = tensor.expand_shape %a5 [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %a8 = tensor.concat dim(3) %a6, %a7 : (tensor<9x3x16x1xf32>, tensor<9x3x16x1xf32>) -> tensor<9x3x16x2xf32>
  %a9 = tensor.collapse_shape %a8 [[0], [1], [2, 3]] : tensor<9x3x16x2xf32> into tensor<9x3x32xf32>
  %beven = tensor.extract_slice %k[0, 0, 0] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %bodd = tensor.extract_slice %k[0, 0, 1] [9, 3, 16] [1, 1, 2] : tensor<9x3x32xf32> to tensor<9x3x16xf32>
  %b0 = fusion.mul %beven, %cos : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %b1 = fusion.mul %bodd, %sin : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %b2 = fusion.sub %b0, %b1 : (tensor<9x3x16xf32>, tensor<9x3x16xf32>) -> tensor<9x3x16xf32>
  %b3 = fusion.mul %beven, %sin : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %b4 = fusion.mul %bodd, %cos : (tensor<9x3x16xf32>, tensor<9x1x16xf32>) -> tensor<9x3x16xf32>
  %b5 = fusion.add %b3, %b4 : (tensor<9x3x16xf32>, tensor<9x3x16xf32>) -> tensor<9x3x16xf32>
  %b6 = tensor.expand_shape %b2 [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %b7 = tensor.expand_shape %b5 [[0], [1], [2, 3]] output_shape [9, 3, 16, 1]
      : tensor<9x3x16xf32> into tensor<9x3x16x1xf32>
  %b8 = tensor.concat dim(3) %b6, %b7 : (tensor<9x3x16x1xf32>, tensor<9x3x16x1xf32>) -> tensor<9x3x16x2xf32>
  %b9 = tensor.collapse_shape %b8 [[0], [1], [2, 3]] : tensor<9x3x16x2xf32> into tensor<9x3x32xf32>
  return %a9, %b9 : tensor<9x3x32xf32>, tensor<9x3x32xf32>
}
