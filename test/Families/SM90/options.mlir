// RUN: fusion-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// Parameters are printed in one order, and only those that differ from the default.

// CHECK-LABEL: func.func private @prints_what_is_no_default(
// CHECK-SAME: #fusion.sm90<mode = pingpong, swap = true, grid = 128, dependents = late, load_b = cp_async>
func.func private @prints_what_is_no_default() attributes {
    s = #fusion.sm90<load_b = cp_async, grid = 128, swap = true, split_k = 1, dependents = late, mode = pingpong>}

// -----

// CHECK-LABEL: func.func private @prints_nothing_of_defaults(
// CHECK-SAME: #fusion.sm90<>
func.func private @prints_nothing_of_defaults() attributes {s = #fusion.sm90<>}

// -----

// CHECK-LABEL: func.func private @names_who_adds_partial_tiles(
// CHECK-SAME: #fusion.sm90<stream_k_tail = 4, tail_reduction = blocks>, t = #fusion.sm90<stream_k_tail = 4>
func.func private @names_who_adds_partial_tiles() attributes {
    s = #fusion.sm90<tail_reduction = blocks, stream_k_tail = 4>,
    t = #fusion.sm90<tail_reduction = kernel, stream_k_tail = 4>}

// -----

// Words of schedules of version 5 and before.

// CHECK-LABEL: func.func private @reads_older_words(
// CHECK-SAME: #fusion.sm90<copy_a = true, copy_b = true, stream_k_tail = 3>
// expected-warning @+3 {{'repack_a' is called 'copy_a' now}}
// expected-warning @+2 {{'repack_b' is called 'copy_b' now}}
// expected-warning @+1 {{'tail_split' is called 'stream_k_tail' now}}
func.func private @reads_older_words() attributes {s = #fusion.sm90<repack_a = true, repack_b = true, tail_split = 3>}
