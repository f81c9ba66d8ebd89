// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The random numbers of a graph, drawn or played again.

#include "Tape.h"
#include <algorithm>
#include <utility>

using namespace fusion::smith;

uint64_t fusion::smith::nextRandom(uint64_t &state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Tape Tape::random(uint64_t seed) {
  Tape tape;
  tape.writer = tape.state = seed;
  return tape;
}

Tape Tape::replay(Values values) {
  Tape tape;
  tape.given = std::move(values);
  return tape;
}

Tape Tape::read(Values values, std::vector<Piece> pieces) {
  Tape tape;
  tape.drawn = std::move(values);
  tape.marked = std::move(pieces);
  return tape;
}

uint32_t Tape::draw(uint32_t count) {
  uint32_t value = 0;
  if (writer)
    value = (nextRandom(state) >> 32) * count >> 32;
  else if (drawn.size() < given.size())
    value = std::min(given[drawn.size()], count - 1);
  drawn.push_back(value);
  return value;
}
