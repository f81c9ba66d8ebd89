// RUN: fusion-opt --fusion-check-barriers="args=64 summary=true" --split-input-file --verify-diagnostics %s

// What a warp votes is data. Data may choose between values: a branch that synchronises nothing is passed over.
llvm.func @branch_without_synchronisation(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} { // expected-remark {{barriers of 'branch_without_synchronisation' checked in cluster 0}}
  %all = arith.constant -1 : i32
  %zero = arith.constant 0.0 : f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %grows = arith.cmpf ogt, %x, %zero : f32
  %any = nvvm.vote.sync any %all, %grows -> i1
  %scaled = scf.if %any -> f32 {
    %y = llvm.load %p : !llvm.ptr<1> -> f32
    %product = arith.mulf %x, %y : f32
    scf.yield %product : f32
  } else {
    scf.yield %x : f32
  }
  llvm.store %scaled, %p : f32, !llvm.ptr<1>
  nvvm.barrier0
  llvm.return
}

// -----

llvm.func @arrival_with_a_state(%p: !llvm.ptr<1>, %barrier: !llvm.ptr<3>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %all = arith.constant -1 : i32
  %zero = arith.constant 0.0 : f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %grows = arith.cmpf ogt, %x, %zero : f32
  %any = nvvm.vote.sync any %all, %grows -> i1
  scf.if %any { // expected-error {{depends on data or on an argument without a value}}
    %state = nvvm.mbarrier.arrive %barrier : !llvm.ptr<3> -> i64
  }
  llvm.return
}

// -----

llvm.func @reads_of_shared_memory(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.maxntid = array<i32: 32>} {
  %address = arith.constant 1024 : i32
  %shared = llvm.inttoptr %address : i32 to !llvm.ptr<3>
  %zero = arith.constant 0.0 : f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %grows = arith.cmpf ogt, %x, %zero : f32
  %read = scf.if %grows -> f32 { // expected-error {{depends on data or on an argument without a value}}
    %y = llvm.load %shared : !llvm.ptr<3> -> f32
    scf.yield %y : f32
  } else {
    scf.yield %x : f32
  }
  llvm.store %read, %p : f32, !llvm.ptr<1>
  llvm.return
}
