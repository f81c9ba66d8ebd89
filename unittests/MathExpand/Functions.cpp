// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"
#include <cmath>
#include <limits>

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
static double silu(double x, double slope) { return x * sigmoid(slope * x); }
static double geluErf(double x) { return x == -INFINITY ? NAN : double(0.5L * x * erfcl(-x * sqrtl(0.5L))); }
static double geluTanh(double x) {
  long double u = sqrtl(2 / acosl(-1)) * (x + 0.044715L * x * x * x);
  return x == -INFINITY ? NAN : double(x / (1 + expl(-2 * u)));
}

static double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

static double mish(double x) { return x * std::tanh(std::log1p(std::exp(x))); }

/// Infinity over a divisor that is none, even if no number of f32 or f64, is infinity.
static double gate(double n, double z) {
  if (std::isinf(n) && z < INFINITY)
    return n;
  return double(n / (1 + expl(z)));
}

// n / (1 + e^z), and what z is: -x, c x, x (c1 x^2 + c0).
#define LOGISTIC(n)                                                                                                    \
  "%one = arith.constant dense<1.0> : !v\n"                                                                            \
  "%e = math.exp %z fastmath<contract> : !v\n"                                                                         \
  "%d = arith.addf %one, %e fastmath<contract> : !v\n"                                                                 \
  "%y = arith.divf " n ", %d fastmath<contract> {fusion.share_reciprocals} : !v"
#define NEGATED "%z = arith.negf %x fastmath<contract> : !v\n"
#define SCALED(c) "%c = arith.constant dense<" c "> : !v\n%z = arith.mulf %x, %c fastmath<contract> : !v\n"
#define CUBIC(c0, c1)                                                                                                  \
  "%c0 = arith.constant dense<" c0 "> : !v\n%c1 = arith.constant dense<" c1 "> : !v\n"                                 \
  "%s = arith.mulf %x, %x fastmath<contract> : !v\n"                                                                   \
  "%i = math.fma %s, %c1, %c0 fastmath<contract> : !v\n"                                                               \
  "%z = arith.mulf %x, %i fastmath<contract> : !v\n"

// n x erfc(-x / sqrt(2)): gelu where n is 0.5.
#define GELU_ERF(n)                                                                                                    \
  "%n = arith.constant dense<" n "> : !v\n%c = arith.constant dense<-0.707106769> : !v\n"                              \
  "%z = arith.mulf %x, %c fastmath<contract> : !v\n"                                                                   \
  "%e = math.erfc %z fastmath<contract> : !v\n"                                                                        \
  "%h = arith.mulf %x, %n fastmath<contract> : !v\n"                                                                   \
  "%y = arith.mulf %h, %e fastmath<contract> : !v"

// Beside it the same of values that the GPU computes together with x: none of them may be seen in the result.
#define PARTNERS                                                                                                       \
  "%q = arith.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.0, -1.0, 20.0, -20.0, 104.0, -104.0, "  \
  "3.0e+38, -3.0e+38, 1.0e-40, 0.5, -0.5]> : !v\n"
#define PARTNER(n)                                                                                                     \
  "\n%pz = arith.negf %q fastmath<contract> : !v\n"                                                                    \
  "%pe = math.exp %pz fastmath<contract> : !v\n"                                                                       \
  "%pd = arith.addf %p1, %pe fastmath<contract> : !v\n"                                                                \
  "%py = arith.divf " n ", %pd fastmath<contract> {fusion.share_reciprocals} : !v\n"
#define ONE "%p1 = arith.constant dense<1.0> : !v\n"

#define SOFTPLUS                                                                                                       \
  "%0 = arith.constant dense<0.0> : !v\n%a = math.absf %x : !v\n%n = arith.negf %a : !v\n"                             \
  "%e = math.exp %n : !v\n%l = math.log1p %e : !v\n%m = arith.maximumf %x, %0 : !v\n%y = arith.addf %m, %l : !v"

