"""Exits 1 unless what is read is two equal halves with a line of dashes between, which have PTX in them."""

import sys

first, second = sys.stdin.read().split("// -----\n")
sys.exit(first.strip() != second.strip() or ".visible .entry" not in first)
