// sum of rows in i48 (TOSA's accumulator of 16-bit convolutions), kept in memory between two operations
func.func @i48min(%x: tensor<300x4xi16>, %b: tensor<300xi64>) -> (tensor<300xi64>, tensor<300xi64>) {
  %z = arith.constant 0 : i48
  %e = tensor.empty() : tensor<300xi48>
  %f = linalg.fill ins(%z : i48) outs(%e : tensor<300xi48>) -> tensor<300xi48>
  %a = linalg.generic {indexing_maps=[affine_map<(i,k)->(i,k)>, affine_map<(i,k)->(i)>], iterator_types=["parallel","reduction"]} ins(%x : tensor<300x4xi16>) outs(%f : tensor<300xi48>) {
  ^bb0(%u: i16, %o: i48):
    %uu = arith.extsi %u : i16 to i48
    %s = arith.addi %uu, %o : i48
    linalg.yield %s : i48 } -> tensor<300xi48>
  %z2 = arith.constant 0 : i64
  %e2 = tensor.empty() : tensor<300xi64>
  %d = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(299-i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a, %a : tensor<300xi48>, tensor<300xi48>) outs(%e2 : tensor<300xi64>) {
  ^bb0(%u: i48, %v: i48, %o: i64):
    %uu = arith.extsi %u : i48 to i64
    linalg.yield %uu : i64 } -> tensor<300xi64>
  %d2 = arith.addi %d, %b : tensor<300xi64>
  return %d, %d2 : tensor<300xi64>, tensor<300xi64>
}
func.func @i48tosa(%x: tensor<1x16x16x8xi16>, %w: tensor<32x3x3x8xi8>) -> tensor<1x16x16x32xi64> {
  %c = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zp = "tosa.const"() {values = dense<0> : tensor<1xi16>} : () -> tensor<1xi16>
  %wzp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %bb = "tosa.const"() {values = dense<7> : tensor<32xi48>} : () -> tensor<32xi48>
  %0 = tosa.conv2d %x, %w, %bb, %zp, %wzp {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xi16>, tensor<32x3x3x8xi8>, tensor<32xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x16x16x32xi48>
  %r = arith.extsi %0 : tensor<1x16x16x32xi48> to tensor<1x16x16x32xi64>
  return %r : tensor<1x16x16x32xi64>
}
func.func @c_i48(%b: tensor<40xi64>) -> tensor<40xi64> {
  %a = arith.constant dense<[0,7919,15838,23757,1676,9595,17514,25433,3352,11271,19190,27109,5028,12947,20866,28785,6704,14623,22542,461,8380,16299,24218,2137,10056,17975,25894,3813,11732,19651,27570,5489,13408,21327,29246,7165,15084,23003,922,8841]> : tensor<40xi48>
  %e2 = tensor.empty() : tensor<40xi64>
  %d = linalg.generic {indexing_maps=[affine_map<(i)->(39-i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a, %b : tensor<40xi48>, tensor<40xi64>) outs(%e2 : tensor<40xi64>) {
  ^bb0(%u: i48, %v: i64, %o: i64):
    %uu = arith.extui %u : i48 to i64
    %s = arith.addi %uu, %v : i64
    linalg.yield %s : i64 } -> tensor<40xi64>
  return %d : tensor<40xi64>
}
func.func @c_i12(%b: tensor<40xi64>) -> tensor<40xi64> {
  %a = arith.constant dense<[0,1919,1838,1757,1676,1595,1514,1433,1352,1271,1190,1109,1028,947,866,785,704,623,542,461,380,299,218,137,56,1975,1894,1813,1732,1651,1570,1489,1408,1327,1246,1165,1084,1003,922,841]> : tensor<40xi12>
  %e2 = tensor.empty() : tensor<40xi64>
  %d = linalg.generic {indexing_maps=[affine_map<(i)->(39-i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a, %b : tensor<40xi12>, tensor<40xi64>) outs(%e2 : tensor<40xi64>) {
  ^bb0(%u: i12, %v: i64, %o: i64):
    %uu = arith.extui %u : i12 to i64
    %s = arith.addi %uu, %v : i64
    linalg.yield %s : i64 } -> tensor<40xi64>
  return %d : tensor<40xi64>
}
// tensors of index elements between operations
func.func @idx(%x: tensor<5xf32>, %n: tensor<?x3xf32>) -> tensor<5xi64> {
  %t = tensor.generate { ^bb0(%i: index): tensor.yield %i : index } : tensor<5xindex>
  %t2 = linalg.generic {indexing_maps=[affine_map<(d0)->(d0)>, affine_map<(d0)->(4-d0)>], iterator_types=["parallel"]} ins(%t : tensor<5xindex>) outs(%t : tensor<5xindex>) { ^bb0(%a: index, %o: index):
     %s = arith.addi %a, %o : index
     linalg.yield %s : index } -> tensor<5xindex>
  %r = arith.index_cast %t2 : tensor<5xindex> to tensor<5xi64>
  return %r : tensor<5xi64>
}
func.func @c_index(%b: tensor<40xi64>) -> tensor<40xi64> {
  %a = arith.constant dense<[0,7919,15838,23757,1676,9595,17514,25433,3352,11271,19190,27109,5028,12947,20866,28785,6704,14623,22542,461,8380,16299,24218,2137,10056,17975,25894,3813,11732,19651,27570,5489,13408,21327,29246,7165,15084,23003,922,8841]> : tensor<40xindex>
  %e2 = tensor.empty() : tensor<40xi64>
  %d = linalg.generic {indexing_maps=[affine_map<(i)->(39-i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a, %b : tensor<40xindex>, tensor<40xi64>) outs(%e2 : tensor<40xi64>) {
  ^bb0(%u: index, %v: i64, %o: i64):
    %uu = arith.index_cast %u : index to i64
    %s = arith.addi %uu, %v : i64
    linalg.yield %s : i64 } -> tensor<40xi64>
  return %d : tensor<40xi64>
}
