// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' 2>/dev/null | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What crosses the rows reads what a row is normed by: one kernel reads both operands once, and the gain's gradient is
// rounded where it is put together.
// CHECK-LABEL: func @behind_rows
// CHECK: %[[R:.*]]:2 = fusion.kernel
// CHECK-DAG: fusion.reduce addf %{{.*}} along [1]
// CHECK-DAG: fusion.reduce addf %{{.*}} along [0]
// CHECK-NOT: fusion.kernel
// CHECK: return %[[R]]#{{[01]}}, %[[R]]#{{[01]}}
func.func @behind_rows(%x: tensor<8192x1024xf32>, %g: tensor<8192x1024xf32>) -> (tensor<8192x1024xf32>, tensor<1x1024xbf16>) {
  %q = fusion.mul %x, %x : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<8192x1024xf32>
  %s = fusion.reduce addf %q along [1] : tensor<8192x1024xf32> -> tensor<8192x1xf32>
  %r = fusion.rsqrt %s : tensor<8192x1xf32>
  %n = fusion.mul %x, %r : (tensor<8192x1024xf32>, tensor<8192x1xf32>) -> tensor<8192x1024xf32>
  %p = fusion.mul %n, %g : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<8192x1024xf32>
  %c = fusion.reduce addf %p along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>
  %b = fusion.cast %c : tensor<1x1024xf32> to tensor<1x1024xbf16>
  return %n, %b : tensor<8192x1024xf32>, tensor<1x1024xbf16>
}

// -----

// Neither reads the other, and both read the same.
// REMARK: remark: [Passed] joined | Category:fusion.epilogue | Function=beside_rows
// CHECK-LABEL: func @beside_rows
// CHECK: fusion.kernel
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @beside_rows(%x: tensor<8192x1024xf32>) -> (tensor<8192x1xf32>, tensor<1x1024xf32>, tensor<1x1024xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<8192x1024xf32> -> tensor<8192x1xf32>
  %c = fusion.reduce addf %x along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>
  %q = fusion.mul %x, %x : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<8192x1024xf32>
  %d = fusion.reduce maximumf %q along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>
  return %s, %c, %d : tensor<8192x1xf32>, tensor<1x1024xf32>, tensor<1x1024xf32>
}

// -----

// Of few rows the second launch takes longer than reading them again.
// REMARK: remark: [Missed] other-rows | Category:fusion.epilogue | Function=few_rows
// REMARK-SAME: reads what a kernel beside it reads, and is not joined to it: the two reduce rows and columns, which would take {{[0-9.]+}} us in one kernel, and take {{[0-9.]+}} us in two
// CHECK-LABEL: func @few_rows
// CHECK-COUNT-2: fusion.kernel
func.func @few_rows(%x: tensor<16x1024xf32>) -> (tensor<16x1xf32>, tensor<1x1024xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<16x1024xf32> -> tensor<16x1xf32>
  %c = fusion.reduce addf %x along [0] : tensor<16x1024xf32> -> tensor<1x1024xf32>
  return %s, %c : tensor<16x1xf32>, tensor<1x1024xf32>
}

// -----

// What must be fused is, whatever the model says.
// CHECK-LABEL: func @must_fuse
// CHECK: fusion.kernel
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @must_fuse(%x: tensor<16x1024xf32>) -> (tensor<16x1xf32>, tensor<1x1024xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<16x1024xf32> -> tensor<16x1xf32>
  %d = fusion.sub %x, %s {fusion.must_fuse} : (tensor<16x1024xf32>, tensor<16x1xf32>) -> tensor<16x1024xf32>
  %c = fusion.reduce addf %d along [0] : tensor<16x1024xf32> -> tensor<1x1024xf32>
  return %s, %c : tensor<16x1xf32>, tensor<1x1024xf32>
}

// -----

// REMARK: remark: [Missed] other-rows | Category:fusion.epilogue | Function=long_rows
// REMARK-SAME: rows: it reduces across rows of 65536 elements, whose results do not fit the registers of a block
// CHECK-LABEL: func @long_rows
// CHECK-COUNT-2: fusion.kernel
func.func @long_rows(%x: tensor<8192x65536xf32>) -> (tensor<8192x1xf32>, tensor<1x65536xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<8192x65536xf32> -> tensor<8192x1xf32>
  %c = fusion.reduce addf %x along [0] : tensor<8192x65536xf32> -> tensor<1x65536xf32>
  return %s, %c : tensor<8192x1xf32>, tensor<1x65536xf32>
}

// -----

// REMARK: remark: [Missed] other-rows | Category:fusion.epilogue | Function=open_rows
// REMARK-SAME: it reduces across rows whose length is known at run time alone
// CHECK-LABEL: func @open_rows
// CHECK-COUNT-2: fusion.kernel
func.func @open_rows(%x: tensor<8192x?xf32>) -> (tensor<8192x1xf32>, tensor<1x?xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<8192x?xf32> -> tensor<8192x1xf32>
  %c = fusion.reduce addf %x along [0] : tensor<8192x?xf32> -> tensor<1x?xf32>
  return %s, %c : tensor<8192x1xf32>, tensor<1x?xf32>
}

// -----

// What is known when all rows are done is not taken by rows.
// REMARK: remark: [Missed] other-rows | Category:fusion.epilogue | Function=rows_behind
// REMARK-SAME: the producer reduces other dimensions of [8192x1024] than the consumer
// CHECK-LABEL: func @rows_behind
// CHECK-COUNT-2: fusion.kernel
func.func @rows_behind(%x: tensor<8192x1024xf32>) -> tensor<8192x1xf32> {
  %c = fusion.reduce addf %x along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>
  %d = fusion.sub %x, %c : (tensor<8192x1024xf32>, tensor<1x1024xf32>) -> tensor<8192x1024xf32>
  %s = fusion.reduce addf %d along [1] : tensor<8192x1024xf32> -> tensor<8192x1xf32>
  return %s : tensor<8192x1xf32>
}

// -----

// Sums keep their order under strict numerics, whatever else a kernel computes.
// CHECK-LABEL: func @strict
// CHECK-COUNT-2: fusion.kernel
func.func @strict(%x: tensor<8192x1024xf32>) -> (tensor<8192x1xf32>, tensor<1x1024xf32>) attributes {fusion.numerics = #fusion.numerics<strict>} {
  %s = fusion.reduce addf %x along [1] : tensor<8192x1024xf32> -> tensor<8192x1xf32>
  %c = fusion.reduce addf %x along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>
  return %s, %c : tensor<8192x1xf32>, tensor<1x1024xf32>
}

// -----

// Columns that are positions of extrema.
// CHECK-LABEL: func @positions
// CHECK-COUNT-2: fusion.kernel
func.func @positions(%x: tensor<8192x1024xf32>) -> (tensor<8192x1xf32>, tensor<1x1024xi32>) {
  %s = fusion.reduce addf %x along [1] : tensor<8192x1024xf32> -> tensor<8192x1xf32>
  %c, %i = fusion.reduce maximumf %x along [0] : tensor<8192x1024xf32> -> tensor<1x1024xf32>, tensor<1x1024xi32>
  return %s, %i : tensor<8192x1xf32>, tensor<1x1024xi32>
}
