// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks at everything of a module that names code, sections or conventions.

#include "fusion/Support/CheckEmitted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace fusion;

namespace {
/// Finds what is foreign in one part after the other; the answer is empty for what is known.
class Finder {
public:
  explicit Finder(const EmittedForms &forms) : forms(forms) {}

  std::string find(const Module &module) const {
    if (!module.getModuleInlineAsm().empty())
      return "assembly of the module";
    if (!module.ifunc_empty() || !module.alias_empty())
      return "another name of a symbol";
    // Some names libraries to link, options of the linker, debug information.
    for (const NamedMDNode &node : module.named_metadata())
      if (node.getName() != "llvm.module.flags")
        return "metadata '" + node.getName().str() + "'";
    for (const GlobalVariable &variable : module.globals())
      if (std::string found = find(variable); !found.empty())
        return "variable '" + variable.getName().str() + "' with " + found;
    for (const Function &function : module)
      if (std::string found = find(function); !found.empty())
        return "function '" + function.getName().str() + "' with " + found;
    return "";
  }

private:
  /// What functions and variables have alike.
  std::string findOfObject(const GlobalObject &object) const {
    if (object.hasSection())
      return "a section";
    if (object.hasComdat() || object.hasPartition())
      return "a group of sections";
    if (object.isThreadLocal() || object.getDLLStorageClass() != GlobalValue::DefaultStorageClass)
      return "a storage of its own";
    if (object.hasExternalLinkage() || object.hasExternalWeakLinkage()) {
      bool isKnown = object.isDeclaration() ? forms.mayDeclare(object.getName()) : forms.mayExport(object.getName());
      return isKnown && !object.hasExternalWeakLinkage() ? "" : "a name that other code sees";
    }
    return object.hasLocalLinkage() ? "" : "another linkage";
  }

  std::string find(const GlobalVariable &variable) const {
    if (variable.getName().starts_with("llvm."))
      return "a meaning to LLVM";
    if (variable.hasAttributes())
      return "an attribute";
    return findOfObject(variable);
  }

  std::string find(const Function &function) const {
    if (function.isIntrinsic())
      return function.getIntrinsicID() == Intrinsic::not_intrinsic ? "a name of LLVM's" : "";
    if (function.hasGC())
      return "a garbage collector";
    if (function.hasPersonalityFn() || function.hasPrefixData() || function.hasPrologueData())
      return "code or data beside its own";
    if (std::string found = findOfObject(function); !found.empty())
      return found;
    if (!is_contained(forms.callingConventions, function.getCallingConv()))
      return "calling convention " + std::to_string(function.getCallingConv());
    if (std::string found = find(function.getAttributes()); !found.empty())
      return found;
    for (const Instruction &instruction : instructions(function))
      if (std::string found = find(instruction); !found.empty())
        return found;
    return "";
  }

  std::string find(const Instruction &instruction) const {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      return "";
    if (call->isInlineAsm())
      return forms.inlineAssembly ? "" : "assembly";
    if (call->hasOperandBundles())
      return "a call with a bundle of operands";
    if (!is_contained(forms.callingConventions, call->getCallingConv()))
      return "a call by calling convention " + std::to_string(call->getCallingConv());
    std::string found = find(call->getAttributes());
    return found.empty() ? found : "a call with " + found;
  }

  std::string find(const AttributeList &attributes) const {
    for (unsigned index : attributes.indexes()) {
      bool ofFunction = index == AttributeList::FunctionIndex;
      for (llvm::Attribute attribute : attributes.getAttributes(index)) {
        bool isKnown =
            attribute.isStringAttribute()
                ? is_contained(ofFunction ? forms.functionTexts : forms.parameterTexts, attribute.getKindAsString())
                : is_contained(ofFunction ? forms.functionAttrs : forms.parameterAttrs, attribute.getKindAsEnum());
        if (!isKnown)
          return "the attribute " + attribute.getAsString();
      }
    }
    return "";
  }

  const EmittedForms &forms;
};
} // namespace

std::string fusion::findForeignPart(const Module &module, const EmittedForms &forms) {
  return Finder(forms).find(module);
}
