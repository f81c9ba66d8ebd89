module {
  func.func @encoder_layer_tosa_f32(%arg0: tensor<96x32xf32>, %arg1: tensor<96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<64x32xf32>, %arg5: tensor<64xf32>, %arg6: tensor<32x64xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<2x8x32xf32>) -> tensor<2x8x32xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<2x2x8x8xf32>}> : () -> tensor<2x2x8x8xf32>
    %1 = tosa.const_shape  {values = dense<[8, 2, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[1, 32, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = tosa.const_shape  {values = dense<[8, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %4 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %5 = tosa.const_shape  {values = dense<[1, 1, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %7 = tosa.const_shape  {values = dense<[1, 8, 2, 3, 32]> : tensor<5xindex>} : () -> !tosa.shape<5>
    %8 = tosa.const_shape  {values = dense<[3, 8, 2, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[1, 8, 2, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %10 = tosa.const_shape  {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
    %11 = tosa.const_shape  {values = dense<[1, 0, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %12 = tosa.const_shape  {values = dense<[2, 0, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %13 = tosa.const_shape  {values = dense<[8, 4, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %14 = tosa.const_shape  {values = dense<[2, 2, 8, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %15 = tosa.const_shape  {values = dense<[4, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %16 = tosa.const_shape  {values = dense<[4, 16, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %17 = tosa.const_shape  {values = dense<[2, 2, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %18 = tosa.const_shape  {values = dense<[4, 8, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %19 = tosa.const_shape  {values = dense<[16, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %20 = tosa.const_shape  {values = dense<[1, 16, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %21 = tosa.const_shape  {values = dense<[1, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %22 = tosa.const_shape  {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %23 = tosa.const_shape  {values = dense<[1, 1, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %24 = tosa.const_shape  {values = dense<[1, 32, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %25 = tosa.const_shape  {values = dense<[16, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %26 = tosa.const_shape  {values = dense<[1, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %27 = tosa.const_shape  {values = dense<[2, 8, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %28 = tosa.const_shape  {values = dense<[1, 16, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %29 = tosa.const_shape  {values = dense<[1, 64, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %30 = tosa.const_shape  {values = dense<[2, 8, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %31 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %32 = "tosa.const"() <{values = dense<0xFFF0000000000000> : tensor<1x1x1x1xf64>}> : () -> tensor<1x1x1x1xf64>
    %33 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf64>}> : () -> tensor<1x1x1xf64>
    %34 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %35 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %36 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %37 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %38 = "tosa.const"() <{values = dense<0.707106769> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %39 = tosa.transpose %arg12 {perms = array<i32: 1, 0, 2>} : (tensor<2x8x32xf32>) -> tensor<8x2x32xf32>
    %40 = tosa.transpose %arg0 {perms = array<i32: 1, 0>} : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %41 = tosa.reshape %40, %2 : (tensor<32x96xf32>, !tosa.shape<3>) -> tensor<1x32x96xf32>
    %42 = tosa.tile %41, %3 : (tensor<1x32x96xf32>, !tosa.shape<3>) -> tensor<8x32x96xf32>
    %43 = tosa.matmul %39, %42, %4, %4 : (tensor<8x2x32xf32>, tensor<8x32x96xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x2x96xf32>
    %44 = tosa.reshape %arg1, %5 : (tensor<96xf32>, !tosa.shape<3>) -> tensor<1x1x96xf32>
    %45 = tosa.add %43, %44 : (tensor<8x2x96xf32>, tensor<1x1x96xf32>) -> tensor<8x2x96xf32>
    %46 = tosa.reshape %45, %7 : (tensor<8x2x96xf32>, !tosa.shape<5>) -> tensor<1x8x2x3x32xf32>
    %47 = tosa.transpose %46 {perms = array<i32: 3, 1, 2, 0, 4>} : (tensor<1x8x2x3x32xf32>) -> tensor<3x8x2x1x32xf32>
    %48 = tosa.reshape %47, %8 : (tensor<3x8x2x1x32xf32>, !tosa.shape<4>) -> tensor<3x8x2x32xf32>
    %49 = tosa.slice %48, %10, %9 : (tensor<3x8x2x32xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x8x2x32xf32>
    %50 = tosa.slice %48, %11, %9 : (tensor<3x8x2x32xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x8x2x32xf32>
    %51 = tosa.slice %48, %12, %9 : (tensor<3x8x2x32xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x8x2x32xf32>
    %52 = tosa.reshape %49, %13 : (tensor<1x8x2x32xf32>, !tosa.shape<3>) -> tensor<8x4x16xf32>
    %53 = tosa.transpose %52 {perms = array<i32: 1, 0, 2>} : (tensor<8x4x16xf32>) -> tensor<4x8x16xf32>
    %54 = tosa.reshape %50, %13 : (tensor<1x8x2x32xf32>, !tosa.shape<3>) -> tensor<8x4x16xf32>
    %55 = tosa.transpose %54 {perms = array<i32: 1, 0, 2>} : (tensor<8x4x16xf32>) -> tensor<4x8x16xf32>
    %56 = tosa.reshape %51, %13 : (tensor<1x8x2x32xf32>, !tosa.shape<3>) -> tensor<8x4x16xf32>
    %57 = tosa.transpose %56 {perms = array<i32: 1, 0, 2>} : (tensor<8x4x16xf32>) -> tensor<4x8x16xf32>
    %58 = tosa.reshape %53, %14 : (tensor<4x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %59 = tosa.reshape %55, %14 : (tensor<4x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %60 = tosa.mul %58, %31, %6 : (tensor<2x2x8x16xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x8x16xf32>
    %61 = tosa.transpose %59 {perms = array<i32: 0, 1, 3, 2>} : (tensor<2x2x8x16xf32>) -> tensor<2x2x16x8xf32>
    %62 = tosa.mul %61, %31, %6 : (tensor<2x2x16x8xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x16x8xf32>
    %63 = tosa.reshape %60, %15 : (tensor<2x2x8x16xf32>, !tosa.shape<3>) -> tensor<4x8x16xf32>
    %64 = tosa.reshape %62, %16 : (tensor<2x2x16x8xf32>, !tosa.shape<3>) -> tensor<4x16x8xf32>
    %65 = tosa.matmul %63, %64, %4, %4 : (tensor<4x8x16xf32>, tensor<4x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x8xf32>
    %66 = tosa.reshape %65, %17 : (tensor<4x8x8xf32>, !tosa.shape<4>) -> tensor<2x2x8x8xf32>
    %67 = tosa.reduce_max %66 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %68 = tosa.sub %66, %67 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) -> tensor<2x2x8x8xf32>
    %69 = tosa.exp %68 : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %70 = tosa.reduce_sum %69 {axis = 3 : i32} : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x1xf32>
    %71 = tosa.reciprocal %70 : (tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %72 = tosa.mul %69, %71, %6 : (tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>, tensor<1xi8>) -> tensor<2x2x8x8xf32>
    %73 = tosa.cast %66 : (tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf64>
    %74 = tosa.equal %73, %32 : (tensor<2x2x8x8xf64>, tensor<1x1x1x1xf64>) -> tensor<2x2x8x8xi1>
    %75 = tosa.reduce_all %74 {axis = 3 : i32} : (tensor<2x2x8x8xi1>) -> tensor<2x2x8x1xi1>
    %76 = tosa.select %75, %0, %72 : (tensor<2x2x8x1xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %77 = tosa.reshape %76, %18 : (tensor<2x2x8x8xf32>, !tosa.shape<3>) -> tensor<4x8x8xf32>
    %78 = tosa.matmul %77, %57, %4, %4 : (tensor<4x8x8xf32>, tensor<4x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x16xf32>
    %79 = tosa.reshape %78, %14 : (tensor<4x8x16xf32>, !tosa.shape<4>) -> tensor<2x2x8x16xf32>
    %80 = tosa.transpose %79 {perms = array<i32: 2, 0, 1, 3>} : (tensor<2x2x8x16xf32>) -> tensor<8x2x2x16xf32>
    %81 = tosa.transpose %arg2 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %82 = tosa.reshape %80, %20 : (tensor<8x2x2x16xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %83 = tosa.reshape %81, %21 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %84 = tosa.matmul %82, %83, %4, %4 : (tensor<1x16x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %85 = tosa.reshape %84, %19 : (tensor<1x16x32xf32>, !tosa.shape<2>) -> tensor<16x32xf32>
    %86 = tosa.reshape %arg3, %22 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %87 = tosa.add %85, %86 : (tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<16x32xf32>
    %88 = tosa.reshape %87, %1 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<8x2x32xf32>
    %89 = tosa.transpose %88 {perms = array<i32: 1, 0, 2>} : (tensor<8x2x32xf32>) -> tensor<2x8x32xf32>
    %90 = tosa.add %arg12, %89 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %91 = tosa.cast %90 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf64>
    %92 = tosa.reduce_sum %91 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %93 = tosa.mul %92, %33, %6 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %94 = tosa.sub %91, %93 : (tensor<2x8x32xf64>, tensor<2x8x1xf64>) -> tensor<2x8x32xf64>
    %95 = tosa.mul %94, %94, %6 : (tensor<2x8x32xf64>, tensor<2x8x32xf64>, tensor<1xi8>) -> tensor<2x8x32xf64>
    %96 = tosa.reduce_sum %95 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %97 = tosa.mul %96, %33, %6 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %98 = tosa.cast %97 : (tensor<2x8x1xf64>) -> tensor<2x8x1xf32>
    %99 = tosa.reduce_sum %90 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %100 = tosa.mul %99, %34, %6 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %101 = tosa.add %98, %35 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %102 = tosa.rsqrt %101 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %103 = tosa.sub %90, %100 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>) -> tensor<2x8x32xf32>
    %104 = tosa.mul %103, %102, %6 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %105 = tosa.reshape %arg8, %23 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %106 = tosa.mul %104, %105, %6 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %107 = tosa.reshape %arg9, %23 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %108 = tosa.add %106, %107 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    %109 = tosa.transpose %arg4 {perms = array<i32: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %110 = tosa.reshape %108, %20 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %111 = tosa.reshape %109, %24 : (tensor<32x64xf32>, !tosa.shape<3>) -> tensor<1x32x64xf32>
    %112 = tosa.matmul %110, %111, %4, %4 : (tensor<1x16x32xf32>, tensor<1x32x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x64xf32>
    %113 = tosa.reshape %112, %25 : (tensor<1x16x64xf32>, !tosa.shape<2>) -> tensor<16x64xf32>
    %114 = tosa.reshape %arg5, %26 : (tensor<64xf32>, !tosa.shape<2>) -> tensor<1x64xf32>
    %115 = tosa.add %113, %114 : (tensor<16x64xf32>, tensor<1x64xf32>) -> tensor<16x64xf32>
    %116 = tosa.reshape %115, %27 : (tensor<16x64xf32>, !tosa.shape<3>) -> tensor<2x8x64xf32>
    %117 = tosa.mul %116, %38, %6 : (tensor<2x8x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x64xf32>
    %118 = tosa.erf %117 : (tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %119 = tosa.add %118, %36 : (tensor<2x8x64xf32>, tensor<1x1x1xf32>) -> tensor<2x8x64xf32>
    %120 = tosa.mul %37, %119, %6 : (tensor<1x1x1xf32>, tensor<2x8x64xf32>, tensor<1xi8>) -> tensor<2x8x64xf32>
    %121 = tosa.mul %116, %120, %6 : (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<1xi8>) -> tensor<2x8x64xf32>
    %122 = tosa.transpose %arg6 {perms = array<i32: 1, 0>} : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %123 = tosa.reshape %121, %28 : (tensor<2x8x64xf32>, !tosa.shape<3>) -> tensor<1x16x64xf32>
    %124 = tosa.reshape %122, %29 : (tensor<64x32xf32>, !tosa.shape<3>) -> tensor<1x64x32xf32>
    %125 = tosa.matmul %123, %124, %4, %4 : (tensor<1x16x64xf32>, tensor<1x64x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %126 = tosa.reshape %125, %19 : (tensor<1x16x32xf32>, !tosa.shape<2>) -> tensor<16x32xf32>
    %127 = tosa.reshape %arg7, %22 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %128 = tosa.add %126, %127 : (tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<16x32xf32>
    %129 = tosa.reshape %128, %30 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %130 = tosa.add %108, %129 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %131 = tosa.cast %130 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf64>
    %132 = tosa.reduce_sum %131 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %133 = tosa.mul %132, %33, %6 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %134 = tosa.sub %131, %133 : (tensor<2x8x32xf64>, tensor<2x8x1xf64>) -> tensor<2x8x32xf64>
    %135 = tosa.mul %134, %134, %6 : (tensor<2x8x32xf64>, tensor<2x8x32xf64>, tensor<1xi8>) -> tensor<2x8x32xf64>
    %136 = tosa.reduce_sum %135 {axis = 2 : i32} : (tensor<2x8x32xf64>) -> tensor<2x8x1xf64>
    %137 = tosa.mul %136, %33, %6 : (tensor<2x8x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x8x1xf64>
    %138 = tosa.cast %137 : (tensor<2x8x1xf64>) -> tensor<2x8x1xf32>
    %139 = tosa.reduce_sum %130 {axis = 2 : i32} : (tensor<2x8x32xf32>) -> tensor<2x8x1xf32>
    %140 = tosa.mul %139, %34, %6 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %141 = tosa.add %138, %35 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %142 = tosa.rsqrt %141 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %143 = tosa.sub %130, %140 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>) -> tensor<2x8x32xf32>
    %144 = tosa.mul %143, %142, %6 : (tensor<2x8x32xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %145 = tosa.reshape %arg10, %23 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %146 = tosa.mul %144, %145, %6 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %147 = tosa.reshape %arg11, %23 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %148 = tosa.add %146, %147 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    return %148 : tensor<2x8x32xf32>
  }
}
