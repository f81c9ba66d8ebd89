// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Instructions of a whole warp. Fragments are as in the PTX ISA, "Matrix multiply-accumulate operation using mma" and
// "Asynchronous warpgroup level matrix instructions". A product of floats is summed in float64 and rounded to f32 once;
// tensor cores round otherwise, which data of small integers does not show. Those of 8-bit floats keep 14 bits, by
// mma.sync too. Sums of integers wrap.

#include "Operations.h"

#include <climits>
#include <cmath>
#include <optional>

using namespace emulator;

static Thread &laneOf(Thread &t, size_t lane) { return *t.warp->threads.at(lane); }

static void needWholeWarp(const Thread &t) {
  if (t.warp->threads.size() != 32)
    throw Fault("a warp of " + std::to_string(t.warp->threads.size()) + " threads");
}

//===----------------------------------------------------------------------===//
// Between lanes
//===----------------------------------------------------------------------===//

static void needAllLanes(Machine &m, Thread &t, const Operand &mask) {
  needWholeWarp(t);
  if ((m.read(t, mask) & 0xFFFFFFFF) != 0xFFFFFFFF)
    throw Fault("a mask of some lanes is not known");
}

static Step doShuffle(Machine &m, Thread &t, const Instruction &i) {
  needAllLanes(m, t, i.operands.back());
  uint64_t values[32];
  for (size_t lane = 0; lane < 32; ++lane)
    values[lane] = m.read(laneOf(t, lane), i.operands.at(1));
  for (size_t lane = 0; lane < 32; ++lane) {
    uint64_t by = m.read(laneOf(t, lane), i.operands.at(2)) & 31, from;
    if (i.has("idx"))
      from = by;
    else if (i.has("bfly"))
      from = lane ^ by;
    else if (i.has("down"))
      from = lane + by < 32 ? lane + by : lane;
    else
      from = lane >= by ? lane - by : lane;
    if ((m.read(t, i.operands.at(3)) & 0x1F00) != 0)
      throw Fault("shfl of a part of a warp is not known");
    Machine::write(laneOf(t, lane), i.operands[0], values[from] & 0xFFFFFFFF);
  }
  return Step::Next;
}

/// vote.sync.any, .all: whether a predicate holds in any, or all, of the lanes.
static Step doVote(Machine &m, Thread &t, const Instruction &i) {
  needAllLanes(m, t, i.operands.back());
  size_t count = 0;
  for (size_t lane = 0; lane < 32; ++lane)
    count += m.read(laneOf(t, lane), i.operands.at(1)) != 0;
  if (!i.has("any") && !i.has("all"))
    throw Fault("this kind of vote is not known");
  for (size_t lane = 0; lane < 32; ++lane)
    Machine::write(laneOf(t, lane), i.operands[0], i.has("any") ? count > 0 : count == 32);
  return Step::Next;
}

