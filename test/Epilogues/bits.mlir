// Masks as bits, eight columns in a byte, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: RELU_AUX_BIAS, bits | relu(AB + b), and the mask AB + b > 0 as bits | 1 launch
func.func @relu_aux_bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>)
    -> (tensor<40x48xbf16>, tensor<40x6xi8>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.relu %1 : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %4 = fusion.compare ogt, %1, %zero : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %bits = fusion.map() tables(%t = %4) at(%i, %j) : (tensor<40x48xi1>) -> tensor<40x6xi8> {
    %eight = arith.constant 8 : index
    %p0 = arith.muli %j, %eight : index
    %c1 = arith.constant 1 : index
    %p1 = arith.addi %p0, %c1 : index
    %c2 = arith.constant 2 : index
    %p2 = arith.addi %p0, %c2 : index
    %c3 = arith.constant 3 : index
    %p3 = arith.addi %p0, %c3 : index
    %c4 = arith.constant 4 : index
    %p4 = arith.addi %p0, %c4 : index
    %c5 = arith.constant 5 : index
    %p5 = arith.addi %p0, %c5 : index
    %c6 = arith.constant 6 : index
    %p6 = arith.addi %p0, %c6 : index
    %c7 = arith.constant 7 : index
    %p7 = arith.addi %p0, %c7 : index
    %l0 = fusion.lookup %t[%i, %p0] : tensor<40x48xi1>
    %e0 = arith.extui %l0 : i1 to i8
    %l1 = fusion.lookup %t[%i, %p1] : tensor<40x48xi1>
    %e1 = arith.extui %l1 : i1 to i8
    %l2 = fusion.lookup %t[%i, %p2] : tensor<40x48xi1>
    %e2 = arith.extui %l2 : i1 to i8
    %l3 = fusion.lookup %t[%i, %p3] : tensor<40x48xi1>
    %e3 = arith.extui %l3 : i1 to i8
    %l4 = fusion.lookup %t[%i, %p4] : tensor<40x48xi1>
    %e4 = arith.extui %l4 : i1 to i8
    %l5 = fusion.lookup %t[%i, %p5] : tensor<40x48xi1>
    %e5 = arith.extui %l5 : i1 to i8
    %l6 = fusion.lookup %t[%i, %p6] : tensor<40x48xi1>
    %e6 = arith.extui %l6 : i1 to i8
    %l7 = fusion.lookup %t[%i, %p7] : tensor<40x48xi1>
    %e7 = arith.extui %l7 : i1 to i8
    %n1 = arith.constant 1 : i8
    %s1 = arith.shli %e1, %n1 : i8
    %o1 = arith.ori %e0, %s1 : i8
    %n2 = arith.constant 2 : i8
    %s2 = arith.shli %e2, %n2 : i8
    %o2 = arith.ori %o1, %s2 : i8
    %n3 = arith.constant 3 : i8
    %s3 = arith.shli %e3, %n3 : i8
    %o3 = arith.ori %o2, %s3 : i8
    %n4 = arith.constant 4 : i8
    %s4 = arith.shli %e4, %n4 : i8
    %o4 = arith.ori %o3, %s4 : i8
    %n5 = arith.constant 5 : i8
    %s5 = arith.shli %e5, %n5 : i8
    %o5 = arith.ori %o4, %s5 : i8
    %n6 = arith.constant 6 : i8
    %s6 = arith.shli %e6, %n6 : i8
    %o6 = arith.ori %o5, %s6 : i8
    %n7 = arith.constant 7 : i8
    %s7 = arith.shli %e7, %n7 : i8
    %o7 = arith.ori %o6, %s7 : i8
    fusion.yield %o7 : i8
  }
  return %3, %bits : tensor<40x48xbf16>, tensor<40x6xi8>
}

