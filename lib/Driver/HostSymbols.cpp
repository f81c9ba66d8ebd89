// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The lists of what host code holds, and the checks that emitted code keeps to them.

#include "HostSymbols.h"
#include "fusion/Support/CheckEmitted.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace fusion;

static constexpr StringLiteral kRuntime[] = {"fusion_constant", "fusion_fail", "fusion_fill", "fusion_launch",
                                             "fusion_tensor_map"};

/// Of the mathematical library, in f64; with an 'f' behind them in f32.
static constexpr StringLiteral kLibm[] = {
    "acos",  "acosh",     "asin", "asinh",  "atan", "atan2", "atanh", "cbrt",  "ceil",      "cos",  "cosh",
    "erf",   "erfc",      "exp",  "exp10",  "exp2", "expm1", "fabs",  "floor", "fma",       "fmax", "fmaximum",
    "fmin",  "fminimum",  "fmod", "ldexp",  "log",  "log10", "log1p", "log2",  "nearbyint", "pow",  "rint",
    "round", "roundeven", "sin",  "sincos", "sinh", "sqrt",  "tan",   "tanh",  "trunc"};

/// Of the C library and of the compiler's own library, which the code generator calls.
static constexpr StringLiteral kGenerated[] = {
    // clang-format off
    "memcpy", "memmove", "memset", "memcmp", "bcmp",
    "__extendhfsf2", "__extendhfdf2", "__extendbfsf2", "__truncsfhf2", "__truncdfhf2", "__truncsfbf2", "__truncdfbf2",
    "__gnu_h2f_ieee", "__gnu_f2h_ieee",
    "__divti3", "__modti3", "__udivti3", "__umodti3", "__multi3", "__muloti4", "__ashlti3", "__ashrti3", "__lshrti3",
    "__fixsfti", "__fixdfti", "__fixhfti", "__fixunssfti", "__fixunsdfti", "__fixunshfti",
    "__floattisf", "__floattidf", "__floattihf", "__floattibf",
    "__floatuntisf", "__floatuntidf", "__floatuntihf", "__floatuntibf",
    "__powisf2", "__powidf2",
    "__addtf3", "__subtf3", "__multf3", "__divtf3", "__extendhftf2", "__extendsftf2", "__extenddftf2",
    "__trunctfhf2", "__trunctfsf2", "__trunctfdf2", "__eqtf2", "__netf2", "__lttf2", "__letf2", "__gttf2", "__getf2",
    "__unordtf2", "__fixtfsi", "__fixtfdi", "__floatsitf", "__floatditf",
    "_GLOBAL_OFFSET_TABLE_",
    // clang-format on
};

bool fusion::isHostSymbol(StringRef name) {
  static const llvm::StringSet<> known = [] {
    llvm::StringSet<> names;
    for (StringRef name : kRuntime)
      names.insert(name);
    for (StringRef name : kLibm) {
      names.insert(name);
      names.insert((name + "f").str());
    }
    for (StringRef name : kGenerated)
      names.insert(name);
    return names;
  }();
  return known.contains(name);
}

/// Both checks find faults of this compiler: what an input may hold was checked before.
static InFlightDiagnostic refuse(Location loc) {
  return emitError(loc) << "host code is not emitted, which is a fault of this compiler that wants to be reported: ";
}

LogicalResult fusion::checkHostModule(const llvm::Module &module, Location loc) {
  using llvm::Attribute;
  static constexpr Attribute::AttrKind kFunctionAttrs[] = {Attribute::NoInline, Attribute::Memory, Attribute::NoUnwind,
                                                           Attribute::WillReturn};
  static constexpr llvm::CallingConv::ID kConventions[] = {llvm::CallingConv::C};
  EmittedForms forms = {};
  forms.functionAttrs = kFunctionAttrs;
  forms.callingConventions = kConventions;
  forms.mayDeclare = isHostSymbol;
  forms.mayExport = [](StringRef name) { return name == "fusion_module"; };
  if (std::string found = findForeignPart(module, forms); !found.empty())
    return refuse(loc) << "it has a " << found;
  return success();
}

/// Sections of plain code and data, as their names begin, and what describes them.
static bool isPlainSection(StringRef name) {
  return name.empty() ||
         llvm::any_of(llvm::ArrayRef<StringLiteral>({".text", ".data", ".rodata", ".bss", ".eh_frame", ".rela",
                                                     ".note.GNU-stack", ".comment", ".symtab", ".strtab", ".shstrtab",
                                                     ".llvm_addrsig", ".ltext", ".ldata", ".lrodata", ".lbss"}),
                      [&](StringRef plain) { return name.starts_with(plain); });
}

LogicalResult fusion::checkObject(StringRef object, Location loc) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "host code"));
  if (!file)
    return refuse(loc) << llvm::toString(file.takeError());
  if (!(*file)->isELF())
    return success();
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    llvm::Expected<StringRef> name = section.getName();
    if (!name)
      return refuse(loc) << llvm::toString(name.takeError());
    if (!isPlainSection(*name))
      return refuse(loc) << "it has the section '" << *name << "'";
  }
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!flags || !name)
      return refuse(loc) << llvm::toString(llvm::joinErrors(flags.takeError(), name.takeError()));
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) && !name->empty() && !isHostSymbol(*name))
      return refuse(loc) << "it calls '" << *name << "'";
  }
  return success();
}
