// Activations without an operation of their own, and spellings that cancel or overflow step by step.
!t = tensor<65536xbf16>
!f = tensor<65536xf32>
!b = tensor<65536xi1>
func.func @main(%x: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %0 = fusion.cast %x : !t to !f
  // elu
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %0, %c0 : (!f, tensor<f32>) -> !b
  %2 = fusion.exp %0 : !f
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %3 = fusion.sub %2, %c1 : (!f, tensor<f32>) -> !f
  %4 = fusion.select %1, %0, %3 : (!b, !f, !f) -> !f
  %5 = fusion.cast %4 : !f to !t
  // elu_sum
  %c2 = arith.constant dense<0.0> : tensor<f32>
  %6 = fusion.min %0, %c2 : (!f, tensor<f32>) -> !f
  %7 = fusion.relu %0 : !f
  %8 = fusion.exp %6 : !f
  %c3 = arith.constant dense<-1.0> : tensor<f32>
  %9 = fusion.add %8, %c3 : (!f, tensor<f32>) -> !f
  %c4 = arith.constant dense<1.5> : tensor<f32>
  %10 = fusion.mul %9, %c4 : (!f, tensor<f32>) -> !f
  %11 = fusion.add %7, %10 : (!f, !f) -> !f
  %12 = fusion.cast %11 : !f to !t
  // selu
  %c5 = arith.constant dense<0.0> : tensor<f32>
  %13 = fusion.compare ogt, %0, %c5 : (!f, tensor<f32>) -> !b
  %14 = fusion.expm1 %0 : !f
  %c6 = arith.constant dense<1.67326324> : tensor<f32>
  %15 = fusion.mul %14, %c6 : (!f, tensor<f32>) -> !f
  %16 = fusion.select %13, %0, %15 : (!b, !f, !f) -> !f
  %c7 = arith.constant dense<1.05070102> : tensor<f32>
  %17 = fusion.mul %16, %c7 : (!f, tensor<f32>) -> !f
  %18 = fusion.cast %17 : !f to !t
  // celu
  %c8 = arith.constant dense<0.0> : tensor<f32>
  %19 = fusion.compare ogt, %0, %c8 : (!f, tensor<f32>) -> !b
  %c9 = arith.constant dense<2.0> : tensor<f32>
  %20 = fusion.div %0, %c9 : (!f, tensor<f32>) -> !f
  %21 = fusion.expm1 %20 : !f
  %c10 = arith.constant dense<2.0> : tensor<f32>
  %22 = fusion.mul %21, %c10 : (!f, tensor<f32>) -> !f
  %23 = fusion.select %19, %0, %22 : (!b, !f, !f) -> !f
  %24 = fusion.cast %23 : !f to !t
  // softplus_log
  %25 = fusion.exp %0 : !f
  %c11 = arith.constant dense<1.0> : tensor<f32>
  %26 = fusion.add %25, %c11 : (!f, tensor<f32>) -> !f
  %27 = fusion.log %26 : !f
  %28 = fusion.cast %27 : !f to !t
  // log_sigmoid
  %29 = fusion.sigmoid %0 : !f
  %30 = fusion.log %29 : !f
  %31 = fusion.cast %30 : !f to !t
  // log_sigmoid_sum
  %c12 = arith.constant dense<0.0> : tensor<f32>
  %32 = fusion.min %0, %c12 : (!f, tensor<f32>) -> !f
  %33 = fusion.abs %0 : !f
  %34 = fusion.neg %33 : !f
  %35 = fusion.exp %34 : !f
  %36 = fusion.log1p %35 : !f
  %37 = fusion.sub %32, %36 : (!f, !f) -> !f
  %38 = fusion.cast %37 : !f to !t
  // hardsigmoid
  %c13 = arith.constant dense<3.0> : tensor<f32>
  %39 = fusion.add %0, %c13 : (!f, tensor<f32>) -> !f
  %40 = fusion.clamp %39 {min = 0.0 : f64, max = 6.0 : f64} : !f
  %c14 = arith.constant dense<6.0> : tensor<f32>
  %41 = fusion.div %40, %c14 : (!f, tensor<f32>) -> !f
  %42 = fusion.cast %41 : !f to !t
  // hardsigmoid_line
  %c15 = arith.constant dense<0.166666672> : tensor<f32>
  %43 = fusion.mul %0, %c15 : (!f, tensor<f32>) -> !f
  %c16 = arith.constant dense<0.5> : tensor<f32>
  %44 = fusion.add %43, %c16 : (!f, tensor<f32>) -> !f
  %45 = fusion.clamp %44 {min = 0.0 : f64, max = 1.0 : f64} : !f
  %46 = fusion.cast %45 : !f to !t
  // hardsigmoid_fifth
  %c17 = arith.constant dense<0.2> : tensor<f32>
  %47 = fusion.mul %0, %c17 : (!f, tensor<f32>) -> !f
  %c18 = arith.constant dense<0.5> : tensor<f32>
  %48 = fusion.add %47, %c18 : (!f, tensor<f32>) -> !f
  %49 = fusion.clamp %48 {min = 0.0 : f64, max = 1.0 : f64} : !f
  %50 = fusion.cast %49 : !f to !t
  // quick_gelu
  %c19 = arith.constant dense<1.702> : tensor<f32>
  %51 = fusion.mul %0, %c19 : (!f, tensor<f32>) -> !f
  %52 = fusion.sigmoid %51 : !f
  %53 = fusion.mul %0, %52 : (!f, !f) -> !f
  %54 = fusion.cast %53 : !f to !t
  // softsign
  %55 = fusion.abs %0 : !f
  %c20 = arith.constant dense<1.0> : tensor<f32>
  %56 = fusion.add %55, %c20 : (!f, tensor<f32>) -> !f
  %57 = fusion.div %0, %56 : (!f, !f) -> !f
  %58 = fusion.cast %57 : !f to !t
  // snake
  %c21 = arith.constant dense<0.25> : tensor<f32>
  %59 = fusion.mul %0, %c21 : (!f, tensor<f32>) -> !f
  %60 = fusion.sin %59 : !f
  %61 = fusion.mul %60, %60 : (!f, !f) -> !f
  %c22 = arith.constant dense<0.25> : tensor<f32>
  %62 = fusion.div %61, %c22 : (!f, tensor<f32>) -> !f
  %63 = fusion.add %0, %62 : (!f, !f) -> !f
  %64 = fusion.cast %63 : !f to !t
  // squared_relu
  %65 = fusion.relu %0 : !f
  %66 = fusion.mul %65, %65 : (!f, !f) -> !f
  %67 = fusion.cast %66 : !f to !t
  // tanhshrink
  %68 = fusion.tanh %0 : !f
  %69 = fusion.sub %0, %68 : (!f, !f) -> !f
  %70 = fusion.cast %69 : !f to !t
  return %5, %12, %18, %24, %28, %31, %38, %42, %46, %50, %54, %58, %64, %67, %70
      : !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t
}
