// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads the errors of MLIR's parser and of its registry of passes, and looks for the nearest names.

#include "SuggestNames.h"
#include "fusion/Driver/OperationNames.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace fusion;

static bool isPass(StringRef name) { return PassInfo::lookup(name) || PassPipelineInfo::lookup(name); }

/// The names of passes, which LLVM's parser knows as options, and those of other options if they are wanted.
static std::vector<std::string> listNames(bool passesAlone) {
  std::vector<std::string> names;
  for (auto &entry : llvm::cl::getRegisteredOptions())
    if (!passesAlone || isPass(entry.first))
      names.push_back((passesAlone ? "" : "--") + entry.first.str());
  llvm::sort(names);
  return names;
}

std::string fusion::refuseOption(StringRef argument) {
  return ("unknown option '" + argument + "'").str() +
         runtime::suggest(argument.split('=').first, listNames(/*passesAlone=*/false));
}

/// The options of a pass or of one of our pipelines as text: "name{chip=sm_90a initialize=true}".
static std::string printOptions(StringRef name) {
  std::string text = printPipelineOptions(name);
  const PassInfo *pass = PassInfo::lookup(name);
  OpPassManager manager(OpPassManager::Nesting::Implicit);
  if (!pass || failed(pass->addToPipeline(manager, "", [](const Twine &) { return failure(); })))
    return text;
  llvm::raw_string_ostream os(text);
  manager.printAsTextualPipeline(os);
  return text;
}

/// The names of the options of the passes that `arguments` name.
static std::vector<std::string> listOptions(ArrayRef<StringRef> arguments) {
  llvm::Regex word("[A-Za-z0-9_-]+"), option("[{ ]([a-z0-9-]+)=");
  SmallVector<StringRef> matches;
  std::vector<std::string> options;
  for (StringRef argument : arguments) {
    for (argument = argument.ltrim('-'); word.match(argument, &matches);
         argument = StringRef(matches[0].end(), argument.end() - matches[0].end())) {
      std::string printed = printOptions(matches[0]);
      SmallVector<StringRef> names;
      for (StringRef rest = printed; option.match(rest, &names);
           rest = StringRef(names[0].end(), rest.end() - names[0].end()))
        options.push_back(names[1].str());
    }
  }
  return options;
}

/// Which name was meant where `message` is about an unknown one; empty if it is not, or none is near.
static std::string findMeant(const std::string &message, ArrayRef<StringRef> arguments) {
  SmallVector<StringRef> matches;
  if (llvm::Regex("'([^']*)' does not refer to a registered pass").match(message, &matches))
    return runtime::findNearest(matches[1], listNames(/*passesAlone=*/true));
  if (llvm::Regex("no such option ([^\n]*)").match(message, &matches))
    return runtime::findNearest(matches[1], listOptions(arguments));
  return "";
}

PassNameSuggester::PassNameSuggester(MLIRContext &context, ArrayRef<StringRef> arguments)
    : handler(&context, [arguments](Diagnostic &error) {
        if (std::string meant = findMeant(error.str(), arguments); !meant.empty())
          error.attachNote() << "did you mean " << meant << "?";
        return failure(); // for the next handler
      }) {}

void fusion::suggestOperation(const llvm::MemoryBuffer &text, const DialectRegistry &registry,
                              bool unregisteredDialects) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(unregisteredDialects);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &error) {
    std::string meant = findMeantOperation(error, text.getBuffer(), registry, [](StringRef) { return true; });
    if (!meant.empty())
      llvm::errs() << "note: did you mean " << meant << "?\n";
    return success();
  });
  llvm::SourceMgr sourceManager;
  sourceManager.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text.getMemBufferRef()), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sourceManager, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (module)
    (void)verifyParsed(*module);
}
