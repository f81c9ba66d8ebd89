// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule --remarks-filter=fusion.schedule --split-input-file 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule --split-input-file | FileCheck %s --check-prefix=SM80
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule --remarks-filter=fusion.schedule --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// REMARKS: [Passed] shared-launch | {{.*}}Function=queries_keys_values | {{.*}}3 products of one left factor share a launch, which is predicted to take 4.8 us for 12.7 us apart

// Products of one left factor share a launch: they have one schedule, and stand next to each other, in front of what
// reads the first of them. The reshape that the last one needs comes along.
// CHECK: remark: [Passed] shared-launch | {{.*}}3 products of one left factor share a launch, which is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart
// CHECK-LABEL: func.func @queries_keys_values
// CHECK: %[[Q:.*]] = fusion.kernel{{.*}} attributes {fusion.launch_saving = {{[1-9][0-9]*}} : i64, launch_group = 0 : i64, schedule = [[S:#fusion.schedule<.*>>]], variants
// CHECK: fusion.kernel{{.*}} attributes {launch_group = 0 : i64, schedule = [[S]], variants
// CHECK: %[[V:.*]] = tensor.expand_shape
// CHECK: fusion.kernel({{.*}} = %[[V]]){{.*}} attributes {launch_group = 0 : i64, schedule = [[S]], variants
// CHECK: fusion.kernel(%{{.*}} = %[[Q]])
// CHECK-NOT: launch_group
// SM80-LABEL: func.func @queries_keys_values
// SM80: launch_group = 0 : i64, schedule = [[S:#fusion.schedule<family = sm80, .*>]], variants
// SM80: launch_group = 0 : i64, schedule = [[S]], variants
// SM80: launch_group = 0 : i64, schedule = [[S]], variants
// SM80-NOT: launch_group
func.func @queries_keys_values(%x: tensor<512x256xbf16>, %wq: tensor<256x512xbf16>, %wk: tensor<256x128xbf16>, %flat: tensor<32768xbf16>) -> (tensor<512x512xbf16>, tensor<512x128xbf16>, tensor<512x128xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %wq) : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  %r = fusion.kernel(%a = %q) : (tensor<512x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.relu %a : tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %wk) : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16>
    fusion.yield %0 : tensor<512x128xbf16>
  }
  %wv = tensor.expand_shape %flat [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %v = fusion.kernel(%a = %x, %b = %wv) : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16>
    %1 = fusion.relu %0 : tensor<512x128xbf16>
    fusion.yield %1 : tensor<512x128xbf16>
  }
  return %r, %k, %v : tensor<512x512xbf16>, tensor<512x128xbf16>, tensor<512x128xbf16>
}

// -----

// The second product reads what is made of the first one. The third stands beside the first.
// CHECK-LABEL: func.func @dependent
// SM80-LABEL: func.func @dependent
// SM80-COUNT-2: launch_group = 0
// SM80-NOT: launch_group
// CHECK: fusion.kernel{{.*}}fusion.launch_saving = {{[1-9][0-9]*}} : i64{{.*}}launch_group = 0
// CHECK: fusion.kernel{{.*}}launch_group = 0
// CHECK: fusion.kernel
// CHECK-NOT: launch_group
// CHECK-NOT: own_launch
func.func @dependent(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>, %o: tensor<256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %u, %c = %q) : (tensor<64x256xbf16>, tensor<256x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    %1 = fusion.add %0, %c : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %1 : tensor<64x128xbf16>
  }
  %v = fusion.kernel(%a = %x, %b = %o) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  return %k, %v : tensor<64x128xbf16>, tensor<64x128xbf16>
}

// -----

