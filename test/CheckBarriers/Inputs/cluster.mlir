// A cluster of two CTAs, each with a consumer warpgroup (threads 0-127) and a producer warp. Each producer loads its own A
// and sends one half of B to both CTAs; a stage is released to both. At the end the CTAs exchange 8 bytes a thread.
// Shared memory: A stages of 8 KB | B stages of 1 KB at 32768 | exchange at 36864 | full barriers at 38912 | empty barriers
// at 38944.
gpu.module @kernels {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @cluster(%mapA: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                     %mapB: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                     %blocks: i32)
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 160, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c128 = arith.constant 128 : i32
    %c512 = arith.constant 512 : i32
    %c1024 = arith.constant 1024 : i32
    %c8192 = arith.constant 8192 : i32
    %true = arith.constant true
    %stages = arith.constant STAGES : i32
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %stagesB = llvm.getelementptr %smem[32768] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %full = llvm.getelementptr %smem[38912] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %empty = llvm.getelementptr %smem[38944] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %exchange = llvm.getelementptr %smem[36864] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %isFirst = arith.cmpi eq, %tid, %c128 : i32
    scf.if %isFirst {
      scf.for %s = %c0 to %stages step %c1 : i32 {
        %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
        %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
        nvvm.mbarrier.init %f, %c1 : !llvm.ptr<3>, i32
        nvvm.mbarrier.init %e, %c2 : !llvm.ptr<3>, i32
      }
      nvvm.fence.mbarrier.init // INIT-FENCE
    }
    nvvm.cluster.arrive.relaxed // START
    nvvm.cluster.wait // START
    %isConsumer = arith.cmpi ult, %tid, %c128 : i32
    scf.if %isConsumer {
      %isReleasing = arith.cmpi ult, %tid, %c2 : i32
      %receiver = arith.minui %tid, %c1 : i32
      %remoteEmpty = nvvm.mapa %empty, %receiver : !llvm.ptr<3> -> !llvm.ptr<7>
      %swizzle = arith.constant 4611686293305360384 : i64
      %zero = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      %acc = scf.for %i = %c0 to %blocks step %c1 iter_args(%sum = %zero) -> (!llvm.struct<(f32, f32, f32, f32)>) : i32 {
        %s = arith.remui %i, %stages : i32
        %use = arith.divui %i, %stages : i32
        %parity = arith.andi %use, %c1 : i32
        %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
        scf.while : () -> () {
          %ok = nvvm.mbarrier.try_wait %f, %parity : !llvm.ptr<3>, i32 -> i1
          %again = arith.xori %ok, %true : i1
          scf.condition(%again)
        } do {
          scf.yield
        }
        %offsetA = arith.muli %s, %c8192 : i32
        %offsetB = arith.muli %s, %c1024 : i32
        %pointerA = llvm.getelementptr %smem[%offsetA] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %pointerB = llvm.getelementptr %stagesB[%offsetB] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %addressA = llvm.ptrtoint %pointerA : !llvm.ptr<3> to i32
        %addressB = llvm.ptrtoint %pointerB : !llvm.ptr<3> to i32
        %fieldA = arith.shrui %addressA, %c4 : i32
        %fieldB = arith.shrui %addressB, %c4 : i32
        %wideA = arith.extui %fieldA : i32 to i64
        %wideB = arith.extui %fieldB : i32 to i64
        %da = arith.ori %wideA, %swizzle : i64
        %db = arith.ori %wideB, %swizzle : i64
        nvvm.wgmma.fence.aligned
        %next = nvvm.wgmma.mma_async %da, %db, %sum, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
        nvvm.wgmma.commit.group.sync.aligned
        nvvm.wgmma.wait.group.sync.aligned 0
        scf.if %isReleasing {
          %e = llvm.getelementptr %remoteEmpty[%s] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i64
          nvvm.mbarrier.arrive %e : !llvm.ptr<7> // RELEASE
        }
        scf.yield %next : !llvm.struct<(f32, f32, f32, f32)>
      }
      %peer = arith.xori %rank, %c1 : i32
      %mine = llvm.getelementptr %exchange[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %theirs = nvvm.mapa %mine, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
      %value = llvm.mlir.undef : i64
      llvm.store %value, %theirs : i64, !llvm.ptr<7> // EXCHANGE
      nvvm.cluster.arrive // EXCHANGE-ARRIVE
      nvvm.cluster.wait // EXCHANGE-WAIT
      %got = llvm.load %mine : !llvm.ptr<3> -> i64 // EXCHANGE
    } else {
      %elected = nvvm.elect.sync -> i1
      scf.if %elected {
        %both = arith.constant 3 : i16
        scf.for %i = %c0 to %blocks step %c1 : i32 {
          %s = arith.remui %i, %stages : i32
          %use = arith.divui %i, %stages : i32
          %parity = arith.andi %use, %c1 : i32
          %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          %other = arith.xori %parity, %c1 : i32
          %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          scf.while : () -> () {
            %ok = nvvm.mbarrier.try_wait %e, %other : !llvm.ptr<3>, i32 -> i1
            %again = arith.xori %ok, %true : i1
            scf.condition(%again)
          } do {
            scf.yield
          }
          %bytes = arith.constant 9216 : i32
          nvvm.mbarrier.arrive.expect_tx %f, %bytes : !llvm.ptr<3>, i32
          %offsetA = arith.muli %s, %c8192 : i32
          %stageB = arith.muli %s, %c1024 : i32
          %half = arith.muli %rank, %c512 : i32
          %offsetB = arith.addi %stageB, %half : i32
          %pointerA = llvm.getelementptr %smem[%offsetA] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %pointerB = llvm.getelementptr %stagesB[%offsetB] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %destinationA = llvm.addrspacecast %pointerA : !llvm.ptr<3> to !llvm.ptr<7>
          %destinationB = llvm.addrspacecast %pointerB : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %destinationA, %mapA, %f, box[%i, %c0] : !llvm.ptr<7>, !llvm.ptr
          nvvm.cp.async.bulk.tensor.shared.cluster.global %destinationB, %mapB, %f, box[%i, %c0] multicast_mask = %both : !llvm.ptr<7>, !llvm.ptr // MULTICAST
        }
      }
    }
    llvm.return
  }
}
