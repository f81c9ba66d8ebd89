// REQUIRES: ptxas-tool
// DEFINE: %{launches} = --pass-pipeline="builtin.module(func.func(fusion-leftovers-to-gpu),gpu-kernel-outlining,fusion-merge-gpu-modules,fusion-plan-workspace,canonicalize,cse)"
// RUN: fusion-opt %s %{launches} > %t.gpu.mlir
// RUN: FileCheck %s < %t.gpu.mlir
// RUN: fusion-opt %t.gpu.mlir --fusion-device-to-ptx > %t.ptx.mlir
// RUN: %python %fusion_src_root/test/Target/PTX/Inputs/extract_ptx.py < %t.ptx.mlir > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: fusion-opt %t.ptx.mlir --fusion-gpu-host-to-llvm | FileCheck %s --check-prefix=HOST

// A kernel that takes tensor maps is an llvm.func; it goes all the way from the form in which kernels are lowered to PTX
// and host code, beside a kernel that is made of other work. It copies tiles of 8 x 32 through shared memory by TMA, on
// clusters of two blocks, into memory that its launch asks for.

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero, interleave = none>

module attributes {fusion.target = #fusion.target<"sm_90a">, gpu.container_module} {
  // CHECK: gpu.module @fusion_kernels {
  // CHECK: llvm.func @copy(
  // CHECK: gpu.func @f_kernel(
  // CHECK-NOT: gpu.module
  // CHECK: func.func @f(
  // CHECK: memref.view
  // CHECK: gpu.launch_func @fusion_kernels::@copy
  // CHECK: gpu.launch_func @fusion_kernels::@f_kernel

  // PTX: .version 8.1
  // PTX: .target sm_90a
  // PTX: .visible .entry copy(
  // PTX-NEXT: .param .align 64 .b8 copy_param_0[128]
  // PTX: .maxntid 128
  // PTX: .reqnctapercluster 2
  // The map is used where it lies: no copy of it.
  // PTX-NOT: .local
  // PTX: mov.b64 %[[PARAM:rd[0-9]+]], copy_param_0
  // PTX: cvta.param.u64 %[[MAP:rd[0-9]+]], %[[PARAM]]
  // PTX: griddepcontrol.wait
  // PTX: cp.async.bulk.tensor.2d.shared::cluster.global.{{.*}} [{{.*}}], [%[[MAP]], {
  // PTX: griddepcontrol.launch_dependents
  // PTX: cp.async.bulk.tensor.2d.global.shared::cta
  // PTX: .visible .entry f_kernel(

  // PTXAS-NOT: {{[1-9][0-9]*}} bytes spill
  // PTXAS: Compiling entry function 'copy' for 'sm_90a'
  gpu.module @fusion_kernels {
    llvm.mlir.global external @fusion_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @copy(%from: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64},
                    %to: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64},
                    %flags: !llvm.ptr<1>, %rows: i64)
        attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %bytes = arith.constant 1024 : i32
      %limit = arith.constant 10000000 : i32
      %tile = llvm.mlir.addressof @fusion_shared : !llvm.ptr<3>
      %barrier = llvm.getelementptr %tile[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %block = nvvm.read.ptx.sreg.ctaid.x : i32
      %eight = arith.constant 8 : i32
      %row = arith.muli %block, %eight : i32
      %first = arith.cmpi eq, %thread, %zero : i32
      scf.if %first {
        nvvm.mbarrier.init %barrier, %one : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      nvvm.barrier0
      nvvm.griddepcontrol wait
      scf.if %first {
        nvvm.mbarrier.arrive.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32
        %cluster = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.cp.async.bulk.tensor.shared.cluster.global %cluster, %from, %barrier, box[%zero, %row] : !llvm.ptr<7>, !llvm.ptr
      }
      scf.while : () -> () {
        %done = nvvm.mbarrier.try_wait %barrier, %zero : !llvm.ptr<3>, i32 -> i1
        %true = arith.constant true
        %again = arith.xori %done, %true : i1
        scf.condition(%again)
      } do {
        scf.yield
      }
      nvvm.griddepcontrol launch_dependents
      scf.if %first {
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.cp.async.bulk.tensor.global.shared.cta %to, %tile, box[%zero, %row] : !llvm.ptr, !llvm.ptr<3>
        nvvm.cp.async.bulk.commit.group
        nvvm.cp.async.bulk.wait_group 0
        %at = llvm.getelementptr %flags[%block] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
        llvm.store %one, %at : i32, !llvm.ptr<1>
      }
      llvm.return
    }
  }

  func.func @f.shapes(%m: index, %n: index) -> (index, index) {
    %c32 = arith.constant 32 : index
    return %m, %c32 : index, index
  }

  // HOST-NOT: gpu.
  // HOST-NOT: memref.
  // HOST-NOT: nvgpu.
  // HOST: llvm.func @fusion_tensor_map(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  // HOST: llvm.mlir.global internal constant @fusion.tensor_map(dense<[2, 2, 3, 2, 8, 32, 0, 0, 0]> : tensor<9xi32>)
  // HOST-LABEL: llvm.func internal @fusion.invoke.0(
  // HOST-COUNT-2: llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64}
  // HOST: llvm.call @fusion_tensor_map
  // HOST: llvm.call @fusion_tensor_map
  // HOST: llvm.call @fusion_launch
  // HOST: llvm.call @fusion_launch
  // HOST: llvm.mlir.global external constant @fusion_module()
  func.func @f(%call: !llvm.ptr, %x: memref<?x32xf32>, %o: memref<?x32xf32> {fusion.output}) -> i32 {
    %code = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %shared = arith.constant 2048 : i32
    %m = memref.dim %x, %c0 : memref<?x32xf32>
    %some = arith.cmpi ugt, %m, %c0 : index
    scf.if %some {
      %clusters = arith.ceildivui %m, %c16 : index
      %c2 = arith.constant 2 : index
      %blocks = arith.muli %clusters, %c2 : index
      %copy = memref.alloc(%m) : memref<?x32xf32>
      %flags = memref.alloc(%blocks) : memref<?xi32>
      %flag = memref.extract_aligned_pointer_as_index %flags : memref<?xi32> -> index
      %from = memref.cast %x : memref<?x32xf32> to memref<*xf32>
      %to = memref.cast %copy : memref<?x32xf32> to memref<*xf32>
      %fromMap = nvgpu.tma.create.descriptor %from box[%c8, %c32] : memref<*xf32> -> !map
      %toMap = nvgpu.tma.create.descriptor %to box[%c8, %c32] : memref<*xf32> -> !map
      gpu.launch_func @fusion_kernels::@copy blocks in (%blocks, %c1, %c1) threads in (%c128, %c1, %c1)
        dynamic_shared_memory_size %shared args(%fromMap : !map, %toMap : !map, %flag : index, %m : index) {fusion.programmatic}
      linalg.copy ins(%copy : memref<?x32xf32>) outs(%o : memref<?x32xf32>)
    }
    return %code : i32
  }
}
