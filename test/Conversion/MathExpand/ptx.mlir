// RUN: fusion-opt %s --pass-pipeline='builtin.module(gpu.module(fusion-expand-math{target=nvptx},canonicalize,cse,fusion-convert-device-to-nvvm,reconcile-unrealized-casts),fusion-translate-to-ptx)' | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --implicit-check-not=__nv_

// No function is called and none is external: neither libdevice nor libm is needed.

module attributes {fusion.target = #fusion.target<"sm_80">} {
  gpu.module @kernels {
    // CHECK: .entry precise
    // CHECK-DAG: sqrt.rn.f32
    // CHECK-DAG: div.rn.f32
    // CHECK-DAG: copysign.f32
    // CHECK-DAG: cvt.rmi.f32.f32
    // CHECK: .entry approximate
    gpu.func @precise(%p: memref<16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = memref.load %p[%c0] : memref<16xf32>
      %z = memref.load %p[%c1] : memref<16xf32>
      %0 = math.exp %x : f32
      %1 = math.exp2 %0 : f32
      %2 = math.expm1 %1 : f32
      %3 = math.log %2 : f32
      %4 = math.log2 %3 : f32
      %5 = math.log10 %4 : f32
      %6 = math.log1p %5 : f32
      %7 = math.tanh %6 : f32
      %8 = math.erf %7 : f32
      %9 = math.erfc %8 : f32
      %10 = math.sin %9 : f32
      %11 = math.cos %10 : f32
      %12 = math.tan %11 : f32
      %13 = math.sinh %12 : f32
      %14 = math.cosh %13 : f32
      %15 = math.atan %14 : f32
      %16 = math.atan2 %15, %z : f32
      %17 = math.powf %16, %z : f32
      %18 = math.sqrt %17 : f32
      %19 = math.rsqrt %18 : f32
      %20 = math.floor %19 : f32
      %21 = math.round %20 : f32
      %22 = arith.divf %21, %z : f32
      memref.store %22, %p[%c0] : memref<16xf32>
      gpu.return
    }

    // CHECK-DAG: ex2.approx.ftz.f32
    // CHECK-DAG: rcp.approx.ftz.f32
    // CHECK-DAG: lg2.approx.f32
    // CHECK-DAG: rsqrt.approx.f32
    // CHECK-DAG: sqrt.approx.f32
    // CHECK-DAG: div.full.f32
    gpu.func @approximate(%p: memref<16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = memref.load %p[%c0] : memref<16xf32>
      %z = memref.load %p[%c1] : memref<16xf32>
      %0 = math.exp %x fastmath<afn> : f32
      %1 = math.log %0 fastmath<afn> : f32
      %2 = math.tanh %1 fastmath<afn> : f32
      %3 = math.erfc %2 fastmath<afn> : f32
      %4 = math.rsqrt %3 fastmath<afn> : f32
      %5 = math.sqrt %4 fastmath<afn> : f32
      %6 = arith.divf %5, %z fastmath<afn> : f32
      memref.store %6, %p[%c0] : memref<16xf32>
      gpu.return
    }
  }
}
