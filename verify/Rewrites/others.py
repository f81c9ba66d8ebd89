# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites that have no formulas of their own."""

# By the entry of rewrites.py whose formulas go through them.
COVERED_BY = {
    "functions": """
        Expand ExpandWide ExpandTanh ExpandErfc ExpandPowF ToIntrinsic ConvertElementwise ExpandMath
        ConvertLinalgToFusion ConvertFusionToLinalg LowerMath ConvertDeviceToNVVM FuseEpilogue FormKernels
    """,
    "CastOp::fold": """
        ExpandNarrowing ExpandWidening ThroughF32 TruncateThroughF32 TruncateOnce ExpandFloat8
    """,
    "RaiseLogistic": """
        RaiseActivations
    """,
    "ConvertDirect": """
        ConvertTosaToFusion
    """,
    "RaiseReduction": """
        RaiseReductions
    """,
    "RaiseExpM1": """
        CancellationPattern
    """,
    "EvaluateConstants": """
        PropagateLayout
    """,
}

# By the reason why no value changes.
VALUES_STAY = {
    "moves, repeats or joins elements, and computes none of them": """
        CollapseReduce ReduceBeforeCollapse DropUnitsOfSlice DropUnitsOfConcat JoinInsertedSlices SliceOfLookup
        LookupBeforeElementwise GatherSingleRows DropMergedUnits
        DropLeadingUnits SliceBeforeTranspose ExpandBeforeTranspose ConcatBeforeTranspose
        TransposeWithoutUnits CollapseBeforeTranspose CollapseBeforeBroadcast ViewOp::fold ConvertReshape
        ConvertTranspose ConvertConst ConvertIdentity ConvertScatter ScatterOp::fold ShrinkSplatOperand FoldLookups
        AbsorbTransposes ComposeMoves CollapseLookups LookUpRepeated FlattenKernels SplitProducts
        MapWindows
        LowerViews ShareMemory CopyIndexedViews CommonSubexpressions
    """,
    "is about sizes and shapes": """
        RefineByOperands RefineByResult RefineScatter SizeOfBranch HoistSizesOfBranch SizeOfLoop PassDynamicSizes
        EmptyOfReshape ReshapeToSizes OutlineShapes CheckShapes LowerExpandShapes
    """,
    "is about memory and launches, behind all formulas": """
        FillToRuntime LaunchFuncToRuntime TensorMapToRuntime DecomposeAggregated ResultsToOutputs WriteToOutputs
        KernelsToDestinations SplitDestinations EliminateEmptyTensors FuseLoops Bufferize PlanWorkspace
        OutlineLinalg TileProducts HoistAsserts LowerAsserts ConvertLaunches EmitModule ConvertFusionToGPU
        PassNumbers LeftoversToGPU OverlapLaunches MergeGPUModules TranslateToPTX
    """,
    "computes the same operations at another place or in another shape": """
        HoistCollapse HoistExpand JoinGroups RepeatGroups OrderRows DropLeadingUnitsOfOperand
        FoldBatchesIntoRows SinkCollapse SinkExpand TakeColumnValue
        SinkRowValue SinkTranspose SinkBroadcast SplitMergedBatches SplitBatchesOfResult
        FoldBroadcast KernelOp::canonicalize MapOp::canonicalize ReduceOp::fold ConvertTensorArith
        RepeatFormulas FillConstants FormStores Initialize Unfuse SplitSinCos WidenArithmetic
    """,
    "computes integers or truth values": """
        GuardDivision ToIntegerIntrinsic ToComparison ConvertOnce DefineConversion DefineShift BoolBySelection
        ExpandIPowI FoldKnownCondition
        ExpandFPowI ExpandWideFPowI
    """,
    "changes products in a way that docs/Numerics.md lists under products and sums": """
        FoldOperandTranspose TransposeProduct
        ComputeColumnAsRow ConvertContraction ConvertMatmul FreeFactors ExpandBlockScales
    """,
    "says, marks or checks something, and changes no operation": """
        AttachTarget SetNumerics VerifyKernels Explain CheckGraph SetSchedule SelectSchedule Isolate DropBoundaries
    """,
}
