module {
  func.func @vit_tosa_f32(%arg0: tensor<1x1x32xf32>, %arg1: tensor<1x5x32xf32>, %arg2: tensor<32x3x8x8xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<64x32xf32>, %arg17: tensor<64xf32>, %arg18: tensor<32x64xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<2x3x16x16xf32>) -> tensor<2x5x32xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = tosa.const_shape  {values = dense<[2, 32, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[2, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %4 = "tosa.const"() <{values = dense<[0, 1, 2, 3, 4]> : tensor<5xi64>}> : () -> tensor<5xi64>
    %5 = tosa.const_shape  {values = dense<[1, 1, 5, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %6 = tosa.const_shape  {values = dense<[2, 1, 1, 5]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = tosa.const_shape  {values = dense<[1, 1, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %8 = tosa.const_shape  {values = dense<[10, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %9 = tosa.const_shape  {values = dense<[1, 10, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %10 = tosa.const_shape  {values = dense<[1, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %11 = tosa.const_shape  {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %12 = tosa.const_shape  {values = dense<[2, 5, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %13 = tosa.const_shape  {values = dense<[2, 5, 2, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %14 = tosa.const_shape  {values = dense<[4, 5, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %15 = tosa.const_shape  {values = dense<[4, 16, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %16 = tosa.const_shape  {values = dense<[2, 2, 5, 5]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %17 = tosa.const_shape  {values = dense<[4, 5, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %18 = tosa.const_shape  {values = dense<[2, 2, 5, 16]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %19 = tosa.const_shape  {values = dense<[1, 32, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %20 = tosa.const_shape  {values = dense<[10, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %21 = tosa.const_shape  {values = dense<[1, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %22 = tosa.const_shape  {values = dense<[2, 5, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %23 = tosa.const_shape  {values = dense<[1, 10, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %24 = tosa.const_shape  {values = dense<[1, 64, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %25 = "tosa.const"() <{values = dense<0> : tensor<1x1x1x1xi64>}> : () -> tensor<1x1x1x1xi64>
    %26 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %27 = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %28 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf64>}> : () -> tensor<1x1x1xf64>
    %29 = "tosa.const"() <{values = dense<3.125000e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %30 = "tosa.const"() <{values = dense<9.99999996E-13> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %31 = "tosa.const"() <{values = dense<2.500000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %32 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %33 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %34 = "tosa.const"() <{values = dense<0.707106769> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %35 = tosa.transpose %arg22 {perms = array<i32: 0, 2, 3, 1>} : (tensor<2x3x16x16xf32>) -> tensor<2x16x16x3xf32>
    %36 = tosa.transpose %arg2 {perms = array<i32: 0, 2, 3, 1>} : (tensor<32x3x8x8xf32>) -> tensor<32x8x8x3xf32>
    %37 = tosa.conv2d %35, %36, %arg3, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 8, 8>} : (tensor<2x16x16x3xf32>, tensor<32x8x8x3xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x2x2x32xf32>
    %38 = tosa.transpose %37 {perms = array<i32: 0, 3, 1, 2>} : (tensor<2x2x2x32xf32>) -> tensor<2x32x2x2xf32>
    %39 = tosa.reshape %38, %1 : (tensor<2x32x2x2xf32>, !tosa.shape<3>) -> tensor<2x32x4xf32>
    %40 = tosa.transpose %39 {perms = array<i32: 0, 2, 1>} : (tensor<2x32x4xf32>) -> tensor<2x4x32xf32>
    %41 = tosa.tile %arg0, %2 : (tensor<1x1x32xf32>, !tosa.shape<3>) -> tensor<2x1x32xf32>
    %42 = tosa.concat %41, %40 {axis = 1 : i32} : (tensor<2x1x32xf32>, tensor<2x4x32xf32>) -> tensor<2x5x32xf32>
    %43 = tosa.add %42, %arg1 : (tensor<2x5x32xf32>, tensor<1x5x32xf32>) -> tensor<2x5x32xf32>
    %44 = tosa.cast %4 : (tensor<5xi64>) -> tensor<5xi32>
    %45 = tosa.cast %44 : (tensor<5xi32>) -> tensor<5xi64>
    %46 = tosa.reshape %45, %5 : (tensor<5xi64>, !tosa.shape<4>) -> tensor<1x1x5x1xi64>
    %47 = tosa.greater_equal %46, %25 : (tensor<1x1x5x1xi64>, tensor<1x1x1x1xi64>) -> tensor<1x1x5x1xi1>
    %48 = tosa.tile %47, %6 : (tensor<1x1x5x1xi1>, !tosa.shape<4>) -> tensor<2x1x5x5xi1>
    %49 = tosa.select %48, %26, %27 : (tensor<2x1x5x5xi1>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<2x1x5x5xf32>
    %50 = tosa.cast %43 : (tensor<2x5x32xf32>) -> tensor<2x5x32xf64>
    %51 = tosa.reduce_sum %50 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %52 = tosa.mul %51, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %53 = tosa.sub %50, %52 : (tensor<2x5x32xf64>, tensor<2x5x1xf64>) -> tensor<2x5x32xf64>
    %54 = tosa.mul %53, %53, %3 : (tensor<2x5x32xf64>, tensor<2x5x32xf64>, tensor<1xi8>) -> tensor<2x5x32xf64>
    %55 = tosa.reduce_sum %54 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %56 = tosa.mul %55, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %57 = tosa.cast %56 : (tensor<2x5x1xf64>) -> tensor<2x5x1xf32>
    %58 = tosa.reduce_sum %43 {axis = 2 : i32} : (tensor<2x5x32xf32>) -> tensor<2x5x1xf32>
    %59 = tosa.mul %58, %29, %3 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x1xf32>
    %60 = tosa.add %57, %30 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x5x1xf32>
    %61 = tosa.rsqrt %60 : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %62 = tosa.sub %43, %59 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>) -> tensor<2x5x32xf32>
    %63 = tosa.mul %62, %61, %3 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %64 = tosa.reshape %arg12, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %65 = tosa.mul %63, %64, %3 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %66 = tosa.reshape %arg13, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %67 = tosa.add %65, %66 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>) -> tensor<2x5x32xf32>
    %68 = tosa.transpose %arg4 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %69 = tosa.reshape %67, %9 : (tensor<2x5x32xf32>, !tosa.shape<3>) -> tensor<1x10x32xf32>
    %70 = tosa.reshape %68, %10 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %71 = tosa.matmul %69, %70, %0, %0 : (tensor<1x10x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x32xf32>
    %72 = tosa.reshape %71, %8 : (tensor<1x10x32xf32>, !tosa.shape<2>) -> tensor<10x32xf32>
    %73 = tosa.reshape %arg5, %11 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %74 = tosa.add %72, %73 : (tensor<10x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>
    %75 = tosa.reshape %74, %13 : (tensor<10x32xf32>, !tosa.shape<4>) -> tensor<2x5x2x16xf32>
    %76 = tosa.transpose %75 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x5x2x16xf32>) -> tensor<2x2x5x16xf32>
    %77 = tosa.transpose %arg6 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %78 = tosa.reshape %77, %10 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %79 = tosa.matmul %69, %78, %0, %0 : (tensor<1x10x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x32xf32>
    %80 = tosa.reshape %79, %8 : (tensor<1x10x32xf32>, !tosa.shape<2>) -> tensor<10x32xf32>
    %81 = tosa.reshape %arg7, %11 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %82 = tosa.add %80, %81 : (tensor<10x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>
    %83 = tosa.reshape %82, %13 : (tensor<10x32xf32>, !tosa.shape<4>) -> tensor<2x5x2x16xf32>
    %84 = tosa.transpose %arg8 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %85 = tosa.reshape %84, %10 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %86 = tosa.matmul %69, %85, %0, %0 : (tensor<1x10x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x32xf32>
    %87 = tosa.reshape %86, %8 : (tensor<1x10x32xf32>, !tosa.shape<2>) -> tensor<10x32xf32>
    %88 = tosa.reshape %arg9, %11 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %89 = tosa.add %87, %88 : (tensor<10x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>
    %90 = tosa.reshape %89, %13 : (tensor<10x32xf32>, !tosa.shape<4>) -> tensor<2x5x2x16xf32>
    %91 = tosa.transpose %90 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x5x2x16xf32>) -> tensor<2x2x5x16xf32>
    %92 = tosa.transpose %83 {perms = array<i32: 0, 2, 3, 1>} : (tensor<2x5x2x16xf32>) -> tensor<2x2x16x5xf32>
    %93 = tosa.reshape %76, %14 : (tensor<2x2x5x16xf32>, !tosa.shape<3>) -> tensor<4x5x16xf32>
    %94 = tosa.reshape %92, %15 : (tensor<2x2x16x5xf32>, !tosa.shape<3>) -> tensor<4x16x5xf32>
    %95 = tosa.matmul %93, %94, %0, %0 : (tensor<4x5x16xf32>, tensor<4x16x5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x5x5xf32>
    %96 = tosa.reshape %95, %16 : (tensor<4x5x5xf32>, !tosa.shape<4>) -> tensor<2x2x5x5xf32>
    %97 = tosa.mul %96, %31, %3 : (tensor<2x2x5x5xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x5x5xf32>
    %98 = tosa.add %97, %49 : (tensor<2x2x5x5xf32>, tensor<2x1x5x5xf32>) -> tensor<2x2x5x5xf32>
    %99 = tosa.reduce_max %98 {axis = 3 : i32} : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x1xf32>
    %100 = tosa.sub %98, %99 : (tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %101 = tosa.exp %100 : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %102 = tosa.reduce_sum %101 {axis = 3 : i32} : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x1xf32>
    %103 = tosa.reciprocal %102 : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x1xf32>
    %104 = tosa.mul %101, %103, %3 : (tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>, tensor<1xi8>) -> tensor<2x2x5x5xf32>
    %105 = tosa.reshape %104, %17 : (tensor<2x2x5x5xf32>, !tosa.shape<3>) -> tensor<4x5x5xf32>
    %106 = tosa.reshape %91, %14 : (tensor<2x2x5x16xf32>, !tosa.shape<3>) -> tensor<4x5x16xf32>
    %107 = tosa.matmul %105, %106, %0, %0 : (tensor<4x5x5xf32>, tensor<4x5x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x5x16xf32>
    %108 = tosa.reshape %107, %18 : (tensor<4x5x16xf32>, !tosa.shape<4>) -> tensor<2x2x5x16xf32>
    %109 = tosa.transpose %108 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x2x5x16xf32>) -> tensor<2x5x2x16xf32>
    %110 = tosa.transpose %arg10 {perms = array<i32: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %111 = tosa.reshape %109, %9 : (tensor<2x5x2x16xf32>, !tosa.shape<3>) -> tensor<1x10x32xf32>
    %112 = tosa.reshape %110, %10 : (tensor<32x32xf32>, !tosa.shape<3>) -> tensor<1x32x32xf32>
    %113 = tosa.matmul %111, %112, %0, %0 : (tensor<1x10x32xf32>, tensor<1x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x32xf32>
    %114 = tosa.reshape %113, %8 : (tensor<1x10x32xf32>, !tosa.shape<2>) -> tensor<10x32xf32>
    %115 = tosa.reshape %arg11, %11 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %116 = tosa.add %114, %115 : (tensor<10x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>
    %117 = tosa.reshape %116, %12 : (tensor<10x32xf32>, !tosa.shape<3>) -> tensor<2x5x32xf32>
    %118 = tosa.add %117, %43 : (tensor<2x5x32xf32>, tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %119 = tosa.cast %118 : (tensor<2x5x32xf32>) -> tensor<2x5x32xf64>
    %120 = tosa.reduce_sum %119 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %121 = tosa.mul %120, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %122 = tosa.sub %119, %121 : (tensor<2x5x32xf64>, tensor<2x5x1xf64>) -> tensor<2x5x32xf64>
    %123 = tosa.mul %122, %122, %3 : (tensor<2x5x32xf64>, tensor<2x5x32xf64>, tensor<1xi8>) -> tensor<2x5x32xf64>
    %124 = tosa.reduce_sum %123 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %125 = tosa.mul %124, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %126 = tosa.cast %125 : (tensor<2x5x1xf64>) -> tensor<2x5x1xf32>
    %127 = tosa.reduce_sum %118 {axis = 2 : i32} : (tensor<2x5x32xf32>) -> tensor<2x5x1xf32>
    %128 = tosa.mul %127, %29, %3 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x1xf32>
    %129 = tosa.add %126, %30 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x5x1xf32>
    %130 = tosa.rsqrt %129 : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %131 = tosa.sub %118, %128 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>) -> tensor<2x5x32xf32>
    %132 = tosa.mul %131, %130, %3 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %133 = tosa.reshape %arg14, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %134 = tosa.mul %132, %133, %3 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %135 = tosa.reshape %arg15, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %136 = tosa.add %134, %135 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>) -> tensor<2x5x32xf32>
    %137 = tosa.transpose %arg16 {perms = array<i32: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %138 = tosa.reshape %136, %9 : (tensor<2x5x32xf32>, !tosa.shape<3>) -> tensor<1x10x32xf32>
    %139 = tosa.reshape %137, %19 : (tensor<32x64xf32>, !tosa.shape<3>) -> tensor<1x32x64xf32>
    %140 = tosa.matmul %138, %139, %0, %0 : (tensor<1x10x32xf32>, tensor<1x32x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x64xf32>
    %141 = tosa.reshape %140, %20 : (tensor<1x10x64xf32>, !tosa.shape<2>) -> tensor<10x64xf32>
    %142 = tosa.reshape %arg17, %21 : (tensor<64xf32>, !tosa.shape<2>) -> tensor<1x64xf32>
    %143 = tosa.add %141, %142 : (tensor<10x64xf32>, tensor<1x64xf32>) -> tensor<10x64xf32>
    %144 = tosa.reshape %143, %22 : (tensor<10x64xf32>, !tosa.shape<3>) -> tensor<2x5x64xf32>
    %145 = tosa.mul %144, %34, %3 : (tensor<2x5x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x64xf32>
    %146 = tosa.erf %145 : (tensor<2x5x64xf32>) -> tensor<2x5x64xf32>
    %147 = tosa.add %146, %32 : (tensor<2x5x64xf32>, tensor<1x1x1xf32>) -> tensor<2x5x64xf32>
    %148 = tosa.mul %33, %147, %3 : (tensor<1x1x1xf32>, tensor<2x5x64xf32>, tensor<1xi8>) -> tensor<2x5x64xf32>
    %149 = tosa.mul %144, %148, %3 : (tensor<2x5x64xf32>, tensor<2x5x64xf32>, tensor<1xi8>) -> tensor<2x5x64xf32>
    %150 = tosa.transpose %arg18 {perms = array<i32: 1, 0>} : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %151 = tosa.reshape %149, %23 : (tensor<2x5x64xf32>, !tosa.shape<3>) -> tensor<1x10x64xf32>
    %152 = tosa.reshape %150, %24 : (tensor<64x32xf32>, !tosa.shape<3>) -> tensor<1x64x32xf32>
    %153 = tosa.matmul %151, %152, %0, %0 : (tensor<1x10x64xf32>, tensor<1x64x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x32xf32>
    %154 = tosa.reshape %153, %8 : (tensor<1x10x32xf32>, !tosa.shape<2>) -> tensor<10x32xf32>
    %155 = tosa.reshape %arg19, %11 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %156 = tosa.add %154, %155 : (tensor<10x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>
    %157 = tosa.reshape %156, %12 : (tensor<10x32xf32>, !tosa.shape<3>) -> tensor<2x5x32xf32>
    %158 = tosa.add %157, %118 : (tensor<2x5x32xf32>, tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
    %159 = tosa.cast %158 : (tensor<2x5x32xf32>) -> tensor<2x5x32xf64>
    %160 = tosa.reduce_sum %159 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %161 = tosa.mul %160, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %162 = tosa.sub %159, %161 : (tensor<2x5x32xf64>, tensor<2x5x1xf64>) -> tensor<2x5x32xf64>
    %163 = tosa.mul %162, %162, %3 : (tensor<2x5x32xf64>, tensor<2x5x32xf64>, tensor<1xi8>) -> tensor<2x5x32xf64>
    %164 = tosa.reduce_sum %163 {axis = 2 : i32} : (tensor<2x5x32xf64>) -> tensor<2x5x1xf64>
    %165 = tosa.mul %164, %28, %3 : (tensor<2x5x1xf64>, tensor<1x1x1xf64>, tensor<1xi8>) -> tensor<2x5x1xf64>
    %166 = tosa.cast %165 : (tensor<2x5x1xf64>) -> tensor<2x5x1xf32>
    %167 = tosa.reduce_sum %158 {axis = 2 : i32} : (tensor<2x5x32xf32>) -> tensor<2x5x1xf32>
    %168 = tosa.mul %167, %29, %3 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x1xf32>
    %169 = tosa.add %166, %30 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x5x1xf32>
    %170 = tosa.rsqrt %169 : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %171 = tosa.sub %158, %168 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>) -> tensor<2x5x32xf32>
    %172 = tosa.mul %171, %170, %3 : (tensor<2x5x32xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %173 = tosa.reshape %arg20, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %174 = tosa.mul %172, %173, %3 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>, tensor<1xi8>) -> tensor<2x5x32xf32>
    %175 = tosa.reshape %arg21, %7 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %176 = tosa.add %174, %175 : (tensor<2x5x32xf32>, tensor<1x1x32xf32>) -> tensor<2x5x32xf32>
    return %176 : tensor<2x5x32xf32>
  }
}
