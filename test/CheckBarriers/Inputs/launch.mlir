// One thread loads a box and waits for it.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @load(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 1>} {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %bytes = arith.constant 8192 : i32
      %base = arith.constant 1024 : i32
      %box = llvm.inttoptr %base : i32 to !llvm.ptr<3>
      %full = llvm.getelementptr %box[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
      %destination = llvm.addrspacecast %box : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %destination, %map, %full, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      %ok = nvvm.mbarrier.try_wait %full, %c0 : !llvm.ptr<3>, i32 -> i1
      %value = llvm.load %box : !llvm.ptr<3> -> i32
      llvm.return
    }
  }
  func.func @host(%map: !nvgpu.tensormap.descriptor<tensor = memref<64x64xbf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%map : !nvgpu.tensormap.descriptor<tensor = memref<64x64xbf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>) {launch} // MAP
    return
  }
}