// Where M is open there are alternatives, the same for both. Where N or K is open, products have launches of their own.
// CHECK-LABEL: func.func @open_rows
// CHECK: alternatives = [[A:\[.*\]]], fusion.launch_saving = {{[1-9][0-9]*}} : i64, launch_group = 0 : i64, schedule = [[S:#fusion.schedule<.*>>]], variants
// CHECK: alternatives = [[A]], launch_group = 0 : i64, schedule = [[S]], variants
// CHECK-LABEL: func.func @open_columns
// CHECK-NOT: launch_group
// CHECK: fusion.own_launch = "one of them has columns, a depth or batches of dynamic size"
// CHECK-NOT: launch_group
// SM80-LABEL: func.func @open_rows
// SM80: attributes {fusion.launch_saving = {{[1-9][0-9]*}} : i64, launch_group = 0
// SM80: attributes {launch_group = 0
// SM80-LABEL: func.func @open_columns
// SM80-NOT: launch_group
func.func @open_rows(%x: tensor<?x4096xbf16>, %w: tensor<4096x1024xbf16>, %u: tensor<4096x1024xbf16>) -> (tensor<?x1024xbf16>, tensor<?x1024xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<?x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<?x1024xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<?x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<?x1024xbf16>
    fusion.yield %0 : tensor<?x1024xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %u) : (tensor<?x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<?x1024xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<?x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<?x1024xbf16>
    fusion.yield %0 : tensor<?x1024xbf16>
  }
  return %q, %k : tensor<?x1024xbf16>, tensor<?x1024xbf16>
}
func.func @open_columns(%x: tensor<64x256xbf16>, %w: tensor<256x?xbf16>, %u: tensor<256x?xbf16>) -> (tensor<64x?xbf16>, tensor<64x?xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16>
    fusion.yield %0 : tensor<64x?xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %u) : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16>
    fusion.yield %0 : tensor<64x?xbf16>
  }
  return %q, %k : tensor<64x?xbf16>, tensor<64x?xbf16>
}

// -----

// Each fills the chip for long, and all together leave more of the last wave empty.
// CHECK: remark: [Missed] shared-launch | {{.*}}one for all is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart
// CHECK-LABEL: func.func @large
// CHECK-NOT: own_launch
// CHECK: fusion.kernel
// CHECK-NOT: launch_group
// CHECK: fusion.kernel{{.*}}fusion.own_launch = "one for all is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart"
// CHECK-NOT: launch_group
// By mma.sync a block has one tile, so that one launch has as many waves at most. It saves a launch.
// SM80-LABEL: func.func @large
// SM80-COUNT-2: launch_group = 0
// REMARKS: Function=large | {{.*}}predicted to take 989.3 us for 991.3 us apart
func.func @large(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>, %u: tensor<4096x4096xbf16>) -> (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %u) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %q, %k : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>
}

// -----

// What needs more than a few operations moved stays where it is.
// CHECK-LABEL: func.func @long_way
// CHECK-NOT: launch_group
// CHECK: fusion.own_launch = "more than 15 operations would have to move along"
// CHECK-NOT: launch_group
func.func @long_way(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  %c0 = tensor.collapse_shape %u [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e0 = tensor.expand_shape %c0 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c1 = tensor.collapse_shape %e0 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e1 = tensor.expand_shape %c1 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c2 = tensor.collapse_shape %e1 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e2 = tensor.expand_shape %c2 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c3 = tensor.collapse_shape %e2 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e3 = tensor.expand_shape %c3 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c4 = tensor.collapse_shape %e3 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e4 = tensor.expand_shape %c4 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c5 = tensor.collapse_shape %e4 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e5 = tensor.expand_shape %c5 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c6 = tensor.collapse_shape %e5 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e6 = tensor.expand_shape %c6 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %c7 = tensor.collapse_shape %e6 [[0, 1]] : tensor<256x128xbf16> into tensor<32768xbf16>
  %e7 = tensor.expand_shape %c7 [[0, 1]] output_shape [256, 128] : tensor<32768xbf16> into tensor<256x128xbf16>
  %k = fusion.kernel(%a = %x, %b = %e7) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  return %q, %k : tensor<64x128xbf16>, tensor<64x128xbf16>
}

// -----

// One of three products has open columns: the others share a launch.
// CHECK-LABEL: func.func @one_unlike
// CHECK: fusion.kernel{{.*}}launch_group = 0
// CHECK: fusion.kernel{{.*}}launch_group = 0
// CHECK-NOT: launch_group
func.func @one_unlike(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x?xbf16>, %v: tensor<256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x?xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %3 : tensor<64x128xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %u) : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16> {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16>
    fusion.yield %3 : tensor<64x?xbf16>
  }
  %2 = fusion.kernel(%a = %x, %b = %v) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %3 : tensor<64x128xbf16>
  }
  return %0, %1, %2 : tensor<64x128xbf16>, tensor<64x?xbf16>, tensor<64x128xbf16>
}

