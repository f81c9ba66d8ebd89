// RUN: fusion-opt %s --split-input-file --verify-diagnostics

// Numbers that no kernel of the family has.

// expected-error @+1 {{sm90 options expect cluster_m, cluster_n, split_k and blocks_per_sm of at least 1, but have 1, 1, 0 and 1}}
func.func private @f() attributes {s = #fusion.sm90<split_k = 0>}

// -----

// expected-error @+1 {{sm90 options expect tail_split of at least 1, but have 0}}
func.func private @f() attributes {s = #fusion.sm90<tail_split = 0>}

// -----

// expected-error @+1 {{sm90 options expect a grid of 0 or more blocks, but have -1}}
func.func private @f() attributes {s = #fusion.sm90<grid = -1>}

// -----

// expected-error @+1 {{sm90 options expect staging of 0 or more buffers, but have -1}}
func.func private @f() attributes {s = #fusion.sm90<staging = -1>}
