// Derivatives of activations, as frameworks write them, of all values of 16 bits.
!t = tensor<65536xbf16>
!f = tensor<65536xf32>
!b = tensor<65536xi1>
func.func @main(%x: !t) -> (!t, !t, !t, !t, !t, !t) {
  %0 = fusion.cast %x : !t to !f
  // dsilu
  %1 = fusion.neg %0 : !f
  %2 = fusion.exp %1 : !f
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %3 = fusion.add %2, %c0 : (!f, tensor<f32>) -> !f
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.div %c1, %3 : (tensor<f32>, !f) -> !f
  %c2 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.sub %c2, %4 : (tensor<f32>, !f) -> !f
  %6 = fusion.mul %0, %5 : (!f, !f) -> !f
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %7 = fusion.add %6, %c3 : (!f, tensor<f32>) -> !f
  %8 = fusion.mul %4, %7 : (!f, !f) -> !f
  %9 = fusion.cast %8 : !f to !t
  // dsilu_sum
  %10 = fusion.sigmoid %0 : !f
  %11 = fusion.mul %0, %10 : (!f, !f) -> !f
  %c4 = arith.constant dense<1.0> : tensor<f32>
  %12 = fusion.sub %c4, %10 : (tensor<f32>, !f) -> !f
  %13 = fusion.mul %11, %12 : (!f, !f) -> !f
  %14 = fusion.add %10, %13 : (!f, !f) -> !f
  %15 = fusion.cast %14 : !f to !t
  // dgelu_tanh
  %16 = fusion.mul %0, %0 : (!f, !f) -> !f
  %17 = fusion.mul %16, %0 : (!f, !f) -> !f
  %c5 = arith.constant dense<0.044715> : tensor<f32>
  %18 = fusion.mul %17, %c5 : (!f, tensor<f32>) -> !f
  %19 = fusion.add %0, %18 : (!f, !f) -> !f
  %c6 = arith.constant dense<0.797884583> : tensor<f32>
  %20 = fusion.mul %19, %c6 : (!f, tensor<f32>) -> !f
  %21 = fusion.tanh %20 : !f
  %c7 = arith.constant dense<0.5> : tensor<f32>
  %22 = fusion.mul %0, %c7 : (!f, tensor<f32>) -> !f
  %c8 = arith.constant dense<1.0> : tensor<f32>
  %23 = fusion.add %21, %c8 : (!f, tensor<f32>) -> !f
  %c9 = arith.constant dense<0.5> : tensor<f32>
  %24 = fusion.mul %23, %c9 : (!f, tensor<f32>) -> !f
  %25 = fusion.mul %21, %21 : (!f, !f) -> !f
  %c10 = arith.constant dense<1.0> : tensor<f32>
  %26 = fusion.sub %c10, %25 : (tensor<f32>, !f) -> !f
  %27 = fusion.mul %22, %26 : (!f, !f) -> !f
  %c11 = arith.constant dense<0.134145> : tensor<f32>
  %28 = fusion.mul %16, %c11 : (!f, tensor<f32>) -> !f
  %c12 = arith.constant dense<1.0> : tensor<f32>
  %29 = fusion.add %28, %c12 : (!f, tensor<f32>) -> !f
  %c13 = arith.constant dense<0.797884583> : tensor<f32>
  %30 = fusion.mul %29, %c13 : (!f, tensor<f32>) -> !f
  %31 = fusion.mul %27, %30 : (!f, !f) -> !f
  %32 = fusion.add %24, %31 : (!f, !f) -> !f
  %33 = fusion.cast %32 : !f to !t
  // dgelu_erf
  %c14 = arith.constant dense<0.707106769> : tensor<f32>
  %34 = fusion.mul %0, %c14 : (!f, tensor<f32>) -> !f
  %35 = fusion.erf %34 : !f
  %c15 = arith.constant dense<1.0> : tensor<f32>
  %36 = fusion.add %35, %c15 : (!f, tensor<f32>) -> !f
  %c16 = arith.constant dense<0.5> : tensor<f32>
  %37 = fusion.mul %36, %c16 : (!f, tensor<f32>) -> !f
  %38 = fusion.mul %0, %0 : (!f, !f) -> !f
  %c17 = arith.constant dense<-0.5> : tensor<f32>
  %39 = fusion.mul %38, %c17 : (!f, tensor<f32>) -> !f
  %40 = fusion.exp %39 : !f
  %c18 = arith.constant dense<0.398942292> : tensor<f32>
  %41 = fusion.mul %40, %c18 : (!f, tensor<f32>) -> !f
  %42 = fusion.mul %0, %41 : (!f, !f) -> !f
  %43 = fusion.add %37, %42 : (!f, !f) -> !f
  %44 = fusion.cast %43 : !f to !t
  // delu
  %c23 = arith.constant dense<0.0> : tensor<f32>
  %58 = fusion.compare ole, %0, %c23 : (!f, tensor<f32>) -> !b
  %59 = fusion.exp %0 : !f
  %c24 = arith.constant dense<0.0> : tensor<f32>
  %60 = fusion.mul %0, %c24 : (!f, tensor<f32>) -> !f
  %c25 = arith.constant dense<1.0> : tensor<f32>
  %61 = fusion.add %60, %c25 : (!f, tensor<f32>) -> !f
  %62 = fusion.select %58, %59, %61 : (!b, !f, !f) -> !f
  %63 = fusion.cast %62 : !f to !t
  // dhardswish
  %c26 = arith.constant dense<3.0> : tensor<f32>
  %64 = fusion.div %0, %c26 : (!f, tensor<f32>) -> !f
  %c27 = arith.constant dense<0.5> : tensor<f32>
  %65 = fusion.add %64, %c27 : (!f, tensor<f32>) -> !f
  %c28 = arith.constant dense<0.0> : tensor<f32>
  %c29 = arith.constant dense<1.0> : tensor<f32>
  %c30 = arith.constant dense<3.0> : tensor<f32>
  %66 = fusion.compare ole, %0, %c30 : (!f, tensor<f32>) -> !b
  %67 = fusion.select %66, %65, %c29 : (!b, !f, tensor<f32>) -> !f
  %c31 = arith.constant dense<-3.0> : tensor<f32>
  %68 = fusion.compare olt, %0, %c31 : (!f, tensor<f32>) -> !b
  %69 = fusion.select %68, %c28, %67 : (!b, tensor<f32>, !f) -> !f
  %70 = fusion.cast %69 : !f to !t
  return %9, %15, %33, %44, %63, %70
      : !t, !t, !t, !t, !t, !t
}
