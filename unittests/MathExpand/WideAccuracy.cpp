// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Measures the expansions of f64 for NVPTX against long double: special values, random bit patterns, and a range where
// the function bends. Exits with 1 if a function is beyond its limit. Usage: FusionWideMathAccuracy [--samples=N]
// [FUNCTION...]

#include "Jit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cfloat>
#include <cmath>
#include <cstring>
#include <set>

using fusion::MathTarget;
using Number = long double;

namespace {

/// A function of one operand, or of two if `low` is above `high`; the limit is in ULP.
struct Function {
  const char *name;
  Number (*exact)(Number, Number);
  double low, high;
  double limit;

  bool isBinary() const { return low > high; }
  bool takesInteger() const { return !std::strcmp(name, "fpowi"); }
};

#define UNARY(NAME, F, LOW, HIGH, LIMIT)                                                                               \
  Function {                                                                                                           \
    NAME, [](Number x, Number) { return F(x); }, LOW, HIGH, LIMIT                                                      \
  }

const Function kFunctions[] = {
    UNARY("exp", expl, -745, 710, 2),
    UNARY("exp2", exp2l, -1075, 1024, 2),
    UNARY("expm1", expm1l, -2, 2, 2),
    UNARY("log", logl, 0.5, 2, 2),
    UNARY("log2", log2l, 0.5, 2, 2),
    UNARY("log10", log10l, 0.5, 2, 2),
    UNARY("log1p", log1pl, -0.9, 2, 2),
    UNARY("tanh", tanhl, -3, 3, 3),
    UNARY("sinh", sinhl, -3, 30, 3),
    UNARY("cosh", coshl, -3, 30, 3),
    UNARY("asinh", asinhl, -3, 3, 3.5),
    UNARY("acosh", acoshl, 1, 3, 3.5),
    UNARY("atanh", atanhl, -1, 1, 3.5),
    UNARY("erf", erfl, -6, 6, 2),
    UNARY("erfc", erfcl, -6, 28, 3),
    UNARY("sin", sinl, -100, 100, 2),
    UNARY("cos", cosl, -100, 100, 2),
    UNARY("tan", tanl, -100, 100, 3.5),
    UNARY("atan", atanl, -5, 5, 3),
    UNARY("asin", asinl, -1, 1, 4),
    UNARY("acos", acosl, -1, 1, 4),
    UNARY("cbrt", cbrtl, -10, 10, 2),
    UNARY("sqrt", sqrtl, 0, 10, 0.5),
    Function{"rsqrt", [](Number x, Number) { return 1 / sqrtl(x); }, 0, 10, 2},
    Function{"powf", [](Number x, Number y) { return powl(x, y); }, 1, 0, 2},
    Function{"atan2", [](Number x, Number y) { return atan2l(x, y); }, 1, 0, 3.5},
    Function{"fpowi", [](Number x, Number y) { return powl(x, y); }, 1, 0, 2},
};

double ulp(double exact) {
  int exponent = exact == 0 ? -1022 : std::max(std::ilogb(exact), -1022);
  return std::ldexp(1.0, exponent - 52);
}

/// The error in ULP; infinite where NaN, infinity or the sign of zero is wrong.
double error(double y, Number exact) {
  double rounded = static_cast<double>(exact);
  if (std::isnan(rounded) || std::isnan(y))
    return std::isnan(rounded) && std::isnan(y) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(y)) // next to the overflow threshold both neighbours are right
    return rounded == y || std::fabs(exact) > Number(0x1.ffffffffffff0p1023) ? 0 : INFINITY;
  if (rounded == 0 && y == 0)
    return std::signbit(rounded) == std::signbit(y) ? 0 : INFINITY;
  return static_cast<double>(std::fabs(Number(y) - exact) / ulp(rounded));
}

class Random {
public:
  uint64_t bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ (state >> 31);
  }
  double pattern() {
    uint64_t drawn = bits();
    double x;
    std::memcpy(&x, &drawn, sizeof(x));
    return x;
  }
  double between(double low, double high) { return low + (high - low) * ((bits() >> 11) * 0x1p-53); }
  double moderate(int exponents) { return std::ldexp(between(1, 2), int(bits() % exponents) - exponents / 2); }

private:
  uint64_t state = 1;
};

const double kSpecial[] = {0.0,  -0.0,  1,     -1,    INFINITY, -INFINITY, NAN,    0.5,       -0.5,
                           2,    -2,    3,     -3,    5e-324,   -5e-324,   1e-310, 0x1p-1022, DBL_MAX,
                           22,   -22,   19.07, 700,   -745.2,   710.4,     -708.5, 1e-8,      1e16,
                           1e22, 1e300, 0.85,  -0.85, 0.6,      -0.6,      27,     -27,       -1e-20};

struct Worst {
  double error = -1, x = 0, z = 0, y = 0;
  Number exact = 0;
};

