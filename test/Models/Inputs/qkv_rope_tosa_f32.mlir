// Projections to queries, keys and values with biases behind reshapes, rotated positions and repeated heads, in TOSA and slices.
// Keys and values have the same weights: that product is computed once.
func.func @qkv(%x: tensor<1x32x96xf32>, %bq: tensor<96xf32>, %bk: tensor<32xf32>, %wq: tensor<96x96xf32>, %wk: tensor<32x96xf32>, %rotation: tensor<1x32x16xf32>)
    -> (tensor<1x6x32x16xf32>, tensor<1x6x32x16xf32>, tensor<1x6x32x16xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape0 = tosa.const_shape {values = dense<[32, 96]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %x, %shape0 : (tensor<1x32x96xf32>, !tosa.shape<2>) -> tensor<32x96xf32>
  %2 = tosa.transpose %wq {perms = array<i32: 1, 0>} : (tensor<96x96xf32>) -> tensor<96x96xf32>
  %shape1 = tosa.const_shape {values = dense<[1, 32, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %3 = tosa.reshape %1, %shape1 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
  %shape2 = tosa.const_shape {values = dense<[1, 96, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %4 = tosa.reshape %2, %shape2 : (tensor<96x96xf32>, !tosa.shape<3>) -> tensor<1x96x96xf32>
  %5 = tosa.matmul %3, %4, %zero, %zero : (tensor<1x32x96xf32>, tensor<1x96x96xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x96xf32>
  %6 = tosa.reshape %5, %shape0 : (tensor<1x32x96xf32>, !tosa.shape<2>) -> tensor<32x96xf32>
  %shape3 = tosa.const_shape {values = dense<[1, 96]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %7 = tosa.reshape %bq, %shape3 : (tensor<96xf32>, !tosa.shape<2>) -> tensor<1x96xf32>
  %8 = tosa.add %7, %6 : (tensor<1x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %9 = tosa.reshape %8, %shape1 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
  %10 = tosa.reshape %x, %shape0 : (tensor<1x32x96xf32>, !tosa.shape<2>) -> tensor<32x96xf32>
  %11 = tosa.transpose %wk {perms = array<i32: 1, 0>} : (tensor<32x96xf32>) -> tensor<96x32xf32>
  %12 = tosa.reshape %10, %shape1 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
  %shape4 = tosa.const_shape {values = dense<[1, 96, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %13 = tosa.reshape %11, %shape4 : (tensor<96x32xf32>, !tosa.shape<3>) -> tensor<1x96x32xf32>
  %14 = tosa.matmul %12, %13, %zero, %zero : (tensor<1x32x96xf32>, tensor<1x96x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32xf32>
  %shape5 = tosa.const_shape {values = dense<[32, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.reshape %14, %shape5 : (tensor<1x32x32xf32>, !tosa.shape<2>) -> tensor<32x32xf32>
  %shape6 = tosa.const_shape {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %16 = tosa.reshape %bk, %shape6 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
  %17 = tosa.add %16, %15 : (tensor<1x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %shape7 = tosa.const_shape {values = dense<[1, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %18 = tosa.reshape %17, %shape7 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
  %19 = tosa.reshape %x, %shape0 : (tensor<1x32x96xf32>, !tosa.shape<2>) -> tensor<32x96xf32>
  %20 = tosa.transpose %wk {perms = array<i32: 1, 0>} : (tensor<32x96xf32>) -> tensor<96x32xf32>
  %21 = tosa.reshape %19, %shape1 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
  %22 = tosa.reshape %20, %shape4 : (tensor<96x32xf32>, !tosa.shape<3>) -> tensor<1x96x32xf32>
  %23 = tosa.matmul %21, %22, %zero, %zero : (tensor<1x32x96xf32>, tensor<1x96x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32xf32>
  %24 = tosa.reshape %23, %shape5 : (tensor<1x32x32xf32>, !tosa.shape<2>) -> tensor<32x32xf32>
  %25 = tosa.reshape %bk, %shape6 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
  %26 = tosa.add %25, %24 : (tensor<1x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %27 = tosa.reshape %26, %shape7 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
  %shape8 = tosa.const_shape {values = dense<[1, 32, 6, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.reshape %9, %shape8 : (tensor<1x32x96xf32>, !tosa.shape<4>) -> tensor<1x32x6x16xf32>
  %29 = tosa.transpose %28 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x32x6x16xf32>) -> tensor<1x6x32x16xf32>
  %shape9 = tosa.const_shape {values = dense<[1, 1, 32, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %30 = tosa.reshape %rotation, %shape9 : (tensor<1x32x16xf32>, !tosa.shape<4>) -> tensor<1x1x32x16xf32>
  %31 = tosa.mul %29, %30, %shift : (tensor<1x6x32x16xf32>, tensor<1x1x32x16xf32>, tensor<1xi8>) -> tensor<1x6x32x16xf32>
  %32 = tensor.extract_slice %29[0, 0, 0, 0] [1, 6, 32, 8] [1, 1, 1, 1] : tensor<1x6x32x16xf32> to tensor<1x6x32x8xf32>
  %33 = tensor.extract_slice %29[0, 0, 0, 8] [1, 6, 32, 8] [1, 1, 1, 1] : tensor<1x6x32x16xf32> to tensor<1x6x32x8xf32>
  %34 = tensor.empty() : tensor<1x6x32x8xf32>
  %35 = linalg.negf ins(%33 : tensor<1x6x32x8xf32>) outs(%34 : tensor<1x6x32x8xf32>) -> tensor<1x6x32x8xf32>
  %36 = tensor.empty() : tensor<1x6x32x16xf32>
  %37 = tensor.insert_slice %35 into %36[0, 0, 0, 0] [1, 6, 32, 8] [1, 1, 1, 1] : tensor<1x6x32x8xf32> into tensor<1x6x32x16xf32>
  %38 = tensor.insert_slice %32 into %37[0, 0, 0, 8] [1, 6, 32, 8] [1, 1, 1, 1] : tensor<1x6x32x8xf32> into tensor<1x6x32x16xf32>
  %39 = tosa.mul %38, %30, %shift : (tensor<1x6x32x16xf32>, tensor<1x1x32x16xf32>, tensor<1xi8>) -> tensor<1x6x32x16xf32>
  %40 = tosa.add %31, %39 : (tensor<1x6x32x16xf32>, tensor<1x6x32x16xf32>) -> tensor<1x6x32x16xf32>
  %shape10 = tosa.const_shape {values = dense<[1, 32, 2, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %41 = tosa.reshape %18, %shape10 : (tensor<1x32x32xf32>, !tosa.shape<4>) -> tensor<1x32x2x16xf32>
  %42 = tosa.transpose %41 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x32x2x16xf32>) -> tensor<1x2x32x16xf32>
  %43 = tosa.reshape %rotation, %shape9 : (tensor<1x32x16xf32>, !tosa.shape<4>) -> tensor<1x1x32x16xf32>
  %44 = tosa.mul %42, %43, %shift : (tensor<1x2x32x16xf32>, tensor<1x1x32x16xf32>, tensor<1xi8>) -> tensor<1x2x32x16xf32>
  %45 = tensor.extract_slice %42[0, 0, 0, 0] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x8xf32>
  %46 = tensor.extract_slice %42[0, 0, 0, 8] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x8xf32>
  %47 = tensor.empty() : tensor<1x2x32x8xf32>
  %48 = linalg.negf ins(%46 : tensor<1x2x32x8xf32>) outs(%47 : tensor<1x2x32x8xf32>) -> tensor<1x2x32x8xf32>
  %49 = tensor.empty() : tensor<1x2x32x16xf32>
  %50 = tensor.insert_slice %48 into %49[0, 0, 0, 0] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x8xf32> into tensor<1x2x32x16xf32>
  %51 = tensor.insert_slice %45 into %50[0, 0, 0, 8] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x8xf32> into tensor<1x2x32x16xf32>
  %52 = tosa.mul %51, %43, %shift : (tensor<1x2x32x16xf32>, tensor<1x1x32x16xf32>, tensor<1xi8>) -> tensor<1x2x32x16xf32>
  %53 = tosa.add %44, %52 : (tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>) -> tensor<1x2x32x16xf32>
  %54 = tensor.extract_slice %53[0, 0, 0, 0] [1, 2, 32, 16] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x16xf32>
  %shape11 = tosa.const_shape {values = dense<[1, 2, 1, 32, 16]> : tensor<5xindex>} : () -> !tosa.shape<5>
  %55 = tosa.reshape %54, %shape11 : (tensor<1x2x32x16xf32>, !tosa.shape<5>) -> tensor<1x2x1x32x16xf32>
  %56 = "tosa.const"() <{values = dense<0.0> : tensor<1x2x3x32x16xf32>}> : () -> tensor<1x2x3x32x16xf32>
  %57 = tosa.add %55, %56 : (tensor<1x2x1x32x16xf32>, tensor<1x2x3x32x16xf32>) -> tensor<1x2x3x32x16xf32>
  %58 = tosa.identity %57 : (tensor<1x2x3x32x16xf32>) -> tensor<1x2x3x32x16xf32>
  %shape12 = tosa.const_shape {values = dense<[1, 6, 32, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %59 = tosa.reshape %58, %shape12 : (tensor<1x2x3x32x16xf32>, !tosa.shape<4>) -> tensor<1x6x32x16xf32>
  %60 = tosa.reshape %27, %shape10 : (tensor<1x32x32xf32>, !tosa.shape<4>) -> tensor<1x32x2x16xf32>
  %61 = tosa.transpose %60 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x32x2x16xf32>) -> tensor<1x2x32x16xf32>
  %62 = tensor.extract_slice %61[0, 0, 0, 0] [1, 2, 32, 16] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x16xf32>
  %63 = tosa.reshape %62, %shape11 : (tensor<1x2x32x16xf32>, !tosa.shape<5>) -> tensor<1x2x1x32x16xf32>
  %64 = "tosa.const"() <{values = dense<0.0> : tensor<1x2x3x32x16xf32>}> : () -> tensor<1x2x3x32x16xf32>
  %65 = tosa.add %63, %64 : (tensor<1x2x1x32x16xf32>, tensor<1x2x3x32x16xf32>) -> tensor<1x2x3x32x16xf32>
  %66 = tosa.identity %65 : (tensor<1x2x3x32x16xf32>) -> tensor<1x2x3x32x16xf32>
  %67 = tosa.reshape %66, %shape12 : (tensor<1x2x3x32x16xf32>, !tosa.shape<4>) -> tensor<1x6x32x16xf32>
  return %40, %59, %67 : tensor<1x6x32x16xf32>, tensor<1x6x32x16xf32>, tensor<1x6x32x16xf32>
}
