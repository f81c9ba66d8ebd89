// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses an instruction by a seed, and makes another one of it.

#include "FaultyText.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace emulator;

namespace {
/// A line of a kernel that is one instruction: "@%p1 add.s32 %r1, %r2, 4;".
struct Line {
  size_t number; ///< in the text
  std::string kernel, guard, opcode;
  std::vector<std::string> operands;

  std::string text() const {
    std::string all = "\t" + guard + opcode + " \t";
    for (size_t i = 0; i < operands.size(); ++i)
      all += (i ? ", " : "") + operands[i];
    return all + ";";
  }
};

enum class Kind { Constant, Operator, Index, Order, Store };
constexpr int kKinds = 5;
} // namespace

static uint64_t mix(uint64_t x) { // splitmix64
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}
static uint64_t mix(uint64_t x, const std::string &text) {
  for (char c : text)
    x = mix(x ^ static_cast<unsigned char>(c));
  return x;
}

static std::string trim(const std::string &text) {
  size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

static std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines(1);
  for (char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

/// The operands of an instruction: commas in brackets and braces do not part them.
static std::vector<std::string> splitOperands(const std::string &text) {
  std::vector<std::string> operands(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0)
      operands.emplace_back();
    else
      operands.back() += c;
  }
  for (std::string &operand : operands)
    operand = trim(operand);
  return operands;
}

/// False for lines that are no instruction, or more than one.
static bool parseLine(const std::string &text, Line &line) {
  std::string rest = trim(text.substr(0, text.find("//")));
  if (rest.empty() || rest.back() != ';' || rest.find(';') + 1 != rest.size() || rest[0] == '.' || rest[0] == '{')
    return false;
  rest.pop_back();
  if (rest[0] == '@') {
    size_t end = rest.find_first_of(" \t");
    line.guard = rest.substr(0, end) + " ";
    rest = trim(rest.substr(end));
  }
  size_t end = rest.find_first_of(" \t");
  if (end == std::string::npos)
    return false;
  line.opcode = rest.substr(0, end);
  line.operands = splitOperands(trim(rest.substr(end)));
  return line.opcode.find(':') == std::string::npos;
}

static std::vector<Line> findInstructions(const std::vector<std::string> &lines) {
  std::vector<Line> found;
  std::string kernel;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (size_t at = lines[i].find(".entry "); at != std::string::npos) {
      std::string name = trim(lines[i].substr(at + strlen(".entry ")));
      kernel = name.substr(0, name.find('('));
    }
    Line line{i, kernel, "", "", {}};
    if (!kernel.empty() && parseLine(lines[i], line))
      found.push_back(line);
  }
  return found;
}

static bool startsWith(const std::string &text, const char *prefix) { return text.rfind(prefix, 0) == 0; }
static bool isOneOf(const std::string &text, std::initializer_list<const char *> prefixes) {
  for (const char *prefix : prefixes)
    if (startsWith(text, prefix))
      return true;
  return false;
}

static bool isInteger(const std::string &operand) {
  return !operand.empty() && (isdigit(static_cast<unsigned char>(operand[0])) || operand[0] == '-') &&
         operand.find('f') == std::string::npos && operand.find('d') == std::string::npos;
}

/// Another float of the digits behind "0f" or "0d": half as large again, or 1 in place of 0.
static bool changeFloat(std::string &operand) {
  if (startsWith(operand, "0f") && operand.size() == 10) {
    auto bits = static_cast<uint32_t>(strtoul(operand.c_str() + 2, nullptr, 16));
    float value;
    memcpy(&value, &bits, sizeof(value));
    value = value == 0 ? 1 : 1.5f * value;
    memcpy(&bits, &value, sizeof(value));
    char text[16];
    snprintf(text, sizeof(text), "0f%08X", bits);
    bool changed = operand != text;
    operand = text;
    return changed;
  }
  return false;
}

/// A constant: of floats, or of integers that are no index (masks, shifts, limits of comparisons).
static bool changeConstant(Line &line, uint64_t draw) {
  for (std::string &operand : line.operands)
    if (changeFloat(operand))
      return true;
  if (line.operands.size() < 2 || !isInteger(line.operands.back()) ||
      !isOneOf(line.opcode, {"mov.b32", "setp.", "and.b", "or.b", "shl.", "shr.", "min.", "max.", "selp."}))
    return false;
  long long value = strtoll(line.operands.back().c_str(), nullptr, 0);
  line.operands.back() = std::to_string(value + (draw % 2 ? 1 : value > 0 ? -1 : 2));
  return true;
}

/// Another instruction with the same operands.
static bool changeOperator(Line &line, uint64_t draw) {
  static const char *const pairs[][2] = {
      {"add.", "sub."},       {"sub.", "add."},       {"mul.rn.f", "add.rn.f"},
      {"mul.f32", "add.f32"}, {"max.", "min."},       {"min.", "max."},
      {"setp.lt", "setp.le"}, {"setp.le", "setp.lt"}, {"setp.gt", "setp.ge"},
      {"setp.ge", "setp.gt"}, {"setp.eq", "setp.ne"}, {"setp.ne", "setp.eq"},
      {"and.", "or."},        {"or.", "and."},        {"shl.b32", "shr.u32"},
      {"abs.f", "neg.f"},     {"neg.f", "abs.f"},     {"sqrt.rn.f32", "rcp.rn.f32"},
  };
  for (const auto &[from, to] : pairs)
    if (startsWith(line.opcode, from)) {
      line.opcode = to + line.opcode.substr(strlen(from));
      return true;
    }
  // Operands the other way round, where that makes a difference.
  bool ordered = isOneOf(line.opcode, {"selp.", "div.", "fma.rn.f32", "prmt."});
  if (!ordered || line.operands.size() < 3)
    return false;
  size_t other = line.operands.size() == 4 && draw % 2 ? 3 : 2;
  if (startsWith(line.opcode, "selp."))
    other = 2;
  if (line.operands[1] == line.operands[other] || isInteger(line.operands[other]))
    return false;
  std::swap(line.operands[1], line.operands[other]);
  return true;
}

