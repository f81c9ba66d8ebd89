// RUN: fusion-opt %s --fusion-check-graph --split-input-file --verify-diagnostics
// RUN: not fusion-opt %s --fusion-import --split-input-file -o /dev/null

// Element types that TOSA and linalg do not define an operation for, and upstream's lowerings would make invalid IR of,
// or crash on. What runs right is in Integration/CPU/booleans-tosa.mlir.

func.func @floats_only(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.exp' op expects floats, but its elements are 'i1'; cast them first}}
  %0 = tosa.exp %x : (tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @no_function_of_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{'tosa.tanh' op expects floats, but its elements are 'i32'}}
  %0 = tosa.tanh %x : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @maximum_of_booleans(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.maximum' op expects integers or floats, but its elements are 'i1'; of booleans tosa.logical_or computes it}}
  %0 = tosa.maximum %x, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @minimum_of_booleans(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.minimum' op expects integers or floats, but its elements are 'i1'; of booleans tosa.logical_and computes it}}
  %0 = tosa.minimum %x, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @negation_of_booleans(%x: tensor<4xi1>, %z: tensor<1xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.negate' op expects integers or floats, but its elements are 'i1'; of booleans tosa.logical_not computes it}}
  %0 = tosa.negate %x, %z, %z : (tensor<4xi1>, tensor<1xi1>, tensor<1xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @order_of_booleans(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.greater' op expects integers or floats, but its elements are 'i1'; cast them first}}
  %0 = tosa.greater %x, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @sum_of_booleans(%x: tensor<2x4xi1>) -> tensor<2x1xi1> {
  // expected-error @+1 {{'tosa.reduce_sum' op expects integers or floats, but its elements are 'i1'; cast them first}}
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  return %0 : tensor<2x1xi1>
}

// -----

func.func @largest_of_booleans(%x: tensor<2x4xi1>) -> tensor<2x1xi1> {
  // expected-error @+1 {{'tosa.reduce_max' op expects integers or floats, but its elements are 'i1'; of booleans tosa.reduce_any computes it}}
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  return %0 : tensor<2x1xi1>
}

// -----

func.func @any_of_integers(%x: tensor<2x4xi32>) -> tensor<2x1xi32> {
  // expected-error @+1 {{'tosa.reduce_any' op expects booleans, but its elements are 'i32'}}
  %0 = tosa.reduce_any %x {axis = 1 : i32} : (tensor<2x4xi32>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

// -----

func.func @shift_of_booleans(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{'tosa.arithmetic_right_shift' op expects integers, but its elements are 'i1'; cast them first}}
  %0 = tosa.arithmetic_right_shift %x, %x {round = true} : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @bits_of_floats(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tosa.bitwise_and' op expects integers or booleans, but its elements are 'f32'}}
  %0 = tosa.bitwise_and %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unsigned(%x: tensor<4xui8>) -> tensor<4xui8> {
  // expected-error @+1 {{'tosa.abs' op expects integers or floats, but its elements are 'ui8'; make them signless ones by tosa.rescale with input_unsigned, or by tosa.cast to floats}}
  %0 = tosa.abs %x : (tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

func.func @unsigned_cast(%x: tensor<4xui8>) -> tensor<4xi8> {
  // expected-error @+1 {{'tosa.cast' op casts 'ui8' to 'i8', and unsigned integers are cast to floats alone; tosa.rescale with input_unsigned or output_unsigned makes signless ones of them}}
  %0 = tosa.cast %x : (tensor<4xui8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rescale_to_i64(%x: tensor<4xi64>, %m: tensor<1xi32>, %s: tensor<1xi8>) -> tensor<4xi64> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  // expected-error @+1 {{'tosa.rescale' op expects integers of 8, 16, 32 or 48 bits and gives such of 8, 16 or 32 bits, but has 'i64' and 'i64'; cast to one of these by tosa.cast}}
  %0 = tosa.rescale %x, %m, %s, %z, %z {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = true} : (tensor<4xi64>, tensor<1xi32>, tensor<1xi8>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @rescale_to_i48(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>) -> tensor<4xi48> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %y = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  // expected-error @+1 {{'tosa.rescale' op expects integers of 8, 16, 32 or 48 bits and gives such of 8, 16 or 32 bits, but has 'i32' and 'i48'}}
  %0 = tosa.rescale %x, %m, %s, %z, %y {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi48>) -> tensor<4xi48>
  return %0 : tensor<4xi48>
}

// -----

func.func @rescale_of_booleans(%x: tensor<4xi1>, %m: tensor<1xi32>, %s: tensor<1xi8>) -> tensor<4xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi1>}> : () -> tensor<1xi1>
  %y = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{'tosa.rescale' op expects integers of 8, 16, 32 or 48 bits and gives such of 8, 16 or 32 bits, but has 'i1' and 'i8'}}
  %0 = tosa.rescale %x, %m, %s, %z, %y {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi1>, tensor<1xi32>, tensor<1xi8>, tensor<1xi1>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rescale_i48_by_i32(%x: tensor<4xi48>, %m: tensor<1xi32>, %s: tensor<1xi8>) -> tensor<4xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %y = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{'tosa.rescale' op expects scale32 = false for elements of 48 bits: the product with a factor of 32 bits has more than 64}}
  %0 = tosa.rescale %x, %m, %s, %z, %y {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi48>, tensor<1xi32>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rescale_twice_by_i16(%x: tensor<4xi32>, %m: tensor<1xi16>, %s: tensor<1xi8>) -> tensor<4xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %y = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{'tosa.rescale' op expects scale32 = true where it rounds twice (DOUBLE_ROUND)}}
  %0 = tosa.rescale %x, %m, %s, %z, %y {scale32 = false, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @shifted_product_of_i8(%x: tensor<4xi8>) -> tensor<4xi8> {
  %s = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{'tosa.mul' op expects a shift of the constant 0 where its elements are not i32, but they are 'i8'}}
  %0 = tosa.mul %x, %x, %s : (tensor<4xi8>, tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @resize_to_another_type(%x: tensor<1x2x2x1xi8>) -> tensor<1x4x4x1xi32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.resize' op expects elements of one type where it takes the nearest, but has 'i8' and 'i32'}}
  %0 = tosa.resize %x, %s, %o, %b {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi32>
  return %0 : tensor<1x4x4x1xi32>
}

// -----

func.func @resize_without_room(%x: tensor<1x2x2x1xi8>) -> tensor<1x4x4x1xi8> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.resize' op expects a wider integer as result of bilinear interpolation, but has 'i8' and 'i8'}}
  %0 = tosa.resize %x, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi8>
  return %0 : tensor<1x4x4x1xi8>
}

// -----

func.func @depthwise_of_two_kinds(%x: tensor<1x4x4x2xi32>, %w: tensor<2x2x2x1xi32>, %c: tensor<2xf32>, %z: tensor<1xi32>) -> tensor<1x3x3x2xf32> {
  // expected-error @+1 {{'tosa.depthwise_conv2d' op expects a result of the same kind as its input, but has 'i32' and 'f32'}}
  %0 = tosa.depthwise_conv2d %x, %w, %c, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x4x4x2xi32>, tensor<2x2x2x1xi32>, tensor<2xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

func.func @table_of_i32(%x: tensor<4xi32>) -> tensor<4xi8> {
  %t = "tosa.const"() <{values = dense<1> : tensor<256xi8>}> : () -> tensor<256xi8>
  // expected-error @+1 {{'tosa.table' op expects to look up i8 in a table of i8, or i16 in one that gives i32, but has 'i32' and 'i8'}}
  %0 = tosa.table %x, %t : (tensor<4xi32>, tensor<256xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @softmax_of_integers(%x: tensor<3x4xi32>, %e: tensor<3x4xi32>) -> tensor<3x4xi32> {
  // expected-error @+1 {{'linalg.softmax' op expects floats, but its elements are 'i32'; cast them first}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// -----

func.func @softmax_of_complex_numbers(%x: tensor<3x4xcomplex<f32>>, %e: tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
  // expected-error @+1 {{'linalg.softmax' op expects floats, but its elements are 'complex<f32>'}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x4xcomplex<f32>>) outs(%e : tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return %0 : tensor<3x4xcomplex<f32>>
}
