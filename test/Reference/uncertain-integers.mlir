// RUN: %unittests/fusion-reference-run %s --split-input-file --bounds --input=list:200,3,0.25 | FileCheck %s

// Floats near whole numbers, cut to integers: of what is possible on both sides of a whole number both are. An unsigned
// integer of 8 bits is printed as the signed one of the same bits.
// CHECK: tensor<3xi8> (bounded): {{-5[67]}} in [-57, -56] {{[23]}} in [2, 3] 0 in [0, 0]
// CHECK: tensor<3xi32> (bounded): {{199|200}} in [199, 200] {{[23]}} in [2, 3] 0 in [0, 0]
// Signed integers of 8 bits end at 127, which all larger floats become.
// CHECK: tensor<3xi8> (bounded): 127 in [127, 127] {{[23]}} in [2, 3] 0 in [0, 0]
func.func @casts(%x: tensor<3xf32>) -> (tensor<3xi8>, tensor<3xi32>, tensor<3xi8>) {
  %log = math.log %x : tensor<3xf32>
  %y = math.exp %log : tensor<3xf32>
  %0 = arith.fptoui %y : tensor<3xf32> to tensor<3xi8>
  %1 = arith.fptosi %y : tensor<3xf32> to tensor<3xi32>
  %2 = arith.fptosi %y : tensor<3xf32> to tensor<3xi8>
  return %0, %1, %2 : tensor<3xi8>, tensor<3xi32>, tensor<3xi8>
}

// -----

// To i1: signed it holds -1 and 0, unsigned 0 and 1; what is not of the type becomes the nearer one.
// CHECK: tensor<3xi1>: 1 1 0
// CHECK: tensor<3xi1>: 1 1 0
// CHECK: tensor<3xi1> (bounded): 1 in [1, 1] 1 in [1, 1] {{[01]}} in [0, 1]
func.func @to_i1(%x: tensor<3xf32>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  %log = math.log %x : tensor<3xf32>
  %y = math.exp %log : tensor<3xf32>
  %four = arith.constant dense<4.0> : tensor<3xf32>
  %minus = arith.negf %y : tensor<3xf32>
  %quarter = arith.mulf %y, %four : tensor<3xf32>
  %0 = arith.fptoui %y : tensor<3xf32> to tensor<3xi1>
  %1 = arith.fptosi %minus : tensor<3xf32> to tensor<3xi1>
  %2 = arith.fptoui %quarter : tensor<3xf32> to tensor<3xi1>
  return %0, %1, %2 : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// -----

// A lookup whose condition is uncertain gives the element or zero, and the value that its own condition says.
// CHECK: tensor<3xf32> (bounded): 0 in [0, 5] 7 in [7, 7] 0 in [0, 0]
// CHECK: tensor<3xi32> (bounded): 0 in [0, 6] 6 in [6, 6] 0 in [0, 0]
func.func @lookup(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %scale = arith.constant dense<[0.005, 1.0, 1.0]> : tensor<3xf32>
  %near = arith.mulf %x, %scale : tensor<3xf32>
  %log = math.log %near : tensor<3xf32>
  %y = math.exp %log : tensor<3xf32>
  %table = arith.constant dense<[5.0, 7.0, 9.0]> : tensor<3xf32>
  %numbers = arith.constant dense<6> : tensor<3xi32>
  %0 = fusion.map(%e = %y) tables(%t = %table) at(%i) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
    %one = arith.constant 1.0 : f32
    %c = arith.cmpf ogt, %e, %one : f32
    %v = fusion.lookup %t[%i] if %c : tensor<3xf32>
    fusion.yield %v : f32
  }
  %1 = fusion.map(%e = %y) tables(%t = %numbers) at(%i) : (tensor<3xf32>, tensor<3xi32>) -> tensor<3xi32> {
    %one = arith.constant 1.0 : f32
    %c = arith.cmpf ogt, %e, %one : f32
    %v = fusion.lookup %t[%i] if %c : tensor<3xi32>
    fusion.yield %v : i32
  }
  return %0, %1 : tensor<3xf32>, tensor<3xi32>
}

// -----