/// Where something is read or written: an offset in brackets, or a sum or product of integers.
static bool changeIndex(Line &line, uint64_t draw) {
  bool isMemory = isOneOf(line.opcode, {"ld.global", "ld.shared", "st.global", "st.shared", "ldmatrix", "cp.async."});
  for (std::string &operand : line.operands) {
    size_t open = operand.find('['), close = operand.find(']');
    if (!isMemory || open != 0 || close == std::string::npos || operand.find(',') != std::string::npos)
      continue;
    size_t plus = operand.find('+');
    long long offset = plus == std::string::npos ? 0 : strtoll(operand.c_str() + plus + 1, nullptr, 0);
    std::string base = operand.substr(1, (plus == std::string::npos ? close : plus) - 1);
    long long step = line.opcode.find(".v4") != std::string::npos || startsWith(line.opcode, "ldmatrix") ||
                             startsWith(line.opcode, "cp.")
                         ? 16
                     : line.opcode.find(".v2") != std::string::npos || line.opcode.find("64") != std::string::npos ? 8
                     : line.opcode.find("32") != std::string::npos                                                 ? 4
                                                                                                                   : 2;
    offset += offset > 0 && draw % 2 ? -step : step;
    operand = "[" + base + "+" + std::to_string(offset) + "]";
    return true;
  }
  if (!isOneOf(line.opcode, {"add.s", "mad.", "mul.wide", "mul.lo", "shl.b", "mov.u32", "mov.b32"}) ||
      line.operands.size() < 2)
    return false;
  std::string &last = line.operands.back();
  if (isInteger(last)) {
    long long value = strtoll(last.c_str(), nullptr, 0);
    last = std::to_string(value + (draw % 2 || value == 0 ? 1 : -1));
    return true;
  }
  if (startsWith(line.opcode, "mov.") && last == "%tid.x")
    last = "%ctaid.x";
  else if (startsWith(line.opcode, "mov.") && last == "%ctaid.x")
    last = "0";
  else if (line.operands.size() == 3 && line.operands[1] != last)
    last = line.operands[1];
  else
    return false;
  return true;
}

static bool isStore(const Line &line) {
  return isOneOf(line.opcode, {"st.global", "st.shared", "st.v", "cp.async.bulk.tensor", "cp.reduce", "stmatrix",
                               "st.weak", "red.", "cp.async.ca", "cp.async.cg"});
}

/// Whether two neighbouring lines may be exchanged in the text: both are plain, and nothing jumps there.
static bool mayExchange(const Line &first, const Line &second) {
  auto isPlain = [](const Line &line) {
    return !isOneOf(line.opcode, {"bra", "ret", "bar", "barrier", "wgmma", "mbarrier", "mov.b64", "cp.", "fence"});
  };
  return first.kernel == second.kernel && first.number + 1 == second.number && isPlain(first) && isPlain(second);
}

std::string emulator::seedFault(const std::string &ptx, uint64_t seed, std::string &what) {
  std::vector<std::string> lines = splitLines(ptx);
  std::vector<Line> instructions = findInstructions(lines);
  // Each kind has the same chance; where it changes nothing of a module, the next one has its turn. The instruction of
  // the least key is the same in all modules that have it.
  for (int attempt = 0; attempt < kKinds; ++attempt) {
    auto kind = static_cast<Kind>((mix(seed) + static_cast<uint64_t>(attempt)) % kKinds);
    uint64_t least = UINT64_MAX;
    size_t ordinal = 0;
    std::string kernel, oldText, newText;
    size_t number = 0;
    bool two = false;
    for (size_t i = 0; i < instructions.size(); ++i) {
      ordinal = i > 0 && instructions[i - 1].kernel == instructions[i].kernel ? ordinal + 1 : 0;
      uint64_t key = mix(mix(mix(seed + 1) ^ ordinal, instructions[i].kernel), instructions[i].opcode);
      if (key >= least)
        continue;
      Line changed = instructions[i];
      std::string replacement;
      bool applies = false, exchanges = false;
      if (kind == Kind::Constant)
        applies = changeConstant(changed, key);
      else if (kind == Kind::Operator)
        applies = changeOperator(changed, key);
      else if (kind == Kind::Index)
        applies = changeIndex(changed, key);
      else if (kind == Kind::Store)
        applies = isStore(changed);
      else
        applies = exchanges = i + 1 < instructions.size() && mayExchange(instructions[i], instructions[i + 1]);
      if (!applies)
        continue;
      least = key;
      kernel = changed.kernel;
      number = changed.number;
      two = exchanges;
      oldText = trim(lines[number]);
      newText = kind == Kind::Store ? "" : exchanges ? lines[number + 1] : changed.text();
    }
    if (least == UINT64_MAX)
      continue;
    what = kernel + ": " + oldText + " -> " +
           (two               ? "behind the next one"
            : newText.empty() ? "nothing"
                              : trim(newText));
    if (two)
      lines[number + 1] = lines[number];
    lines[number] = newText;
    std::string text;
    for (const std::string &line : lines)
      text += line + "\n";
    return text;
  }
  what.clear();
  return ptx;
}
