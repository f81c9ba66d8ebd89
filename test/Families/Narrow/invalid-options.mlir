// RUN: fusion-opt %s -verify-diagnostics -split-input-file

// expected-error @below {{narrow options expect warps_k of 0, 1, 2, 4, 8 or 16, but have 3}}
func.func private @three_warps() attributes {s = #fusion.narrow<warps_k = 3>}

// -----

// expected-error @below {{narrow options expect a cluster of 1, 2, 4 or 8 blocks, but have 6}}
func.func private @six_blocks() attributes {s = #fusion.narrow<cluster = 6>}
