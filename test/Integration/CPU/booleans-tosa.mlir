// TOSA on booleans: sums and products are those of single bits, as upstream has them; each output says whether an operation
// gives what the logical ones do. What is not defined is an error (Transforms/check-element-types.mlir).
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --device=reference --random=2 | FileCheck %s --check-prefix=VALUES
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=3 --verify | FileCheck %s
// CHECK-COUNT-9: 1x1xi1, min 1, max 1, mean 1
// CHECK-NOT: min 0
// CHECK-COUNT-9: good, error 0,
// VALUES-COUNT-9: 1x1xi1, min 1, max 1, mean 1
func.func @graph(%a: tensor<4x16xi1>, %b: tensor<4x16xi1>, %c: tensor<4x16xi1>) -> (tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>) {
  %xor = tosa.logical_xor %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %and = tosa.logical_and %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %or = tosa.logical_or %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %not = tosa.logical_not %a : (tensor<4x16xi1>) -> tensor<4x16xi1>
  %add = tosa.add %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %e0 = tosa.equal %add, %xor : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p0 = tosa.reduce_all %e0 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r0 = tosa.reduce_all %p0 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %sub = tosa.sub %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %e1 = tosa.equal %sub, %xor : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p1 = tosa.reduce_all %e1 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r1 = tosa.reduce_all %p1 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %mul = tosa.mul %a, %b, %s : (tensor<4x16xi1>, tensor<4x16xi1>, tensor<1xi8>) -> tensor<4x16xi1>
  %e2 = tosa.equal %mul, %and : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p2 = tosa.reduce_all %e2 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r2 = tosa.reduce_all %p2 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %bx = tosa.bitwise_xor %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %e3 = tosa.equal %bx, %xor : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p3 = tosa.reduce_all %e3 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r3 = tosa.reduce_all %p3 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %bo = tosa.bitwise_or %a, %b : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %e4 = tosa.equal %bo, %or : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p4 = tosa.reduce_all %e4 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r4 = tosa.reduce_all %p4 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %bn = tosa.bitwise_not %a : (tensor<4x16xi1>) -> tensor<4x16xi1>
  %e5 = tosa.equal %bn, %not : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p5 = tosa.reduce_all %e5 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r5 = tosa.reduce_all %p5 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  // (c and a) or (not c and b), a and b repeated along rows and columns
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %rs = tosa.const_shape {values = dense<[1, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %row = tosa.slice %b, %o, %rs : (tensor<4x16xi1>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16xi1>
  %sel = tosa.select %c, %a, %row : (tensor<4x16xi1>, tensor<4x16xi1>, tensor<1x16xi1>) -> tensor<4x16xi1>
  %ca = tosa.logical_and %c, %a : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %nc = tosa.logical_not %c : (tensor<4x16xi1>) -> tensor<4x16xi1>
  %cb = tosa.logical_and %nc, %row : (tensor<4x16xi1>, tensor<1x16xi1>) -> tensor<4x16xi1>
  %both = tosa.logical_or %ca, %cb : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %e6 = tosa.equal %sel, %both : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p6 = tosa.reduce_all %e6 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r6 = tosa.reduce_all %p6 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  %ia = tosa.cast %a : (tensor<4x16xi1>) -> tensor<4x16xi32>
  %back = tosa.cast %ia : (tensor<4x16xi32>) -> tensor<4x16xi1>
  %e7 = tosa.equal %back, %a : (tensor<4x16xi1>, tensor<4x16xi1>) -> tensor<4x16xi1>
  %p7 = tosa.reduce_all %e7 {axis = 0 : i32} : (tensor<4x16xi1>) -> tensor<1x16xi1>
  %r7 = tosa.reduce_all %p7 {axis = 1 : i32} : (tensor<1x16xi1>) -> tensor<1x1xi1>
  // any = not all of not
  %any = tosa.reduce_any %a {axis = 1 : i32} : (tensor<4x16xi1>) -> tensor<4x1xi1>
  %all = tosa.reduce_all %not {axis = 1 : i32} : (tensor<4x16xi1>) -> tensor<4x1xi1>
  %na = tosa.logical_xor %any, %all : (tensor<4x1xi1>, tensor<4x1xi1>) -> tensor<4x1xi1>
  %r8 = tosa.reduce_all %na {axis = 0 : i32} : (tensor<4x1xi1>) -> tensor<1x1xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>, tensor<1x1xi1>
}
