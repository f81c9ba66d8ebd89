// Scatters into what an argument is under another type, shape or order: sizes of results follow from those of inputs.
// By this seed one index alone is 0, so that row 0 is known: which of several updates stays in row 1 is not.
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=cast --dynamic=8,8 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=collapsed --dynamic=8,2 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=slice --dynamic=6,6 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=transposed --dynamic=6,6 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=branch --dynamic=6,6,6,0 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=joined --dynamic=6,6,3,6 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=twice --dynamic=6,6,6 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=22 --verify --entry=branch --dynamic=6,6,6,1 | FileCheck %s
// CHECK-NOT: MISMATCH
// CHECK: the {{results|kernels}} are right
func.func @cast(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<1x?xbf16>) -> tensor<?x?xbf16> {
  %cast = tensor.cast %k : tensor<1x?xbf16> to tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %cast along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @collapsed(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<5x?x4xbf16>) -> tensor<?x?xbf16> {
  %e = tensor.collapse_shape %k [[0], [1, 2]] : tensor<5x?x4xbf16> into tensor<5x?xbf16>
  %c = tensor.cast %e : tensor<5x?xbf16> to tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %c along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @slice(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<9x?xbf16>) -> tensor<?x?xbf16> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %k, %c1 : tensor<9x?xbf16>
  %s = tensor.extract_slice %k[1, 0] [5, %d] [1, 1] : tensor<9x?xbf16> to tensor<5x?xbf16>
  %c = tensor.cast %s : tensor<5x?xbf16> to tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %c along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @transposed(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<?x5xbf16>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %k, %c0 : tensor<?x5xbf16>
  %o = tensor.empty(%d) : tensor<5x?xbf16>
  %s = linalg.transpose ins(%k : tensor<?x5xbf16>) outs(%o : tensor<5x?xbf16>) permutation = [1, 0]
  %c = tensor.cast %s : tensor<5x?xbf16> to tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %c along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @branch(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<5x?xbf16>, %l: tensor<4x?xbf16>, %n: i32) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : i32
  %b = arith.cmpi eq, %n, %c0 : i32
  %s = scf.if %b -> tensor<?x?xbf16> {
    %c = tensor.cast %k : tensor<5x?xbf16> to tensor<?x?xbf16>
    scf.yield %c : tensor<?x?xbf16>
  } else {
    %c = tensor.cast %l : tensor<4x?xbf16> to tensor<?x?xbf16>
    scf.yield %c : tensor<?x?xbf16>
  }
  %2 = fusion.scatter %u at %i into %s along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @joined(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<5x?xbf16>, %l: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %s = tensor.concat dim(0) %k, %l : (tensor<5x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %s along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %2 : tensor<?x?xbf16>
}

func.func @twice(%u: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %k: tensor<3x?xbf16>) -> tensor<3x?xbf16> {
  %cast = tensor.cast %k : tensor<3x?xbf16> to tensor<?x?xbf16>
  %2 = fusion.scatter %u at %i into %cast along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %c2 = tensor.cast %2 : tensor<?x?xbf16> to tensor<3x?xbf16>
  %3 = fusion.scatter %u at %i into %c2 along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<3x?xbf16>) -> tensor<3x?xbf16>
  return %3 : tensor<3x?xbf16>
}
