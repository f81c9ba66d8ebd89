// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Text that a terminal or JSON can take, and the name that was most likely meant.

#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <dirent.h>
#include <memory>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// The first character of a text, or as much of one as is there.
struct Piece {
  size_t bytes;
  bool valid;
};
} // namespace

/// The well-formed sequences of table 3-7 of the Unicode standard.
static Piece firstPiece(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80)
    return {1, true};
  if (lead < 0xc2 || lead > 0xf4)
    return {1, false};
  size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte rules out what is longer than it need be, surrogates and what is above U+10FFFF.
  unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (size_t i = 1; i < bytes; ++i, low = 0x80, high = 0xbf)
    if (i == text.size() || byte(i) < low || byte(i) > high)
      return {i, false};
  return {bytes, true};
}

/// U+0000 to U+001F, and U+007F to U+009F.
static bool isControl(std::string_view character) {
  auto first = static_cast<unsigned char>(character[0]);
  return first < ' ' || first == 0x7f || (first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0);
}

/// Calls `body` with the pieces of the text and whether they are characters.
template <typename Body> static void forEachPiece(std::string_view text, Body body) {
  while (!text.empty()) {
    Piece piece = firstPiece(text);
    body(text.substr(0, piece.bytes), piece.valid);
    text.remove_prefix(piece.bytes);
  }
}

std::string runtime::printable(std::string_view text, std::string_view kept) {
  std::string result;
  forEachPiece(text, [&](std::string_view piece, bool valid) {
    if (valid && (!isControl(piece) || kept.find(piece) != std::string_view::npos)) {
      result += piece;
      return;
    }
    for (unsigned char byte : piece)
      for (char c : {'\\', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]})
        result += c;
  });
  return result;
}

std::string runtime::validUtf8(std::string_view text) {
  std::string result;
  forEachPiece(text, [&](std::string_view piece, bool valid) { result += valid ? piece : "\xef\xbf\xbd"; });
  return result;
}

/// Letters to insert, to leave out, to replace or to swap with the one beside them (optimal string alignment).
static size_t countEdits(std::string_view from, std::string_view to) {
  std::vector<std::vector<size_t>> edits(from.size() + 1, std::vector<size_t>(to.size() + 1));
  for (size_t i = 0; i <= from.size(); ++i)
    for (size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = i + j;
        continue;
      }
      bool equal = from[i - 1] == to[j - 1];
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, edits[i - 1][j - 1] + (equal ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  return edits.back().back();
}

std::string runtime::findNearest(std::string_view given, const std::vector<std::string> &names) {
  constexpr size_t kLongestName = 64, kLettersAnEdit = 3;
  auto bare = [](std::string_view name) { return name.substr(std::min(name.find_first_not_of('-'), name.size())); };
  std::string_view letters = bare(given);
  if (letters.empty() || letters.size() > kLongestName)
    return "";
  const std::string *best = nullptr;
  size_t fewest = std::max<size_t>(1, letters.size() / kLettersAnEdit), mostAlike = 0;
  for (const std::string &name : names) {
    std::string_view other = bare(name);
    size_t edits = countEdits(letters, other);
    // An option of two letters is near to anything. Of several that are as near, the one that begins alike is meant.
    if (edits > fewest || edits >= other.size())
      continue;
    size_t alike = std::mismatch(letters.begin(), letters.end(), other.begin(), other.end()).first - letters.begin();
    if (best && edits == fewest && alike <= mostAlike)
      continue;
    fewest = edits;
    mostAlike = alike;
    best = &name;
  }
  return best ? *best : "";
}

std::string runtime::suggest(std::string_view given, const std::vector<std::string> &names) {
  std::string nearest = findNearest(given, names);
  return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
}

/// The names in a folder, or some of them where it has very many.
static std::vector<std::string> listFolder(const std::string &path) {
  constexpr size_t kMost = 4096;
  std::vector<std::string> names;
  std::unique_ptr<DIR, int (*)(DIR *)> folder(opendir(path.c_str()), closedir);
  while (folder && names.size() < kMost) {
    const dirent *entry = readdir(folder.get());
    if (!entry)
      break;
    names.emplace_back(entry->d_name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// "graph" and ".mlir".
static std::pair<std::string, std::string> splitName(const std::string &name) {
  size_t dot = std::min(name.rfind('.'), name.size());
  return {name.substr(0, dot), name.substr(dot)};
}

std::string runtime::suggestFile(const std::string &path) {
  size_t start = path.rfind('/') + 1; // 0 if there is none
  std::string folder = path.substr(0, start);
  auto [stem, ending] = splitName(path.substr(start));
  std::vector<std::string> same, alike;
  for (const std::string &name : listFolder(folder.empty() ? "." : folder)) {
    auto [otherStem, otherEnding] = splitName(name);
    if (otherStem == stem && !stem.empty())
      same.push_back(otherEnding);
    else if (otherEnding == ending)
      alike.push_back(otherStem);
  }
  std::string nearest = findNearest(stem, alike), otherEnding = findNearest(ending, same);
  std::string name = !same.empty()      ? stem + (otherEnding.empty() ? same.front() : otherEnding)
                     : !nearest.empty() ? nearest + ending
                                        : "";
  return name.empty() ? "" : " (did you mean " + printable(folder + name) + "?)";
}
