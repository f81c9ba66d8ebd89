// Two consumer warpgroups (threads 0-255) and a producer warp. A tile is 128 x 8; each warpgroup takes 64 rows of A and
// all of B. Tests put a number for STAGES and break the marked lines.
// Shared memory: A stages of 16 KB | B stages of 1 KB at 65536 | 1 KB for each warpgroup's output at 69632 | full barriers
// at 71680 | empty barriers at 71712.
gpu.module @kernels {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @pipeline(%mapA: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                      %mapB: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                      %mapC: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                      %tiles: i32, %blocks: i32)
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 288, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c31 = arith.constant 31 : i32
    %c127 = arith.constant 127 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %c1024 = arith.constant 1024 : i32
    %c8192 = arith.constant 8192 : i32
    %c16384 = arith.constant 16384 : i32
    %true = arith.constant true
    %all = arith.constant -1 : i32
    %stages = arith.constant STAGES : i32
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %stagesB = llvm.getelementptr %smem[65536] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %output = llvm.getelementptr %smem[69632] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %full = llvm.getelementptr %smem[71680] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %empty = llvm.getelementptr %smem[71712] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %warpOfThread = arith.shrui %tid, %c5 : i32
    %warp = nvvm.shfl.sync idx %all, %warpOfThread, %c0, %c31 : i32 -> i32
    %arrivals = arith.constant 2 : i32 // EMPTY-COUNT
    %isFirst = arith.cmpi eq, %tid, %c256 : i32
    scf.if %isFirst {
      scf.for %s = %c0 to %stages step %c1 : i32 {
        %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
        %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
        nvvm.mbarrier.init %f, %c1 : !llvm.ptr<3>, i32 // INIT
        nvvm.mbarrier.init %e, %arrivals : !llvm.ptr<3>, i32
      }
      nvvm.fence.mbarrier.init // INIT-FENCE
    }
    nvvm.barrier0 // INIT-BARRIER
    nvvm.griddepcontrol wait // GRID-WAIT
    %isConsumer = arith.cmpi ult, %tid, %c256 : i32
    scf.if %isConsumer {
      %group = arith.shrui %warp, %c2 : i32
      %thread = arith.andi %tid, %c127 : i32
      %isLeader = arith.cmpi eq, %thread, %c0 : i32
      %name = arith.addi %group, %c1 : i32
      %outputOfGroup = arith.muli %group, %c1024 : i32
      %staging = llvm.getelementptr %output[%outputOfGroup] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %mine = llvm.getelementptr %staging[%thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %swizzle = arith.constant 4611686293305360384 : i64
      %zero = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        %round = arith.muli %tile, %blocks : i32
        %acc = scf.for %k = %c0 to %blocks step %c1 iter_args(%sum = %zero) -> (!llvm.struct<(f32, f32, f32, f32)>) : i32 {
          %i = arith.addi %round, %k : i32
          %s = arith.remui %i, %stages : i32
          %use = arith.divui %i, %stages : i32
          %parity = arith.andi %use, %c1 : i32 // FULL-PARITY
          %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          scf.while : () -> () { // FULL-WAIT
            %ok = nvvm.mbarrier.try_wait %f, %parity : !llvm.ptr<3>, i32 -> i1
            %again = arith.xori %ok, %true : i1
            scf.condition(%again)
          } do {
            scf.yield
          }
          %rowsOfGroup = arith.muli %group, %c8192 : i32
          %stageA = arith.muli %s, %c16384 : i32
          %offsetA = arith.addi %stageA, %rowsOfGroup : i32
          %pointerA = llvm.getelementptr %smem[%offsetA] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %offsetB = arith.muli %s, %c1024 : i32
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
          nvvm.wgmma.wait.group.sync.aligned 0 // RETIRE
          scf.if %isLeader {
            %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
            %state = nvvm.mbarrier.arrive %e : !llvm.ptr<3> -> i64 // RELEASE
          }
          scf.yield %next : !llvm.struct<(f32, f32, f32, f32)>
        }
        nvvm.wgmma.wait.group.sync.aligned 0
        scf.if %isLeader {
          nvvm.cp.async.bulk.wait_group 0 {read} // REUSE-WAIT
        }
        nvvm.barrier id = %name number_of_threads = %c128 // REUSE-BARRIER
        %value = llvm.mlir.undef : i64
        llvm.store %value, %mine : i64, !llvm.ptr<3>
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>} // PROXY-FENCE
        nvvm.barrier id = %name number_of_threads = %c128 // STORE-BARRIER
        scf.if %isLeader {
          nvvm.cp.async.bulk.tensor.global.shared.cta %mapC, %staging, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
          nvvm.cp.async.bulk.commit.group
        }
      }
      scf.if %isLeader {
        nvvm.cp.async.bulk.wait_group 0 {read} // DRAIN
      }
    } else {
      %elected = nvvm.elect.sync -> i1
      scf.if %elected {
        %total = arith.muli %tiles, %blocks : i32
        scf.for %i = %c0 to %total step %c1 : i32 {
          %s = arith.remui %i, %stages : i32
          %use = arith.divui %i, %stages : i32
          %last = arith.addi %use, %c1 : i32 // EMPTY-PARITY
          %parity = arith.andi %last, %c1 : i32
          %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          scf.while : () -> () {
            %ok = nvvm.mbarrier.try_wait %e, %parity : !llvm.ptr<3>, i32 -> i1 // EMPTY-WAIT
            %again = arith.xori %ok, %true : i1
            scf.condition(%again)
          } do {
            scf.yield
          }
          %bytes = arith.constant 17408 : i32 // BYTES
          nvvm.mbarrier.arrive.expect_tx %f, %bytes : !llvm.ptr<3>, i32
          %offsetA = arith.muli %s, %c16384 : i32
          %pointerA = llvm.getelementptr %smem[%offsetA] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %offsetB = arith.muli %s, %c1024 : i32 // B-STAGE
          %pointerB = llvm.getelementptr %stagesB[%offsetB] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %destinationA = llvm.addrspacecast %pointerA : !llvm.ptr<3> to !llvm.ptr<7>
          %destinationB = llvm.addrspacecast %pointerB : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %destinationA, %mapA, %f, box[%i, %c0] : !llvm.ptr<7>, !llvm.ptr
          nvvm.cp.async.bulk.tensor.shared.cluster.global %destinationB, %mapB, %f, box[%i, %c0] : !llvm.ptr<7>, !llvm.ptr
        }
      }
    }
    llvm.return
  }
}
