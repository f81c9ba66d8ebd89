module {
  func.func @llama_tosa_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<64x32xf32>, %arg6: tensor<64x32xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<40x32xf32>, %arg12: tensor<2x8xi64>) -> tensor<2x8x40xf32> {
    %0 = "tosa.const"() <{values = dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>}> : () -> tensor<2x8xi64>
    %1 = tosa.const_shape  {values = dense<[1, 40, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[1, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %3 = tosa.const_shape  {values = dense<[2, 8, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %4 = "tosa.const"() <{values = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>}> : () -> tensor<8xi64>
    %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %6 = tosa.const_shape  {values = dense<[1, 1, 8, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = tosa.const_shape  {values = dense<[1, 1, 1, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %8 = tosa.const_shape  {values = dense<[2, 1, 1, 1, 1]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %9 = tosa.const_shape  {values = dense<[1, 1, 1, 8, 1]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %10 = tosa.const_shape  {values = dense<[1, 16, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %11 = tosa.const_shape  {values = dense<[16, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %12 = tosa.const_shape  {values = dense<[2, 1, 1, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %13 = tosa.const_shape  {values = dense<[1, 8, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %14 = tosa.const_shape  {values = dense<[1, 1, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %15 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %16 = tosa.const_shape  {values = dense<[1, 16, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %17 = tosa.const_shape  {values = dense<[1, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %18 = tosa.const_shape  {values = dense<[2, 8, 2, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %19 = tosa.const_shape  {values = dense<[1, 32, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %20 = tosa.const_shape  {values = dense<[1, 1, 8, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %21 = tosa.const_shape  {values = dense<[2, 2, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %22 = tosa.const_shape  {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
    %23 = tosa.const_shape  {values = dense<[0, 0, 0, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %24 = tosa.const_shape  {values = dense<[2, 1, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %25 = tosa.const_shape  {values = dense<[2, 1, 1, 8, 16]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %26 = tosa.const_shape  {values = dense<[1, 1, 2, 1, 1]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %27 = tosa.const_shape  {values = dense<[2, 2, 8, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %28 = tosa.const_shape  {values = dense<[4, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %29 = tosa.const_shape  {values = dense<[4, 16, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %30 = tosa.const_shape  {values = dense<[4, 8, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %31 = tosa.const_shape  {values = dense<[1, 32, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %32 = tosa.const_shape  {values = dense<[2, 8, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %33 = tosa.const_shape  {values = dense<[1, 16, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %34 = tosa.const_shape  {values = dense<[1, 64, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %35 = tosa.const_shape  {values = dense<[1, 32, 40]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %36 = tosa.const_shape  {values = dense<[2, 8, 40]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %37 = "tosa.const"() <{values = dense<true> : tensor<1x1x1x1xi1>}> : () -> tensor<1x1x1x1xi1>
    %38 = "tosa.const"() <{values = dense<0> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %39 = "tosa.const"() <{values = dense<2> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %40 = "tosa.const"() <{values = dense<8> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %41 = "tosa.const"() <{values = dense<[[8, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
    %42 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %43 = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %44 = "tosa.const"() <{values = dense_resource<torch_tensor_8_torch.float32> : tensor<1x1x8xf32>}> : () -> tensor<1x1x8xf32>
    %45 = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %46 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %47 = "tosa.const"() <{values = dense<9.99999997E-7> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %48 = tosa.const_shape  {values = dense<[2, 1, 8, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %49 = "tosa.const"() <{values = dense<2.500000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %cst = arith.constant dense<[[[[0]]], [[[1]]]]> : tensor<2x1x1x1xi64>
    %50 = tosa.reshape %arg0, %1 : (tensor<40x32xf32>, !tosa.shape<3>) -> tensor<1x40x32xf32>
    %51 = tosa.reshape %arg12, %2 : (tensor<2x8xi64>, !tosa.shape<2>) -> tensor<1x16xi64>
    %52 = tosa.cast %51 : (tensor<1x16xi64>) -> tensor<1x16xi32>
    %53 = tosa.gather %50, %52 : (tensor<1x40x32xf32>, tensor<1x16xi32>) -> tensor<1x16x32xf32>
    %54 = tosa.reshape %53, %3 : (tensor<1x16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %55 = tosa.cast %4 : (tensor<8xi64>) -> tensor<8xi32>
    %56 = tosa.cast %55 : (tensor<8xi32>) -> tensor<8xi64>
    %57 = tosa.cast %0 : (tensor<2x8xi64>) -> tensor<2x8xi1>
    %58 = tosa.reshape %56, %6 : (tensor<8xi64>, !tosa.shape<4>) -> tensor<1x1x8x1xi64>
    %59 = tosa.reshape %56, %7 : (tensor<8xi64>, !tosa.shape<4>) -> tensor<1x1x1x8xi64>
    %60 = tosa.greater_equal %58, %59 : (tensor<1x1x8x1xi64>, tensor<1x1x1x8xi64>) -> tensor<1x1x8x8xi1>
    %61 = tosa.logical_and %60, %37 : (tensor<1x1x8x8xi1>, tensor<1x1x1x1xi1>) -> tensor<1x1x8x8xi1>
    %62 = tosa.cast %cst : (tensor<2x1x1x1xi64>) -> tensor<2x1x1x1xi32>
    %63 = tosa.add %62, %39 : (tensor<2x1x1x1xi32>, tensor<1x1x1x1xi32>) -> tensor<2x1x1x1xi32>
    %64 = tosa.greater %38, %62 : (tensor<1x1x1x1xi32>, tensor<2x1x1x1xi32>) -> tensor<2x1x1x1xi1>
    %65 = tosa.select %64, %63, %62 : (tensor<2x1x1x1xi1>, tensor<2x1x1x1xi32>, tensor<2x1x1x1xi32>) -> tensor<2x1x1x1xi32>
    %66 = tosa.reshape %65, %8 : (tensor<2x1x1x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x1x1xi32>
    %67 = tosa.cast %59 : (tensor<1x1x1x8xi64>) -> tensor<1x1x1x8xi32>
    %68 = tosa.add %67, %40 : (tensor<1x1x1x8xi32>, tensor<1x1x1x1xi32>) -> tensor<1x1x1x8xi32>
    %69 = tosa.greater %38, %67 : (tensor<1x1x1x1xi32>, tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi1>
    %70 = tosa.select %69, %68, %67 : (tensor<1x1x1x8xi1>, tensor<1x1x1x8xi32>, tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
    %71 = tosa.reshape %70, %9 : (tensor<1x1x1x8xi32>, !tosa.shape<5>) -> tensor<1x1x1x8x1xi32>
    %72 = tosa.tile %66, %9 : (tensor<2x1x1x1x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x8x1xi32>
    %73 = tosa.tile %71, %8 : (tensor<1x1x1x8x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x8x1xi32>
    %74 = tosa.concat %72, %73 {axis = 4 : i32} : (tensor<2x1x1x8x1xi32>, tensor<2x1x1x8x1xi32>) -> tensor<2x1x1x8x2xi32>
    %75 = tosa.reshape %57, %10 : (tensor<2x8xi1>, !tosa.shape<3>) -> tensor<1x16x1xi1>
    %76 = tosa.reshape %74, %11 : (tensor<2x1x1x8x2xi32>, !tosa.shape<2>) -> tensor<16x2xi32>
    %77 = tosa.mul %76, %41, %5 : (tensor<16x2xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<16x2xi32>
    %78 = tosa.reduce_sum %77 {axis = 1 : i32} : (tensor<16x2xi32>) -> tensor<16x1xi32>
    %79 = tosa.reshape %78, %2 : (tensor<16x1xi32>, !tosa.shape<2>) -> tensor<1x16xi32>
    %80 = tosa.cast %75 : (tensor<1x16x1xi1>) -> tensor<1x16x1xi8>
    %81 = tosa.gather %80, %79 : (tensor<1x16x1xi8>, tensor<1x16xi32>) -> tensor<1x16x1xi8>
    %82 = tosa.cast %81 : (tensor<1x16x1xi8>) -> tensor<1x16x1xi1>
    %83 = tosa.reshape %82, %12 : (tensor<1x16x1xi1>, !tosa.shape<4>) -> tensor<2x1x1x8xi1>
    %84 = tosa.logical_and %61, %83 : (tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) -> tensor<2x1x8x8xi1>
    %85 = tosa.select %84, %42, %43 : (tensor<2x1x8x8xi1>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<2x1x8x8xf32>
    %86 = tosa.reshape %56, %13 : (tensor<8xi64>, !tosa.shape<3>) -> tensor<1x8x1xi64>
    %87 = tosa.cast %86 : (tensor<1x8x1xi64>) -> tensor<1x8x1xf32>
    %88 = tosa.mul %87, %44, %5 : (tensor<1x8x1xf32>, tensor<1x1x8xf32>, tensor<1xi8>) -> tensor<1x8x8xf32>
    %89 = tosa.concat %88, %88 {axis = 2 : i32} : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<1x8x16xf32>
    %90 = tosa.cos %89 : (tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
    %91 = tosa.sin %89 : (tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
    %92 = tosa.pow %54, %45 : (tensor<2x8x32xf32>, tensor<1x1x1xf32>) -> tensor<2x8x32xf32>
    %93 = tosa.reduce_sum %92 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %94 = tosa.mul %93, %46, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %95 = tosa.add %94, %47 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %96 = tosa.rsqrt %95 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %97 = tosa.mul %54, %96, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %98 = tosa.reshape %arg8, %14 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %99 = tosa.mul %98, %97, %5 : (tensor<1x1x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %100 = tosa.transpose %arg1 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %101 = tosa.reshape %99, %16 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %102 = tosa.reshape %100, %17 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %103 = tosa.matmul %101, %102, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %104 = tosa.reshape %103, %18 : (tensor<1x16x32xf32>, !tosa.shape<4>) -> tensor<2x8x2x16xf32>
    %105 = tosa.transpose %104 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x8x2x16xf32>) -> tensor<2x2x8x16xf32>
    %106 = tosa.transpose %arg2 {perms = array<i32: 1, 0>} : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %107 = tosa.reshape %106, %19 : (tensor<32x16xf32>, !tosa.shape<3>) -> tensor<1x32x16xf32>
    %108 = tosa.matmul %101, %107, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %109 = tosa.reshape %108, %48 : (tensor<1x16x16xf32>, !tosa.shape<4>) -> tensor<2x1x8x16xf32>
    %110 = tosa.transpose %arg3 {perms = array<i32: 1, 0>} : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %111 = tosa.reshape %110, %19 : (tensor<32x16xf32>, !tosa.shape<3>) -> tensor<1x32x16xf32>
    %112 = tosa.matmul %101, %111, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %113 = tosa.reshape %90, %20 : (tensor<1x8x16xf32>, !tosa.shape<4>) -> tensor<1x1x8x16xf32>
    %114 = tosa.reshape %91, %20 : (tensor<1x8x16xf32>, !tosa.shape<4>) -> tensor<1x1x8x16xf32>
    %115 = tosa.mul %105, %113, %5 : (tensor<2x2x8x16xf32>, tensor<1x1x8x16xf32>, tensor<1xi8>) -> tensor<2x2x8x16xf32>
    %116 = tosa.slice %105, %22, %21 : (tensor<2x2x8x16xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<2x2x8x8xf32>
    %117 = tosa.slice %105, %23, %21 : (tensor<2x2x8x16xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<2x2x8x8xf32>
    %118 = tosa.negate %117, %15, %15 : (tensor<2x2x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x2x8x8xf32>
    %119 = tosa.concat %118, %116 {axis = 3 : i32} : (tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) -> tensor<2x2x8x16xf32>
    %120 = tosa.mul %119, %114, %5 : (tensor<2x2x8x16xf32>, tensor<1x1x8x16xf32>, tensor<1xi8>) -> tensor<2x2x8x16xf32>
    %121 = tosa.add %115, %120 : (tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>) -> tensor<2x2x8x16xf32>
    %122 = tosa.mul %109, %113, %5 : (tensor<2x1x8x16xf32>, tensor<1x1x8x16xf32>, tensor<1xi8>) -> tensor<2x1x8x16xf32>
    %123 = tosa.slice %109, %22, %24 : (tensor<2x1x8x16xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<2x1x8x8xf32>
    %124 = tosa.slice %109, %23, %24 : (tensor<2x1x8x16xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<2x1x8x8xf32>
    %125 = tosa.negate %124, %15, %15 : (tensor<2x1x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x1x8x8xf32>
    %126 = tosa.concat %125, %123 {axis = 3 : i32} : (tensor<2x1x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x1x8x16xf32>
    %127 = tosa.mul %126, %114, %5 : (tensor<2x1x8x16xf32>, tensor<1x1x8x16xf32>, tensor<1xi8>) -> tensor<2x1x8x16xf32>
    %128 = tosa.add %122, %127 : (tensor<2x1x8x16xf32>, tensor<2x1x8x16xf32>) -> tensor<2x1x8x16xf32>
    %129 = tosa.reshape %128, %25 : (tensor<2x1x8x16xf32>, !tosa.shape<5>) -> tensor<2x1x1x8x16xf32>
    %130 = tosa.tile %129, %26 : (tensor<2x1x1x8x16xf32>, !tosa.shape<5>) -> tensor<2x1x2x8x16xf32>
    %131 = tosa.reshape %130, %27 : (tensor<2x1x2x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %132 = tosa.reshape %112, %25 : (tensor<1x16x16xf32>, !tosa.shape<5>) -> tensor<2x1x1x8x16xf32>
    %133 = tosa.tile %132, %26 : (tensor<2x1x1x8x16xf32>, !tosa.shape<5>) -> tensor<2x1x2x8x16xf32>
    %134 = tosa.transpose %131 {perms = array<i32: 0, 1, 3, 2>} : (tensor<2x2x8x16xf32>) -> tensor<2x2x16x8xf32>
    %135 = tosa.reshape %121, %28 : (tensor<2x2x8x16xf32>, !tosa.shape<3>) -> tensor<4x8x16xf32>
    %136 = tosa.reshape %134, %29 : (tensor<2x2x16x8xf32>, !tosa.shape<3>) -> tensor<4x16x8xf32>
    %137 = tosa.matmul %135, %136, %15, %15 : (tensor<4x8x16xf32>, tensor<4x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x8xf32>
    %138 = tosa.reshape %137, %21 : (tensor<4x8x8xf32>, !tosa.shape<4>) -> tensor<2x2x8x8xf32>
    %139 = tosa.mul %138, %49, %5 : (tensor<2x2x8x8xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x8x8xf32>
    %140 = tosa.add %139, %85 : (tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x2x8x8xf32>
    %141 = tosa.reduce_max %140 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %142 = tosa.sub %140, %141 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) -> tensor<2x2x8x8xf32>
    %143 = tosa.exp %142 : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %144 = tosa.reduce_sum %143 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %145 = tosa.reciprocal %144 : (tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %146 = tosa.mul %143, %145, %5 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>, tensor<1xi8>) -> tensor<2x2x8x8xf32>
    %147 = tosa.reshape %146, %30 : (tensor<2x2x8x8xf32>, !tosa.shape<3>) -> tensor<4x8x8xf32>
    %148 = tosa.reshape %133, %28 : (tensor<2x1x2x8x16xf32>, !tosa.shape<3>) -> tensor<4x8x16xf32>
    %149 = tosa.matmul %147, %148, %15, %15 : (tensor<4x8x8xf32>, tensor<4x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x16xf32>
    %150 = tosa.reshape %149, %27 : (tensor<4x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %151 = tosa.transpose %150 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x2x8x16xf32>) -> tensor<2x8x2x16xf32>
    %152 = tosa.transpose %arg4 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %153 = tosa.reshape %151, %16 : (tensor<2x8x2x16xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %154 = tosa.reshape %152, %17 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %155 = tosa.matmul %153, %154, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %156 = tosa.reshape %155, %3 : (tensor<1x16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %157 = tosa.add %54, %156 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %158 = tosa.pow %157, %45 : (tensor<2x8x32xf32>, tensor<1x1x1xf32>) -> tensor<2x8x32xf32>
    %159 = tosa.reduce_sum %158 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %160 = tosa.mul %159, %46, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %161 = tosa.add %160, %47 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %162 = tosa.rsqrt %161 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %163 = tosa.mul %157, %162, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %164 = tosa.reshape %arg9, %14 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %165 = tosa.mul %164, %163, %5 : (tensor<1x1x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %166 = tosa.transpose %arg5 {perms = array<i32: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %167 = tosa.reshape %165, %16 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %168 = tosa.reshape %166, %31 : (tensor<32x64xf32>, !tosa.shape<3>) -> tensor<1x32x64xf32>
    %169 = tosa.matmul %167, %168, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x64xf32>
    %170 = tosa.reshape %169, %32 : (tensor<1x16x64xf32>, !tosa.shape<3>) -> tensor<2x8x64xf32>
    %171 = tosa.sigmoid %170 : (tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %172 = tosa.mul %170, %171, %5 : (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<1xi8>) -> tensor<2x8x64xf32>
    %173 = tosa.transpose %arg6 {perms = array<i32: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %174 = tosa.reshape %173, %31 : (tensor<32x64xf32>, !tosa.shape<3>) -> tensor<1x32x64xf32>
    %175 = tosa.matmul %167, %174, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x64xf32>
    %176 = tosa.reshape %175, %32 : (tensor<1x16x64xf32>, !tosa.shape<3>) -> tensor<2x8x64xf32>
    %177 = tosa.mul %172, %176, %5 : (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<1xi8>) -> tensor<2x8x64xf32>
    %178 = tosa.transpose %arg7 {perms = array<i32: 1, 0>} : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %179 = tosa.reshape %177, %33 : (tensor<2x8x64xf32>, !tosa.shape<3>) -> tensor<1x16x64xf32>
    %180 = tosa.reshape %178, %34 : (tensor<64x32xf32>, !tosa.shape<3>) -> tensor<1x64x32xf32>
    %181 = tosa.matmul %179, %180, %15, %15 : (tensor<1x16x64xf32>, tensor<1x64x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %182 = tosa.reshape %181, %3 : (tensor<1x16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %183 = tosa.add %157, %182 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %184 = tosa.pow %183, %45 : (tensor<2x8x32xf32>, tensor<1x1x1xf32>) -> tensor<2x8x32xf32>
    %185 = tosa.reduce_sum %184 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %186 = tosa.mul %185, %46, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %187 = tosa.add %186, %47 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %188 = tosa.rsqrt %187 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %189 = tosa.mul %183, %188, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %190 = tosa.reshape %arg10, %14 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %191 = tosa.mul %190, %189, %5 : (tensor<1x1x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %192 = tosa.transpose %arg11 {perms = array<i32: 1, 0>} : (tensor<40x32xf32>) -> tensor<32x40xf32>
    %193 = tosa.reshape %191, %16 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %194 = tosa.reshape %192, %35 : (tensor<32x40xf32>, !tosa.shape<3>) -> tensor<1x32x40xf32>
    %195 = tosa.matmul %193, %194, %15, %15 : (tensor<1x16x32xf32>, tensor<1x32x40xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x40xf32>
    %196 = tosa.reshape %195, %36 : (tensor<1x16x40xf32>, !tosa.shape<3>) -> tensor<2x8x40xf32>
    return %196 : tensor<2x8x40xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000",
      torch_tensor_8_torch.float32: "0x040000000000803F9BE8A13ECDCCCC3DE386013D0AD7233C383E4F3B6F12833A60CBA539"
    }
  }
#-}
