// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Measures the expansions against double precision: f32 at many operands (a stride through all bit patterns), and every
// bf16 and f16 operand with the result rounded to that type. Three ways: the generic target, NVPTX, and NVPTX with
// fastmath<afn>; the approximate instructions are emulated at their largest documented error. With fastmath<afn> the
// errors take each direction in turn, and f32 operands, as an epilogue has them, are checked before rounding: what 0.51
// ULP leave for it. Functions that saturate do so exactly in all three. Exits with 1 if a function is beyond its limit.
// Usage: FusionMathAccuracy [--stride=N] [FUNCTION...]

#include "Emulation.h"
#include "Functions.h"
#include "Jit.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <set>

using fusion::MathTarget;

namespace {

/// Precision and exponent range of a float type.
struct Format {
  const char *name;
  int mantissaBits, minExponent;
  double largest; ///< the smallest number that rounds to infinity
  double limit;   ///< in ULP, overrides the function's if positive
};

constexpr Format kF32 = {"f32", 23, -126, 0x1.ffffffp127, 0};
constexpr Format kBF16 = {"bf16", 7, -126, 0x1.ffp127, 0.51};
constexpr Format kF16 = {"f16", 10, -14, 0x1.ffep15, 0.51};

float fromBits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

double ulp(double exact, const Format &format) {
  int exponent = exact == 0 ? format.minExponent : std::max(std::ilogb(exact), format.minExponent);
  return std::ldexp(1.0, exponent - format.mantissaBits);
}

/// y rounded to the format.
double roundTo(double y, const Format &format) {
  if (!std::isfinite(y) || std::abs(y) >= format.largest)
    return std::isnan(y) ? y : std::copysign(INFINITY, y);
  double unit = ulp(y, format);
  return std::nearbyint(y / unit) * unit;
}

/// The error in ULP; infinite where NaN, infinity or the sign of zero is wrong.
double error(float y, double exact, const Format &format) {
  double got = format.mantissaBits == 23 ? y : roundTo(y, format);
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(got) || std::abs(exact) >= format.largest) {
    // Next to the overflow threshold both neighbours are right.
    bool close = std::abs(exact) > format.largest * (1 - 4 * std::ldexp(1.0, -format.mantissaBits));
    return std::signbit(got) == std::signbit(exact) && close ? 0 : INFINITY;
  }
  if (exact == 0 && got == 0)
    return std::signbit(got) == std::signbit(exact) ? 0 : INFINITY;
  return std::abs(got - exact) / ulp(exact, format);
}

struct Worst {
  double error = -1;
  float x = 0, z = 0, y = 0;
  double exact = 0;

  void add(double e, float x, float z, float y, double exact) {
    if (e > error)
      *this = {e, x, z, y, exact};
  }
  bool report(const char *name, const Format &format, double limit) const {
    bool good = error <= limit;
    llvm::outs() << llvm::format("%-19s %-5s max error %7.4f ULP (limit %4.2f)  at %.9g", name, format.name, error,
                                 limit, x);
    if (z != 0)
      llvm::outs() << llvm::format(", %.9g", z);
    llvm::outs() << llvm::format(": %.9g, exact %.9g%s\n", y, exact, good ? "" : "  FAIL");
    return good;
  }
};

/// Calls `visit(x, y)` for y = code(x) at every `stride`-th f32 bit pattern, and at the ends of every eighth of a
/// binade.
template <typename Visitor> void forEachF32(Jit::Unary code, uint32_t stride, Visitor visit) {
  alignas(64) float x[16], y[16];
  unsigned count = 0;
  auto flush = [&] {
    code(x, y);
    for (unsigned i = 0; i < count; ++i)
      visit(x[i], y[i]);
    count = 0;
  };
  auto add = [&](uint32_t bits) {
    x[count++] = fromBits(bits);
    if (count == 16)
      flush();
  };
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += stride)
    add(bits);
  for (uint32_t eighth = 0; eighth < 1u << 12; ++eighth) {
    add(eighth << 20);
    add((eighth << 20) | 0xFFFFF);
  }
  flush();
}

