// RUN: fusion-opt %s --convert-fusion-to-gpu | FileCheck %s

#schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, group = 8, sm90 = <dependents = late>>
module attributes {fusion.target = #fusion.target<"sm_90a">} {

// One launch of all tiles, of 8 * 4 and of 8 * 2, behind a guard of what both ask; else each kernel has its own.
// CHECK-LABEL: func.func @shared
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0_and_1_more blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads
// CHECK-NOT: gpu.launch_func
// CHECK: else
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0 blocks
// CHECK: gpu.launch_func @fusion_kernels::@shared_k1 blocks
func.func @shared(%x: memref<512x256xbf16>, %w: memref<256x256xbf16>, %u: memref<256x128xbf16>, %o: memref<512x256xbf16>, %p: memref<512x128xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<512x128xbf16>) : (memref<512x256xbf16>, memref<256x128xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16>
    %1 = fusion.relu %0 : tensor<512x128xbf16>
    fusion.yield %1 : tensor<512x128xbf16>
  }
  return
}

// The same kernels in another group are the same function.
// CHECK-LABEL: func.func @again
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0_and_1_more
func.func @again(%x: memref<512x256xbf16>, %w: memref<256x256xbf16>, %u: memref<256x128xbf16>, %o: memref<512x256xbf16>, %p: memref<512x128xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 3 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<512x128xbf16>) : (memref<512x256xbf16>, memref<256x128xbf16>) -> () attributes {launch_group = 3 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16>
    %1 = fusion.relu %0 : tensor<512x128xbf16>
    fusion.yield %1 : tensor<512x128xbf16>
  }
  return
}

// What a text says is not believed: a kernel that reads what the other writes has a launch of its own.
// CHECK-LABEL: func.func @dependent
// CHECK-NOT: _and_
// CHECK: return
func.func @dependent(%x: memref<512x256xbf16>, %w: memref<256x256xbf16>, %u: memref<256x256xbf16>, %o: memref<512x256xbf16>, %p: memref<512x256xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  fusion.kernel(%a = %x, %b = %u, %c = %o) outs(%p : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>, memref<512x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    %1 = fusion.add %0, %c : (tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %1 : tensor<512x256xbf16>
  }
  return
}

// So has one that writes what the kernel before reads, and one behind an operation that writes.
// CHECK-LABEL: func.func @overwritten
// CHECK-NOT: _and_
// CHECK: return
func.func @overwritten(%x: memref<512x256xbf16>, %w: memref<256x256xbf16>, %u: memref<256x256xbf16>, %o: memref<512x256xbf16>, %p: memref<512x256xbf16>) {
  fusion.kernel(%a = %x, %b = %w, %c = %p) outs(%o : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>, memref<512x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    %1 = fusion.add %0, %c : (tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %1 : tensor<512x256xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  memref.copy %p, %o : memref<512x256xbf16> to memref<512x256xbf16>
  fusion.kernel(%a = %x, %b = %w) outs(%p : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  return
}

// Nor do kernels of other depths share a launch: the turns of ping-pong count on one.
// CHECK-LABEL: func.func @other_depth
// CHECK-NOT: _and_
// CHECK: return
func.func @other_depth(%x: memref<512x256xbf16>, %y: memref<512x128xbf16>, %w: memref<256x256xbf16>, %u: memref<128x256xbf16>, %o: memref<512x256xbf16>, %p: memref<512x256xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<512x256xbf16>) : (memref<512x256xbf16>, memref<256x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  fusion.kernel(%a = %y, %b = %u) outs(%p : memref<512x256xbf16>) : (memref<512x128xbf16>, memref<128x256xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<512x128xbf16>, tensor<128x256xbf16>) -> tensor<512x256xbf16>
    fusion.yield %0 : tensor<512x256xbf16>
  }
  return
}

}
