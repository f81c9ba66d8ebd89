// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialect itself, and the base of its attributes.

#ifndef FUSION_BASE_TD
#define FUSION_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Fusion_Dialect : Dialect {
  let name = "fusion";
  let cppNamespace = "::fusion";
  let summary = "Tensor graphs, and the pieces of them that become one kernel";
  let description = [{
    Graph operations on ranked tensors (matrix products and elementwise operations with numpy broadcasting), and
    `fusion.kernel`, which holds the piece of a graph that becomes one GPU kernel. A kernel's body is made of the same
    operations, so unfusing is inlining.

    Discardable attributes of this dialect, allowed on modules and functions:

    - `fusion.numerics = #fusion.numerics<relaxed|strict|fast>`: how values are rounded inside a kernel.
    - `fusion.f32_precision = #fusion.f32_precision<tf32x3|tf32|ieee>`: how products of f32 tensors are computed.
    - `fusion.target = #fusion.target<...>` (modules only): the chip to compile for.

    On an operation of a graph, `fusion.must_fuse` (unit) asks for it to be in a kernel with a product: it is fused
    though limits of size speak against it, and the compile fails where it cannot be.

    On an argument of a public function, `fusion.constant` (unit) is the caller's promise that no kernel, on any stream,
    that may still run when the first kernel of a call starts writes the argument: so it is with weights. Kernels may
    then begin to read it while the kernel before them ends. What follows from such arguments and constants alone may be
    computed once, by a function `NAME.initialize` beside the function NAME, which then takes its results as further
    arguments: they carry `fusion.initialized` (unit), and are one buffer for callers (docs/Arguments.md). So the
    promise is also that the values are those of the call of `NAME.initialize`. Results never depend on the attribute as
    long as the promise is kept.

    On an argument of a public function, `fusion.aliases = N : i64` says that result N is written into its memory: a
    cache, a running statistic, the state of an optimiser. Both have one type. Inside of the function the argument is
    the value from before the call, as ever; callers pass one buffer for both (docs/Arguments.md).

    ```mlir
    func.func @step(%w: tensor<64xf32> {fusion.aliases = 0 : i64}, %g: tensor<64xf32>) -> tensor<64xf32> {
      %0 = fusion.sub %w, %g : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
      return %0 : tensor<64xf32>
    }
    ```
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();

    Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
    void printAttribute(Attribute attribute, DialectAsmPrinter &printer) const override;

    /// The attribute of what a family's schedules say beyond those of others: `#fusion.FAMILY<...>`, and
    /// `FAMILY = <...>` in a schedule.
    struct ScheduleOptions {
      StringRef family; ///< the attribute's mnemonic
      TypeID type;
      Attribute (*parse)(AsmParser &parser, Type type);
      void (*print)(Attribute options, AsmPrinter &printer);
    };
    /// Makes such an attribute known, once: for the extensions (DialectExtension) that families bring.
    template <typename AttrT> void addScheduleOptions() {
      if (lookupScheduleOptions(AttrT::getMnemonic()))
        return;
      addAttributes<AttrT>();
      scheduleOptions.push_back({AttrT::getMnemonic(), TypeID::get<AttrT>(), &AttrT::parse,
                                 [](Attribute options, AsmPrinter &printer) { cast<AttrT>(options).print(printer); }});
    }
    /// By the family's name, or by an attribute; null if that is not known.
    const ScheduleOptions *lookupScheduleOptions(StringRef family) const;
    const ScheduleOptions *lookupScheduleOptions(Attribute options) const;

  private:
    SmallVector<ScheduleOptions, 0> scheduleOptions;

  public:
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

class Fusion_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Fusion_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

#endif // FUSION_BASE_TD
