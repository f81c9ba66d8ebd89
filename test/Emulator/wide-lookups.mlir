// Lookups of adjacent columns, many at a time: of open sizes, of slices, behind products, in rows, as an embedding. Where
// an index of any of them is out of range, the kernel traps.
// RUN: fusion-run %s --entry=open --device=cuda --random=1 --dynamic=16 --verify | FileCheck %s
// RUN: fusion-run %s --entry=open --device=cuda --random=1 --dynamic=21 --verify | FileCheck %s
// RUN: fusion-run %s --entry=sliced --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=behind_product --device=cuda --random=1 --verify | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=behind_product --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=in_rows --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=embedding --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good
// RUN: fusion-run %s --entry=beyond --device=cuda --random=1 --dynamic=72 --verify | FileCheck %s
// RUN: not fusion-run %s --entry=beyond --device=cuda --random=1 --dynamic=71 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not fusion-run %s --entry=before --device=cuda --random=1 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not fusion-run %s --entry=other_row --device=cuda --random=1 2>&1 | FileCheck %s --check-prefix=TRAP
// TRAP: emulator: {{.*}}: trap

// Halves of an open size: the rows of 21 are not as long as 16 bytes, and take one element at a time.
func.func @open(%x: tensor<5x?xbf16>) -> tensor<5x?xbf16> {
  %r = fusion.map(%own = %x) tables(%t = %x) at(%i, %j) : (tensor<5x?xbf16>, tensor<5x?xbf16>) -> tensor<5x?xbf16> {
    %eight = arith.constant 8 : index
    %low = arith.cmpi ult, %j, %eight : index
    %above = arith.addi %j, %eight : index
    %below = arith.subi %j, %eight : index
    %k = arith.select %low, %above, %below : index
    %v = fusion.lookup %t[%i, %k] : tensor<5x?xbf16>
    %n = arith.negf %v : bf16
    %s = arith.select %low, %n, %v : bf16
    fusion.yield %s : bf16
  }
  return %r : tensor<5x?xbf16>
}

// Rows of the table begin at odd places, and are not as far from each other as it is wide.
func.func @sliced(%x: tensor<9x131xbf16>, %y: tensor<9x136xf32>) -> (tensor<4x64xbf16>, tensor<4x64xf32>) {
  %xs = tensor.extract_slice %x[3, 1] [4, 128] [1, 1] : tensor<9x131xbf16> to tensor<4x128xbf16>
  %ys = tensor.extract_slice %y[3, 4] [4, 128] [1, 1] : tensor<9x136xf32> to tensor<4x128xf32>
  %0 = fusion.map() tables(%t = %xs) at(%i, %j) : (tensor<4x128xbf16>) -> tensor<4x64xbf16> {
    %half = arith.constant 64 : index
    %k = arith.addi %j, %half : index
    %v = fusion.lookup %t[%i, %k] : tensor<4x128xbf16>
    fusion.yield %v : bf16
  }
  %1 = fusion.map() tables(%t = %ys) at(%i, %j) : (tensor<4x128xf32>) -> tensor<4x64xf32> {
    %two = arith.constant 2 : index
    %k = arith.muli %j, %two : index
    %v = fusion.lookup %t[%i, %k] : tensor<4x128xf32>
    fusion.yield %v : f32
  }
  return %0, %1 : tensor<4x64xbf16>, tensor<4x64xf32>
}

// Tiles that reach beyond the product look nothing up.
func.func @behind_product(%x: tensor<70x32xbf16>, %w: tensor<32x72xbf16>, %t: tensor<70x80xbf16>) -> tensor<70x72xf32> {
  %p = fusion.matmul %x, %w : (tensor<70x32xbf16>, tensor<32x72xbf16>) -> tensor<70x72xf32>
  %r = fusion.map(%v = %p) tables(%a = %t) at(%i, %j) : (tensor<70x72xf32>, tensor<70x80xbf16>) -> tensor<70x72xf32> {
    %eight = arith.constant 8 : index
    %k = arith.addi %j, %eight : index
    %own = fusion.lookup %a[%i, %k] : tensor<70x80xbf16>
    %wide = arith.extf %own : bf16 to f32
    %s = arith.addf %wide, %v : f32
    fusion.yield %s : f32
  }
  return %r : tensor<70x72xf32>
}

func.func @in_rows(%x: tensor<24x256xf32>) -> tensor<24x256xf32> {
  %m = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<24x256xf32>) -> tensor<24x256xf32> {
    %half = arith.constant 128 : index
    %low = arith.cmpi ult, %j, %half : index
    %above = arith.addi %j, %half : index
    %v = fusion.lookup %t[%i, %above] if %low : tensor<24x256xf32>
    fusion.yield %v : f32
  }
  %sum = fusion.add %m, %x : (tensor<24x256xf32>, tensor<24x256xf32>) -> tensor<24x256xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.reduce { arith.addf } ins(%sum : tensor<24x256xf32>) outs(%f : tensor<24xf32>) dimensions = [1]
  %c = tensor.expand_shape %s [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
  %r = fusion.sub %sum, %c : (tensor<24x256xf32>, tensor<24x1xf32>) -> tensor<24x256xf32>
  return %r : tensor<24x256xf32>
}

func.func @embedding(%ids: tensor<13x1xi32>, %table: tensor<50x64xbf16>) -> tensor<13x64xbf16> {
  %r = fusion.map(%id = %ids) tables(%t = %table) at(%i, %j) : (tensor<13x1xi32>, tensor<50x64xbf16>) -> tensor<13x64xbf16> {
    %fifty = arith.constant 50 : i32
    %rest = arith.remui %id, %fifty : i32
    %row = arith.index_castui %rest : i32 to index
    %v = fusion.lookup %t[%row, %j] : tensor<50x64xbf16>
    fusion.yield %v : bf16
  }
  return %r : tensor<13x64xbf16>
}

// The last of a thread's columns alone is beyond a table of 71 columns.
func.func @beyond(%x: tensor<3x?xf32>) -> tensor<3x64xf32> {
  %r = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<3x?xf32>) -> tensor<3x64xf32> {
    %eight = arith.constant 8 : index
    %k = arith.addi %j, %eight : index
    %v = fusion.lookup %t[%i, %k] : tensor<3x?xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<3x64xf32>
}

// The first of the first thread's columns alone.
func.func @before(%x: tensor<3x64xf32>) -> tensor<3x64xf32> {
  %r = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<3x64xf32>) -> tensor<3x64xf32> {
    %one = arith.constant 1 : index
    %k = arith.subi %j, %one : index
    %v = fusion.lookup %t[%i, %k] : tensor<3x64xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<3x64xf32>
}

// A row.
func.func @other_row(%x: tensor<2x64xf32>) -> tensor<3x64xf32> {
  %r = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<2x64xf32>) -> tensor<3x64xf32> {
    %v = fusion.lookup %t[%i, %j] : tensor<2x64xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<3x64xf32>
}
