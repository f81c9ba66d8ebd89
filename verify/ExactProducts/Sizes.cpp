// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads sizes from text, and draws them.

#include "Sizes.h"
#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Random.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::exact;

std::string Size::name() const { return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k); }

/// Splits at commas.
static std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> items;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return items;
}

Error exact::parseValues(const std::string &option, const std::string &text, std::vector<int64_t> &values) {
  values.clear();
  for (const std::string &item : split(text)) {
    std::string first = item.substr(0, item.find(':')), last = item.substr(item.rfind(':') + 1);
    int64_t value = 0, end = 0;
    if (Error error = cli::takeNumber(option, first, 0, INT64_MAX, value))
      return error;
    if (Error error = cli::takeNumber(option, last, 0, INT64_MAX, end))
      return error;
    for (; value <= end; ++value)
      values.push_back(value);
  }
  return {};
}

std::vector<Size> exact::parseSizes(const std::string &text) {
  std::vector<Size> sizes;
  for (const std::string &item : split(text)) {
    char *end = nullptr;
    Size size;
    size.m = std::strtoll(item.c_str(), &end, 10);
    size.n = *end == 'x' ? std::strtoll(end + 1, &end, 10) : 0;
    size.k = *end == 'x' ? std::strtoll(end + 1, &end, 10) : 0;
    sizes.push_back(size);
  }
  return sizes;
}

/// `count` values: those of `values` in one random order after the other.
static std::vector<int64_t> deal(std::vector<int64_t> values, int64_t count, uint64_t dimension) {
  std::vector<int64_t> dealt;
  for (uint64_t draw = 0; static_cast<int64_t>(dealt.size()) < count;) {
    for (size_t i = values.size(); i-- > 1;) // Fisher and Yates' shuffle
      std::swap(values[i], values[randomBits(7, dimension, draw++) % (i + 1)]);
    dealt.insert(dealt.end(), values.begin(), values.end());
  }
  return dealt;
}

std::vector<Size> SizeSet::sizes() const {
  std::vector<Size> all;
  bool combinations = !m.empty() && !n.empty() && !k.empty();
  if (combinations && sample > 0) {
    std::vector<int64_t> ms = deal(m, sample, 0), ns = deal(n, sample, 1), ks = deal(k, sample, 2);
    for (int64_t i = 0; i < sample; ++i)
      all.push_back({ms[i], ns[i], ks[i]});
    std::sort(all.begin(), all.end(),
              [](const Size &a, const Size &b) { return std::tie(a.k, a.m, a.n) < std::tie(b.k, b.m, b.n); });
  } else if (combinations) {
    for (int64_t l : k)
      for (int64_t i : m)
        for (int64_t j : n)
          all.push_back({i, j, l});
  }
  all.insert(all.end(), list.begin(), list.end());
  return all;
}
