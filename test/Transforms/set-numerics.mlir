// RUN: fusion-opt %s --fusion-set-numerics="numerics=strict f32-precision=ieee" | FileCheck %s
// RUN: fusion-opt %s --fusion-set-numerics=f32-precision=tf32 | FileCheck %s --check-prefix=ONE
// RUN: fusion-opt %s --fusion-set-numerics=numerics=fast | FileCheck %s --check-prefix=FAST
// RUN: not fusion-opt %s --fusion-set-numerics=numerics=loose 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: not fusion-opt %s --fusion-set-numerics=f32-precision=fp8 2>&1 | FileCheck %s --check-prefix=PRECISION

// STATS: (S) 2 num-set

// CHECK: module attributes {fusion.f32_precision = #fusion.f32_precision<ieee>, fusion.numerics = #fusion.numerics<strict>}
// ONE: module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>}
// FAST: module attributes {fusion.numerics = #fusion.numerics<fast>}
// NUMERICS: error: fusion-set-numerics expects numerics to be one of relaxed, strict, fast, but it is 'loose'
// PRECISION: error: fusion-set-numerics expects f32-precision to be one of tf32x3, tf32, ieee, but it is 'fp8'
module {
}
