// What no kernel takes stands in the report: with its reason, its types, what it costs and where it comes from.
// RUN: fusion-compile %s --target=sm_90a --explain | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=JSON
// RUN: fusion-compile %s --target=cpu --explain | FileCheck %s --check-prefix=CPU
// The same report beside a run, whose results stay on standard output.
// RUN: fusion-run %s --device=cpu --random=1 --explain 2>%t.txt | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --check-prefix=CPU < %t.txt
// RUN: fusion-run %s --device=cpu --random=1 --json --explain=json 2>%t.json | %python -m json.tool > %t.result.json
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=BESIDE
// RUN: not fusion-run %s --device=cpu --explain=xml 2>&1 | FileCheck %s --check-prefix=KIND

// CHECK: kernels: 5
// CHECK-NEXT: graph_kernel: linalg.matmul (loops, about [[MATMUL:[0-9.]+]] us)
// CHECK-NEXT: graph_kernel_0: linalg.transpose (loops, about
// CHECK-NEXT: graph_k0: map, reduce
// CHECK-NEXT: #fusion.schedule<family = columns
// CHECK-NEXT: graph_k1: map
// CHECK-NEXT: #fusion.schedule<family = elementwise
// CHECK-NEXT: graph_kernel_1: linalg.conv_2d (loops, about
// CHECK-NEXT: not fused: 5
// CHECK-NEXT: linalg.matmul: not-imported: products of i16 have no kernel: each thread computes elements of the result, about [[MATMUL]] us ({{.*}}explain-leftovers.mlir:[[#]]:
// CHECK-NEXT: 1024x512xi16, 512x32xi16 -> 1024x32xi32
// CHECK-NEXT: linalg.transpose: transposed-copy: the elements are copied to where they are read, about
// CHECK-NEXT: 64x16x32xi32 -> 16x32x64xi32
// CHECK-NEXT: linalg.conv_2d: not-imported: convolutions and windows that overlap have no kernel
// CHECK-NEXT: 18x66xi32, 3x3xi32 -> 16x64xi32
// CHECK-NEXT: graph_k0 -> graph_k1: lookup-table
// CHECK-NEXT: graph_k1 -> linalg.conv_2d: foreign-consumer

// JSON: "name": "graph_kernel",
// JSON-NEXT: "anchor": "matmul",
// JSON-NEXT: "anchors": [],
// JSON-NEXT: "ops": [
// JSON-NEXT: "linalg.matmul"
// JSON: "schedule": null,
// JSON-NEXT: "predicted_us": {{[0-9.]+}},
// JSON: "family": "loops",
// JSON-NEXT: "entry": "graph",
// JSON-NEXT: "launches": [
// JSON-NEXT: "graph_kernel"
// JSON-NEXT: ],
// JSON-NEXT: "loc": "{{.*}}explain-leftovers.mlir:
// JSON: "name": "graph_k0"
// JSON: "operand_types": [
// JSON-NEXT: "16x32x64xi32",
// JSON: "leftovers": [
// JSON-NEXT: {
// JSON-NEXT: "op": "linalg.matmul",
// JSON-NEXT: "operand_types": [
// JSON-NEXT: "1024x512xi16",
// JSON-NEXT: "512x32xi16"
// JSON: "predicted_us": {{[0-9.]+}},
// JSON-NEXT: "code": "not-imported",
// JSON-NEXT: "reason": "products of i16 have no kernel
// JSON-NEXT: "suggestion"
// JSON-NEXT: "loc": "{{.*}}explain-leftovers.mlir:

// CPU: linalg.matmul: not-imported: products of i16 have no kernel: each thread computes elements of the result ({{.*}}mlir:
// RESULT-NOT: kernels:
// RESULT: output 0
// BESIDE: "op": "linalg.matmul"
// KIND: fusion-run: --explain expects one of text, json, html, but is 'xml' (see --help)

func.func @graph(%a: tensor<1024x512xi16>, %b: tensor<512x32xi16>, %c: tensor<16x32x64xi32>, %w: tensor<3x3xi32>)
    -> (tensor<16x64xi32>, tensor<16x32x64xi32>, tensor<16x32x64xi32>) {
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<1024x32xi32>
  %f0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<1024x32xi32>) -> tensor<1024x32xi32>
  %p = linalg.matmul ins(%a, %b : tensor<1024x512xi16>, tensor<512x32xi16>) outs(%f0 : tensor<1024x32xi32>) -> tensor<1024x32xi32>
  %s = tensor.expand_shape %p [[0, 1], [2]] output_shape [64, 16, 32] : tensor<1024x32xi32> into tensor<64x16x32xi32>
  %e1 = tensor.empty() : tensor<16x32x64xi32>
  %t = linalg.transpose ins(%s : tensor<64x16x32xi32>) outs(%e1 : tensor<16x32x64xi32>) permutation = [1, 2, 0]
  %sum = linalg.add ins(%t, %c : tensor<16x32x64xi32>, tensor<16x32x64xi32>) outs(%e1 : tensor<16x32x64xi32>) -> tensor<16x32x64xi32>
  %e2 = tensor.empty() : tensor<16x64xi32>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<16x64xi32>) -> tensor<16x64xi32>
  %r = linalg.reduce {arith.addi} ins(%sum : tensor<16x32x64xi32>) outs(%f2 : tensor<16x64xi32>) dimensions = [1]
  %pad = tensor.pad %r low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : i32
  } : tensor<16x64xi32> to tensor<18x66xi32>
  %v = linalg.conv_2d ins(%pad, %w : tensor<18x66xi32>, tensor<3x3xi32>) outs(%f2 : tensor<16x64xi32>) -> tensor<16x64xi32>
  return %v, %sum, %t : tensor<16x64xi32>, tensor<16x32x64xi32>, tensor<16x32x64xi32>
}
