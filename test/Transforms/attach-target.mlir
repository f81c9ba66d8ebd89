// RUN: fusion-opt %s --fusion-attach-target=chip=sm_90a | FileCheck %s
// RUN: fusion-opt %s --fusion-attach-target=chip=sm_80 --fusion-attach-target=chip=sm_80 | FileCheck %s --check-prefix=TWICE
// RUN: not fusion-opt %s --fusion-attach-target=chip=sm_1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fusion-opt %s --fusion-attach-target=chip=sm_80 --fusion-attach-target=chip=sm_90a 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: fusion-opt %s "--fusion-attach-target=chip=sm_90a card='NVIDIA H100 80GB HBM3'" --fusion-attach-target=chip=sm_90a | FileCheck %s --check-prefix=CARD
// RUN: not fusion-opt %s "--fusion-attach-target=chip=sm_90a card=A40" 2>&1 | FileCheck %s --check-prefix=UNKNOWN-CARD
// RUN: not fusion-opt %s "--fusion-attach-target=chip=sm_90a card=H200" "--fusion-attach-target=chip=sm_90a card='H100 PCIe'" 2>&1 | FileCheck %s --check-prefix=OTHER-CARD

// STATS: (S) 1 num-attached

// CHECK: module attributes {fusion.target = #fusion.target<"sm_90a">}
// TWICE: module attributes {fusion.target = #fusion.target<"sm_80">}
// UNKNOWN: error: fusion-attach-target expects a known chip, but has 'sm_1'; known chips are sm_80, {{.*}}sm_90a
// OTHER: error: fusion-attach-target expects a module without a target or with 'sm_90a', but it has #fusion.target<"sm_80">
// CARD: module attributes {fusion.target = #fusion.target<"sm_90a", card = "H100 80GB HBM3">}
// UNKNOWN-CARD: error: fusion-attach-target expects a known card, but has 'A40'; known cards with sm_90a are H200, {{.*}}H100 PCIe
// OTHER-CARD: error: fusion-attach-target expects a module without a target or with 'H100 PCIe', but it has #fusion.target<"sm_90a", card = "H200">
module {
}
