// RUN: fusion-opt %s --fusion-tile-products | FileCheck %s

// CHECK-LABEL: func @product
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %{{.*}} step %c256
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %{{.*}} step %c128
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : memref<64x128xf32, {{.*}}>, memref<128x256xf32, {{.*}}>) outs(%{{.*}} : memref<64x256xf32, {{.*}}>)
func.func @product(%x: memref<64x1024xf32>, %w: memref<1024x512xf32>, %o: memref<64x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>,
                                   affine_map<(m, k, n) -> (m, n)>],
                  iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %w : memref<64x1024xf32>, memref<1024x512xf32>) outs(%o : memref<64x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = math.fma %a, %b, %c : f32
    linalg.yield %s : f32
  }
  return
}
