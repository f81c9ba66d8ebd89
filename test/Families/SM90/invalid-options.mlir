// RUN: fusion-opt %s --split-input-file --verify-diagnostics

// Numbers that no kernel of the family has.

// expected-error @+1 {{sm90 options expect cluster_m, cluster_n, split_k and blocks_per_sm of at least 1, but have 1, 1, 0 and 1}}
func.func private @no_split_k() attributes {s = #fusion.sm90<split_k = 0>}

// -----

// expected-error @+1 {{sm90 options expect stream_k_tail of at least 1, but have 0}}
func.func private @no_stream_k_tail() attributes {s = #fusion.sm90<stream_k_tail = 0>}

// -----

// expected-error @+1 {{sm90 options expect a grid of 0 or more blocks, but have -1}}
func.func private @negative_grid() attributes {s = #fusion.sm90<grid = -1>}

// -----

// expected-error @+1 {{sm90 options expect staging of 0 or more buffers, but have -1}}
func.func private @negative_staging() attributes {s = #fusion.sm90<staging = -1>}

// -----

// expected-error @+1 {{sm90 options have no 'splitk', but mode, cluster_m, cluster_n, split_k, swap, order, grid, blocks_per_sm, staging, dependents, copy_a, copy_b, load_a, load_b, spread_k, stream_k_tail, tail_reduction}}
func.func private @f() attributes {s = #fusion.sm90<splitk = 2>}

// -----

// expected-error @+1 {{sm90 options have swap twice}}
func.func private @f() attributes {s = #fusion.sm90<swap = true, swap = false>}

// -----

// An older word and its new one are the same parameter.
// expected-warning @+2 {{'repack_a' is called 'copy_a' now}}
// expected-error @+1 {{sm90 options have copy_a twice}}
func.func private @f() attributes {s = #fusion.sm90<copy_a = true, repack_a = true>}
