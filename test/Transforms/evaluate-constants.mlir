// RUN: fusion-opt %s --fusion-propagate-layout | FileCheck %s
// What is computed is what the interpreter says, which shares no code with it.
// RUN: fusion-run %s --device=cpu --entry=rounded --verify | FileCheck %s --check-prefix=SAME
// RUN: fusion-run %s --device=cpu --entry=integers --verify | FileCheck %s --check-prefix=SAME
// RUN: fusion-run %s --device=cpu --entry=broadcast --verify | FileCheck %s --check-prefix=SAME
// RUN: fusion-run %s --device=cpu --entry=mapped --verify | FileCheck %s --check-prefix=SAME
// Many elements that differ are computed on the device, once.
// RUN: %python -c "t = 'tensor<9000xf32>'; print('func.func @many() ->', t, '{ %a = arith.constant dense<', [float(i) for i in range(9000)], '>:', t, '%0 = fusion.neg %a :', t, 'return %0 :', t, '}')" \
// RUN:   | fusion-opt --fusion-propagate-layout | FileCheck %s --check-prefix=MANY
// MANY: fusion.neg
// SAME-COUNT-2: verify output {{[0-9]: good, .*bit-identical}}

// Rounded once, to nearest and ties to even: 257 + 1/2 lies between 256 and 258 in bf16.
// CHECK-LABEL: @rounded
// CHECK-DAG: arith.constant dense<[2.580000e+02, -2.580000e+02, 2.560000e+02]> : tensor<3xbf16>
// CHECK-DAG: arith.constant dense<[1.41421354, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
// CHECK-NOT: fusion.
// CHECK: return
func.func @rounded() -> (tensor<3xbf16>, tensor<3xf32>) {
  %a = arith.constant dense<[257.5, -257.5, 257.0]> : tensor<3xf32>
  %0 = fusion.cast %a : tensor<3xf32> to tensor<3xbf16>
  %b = arith.constant dense<[2.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %1 = fusion.sqrt %b : tensor<3xf32>
  return %0, %1 : tensor<3xbf16>, tensor<3xf32>
}

// CHECK-LABEL: @integers
// CHECK-DAG: arith.constant dense<[-2147483648, 4]> : tensor<2xi32>
// CHECK-DAG: arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NOT: fusion.
// CHECK: return
func.func @integers() -> (tensor<2xi32>, tensor<2xi1>) {
  %a = arith.constant dense<[2147483647, 3]> : tensor<2xi32>
  %one = arith.constant dense<1> : tensor<i32>
  %0 = fusion.map(%x = %a, %y = %one) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32> {
    %s = arith.addi %x, %y : i32
    fusion.yield %s : i32
  }
  %1 = fusion.map(%x = %a) : (tensor<2xi32>) -> tensor<2xi1> {
    %c = arith.constant 3 : i32
    %s = arith.cmpi sgt, %x, %c : i32
    fusion.yield %s : i1
  }
  return %0, %1 : tensor<2xi32>, tensor<2xi1>
}

// CHECK-LABEL: @broadcast
// CHECK-DAG: arith.constant dense<{{\[}}[1.100000e+01, 1.200000e+01, 1.300000e+01], [2.100000e+01, 2.200000e+01, 2.300000e+01]]> : tensor<2x3xf32>
// CHECK-DAG: arith.constant dense<{{\[}}[1.000000e+01, 5.000000e+00], [2.000000e+01, 1.000000e+01]]> : tensor<2x2xf64>
// CHECK-NOT: fusion.
// CHECK: return
func.func @broadcast() -> (tensor<2x3xf32>, tensor<2x2xf64>) {
  %column = arith.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %row = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = fusion.add %column, %row : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %c = arith.constant dense<[[10.0], [20.0]]> : tensor<2x1xf64>
  %r = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %1 = fusion.div %c, %r : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  return %0, %1 : tensor<2x3xf32>, tensor<2x2xf64>
}

// A mask of integers that hides nothing goes away with the selection by it.
// CHECK-LABEL: @mapped
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// CHECK-DAG: %[[C:.*]] = arith.constant dense<true> : tensor<4x8xi1>
// CHECK: return %[[X]], %[[C]]
func.func @mapped(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi1>) {
  %m = arith.constant dense<1> : tensor<4x8xi64>
  %least = arith.constant dense<-3.40282347E+38> : tensor<f32>
  %0 = fusion.map(%a = %m) : (tensor<4x8xi64>) -> tensor<4x8xi1> {
    %z = arith.constant 0 : i64
    %c = arith.cmpi ne, %a, %z : i64
    fusion.yield %c : i1
  }
  %1 = fusion.select %0, %x, %least : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %1, %0 : tensor<4x8xf32>, tensor<4x8xi1>
}

// Functions are the device's; a quotient by zero has no value that a folder knows, nor has a number that is too large.
// CHECK-LABEL: @kept
// CHECK: fusion.exp
// CHECK: arith.divsi
// CHECK: return
func.func @kept() -> (tensor<2xf32>, tensor<2xi32>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = fusion.exp %a : tensor<2xf32>
  %n = arith.constant dense<[1, 2]> : tensor<2xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %1 = fusion.map(%x = %n, %y = %zero) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32> {
    %s = arith.divsi %x, %y : i32
    fusion.yield %s : i32
  }
  return %0, %1 : tensor<2xf32>, tensor<2xi32>
}