// -----

// The first product has a tile for each multiprocessor, and the tiles of the second would take another wave.
// CHECK-LABEL: func.func @full_wave
// SM80-LABEL: func.func @full_wave
// SM80-NOT: launch_group
// REMARKS: [Missed] shared-launch | {{.*}}Function=full_wave | {{.*}}one for all is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart
func.func @full_wave(%x: tensor<3456x4096xbf16>, %w: tensor<4096x1024xbf16>, %u: tensor<4096x64xbf16>) -> (tensor<3456x1024xbf16>, tensor<3456x64xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<3456x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<3456x1024xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<3456x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<3456x1024xbf16>
    fusion.yield %0 : tensor<3456x1024xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %u) : (tensor<3456x4096xbf16>, tensor<4096x64xbf16>) -> tensor<3456x64xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<3456x4096xbf16>, tensor<4096x64xbf16>) -> tensor<3456x64xbf16>
    fusion.yield %0 : tensor<3456x64xbf16>
  }
  return %q, %k : tensor<3456x1024xbf16>, tensor<3456x64xbf16>
}

// -----

// What kernels between the two compute stays where it is, and so does a product that reads it.
// CHECK-LABEL: func.func @between
// CHECK-NOT: launch_group
// CHECK: fusion.own_launch = "a kernel between the two computes what it reads"
// CHECK-NOT: launch_group
func.func @between(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  %r = fusion.kernel(%a = %u) : (tensor<256x128xbf16>) -> tensor<256x128xbf16> {
    %0 = fusion.relu %a : tensor<256x128xbf16>
    fusion.yield %0 : tensor<256x128xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %r) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  return %q, %k : tensor<64x128xbf16>, tensor<64x128xbf16>
}

// -----

// Gated pairs share a launch as single products do.
// CHECK-LABEL: func.func @pairs
// CHECK-COUNT-2: launch_group = 0
// SM80-LABEL: func.func @pairs
// SM80-COUNT-2: launch_group = 0
func.func @pairs(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>, %v: tensor<256x192xbf16>, %o: tensor<256x192xbf16>) -> (tensor<64x128xbf16>, tensor<64x192xbf16>) {
  %0 = fusion.kernel(%a = %x, %b = %w, %c = %u) : (tensor<64x256xbf16>, tensor<256x128xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    %3 = fusion.matmul %a, %c : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    %4 = fusion.mul %2, %3 : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %4 : tensor<64x128xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %v, %c = %o) : (tensor<64x256xbf16>, tensor<256x192xbf16>, tensor<256x192xbf16>) -> tensor<64x192xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x192xbf16>) -> tensor<64x192xbf16>
    %3 = fusion.matmul %a, %c : (tensor<64x256xbf16>, tensor<256x192xbf16>) -> tensor<64x192xbf16>
    %4 = fusion.mul %2, %3 : (tensor<64x192xbf16>, tensor<64x192xbf16>) -> tensor<64x192xbf16>
    fusion.yield %4 : tensor<64x192xbf16>
  }
  return %0, %1 : tensor<64x128xbf16>, tensor<64x192xbf16>
}

// -----

// So do products on the ordinary units, and those by mma.sync of rows that wgmma does not take.
// SM80-LABEL: func.func @ordinary
// SM80-COUNT-2: launch_group = 0 : i64, schedule = #fusion.schedule<family = simt
// CHECK-LABEL: func.func @short_rows
// CHECK-COUNT-2: launch_group = 1 : i64, schedule = #fusion.schedule<family = sm80
func.func @ordinary(%x: tensor<64x256xf32>, %w: tensor<256x128xf32>, %u: tensor<256x192xf32>) -> (tensor<64x128xf32>, tensor<64x192xf32>) attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32> {
    %2 = fusion.matmul %a, %b : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
    fusion.yield %2 : tensor<64x128xf32>
  }
  %1 = fusion.kernel(%a = %x, %b = %u) : (tensor<64x256xf32>, tensor<256x192xf32>) -> tensor<64x192xf32> {
    %2 = fusion.matmul %a, %b : (tensor<64x256xf32>, tensor<256x192xf32>) -> tensor<64x192xf32>
    fusion.yield %2 : tensor<64x192xf32>
  }
  return %0, %1 : tensor<64x128xf32>, tensor<64x192xf32>
}
func.func @short_rows(%x: tensor<52x17xbf16>, %w: tensor<17x55xbf16>, %u: tensor<17x31xbf16>) -> (tensor<52x55xbf16>, tensor<52x31xbf16>) {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<52x17xbf16>, tensor<17x55xbf16>) -> tensor<52x55xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<52x17xbf16>, tensor<17x55xbf16>) -> tensor<52x55xbf16>
    fusion.yield %2 : tensor<52x55xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %u) : (tensor<52x17xbf16>, tensor<17x31xbf16>) -> tensor<52x31xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<52x17xbf16>, tensor<17x31xbf16>) -> tensor<52x31xbf16>
    fusion.yield %2 : tensor<52x31xbf16>
  }
  return %0, %1 : tensor<52x55xbf16>, tensor<52x31xbf16>
}

