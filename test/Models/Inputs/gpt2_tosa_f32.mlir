module {
  func.func @gpt2_tosa_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x96xf32>, %arg5: tensor<96xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<128x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<2x8xi64>) -> tensor<2x8x40xf32> {
    %0 = "tosa.const"() <{values = dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>}> : () -> tensor<2x8xi64>
    %1 = tosa.const_shape  {values = dense<[1, 40, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[1, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %3 = tosa.const_shape  {values = dense<[2, 8, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %4 = "tosa.const"() <{values = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>}> : () -> tensor<8xi64>
    %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %6 = tosa.const_shape  {values = dense<[1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %7 = tosa.const_shape  {values = dense<[1, 16, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %8 = tosa.const_shape  {values = dense<[1, 1, 8, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[1, 1, 1, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %10 = tosa.const_shape  {values = dense<[2, 1, 1, 1, 1]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %11 = tosa.const_shape  {values = dense<[1, 1, 1, 8, 1]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %12 = tosa.const_shape  {values = dense<[1, 16, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %13 = tosa.const_shape  {values = dense<[16, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %14 = tosa.const_shape  {values = dense<[2, 1, 1, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %15 = tosa.const_shape  {values = dense<[1, 1, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %16 = tosa.const_shape  {values = dense<[16, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %17 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %18 = tosa.const_shape  {values = dense<[1, 32, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %19 = tosa.const_shape  {values = dense<[16, 96]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %20 = tosa.const_shape  {values = dense<[1, 96]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %21 = tosa.const_shape  {values = dense<[2, 8, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %22 = tosa.const_shape  {values = dense<0> : tensor<3xindex>} : () -> !tosa.shape<3>
    %23 = tosa.const_shape  {values = dense<[0, 0, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %24 = tosa.const_shape  {values = dense<[0, 0, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %25 = tosa.const_shape  {values = dense<[2, 8, 2, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %26 = tosa.const_shape  {values = dense<[4, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %27 = tosa.const_shape  {values = dense<[4, 16, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %28 = tosa.const_shape  {values = dense<[2, 2, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %29 = tosa.const_shape  {values = dense<[4, 8, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %30 = tosa.const_shape  {values = dense<[2, 2, 8, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %31 = tosa.const_shape  {values = dense<[1, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %32 = tosa.const_shape  {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %33 = tosa.const_shape  {values = dense<[1, 32, 128]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %34 = tosa.const_shape  {values = dense<[16, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %35 = tosa.const_shape  {values = dense<[1, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %36 = tosa.const_shape  {values = dense<[2, 8, 128]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %37 = tosa.const_shape  {values = dense<[1, 16, 128]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %38 = tosa.const_shape  {values = dense<[1, 128, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %39 = tosa.const_shape  {values = dense<[1, 32, 40]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %40 = tosa.const_shape  {values = dense<[2, 8, 40]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %41 = "tosa.const"() <{values = dense<true> : tensor<1x1x1x1xi1>}> : () -> tensor<1x1x1x1xi1>
    %42 = "tosa.const"() <{values = dense<0> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %43 = "tosa.const"() <{values = dense<2> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %44 = "tosa.const"() <{values = dense<8> : tensor<1x1x1x1xi32>}> : () -> tensor<1x1x1x1xi32>
    %45 = "tosa.const"() <{values = dense<[[8, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
    %46 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %47 = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %48 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf64>}> : () -> tensor<1x1x1xf64>
    %49 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %50 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %51 = "tosa.const"() <{values = dense<2.500000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %52 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %53 = "tosa.const"() <{values = dense<3.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %54 = "tosa.const"() <{values = dense<4.471500e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %55 = "tosa.const"() <{values = dense<0.797884583> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %56 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %cst = arith.constant dense<[[[[0]]], [[[1]]]]> : tensor<2x1x1x1xi64>
    %57 = tosa.reshape %arg0, %1 : (tensor<40x32xf32>, !tosa.shape<3>) -> tensor<1x40x32xf32>
    %58 = tosa.reshape %arg16, %2 : (tensor<2x8xi64>, !tosa.shape<2>) -> tensor<1x16xi64>
    %59 = tosa.cast %58 : (tensor<1x16xi64>) -> tensor<1x16xi32>
    %60 = tosa.gather %57, %59 : (tensor<1x40x32xf32>, tensor<1x16xi32>) -> tensor<1x16x32xf32>
    %61 = tosa.reshape %60, %3 : (tensor<1x16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %62 = tosa.cast %4 : (tensor<8xi64>) -> tensor<8xi32>
    %63 = tosa.cast %62 : (tensor<8xi32>) -> tensor<8xi64>
    %64 = tosa.reshape %63, %6 : (tensor<8xi64>, !tosa.shape<2>) -> tensor<1x8xi64>
    %65 = tosa.reshape %arg1, %7 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %66 = tosa.cast %64 : (tensor<1x8xi64>) -> tensor<1x8xi32>
    %67 = tosa.gather %65, %66 : (tensor<1x16x32xf32>, tensor<1x8xi32>) -> tensor<1x8x32xf32>
    %68 = tosa.add %61, %67 : (tensor<2x8x32xf32>, tensor<1x8x32xf32>) -> tensor<2x8x32xf32>
    %69 = tosa.cast %0 : (tensor<2x8xi64>) -> tensor<2x8xi1>
    %70 = tosa.reshape %63, %8 : (tensor<8xi64>, !tosa.shape<4>) -> tensor<1x1x8x1xi64>
    %71 = tosa.reshape %63, %9 : (tensor<8xi64>, !tosa.shape<4>) -> tensor<1x1x1x8xi64>
    %72 = tosa.greater_equal %70, %71 : (tensor<1x1x8x1xi64>, tensor<1x1x1x8xi64>) -> tensor<1x1x8x8xi1>
    %73 = tosa.logical_and %72, %41 : (tensor<1x1x8x8xi1>, tensor<1x1x1x1xi1>) -> tensor<1x1x8x8xi1>
    %74 = tosa.cast %cst : (tensor<2x1x1x1xi64>) -> tensor<2x1x1x1xi32>
    %75 = tosa.add %74, %43 : (tensor<2x1x1x1xi32>, tensor<1x1x1x1xi32>) -> tensor<2x1x1x1xi32>
    %76 = tosa.greater %42, %74 : (tensor<1x1x1x1xi32>, tensor<2x1x1x1xi32>) -> tensor<2x1x1x1xi1>
    %77 = tosa.select %76, %75, %74 : (tensor<2x1x1x1xi1>, tensor<2x1x1x1xi32>, tensor<2x1x1x1xi32>) -> tensor<2x1x1x1xi32>
    %78 = tosa.reshape %77, %10 : (tensor<2x1x1x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x1x1xi32>
    %79 = tosa.cast %71 : (tensor<1x1x1x8xi64>) -> tensor<1x1x1x8xi32>
    %80 = tosa.add %79, %44 : (tensor<1x1x1x8xi32>, tensor<1x1x1x1xi32>) -> tensor<1x1x1x8xi32>
    %81 = tosa.greater %42, %79 : (tensor<1x1x1x1xi32>, tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi1>
    %82 = tosa.select %81, %80, %79 : (tensor<1x1x1x8xi1>, tensor<1x1x1x8xi32>, tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
    %83 = tosa.reshape %82, %11 : (tensor<1x1x1x8xi32>, !tosa.shape<5>) -> tensor<1x1x1x8x1xi32>
    %84 = tosa.tile %78, %11 : (tensor<2x1x1x1x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x8x1xi32>
    %85 = tosa.tile %83, %10 : (tensor<1x1x1x8x1xi32>, !tosa.shape<5>) -> tensor<2x1x1x8x1xi32>
    %86 = tosa.concat %84, %85 {axis = 4 : i32} : (tensor<2x1x1x8x1xi32>, tensor<2x1x1x8x1xi32>) -> tensor<2x1x1x8x2xi32>
    %87 = tosa.reshape %69, %12 : (tensor<2x8xi1>, !tosa.shape<3>) -> tensor<1x16x1xi1>
    %88 = tosa.reshape %86, %13 : (tensor<2x1x1x8x2xi32>, !tosa.shape<2>) -> tensor<16x2xi32>
    %89 = tosa.mul %88, %45, %5 : (tensor<16x2xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<16x2xi32>
    %90 = tosa.reduce_sum %89 {axis = 1 : i32} : (tensor<16x2xi32>) -> tensor<16x1xi32>
    %91 = tosa.reshape %90, %2 : (tensor<16x1xi32>, !tosa.shape<2>) -> tensor<1x16xi32>
    %92 = tosa.cast %87 : (tensor<1x16x1xi1>) -> tensor<1x16x1xi8>
    %93 = tosa.gather %92, %91 : (tensor<1x16x1xi8>, tensor<1x16xi32>) -> tensor<1x16x1xi8>
    %94 = tosa.cast %93 : (tensor<1x16x1xi8>) -> tensor<1x16x1xi1>
    %95 = tosa.reshape %94, %14 : (tensor<1x16x1xi1>, !tosa.shape<4>) -> tensor<2x1x1x8xi1>
    %96 = tosa.logical_and %73, %95 : (tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) -> tensor<2x1x8x8xi1>
    %97 = tosa.select %96, %46, %47 : (tensor<2x1x8x8xi1>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<2x1x8x8xf32>
    %98 = tosa.cast %68 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf64>
    %99 = tosa.reduce_sum %98 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %100 = tosa.mul %99, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %101 = tosa.sub %98, %100 : (tensor<2x8x32xf64>, tensor<2x8x1xf64>) -> tensor<2x8x32xf64>
    %102 = tosa.mul %101, %101, %5 : (tensor<2x8x32xf64>, tensor<2x8x32xf64>, tensor<1xi8>) -> tensor<2x8x32xf64>
    %103 = tosa.reduce_sum %102 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %104 = tosa.mul %103, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %105 = tosa.cast %104 : (tensor<2x8x1xf64>) -> tensor<2x8x1xf32>
    %106 = tosa.reduce_sum %68 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %107 = tosa.mul %106, %49, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %108 = tosa.add %105, %50 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %109 = tosa.rsqrt %108 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %110 = tosa.sub %68, %107 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>) -> tensor<2x8x32xf32>
    %111 = tosa.mul %110, %109, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %112 = tosa.reshape %arg2, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %113 = tosa.mul %111, %112, %5 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %114 = tosa.reshape %arg3, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %115 = tosa.add %113, %114 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    %116 = tosa.reshape %115, %7 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %117 = tosa.reshape %arg4, %18 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
    %118 = tosa.matmul %116, %117, %17, %17 : (tensor<1x16x32xf32>, tensor<1x32x96xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x96xf32>
    %119 = tosa.reshape %118, %19 : (tensor<1x16x96xf32>, !tosa.shape<2>) -> tensor<16x96xf32>
    %120 = tosa.reshape %arg5, %20 : (tensor<96xf32>, !tosa.shape<2>) -> tensor<1x96xf32>
    %121 = tosa.add %119, %120 : (tensor<16x96xf32>, tensor<1x96xf32>) -> tensor<16x96xf32>
    %122 = tosa.reshape %121, %21 : (tensor<16x96xf32>, !tosa.shape<3>) -> tensor<2x8x96xf32>
    %123 = tosa.slice %122, %22, %3 : (tensor<2x8x96xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %124 = tosa.slice %122, %23, %3 : (tensor<2x8x96xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %125 = tosa.slice %122, %24, %3 : (tensor<2x8x96xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %126 = tosa.reshape %124, %25 : (tensor<2x8x32xf32>, !tosa.shape<4>) -> tensor<2x8x2x16xf32>
    %127 = tosa.reshape %125, %25 : (tensor<2x8x32xf32>, !tosa.shape<4>) -> tensor<2x8x2x16xf32>
    %128 = tosa.transpose %127 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x8x2x16xf32>) -> tensor<2x2x8x16xf32>
    %129 = tosa.reshape %123, %25 : (tensor<2x8x32xf32>, !tosa.shape<4>) -> tensor<2x8x2x16xf32>
    %130 = tosa.transpose %129 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x8x2x16xf32>) -> tensor<2x2x8x16xf32>
    %131 = tosa.transpose %126 {perms = array<i32: 0, 2, 3, 1>} : (tensor<2x8x2x16xf32>) -> tensor<2x2x16x8xf32>
    %132 = tosa.reshape %130, %26 : (tensor<2x2x8x16xf32>, !tosa.shape<3>) -> tensor<4x8x16xf32>
    %133 = tosa.reshape %131, %27 : (tensor<2x2x16x8xf32>, !tosa.shape<3>) -> tensor<4x16x8xf32>
    %134 = tosa.matmul %132, %133, %17, %17 : (tensor<4x8x16xf32>, tensor<4x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x8xf32>
    %135 = tosa.reshape %134, %28 : (tensor<4x8x8xf32>, !tosa.shape<4>) -> tensor<2x2x8x8xf32>
    %136 = tosa.mul %135, %51, %5 : (tensor<2x2x8x8xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x8x8xf32>
    %137 = tosa.add %136, %97 : (tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x2x8x8xf32>
    %138 = tosa.reduce_max %137 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %139 = tosa.sub %137, %138 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) -> tensor<2x2x8x8xf32>
    %140 = tosa.exp %139 : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %141 = tosa.reduce_sum %140 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %142 = tosa.reciprocal %141 : (tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %143 = tosa.mul %140, %142, %5 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>, tensor<1xi8>) -> tensor<2x2x8x8xf32>
    %144 = tosa.reshape %143, %29 : (tensor<2x2x8x8xf32>, !tosa.shape<3>) -> tensor<4x8x8xf32>
    %145 = tosa.reshape %128, %26 : (tensor<2x2x8x16xf32>, !tosa.shape<3>) -> tensor<4x8x16xf32>
    %146 = tosa.matmul %144, %145, %17, %17 : (tensor<4x8x8xf32>, tensor<4x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x16xf32>
    %147 = tosa.reshape %146, %30 : (tensor<4x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %148 = tosa.transpose %147 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x2x8x16xf32>) -> tensor<2x8x2x16xf32>
    %149 = tosa.reshape %148, %7 : (tensor<2x8x2x16xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %150 = tosa.reshape %arg6, %31 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %151 = tosa.matmul %149, %150, %17, %17 : (tensor<1x16x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %152 = tosa.reshape %151, %16 : (tensor<1x16x32xf32>, !tosa.shape<2>) -> tensor<16x32xf32>
    %153 = tosa.reshape %arg7, %32 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %154 = tosa.add %152, %153 : (tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<16x32xf32>
    %155 = tosa.reshape %154, %3 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %156 = tosa.add %155, %68 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %157 = tosa.cast %156 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf64>
    %158 = tosa.reduce_sum %157 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %159 = tosa.mul %158, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %160 = tosa.sub %157, %159 : (tensor<2x8x32xf64>, tensor<2x8x1xf64>) -> tensor<2x8x32xf64>
    %161 = tosa.mul %160, %160, %5 : (tensor<2x8x32xf64>, tensor<2x8x32xf64>, tensor<1xi8>) -> tensor<2x8x32xf64>
    %162 = tosa.reduce_sum %161 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %163 = tosa.mul %162, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %164 = tosa.cast %163 : (tensor<2x8x1xf64>) -> tensor<2x8x1xf32>
    %165 = tosa.reduce_sum %156 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %166 = tosa.mul %165, %49, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %167 = tosa.add %164, %50 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %168 = tosa.rsqrt %167 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %169 = tosa.sub %156, %166 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>) -> tensor<2x8x32xf32>
    %170 = tosa.mul %169, %168, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %171 = tosa.reshape %arg8, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %172 = tosa.mul %170, %171, %5 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %173 = tosa.reshape %arg9, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %174 = tosa.add %172, %173 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    %175 = tosa.reshape %174, %7 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %176 = tosa.reshape %arg10, %33 : (tensor<32x128xf32>, !tosa.shape<3>) -> tensor<1x32x128xf32>
    %177 = tosa.matmul %175, %176, %17, %17 : (tensor<1x16x32xf32>, tensor<1x32x128xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x128xf32>
    %178 = tosa.reshape %177, %34 : (tensor<1x16x128xf32>, !tosa.shape<2>) -> tensor<16x128xf32>
    %179 = tosa.reshape %arg11, %35 : (tensor<128xf32>, !tosa.shape<2>) -> tensor<1x128xf32>
    %180 = tosa.add %178, %179 : (tensor<16x128xf32>, tensor<1x128xf32>) -> tensor<16x128xf32>
    %181 = tosa.reshape %180, %36 : (tensor<16x128xf32>, !tosa.shape<3>) -> tensor<2x8x128xf32>
    %182 = tosa.mul %181, %52, %5 : (tensor<2x8x128xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x128xf32>
    %183 = tosa.pow %181, %53 : (tensor<2x8x128xf32>, tensor<1x1x1xf32>) -> tensor<2x8x128xf32>
    %184 = tosa.mul %183, %54, %5 : (tensor<2x8x128xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x128xf32>
    %185 = tosa.add %181, %184 : (tensor<2x8x128xf32>, tensor<2x8x128xf32>) -> tensor<2x8x128xf32>
    %186 = tosa.mul %185, %55, %5 : (tensor<2x8x128xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x128xf32>
    %187 = tosa.tanh %186 : (tensor<2x8x128xf32>) -> tensor<2x8x128xf32>
    %188 = tosa.add %187, %56 : (tensor<2x8x128xf32>, tensor<1x1x1xf32>) -> tensor<2x8x128xf32>
    %189 = tosa.mul %182, %188, %5 : (tensor<2x8x128xf32>, tensor<2x8x128xf32>, tensor<1xi8>) -> tensor<2x8x128xf32>
    %190 = tosa.reshape %189, %37 : (tensor<2x8x128xf32>, !tosa.shape<3>) -> tensor<1x16x128xf32>
    %191 = tosa.reshape %arg12, %38 : (tensor<128x32xf32>, !tosa.shape<3>) -> tensor<1x128x32xf32>
    %192 = tosa.matmul %190, %191, %17, %17 : (tensor<1x16x128xf32>, tensor<1x128x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %193 = tosa.reshape %192, %16 : (tensor<1x16x32xf32>, !tosa.shape<2>) -> tensor<16x32xf32>
    %194 = tosa.reshape %arg13, %32 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %195 = tosa.add %193, %194 : (tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<16x32xf32>
    %196 = tosa.reshape %195, %3 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %197 = tosa.add %156, %196 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %198 = tosa.cast %197 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf64>
    %199 = tosa.reduce_sum %198 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %200 = tosa.mul %199, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %201 = tosa.sub %198, %200 : (tensor<2x8x32xf64>, tensor<2x8x1xf64>) -> tensor<2x8x32xf64>
    %202 = tosa.mul %201, %201, %5 : (tensor<2x8x32xf64>, tensor<2x8x32xf64>, tensor<1xi8>) -> tensor<2x8x32xf64>
    %203 = tosa.reduce_sum %202 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %204 = tosa.mul %203, %48, %5 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %205 = tosa.cast %204 : (tensor<2x8x1xf64>) -> tensor<2x8x1xf32>
    %206 = tosa.reduce_sum %197 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %207 = tosa.mul %206, %49, %5 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %208 = tosa.add %205, %50 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %209 = tosa.rsqrt %208 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %210 = tosa.sub %197, %207 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>) -> tensor<2x8x32xf32>
    %211 = tosa.mul %210, %209, %5 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %212 = tosa.reshape %arg14, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %213 = tosa.mul %211, %212, %5 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %214 = tosa.reshape %arg15, %15 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %215 = tosa.add %213, %214 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    %216 = tosa.transpose %arg0 {perms = array<i32: 1, 0>} : (tensor<40x32xf32>) -> tensor<32x40xf32>
    %217 = tosa.reshape %215, %7 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %218 = tosa.reshape %216, %39 : (tensor<32x40xf32>, !tosa.shape<3>) -> tensor<1x32x40xf32>
    %219 = tosa.matmul %217, %218, %17, %17 : (tensor<1x16x32xf32>, tensor<1x32x40xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x40xf32>
    %220 = tosa.reshape %219, %40 : (tensor<1x16x40xf32>, !tosa.shape<3>) -> tensor<2x8x40xf32>
    return %220 : tensor<2x8x40xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
