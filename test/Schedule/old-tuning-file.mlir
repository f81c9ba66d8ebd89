// A tuning file of version 4 says what it said, of the kernels that it named; written again it is of this version. An
// older one is refused.
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%S/Inputs/version-4.json | FileCheck %s
// RUN: %unittests/schedule-files rewrite %S/Inputs/version-4.json sm_80 %t.json
// RUN: FileCheck %s --check-prefix=WRITTEN < %t.json
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%t.json | FileCheck %s
// RUN: sed 's/"schedules": 4/"schedules": 3/' %S/Inputs/version-4.json > %t.3.json
// RUN: not fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%t.3.json 2>&1 | FileCheck %s --check-prefix=OLD

// One of version 5 has older words, which a remark tells; one of version 6 has the words of now. Both name a product's
// sizes in fields. Written again they are one file.
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --tuning-db=%S/Inputs/version-5.json 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %unittests/schedule-files rewrite %S/Inputs/version-5.json sm_90a %t.7.json
// RUN: FileCheck %s --check-prefix=WORDS --implicit-check-not=repack --implicit-check-not=settled --implicit-check-not=tail_split < %t.7.json
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --tuning-db=%S/Inputs/version-6.json 2>&1 | FileCheck %s --check-prefix=WORDLESS --implicit-check-not=remark
// RUN: %unittests/schedule-files rewrite %S/Inputs/version-6.json sm_90a %t.of-6.json
// RUN: diff %t.7.json %t.of-6.json
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --tuning-db=%t.7.json 2>&1 | FileCheck %s --check-prefix=WORDLESS --implicit-check-not=remark
// WORDLESS: func.func @f
// RUN: %unittests/schedule-files rewrite %t.7.json sm_90a %t.again.json
// RUN: diff %t.7.json %t.again.json
// A changed file is found out in the words and the fields of its version.
// RUN: sed 's/"schedules": 6/"schedules": 5/' %S/Inputs/version-6.json > %t.other.json
// RUN: not %unittests/schedule-files rewrite %t.other.json sm_90a %t.6.json 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: sed 's/tail_split = 3/tail_split = 4/' %S/Inputs/version-5.json > %t.changed.json
// RUN: not %unittests/schedule-files rewrite %t.changed.json sm_90a %t.6.json 2>&1 | FileCheck %s --check-prefix=CHANGED
// REMARK: version-5.json:1:1: remark: the file has words of schedules of version 5, such as settled-b, repack_b or tail_split, for what is now stable-b, copy_b and stream_k_tail; it is read as before, and fusion-bench --tune writes it anew
// WORDS: "schedules": 7,
// WORDS: "problem":"20x18x307 bf16 nt","formula":"matmul
// WORDS: copy_a = true, copy_b = true
// WORDS: "problem":"77x1280x5120 bf16 nt","formula":"stable-b matmul:f32 {{.*}}stream_k_tail = 3
// CHANGED: error: the file was changed after it was written: its checksum does not match

// CHECK: tile = [256, 128, 64], warps = [4, 2], stages = 2>
// WRITTEN: "schedules": 7,
// WRITTEN: "problem":"16x256x512 bf16 nn","formula":"{{.*}}","schedule":"#fusion.schedule<family = sm80, tile = [256, 128, 64], warps = [4, 2], stages = 2>","us":12.346
// OLD: error: the file is of schedules of version 3, but this compiler reads 4 to 7; measure them again
func.func @f(%x: tensor<16x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<16x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16>
    fusion.yield %0 : tensor<16x256xbf16>
  }
  return %y : tensor<16x256xbf16>
}