// -----

// No tile has columns of two kernels: 40 and 24 columns are two tiles, as they are apart.
// SM80-LABEL: func.func @ragged
// SM80-COUNT-2: launch_group = 0
// REMARKS: Function=ragged | {{.*}}predicted to take 38.8 us for 66.9 us apart
func.func @ragged(%x: tensor<6912x4096xbf16>, %w: tensor<4096x40xbf16>, %u: tensor<4096x24xbf16>) -> (tensor<6912x40xbf16>, tensor<6912x24xbf16>) {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<6912x4096xbf16>, tensor<4096x40xbf16>) -> tensor<6912x40xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<6912x4096xbf16>, tensor<4096x40xbf16>) -> tensor<6912x40xbf16>
    fusion.yield %2 : tensor<6912x40xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %u) : (tensor<6912x4096xbf16>, tensor<4096x24xbf16>) -> tensor<6912x24xbf16> {
    %2 = fusion.matmul %a, %b : (tensor<6912x4096xbf16>, tensor<4096x24xbf16>) -> tensor<6912x24xbf16>
    fusion.yield %2 : tensor<6912x24xbf16>
  }
  return %0, %1 : tensor<6912x40xbf16>, tensor<6912x24xbf16>
}

// -----

// The fifth of five products has a launch of its own.
// CHECK-LABEL: func.func @five
// CHECK-COUNT-4: launch_group = 0
// CHECK: fusion.own_launch = "a launch is of 4 kernels at most"
// CHECK-NOT: launch_group
func.func @five(%x: tensor<64x256xbf16>, %w: tensor<5x256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 256, 128] [1, 1, 1] : tensor<5x256x128xbf16> to tensor<256x128xbf16>
  %w1 = tensor.extract_slice %w[1, 0, 0] [1, 256, 128] [1, 1, 1] : tensor<5x256x128xbf16> to tensor<256x128xbf16>
  %w2 = tensor.extract_slice %w[2, 0, 0] [1, 256, 128] [1, 1, 1] : tensor<5x256x128xbf16> to tensor<256x128xbf16>
  %w3 = tensor.extract_slice %w[3, 0, 0] [1, 256, 128] [1, 1, 1] : tensor<5x256x128xbf16> to tensor<256x128xbf16>
  %w4 = tensor.extract_slice %w[4, 0, 0] [1, 256, 128] [1, 1, 1] : tensor<5x256x128xbf16> to tensor<256x128xbf16>
  %0 = fusion.kernel(%a = %x, %b = %w0) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %5 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %5 : tensor<64x128xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %w1) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %5 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %5 : tensor<64x128xbf16>
  }
  %2 = fusion.kernel(%a = %x, %b = %w2) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %5 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %5 : tensor<64x128xbf16>
  }
  %3 = fusion.kernel(%a = %x, %b = %w3) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %5 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %5 : tensor<64x128xbf16>
  }
  %4 = fusion.kernel(%a = %x, %b = %w4) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %5 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %5 : tensor<64x128xbf16>
  }
  return %0, %1, %2, %3, %4 : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>
}

// -----

