// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads and writes NumPy's .npy.

#include "fusion/Runtime/Npy.h"
#include "Files.h"
#include "Limits.h"
#include "fusion/Runtime/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;

namespace {
constexpr size_t largestHeader = 65536;

/// The header's dictionary.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  Shape shape;
};

/// Reads the Python literal that NumPy writes: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
class HeaderParser {
public:
  explicit HeaderParser(const std::string &text) : text(text) {}

  Error parse(Header &header) {
    bool seen[3] = {};
    if (!accept('{'))
      return bad("expected '{'");
    while (!accept('}')) {
      std::string key;
      if (!string(key) || !accept(':'))
        return bad("expected a key");
      int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (which < 0 || seen[which])
        return bad("unexpected key '" + key + "'");
      seen[which] = true;
      if (Error error = value(which, header))
        return error;
      if (!accept(',') && peek() != '}')
        return bad("expected ',' or '}'");
    }
    if (!seen[0] || !seen[1] || !seen[2])
      return bad("a key is missing");
    return {};
  }

private:
  static Error bad(const std::string &reason) { return Error::make("malformed header: ", reason); }

  Error value(int which, Header &header) {
    if (which == 0) {
      if (peek() == '[')
        return Error::make("structured element types are not supported");
      return string(header.descr) ? Error() : bad("expected a string after 'descr'");
    }
    if (which == 1) {
      header.fortranOrder = word("True");
      return header.fortranOrder || word("False") ? Error() : bad("expected True or False");
    }
    return tuple(header.shape);
  }

  Error tuple(Shape &shape) {
    if (!accept('('))
      return bad("expected a tuple after 'shape'");
    while (!accept(')')) {
      int64_t dim = 0;
      if (!number(dim))
        return bad("expected a dimension below 2^62");
      shape.push_back(dim);
      if (shape.size() > size_t(largestRank))
        return Error::make("more than ", largestRank, " dimensions");
      if (!accept(',') && peek() != ')')
        return bad("expected ',' or ')'");
    }
    return {};
  }

  char peek() {
    while (at < text.size() && std::strchr(" \n\t\r", text[at]) && text[at])
      ++at;
    return at < text.size() ? text[at] : '\0';
  }
  bool accept(char c) {
    if (peek() != c || at >= text.size())
      return false;
    ++at;
    return true;
  }
  bool word(const char *expected) {
    peek();
    size_t length = std::strlen(expected);
    if (text.compare(at, length, expected) != 0)
      return false;
    at += length;
    return true;
  }
  bool string(std::string &value) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    size_t close = text.find(quote, at + 1);
    if (close == std::string::npos)
      return false;
    value = text.substr(at + 1, close - at - 1);
    at = close + 1;
    return true;
  }
  bool number(int64_t &value) {
    size_t start = (peek(), at);
    for (value = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      if (value > (int64_t(1) << 62) / 10 - 1)
        return false;
      value = value * 10 + (text[at] - '0');
    }
    return at > start;
  }

  const std::string &text;
  size_t at = 0;
};

struct DescrRow {
  const char *kind; ///< without the byte order
  FusionDType dtype;
};
/// Unsigned integers are read as those of the same bits. What is read is the first row of its kind, unless another one
/// is wanted; what is written is the first row of its type. ml_dtypes writes f8E5M2 as 'f1', which NumPy does not read.
constexpr DescrRow descrTable[] = {
    {"f2", FUSION_F16},    {"V2", FUSION_BF16}, {"f4", FUSION_F32},      {"f8", FUSION_F64},      {"b1", FUSION_I1},
    {"i1", FUSION_I8},     {"i2", FUSION_I16},  {"i4", FUSION_I32},      {"i8", FUSION_I64},      {"u1", FUSION_I8},
    {"u2", FUSION_I16},    {"u4", FUSION_I32},  {"u8", FUSION_I64},      {"V1", FUSION_F8E4M3FN}, {"V1", FUSION_F8E5M2},
    {"f1", FUSION_F8E5M2}, {"u2", FUSION_BF16}, {"u1", FUSION_F8E4M3FN}, {"u1", FUSION_F8E5M2}};

/// Descriptors that are names, as some writers have them.
constexpr DescrRow nameTable[] = {
    {"bfloat16", FUSION_BF16}, {"float8_e4m3fn", FUSION_F8E4M3FN}, {"float8_e5m2", FUSION_F8E5M2}};
} // namespace

static Expected<FusionDType> parseDescr(const std::string &descr, std::optional<FusionDType> wanted) {
  for (const DescrRow &row : nameTable)
    if (descr == row.kind)
      return row.dtype;
  bool ordered = !descr.empty() && std::strchr("<>|=", descr[0]);
  std::string kind = ordered ? descr.substr(1) : descr;
  std::optional<FusionDType> found;
  for (const DescrRow &row : descrTable)
    if (kind == row.kind && (!found || wanted == row.dtype))
      found = row.dtype;
  if (found && descr[0] == '>' && elementSize(*found) > 1)
    return Error::make("element type '", descr, "' is big-endian, only little-endian data is read");
  if (found)
    return *found;
  return Error::make(
      "element type '", descr,
      "' is not supported (f2, f4, f8, b1, i1, i2, i4, i8, u1, u2, u4, u8, V2 for bf16, V1 for f8E4M3FN, "
      "f1 for f8E5M2)");
}

