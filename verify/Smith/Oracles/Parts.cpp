// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Metamorphic: where no operation mixes the positions of an axis, outputs are made position by position.

#include "../Parts.h"
#include "../Oracle.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

namespace {
/// The same program on permuted inputs.
struct Permuted : Oracle {
  StringRef getName() const override { return "permute"; }
  StringRef getHelp() const override { return "permuted rows or columns of inputs permute those of outputs, no more"; }
  unsigned getPeriod() const override { return 4; }

  Error check(Subject &subject) const override {
    const GeneratedGraph &graph = subject.getGraph();
    int axis = findFreeAxis(graph);
    if (axis < 0 || !subject.isRunnable())
      return {};
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    auto inputs = subject.makeInputs();
    auto plain = subject.run(**program, *inputs);
    if (!plain)
      return plain.takeError();
    int64_t size = graph.axes[axis].size;
    auto permuted = subject.run(**program, takePart(*inputs, graph.inputs, axis, 0, size, /*reversed=*/true));
    if (!permuted)
      return permuted.takeError();
    ++subject.getCounters()["total.pairs"];
    return compareBits(takePart(*plain, graph.outputs, axis, 0, size, /*reversed=*/true), *permuted);
  }
};

/// The graph for each half of an axis, as the N of a product: the same program where the axis is dynamic, else the
/// graph of the same tape with another size.
struct Split : Oracle {
  StringRef getName() const override { return "split"; }
  StringRef getHelp() const override { return "an axis computed in two halves gives the whole, under strict numerics"; }
  unsigned getPeriod() const override { return 16; }

  Error check(Subject &subject) const override {
    const GeneratedGraph &graph = subject.getGraph();
    int axis = findFreeAxis(graph);
    if (axis < 0 || !subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    int64_t size = graph.axes[axis].size, middle = size / 2;
    auto whole = runPart(subject, graph, axis, *inputs, 0, size);
    auto first = runPart(subject, graph, axis, *inputs, 0, middle);
    auto second = runPart(subject, graph, axis, *inputs, middle, size);
    for (auto *part : {&whole, &first, &second})
      if (!*part)
        return part->takeError();
    if (whole->empty() || first->empty() || second->empty())
      return {};
    ++subject.getCounters()["total.pairs"];
    return compareBits(*whole, join(*first, *second, graph.outputs, axis));
  }

private:
  /// Outputs for a part of the inputs; none where another size makes another graph.
  static Expected<Tensors> runPart(Subject &subject, const GeneratedGraph &graph, int axis, const Tensors &inputs,
                                   int64_t begin, int64_t end) {
    CompileOptions options = subject.getDeviceOptions();
    options.numerics = "strict";
    Tensors part = takePart(inputs, graph.inputs, axis, begin, end);
    const Axis &cut = graph.axes[axis];
    if ((cut.dynamic && !cut.known) || end - begin == cut.size) {
      auto program = subject.getProgram(options);
      return program ? subject.run(**program, part) : program.takeError();
    }
    Tape tape = Tape::replay(graph.tape);
    FailureOr<GeneratedGraph> other = generate(subject.getModule().getContext(), tape, {{axis, end - begin}});
    if (failed(other) || !isSameBesideSizes(*graph.module, *other->module))
      return Tensors();
    auto program = makeProgram(*other->module, options, subject.getCounters());
    return program ? subject.run(*program, part) : program.takeError();
  }

  /// Whether the modules hold the same operations in the same order.
  static bool isSameBesideSizes(ModuleOp one, ModuleOp other) {
    SmallVector<OperationName> names[2];
    for (auto [module, list] : llvm::zip_equal(ArrayRef<ModuleOp>{one, other}, names))
      module->walk([&list = list](Operation *op) { list.push_back(op->getName()); });
    return names[0] == names[1];
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getPartOracles() {
  static const Permuted permuted;
  static const Split split;
  static const Oracle *const oracles[] = {&permuted, &split};
  return oracles;
}
