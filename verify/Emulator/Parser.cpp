// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads PTX as LLVM's back end writes it.

#include "Program.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

using namespace emulator;

bool Instruction::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What names consist of in PTX, which has no dot in them.
static constexpr const char *kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

namespace {
const std::map<std::string, SpecialRegister> &specialRegisters() {
  static const std::map<std::string, SpecialRegister> all = {
      {"%tid.x", TidX},
      {"%tid.y", TidY},
      {"%tid.z", TidZ},
      {"%ntid.x", NTidX},
      {"%ctaid.x", CtaIdX},
      {"%ctaid.y", CtaIdY},
      {"%ctaid.z", CtaIdZ},
      {"%nctaid.x", NCtaIdX},
      {"%laneid", LaneId},
      {"%cluster_ctarank", ClusterCtaRank},
      {"%cluster_nctarank", ClusterNCta},
  };
  return all;
}

/// The type that a word of an opcode names; bits 0 if it names none.
Type parseType(const std::string &word) {
  if (word == "pred")
    return {'p', 1};
  if (word == "bf16" || word == "bf16x2")
    return {'B', word == "bf16" ? 16u : 32u};
  if (word == "f16x2")
    return {'f', 32}; // the words tell it from f32
  if (word == "tf32")
    return {'t', 32};
  if (word.substr(0, 4) == "e4m3" || word.substr(0, 4) == "e5m2")
    return {word[1], word.size() == 4 ? 8u : 16u};
  static const std::string kinds = "busf";
  if (word.size() >= 2 && kinds.find(word[0]) != std::string::npos)
    for (unsigned bits : {8u, 16u, 32u, 64u, 128u})
      if (word.substr(1) == std::to_string(bits))
        return {word[0], bits};
  return {'b', 0};
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (at <= text.size()) {
    size_t end = std::min(text.find(separator, at), text.size());
    if (end > at)
      parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::string trim(std::string text) {
  size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

class Parser {
public:
  explicit Parser(const std::string &ptx) {
    for (size_t at = 0; at < ptx.size();) {
      size_t end = std::min(ptx.find('\n', at), ptx.size());
      lines.push_back(ptx.substr(at, end - at));
      at = end + 1;
    }
    for (std::string line : lines) {
      line = line.substr(0, line.find("//"));
      text += line + "\n";
    }
  }

  std::map<std::string, Kernel> parse() {
    while (skipSpace())
      parseTopLevel();
    return std::move(kernels);
  }

private:
  [[noreturn]] void fail(const std::string &message) const {
    throw Fault("line " + std::to_string(line()) + ": " + message + ": " +
                trim(lines[static_cast<size_t>(line()) - 1]));
  }
  /// Of `at`, which only grows.
  int line() const {
    for (; counted < std::min(at, text.size()); ++counted)
      newlines += text[counted] == '\n';
    return std::min(static_cast<int>(lines.size()), 1 + newlines);
  }
  bool skipSpace() {
    while (at < text.size() && isspace(static_cast<unsigned char>(text[at])))
      ++at;
    return at < text.size();
  }
  /// The text up to one of `ends`, which is passed.
  std::string take(const char *ends) {
    size_t end = text.find_first_of(ends, at);
    if (end == std::string::npos)
      fail("text ends too early");
    std::string taken = text.substr(at, end - at);
    at = end + 1;
    return trim(taken);
  }

  void parseTopLevel() {
    if (text.compare(at, 8, ".visible") == 0 || text.compare(at, 6, ".entry") == 0)
      return parseKernel();
    // What an assertion needs: its function, and texts, which are not read.
    if (text.compare(at, 13, ".extern .func") == 0)
      return void(take(";"));
    if (text.compare(at, 7, ".global") == 0) {
      std::string head = take("[");
      texts.insert(head.substr(head.rfind(' ') + 1));
      return void(take(";"));
    }
    std::string directive = take("\n");
    if (directive.find(".extern .shared") == 0)
      sharedName = trim(directive.substr(directive.rfind(' '), directive.rfind('[') - directive.rfind(' ')));
    else if (directive.find(".version") != 0 && directive.find(".target") != 0 && directive.find(".address_size") != 0)
      fail("unknown directive");
  }

  void parseKernel() {
    Kernel kernel;
    std::string head = take("(");
    kernel.name = trim(head.substr(head.rfind(' ')));
    if (kernel.name.find_first_not_of(kNameCharacters) != std::string::npos)
      fail("an assembler takes no kernel of this name");
    parameters.clear(), labels.clear(), uses.clear(), variables.clear(), scopes = {{}};
    for (const std::string &parameter : split(take(")"), ','))
      parseParameter(kernel, trim(parameter));
    std::string directives = take("{");
    kernel.maxThreads = product(directives, ".maxntid"), kernel.cluster = product(directives, ".reqnctapercluster");
    parseBody(kernel);
    for (const auto &[instruction, operand, name, where] : uses) {
      auto label = labels.find(name);
      if (label == labels.end())
        throw Fault("line " + std::to_string(where) + ": no label " + name);
      kernel.code[instruction].operands[operand].value = label->second;
    }
    kernel.registers = static_cast<uint32_t>(count);
    kernel.lines = lines;
    checkStores(kernel);
    kernels[kernel.name] = std::move(kernel);
    count = 0;
  }

  /// The number that stands at `from`, or behind spaces there.
  uint32_t readNumber(const std::string &text, size_t from) const {
    char *end = nullptr;
    const char *begin = text.c_str() + from;
    unsigned long number = std::strtoul(begin, &end, 10);
    if (end == begin)
      fail("no number where one is expected");
    return static_cast<uint32_t>(number);
  }

  /// Of the numbers behind a directive; 0, or for clusters 1, if it is not there.
  unsigned product(const std::string &directives, const std::string &name) const {
    size_t found = directives.find(name);
    if (found == std::string::npos)
      return name == ".reqnctapercluster";
    unsigned result = 1;
    std::string line = directives.substr(found + name.size());
    for (const std::string &number : split(line.substr(0, line.find('\n')), ','))
      result *= readNumber(number, 0);
    return result;
  }

  void parseParameter(Kernel &kernel, const std::string &text) {
    std::string name = text.substr(text.find_last_of(" \t") + 1);
    uint32_t size = 8, alignment = 8;
    if (size_t bracket = name.find('['); bracket != std::string::npos) {
      size = readNumber(name, bracket + 1);
      alignment = 64;
      name.resize(bracket);
    } else {
      for (const std::string &word : split(text, ' '))
        if (Type type = parseType(word.substr(1)); word[0] == '.' && type.bits && word != ".b8")
          size = alignment = type.bits / 8;
    }
    kernel.parameterBytes = (kernel.parameterBytes + alignment - 1) / alignment * alignment;
    parameters[name] = kernel.parameterBytes;
    kernel.parameterOffsets.push_back(kernel.parameterBytes);
    kernel.parameterSizes.push_back(size);
    kernel.parameterBytes += size;
  }

  void parseBody(Kernel &kernel) {
    for (;;) {
      if (!skipSpace())
        fail("a kernel without an end");
      if (text[at] == '{') {
        ++at;
        scopes.emplace_back();
        continue;
      }
      if (text[at] == '}') {
        ++at;
        scopes.pop_back();
        if (scopes.empty())
          return;
        continue;
      }
      size_t word = text.find_first_of(" \t\n;:{", at);
      if (text[at] == '$' && word != std::string::npos && text[word] == ':') {
        labels[text.substr(at, word - at)] = kernel.code.size();
        at = word + 1;
        continue;
      }
      int where = line();
      std::string statement = take(";");
      if (statement.compare(0, 4, ".reg") == 0)
        parseRegisters(statement);
      else if (statement.compare(0, 7, ".shared") == 0)
        parseVariable(kernel, statement);
      else if (statement.compare(0, 4, "call") == 0 && statement.find("__assertfail") != std::string::npos)
        parseInstruction(kernel, "trap", where);
      else if (!isPartOfCall(statement) && statement.compare(0, 7, ".pragma") != 0)
        parseInstruction(kernel, statement, where);
    }
  }

  /// Arguments of a failing assertion.
  static bool isPartOfCall(const std::string &statement) {
    return statement.compare(0, 6, ".param") == 0 || statement.compare(0, 8, "st.param") == 0;
  }

  /// ".reg .b32 %r<273>", ".reg .pred p" or ".reg .b64 %a, %b, %c<4>".
  void parseRegisters(const std::string &statement) {
    size_t type = statement.find('.', 4), names = statement.find_first_of(" \t", type);
    for (const std::string &item : split(statement.substr(names), ',')) {
      std::string name = trim(item);
      size_t angle = name.find('<');
      if (angle == std::string::npos) {
        scopes.back()[name] = count++;
        continue;
      }
      size_t number = std::strtoul(name.c_str() + angle + 1, nullptr, 10);
      for (size_t i = 0; i < number; ++i)
        scopes.back()[name.substr(0, angle) + std::to_string(i)] = count++;
    }
  }

  /// ".shared .align 4 .b8 name[128]" or ".shared .align 4 .f32 name". They lie in front of dynamic shared memory.
  void parseVariable(Kernel &kernel, const std::string &statement) {
    size_t align = statement.find(".align"), space = statement.find_last_of(" \t"),
           bracket = statement.find('[', space);
    if (align == std::string::npos || space == std::string::npos)
      fail("unknown variable");
    uint32_t alignment = readNumber(statement, align + 6);
    uint32_t size = 1;
    for (const std::string &word : split(statement.substr(0, space), ' '))
      if (Type type = parseType(word.substr(std::min<size_t>(1, word.size()))); type.bits)
        size = type.bits / 8;
    if (bracket != std::string::npos)
      size *= readNumber(statement, bracket + 1);
    kernel.sharedBytes = (kernel.sharedBytes + alignment - 1) / alignment * alignment;
    variables[statement.substr(space + 1, bracket == std::string::npos ? bracket : bracket - space - 1)] =
        kernel.sharedBytes;
    kernel.sharedBytes += size;
  }

  const size_t *findRegister(const std::string &name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
      if (auto found = scope->find(name); found != scope->end())
        return &found->second;
    return nullptr;
  }

  void parseInstruction(Kernel &kernel, std::string statement, int where) {
    Instruction instruction;
    instruction.line = where;
    if (statement[0] == '@') {
      size_t space = statement.find_first_of(" \t");
      instruction.hasGuard = true, instruction.guardNot = statement[1] == '!';
      std::string name = statement.substr(instruction.guardNot ? 2 : 1, space - (instruction.guardNot ? 2 : 1));
      const size_t *reg = findRegister(name);
      if (!reg)
        throw Fault("line " + std::to_string(where) + ": no register " + name);
      instruction.guard = static_cast<uint32_t>(*reg);
      statement = trim(statement.substr(space));
    }
    size_t space = std::min(statement.find_first_of(" \t\n"), statement.size());
    instruction.words = split(statement.substr(0, space), '.');
    for (const std::string &word : instruction.words) {
      if (Type type = parseType(word); type.bits)
        instruction.from = instruction.type, instruction.type = type;
      if (word == "v2" || word == "v4")
        instruction.lanes = word[1] - '0';
      if (word == "v8")
        instruction.lanes = 8;
    }
    if (instruction.words[0] == "cvt")
      std::swap(instruction.type, instruction.from);
    instruction.ftz = instruction.has("ftz");
    for (const char *word : {"shared", "shared::cta", "shared::cluster"})
      instruction.space = instruction.has(word) ? Instruction::Shared : instruction.space;
    if (instruction.has("param"))
      instruction.space = Instruction::Param;
    const Operation *operation = findOperation(instruction.words);
    if (!operation)
      throw Fault("line " + std::to_string(where) + ": unknown instruction: " + statement);
    instruction.handler = operation->handler, instruction.scope = operation->scope;
    std::string rest = space < statement.size() ? statement.substr(space) : "";
    size_t position = 0;
    while (position < rest.size()) {
      Operand operand = parseOperand(rest, position, where);
      if (operand.kind == Operand::Label)
        uses.push_back({kernel.code.size(), instruction.operands.size(), pendingLabel, where});
      instruction.operands.push_back(std::move(operand));
    }
    kernel.code.push_back(std::move(instruction));
  }

  /// The operand at `position`, which moves behind it and the comma or bar that follows.
  Operand parseOperand(const std::string &rest, size_t &position, int where) {
    auto skip = [&](const char *what) {
      while (position < rest.size() && strchrOf(what, rest[position]))
        ++position;
    };
    skip(" \t\n");
    Operand operand;
    if (position < rest.size() && (rest[position] == '{' || rest[position] == '[')) {
      char close = rest[position] == '{' ? '}' : ']';
      operand.kind = close == '}' ? Operand::List : Operand::Address;
      ++position;
      while (skip(" \t\n"), position < rest.size() && rest[position] != close) {
        if (rest[position] == '+') { // an offset of an address
          ++position;
          operand.value += parseOperand(rest, position, where).value;
        } else {
          operand.list.push_back(parseOperand(rest, position, where));
        }
      }
      ++position;
    } else {
      size_t end = std::min(rest.find_first_of(" \t\n,|+{}[]", position), rest.size());
      operand = parseAtom(rest.substr(position, end - position), where);
      position = end;
    }
    skip(" \t\n,|");
    return operand;
  }
  static bool strchrOf(const char *set, char c) { return std::string_view(set).find(c) != std::string_view::npos; }

  Operand parseAtom(const std::string &atom, int where) {
    Operand operand;
    if (atom == "_")
      return operand;
    if (const size_t *reg = findRegister(atom)) {
      operand.kind = Operand::Register, operand.reg = static_cast<uint32_t>(*reg);
    } else if (auto special = specialRegisters().find(atom); special != specialRegisters().end()) {
      operand.kind = Operand::Special, operand.reg = special->second;
    } else if (auto parameter = parameters.find(atom); parameter != parameters.end()) {
      operand.kind = Operand::Parameter, operand.value = parameter->second;
    } else if (auto variable = variables.find(atom); variable != variables.end()) {
      operand.kind = Operand::Shared, operand.value = variable->second;
    } else if (atom == sharedName) {
      if (!variables.empty())
        throw Fault("line " + std::to_string(where) + ": variables beside dynamic shared memory are not known");
      operand.kind = Operand::Shared;
    } else if (texts.count(atom)) {
      operand.kind = Operand::Immediate;
    } else if (atom[0] == '$') {
      operand.kind = Operand::Label, pendingLabel = atom;
    } else if (atom.size() > 2 && atom[0] == '0' && (atom[1] == 'f' || atom[1] == 'd')) {
      operand.kind = Operand::Immediate, operand.value = std::strtoull(atom.c_str() + 2, nullptr, 16);
    } else {
      char *end = nullptr;
      operand.kind = Operand::Immediate;
      operand.value = atom[0] == '-' ? static_cast<uint64_t>(std::strtoll(atom.c_str(), &end, 0))
                                     : std::strtoull(atom.c_str(), &end, 0);
      if (*end == 'U')
        ++end;
      if (end == atom.c_str() || *end)
        throw Fault("line " + std::to_string(where) + ": unknown operand '" + atom + "'");
    }
    return operand;
  }

  struct Use {
    size_t instruction, operand;
    std::string label;
    int line;
  };
  std::string text, sharedName, pendingLabel;
  std::set<std::string> texts; ///< names of variables that assertions print
  std::vector<std::string> lines;
  size_t at = 0, count = 0;
  mutable size_t counted = 0;
  mutable int newlines = 0;
  std::map<std::string, Kernel> kernels;
  std::map<std::string, uint64_t> parameters, variables; ///< offsets
  std::map<std::string, size_t> labels;
  std::vector<std::map<std::string, size_t>> scopes;
  std::vector<Use> uses;
};
} // namespace

std::map<std::string, Kernel> emulator::parse(const std::string &ptx) { return Parser(ptx).parse(); }