// 255 or 256 as i8 unsigned: both are 255. 127 or 128 wraps from one end of the signed range to the other, which no
// interval says.
// CHECK: tensor<3xi8> (bounded): -1 in [-1, -1]
// CHECK-SAME: {{-128|127}} in [-9223372036854775808, 9223372036854775807] {{[01]}} in [0, 1]
func.func @ends(%x: tensor<3xf32>) -> tensor<3xi8> {
  %k = arith.constant dense<[1.28, 42.6666679, 4.0]> : tensor<3xf32>
  %y = arith.mulf %x, %k : tensor<3xf32>
  %log = math.log %y : tensor<3xf32>
  %z = math.exp %log : tensor<3xf32>
  %0 = arith.fptoui %z : tensor<3xf32> to tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// Few integers stay few: each operation tries them. Of many nothing is known.
// CHECK: tensor<3xi32> (bounded): {{20[01]}} in [200, 201] {{[34]}} in [3, 4] 1 in [1, 1]
// CHECK: tensor<3xf32> (bounded): {{199|200}} in [198.99999, 200.00001] {{[23]}} in [1.9999999, 3.0000002] 0 in [0, 0]
// CHECK: tensor<3xi1> (bounded): {{[01]}} in [0, 1] 1 in [1, 1] 1 in [1, 1]
// CHECK: tensor<3xi32> (bounded): {{39601|40000}} in [39601, 40000] {{[49]}} in [4, 9] 0 in [0, 0]
// CHECK: tensor<3xi64> (bounded): {{[0-9]+}} in [-9223372036854775808, 9223372036854775807]
func.func @arithmetic(%x: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xi32>, tensor<3xi64>) {
  %log = math.log %x : tensor<3xf32>
  %y = math.exp %log : tensor<3xf32>
  %n = arith.fptosi %y : tensor<3xf32> to tensor<3xi32>
  %one = arith.constant dense<1> : tensor<3xi32>
  %limit = arith.constant dense<200> : tensor<3xi32>
  %0 = arith.addi %n, %one : tensor<3xi32>
  %1 = arith.sitofp %n : tensor<3xi32> to tensor<3xf32>
  %2 = arith.cmpi slt, %n, %limit : tensor<3xi32>
  %3 = arith.muli %n, %n : tensor<3xi32>
  %large = arith.constant dense<1.0e+12> : tensor<3xf32>
  %many = arith.mulf %y, %large : tensor<3xf32>
  %4 = arith.fptosi %many : tensor<3xf32> to tensor<3xi64>
  %5 = arith.addi %4, %4 : tensor<3xi64>
  return %0, %1, %2, %3, %5 : tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xi32>, tensor<3xi64>
}

// -----

// A lookup at a position that is uncertain may give any element; one at a certain position gives that element.
// CHECK: tensor<3xf32> (bounded): 0.25 in [-inf, inf] or nan 0.25 in [-inf, inf] or nan 200 in [200, 200]
func.func @lookup(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %least = arith.minimumf %a, %two : f32
    %log = math.log %least : f32
    %y = math.exp %log : f32
    %n = arith.fptoui %y : f32 to i32
    %i = arith.index_castui %n : i32 to index
    %r = tensor.extract %x[%i] : tensor<3xf32>
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Outside of bodies: a branch, a number of rounds or a position that hangs on an uncertain value says nothing.
// CHECK: tensor<3xf32> (bounded): 200 in [-inf, inf] or nan
// CHECK: tensor<3xf32> (bounded): 800 in [-inf, inf] or nan
// CHECK: tensor<f32> (bounded): 0.25 in [-inf, inf] or nan
// CHECK: tensor<f32> (bounded): 3 in [-inf, inf] or nan
// CHECK: tensor<3xf32>: 200 3 0.25
func.func @control(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, f32, f32, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %a = tensor.extract %x[%c1] : tensor<3xf32>
  %log = math.log %a : f32
  %y = math.exp %log : f32
  %n = arith.fptosi %y : f32 to i32
  %c = arith.cmpi eq, %n, %three : i32
  %0 = scf.if %c -> tensor<3xf32> {
    scf.yield %x : tensor<3xf32>
  } else {
    %twice = arith.addf %x, %x : tensor<3xf32>
    scf.yield %twice : tensor<3xf32>
  }
  %m = arith.index_cast %n : i32 to index
  %last = arith.subi %m, %c1 : index
  %1 = scf.for %i = %c0 to %last step %c1 iter_args(%t = %x) -> tensor<3xf32> {
    %twice = arith.addf %t, %t : tensor<3xf32>
    scf.yield %twice : tensor<3xf32>
  }
  %2 = tensor.extract %x[%last] : tensor<3xf32>
  %3 = scf.while (%v = %y) : (f32) -> f32 {
    %limit = arith.constant 3.0 : f32
    %less = arith.cmpf olt, %v, %limit : f32
    scf.condition(%less) %v : f32
  } do {
  ^bb0(%v: f32):
    %more = arith.addf %v, %v : f32
    scf.yield %more : f32
  }
  %t = arith.constant true
  %4 = scf.if %t -> tensor<3xf32> {
    scf.yield %x : tensor<3xf32>
  } else {
    scf.yield %0 : tensor<3xf32>
  }
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, f32, f32, tensor<3xf32>
}

// -----

// tanh(12) is 1 for sure in f32, and less in float64: what follows has float64's value, and what follows from 1 as the
// only possible one.
// CHECK: tensor<3xi32> (bounded): 1 in [1, 1] 0 in [1, 1] 0 in [0, 0]
// CHECK: tensor<3xi1> (bounded): 1 in [1, 1] 0 in [1, 1] 0 in [0, 0]
// CHECK: tensor<3xf32> (bounded): 1 in [1, 1] 0 in [1, 1] 0 in [0, 0]
// CHECK: tensor<3xf32> (bounded): 8 in [8, 8] 5 in [8, 8] 5 in [5, 5]
// CHECK: tensor<3xi32> (bounded): 3 in [3, 3] 2 in [3, 3] 2 in [2, 2]
func.func @saturated(%x: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>) {
  %k = arith.constant dense<4.0> : tensor<3xf32>
  %y = arith.mulf %x, %k : tensor<3xf32>
  %t = math.tanh %y : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %0 = arith.fptosi %t : tensor<3xf32> to tensor<3xi32>
  %1 = arith.cmpf oge, %t, %one : tensor<3xf32>
  %2 = arith.uitofp %1 : tensor<3xi1> to tensor<3xf32>
  %eight = arith.constant dense<8.0> : tensor<3xf32>
  %five = arith.constant dense<5.0> : tensor<3xf32>
  %3 = arith.select %1, %eight, %five : tensor<3xi1>, tensor<3xf32>
  %two = arith.constant dense<2> : tensor<3xi32>
  %4 = arith.addi %0, %two : tensor<3xi32>
  return %0, %1, %2, %3, %4 : tensor<3xi32>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>
}