/// One lane, whichever: the last.
static Step doElect(Machine &m, Thread &t, const Instruction &i) {
  needAllLanes(m, t, i.operands.at(2));
  for (size_t lane = 0; lane < 32; ++lane) {
    Machine::write(laneOf(t, lane), i.operands[0], 31);
    Machine::write(laneOf(t, lane), i.operands[1], lane == 31);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Matrices of 8 x 8 elements of 16 bits
//===----------------------------------------------------------------------===//

/// Row `row` of matrix `matrix`, whose address lane 8 matrix + row gives.
static uint8_t *rowOf(Machine &m, Thread &t, const Operand &address, size_t matrix, size_t row) {
  uint64_t at = m.address(laneOf(t, 8 * matrix + row), address);
  if (at % 16)
    throw Fault("a row at " + std::to_string(at) + ", which is no multiple of 16");
  return m.sharedMemory(at, 16);
}

static Step doLoadMatrix(Machine &m, Thread &t, const Instruction &i) {
  needWholeWarp(t);
  const std::vector<Operand> &to = i.operands.at(0).list;
  std::vector<uint64_t> loaded(32 * to.size());
  for (size_t matrix = 0; matrix < to.size(); ++matrix)
    for (size_t lane = 0; lane < 32; ++lane)
      for (size_t half = 0; half < 2; ++half) {
        size_t row = lane / 4, column = 2 * (lane % 4) + half;
        if (i.has("trans"))
          std::swap(row, column);
        uint16_t element;
        std::memcpy(&element, rowOf(m, t, i.operands.at(1), matrix, row) + 2 * column, 2);
        loaded[32 * matrix + lane] |= uint64_t(element) << (16 * half);
      }
  for (size_t matrix = 0; matrix < to.size(); ++matrix)
    for (size_t lane = 0; lane < 32; ++lane)
      Machine::write(laneOf(t, lane), to[matrix], loaded[32 * matrix + lane]);
  return Step::Next;
}

static Step doStoreMatrix(Machine &m, Thread &t, const Instruction &i) {
  needWholeWarp(t);
  const std::vector<Operand> &from = i.operands.at(1).list;
  for (size_t matrix = 0; matrix < from.size(); ++matrix)
    for (size_t lane = 0; lane < 32; ++lane)
      for (size_t half = 0; half < 2; ++half) {
        size_t row = lane / 4, column = 2 * (lane % 4) + half;
        if (i.has("trans"))
          std::swap(row, column);
        uint16_t element = static_cast<uint16_t>(m.read(laneOf(t, lane), from[matrix]) >> (16 * half));
        std::memcpy(rowOf(m, t, i.operands.at(0), matrix, row) + 2 * column, &element, 2);
        m.noteWrite(laneOf(t, lane), m.address(laneOf(t, 8 * matrix + row), i.operands.at(0)) + 2 * column, 2);
      }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

namespace {
/// A format that is multiplied.
struct Format {
  const char *name;
  size_t bytes;
  double (*read)(uint32_t bits);
  int leastExponent = 0; ///< of the normal numbers, for 8-bit floats
};

constexpr Format formats[] = {
    {"tf32", 4, [](uint32_t bits) { return double(asFloat(bits & ~0x1FFFu)); }},
    {"bf16", 2, [](uint32_t bits) { return double(bfloatToFloat(static_cast<uint16_t>(bits))); }},
    {"f16", 2, [](uint32_t bits) { return double(halfToFloat(static_cast<uint16_t>(bits))); }},
    {"s8", 1, [](uint32_t bits) { return double(static_cast<int8_t>(bits)); }},
    {"u8", 1, [](uint32_t bits) { return double(static_cast<uint8_t>(bits)); }},
    {"e4m3", 1, [](uint32_t bits) { return double(byteToFloat(static_cast<uint8_t>(bits), byteFormatOf('4'))); }, -6},
    {"e5m2", 1, [](uint32_t bits) { return double(byteToFloat(static_cast<uint8_t>(bits), byteFormatOf('5'))); }, -14},
};

/// Without the bits below 2^(exponent - 13).
double cut(double x, int exponent) { return std::ldexp(std::trunc(std::ldexp(x, 13 - exponent)), exponent - 13); }

/// Products and the sum before, as Hopper's tensor cores add those of 8-bit floats (DeepSeek-V3 Technical Report, 2024,
/// sections 3.3.2 and 3.5.2): lined up by the largest exponent, 14 bits of each are added, and 14 bits are the sum.
/// `exponents` are those of the factors together, where a number below the normal ones has that of the least normal.
double addCut(double before, const std::vector<double> &products, const std::vector<int> &exponents) {
  double sum = before;
  int largest = before == 0 ? INT_MIN : std::ilogb(before);
  for (size_t k = 0; k < products.size(); ++k) {
    sum += products[k];
    if (products[k] != 0)
      largest = std::max(largest, exponents[k]);
  }
  if (!std::isfinite(sum) || largest == INT_MIN)
    return sum;
  sum = cut(before, largest);
  for (double product : products)
    sum += cut(product, largest);
  return sum == 0 ? 0 : cut(sum, std::ilogb(sum));
}

/// What is multiplied, and the type of sums: the words `first` and behind name them.
struct ProductFormats {
  Format a, b;
  bool sumsIntegers;

  ProductFormats(const Instruction &i, size_t first)
      : a(lookup(i.words.at(first + 1))), b(lookup(i.words.at(first + 2))), sumsIntegers(i.words[first] == "s32") {
    bool ofIntegers = a.name[0] != 'e' && a.bytes == 1;
    if (a.bytes != b.bytes || (!sumsIntegers && i.words[first] != "f32") || sumsIntegers != ofIntegers)
      throw Fault("sums of this type are not known");
  }

  /// Elements of k in 32 bytes.
  size_t depth() const { return 32 / a.bytes; }

  /// What tensor cores make of `sum` and `depth` products of `left` and `right`.
  uint64_t multiply(uint64_t sum, const double *left, const double *right, size_t depth) const {
    if (a.leastExponent != 0) {
      std::vector<double> products;
      std::vector<int> exponents;
      for (size_t k = 0; k < depth; ++k) {
        products.push_back(left[k] * right[k]);
        exponents.push_back(exponentOf(left[k], a) + exponentOf(right[k], b));
      }
      double before = asFloat(static_cast<uint32_t>(sum));
      return fromFloat(static_cast<float>(addCut(before, products, exponents)));
    }
    double added = 0;
    for (size_t k = 0; k < depth; ++k)
      added += left[k] * right[k];
    if (sumsIntegers)
      return static_cast<uint32_t>(sum + static_cast<uint64_t>(static_cast<int64_t>(added)));
    return fromFloat(static_cast<float>(asFloat(static_cast<uint32_t>(sum)) + added));
  }

private:
  static int exponentOf(double x, const Format &format) {
    return x == 0 || !std::isfinite(x) ? 0 : std::max(std::ilogb(x), format.leastExponent);
  }
  static Format lookup(const std::string &name) {
    for (const Format &format : formats)
      if (format.name == name)
        return format;
    throw Fault("products of this type are not known");
  }
};
} // namespace

/// mma.sync of 16 x 8 results: d, a, b, c. k is 32 bytes, or half as much.
static Step doProduct(Machine &m, Thread &t, const Instruction &i) {
  needWholeWarp(t);
  ProductFormats types(i, i.words.size() - 4);
  size_t depth = types.depth(), inWord = 4 / types.a.bytes;
  if (i.has("m16n8k" + std::to_string(depth / 2)))
    depth /= 2;
  else if (!i.has("m16n8k" + std::to_string(depth)))
    throw Fault("this shape of mma is not known");
  if (i.words.back() != i.words[i.words.size() - 4])
    throw Fault("sums of this type are not known");
  double a[16][32] = {}, b[8][32] = {};
  auto fill = [&](const Operand &operand, bool left) {
    size_t words = operand.list.size();
    for (size_t lane = 0; lane < 32; ++lane)
      for (size_t word = 0; word < words; ++word)
        for (size_t part = 0; part < inWord; ++part) {
          auto bits = static_cast<uint32_t>(m.read(laneOf(t, lane), operand.list[word]) >> (32 / inWord * part));
          size_t along = inWord * (lane % 4) + part, across = lane / 4;
          // Words go down the rows of the left factor first, then along k.
          size_t k = along + 4 * inWord * (left ? word / 2 : word), row = across + (left ? 8 * (word % 2) : 0);
          (left ? a[row][k] : b[across][k]) = (left ? types.a : types.b).read(bits);
        }
  };
  fill(i.operands.at(1), true);
  fill(i.operands.at(2), false);
  uint64_t results[32][4];
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t word = 0; word < 4; ++word) {
      size_t row = lane / 4 + 8 * (word / 2), column = 2 * (lane % 4) + word % 2;
      uint64_t before = m.read(laneOf(t, lane), i.operands.at(3).list.at(word));
      results[lane][word] = types.multiply(before, a[row], b[column], depth);
    }
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t word = 0; word < 4; ++word)
      Machine::write(laneOf(t, lane), i.operands.at(0).list.at(word), results[lane][word]);
  return Step::Next;
}

namespace {
/// A factor of wgmma in shared memory, as its descriptor says: 8 rows of 128 bytes, swizzled, make a pattern.
struct Factor {
  uint64_t address, leading, stride;
  bool kMajor;
  Format format;

  Factor(uint64_t descriptor, uint64_t rank, bool kMajor, Format format)
      : address((rank << kRankShift) + ((descriptor & 0x3FFF) << 4)), leading((descriptor >> 16 & 0x3FFF) << 4),
        stride((descriptor >> 32 & 0x3FFF) << 4), kMajor(kMajor), format(format) {
    if (descriptor >> 62 != 1)
      throw Fault("this swizzle of a wgmma descriptor is not known");
    if (descriptor >> 49 & 7)
      throw Fault("base offsets of wgmma descriptors are not known");
  }

  double read(Machine &m, uint64_t row, uint64_t k) const {
    uint64_t bytes = format.bytes, inRow = 128 / bytes, at;
    if (kMajor) // rows of 128 bytes along k; patterns of 8 rows follow each other
      at = row / 8 * stride + row % 8 * 128 + k * bytes;
    else // 128 bytes along the rows; patterns of 8 k follow each other by `stride`, further rows by `leading`
      at = row / inRow * leading + k / 8 * stride + k % 8 * 128 + row % inRow * bytes;
    at += address;
    at ^= (at >> 7 & 7) << 4;
    m.needFenced(at, bytes);
    uint32_t bits = 0;
    std::memcpy(&bits, m.sharedMemory(at, bytes), bytes);
    return format.read(bits);
  }
};
} // namespace

/// d, descriptors of a (or its registers) and b, whether d is added to, signs, and for 16-bit types whether a (if in
/// shared memory) and b are transposed (their rows, not k, are contiguous). The four warps' products happen together,
/// and are over for all when they are for one: what code relies on that lets one thread say that a warpgroup has read a
/// stage.
static Step doWarpgroupProduct(Machine &m, Thread &t, const Instruction &i) {
  ProductFormats types(i, 5);
  const std::string &shape = i.words.at(4);
  uint64_t columns = std::stoul(shape.substr(4)), depth = types.depth(), rank = t.block->rank;
  auto flag = [&](size_t which) { return which < i.operands.size() && m.read(t, i.operands[which]) != 0; };
  if (shape != "m64n" + std::to_string(columns) + "k" + std::to_string(depth))
    throw Fault("this shape of wgmma is not known");
  if (types.sumsIntegers && columns > 32 && columns % 16 != 0)
    throw Fault("wgmma of integers with " + std::to_string(columns) + " columns");
  if (!types.sumsIntegers && (m.read(t, i.operands.at(4)) != 1 || m.read(t, i.operands.at(5)) != 1))
    throw Fault("wgmma that negates is not known");
  const std::vector<Operand> &words = i.operands.at(1).list;
  if (!words.empty() && words.size() != 4)
    throw Fault("this left factor of wgmma in registers is not known");
  std::optional<Factor> a;
  if (words.empty())
    a.emplace(m.read(t, i.operands.at(1)), rank, !flag(6), types.a);
  Factor b(m.read(t, i.operands.at(2)), rank, !flag(words.empty() ? 7 : 6), types.b);
  bool adds = flag(3);
  const std::vector<Operand> &sums = i.operands.at(0).list;
  if (sums.size() != columns / 2)
    throw Fault("wgmma with " + std::to_string(sums.size()) + " accumulators");
  Thread *threads = &t;
  // Registers are read when the products are made: they may not change before those are done.
  auto readLeft = [=, &m, &words](uint64_t row, uint64_t k) {
    if (a)
      return a->read(m, row, k);
    uint64_t inWord = 4 / types.a.bytes, word = k / inWord;
    Thread &thread = threads[row / 16 * 32 + row % 8 * 4 + word % 4];
    uint64_t bits = m.read(thread, words[word / 4 * 2 + row / 8 % 2]) >> (32 / inWord * (k % inWord));
    return types.a.read(static_cast<uint32_t>(bits));
  };
  auto multiply = [=, &m, &sums] {
    std::vector<double> left(64 * depth), right(columns * depth);
    for (uint64_t k = 0; k < depth; ++k) {
      for (uint64_t row = 0; row < 64; ++row)
        left[row * depth + k] = readLeft(row, k);
      for (uint64_t column = 0; column < columns; ++column)
        right[column * depth + k] = b.read(m, column, k);
    }
    for (size_t index = 0; index < 128; ++index)
      for (size_t j = 0; j < sums.size(); ++j) {
        Thread &thread = threads[index];
        size_t row = index / 32 * 16 + index % 32 / 4 + 8 * (j / 2 % 2), column = 8 * (j / 4) + 2 * (index % 4) + j % 2;
        uint64_t before = adds ? m.read(thread, sums[j]) : 0;
        Machine::write(thread, sums[j], types.multiply(before, &left[row * depth], &right[column * depth], depth));
      }
  };
  t.warpgroup->products.open.push_back({multiply, m.delay()});
  return Step::Next;
}

static Step doCommit(Machine &, Thread &t, const Instruction &) { return t.warpgroup->products.commit(), Step::Next; }
static Step doWait(Machine &m, Thread &t, const Instruction &i) {
  return t.warpgroup->products.waitFor(m.read(t, i.operands.at(0))), Step::Next;
}
static Step doNothing(Machine &, Thread &, const Instruction &) { return Step::Next; }

const Operations &emulator::matrixOperations() {
  static const Operations operations = {
      {"shfl.sync", {doShuffle, Scope::Warp}},
      {"vote.sync", {doVote, Scope::Warp}},
      {"elect.sync", {doElect, Scope::Warp}},
      {"ldmatrix", {doLoadMatrix, Scope::Warp}},
      {"stmatrix", {doStoreMatrix, Scope::Warp}},
      {"mma.sync", {doProduct, Scope::Warp}},
      {"wgmma.fence", {doNothing, Scope::Warp}},
      {"wgmma.mma_async", {doWarpgroupProduct, Scope::Warpgroup}},
      {"wgmma.commit_group", {doCommit, Scope::Warpgroup}},
      {"wgmma.wait_group", {doWait, Scope::Warp}},
  };
  return operations;
}