#define MISH                                                                                                           \
  "%0 = arith.constant dense<-64.0> : !v\n%1 = arith.constant dense<32.0> : !v\n"                                      \
  "%2 = arith.constant dense<2.0> : !v\n%3 = arith.constant dense<1.26641655e-14> : !v\n"                              \
  "%4 = arith.constant dense<20.0> : !v\n%t = arith.cmpf olt, %x, %0 : !v\n%a = arith.addf %x, %1 : !v\n"              \
  "%b = arith.select %t, %a, %x : vector<16xi1>, !v\n%e = math.exp %b : !v\n%m = arith.addf %e, %2 : !v\n"             \
  "%f = math.fma %e, %m, %2 : !v\n%u = arith.divf %m, %f : !v\n%g = arith.mulf %x, %u : !v\n"                          \
  "%h = arith.mulf %g, %e : !v\n%i = arith.mulf %h, %3 : !v\n%j = arith.select %t, %i, %h : vector<16xi1>, !v\n"       \
  "%c = arith.cmpf ogt, %x, %4 : !v\n%y = arith.select %c, %x, %j : vector<16xi1>, !v"

// The bodies of composites are those that the fusion dialect builds.
const std::vector<UnaryFunction> &unaryFunctions() {
  static const std::vector<UnaryFunction> functions = {
      {"exp", "%y = math.exp %x : !v", std::exp, 2},
      {"exp2", "%y = math.exp2 %x : !v", std::exp2, 2},
      {"expm1", "%y = math.expm1 %x : !v", std::expm1, 2},
      {"log", "%y = math.log %x : !v", std::log, 2},
      {"log2", "%y = math.log2 %x : !v", std::log2, 2},
      {"log10", "%y = math.log10 %x : !v", std::log10, 2},
      {"log1p", "%y = math.log1p %x : !v", std::log1p, 2},
      {"tanh", "%y = math.tanh %x : !v", std::tanh, 2},
      {"erf", "%y = math.erf %x : !v", std::erf, 2},
      {"erfc", "%y = math.erfc %x : !v", std::erfc, 2},
      {"rsqrt", "%y = math.rsqrt %x : !v", [](double x) { return 1 / std::sqrt(x); }, 2},
      {"sin", "%y = math.sin %x : !v", std::sin, 2},
      {"cos", "%y = math.cos %x : !v", std::cos, 2},
      {"tan", "%y = math.tan %x : !v", std::tan, 3.5},
      {"atan", "%y = math.atan %x : !v", std::atan, 2},
      {"asin", "%y = math.asin %x : !v", std::asin, 3.5},
      {"acos", "%y = math.acos %x : !v", std::acos, 3.5},
      {"asinh", "%y = math.asinh %x : !v", std::asinh, 3.5},
      {"acosh", "%y = math.acosh %x : !v", std::acosh, 3.5},
      {"atanh", "%y = math.atanh %x : !v", std::atanh, 3.5},
      {"cbrt", "%y = math.cbrt %x : !v", std::cbrt, 2},
      {"sinh", "%y = math.sinh %x : !v", std::sinh, 3},
      {"cosh", "%y = math.cosh %x : !v", std::cosh, 3},
      {"pow_half", "%c = arith.constant dense<0.5> : !v\n%y = math.powf %x, %c : !v",
       [](double x) { return std::pow(x, 0.5); }, 0.5},
      {"pow_3", "%c = arith.constant dense<3.0> : !v\n%y = math.powf %x, %c : !v", [](double x) { return x * x * x; },
       2},
      {"fpowi_5", "%c = arith.constant dense<5> : vector<16xi32>\n%y = math.fpowi %x, %c : !v, vector<16xi32>",
       [](double x) { return std::pow(x, 5); }, 2},
      {"fpowi_m4", "%c = arith.constant dense<-4> : vector<16xi32>\n%y = math.fpowi %x, %c : !v, vector<16xi32>",
       [](double x) { return std::pow(x, -4); }, 2},
      {"sigmoid", NEGATED LOGISTIC("%one"), sigmoid, 4},
      {"silu", NEGATED LOGISTIC("%x"), [](double x) { return silu(x, 1); }, 4},
      {"silu_1702", SCALED("-1.702") LOGISTIC("%x"), [](double x) { return silu(x, 1.702f); }, 4},
      {"silu_flat", SCALED("-0.01") LOGISTIC("%x"), [](double x) { return silu(x, 0.01f); }, 4},
      {"sigmoid_steep", SCALED("-3.0e+38") LOGISTIC("%one"), [](double x) { return sigmoid(3.0e38f * x); }, 4},
      {"sigmoid_flat", SCALED("-1.0e-37") LOGISTIC("%one"), [](double x) { return sigmoid(1.0e-37f * x); }, 4},
      {"sigmoid_cubic", CUBIC("-1.59576912", "-0.0713548163") LOGISTIC("%one"),
       [](double x) { return sigmoid(1.5957691216057307118 * (x + 0.044715 * x * x * x)); }, 4},
      {"silu_cubic_flat", CUBIC("-0.01", "-0.001") LOGISTIC("%x"),
       [](double x) { return x * sigmoid(x * (0.01f + double(0.001f) * x * x)); }, 4},
      {"gelu_tanh", CUBIC("-1.59576912", "-0.0713548163") LOGISTIC("%x"), geluTanh, 4},
      {"sigmoid_first", PARTNERS ONE NEGATED LOGISTIC("%one") PARTNER("%q"), sigmoid, 4},
      {"silu_second", PARTNERS ONE PARTNER("%p1") NEGATED LOGISTIC("%x"), [](double x) { return silu(x, 1); }, 4},
      {"gelu_first", PARTNERS ONE CUBIC("-1.59576912", "-0.0713548163") LOGISTIC("%x") PARTNER("%q"), geluTanh, 4},
      {"gelu_second", PARTNERS ONE PARTNER("%q") CUBIC("-1.59576912", "-0.0713548163") LOGISTIC("%x"), geluTanh, 4},
      {"softplus", SOFTPLUS, softplus, 4},
      {"mish", MISH, mish, 4},
      {"gelu_erf_mixed", GELU_ERF("0.3"), [](double x) { return 2 * 0.3f * geluErf(x); }, 4},
      {"gelu_erf", GELU_ERF("0.5"), geluErf, 4},
  };
  return functions;
}

