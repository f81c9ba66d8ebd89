// RUN: fusion-opt %s --fusion-fuse --remarks-filter-missed='fusion.*' --verify-diagnostics -o /dev/null

// The arguments of a kernel take 4096 bytes at most, of inputs and outputs together: 152 for each tensor of rank 8.

!vector = tensor<4x2x1x1x2x1x1x8xf32>
!full = tensor<4x2x2x2x2x2x4x8xf32>

func.func @vectors(%0: !full, %v0: !vector, %v1: !vector, %v2: !vector, %v3: !vector, %v4: !vector, %v5: !vector, %v6: !vector, %v7: !vector,
                   %v8: !vector, %v9: !vector, %v10: !vector, %v11: !vector, %v12: !vector, %v13: !vector, %v14: !vector, %v15: !vector, %v16: !vector,
                   %v17: !vector, %v18: !vector, %v19: !vector, %v20: !vector, %v21: !vector, %v22: !vector, %v23: !vector, %v24: !vector) -> !full {
  %1 = fusion.add %0, %v0 : (!full, !vector) -> !full
  %2 = fusion.add %1, %v1 : (!full, !vector) -> !full
  %3 = fusion.add %2, %v2 : (!full, !vector) -> !full
  %4 = fusion.add %3, %v3 : (!full, !vector) -> !full
  %5 = fusion.add %4, %v4 : (!full, !vector) -> !full
  %6 = fusion.add %5, %v5 : (!full, !vector) -> !full
  %7 = fusion.add %6, %v6 : (!full, !vector) -> !full
  %8 = fusion.add %7, %v7 : (!full, !vector) -> !full
  %9 = fusion.add %8, %v8 : (!full, !vector) -> !full
  %10 = fusion.add %9, %v9 : (!full, !vector) -> !full
  %11 = fusion.add %10, %v10 : (!full, !vector) -> !full
  %12 = fusion.add %11, %v11 : (!full, !vector) -> !full
  %13 = fusion.add %12, %v12 : (!full, !vector) -> !full
  %14 = fusion.add %13, %v13 : (!full, !vector) -> !full
  %15 = fusion.add %14, %v14 : (!full, !vector) -> !full
  %16 = fusion.add %15, %v15 : (!full, !vector) -> !full
  %17 = fusion.add %16, %v16 : (!full, !vector) -> !full
  %18 = fusion.add %17, %v17 : (!full, !vector) -> !full
  %19 = fusion.add %18, %v18 : (!full, !vector) -> !full
  %20 = fusion.add %19, %v19 : (!full, !vector) -> !full
  %21 = fusion.add %20, %v20 : (!full, !vector) -> !full
  %22 = fusion.add %21, %v21 : (!full, !vector) -> !full
  %23 = fusion.add %22, %v22 : (!full, !vector) -> !full
  %24 = fusion.add %23, %v23 : (!full, !vector) -> !full
  // expected-remark-re @below {{too-many-operands {{.*}}the kernel would take 4104 bytes of arguments; the limit is 4096}}
  %25 = fusion.add %24, %v24 : (!full, !vector) -> !full
  return %25 : !full
}