// Layers with adapters of their own: the small products share a launch, and so do the layers, each with its sum.
// CHECK-LABEL: func.func @adapters
// CHECK: fusion.kernel{{.*}} -> tensor<512x16xbf16> attributes {fusion.launch_saving = {{[1-9][0-9]*}} : i64, launch_group = 0
// CHECK: fusion.kernel{{.*}} -> tensor<512x16xbf16> attributes {launch_group = 0
// CHECK: fusion.kernel{{.*}} -> tensor<512x512xbf16> attributes {fusion.launch_saving = {{[1-9][0-9]*}} : i64, launch_group = 1 : i64, schedule = [[S:#fusion.schedule<.*>>]], variants
// CHECK: fusion.kernel{{.*}} -> tensor<512x128xbf16> attributes {launch_group = 1 : i64, schedule = [[S]], variants
// CHECK-NOT: own_launch
func.func @adapters(%x: tensor<512x256xbf16>, %wq: tensor<256x512xbf16>, %wk: tensor<256x128xbf16>,
                    %aq: tensor<256x16xbf16>, %bq: tensor<16x512xbf16>, %ak: tensor<256x16xbf16>,
                    %bk: tensor<16x128xbf16>) -> (tensor<512x512xbf16>, tensor<512x128xbf16>) {
  %tq = fusion.kernel(%a = %x, %b = %aq) : (tensor<512x256xbf16>, tensor<256x16xbf16>) -> tensor<512x16xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x16xbf16>) -> tensor<512x16xbf16>
    fusion.yield %0 : tensor<512x16xbf16>
  }
  %q = fusion.kernel(%a = %x, %b = %wq, %c = %tq, %d = %bq) : (tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<512x16xbf16>, tensor<16x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
    %1 = fusion.matmul %c, %d : (tensor<512x16xbf16>, tensor<16x512xbf16>) -> tensor<512x512xbf16>
    %2 = fusion.add %0, %1 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %2 : tensor<512x512xbf16>
  }
  %tk = fusion.kernel(%a = %x, %b = %ak) : (tensor<512x256xbf16>, tensor<256x16xbf16>) -> tensor<512x16xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x16xbf16>) -> tensor<512x16xbf16>
    fusion.yield %0 : tensor<512x16xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %wk, %c = %tk, %d = %bk) : (tensor<512x256xbf16>, tensor<256x128xbf16>, tensor<512x16xbf16>, tensor<16x128xbf16>) -> tensor<512x128xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x128xbf16>) -> tensor<512x128xbf16>
    %1 = fusion.matmul %c, %d : (tensor<512x16xbf16>, tensor<16x128xbf16>) -> tensor<512x128xbf16>
    %2 = fusion.add %0, %1 : (tensor<512x128xbf16>, tensor<512x128xbf16>) -> tensor<512x128xbf16>
    fusion.yield %2 : tensor<512x128xbf16>
  }
  return %q, %k : tensor<512x512xbf16>, tensor<512x128xbf16>
}

// -----

// Adapters of different ranks are no siblings, and neither is a layer without one.
// CHECK-LABEL: func.func @other_ranks
// CHECK-NOT: launch_group
// CHECK: own_launch = "the products that are added to theirs have other depths or layouts"
func.func @other_ranks(%x: tensor<512x256xbf16>, %wq: tensor<256x512xbf16>, %wk: tensor<256x512xbf16>, %wv: tensor<256x512xbf16>,
                       %tq: tensor<512x16xbf16>, %bq: tensor<16x512xbf16>, %tk: tensor<512x32xbf16>,
                       %bk: tensor<32x512xbf16>) -> (tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>) {
  %q = fusion.kernel(%a = %x, %b = %wq, %c = %tq, %d = %bq) : (tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<512x16xbf16>, tensor<16x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
    %1 = fusion.matmul %c, %d : (tensor<512x16xbf16>, tensor<16x512xbf16>) -> tensor<512x512xbf16>
    %2 = fusion.add %0, %1 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %2 : tensor<512x512xbf16>
  }
  %k = fusion.kernel(%a = %x, %b = %wk, %c = %tk, %d = %bk) : (tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<512x32xbf16>, tensor<32x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
    %1 = fusion.matmul %c, %d : (tensor<512x32xbf16>, tensor<32x512xbf16>) -> tensor<512x512xbf16>
    %2 = fusion.add %0, %1 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %2 : tensor<512x512xbf16>
  }
  %v = fusion.kernel(%a = %x, %b = %wv) : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16> {
    %0 = fusion.matmul %a, %b : (tensor<512x256xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  return %q, %k, %v : tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>
}