/// Why reading stopped: an error, or `ending` where the file ends.
static Error cannotRead(const char *ending) {
  return errno ? Error::make("cannot be read: ", std::strerror(errno)) : Error::make(ending);
}

/// Reads magic, version and the header's text; leaves the file at the data, which begins at `start`.
static Error readHeaderText(const File &file, std::string &text, size_t &start) {
  unsigned char lead[12];
  if (!readAll(file.get(), lead, 10))
    return cannotRead("is not an .npy file, as numpy.save writes");
  if (std::memcmp(lead, "\x93NUMPY", 6) != 0)
    return Error::make("is not an .npy file, as numpy.save writes");
  start = 10;
  size_t length = lead[8] | lead[9] << 8;
  if (lead[6] == 2 || lead[6] == 3) {
    if (!readAll(file.get(), lead + 10, 2))
      return cannotRead("is truncated in its header");
    start = 12;
    length |= static_cast<size_t>(lead[10]) << 16 | static_cast<size_t>(lead[11]) << 24;
  } else if (lead[6] != 1) {
    return Error::make("has unknown .npy version ", int(lead[6]), ".", int(lead[7]));
  }
  if (length > largestHeader)
    return Error::make("has a header of ", length, " bytes, more than ", largestHeader);
  text.resize(length);
  start += length;
  return readAll(file.get(), text.data(), length) ? Error() : cannotRead("is truncated in its header");
}

static Expected<HostTensor> readTensor(const File &file, std::optional<FusionDType> wanted) {
  struct stat status;
  if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return Error::make("is not a regular file");
  std::string text;
  size_t start = 0;
  if (Error error = readHeaderText(file, text, start))
    return error;
  Header header;
  if (Error error = HeaderParser(text).parse(header))
    return error;
  auto dtype = parseDescr(header.descr, wanted);
  if (!dtype)
    return dtype.takeError();
  if (header.fortranOrder && header.shape.size() > 1)
    return Error::make("is in Fortran order, only C order is read (numpy.ascontiguousarray before saving)");

  auto bytes = byteSize(*dtype, header.shape);
  if (!bytes)
    return bytes.takeError();
  int64_t there = static_cast<int64_t>(status.st_size) - static_cast<int64_t>(start);
  if (there != *bytes)
    return Error::make(there < *bytes ? "is truncated: " : "has too much data: ", typeName(*dtype, header.shape),
                       " takes ", *bytes, " bytes, the file has ", there);
  auto tensor = HostTensor::allocate(*dtype, header.shape);
  if (!tensor)
    return tensor;
  if (!readAll(file.get(), tensor->data(), static_cast<size_t>(*bytes)))
    return cannotRead("has become shorter");
  if (*dtype == FUSION_I1) // compiled code relies on 0 and 1
    for (int64_t i = 0; i < tensor->elements(); ++i)
      tensor->as<uint8_t>()[i] = tensor->as<uint8_t>()[i] != 0;
  return tensor;
}

Expected<HostTensor> runtime::readNpy(const std::string &path, std::optional<FusionDType> wanted) {
  File file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file)
    return Error::make("cannot read '", path, "': ", std::strerror(errno));
  auto tensor = readTensor(file, wanted);
  if (!tensor)
    return Error::make("'", path, "' ", tensor.error().message());
  return tensor;
}

static std::string makeHeader(const HostTensor &tensor) {
  std::string descr;
  for (const DescrRow &row : descrTable)
    if (row.dtype == tensor.dtype()) {
      descr = concat(elementSize(row.dtype) == 1 ? "|" : "<", row.kind);
      break;
    }
  std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (size_t d = 0; d < tensor.shape().size(); ++d)
    text += concat(d ? ", " : "", tensor.shape()[d]);
  text += tensor.shape().size() == 1 ? ",), }" : "), }";
  text.resize((10 + text.size() + 1 + 63) / 64 * 64 - 10 - 1, ' '); // data starts at a multiple of 64
  return text + "\n";
}

Error runtime::writeNpy(const std::string &path, const HostTensor &tensor) {
  std::string header = makeHeader(tensor);
  char lead[10] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0};
  lead[8] = static_cast<char>(header.size() & 0xff);
  lead[9] = static_cast<char>(header.size() >> 8);
  std::string_view data(static_cast<const char *>(tensor.data()), static_cast<size_t>(tensor.bytes()));
  return writeFile(path, {{lead, sizeof(lead)}, header, data});
}
