// Branches that yield tensors of dynamic sizes: these follow from sizes of inputs.

// RUN: fusion-run %s --device=cpu --random=1 --dynamic=3 --verify --entry=result
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=3 --verify --entry=result
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=6 --verify --entry=result
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --dynamic=3 --verify --entry=factor
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --dynamic=6 --verify --entry=factor
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=3 --verify --entry=lengths | FileCheck %s --check-prefix=WHOLE
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=6 --verify --entry=lengths | FileCheck %s --check-prefix=PART
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=2 --verify --entry=loop
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=2 --verify --entry=loop
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=5 --verify --entry=loop

// WHOLE: output 0: 3x8xf32
// PART: output 0: 4x8xf32

func.func @result(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %c = arith.cmpi ugt, %d, %c4 : index
  %r = scf.if %c -> tensor<?x8xf32> {
    %t = math.exp %x : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  } else {
    %t = arith.negf %x : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// What is chosen is a factor of a product.
func.func @factor(%x: tensor<?x16xbf16>, %w: tensor<16x24xbf16>) -> tensor<?x24xbf16> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x16xbf16>
  %c = arith.cmpi ugt, %d, %c4 : index
  %r = scf.if %c -> tensor<?x16xbf16> {
    %t = fusion.relu %x : tensor<?x16xbf16>
    scf.yield %t : tensor<?x16xbf16>
  } else {
    scf.yield %x : tensor<?x16xbf16>
  }
  %y = fusion.matmul %r, %w : (tensor<?x16xbf16>, tensor<16x24xbf16>) -> tensor<?x24xbf16>
  return %y : tensor<?x24xbf16>
}

// One branch yields fewer rows.
func.func @lengths(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %c = arith.cmpi ugt, %d, %c4 : index
  %r = scf.if %c -> tensor<?x8xf32> {
    %n = arith.subi %d, %c2 : index
    %s = tensor.extract_slice %x[2, 0] [%n, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
    %t = math.exp %s : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  } else {
    %t = arith.negf %x : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// One branch is a loop; what the other yields is returned as well.
func.func @loop(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %dd: tensor<?xf32>) -> (tensor<8x8xf32>,tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %dd, %c0 : tensor<?xf32>
  %cond = arith.cmpi ugt, %d, %c3 : index
  %cond2 = arith.cmpi ugt, %d, %c2 : index
  %e = tensor.empty() : tensor<8x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation=[1,0]
  %q = scf.if %cond -> tensor<8x8xf32> {
    scf.yield %t : tensor<8x8xf32>
  } else {
    %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (tensor<8x8xf32>) {
      %t1 = math.tanh %a : tensor<8x8xf32>
      scf.yield %t1 : tensor<8x8xf32>
    }
    scf.yield %r : tensor<8x8xf32>
  }
  return %q, %t : tensor<8x8xf32>,tensor<8x8xf32>
}
