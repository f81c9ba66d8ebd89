// RUN: fusion-opt %s --fusion-form-stores --split-input-file | FileCheck %s

// Eight conditions of a row, looked up and put together from the lowest bit on.
// CHECK-LABEL: func.func @mask
// CHECK: %[[M:.*]] = fusion.compare
// CHECK: %[[B:.*]] = fusion.pack_bits %[[M]] : tensor<4x16xi1> -> tensor<4x2xi8>
// CHECK: return %[[B]]
func.func @mask(%x: tensor<4x16xf32>, %z: tensor<f32>) -> tensor<4x2xi8> {
  %m = fusion.compare ogt, %x, %z : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xi1>
  %b = fusion.map() tables(%t = %m) at(%i, %j) : (tensor<4x16xi1>) -> tensor<4x2xi8> {
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
    %l0 = fusion.lookup %t[%i, %p0] : tensor<4x16xi1>
    %e0 = arith.extui %l0 : i1 to i8
    %l1 = fusion.lookup %t[%i, %p1] : tensor<4x16xi1>
    %e1 = arith.extui %l1 : i1 to i8
    %l2 = fusion.lookup %t[%i, %p2] : tensor<4x16xi1>
    %e2 = arith.extui %l2 : i1 to i8
    %l3 = fusion.lookup %t[%i, %p3] : tensor<4x16xi1>
    %e3 = arith.extui %l3 : i1 to i8
    %l4 = fusion.lookup %t[%i, %p4] : tensor<4x16xi1>
    %e4 = arith.extui %l4 : i1 to i8
    %l5 = fusion.lookup %t[%i, %p5] : tensor<4x16xi1>
    %e5 = arith.extui %l5 : i1 to i8
    %l6 = fusion.lookup %t[%i, %p6] : tensor<4x16xi1>
    %e6 = arith.extui %l6 : i1 to i8
    %l7 = fusion.lookup %t[%i, %p7] : tensor<4x16xi1>
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
  return %b : tensor<4x2xi8>
}

// -----

// Two bits in each other's place.
// CHECK-LABEL: func.func @other_order
// CHECK-NOT: fusion.pack_bits
func.func @other_order(%x: tensor<4x16xf32>, %z: tensor<f32>) -> tensor<4x2xi8> {
  %m = fusion.compare ogt, %x, %z : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xi1>
  %b = fusion.map() tables(%t = %m) at(%i, %j) : (tensor<4x16xi1>) -> tensor<4x2xi8> {
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
    %l0 = fusion.lookup %t[%i, %p0] : tensor<4x16xi1>
    %e0 = arith.extui %l0 : i1 to i8
    %l1 = fusion.lookup %t[%i, %p1] : tensor<4x16xi1>
    %e1 = arith.extui %l1 : i1 to i8
    %l2 = fusion.lookup %t[%i, %p2] : tensor<4x16xi1>
    %e2 = arith.extui %l2 : i1 to i8
    %l3 = fusion.lookup %t[%i, %p3] : tensor<4x16xi1>
    %e3 = arith.extui %l3 : i1 to i8
    %l4 = fusion.lookup %t[%i, %p4] : tensor<4x16xi1>
    %e4 = arith.extui %l4 : i1 to i8
    %l5 = fusion.lookup %t[%i, %p5] : tensor<4x16xi1>
    %e5 = arith.extui %l5 : i1 to i8
    %l6 = fusion.lookup %t[%i, %p7] : tensor<4x16xi1>
    %e6 = arith.extui %l6 : i1 to i8
    %l7 = fusion.lookup %t[%i, %p6] : tensor<4x16xi1>
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
  return %b : tensor<4x2xi8>
}

// -----

// Nobody computes the mask: it is looked up.
// CHECK-LABEL: func.func @of_an_argument
// CHECK-NOT: fusion.pack_bits
func.func @of_an_argument(%m: tensor<4x16xi1>) -> tensor<4x2xi8> {
  %b = fusion.map() tables(%t = %m) at(%i, %j) : (tensor<4x16xi1>) -> tensor<4x2xi8> {
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
    %l0 = fusion.lookup %t[%i, %p0] : tensor<4x16xi1>
    %e0 = arith.extui %l0 : i1 to i8
    %l1 = fusion.lookup %t[%i, %p1] : tensor<4x16xi1>
    %e1 = arith.extui %l1 : i1 to i8
    %l2 = fusion.lookup %t[%i, %p2] : tensor<4x16xi1>
    %e2 = arith.extui %l2 : i1 to i8
    %l3 = fusion.lookup %t[%i, %p3] : tensor<4x16xi1>
    %e3 = arith.extui %l3 : i1 to i8
    %l4 = fusion.lookup %t[%i, %p4] : tensor<4x16xi1>
    %e4 = arith.extui %l4 : i1 to i8
    %l5 = fusion.lookup %t[%i, %p5] : tensor<4x16xi1>
    %e5 = arith.extui %l5 : i1 to i8
    %l6 = fusion.lookup %t[%i, %p6] : tensor<4x16xi1>
    %e6 = arith.extui %l6 : i1 to i8
    %l7 = fusion.lookup %t[%i, %p7] : tensor<4x16xi1>
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
  return %b : tensor<4x2xi8>
}
