// RUN: fusion-opt %s -verify-diagnostics -split-input-file

// expected-error @below {{attention options expect blocks_per_sm of 1 to 8, but have 0}}
func.func private @no_blocks() attributes {s = #fusion.attention<blocks_per_sm = 0>}

// -----

// expected-error @below {{attention options that are continuous expect a persistent grid: order = rows or pairs}}
func.func private @one_tile() attributes {s = #fusion.attention<continuous = true>}

// -----

// expected-error @below {{attention options expect splits of 1 to 32, but have 33}}
func.func private @many_splits() attributes {s = #fusion.attention<splits = 33>}

// -----

// expected-error @below {{attention options with splits expect a block for each: order = single}}
func.func private @persistent_splits() attributes {s = #fusion.attention<order = rows, splits = 2>}

// -----

// expected-error @below {{attention options expect operand_stages of 0 to 4, but have 5}}
func.func private @many_tiles() attributes {s = #fusion.attention<operand_stages = 5>}
