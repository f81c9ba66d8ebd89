// The blocks of a cluster tell each other what they have, and each waits for the bytes that it is told: a release at
// barrier.cluster would wait for all stores.
// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s --implicit-check-not='barrier.cluster.arrive;' --implicit-check-not='barrier.cluster.arrive.release'

// What the output needs besides the row is loaded while they wait, and ahead of the first store.
// CHECK-LABEL: .entry norm_k0(
// CHECK: mbarrier.init.shared.b64
// CHECK: fence.mbarrier_init.release.cluster
// CHECK: barrier.cluster.arrive.relaxed
// CHECK: ld.global.v4.b32
// CHECK: barrier.cluster.wait
// CHECK: mov.b32 [[BYTES:%r[0-9]+]], 32;
// CHECK-NEXT: mbarrier.arrive.expect_tx.shared.b64 {{.*}}, [[BYTES]];
// CHECK: mapa.shared::cluster.u32
// CHECK: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32
// CHECK: mbarrier.try_wait.parity
// CHECK: ld.global.v4.b32
// CHECK: mbarrier.arrive.expect_tx
// CHECK: mbarrier.try_wait.parity
// CHECK-COUNT-2: ld.global.v4.b32
// CHECK: st.global.v4.b32
// CHECK: ret;
module {
  func.func @norm(%x: tensor<512x65536xf32>, %g: tensor<65536xf32>) -> tensor<512x65536xf32> {
    %s = fusion.reduce addf %x along [1] : tensor<512x65536xf32> -> tensor<512x1xf32>
    %d = fusion.sub %x, %s : (tensor<512x65536xf32>, tensor<512x1xf32>) -> tensor<512x65536xf32>
    %q = fusion.mul %d, %d : (tensor<512x65536xf32>, tensor<512x65536xf32>) -> tensor<512x65536xf32>
    %v = fusion.reduce addf %q along [1] : tensor<512x65536xf32> -> tensor<512x1xf32>
    %r = fusion.rsqrt %v : tensor<512x1xf32>
    %n = fusion.mul %d, %r : (tensor<512x65536xf32>, tensor<512x1xf32>) -> tensor<512x65536xf32>
    %o = fusion.mul %n, %g : (tensor<512x65536xf32>, tensor<65536xf32>) -> tensor<512x65536xf32>
    return %o : tensor<512x65536xf32>
  }
}
