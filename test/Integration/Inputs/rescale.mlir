// tosa.rescale as TOSA defines it: of i32 to i8 about zero points, and of i8; each element once or twice rounded, with a
// multiplier for all or per channel.

func.func @single(%x: tensor<?x8xi32>) -> tensor<?x8xi8> {
  %m = "tosa.const"() {values = dense<1431655765> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<37> : tensor<1xi8>} : () -> tensor<1xi8>
  %a = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %b = "tosa.const"() {values = dense<-5> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %a, %b {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<?x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}

func.func @double(%x: tensor<?x8xi32>) -> tensor<?x8xi8> {
  %m = "tosa.const"() {values = dense<[1431655765, 1073741824, 2147483647, 1300000001, 1073741825, 1999999999, 1500000000, 1073741824]> : tensor<8xi32>} : () -> tensor<8xi32>
  %s = "tosa.const"() {values = dense<[37, 31, 36, 40, 32, 38, 50, 35]> : tensor<8xi8>} : () -> tensor<8xi8>
  %a = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %b = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %a, %b {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<?x8xi32>, tensor<8xi32>, tensor<8xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}

func.func @bytes(%x: tensor<?x8xi8>) -> tensor<?x8xi32> {
  %m = "tosa.const"() {values = dense<1800000000> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<11> : tensor<1xi8>} : () -> tensor<1xi8>
  %a = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %b = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = tosa.rescale %x, %m, %s, %a, %b {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<?x8xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<?x8xi32>
  return %0 : tensor<?x8xi32>
}

// A multiplier of 16 bits, without a sign.
func.func @narrow(%x: tensor<?x8xi32>) -> tensor<?x8xi8> {
  %m = "tosa.const"() {values = dense<21845> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<21> : tensor<1xi8>} : () -> tensor<1xi8>
  %a = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %b = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %a, %b {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<?x8xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}
