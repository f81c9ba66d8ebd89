// Bodies that random ones have shown to be treated wrongly.

// A truth value as a signed bf16.
func.func @signed_truth_value(%x: tensor<40xi1>) -> (tensor<40xbf16>, tensor<40xf16>, tensor<40xf32>) {
  %0 = fusion.map(%a = %x) at(%i) : (tensor<40xi1>) -> tensor<40xbf16> {
    %c9 = arith.constant 9 : index
    %wide = arith.index_castui %a : i1 to index
    %c = arith.cmpi ult, %i, %c9 : index
    %d = arith.andi %c, %a : i1
    %s = arith.sitofp %d : i1 to bf16
    fusion.yield %s : bf16
  }
  %1 = fusion.map(%a = %x) : (tensor<40xi1>) -> tensor<40xf16> {
    %s = arith.sitofp %a : i1 to f16
    fusion.yield %s : f16
  }
  %2 = fusion.map(%a = %x) : (tensor<40xi1>) -> tensor<40xf32> {
    %s = arith.sitofp %a : i1 to f32
    fusion.yield %s : f32
  }
  return %0, %1, %2 : tensor<40xbf16>, tensor<40xf16>, tensor<40xf32>
}

// Integers that f32 does not hold, and f64, on their way through a 16-bit type that nothing stores.
func.func @through_16_bits(%x: tensor<40xi32>, %y: tensor<40xf64>) -> (tensor<40xf32>, tensor<40xf32>) {
  %0 = fusion.map(%a = %x) : (tensor<40xi32>) -> tensor<40xf32> {
    %least = arith.constant -1073741823 : i32
    %p = arith.muli %a, %least : i32
    %s = arith.sitofp %p : i32 to bf16
    %t = arith.extf %s : bf16 to f32
    fusion.yield %t : f32
  }
  %1 = fusion.map(%a = %y) : (tensor<40xf64>) -> tensor<40xf32> {
    %s = arith.truncf %a : f64 to bf16
    %t = arith.extf %s : bf16 to f32
    fusion.yield %t : f32
  }
  return %0, %1 : tensor<40xf32>, tensor<40xf32>
}

// The only element of a lookup that is never made.
func.func @never(%t: tensor<1x0xbf16>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = fusion.map() tables(%u = %t) : (tensor<1x0xbf16>) -> tensor<bf16> {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %false = arith.constant false
    %v = fusion.lookup %u[%c0, %c5] if %false : tensor<1x0xbf16>
    fusion.yield %v : bf16
  }
  %1 = fusion.add %x, %0 : (tensor<?xf32>, tensor<bf16>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Powers and quotients of truth values, comparisons that hold never.
func.func @truth_values(%x: tensor<40xi1>, %y: tensor<40xi1>, %z: tensor<?xf32>) -> (tensor<40xi1>, tensor<?xi1>) {
  %0 = fusion.map(%a = %x, %b = %y) : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1> {
    %p = math.ipowi %a, %b : i1
    %q = arith.floordivsi %p, %b : i1
    %r = arith.remsi %q, %a : i1
    %s = arith.xori %p, %r : i1
    fusion.yield %s : i1
  }
  %1 = arith.cmpf true, %z, %z : tensor<?xf32>
  return %0, %1 : tensor<40xi1>, tensor<?xi1>
}
