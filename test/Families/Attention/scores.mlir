// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s

// A slope along the keys is one from a row near by: what else it gives a row, all its scores have. Of a block of keys the
// first one's distance is converted; those of others are known numbers behind it. Two truth values side by side share a
// register.
// CHECK-LABEL: llvm.func @slopes_k0(
// CHECK: arith.sitofp
// CHECK-NOT: arith.sitofp
// CHECK: llvm.load {{.*}} -> i16
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-NOT: arith.sitofp
// CHECK: scf.for
// CHECK: arith.sitofp
// CHECK-NOT: arith.sitofp
// CHECK: llvm.load {{.*}} -> i16
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-NOT: arith.sitofp
// CHECK: scf.yield
func.func @slopes(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>, %seen: tensor<96xi1>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b = %seen) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>, tensor<96xi1>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %slope = fusion.map() at(%i, %j) : () -> tensor<64x96xf32> {
      %0 = arith.subi %j, %i : index
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f32
      fusion.yield %2 : f32
    }
    %x = fusion.add %s, %slope : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    %t = fusion.select %b, %x, %none : (tensor<96xi1>, tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    %r = fusion.div %u, %l : (tensor<64x32xf32>, tensor<64x1xf32>) -> tensor<64x32xf32>
    fusion.yield %r : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}

// Where the largest scores are an output they are whole: rows are converted, and of each block the first key.
// CHECK-LABEL: llvm.func @slopes_of_seen_rows_k0(
// CHECK-COUNT-2: arith.sitofp
// CHECK: scf.for
// CHECK: arith.sitofp
// CHECK-NOT: arith.sitofp
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK: arith.subf
func.func @slopes_of_seen_rows(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>) -> (tensor<64x32xf32>, tensor<64x1xf32>) {
  %o:2 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>) -> (tensor<64x32xf32>, tensor<64x1xf32>)
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %slope = fusion.map() at(%i, %j) : () -> tensor<64x96xf32> {
      %0 = arith.subi %j, %i : index
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f32
      fusion.yield %2 : f32
    }
    %t = fusion.add %s, %slope : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    fusion.yield %u, %m : tensor<64x32xf32>, tensor<64x1xf32>
  }
  return %o#0, %o#1 : tensor<64x32xf32>, tensor<64x1xf32>
}

// A cap of 50 takes an exponential and a reciprocal: the -1 in 2 / (1 + e^-2x) - 1 is the same for all scores of a row.
// Behind the first block of keys a warp votes whether a polynomial will do, which gives exponents. One of 1e5 would show
// the errors of both. Weights that are not divided by their sum are relative to the maximum, which is taken.
// CHECK-LABEL: llvm.func @cap_k0(
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK-NEXT: %[[D:.+]] = arith.addf %[[E]], %{{.*}} : f32
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
// CHECK: scf.for
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-NOT: math.absf
// CHECK: %[[FAR:.+]] = nvvm.vote.sync any
// CHECK-NOT: nvvm.vote
// CHECK: scf.if %[[FAR]]
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK: } else {
// CHECK-NOT: llvm.call_intrinsic
// CHECK: llvm.intr.fma
// CHECK: scf.yield
// CHECK-NOT: math.tanh
// CHECK-LABEL: llvm.func @large_cap_k0(
// CHECK-NOT: llvm.nvvm.rcp.approx.ftz.f
// CHECK: math.tanh
func.func @cap(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %cap = arith.constant dense<50.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %x = fusion.div %s, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %y = fusion.tanh %x : tensor<64x96xf32>
    %t = fusion.mul %y, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    fusion.yield %u : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}
func.func @large_cap(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %cap = arith.constant dense<1.0e+05> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %x = fusion.div %s, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %y = fusion.tanh %x : tensor<64x96xf32>
    %t = fusion.mul %y, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    fusion.yield %u : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}

// Weights that are divided by their sum need no maximum where exponents are bounded: of all products of a warp the sizes
// are taken instead, and three operations give an exponent. Elsewhere the maximum is taken.
// CHECK-LABEL: llvm.func @bounded_cap_k0(
// CHECK: scf.for
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-NOT: nvvm.shfl
// CHECK: math.absf
// CHECK: arith.maxnumf
// CHECK-NOT: nvvm.shfl
// CHECK: %[[OUTSIDE:.+]] = nvvm.vote.sync any
// CHECK-NOT: nvvm.shfl
// CHECK: scf.if %[[OUTSIDE]]
// CHECK: nvvm.shfl
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK: %[[GROWN:.+]] = nvvm.vote.sync any
// CHECK: scf.if %[[GROWN]]
// CHECK: %[[FAR:.+]] = nvvm.vote.sync any
// CHECK: scf.if %[[FAR]]
// CHECK: } else {
// CHECK: } else {
// CHECK-NOT: {{maxnumf|nvvm|call_intrinsic|scf.if}}
// CHECK: %[[T:.+]] = arith.mulf %[[X:.+]], %[[X]] : f32
// CHECK-NEXT: %[[V:.+]] = llvm.intr.fma(%[[T]], %{{.+}}, %{{.+}})
// CHECK-NEXT: llvm.intr.fma(%[[X]], %[[V]], %{{.+}})
// CHECK-NEXT: arith.mulf
// CHECK-NOT: {{maxnumf|nvvm|call_intrinsic|scf.if}}
// CHECK: scf.yield
func.func @bounded_cap(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %cap = arith.constant dense<50.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %x = fusion.div %s, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %y = fusion.tanh %x : tensor<64x96xf32>
    %t = fusion.mul %y, %cap : (tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %w = fusion.div %e, %l : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %p = fusion.cast %w : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    fusion.yield %u : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}

// Multiples of huge scores are far off when they are rounded. Where a row's reference changes a warp votes whether one is
// huge, and if so differences take the place of the scores. No other branch stands in front of the exponentials.
// CHECK-LABEL: llvm.func @bias_k0(
// CHECK: scf.for
// CHECK: %[[GROWN:.+]] = nvvm.vote.sync any
// CHECK: %[[STATE:.+]]:15 = scf.if %[[GROWN]]
// CHECK: %[[HUGE:.+]] = nvvm.vote.sync any
// CHECK: scf.if %[[HUGE]]
// CHECK-COUNT-8: arith.subf
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield
// CHECK: llvm.intr.fma(%[[STATE]]#0, %{{.+}}, %[[STATE]]#8)
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
func.func @bias(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>, %b: tensor<64x96xf32>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>, tensor<64x96xf32>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %t = fusion.add %s, %b0 : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    fusion.yield %u : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}
