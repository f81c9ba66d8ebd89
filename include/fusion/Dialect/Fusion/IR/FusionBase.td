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

    Discardable attributes of operations. Only those here are allowed, each with its type and in its place: what is
    misspelt, or in a place where nobody looks for it, would change nothing and be found late.

    | name | on | type | meaning | written by | read by |
    |---|---|---|---|---|---|
    | `fusion.numerics` | modules, functions | `#fusion.numerics` | how values are rounded inside a kernel; a function's own goes before its module's | users, `fusion-set-numerics` | all that computes |
    | `fusion.f32_precision` | modules, functions | `#fusion.f32_precision` | how products of f32 tensors are computed | users, `fusion-set-numerics` | schedules, lowerings of products, the interpreter's bounds |
    | `fusion.target` | modules | `#fusion.target` | the chip, or the card, to compile for | users, `fusion-attach-target` | fusing, schedules, lowering, PTX |
    | `fusion.aligned` | functions | unit | a promise of the caller: the tensors that are passed, and those that are written, start at multiples of 16 bytes | users, the option `aligned` | the guards of variants, the descriptor of the entry |
    | `fusion.must_fuse` | operations of a graph | unit | it has to be in a kernel with a product: limits of size do not hold for it, and the compile fails where it cannot be | users | `fusion-fuse-epilogue` and the passes around it |
    | `fusion.no_fuse` | operations of a graph | unit | a kernel of its own computes it: it is fused with neither what it reads nor what reads it | users | `fusion-isolate` |
    | `fusion.isolated` | `fusion.kernel` and what is left outside of kernels | i64 | it computes an operation with `fusion.no_fuse`, the number of which this is | `fusion-drop-boundaries`, `fusion-fuse-epilogue` | `fusion-isolate`, legality, shared launches, reports |
    | `fusion.own_launch` | `fusion.kernel` | string | why its product does not share the launch of the first product in its block of the same left factor | `fusion-select-schedule` | reports |
    | `fusion.launch_saving` | `fusion.kernel` | i64 | predicted nanoseconds that those kernels save by sharing a launch of which this one is the first | `fusion-select-schedule` | reports |
    | `fusion.initialize` | `fusion.kernel` | unit | it was one of the entry's initialise step, and is named so | `fusion-run --verify`, which makes one function of the two | names of kernels |
    | `fusion.stable` | `fusion.kernel` on memrefs | array of i64 | the inputs that no kernel writes that may still run when this one starts | `convert-fusion-to-gpu` | families |
    | `fusion.programmatic` | `gpu.launch_func` | unit | the kernel may start before those before it have ended: it waits for them (`nvvm.griddepcontrol wait`) before it touches memory that they may write | families, `fusion-overlap-launches` | `fusion-convert-launches`, `fusion-translate-to-ptx`, the barrier checker |
    | `fusion.round_to_tf32` | `nvgpu.tma.create.descriptor` | unit | loads of f32 round to the nearest tf32 | families | `fusion-convert-launches` |
    | `fusion.approx_tanh` | arithmetic of arith, math and llvm | unit | what makes tanh, sigmoid, silu or gelu may be made of the GPU's own tanh: an error of 2^-11, times x for silu and gelu | families, under fast numerics | `fusion-expand-math` |
    | `fusion.approximable` | `fusion.map` | unit | approximate functions will do in the map where every result of its kernel is rounded to 16 bits, as for named functions: no condition and no index depends on them | `fusion-raise-activations` | families |
    | `fusion.share_reciprocals` | `arith.divf` (`llvm.fdiv` later) | unit | two of the quotients of sigmoid, silu and gelu may share a reciprocal | families | `fusion-expand-math` |

    Discardable attributes of the arguments of functions; results carry none.

    | name | type | meaning | written by | read by |
    |---|---|---|---|---|
    | `fusion.constant` | unit | a promise of the caller, see below | users, `fusion-initialize` | `fusion-initialize`, stable inputs, the descriptor of the entry |
    | `fusion.initialized` | unit, beside `fusion.constant` | a value of the function `NAME.initialize` | `fusion-initialize` | the same, the descriptor of the entry |
    | `fusion.aliases` | i64 | the result that is written into the argument's memory, see below | users | the passes of the host program, the descriptor of the entry |
    | `fusion.output` | unit, of tensors and memrefs | the memory of a result | `fusion-results-to-outputs` | the passes of the host program |
    | `fusion.workspace` | unit, of `memref<?xi8>` | the memory of all allocations of a call | `fusion-plan-workspace` | the descriptor of the entry |
    | `fusion.stable` | unit | a kernel's pointer to a stable input, which it may read before it waits | families | the barrier checker; `fusion-translate-to-ptx` drops it |

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
  let discardableAttrs = (ins
    "::fusion::NumericsAttr":$numerics,
    "::fusion::F32PrecisionAttr":$f32_precision,
    "::fusion::TargetAttr":$target,
    "::mlir::UnitAttr":$aligned,
    "::mlir::UnitAttr":$must_fuse,
    "::mlir::UnitAttr":$no_fuse,
    "::mlir::IntegerAttr":$isolated,
    "::mlir::StringAttr":$own_launch,
    "::mlir::IntegerAttr":$launch_saving,
    "::mlir::UnitAttr":$initialize,
    "::mlir::DenseI64ArrayAttr":$stable,
    "::mlir::UnitAttr":$programmatic,
    "::mlir::UnitAttr":$round_to_tf32,
    "::mlir::UnitAttr":$approx_tanh,
    "::mlir::UnitAttr":$approximable,
    "::mlir::UnitAttr":$share_reciprocals
  );
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
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
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

class Fusion_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Fusion_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

#endif // FUSION_BASE_TD
