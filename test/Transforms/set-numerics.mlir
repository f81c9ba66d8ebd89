// RUN: fusion-opt %s --fusion-set-numerics="numerics=strict f32-precision=ieee" | FileCheck %s
// RUN: fusion-opt %s --fusion-set-numerics=f32-precision=tf32 | FileCheck %s --check-prefix=ONE
// RUN: not fusion-opt %s --fusion-set-numerics=numerics=loose 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: not fusion-opt %s --fusion-set-numerics=f32-precision=fp8 2>&1 | FileCheck %s --check-prefix=PRECISION

// CHECK: module attributes {fusion.f32_precision = #fusion.f32_precision<ieee>, fusion.numerics = #fusion.numerics<strict>}
// ONE: module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>}
// NUMERICS: error: fusion-set-numerics expects numerics to be one of relaxed, strict, but it is 'loose'
// PRECISION: error: fusion-set-numerics expects f32-precision to be one of tf32x3, tf32, ieee, but it is 'fp8'
module {
}