/// Runs the operands, eight at a time.
class Runner {
public:
  Runner(const Function &f, void *code) : f(f), code(code) {}

  void add(double x, double z = 0) {
    xs[count] = x;
    zs[count] = z;
    integers[count] = f.takesInteger() ? static_cast<int64_t>(z) : 0;
    if (++count == 8)
      flush();
  }

  Worst finish() {
    while (count != 0)
      add(1, 1);
    return worst;
  }

private:
  void flush() {
    if (f.takesInteger())
      reinterpret_cast<void (*)(const double *, const int64_t *, double *)>(code)(xs, integers, ys);
    else if (f.isBinary())
      reinterpret_cast<void (*)(const double *, const double *, double *)>(code)(xs, zs, ys);
    else
      reinterpret_cast<void (*)(const double *, double *)>(code)(xs, ys);
    for (int i = 0; i < 8; ++i) {
      Number exact = f.exact(xs[i], zs[i]);
      if (double e = error(ys[i], exact); e > worst.error)
        worst = {e, xs[i], zs[i], ys[i], exact};
    }
    count = 0;
  }

  const Function &f;
  void *code;
  alignas(64) double xs[8], zs[8], ys[8];
  alignas(64) int64_t integers[8];
  int count = 0;
  Worst worst;
};

void runUnary(const Function &f, Runner &runner, uint64_t samples) {
  Random random;
  for (double x : kSpecial)
    runner.add(x);
  for (uint64_t n = 0; n < samples; ++n) {
    runner.add(random.between(f.low, f.high));
    runner.add(random.pattern());
    runner.add(random.moderate(80));
  }
}

void runBinary(const Function &f, Runner &runner, uint64_t samples) {
  Random random;
  auto second = [&](double z) { return f.takesInteger() ? std::trunc(std::fmod(z, 1e6)) : z; };
  for (double x : kSpecial)
    for (double z : kSpecial)
      if (!f.takesInteger() || std::isfinite(z))
        runner.add(x, second(z));
  for (uint64_t n = 0; n < samples; ++n) {
    double x = random.moderate(60), z = random.moderate(12);
    runner.add(x, second(n % 2 ? z : -z));
    runner.add(n % 2 ? x : -x, second(random.between(-20, 20)));
    if (!f.takesInteger()) {
      runner.add(random.pattern(), random.pattern());
      runner.add(x, random.between(-1074, 1024) / std::log2(x)); // powers of all magnitudes
    }
  }
}

std::string testModule() {
  std::string text = "!v = vector<8xf64>\n!i = vector<8xi64>\n";
  for (const Function &f : kFunctions) {
    std::string name = f.name, z = f.takesInteger() ? "!i" : "!v";
    text += "func.func @" + name + "(%p: !llvm.ptr, " + (f.isBinary() ? "%q: !llvm.ptr, " : "") + "%r: !llvm.ptr) {\n" +
            "  %x = llvm.load %p : !llvm.ptr -> !v\n";
    if (f.isBinary())
      text += "  %z = llvm.load %q : !llvm.ptr -> " + z + "\n  %y = math." + name +
              " %x, %z : " + (f.takesInteger() ? "!v, !i" : "!v") + "\n";
    else
      text += "  %y = math." + name + " %x : !v\n";
    text += "  llvm.store %y, %r : !v, !llvm.ptr\n  return\n}\n";
  }
  return text;
}

bool check(const Function &f, Jit &jit, uint64_t samples) {
  Runner runner(f, llvm::cantFail(jit.lookup(f.name)));
  (f.isBinary() ? runBinary : runUnary)(f, runner, samples);
  Worst worst = runner.finish();
  bool good = worst.error <= f.limit;
  llvm::outs() << llvm::format("%-6s max error %7.4f ULP (limit %4.2f)  at %.17g", f.name, worst.error, f.limit,
                               worst.x);
  if (f.isBinary())
    llvm::outs() << llvm::format(", %.17g", worst.z);
  llvm::outs() << llvm::format(": %.17g, exact %.17g%s\n", worst.y, double(worst.exact), good ? "" : "  FAIL");
  return good;
}

} // namespace

int main(int argc, char **argv) {
  uint64_t samples = 100000;
  std::set<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (llvm::StringRef arg = argv[i]; !arg.consume_front("--samples="))
      names.insert(argv[i]);
    else if (arg.getAsInteger(10, samples))
      return 2;
  }
  llvm::Expected<Jit> jit = Jit::create(testModule(), MathTarget::NVPTX);
  if (!jit) {
    llvm::errs() << "error: " << toString(jit.takeError()) << "\n";
    return 1;
  }
  bool good = true;
  for (const Function &f : kFunctions)
    if (names.empty() || names.count(f.name))
      good &= check(f, *jit, samples);
  llvm::outs() << (good ? "\nall functions are within their limits\n" : "\nsome functions are beyond their limits\n");
  return good ? 0 : 1;
}