bool checkUnary(const UnaryFunction &f, Jit::Unary code, const Format &format, uint32_t stride) {
  Worst worst;
  forEachF32(code, stride, [&](float x, float y) {
    double exact = f.exact(x);
    worst.add(error(y, exact, format), x, 0, y, exact);
  });
  return worst.report(f.name, format, format.limit > 0 ? format.limit : f.limit);
}

/// What the computation adds to the rounding to a 16-bit format: the error of f32 results that are finite in it.
bool checkUnrounded(const UnaryFunction &f, Jit::Unary code, const Format &format, uint32_t stride) {
  Worst worst;
  forEachF32(code, stride, [&](float x, float y) {
    double exact = f.exact(x);
    if (std::abs(exact) < format.largest)
      worst.add(std::isnan(y) ? INFINITY : std::abs(y - exact) / ulp(exact, format), x, 0, y, exact);
  });
  return worst.report((std::string(f.name) + " unrounded").c_str(), format, format.limit - 0.5);
}

/// All f16 values; subnormal ones are exact in f32.
bool checkF16(const UnaryFunction &f, Jit::Unary code) {
  Worst worst;
  alignas(64) float x[16], y[16];
  for (uint32_t base = 0; base < 65536; base += 16) {
    for (uint32_t i = 0; i < 16; ++i)
      x[i] = llvm::APFloat(llvm::APFloat::IEEEhalf(), llvm::APInt(16, base + i)).convertToFloat();
    code(x, y);
    for (unsigned i = 0; i < 16; ++i) {
      double exact = f.exact(x[i]);
      worst.add(error(y[i], exact, kF16), x[i], 0, y[i], exact);
    }
  }
  return worst.report(f.name, kF16, kF16.limit);
}

/// A function that is constant in f32 from some operands on.
struct Saturation {
  const char *name;
  float below, low;  ///< `low` for all x <= below
  float above, high; ///< `high` for all x >= above
};

// tanh and erf round to 1 where 1 - y < 2^-25, and so does the logistic function; it is 0 where e^x < 2^-150.
constexpr Saturation kSaturations[] = {
    {"tanh", -9.011f, -1, 9.011f, 1},
    {"erf", -3.92f, -1, 3.92f, 1},
    {"erfc", -10.1f, 2, 10.1f, 0},
    {"sigmoid", -104.0f, 0, 17.329f, 1},
    {"sigmoid_steep", -1e-36f, 0, 1e-36f, 1},
    {"sigmoid_cubic", -20.0f, 0, 5.2f, 1},
    {"sigmoid_first", -104.0f, 0, 17.329f, 1},
};

/// Not within an error but exactly, since 1 may be subtracted.
bool checkSaturation(const Saturation &s, Jit::Unary code, uint32_t stride) {
  bool good = true;
  forEachF32(code, stride, [&](float x, float y) {
    bool right = x <= s.below ? y == s.low : x >= s.above ? y == s.high : true;
    if (!right && good)
      llvm::outs() << llvm::format("%-19s does not saturate at %.9g: %.9g  FAIL\n", s.name, x, y);
    good &= right;
  });
  return good;
}

