// The second block of a cluster of two writes 8 bytes into the first one's shared memory, and arrives at its barrier.
gpu.module @kernels {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @exchange() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 1, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %value = llvm.mlir.undef : i64
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %slot = llvm.getelementptr %smem[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %isFirst = arith.cmpi eq, %rank, %c0 : i32
    scf.if %isFirst {
      nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
    }
    nvvm.cluster.arrive
    nvvm.cluster.wait
    scf.if %isFirst {
      scf.while : () -> () {
        %ok = nvvm.mbarrier.try_wait %smem, %c0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
        %again = arith.xori %ok, %true : i1
        scf.condition(%again)
      } do {
        scf.yield
      }
      %got = llvm.load %slot : !llvm.ptr<3> -> i64
    } else {
      %theirs = nvvm.mapa %slot, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
      %barrier = nvvm.mapa %smem, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
      llvm.store %value, %theirs : i64, !llvm.ptr<7>
      nvvm.mbarrier.arrive %barrier ARRIVE : !llvm.ptr<7>
    }
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }
}
