// RUN: fusion-opt --fusion-check-barriers="args=64 box-bytes=64" --split-input-file --verify-diagnostics %s

llvm.func @no_size() attributes {gpu.kernel} { // expected-error {{has no nvvm.reqntid or nvvm.maxntid, which the barrier check takes the number of threads from}}
  llvm.return
}

// -----

llvm.func @branches() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} { // expected-error {{has branches; run the barrier check before control flow is lowered}}
  llvm.br ^next
^next:
  llvm.return
}

// -----

llvm.func @unknown(%barrier: !llvm.ptr<3>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  nvvm.cp.async.mbarrier.arrive %barrier : !llvm.ptr<3> // expected-error {{is not modelled by the barrier check; add a handler for it in verify/CheckBarriers}}
  llvm.return
}

// -----

llvm.func @assembly() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  llvm.inline_asm has_side_effects "bar.red.popc.u32 $0, 0, 1;", "=r" : () -> i32 // expected-error {{has inline assembly that the barrier check does not model: bar.red.popc.u32 $0, 0, 1}}
  llvm.return
}

// -----

llvm.func @data(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c0 = arith.constant 0 : i32
  %value = llvm.load %p : !llvm.ptr<1> -> i32
  %isZero = arith.cmpi eq, %value, %c0 : i32
  scf.if %isZero { // expected-error {{depends on data or on an argument without a value, so the barrier check cannot follow it; give integer arguments with the option 'args'}}
    nvvm.barrier0
  }
  llvm.return
}

// -----

// The second integer has no value.
llvm.func @argument(%n: i32, %m: i32) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %m : i32 { // expected-error {{depends on data or on an argument without a value}}
  }
  llvm.return
}

// -----

llvm.func @backwards(%n: i32) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c0 : i32 { // expected-error {{has no positive step in the barrier check: 0}}
  }
  llvm.return
}

// -----

llvm.func @endless() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %true = arith.constant true
  scf.while : () -> () { // expected-error {{runs for more than 1048576 rounds in the barrier check}}
    scf.condition(%true)
  } do {
    scf.yield
  }
  llvm.return
}

// -----

llvm.func @boxes(%a: !llvm.ptr {nvvm.grid_constant, llvm.byval = !llvm.array<128 x i8>}, %b: !llvm.ptr {nvvm.grid_constant, llvm.byval = !llvm.array<128 x i8>}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32>} {
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %b, %p, box[%c0] : !llvm.ptr, !llvm.ptr<3> // expected-error {{uses tensor map 1, but the option 'box-bytes' gives 1 sizes}}
  llvm.return
}

// -----

llvm.func @name() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  nvvm.barrier id = %c16 number_of_threads = %c32 // expected-error {{names barrier 16, but a CTA has 16}}
  llvm.return
}

// -----

llvm.func @threads() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c1 = arith.constant 1 : i32
  %c48 = arith.constant 48 : i32
  nvvm.barrier id = %c1 number_of_threads = %c48 // expected-error {{names 48 threads, which must be whole warps of the CTA's 32 threads}}
  llvm.return
}

// -----

llvm.func @mixed() attributes {gpu.kernel, nvvm.maxntid = array<i32: 96>} {
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %isFirst = arith.cmpi ult, %tid, %c32 : i32
  scf.if %isFirst {
    nvvm.barrier id = %c1 number_of_threads = %c64
  } else {
    %c96 = arith.constant 96 : i32
    nvvm.barrier id = %c1 number_of_threads = %c96 // expected-error {{by CTA 0, threads 32-95 names 96 threads for barrier 1, where others wait for 64}}
  }
  llvm.return
}

// -----

llvm.func @half_a_warp() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c16 = arith.constant 16 : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %isFirst = arith.cmpi ult, %tid, %c16 : i32
  scf.if %isFirst {
    // expected-error@+3 {{is for all threads of a warp, but CTA 0, threads 0-15 come here and CTA 0, threads 16-31 do not}}
    // expected-error@+2 {{waits for ever}}
    // expected-note@+1 {{CTA 0, threads 0-15: waits here at barrier 0, where 16 of 32 threads have arrived}}
    nvvm.barrier0
  }
  llvm.return
}

// -----

// Two warps of one group write and read a word with no barrier between them.
llvm.func @neighbours() attributes {gpu.kernel, nvvm.maxntid = array<i32: 64>} {
  %c32 = arith.constant 32 : i32
  %c63 = arith.constant 63 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %next = arith.addi %tid, %c32 : i32
  %other = arith.andi %next, %c63 : i32
  %mine = llvm.getelementptr %p[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %theirs = llvm.getelementptr %p[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %tid, %mine : i32, !llvm.ptr<3> // expected-note {{the other access is here}}
  %value = llvm.load %theirs : !llvm.ptr<3> -> i32 // expected-error {{and another access by a different warp of its group touch the same shared memory, one of them writes, and no barrier is between them}}
  llvm.return
}

// -----

llvm.func @barrier_bytes() attributes {gpu.kernel, nvvm.maxntid = array<i32: 1>} {
  %c1 = arith.constant 1 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  %q = llvm.getelementptr %p[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %p, %c1 : !llvm.ptr<3>, i32
  llvm.store %c1, %q : i32, !llvm.ptr<3> // expected-error {{touches the bytes of a barrier}}
  llvm.return
}

// -----

llvm.func @init_twice() attributes {gpu.kernel, nvvm.maxntid = array<i32: 1>} {
  %c1 = arith.constant 1 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  nvvm.mbarrier.init %p, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %p, %c1 : !llvm.ptr<3>, i32 // expected-error {{by CTA 0, thread 0 initialises a barrier again}}
  llvm.return
}

// -----

llvm.func @init_by_all() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %c1 = arith.constant 1 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  nvvm.mbarrier.init %p, %c1 : !llvm.ptr<3>, i32 // expected-error {{by CTA 0, threads 0-31 initialises a barrier in several threads}}
  llvm.return
}

// -----

llvm.func @map_outside() attributes {gpu.kernel, nvvm.maxntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c2 = arith.constant 2 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  %q = nvvm.mapa %p, %c2 : !llvm.ptr<3> -> !llvm.ptr<7> // expected-error {{maps to CTA 2 of a cluster of 2}}
  llvm.return
}

// -----

// The peer may not have started.
llvm.func @too_soon() attributes {gpu.kernel, nvvm.maxntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c1024 = arith.constant 1024 : i32
  %p = llvm.inttoptr %c1024 : i32 to !llvm.ptr<3>
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %isFirst = arith.cmpi eq, %rank, %c0 : i32
  scf.if %isFirst {
    %q = nvvm.mapa %p, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.store %c1, %q : i32, !llvm.ptr<7> // expected-error {{by CTA 0, thread 0 touches shared memory of CTA 1 before that is sure to run}}
  }
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}

// -----

llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i8>
llvm.func @place(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %source = llvm.getelementptr %p[12] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  nvvm.cp.async.shared.global %shared, %source, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1> // expected-error {{copies 16 bytes to 1024 of shared memory, from an offset of 12, which are not both multiples of them}}
  llvm.return
}

// -----

llvm.func @half_warp() attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %mask = arith.constant 65535 : i32
  nvvm.bar.warp.sync %mask : i32 // expected-error {{is for some lanes of a warp, which the barrier check does not model}}
  llvm.return
}

// -----

llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i8>
llvm.func @left(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  nvvm.cp.async.shared.global %shared, %p, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  llvm.return // expected-error {{exits while its cp.async may still write shared memory}}
}