bool checkBinary(const BinaryFunction &f, Jit::Binary code, const Format &format, uint64_t samples) {
  static const float special[] = {0.0f,  -0.0f, 1.0f,  -1.0f, INFINITY, -INFINITY, NAN,     0.5f,
                                  -0.5f, 2.0f,  -2.0f, 3.0f,  -3.0f,    1e-40f,    -1e-40f, 1e38f};
  Worst worst;
  alignas(64) float x[16], z[16], y[16];
  uint64_t state = 1;
  for (uint64_t n = 0; n < samples; n += 16) {
    for (unsigned i = 0; i < 16; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      x[i] = n < 256 ? special[n / 16] : fromBits(state >> 32);
      state = state * 6364136223846793005u + 1442695040888963407u;
      z[i] = n < 256 ? special[i] : fromBits((state >> 33) % 0x0A000000 + 0x3A000000 | (state & 0x80000000));
      if (n >= 256 && n % 64 == 0) // operands whose result is in range
        x[i] = fromBits((state >> 40) + 0x3F000000);
      if (n >= 256 && n % 48 == 0)
        z[i] = std::nearbyint(z[i]);
      if (n >= 256 && std::abs(z[i]) > f.largest)
        z[i] = std::fmod(z[i], f.largest);
    }
    code(x, z, y);
    for (unsigned i = 0; i < 16; ++i) {
      double exact = f.exact(x[i], z[i]);
      worst.add(error(y[i], exact, format), x[i], z[i], y[i], exact);
    }
  }
  return worst.report(f.name, format, format.limit > 0 ? format.limit : f.limit);
}

} // namespace

using Names = std::set<std::string>;

template <typename Function> static Function lookup(Jit &jit, const char *name) {
  return reinterpret_cast<Function>(llvm::cantFail(jit.lookup(name)));
}

/// Every function of the target, f32 at every `stride`-th operand. Where approximate forms are allowed, f32 results are
/// checked only for what a 16-bit type sees of them.
static bool checkTarget(MathTarget target, bool approximate, const Names &names, uint32_t stride) {
  llvm::Expected<Jit> jit = Jit::create(testModule(approximate), target);
  if (!jit) {
    llvm::errs() << "error: " << toString(jit.takeError()) << "\n";
    return false;
  }
  bool good = true;
  for (const UnaryFunction &f : unaryFunctions())
    if (names.empty() || names.count(f.name)) {
      auto code = lookup<Jit::Unary>(*jit, f.name);
      if (approximate)
        for (const Format &format : {kBF16, kF16})
          good &= checkUnrounded(f, code, format, stride);
      else
        good &= checkUnary(f, code, kF32, stride);
      good &= checkUnary(f, code, kBF16, 65536);
      good &= checkF16(f, code);
    }
  for (const Saturation &s : kSaturations)
    if (names.empty() || names.count(s.name))
      good &= checkSaturation(s, lookup<Jit::Unary>(*jit, s.name), stride);
  for (const BinaryFunction &f : binaryFunctions())
    if (names.empty() || names.count(f.name))
      good &=
          checkBinary(f, lookup<Jit::Binary>(*jit, f.name), approximate ? kBF16 : kF32, (uint64_t(1) << 33) / stride);
  return good;
}

/// NVPTX, the errors of its instructions in every combination of directions. Precise forms have no exponentials.
static bool checkNVPTX(bool approximate, const Names &names, uint32_t stride) {
  bool good = true;
  for (ErrorDirection d : {ErrorDirection{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
    static const char *const words[] = {"down", "by hash", "up"};
    if (!approximate && d.exponentials != d.others)
      continue;
    llvm::outs() << "\nnvptx" << (approximate ? ", fastmath<afn>" : "") << "; exponentials err "
                 << words[d.exponentials + 1] << ", others " << words[d.others + 1] << "\n";
    setErrorDirection(d);
    good &= checkTarget(MathTarget::NVPTX, approximate, names, stride);
  }
  setErrorDirection({});
  return good;
}

int main(int argc, char **argv) {
  uint32_t stride = 2039;
  Names names;
  for (int i = 1; i < argc; ++i) {
    if (llvm::StringRef arg = argv[i]; !arg.consume_front("--stride="))
      names.insert(argv[i]);
    else if (arg.getAsInteger(10, stride) || stride == 0)
      return 2;
  }
  llvm::outs() << "generic\n";
  bool good = checkTarget(MathTarget::Generic, false, names, stride);
  good &= checkNVPTX(false, names, 8 * stride);
  good &= checkNVPTX(true, names, 8 * stride);
  llvm::outs() << (good ? "\nall functions are within their limits\n" : "\nsome functions are beyond their limits\n");
  return good ? 0 : 1;
}
