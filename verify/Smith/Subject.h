// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph under test, in the forms that oracles ask for.

#ifndef FUSION_VERIFY_SMITH_SUBJECT_H
#define FUSION_VERIFY_SMITH_SUBJECT_H

#include "Counters.h"
#include "Generator.h"
#include "fusion/Driver/Compile.h"
#include "fusion/Runtime/Module.h"

namespace fusion::smith {

/// Errors and values as the runtime library has them. The first line of a message names the kind of fault, which stays
/// the same while a graph shrinks.
using runtime::Error;
using runtime::Expected;
using runtime::HostTensor;
using Tensors = std::vector<HostTensor>;

/// What oracles are asked to use.
struct Environment {
  SmallVector<std::string> chips; ///< of the chip table, for what is compiled and not run
  std::string device = "cpu";     ///< where graphs run: "cpu" or "cuda"
};

/// A compiled program and its form with kernels.
struct Program {
  OwningOpRef<ModuleOp> fused;
  std::shared_ptr<runtime::Module> module;
};

class Subject {
public:
  /// Prints the graph and parses it, as a user's file is.
  static Expected<std::unique_ptr<Subject>> create(MLIRContext *context, GeneratedGraph graph,
                                                   const Environment &environment, Counters &counters);

  const GeneratedGraph &getGraph() const { return graph; }
  ModuleOp getModule() const { return *module; }
  const Environment &getEnvironment() const { return environment; }
  Counters &getCounters() const { return counters; }

  /// Whether it is small enough to run, with the interpreter beside it.
  bool isRunnable() const { return graph.work < 4e6; }
  /// The options to compile for the device.
  const CompileOptions &getDeviceOptions() const { return deviceOptions; }
  /// The graph's program with these options. Made once.
  Expected<const Program *> getProgram(const CompileOptions &options);
  /// Random inputs, the same each time.
  Expected<Tensors> makeInputs() const;
  Expected<Tensors> run(const Program &program, const Tensors &inputs) const;

private:
  Subject(GeneratedGraph graph, const Environment &environment, Counters &counters)
      : graph(std::move(graph)), environment(environment), counters(counters) {}

  GeneratedGraph graph;
  const Environment &environment;
  Counters &counters;
  std::string text;
  OwningOpRef<ModuleOp> module;
  CompileOptions deviceOptions;
  std::map<std::string, Program> programs;
};

/// Parses a graph as a user's file is.
Expected<OwningOpRef<ModuleOp>> parseGraph(MLIRContext *context, StringRef text, Counters &counters);
std::string printModule(ModuleOp module);

/// Runs a part of the compiler on a module. The diagnostics of a failure are the error; one that is in the table of
/// README.md's expected errors gives an error for which `isRefusal` holds.
Error runCompiler(ModuleOp module, Counters &counters, function_ref<LogicalResult()> part);
bool isRefusal(const Error &error);

/// Compiles a copy of `module` and loads it.
Expected<Program> makeProgram(ModuleOp module, const CompileOptions &options, Counters &counters);

/// Whether every element has the same bits, or is NaN in both.
Error compareBits(const Tensors &expected, const Tensors &actual);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_SUBJECT_H