const std::vector<BinaryFunction> &binaryFunctions() {
  static const std::vector<BinaryFunction> functions = {
      {"powf", "%y = math.powf %x, %z : !v", std::pow, 2},
      {"atan2", "%y = math.atan2 %x, %z : !v", std::atan2, 3},
      {"gate", LOGISTIC("%x"), gate, 4, 174}, // from there on e^z is infinity
  };
  return functions;
}

static std::string function(const std::string &name, const std::string &body, bool binary) {
  std::string z = binary ? "%q: !llvm.ptr, " : "";
  return "func.func @" + name + "(%p: !llvm.ptr, " + z + "%r: !llvm.ptr) {\n" +
         "  %x = llvm.load %p : !llvm.ptr -> !v\n" + (binary ? "  %z = llvm.load %q : !llvm.ptr -> !v\n" : "") + body +
         "\n  llvm.store %y, %r : !v, !llvm.ptr\n  return\n}\n";
}

/// `body` with fastmath<afn> on functions and quotients.
static std::string addFlags(const std::string &body) {
  std::string result;
  for (size_t begin = 0, end; begin < body.size(); begin = end + 1) {
    end = std::min(body.find('\n', begin), body.size());
    std::string line = body.substr(begin, end - begin);
    size_t flags = line.find("fastmath<"), type = line.find(" : ");
    if (flags != std::string::npos)
      line.insert(flags + 9, "afn,");
    else if (line.find(" math.") != std::string::npos && type != std::string::npos)
      line.insert(type, " fastmath<afn>");
    result += line + "\n";
  }
  return result;
}

std::string testModule(bool approximate) {
  auto flagged = [&](const char *body) { return approximate ? addFlags(body) : std::string(body); };
  std::string text = "!v = vector<16xf32>\n";
  for (const UnaryFunction &f : unaryFunctions())
    text += function(f.name, flagged(f.body), false);
  for (const BinaryFunction &f : binaryFunctions())
    text += function(f.name, flagged(f.body), true);
  return text;
}
