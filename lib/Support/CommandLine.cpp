// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sets up LLVM's options for our programs.

#include "fusion/Support/CommandLine.h"
#include "fusion/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

void fusion::setUpOptions(StringRef program, const cl::OptionCategory *category, cl::VersionPrinterTy printMore) {
  cl::SetVersionPrinter([program = program.str(), printMore](raw_ostream &os) {
    os << program << " " FUSION_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
    if (printMore)
      printMore(os);
  });
  for (auto &entry : cl::getRegisteredOptions()) {
    cl::Option &option = *entry.second;
    bool keep = llvm::any_of(option.Categories, [&](cl::OptionCategory *other) {
      return other == category || other->getName() == "Generic Options";
    });
    if (!keep && option.getOptionHiddenFlag() == cl::NotHidden)
      option.setHiddenFlag(cl::Hidden);
  }
}

const char *fusion::findUnknownOption(int argc, const char *const *argv, ArrayRef<StringRef> later) {
  auto &registered = cl::getRegisteredOptions();
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--")
      return nullptr;
    StringRef name = argument.ltrim('-').split('=').first;
    if (!argument.starts_with("-") || argument == "-" || llvm::is_contained(later, name))
      continue;
    auto found = registered.find(name);
    if (found == registered.end())
      return argv[i];
    // "--target cpu": what follows is its value.
    if (!argument.contains('=') && found->second->getValueExpectedFlag() == cl::ValueRequired)
      ++i;
  }
  return nullptr;
}

std::vector<std::string> fusion::listVisibleOptions() {
  std::vector<std::string> names;
  for (auto &entry : cl::getRegisteredOptions())
    if (entry.second->getOptionHiddenFlag() == cl::NotHidden && !entry.first.empty())
      names.push_back(((entry.first.size() == 1 ? "-" : "--") + entry.first).str());
  llvm::sort(names);
  return names;
}