// row: DRELU, bits | AB where the mask of bits holds, else 0 | 1 launch
func.func @drelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %bits: tensor<40x6xi8>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %mask = fusion.map() tables(%t = %bits) at(%i, %j) : (tensor<40x6xi8>) -> tensor<40x48xi1> {
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %at = arith.shrui %j, %three : index
    %byte = fusion.lookup %t[%i, %at] : tensor<40x6xi8>
    %place = arith.andi %j, %seven : index
    %bit = arith.index_cast %place : index to i8
    %low = arith.shrui %byte, %bit : i8
    %one = arith.constant 1 : i8
    %own = arith.andi %low, %one : i8
    %zero = arith.constant 0 : i8
    %is = arith.cmpi ne, %own, %zero : i8
    fusion.yield %is : i1
  }
  %zero = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.select %mask, %0, %zero : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xbf16>
  return %1 : tensor<40x48xbf16>
}

// row: a mask as bits without a product | relu(x), and the mask x > 0 as bits | 1 launch
func.func @elementwise(%x: tensor<40x48xbf16>) -> (tensor<40x48xbf16>, tensor<40x6xi8>) {
  %0 = fusion.relu %x : tensor<40x48xbf16>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %x, %zero : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xi1>
  %bits = fusion.map() tables(%t = %1) at(%i, %j) : (tensor<40x48xi1>) -> tensor<40x6xi8> {
    %eight = arith.constant 8 : index
    %p0 = arith.muli %j, %eight : index
    %c1 = arith.constant 1 : index
    %p1 = arith.addi %p0, %c1 : index
    %c2 = arith.constant 2 : index
    %p2 = arith.addi %p0, %c2 : index
    %c3 = arith.constant 3 : index
    %p3 = arith.addi %p0, %c3 : index
    %c4 = arith.constant 4 : index
    %p4 = arith.addi %p0, %c4 : index
    %c5 = arith.constant 5 : index
    %p5 = arith.addi %p0, %c5 : index
    %c6 = arith.constant 6 : index
    %p6 = arith.addi %p0, %c6 : index
    %c7 = arith.constant 7 : index
    %p7 = arith.addi %p0, %c7 : index
    %l0 = fusion.lookup %t[%i, %p0] : tensor<40x48xi1>
    %e0 = arith.extui %l0 : i1 to i8
    %l1 = fusion.lookup %t[%i, %p1] : tensor<40x48xi1>
    %e1 = arith.extui %l1 : i1 to i8
    %l2 = fusion.lookup %t[%i, %p2] : tensor<40x48xi1>
    %e2 = arith.extui %l2 : i1 to i8
    %l3 = fusion.lookup %t[%i, %p3] : tensor<40x48xi1>
    %e3 = arith.extui %l3 : i1 to i8
    %l4 = fusion.lookup %t[%i, %p4] : tensor<40x48xi1>
    %e4 = arith.extui %l4 : i1 to i8
    %l5 = fusion.lookup %t[%i, %p5] : tensor<40x48xi1>
    %e5 = arith.extui %l5 : i1 to i8
    %l6 = fusion.lookup %t[%i, %p6] : tensor<40x48xi1>
    %e6 = arith.extui %l6 : i1 to i8
    %l7 = fusion.lookup %t[%i, %p7] : tensor<40x48xi1>
    %e7 = arith.extui %l7 : i1 to i8
    %n1 = arith.constant 1 : i8
    %s1 = arith.shli %e1, %n1 : i8
    %o1 = arith.ori %e0, %s1 : i8
    %n2 = arith.constant 2 : i8
    %s2 = arith.shli %e2, %n2 : i8
    %o2 = arith.ori %o1, %s2 : i8
    %n3 = arith.constant 3 : i8
    %s3 = arith.shli %e3, %n3 : i8
    %o3 = arith.ori %o2, %s3 : i8
    %n4 = arith.constant 4 : i8
    %s4 = arith.shli %e4, %n4 : i8
    %o4 = arith.ori %o3, %s4 : i8
    %n5 = arith.constant 5 : i8
    %s5 = arith.shli %e5, %n5 : i8
    %o5 = arith.ori %o4, %s5 : i8
    %n6 = arith.constant 6 : i8
    %s6 = arith.shli %e6, %n6 : i8
    %o6 = arith.ori %o5, %s6 : i8
    %n7 = arith.constant 7 : i8
    %s7 = arith.shli %e7, %n7 : i8
    %o7 = arith.ori %o6, %s7 : i8
    fusion.yield %o7 : i8
  }
  return %0, %bits : tensor<40x48xbf16>, tensor<40x6xi8>
}
