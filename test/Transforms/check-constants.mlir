// RUN: fusion-opt %s --fusion-check-constants --split-input-file --verify-diagnostics
// RUN: not fusion-opt %s --fusion-import --split-input-file -o /dev/null

func.func @elided() -> tensor<128x128xf32> {
  // expected-error @+1 {{'arith.constant' op holds the weight '__elided__', whose data is not in the file; export the graph again}}
  %w = arith.constant dense_resource<__elided__> : tensor<128x128xf32>
  return %w : tensor<128x128xf32>
}

// -----

func.func @present() -> tensor<1xf32> {
  %w = arith.constant dense_resource<weight> : tensor<1xf32>
  return %w : tensor<1xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weight: "0x040000000000803F"
    }
  }
#-}
