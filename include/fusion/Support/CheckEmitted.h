// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether a module of LLVM IR holds nothing that no pass of this compiler writes.

#ifndef FUSION_SUPPORT_CHECKEMITTED_H
#define FUSION_SUPPORT_CHECKEMITTED_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/CallingConv.h"

namespace llvm {
class Module;
} // namespace llvm

namespace fusion {

/// What passes write for a target, besides functions of plain code and variables that only they see.
struct EmittedForms {
  llvm::ArrayRef<llvm::Attribute::AttrKind> functionAttrs, parameterAttrs;
  llvm::ArrayRef<llvm::StringLiteral> functionTexts, parameterTexts; ///< names of attributes that are texts
  llvm::ArrayRef<llvm::CallingConv::ID> callingConventions;
  bool (*mayDeclare)(llvm::StringRef name); ///< whether code may call the function, or read the variable, of that name
  bool (*mayExport)(llvm::StringRef name);  ///< whether others may see it
  bool inlineAssembly;
};

/// The first part of a module that is of no such form, as errors say it; empty if there is none. An attribute, a
/// section, a function to call that came here from a graph's text would otherwise reach the code generator, which
/// obeys. Asked before LLVM's own passes, which write attributes too.
std::string findForeignPart(const llvm::Module &module, const EmittedForms &forms);

} // namespace fusion

#endif // FUSION_SUPPORT_CHECKEMITTED_H
